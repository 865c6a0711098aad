//! Ruby's `Kernel#sprintf` on Puppet values: flags, widths, positional and named arguments, and Ruby's messages for
//! what it refuses.

use crate::functions::numbers::ruby_float;
use crate::functions::ruby_text::{inspect, to_s};
use crate::value::Value;

/// No width or precision is taken beyond this, so that a format cannot ask for gigabytes.
const MAX_WIDTH: usize = 1 << 20;

/// One `%…` of a format.
#[derive(Default)]
struct Directive {
    left: bool,
    plus: bool,
    space: bool,
    zero: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
    /// The value of `%<name>` or `n$`, where one was named.
    value: Option<Value>,
}

struct Formatter<'v> {
    arguments: &'v [Value],
    next: usize,
    numbered: bool,
    named: bool,
}

/// Formats the arguments, or says in Ruby's words what is wrong.
pub fn sprintf(format: &str, arguments: &[Value]) -> Result<String, String> {
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

impl Formatter<'_> {
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
                    let value = directive.value.take().unwrap_or(Value::Undef);
                    write_text(&directive, &to_s(&value), out);
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

    fn width_or_position<'f>(&mut self, rest: &'f str, directive: &mut Directive) -> Result<&'f str, String> {
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
        Ok(after)
    }

    fn width_argument<'f>(&mut self, after: &'f str, directive: &mut Directive) -> Result<&'f str, String> {
        let (value, after) = self.starred_value(after)?;
        let width = integer_of(&value)?;
        directive.left |= width < 0;
        directive.width = Some(limited(usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX))?);
        Ok(after)
    }

    fn precision<'f>(&mut self, after: &'f str, directive: &mut Directive) -> Result<&'f str, String> {
        if let Some(after) = after.strip_prefix('*') {
            let (value, after) = self.starred_value(after)?;
            let precision = integer_of(&value)?;
            directive.precision = usize::try_from(precision).ok().map(limited).transpose()?;
            return Ok(after);
        }
        let (number, after) = digits(after);
        directive.precision = Some(limited(number)?);
        Ok(after)
    }

    /// The argument of a `*`: the next one, or the one that `n$` names.
    fn starred_value<'f>(&mut self, after: &'f str) -> Result<(Value, &'f str), String> {
        let (number, rest) = digits(after);
        match rest.strip_prefix('$') {
            Some(rest) if rest.len() + 1 < after.len() => Ok((self.numbered_value(number)?, rest)),
            _ => Ok((self.next_value()?, after)),
        }
    }

    fn numbered_value(&mut self, number: usize) -> Result<Value, String> {
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

    fn name<'f>(&mut self, text: &'f str, end: char, directive: &mut Directive) -> Result<&'f str, String> {
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
        let [Value::Hash(entries)] = self.arguments else {
            return Err("one hash required".to_string());
        };
        match entries.get(&Value::string(name)) {
            Some(value) => directive.value = Some(value.clone()),
            None => return Err(format!("key{shown} not found")),
        }
        Ok(after)
    }

    fn next_value(&mut self) -> Result<Value, String> {
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

    fn write(&mut self, kind: char, mut directive: Directive, out: &mut String) -> Result<(), String> {
        if !"cspdiuxXobBfgGeEaA".contains(kind) {
            return Err(format!("malformed format string - %{kind}"));
        }
        let value = match directive.value.take() {
            Some(value) => value,
            None => self.next_value()?,
        };
        match kind {
            'c' => {
                let character = match &value {
                    Value::String(text) => text.chars().next().ok_or("%c requires a character")?,
                    other => {
                        let code = integer_of(other)?;
                        u32::try_from(code).ok().and_then(char::from_u32).ok_or("invalid character")?
                    }
                };
                write_text(&directive, character.encode_utf8(&mut [0; 4]), out);
            }
            's' => write_text(&directive, &to_s(&value), out),
            'p' => write_text(&directive, &inspect(&value), out),
            'd' | 'i' | 'u' => write_decimal(&directive, integer_of(&value)?, out),
            'x' | 'X' | 'o' | 'b' | 'B' => write_in_base(&directive, kind, integer_of(&value)?, out),
            _ => write_float(&directive, kind, &value, out)?,
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

fn pad(directive: &Directive, text: &str, out: &mut String) {
    let missing = directive.width.unwrap_or(0).saturating_sub(text.chars().count());
    if directive.left {
        out.push_str(text);
    }
    out.extend(std::iter::repeat_n(' ', missing));
    if !directive.left {
        out.push_str(text);
    }
}

fn write_text(directive: &Directive, text: &str, out: &mut String) {
    match directive.precision {
        Some(precision) => pad(directive, &text.chars().take(precision).collect::<String>(), out),
        None => pad(directive, text, out),
    }
}

/// Sign or prefix, then zeros up to the width, then the digits.
fn write_number(directive: &Directive, prefix: &str, body: &str, zeros: bool, fill: char, out: &mut String) {
    if zeros && directive.zero && !directive.left {
        let missing = directive.width.unwrap_or(0).saturating_sub(prefix.len() + body.len());
        out.push_str(prefix);
        out.extend(std::iter::repeat_n(fill, missing));
        out.push_str(body);
    } else {
        pad(directive, &format!("{prefix}{body}"), out);
    }
}

fn sign(directive: &Directive, negative: bool) -> &'static str {
    match (negative, directive.plus, directive.space) {
        (true, _, _) => "-",
        (false, true, _) => "+",
        (false, false, true) => " ",
        _ => "",
    }
}

fn at_least(digits: String, precision: Option<usize>, fill: char) -> String {
    let missing = precision.unwrap_or(0).saturating_sub(digits.len());
    std::iter::repeat_n(fill, missing).collect::<String>() + &digits
}

fn write_decimal(directive: &Directive, number: i128, out: &mut String) {
    let body = at_least(number.unsigned_abs().to_string(), directive.precision, '0');
    write_number(directive, sign(directive, number < 0), &body, directive.precision.is_none(), '0', out);
}

fn write_in_base(directive: &Directive, kind: char, number: i128, out: &mut String) {
    let in_base = |number: u128| match kind {
        'x' => format!("{number:x}"),
        'X' => format!("{number:X}"),
        'o' => format!("{number:o}"),
        _ => format!("{number:b}"),
    };
    let mut prefix = match kind {
        'x' => "0x",
        'X' => "0X",
        'o' => "0",
        'b' => "0b",
        _ => "0B",
    };
    let endless = number < 0 && !directive.plus && !directive.space;
    if !directive.alternate || number == 0 || (kind == 'o' && endless) {
        prefix = "";
    }
    if !endless {
        let body = at_least(in_base(number.unsigned_abs()), directive.precision, '0');
        let prefix = format!("{}{prefix}", sign(directive, number < 0));
        write_number(directive, &prefix, &body, directive.precision.is_none(), '0', out);
        return;
    }
    // Ruby writes a negative number as two's complement with endless leading digits, shown as two dots.
    let digit = match kind {
        'x' => 'f',
        'X' => 'F',
        'o' => '7',
        _ => '1',
    };
    let all = in_base(number as u128);
    let all = if kind == 'o' { all.get(1..).unwrap_or("").to_string() } else { all };
    let body = format!("{digit}{}", all.trim_start_matches(digit));
    let zero_width = (directive.zero && !directive.left).then(|| directive.width.unwrap_or(0));
    let wanted = directive.precision.or_else(|| zero_width.map(|width| width.saturating_sub(prefix.len())));
    let body = at_least(body, wanted.map(|width| width.saturating_sub(2)), digit);
    pad(directive, &format!("{prefix}..{body}"), out);
}

/// Ruby's `Integer(value)`.
fn integer_of(value: &Value) -> Result<i128, String> {
    match value {
        Value::Integer(number) => Ok(*number),
        Value::Float(number) if number.is_finite() => Ok(number.floor() as i128),
        Value::Float(number) => Err(crate::functions::ruby_text::float_text(*number)),
        Value::String(text) => {
            ruby_integer(text).ok_or_else(|| format!("invalid value for Integer(): {}", inspect(value)))
        }
        other => Err(format!("can't convert {} into Integer", conversion_name(other))),
    }
}

/// Ruby's `Integer(text)`: prefixes for the base, underscores between digits, nothing else.
pub fn ruby_integer(text: &str) -> Option<i128> {
    let text = text.trim();
    let (negative, unsigned) = match text.strip_prefix('-') {
        Some(rest) => (true, rest),
        None => (false, text.strip_prefix('+').unwrap_or(text)),
    };
    let lower = unsigned.to_ascii_lowercase();
    let (base, digits) = if let Some(digits) = lower.strip_prefix("0x") {
        (16, digits)
    } else if let Some(digits) = lower.strip_prefix("0b") {
        (2, digits)
    } else if let Some(digits) = lower.strip_prefix("0o") {
        (8, digits)
    } else if let Some(digits) = lower.strip_prefix("0d") {
        (10, digits)
    } else if lower.len() > 1 && lower.starts_with('0') {
        (8, lower.get(1..).unwrap_or("").trim_start_matches('_'))
    } else {
        (10, lower.as_str())
    };
    let well_formed =
        !digits.is_empty() && !digits.starts_with(['_', '+', '-']) && !digits.ends_with('_') && !digits.contains("__");
    if !well_formed {
        return None;
    }
    let number = i128::from_str_radix(&digits.replace('_', ""), base).ok()?;
    Some(if negative { -number } else { number })
}

fn conversion_name(value: &Value) -> String {
    match value {
        Value::Undef => "nil".to_string(),
        Value::Boolean(truth) => truth.to_string(),
        other => crate::functions::ruby_text::ruby_class(other),
    }
}

fn float_of(value: &Value) -> Result<f64, String> {
    match value {
        Value::Float(number) => Ok(*number),
        Value::Integer(number) => Ok(*number as f64),
        Value::String(text) => ruby_float(text).ok_or_else(|| format!("invalid value for Float(): {}", inspect(value))),
        other => Err(format!("can't convert {} into Float", conversion_name(other))),
    }
}

fn write_float(directive: &Directive, kind: char, value: &Value, out: &mut String) -> Result<(), String> {
    if let (Value::Integer(number), 'f') = (value, kind) {
        // Whole numbers keep all their digits.
        let precision = directive.precision.unwrap_or(6);
        let point = if precision > 0 || directive.alternate { "." } else { "" };
        let body = format!("{}{point}{}", number.unsigned_abs(), "0".repeat(precision));
        write_number(directive, sign(directive, *number < 0), &body, true, '0', out);
        return Ok(());
    }
    let number = float_of(value)?;
    let negative = number.is_sign_negative() && !number.is_nan();
    let magnitude = number.abs();
    let sign = sign(directive, negative);
    if !magnitude.is_finite() {
        let name = if magnitude.is_nan() { "NaN" } else { "Inf" };
        pad(directive, &format!("{sign}{name}"), out);
        return Ok(());
    }
    let body = match kind {
        'f' => fixed(magnitude, directive.precision.unwrap_or(6), directive.alternate),
        'e' | 'E' => exponential(magnitude, directive.precision.unwrap_or(6), directive.alternate),
        'g' | 'G' => general(magnitude, directive.precision.unwrap_or(6), directive.alternate),
        _ => {
            let body = hexadecimal(magnitude, directive.precision, directive.alternate);
            let (prefix, body) = body.split_at(2);
            let (prefix, body) = if kind == 'A' {
                (format!("{sign}{}", prefix.to_uppercase()), body.to_uppercase())
            } else {
                (format!("{sign}{prefix}"), body.to_string())
            };
            write_number(directive, &prefix, &body, true, '0', out);
            return Ok(());
        }
    };
    let body = if kind.is_ascii_uppercase() { body.to_uppercase() } else { body };
    write_number(directive, sign, &body, true, '0', out);
    Ok(())
}

fn fixed(number: f64, precision: usize, point: bool) -> String {
    let text = format!("{number:.precision$}");
    if precision == 0 && point { text + "." } else { text }
}

fn exponential(number: f64, precision: usize, point: bool) -> String {
    let text = format!("{number:.precision$e}");
    let (digits, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, exponent) = match exponent.strip_prefix('-') {
        Some(exponent) => ('-', exponent),
        None => ('+', exponent),
    };
    let point = if precision == 0 && point { "." } else { "" };
    format!("{digits}{point}e{sign}{exponent:0>2}")
}

/// The shorter of fixed and exponential, without trailing zeros unless they are asked for.
fn general(number: f64, precision: usize, keep_zeros: bool) -> String {
    let precision = precision.max(1);
    let scientific = exponential(number, precision - 1, false);
    let exponent: i32 = scientific.split_once('e').and_then(|(_, exponent)| exponent.parse().ok()).unwrap_or(0);
    let text = if exponent < -4 || exponent >= i32::try_from(precision).unwrap_or(i32::MAX) {
        scientific
    } else {
        let decimals = i64::try_from(precision).unwrap_or(0) - 1 - i64::from(exponent);
        fixed(number, usize::try_from(decimals).unwrap_or(0), false)
    };
    if keep_zeros {
        return text;
    }
    let (digits, exponent) = match text.split_once('e') {
        Some((digits, exponent)) => (digits, format!("e{exponent}")),
        None => (text.as_str(), String::new()),
    };
    let digits = if digits.contains('.') { digits.trim_end_matches('0').trim_end_matches('.') } else { digits };
    format!("{digits}{exponent}")
}

fn hexadecimal(number: f64, precision: Option<usize>, point_always: bool) -> String {
    let bits = number.to_bits();
    let exponent_bits = i64::from((bits >> 52) as u32 & 0x7ff);
    let mut fraction = bits & ((1 << 52) - 1);
    let mut whole = u64::from(number != 0.0);
    let mut exponent = if number == 0.0 { 0 } else { exponent_bits.max(1) - 1023 };
    while exponent_bits == 0 && fraction != 0 && fraction >> 52 == 0 {
        fraction <<= 1;
        exponent -= 1;
    }
    fraction &= (1 << 52) - 1;
    if let Some(precision) = precision.filter(|precision| *precision < 13) {
        let dropped = 4 * (13 - precision as u32);
        let half = 1_u64 << (dropped - 1);
        let full = (whole << 52) | fraction;
        let remainder = full & ((half << 1) - 1);
        let mut kept = full >> dropped;
        if remainder > half || (remainder == half && kept & 1 == 1) {
            kept += 1;
        }
        let full = kept << dropped;
        whole = full >> 52;
        fraction = full & ((1 << 52) - 1);
        if whole > 1 {
            whole = 1;
            exponent += 1;
        }
    }
    let digits = format!("{fraction:013x}");
    let digits = match precision {
        Some(precision) => format!("{digits:0<precision$}").chars().take(precision).collect::<String>(),
        None => digits.trim_end_matches('0').to_string(),
    };
    let point = if digits.is_empty() && !point_always { "" } else { "." };
    format!("0x{whole}{point}{digits}p{exponent:+}")
}

#[cfg(test)]
mod tests {
    use super::*;

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
