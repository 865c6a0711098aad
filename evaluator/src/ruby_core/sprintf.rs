//! Ruby's `Kernel#sprintf`: flags, widths, positional and named arguments, and Ruby's messages for what it refuses.

mod floats;
mod integers;

use std::borrow::Cow;

use num_bigint::BigInt;

use self::integers::Whole;
use super::numbers;

/// No width or precision is taken beyond this, so that a format cannot ask for gigabytes.
const MAX_WIDTH: usize = 1 << 20;

/// A value that `sprintf` formats: one of Puppet's, or one of the Ruby interpreter's.
pub trait Argument: Clone {
    /// Returns what `to_s` gives.
    fn to_s(&self) -> String;
    /// Returns what `inspect` gives.
    fn inspect(&self) -> String;
    /// Returns how Ruby names the value in messages about conversions: `nil`, `true`, `Array`.
    fn name(&self) -> String;
    /// Returns what can become a number or a character.
    fn scalar(&self) -> Scalar<'_>;
    /// Returns the value of a hash under the symbol of this name; `Err` where the argument is no hash.
    fn entry(&self, name: &str) -> Result<Option<Self>, NotAHash>;
}

/// The answer of an argument that has no entries.
pub struct NotAHash;

/// What directives for numbers and characters look at.
pub enum Scalar<'a> {
    Integer(i128),
    Big(BigInt),
    Float(f64),
    String(Cow<'a, str>),
    Other,
}

/// One `%…` of a format.
struct Directive<A> {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
    /// The value of `%<name>` or `n$`, where one was named.
    value: Option<A>,
}

impl<A> Default for Directive<A> {
    fn default() -> Self {
        Directive {
            left: false,
            plus: false,
            space: false,
            zero: false,
            alternate: false,
            width: None,
            precision: None,
            value: None,
        }
    }
}

struct Formatter<'v, A> {
    arguments: &'v [A],
    next: usize,
    numbered: bool,
    named: bool,
}

/// Formats the arguments, or says in Ruby's words what is wrong.
pub fn sprintf<A: Argument>(format: &str, arguments: &[A]) -> Result<String, String> {
    let mut formatter = Formatter { arguments, next: 0, numbered: false, named: false };
    let mut out = String::with_capacity(format.len());
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        let (before, after) = rest.split_at(at);
        out.push_str(before);
        rest = formatter.directive(after.strip_prefix('%').unwrap_or(""), &mut out)?;
    }
    out.push_str(rest);
    Ok(out)
}

