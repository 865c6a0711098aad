//! `%d`, `%x`, `%o` and `%b`, for integers of any size.

use num_bigint::BigInt;
use num_traits::{FromPrimitive as _, Signed as _, ToPrimitive as _};

use super::{Directive, pad, sign, write_number};
use crate::ruby_core::big_integers::complement_digits;
use crate::value::numbers::float_text;

/// An integer of any size; the small form spares the many small ones the work of the large.
pub(super) enum Whole {
    Small(i128),
    Big(BigInt),
}

impl Whole {
    /// Returns a float without what is behind its point.
    pub fn truncated(number: f64) -> Result<Self, String> {
        BigInt::from_f64(number.trunc()).map(Whole::Big).ok_or_else(|| float_text(number))
    }

    pub fn is_negative(&self) -> bool {
        match self {
            Whole::Small(number) => *number < 0,
            Whole::Big(number) => number.is_negative(),
        }
    }

    fn is_zero(&self) -> bool {
        matches!(self, Whole::Small(0)) || matches!(self, Whole::Big(number) if *number == BigInt::ZERO)
    }

    pub fn small(&self) -> Option<i128> {
        match self {
            Whole::Small(number) => Some(*number),
            Whole::Big(number) => number.to_i128(),
        }
    }

    /// Returns the digits without the sign.
    pub fn digits(&self, radix: u32) -> String {
        match (self, radix) {
            (Whole::Small(number), 16) => format!("{:x}", number.unsigned_abs()),
            (Whole::Small(number), 8) => format!("{:o}", number.unsigned_abs()),
            (Whole::Small(number), 2) => format!("{:b}", number.unsigned_abs()),
            (Whole::Small(number), _) => number.unsigned_abs().to_string(),
            (Whole::Big(number), radix) => number.magnitude().to_str_radix(radix),
        }
    }

    /// Returns the digits of a negative number as a two's complement that goes on to the left without end.
    fn complement(&self, radix: u32) -> String {
        match self {
            Whole::Small(number) => complement_digits(&BigInt::from(*number), radix),
            Whole::Big(number) => complement_digits(number, radix),
        }
    }
}

fn at_least(digits: String, precision: Option<usize>, fill: char) -> String {
    let missing = precision.unwrap_or(0).saturating_sub(digits.len());
    std::iter::repeat_n(fill, missing).collect::<String>() + &digits
}

/// Writes `%d`.
pub(super) fn write_decimal<A>(directive: &Directive<A>, number: &Whole, out: &mut String) {
    let body = at_least(number.digits(10), directive.precision, '0');
    write_number(directive, sign(directive, number.is_negative()), &body, directive.precision.is_none(), '0', out);
}

/// Writes `%x`, `%X`, `%o`, `%b` or `%B`.
pub(super) fn write_in_base<A>(directive: &Directive<A>, kind: char, number: &Whole, out: &mut String) {
    let (radix, mut prefix) = match kind {
        'x' => (16, "0x"),
        'X' => (16, "0X"),
        'o' => (8, "0"),
        'b' => (2, "0b"),
        _ => (2, "0B"),
    };
    let cased = |digits: String| if kind == 'X' { digits.to_uppercase() } else { digits };
    let endless = number.is_negative() && !directive.plus && !directive.space;
    if !directive.alternate || number.is_zero() || (kind == 'o' && endless) {
        prefix = "";
    }
    if !endless {
        let body = at_least(cased(number.digits(radix)), directive.precision, '0');
        let prefix = format!("{}{prefix}", sign(directive, number.is_negative()));
        write_number(directive, &prefix, &body, directive.precision.is_none(), '0', out);
        return;
    }
    // Ruby writes a negative number as two's complement with endless leading digits, shown as two dots.
    let body = cased(number.complement(radix));
    let fill = body.chars().next().unwrap_or('1');
    let zero_width = (directive.zero && !directive.left).then(|| directive.width.unwrap_or(0));
    let wanted = directive.precision.or_else(|| zero_width.map(|width| width.saturating_sub(prefix.len())));
    let body = at_least(body, wanted.map(|width| width.saturating_sub(2)), fill);
    pad(directive, &format!("{prefix}..{body}"), out);
}
