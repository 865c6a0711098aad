//! Puppet's own formats for Timespans: `%D %H %M %S %L %N`. The largest unit of a format shows the total, the others
//! what is left of it.

/// A unit with what stands before it in the format.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanoseconds,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
}

enum Segment {
    Literal(String),
    Value { unit: Unit, padding: Option<char>, width: Option<usize> },
}

/// No width is taken beyond this, so that a format cannot ask for gigabytes.
const MAX_WIDTH: usize = 1 << 16;

/// The timespan in a format, or what is wrong with the format.
pub fn format_timespan(nanoseconds: i128, format: &str) -> Result<String, String> {
    let segments = parse(format)?;
    let highest = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Value { unit, .. } => Some(*unit),
            Segment::Literal(_) => None,
        })
        .max();
    let mut total_shown = false;
    let magnitude = nanoseconds.unsigned_abs();
    let mut out = String::new();
    if nanoseconds < 0 {
        out.push('-');
    }
    for segment in &segments {
        match segment {
            Segment::Literal(text) => out.push_str(text),
            Segment::Value { unit, padding, width } => {
                let total = Some(*unit) == highest && !total_shown;
                total_shown |= total;
                write_unit(magnitude, *unit, *padding, *width, total, &mut out);
            }
        }
    }
    Ok(out)
}

fn parse(format: &str) -> Result<Vec<Segment>, String> {
    let mut segments: Vec<Segment> = Vec::new();
    let mut literal = String::new();
    let characters: Vec<char> = format.chars().collect();
    let bad = |start: usize, position: usize| {
        let specifier: String = characters.get(start..position).unwrap_or(&[]).iter().collect();
        format!("Bad format specifier '{specifier}' in '{format}', at position {position}")
    };
    let mut position = 0;
    while let Some(character) = characters.get(position) {
        if *character != '%' {
            literal.push(*character);
            position += 1;
            continue;
        }
        let start = position;
        let mut padding = Some('0');
        let mut width: Option<usize> = None;
        let mut first = true;
        loop {
            position += 1;
            let Some(character) = characters.get(position) else {
                return Err(bad(start, position.saturating_sub(1)));
            };
            let unit = match character {
                '%' => {
                    literal.push('%');
                    break;
                }
                '-' if first => {
                    padding = None;
                    None
                }
                '_' if first => {
                    padding = Some(' ');
                    None
                }
                'D' => Some(Unit::Days),
                'H' => Some(Unit::Hours),
                'M' => Some(Unit::Minutes),
                'S' => Some(Unit::Seconds),
                'L' => Some(Unit::Milliseconds),
                'N' => Some(Unit::Nanoseconds),
                '0' if first => None,
                digit => match digit.to_digit(10) {
                    Some(digit) => {
                        let wider = width.unwrap_or(0).saturating_mul(10).saturating_add(digit as usize);
                        width = Some(wider.min(MAX_WIDTH));
                        None
                    }
                    None => return Err(bad(start, position)),
                },
            };
            first = false;
            if let Some(unit) = unit {
                if !literal.is_empty() {
                    segments.push(Segment::Literal(std::mem::take(&mut literal)));
                }
                segments.push(Segment::Value { unit, padding, width });
                break;
            }
        }
        position += 1;
    }
    if !literal.is_empty() {
        segments.push(Segment::Literal(literal));
    }
    Ok(segments)
}

const SECOND: u128 = 1_000_000_000;

fn write_unit(
    nanoseconds: u128,
    unit: Unit,
    padding: Option<char>,
    width: Option<usize>,
    total: bool,
    out: &mut String,
) {
    let (size, within, default_width) = match unit {
        Unit::Days => (86_400 * SECOND, None, 1),
        Unit::Hours => (3_600 * SECOND, Some(24), 2),
        Unit::Minutes => (60 * SECOND, Some(60), 2),
        Unit::Seconds => (SECOND, Some(60), 2),
        Unit::Milliseconds => (SECOND / 1_000, Some(1_000), 3),
        Unit::Nanoseconds => {
            let digits = width.unwrap_or(9).min(9) as u32;
            (10_u128.pow(9 - digits), Some(10_u128.pow(digits)), 9)
        }
    };
    let mut number = nanoseconds / size;
    if let (Some(within), false) = (within, total) {
        number %= within;
    }
    let width = width.unwrap_or(default_width);
    if !matches!(unit, Unit::Milliseconds | Unit::Nanoseconds) {
        match padding {
            None => out.push_str(&number.to_string()),
            Some(' ') => out.push_str(&format!("{number:width$}")),
            Some(_) => out.push_str(&format!("{number:0width$}")),
        }
        return;
    }
    // Fractions are justified to the left; zeros at their end go unless padded with zeros.
    while padding != Some('0') && !total && number != 0 && number.is_multiple_of(10) {
        number /= 10;
    }
    match padding {
        None => out.push_str(&number.to_string()),
        Some(_) => out.push_str(&format!("{number:<width$}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SPAN: i128 = 93_784_500_000_000;

    #[test]
    fn the_largest_unit_shows_the_total() {
        let formatted = |format| format_timespan(SPAN, format).unwrap_or_else(|error| error);
        assert_eq!(formatted("%D-%H:%M:%S"), "1-02:03:04");
        assert_eq!(formatted("%S"), "93784");
        assert_eq!(formatted("%L %N"), "93784500 500000000");
        assert_eq!(formatted("%-H %_H %05H"), "26  2 00002");
        assert_eq!(formatted("%S.%-N"), "93784.5");
        assert_eq!(format_timespan(-SPAN, "%D %%").as_deref(), Ok("-1 %"));
    }

    #[test]
    fn a_bad_format_is_named() {
        assert_eq!(format_timespan(0, "%Q"), Err("Bad format specifier '%' in '%Q', at position 1".to_string()));
        assert_eq!(format_timespan(0, "%"), Err("Bad format specifier '' in '%', at position 0".to_string()));
    }
}
