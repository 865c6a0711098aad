# @summary A port that a server listens on.
type Web::Port = Integer[1, 65535]
