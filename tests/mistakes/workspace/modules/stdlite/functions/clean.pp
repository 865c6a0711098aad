# @summary A text without blanks around it.
# @param text
#   The text.
# @return
#   The text.
function stdlite::clean(String $text) >> String {
  strip($text)
}