impl<A: Argument> Formatter<'_, A> {
    /// Writes one directive and gives what follows it.
    fn directive<'f>(&mut self, text: &'f str, out: &mut String) -> Result<&'f str, String> {
        let mut directive = Directive::default();
        let mut rest = text;
        loop {
            let Some(character) = rest.chars().next() else {
                return Err("incomplete format specifier; use %% (double %) instead".to_string());
            };
            let after = rest.get(character.len_utf8()..).unwrap_or("");
            rest = match character {
                ' ' => {
                    directive.space = true;
                    after
                }
                '#' => {
                    directive.alternate = true;
                    after
                }
                '+' => {
                    directive.plus = true;
                    after
                }
                '-' => {
                    directive.left = true;
                    after
                }
                '0' => {
                    directive.zero = true;
                    after
                }
                '1'..='9' => self.width_or_position(rest, &mut directive)?,
                '*' => self.width_argument(after, &mut directive)?,
                '.' => self.precision(after, &mut directive)?,
                '<' => self.name(after, '>', &mut directive)?,
                '{' => {
                    let after = self.name(after, '}', &mut directive)?;
                    let text = directive.value.take().map(|value| value.to_s()).unwrap_or_default();
                    write_text(&directive, &text, out);
                    return Ok(after);
                }
                '\n' | '\0' => {
                    out.push('%');
                    return Ok(rest);
                }
                '%' => {
                    out.push('%');
                    return Ok(after);
                }
                kind => {
                    self.write(kind, directive, out)?;
                    return Ok(after);
                }
            };
        }
    }

    fn width_or_position<'f>(&mut self, rest: &'f str, directive: &mut Directive<A>) -> Result<&'f str, String> {
        let (number, after) = digits(rest);
        if let Some(after) = after.strip_prefix('$') {
            if directive.value.is_some() {
                return Err(format!("value given twice - {number}$"));
            }
            directive.value = Some(self.numbered_value(number)?);
            return Ok(after);
        }
        if directive.width.is_some() {
            return Err("width given twice".to_string());
        }
        directive.width = Some(limited(number)?);
        if after.is_empty() {
            return Err("malformed format string - %*[0-9]".to_string());
        }
        Ok(after)
    }

    fn width_argument<'f>(&mut self, after: &'f str, directive: &mut Directive<A>) -> Result<&'f str, String> {
        let (value, after) = self.starred_value(after)?;
        let width = small(&value)?;
        directive.left |= width < 0;
        directive.width = Some(limited(usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX))?);
        Ok(after)
    }

    fn precision<'f>(&mut self, after: &'f str, directive: &mut Directive<A>) -> Result<&'f str, String> {
        if let Some(after) = after.strip_prefix('*') {
            let (value, after) = self.starred_value(after)?;
            let precision = small(&value)?;
            directive.precision = usize::try_from(precision).ok().map(limited).transpose()?;
            return Ok(after);
        }
        let (number, after) = digits(after);
        directive.precision = Some(limited(number)?);
        Ok(after)
    }

    /// The argument of a `*`: the next one, or the one that `n$` names.
    fn starred_value<'f>(&mut self, after: &'f str) -> Result<(A, &'f str), String> {
        let (number, rest) = digits(after);
        match rest.strip_prefix('$') {
            Some(rest) if rest.len() + 1 < after.len() => Ok((self.numbered_value(number)?, rest)),
            _ => Ok((self.next_value()?, after)),
        }
    }

    fn numbered_value(&mut self, number: usize) -> Result<A, String> {
        if self.next > 0 {
            return Err(format!("numbered({number}) after unnumbered({})", self.next));
        }
        if self.named {
            return Err(format!("numbered({number}) after named"));
        }
        self.numbered = true;
        let value = self.arguments.get(number.wrapping_sub(1)).ok_or("too few arguments")?;
        Ok(value.clone())
    }

    fn name<'f>(&mut self, text: &'f str, end: char, directive: &mut Directive<A>) -> Result<&'f str, String> {
        let Some((name, after)) = text.split_once(end) else {
            return Err("malformed name - unmatched parenthesis".to_string());
        };
        let shown = if end == '>' { format!("<{name}>") } else { format!("{{{name}}}") };
        if self.next > 0 {
            return Err(format!("named{shown} after unnumbered({})", self.next));
        }
        if self.numbered {
            return Err(format!("named{shown} after numbered"));
        }
        self.named = true;
        let [hash] = self.arguments else {
            return Err("one hash required".to_string());
        };
        match hash.entry(name) {
            Ok(Some(value)) => directive.value = Some(value),
            Ok(None) => return Err(format!("key{shown} not found")),
            Err(NotAHash) => return Err("one hash required".to_string()),
        }
        Ok(after)
    }

    fn next_value(&mut self) -> Result<A, String> {
        if self.numbered {
            return Err(format!("unnumbered({}) mixed with numbered", self.next + 1));
        }
        if self.named {
            return Err(format!("unnumbered({}) mixed with named", self.next + 1));
        }
        let value = self.arguments.get(self.next).cloned().ok_or("too few arguments")?;
        self.next += 1;
        Ok(value)
    }

    fn write(&mut self, kind: char, mut directive: Directive<A>, out: &mut String) -> Result<(), String> {
        if !"cspdiuxXobBfgGeEaA".contains(kind) {
            return Err(format!("malformed format string - %{kind}"));
        }
        let value = match directive.value.take() {
            Some(value) => value,
            None => self.next_value()?,
        };
        match kind {
            'c' => {
                let character = match value.scalar() {
                    Scalar::String(text) => text.chars().next().ok_or("%c requires a character")?,
                    Scalar::Other => return Err(no_integer(&value)),
                    _ => u32::try_from(small(&value)?).ok().and_then(char::from_u32).ok_or("invalid character")?,
                };
                write_text(&directive, character.encode_utf8(&mut [0; 4]), out);
            }
            's' => write_text(&directive, &value.to_s(), out),
            'p' => write_text(&directive, &value.inspect(), out),
            'd' | 'i' | 'u' => integers::write_decimal(&directive, &whole(&value)?, out),
            'x' | 'X' | 'o' | 'b' | 'B' => integers::write_in_base(&directive, kind, &whole(&value)?, out),
            _ => floats::write_float(&directive, kind, &value, out)?,
        }
        Ok(())
    }
}

fn limited(width: usize) -> Result<usize, String> {
    if width > MAX_WIDTH { Err("width too big".to_string()) } else { Ok(width) }
}

/// The decimal number that the text starts with, and what follows.
fn digits(text: &str) -> (usize, &str) {
    let end = text.bytes().take_while(u8::is_ascii_digit).count();
    let (number, rest) = text.split_at(end);
    (number.parse().unwrap_or(if number.is_empty() { 0 } else { usize::MAX }), rest)
}

fn pad<A>(directive: &Directive<A>, text: &str, out: &mut String) {
    let missing = directive.width.unwrap_or(0).saturating_sub(text.chars().count());
    if directive.left {
        out.push_str(text);
    }
    out.extend(std::iter::repeat_n(' ', missing));
    if !directive.left {
        out.push_str(text);
    }
}

