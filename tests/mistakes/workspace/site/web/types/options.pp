# @summary Options of the server.
type Web::Options = Struct[{
  Optional['timeout'] => Integer,
  Optional['mode']    => Enum['fast', 'safe'],
}]
