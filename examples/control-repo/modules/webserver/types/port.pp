# @summary A port that a server can listen on.
type Webserver::Port = Integer[1, 65535]