fn write_text<A>(directive: &Directive<A>, text: &str, out: &mut String) {
    match directive.precision {
        Some(precision) => pad(directive, &text.chars().take(precision).collect::<String>(), out),
        None => pad(directive, text, out),
    }
}

/// Sign or prefix, then zeros up to the width, then the digits.
fn write_number<A>(directive: &Directive<A>, prefix: &str, body: &str, zeros: bool, fill: char, out: &mut String) {
    if zeros && directive.zero && !directive.left {
        let missing = directive.width.unwrap_or(0).saturating_sub(prefix.len() + body.len());
        out.push_str(prefix);
        out.extend(std::iter::repeat_n(fill, missing));
        out.push_str(body);
    } else {
        pad(directive, &format!("{prefix}{body}"), out);
    }
}

fn sign<A>(directive: &Directive<A>, negative: bool) -> &'static str {
    match (negative, directive.plus, directive.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    }
}

/// Reads an argument as `Integer(value)` does.
fn whole<A: Argument>(value: &A) -> Result<Whole, String> {
    match value.scalar() {
        Scalar::Integer(number) => Ok(Whole::Small(number)),
        Scalar::Big(number) => Ok(Whole::Big(number)),
        Scalar::Float(number) => Whole::truncated(number),
        Scalar::String(text) => match numbers::integer(&text, 0) {
            Some(number) => Ok(Whole::Big(number)),
            None => Err(format!("invalid value for Integer(): {}", value.inspect())),
        },
        Scalar::Other => Err(format!("can't convert {} into Integer", value.name())),
    }
}

/// Returns what Ruby says where a character is wanted and the value is neither a text nor a number.
fn no_integer<A: Argument>(value: &A) -> String {
    match value.name().as_str() {
        "nil" => "no implicit conversion from nil to integer".to_string(),
        name => format!("no implicit conversion of {name} into Integer"),
    }
}

/// Reads an argument as an integer that is no larger than widths and characters are.
fn small<A: Argument>(value: &A) -> Result<i128, String> {
    whole(value)?.small().ok_or_else(|| "bignum too big to convert into `int'".to_string())
}

/// Reads an argument as `Float(value)` does.
fn float<A: Argument>(value: &A) -> Result<f64, String> {
    match value.scalar() {
        Scalar::Float(number) => Ok(number),
        Scalar::Integer(number) => Ok(number as f64),
        Scalar::Big(number) => Ok(crate::value::big_integers::to_float(&number)),
        Scalar::String(text) => {
            numbers::float(&text).ok_or_else(|| format!("invalid value for Float(): {}", value.inspect()))
        }
        Scalar::Other => Err(format!("can't convert {} into Float", value.name())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::Value;

    fn formatted(format: &str, arguments: &[Value]) -> String {
        sprintf(format, arguments).unwrap_or_else(|error| format!("error: {error}"))
    }

    #[test]
    fn numbers_are_written_as_ruby_writes_them() {
        let integer = |format: &str, number: i128| formatted(format, &[Value::Integer(number)]);
        let float = |format: &str, number: f64| formatted(format, &[Value::Float(number)]);
        assert_eq!(integer("%+05d|", 42), "+0042|");
        assert_eq!(integer("%-5d|", 42), "42   |");
        assert_eq!(integer("%.5d", -42), "-00042");
        assert_eq!(integer("%x", -255), "..f01");
        assert_eq!(integer("%012.8x|", -255), "    ..ffff01|");
        assert_eq!(integer("%#012x", -255), "0x..ffffff01");
        assert_eq!(float("%a", 5e-324), "0x1p-1074");
        assert_eq!(integer("%#b", 5), "0b101");
        assert_eq!(integer("%o", -8), "..70");
        assert_eq!(integer("%.3f", 10_000_000_000_000_000_000_000), "10000000000000000000000.000");
        assert_eq!(float("%.0f", 2.5), "2");
        assert_eq!(float("%08.2f", -7.12345), "-0007.12");
        assert_eq!(float("%e", 12345.678), "1.234568e+04");
        assert_eq!(float("%g", 1e20), "1e+20");
        assert_eq!(float("%g", 100000.0), "100000");
        assert_eq!(float("%a", 0.5), "0x1p-1");
        assert_eq!(float("%.2a", 1.999), "0x1.00p+1");
    }

    #[test]
    fn mistakes_are_worded_as_ruby_words_them() {
        let hash = Value::hash([(Value::string("a"), Value::Integer(1))]);
        assert_eq!(formatted("%s", &[]), "error: too few arguments");
        assert_eq!(formatted("%<b>s", &[hash]), "error: key<b> not found");
        assert_eq!(formatted("%,d", &[Value::Integer(1)]), "error: malformed format string - %,");
        assert_eq!(formatted("%d", &[Value::Boolean(true)]), "error: can't convert true into Integer");
        assert_eq!(formatted("%", &[]), "error: incomplete format specifier; use %% (double %) instead");
    }
}
