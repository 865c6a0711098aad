# @summary A port
type Sample::Port = Variant[Integer[1, 65535],   Enum['none']]
