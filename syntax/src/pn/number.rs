//! Floats and regular expressions as Ruby prints them.

/// The shortest digits that give the value back; an exponent from 10^15 and below 10^-4.
pub(super) fn float(value: f64) -> String {
    let scientific = format!("{value:e}");
    let (digits, exponent) = scientific.split_once('e').unwrap_or((&scientific, "0"));
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if value == 0.0 || (-4..15).contains(&exponent) {
        let fixed = format!("{value}");
        return if fixed.contains('.') { fixed } else { format!("{fixed}.0") };
    }
    let digits = if digits.contains('.') { digits.to_string() } else { format!("{digits}.0") };
    let sign = if exponent < 0 { '-' } else { '+' };
    format!("{digits}e{sign}{:02}", exponent.abs())
}

/// A pattern beyond ASCII has options of its own in Ruby, which shows them.
pub(super) fn regexp(pattern: &str) -> String {
    if pattern.is_ascii() { pattern.to_string() } else { format!("(?-imx:{})", pattern.replace('/', "\\/")) }
}

#[cfg(test)]
mod tests {
    #[test]
    fn floats() {
        for (value, shown) in [
            (100000000000000.0, "100000000000000.0"),
            (1e15, "1.0e+15"),
            (6.02e23, "6.02e+23"),
            (0.0001, "0.0001"),
            (0.00001, "1.0e-05"),
            (0.0, "0.0"),
            (2.5, "2.5"),
            (-0.5, "-0.5"),
        ] {
            assert_eq!(super::float(value), shown);
        }
    }
}
