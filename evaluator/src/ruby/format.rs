//! Ruby's `format`: `%s`, `%d`, `%05.2f`, `%-10s`, `%<name>s`, `%{name}` and friends.

use num_bigint::BigInt;
use num_traits::{FromPrimitive, Signed};

use super::big_integers::complement_digits;
use super::value::RubyValue;

/// The text, or what Ruby's ArgumentError would say. Arguments by their numbers (`%2$s`) are for the other formatter.
pub fn format(template: &str, arguments: &[RubyValue]) -> Result<String, String> {
    if template.contains('$')
        && let Some(values) = arguments.iter().map(RubyValue::to_puppet).collect::<Option<Vec<_>>>()
        && let Ok(text) = crate::functions::ruby_format::sprintf(template, &values)
    {
        return Ok(text);
    }
    let mut result = String::with_capacity(template.len());
    let mut characters = template.chars().peekable();
    let mut next_argument = 0;
    while let Some(character) = characters.next() {
        if character != '%' {
            result.push(character);
            continue;
        }
        let mut spec = Spec::default();
        let mut named: Option<RubyValue> = None;
        loop {
            match characters.peek().copied() {
                Some('-') => spec.left = true,
                Some('0') => spec.zero = true,
                Some('+') => spec.plus = true,
                Some(' ') => spec.space = true,
                Some('#') => spec.alternate = true,
                Some('<') => {
                    characters.next();
                    let name: String = characters.by_ref().take_while(|c| *c != '>').collect();
                    named = Some(named_argument(arguments, &name)?);
                    continue;
                }
                _ => break,
            }
            characters.next();
        }
        if characters.peek() == Some(&'{') {
            characters.next();
            let name: String = characters.by_ref().take_while(|c| *c != '}').collect();
            result.push_str(&spec.pad(named_argument(arguments, &name)?.to_text(), false));
            continue;
        }
        let mut take = |named: Option<RubyValue>| -> Result<RubyValue, String> {
            if let Some(value) = named {
                return Ok(value);
            }
            let value = arguments.get(next_argument).cloned().ok_or("too few arguments")?;
            next_argument += 1;
            Ok(value)
        };
        spec.width = read_number(&mut characters);
        if characters.peek() == Some(&'*') {
            characters.next();
            if let RubyValue::Integer(width) = take(None)? {
                spec.left |= width < 0;
                spec.width = Some(usize::try_from(width.unsigned_abs()).unwrap_or(usize::MAX));
            }
        }
        if characters.peek() == Some(&'.') {
            characters.next();
            spec.precision = Some(read_number(&mut characters).unwrap_or(0));
        }
        if spec.width.max(spec.precision) > Some(MOST_WIDTH) {
            return Err("width too big".into());
        }
        let kind = characters.next().ok_or("incomplete format specifier; use %% (double %) instead")?;
        let text = match kind {
            '%' => {
                result.push('%');
                continue;
            }
            's' | 'p' => {
                let value = take(named)?;
                let mut text = if kind == 's' { value.to_text() } else { value.inspect() };
                if let Some(precision) = spec.precision {
                    text = text.chars().take(precision).collect();
                }
                spec.pad(text, false)
            }
            'c' => {
                let text = match take(named)? {
                    RubyValue::Integer(code) => match u32::try_from(code).ok().and_then(char::from_u32) {
                        Some(c) => c.to_string(),
                        None => return Err("invalid character".into()),
                    },
                    other => other.to_text().chars().take(1).collect(),
                };
                spec.pad(text, false)
            }
            'd' | 'i' | 'u' => {
                let value = integer(&take(named)?)?;
                let digits = spec.at_least(value.magnitude().to_string(), '0');
                spec.pad(spec.signed(value.is_negative(), digits), spec.precision.is_none())
            }
            'x' | 'X' | 'o' | 'b' | 'B' => {
                let value = integer(&take(named)?)?;
                let radix = match kind {
                    'x' | 'X' => 16,
                    'o' => 8,
                    _ => 2,
                };
                let upper = |digits: String| if kind == 'X' { digits.to_uppercase() } else { digits };
                let prefix = match (spec.alternate, kind) {
                    (true, 'x') => "0x",
                    (true, 'X') => "0X",
                    (true, 'o') => "0",
                    (true, 'b') => "0b",
                    (true, 'B') => "0B",
                    _ => "",
                };
                if value.is_negative() && !spec.plus && !spec.space {
                    let text = spec.complement(upper(complement_digits(&value, radix)), prefix);
                    spec.pad(text, false)
                } else {
                    let digits = spec.at_least(upper(value.magnitude().to_str_radix(radix)), '0');
                    let text = spec.signed(value.is_negative(), format!("{prefix}{digits}"));
                    spec.pad(text, spec.precision.is_none())
                }
            }
            'a' | 'A' => {
                let value = float(&take(named)?)?;
                let digits = hexadecimal(value.abs());
                let digits = if kind == 'A' { digits.to_uppercase() } else { digits };
                spec.pad(spec.signed(value.is_sign_negative(), digits), true)
            }
            'f' => {
                let value = float(&take(named)?)?;
                let digits = format!("{:.*}", spec.precision.unwrap_or(6), value.abs());
                spec.pad(spec.signed(value.is_sign_negative(), digits), true)
            }
            'e' | 'E' | 'g' | 'G' => {
                let value = float(&take(named)?)?;
                let digits = if matches!(kind, 'e' | 'E') {
                    scientific(value.abs(), spec.precision.unwrap_or(6))
                } else {
                    shortest(value.abs(), spec.precision.unwrap_or(6))
                };
                let digits = if kind.is_ascii_uppercase() { digits.to_uppercase() } else { digits };
                spec.pad(spec.signed(value.is_sign_negative(), digits), true)
            }
            other => return Err(format!("malformed format string - %{other}")),
        };
        result.push_str(&text);
    }
    Ok(result)
}

