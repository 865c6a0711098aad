# An alias over several lines
type Sample::Options = Struct[{
    name => String,
  }]
