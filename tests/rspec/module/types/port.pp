# A port of a shop.
type Shop::Port = Variant[Integer[1, 65535], Pattern[/\A\d+\z/]]