const MOST_WIDTH: usize = 100_000;

#[derive(Default)]
struct Spec {
    left: bool,
    zero: bool,
    plus: bool,
    space: bool,
    alternate: bool,
    width: Option<usize>,
    precision: Option<usize>,
}

impl Spec {
    /// Fills digits up to the precision.
    fn at_least(&self, digits: String, fill: char) -> String {
        let missing = self.precision.unwrap_or(0).saturating_sub(digits.len());
        if missing == 0 { digits } else { fill.to_string().repeat(missing) + &digits }
    }

    /// The form of a negative number whose digits go on to the left without end.
    fn complement(&self, digits: String, prefix: &str) -> String {
        let fill = digits.chars().next().unwrap_or('1').to_string();
        let wanted = match (self.precision, self.zero && !self.left) {
            (Some(precision), _) => precision,
            (None, true) => self.width.unwrap_or(0).saturating_sub(prefix.len()),
            (None, false) => 0,
        };
        let missing = wanted.saturating_sub(digits.len() + 2);
        format!("{prefix}..{}{digits}", fill.repeat(missing))
    }

    fn signed(&self, is_negative: bool, digits: String) -> String {
        match (is_negative, self.plus, self.space) {
            (true, _, _) => format!("-{digits}"),
            (false, true, _) => format!("+{digits}"),
            (false, false, true) => format!(" {digits}"),
            _ => digits,
        }
    }

    fn pad(&self, text: String, numeric: bool) -> String {
        let width = self.width.unwrap_or(0);
        let missing = width.saturating_sub(text.chars().count());
        if self.left {
            text + &" ".repeat(missing)
        } else if self.zero && numeric {
            let sign = text.len() - text.trim_start_matches(['+', '-', ' ']).len();
            format!("{}{}{}", &text[..sign], "0".repeat(missing), &text[sign..])
        } else {
            " ".repeat(missing) + &text
        }
    }
}

fn read_number(characters: &mut std::iter::Peekable<std::str::Chars<'_>>) -> Option<usize> {
    let mut number = None;
    while let Some(digit) = characters.peek().and_then(|c| c.to_digit(10)) {
        characters.next();
        number = Some((number.unwrap_or(0) * 10 + digit as usize).min(MOST_WIDTH + 1));
    }
    number
}

fn named_argument(arguments: &[RubyValue], name: &str) -> Result<RubyValue, String> {
    match arguments.first() {
        Some(RubyValue::Hash(hash)) => {
            hash.borrow().get(&RubyValue::Symbol(name.into())).ok_or_else(|| format!("key<{name}> not found"))
        }
        _ => Err("one hash required".into()),
    }
}

