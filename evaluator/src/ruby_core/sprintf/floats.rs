//! `%f`, `%e`, `%g` and `%a`.

use super::{Argument, Directive, Scalar, pad, sign, write_number};

/// Writes a number with `%f`, `%e`, `%g` or `%a`.
pub(super) fn write_float<A: Argument>(
    directive: &Directive<A>,
    kind: char,
    value: &A,
    out: &mut String,
) -> Result<(), String> {
    if kind == 'f' && matches!(value.scalar(), Scalar::Integer(_) | Scalar::Big(_)) {
        // Whole numbers keep all their digits.
        let number = super::whole(value)?;
        let precision = directive.precision.unwrap_or(6);
        let point = if precision > 0 { "." } else { "" };
        let body = format!("{}{point}{}", number.digits(10), "0".repeat(precision));
        write_number(directive, sign(directive, number.is_negative()), &body, true, '0', out);
        return Ok(());
    }
    let number = super::float(value)?;
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