fn integer(value: &RubyValue) -> Result<BigInt, String> {
    match value {
        RubyValue::Integer(value) => Ok(BigInt::from(*value)),
        RubyValue::Big(value) => Ok((**value).clone()),
        RubyValue::Float(value) => {
            BigInt::from_f64(value.floor()).ok_or_else(|| crate::value::numbers::float_text(*value))
        }
        RubyValue::String(text) => {
            text.borrow().trim().parse().map_err(|_| format!("invalid value for Integer(): {}", value.inspect()))
        }
        RubyValue::Nil => Err("can't convert nil into Integer".into()),
        other => Err(format!("can't convert {} into Integer", other.class_name())),
    }
}

fn float(value: &RubyValue) -> Result<f64, String> {
    match value {
        RubyValue::Integer(value) => Ok(*value as f64),
        RubyValue::Float(value) => Ok(*value),
        RubyValue::String(text) => {
            text.borrow().trim().parse().map_err(|_| format!("invalid value for Float(): {}", value.inspect()))
        }
        RubyValue::Nil => Err("can't convert nil into Float".into()),
        other => Err(format!("can't convert {} into Float", other.class_name())),
    }
}

/// `0x1.8p+0`: the bits of a float.
fn hexadecimal(value: f64) -> String {
    if value == 0.0 {
        return "0x0p+0".to_string();
    }
    let bits = value.to_bits();
    let (exponent, fraction) = ((bits >> 52 & 0x7ff) as i64, bits & ((1 << 52) - 1));
    let (lead, exponent) = if exponent == 0 { (0, -1022) } else { (1, exponent - 1023) };
    let digits = format!("{fraction:013x}");
    let digits = digits.trim_end_matches('0');
    let point = if digits.is_empty() { "" } else { "." };
    format!("0x{lead}{point}{digits}p{exponent:+}")
}

fn scientific(value: f64, precision: usize) -> String {
    let text = format!("{value:.precision$e}");
    let (mantissa, exponent) = text.split_once('e').unwrap_or((&text, "0"));
    let (sign, digits) = match exponent.strip_prefix('-') {
        Some(digits) => ('-', digits),
        None => ('+', exponent),
    };
    format!("{mantissa}e{sign}{digits:0>2}")
}

fn shortest(value: f64, precision: usize) -> String {
    let precision = precision.max(1);
    let exponent = if value == 0.0 { 0 } else { value.log10().floor() as i32 };
    let text = if exponent < -4 || exponent >= precision as i32 {
        scientific(value, precision - 1)
    } else {
        format!("{:.*}", (precision as i32 - 1 - exponent).max(0) as usize, value)
    };
    match text.split_once('e') {
        Some((mantissa, exponent)) => format!("{}e{exponent}", trim_zeros(mantissa)),
        None => trim_zeros(&text).to_string(),
    }
}

fn trim_zeros(text: &str) -> &str {
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formats_as_ruby_does() {
        let number = RubyValue::Integer(42);
        for (template, text) in [
            ("%d", "42"),
            ("%05d", "00042"),
            ("%-5d|", "42   |"),
            ("%x", "2a"),
            ("%#o", "052"),
            ("%.2f", "42.00"),
            ("%+d", "+42"),
            ("100%%", "100%"),
        ] {
            assert_eq!(format(template, std::slice::from_ref(&number)).as_deref(), Ok(text), "{template}");
        }
        assert_eq!(format("%s-%s", &[number]), Err("too few arguments".to_string()));
        for (template, value, text) in [
            ("%c", 65, "A"),
            ("%x", -255, "..f01"),
            ("%b", -5, "..1011"),
            ("%o", -8, "..70"),
            ("%08x", -255, "..ffff01"),
            ("%8x", -255, "   ..f01"),
            ("%+x", -255, "-ff"),
            ("%#x", -255, "0x..f01"),
            ("%.10x", -255, "..ffffff01"),
            ("%.3d", 5, "005"),
            ("%.5x", 255, "000ff"),
        ] {
            assert_eq!(format(template, &[RubyValue::Integer(value)]).as_deref(), Ok(text), "{template}");
        }
        assert_eq!(format("%a", &[RubyValue::Float(-0.1)]).as_deref(), Ok("-0x1.999999999999ap-4"));
    }
}
