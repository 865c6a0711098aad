//! Formats of timespans: `%D-%H:%M:%S.%-N`, for reading and for printing.

use super::timestamp::NANOSECONDS_IN_SECOND;
use super::{HashEntries, Value};

/// Tried in this order where no format is given.
pub const DEFAULT_FORMATS: [&str; 8] =
    ["%D-%H:%M:%S.%-N", "%H:%M:%S.%-N", "%M:%S.%-N", "%S.%-N", "%D-%H:%M:%S", "%H:%M:%S", "%D-%H:%M", "%S"];

const MILLISECOND: i128 = 1_000_000;
const MINUTE: i128 = 60 * NANOSECONDS_IN_SECOND;
const HOUR: i128 = 60 * MINUTE;
const DAY: i128 = 24 * HOUR;

/// What a part of a format stands for, the widest unit last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Unit {
    Nanoseconds,
    Milliseconds,
    Seconds,
    Minutes,
    Hours,
    Days,
}

impl Unit {
    fn nanoseconds(self) -> i128 {
        match self {
            Unit::Nanoseconds => 1,
            Unit::Milliseconds => MILLISECOND,
            Unit::Seconds => NANOSECONDS_IN_SECOND,
            Unit::Minutes => MINUTE,
            Unit::Hours => HOUR,
            Unit::Days => DAY,
        }
    }

    fn default_width(self) -> usize {
        match self {
            Unit::Nanoseconds => 9,
            Unit::Milliseconds => 3,
            Unit::Seconds | Unit::Minutes | Unit::Hours => 2,
            Unit::Days => 1,
        }
    }

    fn is_fraction(self) -> bool {
        matches!(self, Unit::Nanoseconds | Unit::Milliseconds)
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Segment {
    Literal(String),
    Field {
        unit: Unit,
        /// What fills the width: `0`, a space, or nothing.
        padding: Option<char>,
        width: Option<usize>,
        /// The widest unit of the format counts all of the time.
        total: bool,
    },
}

/// A format, read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimespanFormat {
    text: String,
    segments: Vec<Segment>,
}

impl TimespanFormat {
    pub fn new(text: &str) -> Result<TimespanFormat, String> {
        let mut segments: Vec<Segment> = Vec::new();
        let mut characters = text.chars().enumerate().peekable();
        let mut literal = String::new();
        while let Some((start, c)) = characters.next() {
            if c != '%' {
                literal.push(c);
                continue;
            }
            let mut padding = Some('0');
            let mut width: Option<usize> = None;
            let mut first = true;
            loop {
                let bad = |position: usize| {
                    let specifier: String = text.chars().skip(start).take(position - start).collect();
                    Err(format!("Bad format specifier '{specifier}' in '{text}', at position {position}"))
                };
                let Some((position, c)) = characters.next() else {
                    return bad(text.chars().count().saturating_sub(1).max(start));
                };
                let unit = match c {
                    '%' => {
                        literal.push('%');
                        break;
                    }
                    '-' | '_' if !first => return bad(position),
                    '-' => {
                        padding = None;
                        first = false;
                        continue;
                    }
                    '_' => {
                        padding = Some(' ');
                        first = false;
                        continue;
                    }
                    '0' if first => {
                        first = false;
                        continue;
                    }
                    digit if digit.is_ascii_digit() => {
                        let digit = digit.to_digit(10).unwrap_or(0) as usize;
                        width = Some(width.unwrap_or(0).saturating_mul(10).saturating_add(digit).min(MAX_WIDTH));
                        first = false;
                        continue;
                    }
                    'D' => Unit::Days,
                    'H' => Unit::Hours,
                    'M' => Unit::Minutes,
                    'S' => Unit::Seconds,
                    'L' => Unit::Milliseconds,
                    'N' => Unit::Nanoseconds,
                    _ => return bad(position),
                };
                if !literal.is_empty() {
                    segments.push(Segment::Literal(std::mem::take(&mut literal)));
                }
                segments.push(Segment::Field { unit, padding, width, total: false });
                break;
            }
        }
        if !literal.is_empty() {
            segments.push(Segment::Literal(literal));
        }
        mark_widest(&mut segments);
        Ok(TimespanFormat { text: text.to_string(), segments })
    }

    /// The time as this format prints it.
    pub fn format(&self, nanoseconds: i128) -> String {
        let size = nanoseconds.saturating_abs();
        let mut text = String::new();
        if nanoseconds < 0 {
            text.push('-');
        }
        for segment in &self.segments {
            match segment {
                Segment::Literal(literal) => text.push_str(literal),
                Segment::Field { unit, padding, width, total } => {
                    let number = field_value(*unit, *width, *total, size);
                    text.push_str(&field_text(*unit, *padding, *width, *total, number));
                }
            }
        }
        text
    }

    /// The time that a text of this format means.
    pub fn parse(&self, text: &str) -> Result<i128, String> {
        let unable = || format!("Unable to parse '{text}' using format '{}'", self.text);
        let (negative, rest) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let captured = match_segments(&self.segments, rest).ok_or_else(unable)?;
        let mut nanoseconds: i128 = 0;
        for (segment, digits) in self.segments.iter().zip(captured) {
            let Segment::Field { unit, total, .. } = segment else {
                continue;
            };
            let digits = digits.trim_start();
            let number: i128 = digits.parse().map_err(|_| unable())?;
            let amount = if unit.is_fraction() {
                if *total {
                    return Err("Format specifiers %L and %N denotes fractions and must be used together with a \
                                specifier of higher magnitude"
                        .to_string());
                }
                let missing = u32::try_from(9_usize.saturating_sub(digits.len())).unwrap_or(0);
                number.saturating_mul(10_i128.pow(missing))
            } else {
                number.saturating_mul(unit.nanoseconds())
            };
            nanoseconds = nanoseconds.saturating_add(amount);
        }
        Ok(if negative { -nanoseconds } else { nanoseconds })
    }
}

/// Wider fields than this make no sense, and cost memory.
const MAX_WIDTH: usize = 1000;

fn mark_widest(segments: &mut [Segment]) {
    let widest = segments
        .iter()
        .filter_map(|segment| match segment {
            Segment::Field { unit, .. } => Some(*unit),
            Segment::Literal(_) => None,
        })
        .max();
    for segment in segments {
        if let Segment::Field { unit, total, .. } = segment
            && Some(*unit) == widest
        {
            *total = true;
            return;
        }
    }
}

fn field_value(unit: Unit, width: Option<usize>, total: bool, size: i128) -> i128 {
    match unit {
        Unit::Days => size / DAY,
        Unit::Hours if !total => size / HOUR % 24,
        Unit::Minutes if !total => size / MINUTE % 60,
        Unit::Seconds if !total => size / NANOSECONDS_IN_SECOND % 60,
        Unit::Milliseconds if !total => size / MILLISECOND % 1000,
        Unit::Nanoseconds => {
            let digits = width.unwrap_or(9).clamp(0, 9);
            let scale = 10_i128.pow(u32::try_from(9 - digits).unwrap_or(0));
            let scaled = size / scale;
            if total { scaled } else { scaled % 10_i128.pow(u32::try_from(digits).unwrap_or(9)) }
        }
        unit => size / unit.nanoseconds(),
    }
}

fn field_text(unit: Unit, padding: Option<char>, width: Option<usize>, total: bool, number: i128) -> String {
    let width = width.unwrap_or(unit.default_width());
    if unit.is_fraction() {
        let mut digits = number.to_string();
        if !total && padding != Some('0') {
            digits.truncate(digits.trim_end_matches('0').len().max(1));
        }
        return if padding.is_some() { format!("{digits:<width$}") } else { digits };
    }
    match padding {
        None => number.to_string(),
        Some('0') => format!("{number:0width$}"),
        Some(_) => format!("{number:width$}"),
    }
}

/// What each segment matches, with as many digits as possible first.
fn match_segments<'t>(segments: &[Segment], text: &'t str) -> Option<Vec<&'t str>> {
    let Some((segment, rest)) = segments.split_first() else {
        return text.is_empty().then(Vec::new);
    };
    match segment {
        Segment::Literal(literal) => {
            let mut captured = match_segments(rest, text.strip_prefix(literal.as_str())?)?;
            captured.insert(0, literal_of(text, literal.len()));
            Some(captured)
        }
        Segment::Field { unit, padding, width, total } => {
            let spaces = matches!(padding, Some(c) if *c != '0');
            let allowed = |byte: u8| byte.is_ascii_digit() || (spaces && byte.is_ascii_whitespace());
            let available = text.bytes().take_while(|byte| allowed(*byte)).count();
            let (min, max) = match (width, padding) {
                (Some(width), None) => (1, *width),
                (Some(width), Some(_)) => (*width, *width),
                (None, _) if *total => (1, usize::MAX),
                (None, _) => (1, unit.default_width()),
            };
            for length in (min..=available.min(max)).rev() {
                let (digits, after) = text.split_at_checked(length)?;
                if let Some(mut captured) = match_segments(rest, after) {
                    captured.insert(0, digits);
                    return Some(captured);
                }
            }
            None
        }
    }
}

fn literal_of(text: &str, length: usize) -> &str {
    text.get(..length).unwrap_or("")
}

/// Tries the formats in order.
pub fn parse_with_formats(text: &str, formats: &[&str]) -> Result<i128, String> {
    for format in formats {
        if let Ok(nanoseconds) = TimespanFormat::new(format)?.parse(text) {
            return Ok(nanoseconds);
        }
    }
    Err(format!("Unable to parse '{text}' using any of the formats {}", formats.join(", ")))
}

pub fn parse_with_defaults(text: &str) -> Result<i128, String> {
    parse_with_formats(text, &DEFAULT_FORMATS)
}

/// By one format, or by the first of several that fits; by the defaults where none is given.
pub fn parse_with_format_value(text: &str, format: Option<&Value>) -> Result<i128, String> {
    match format {
        Some(Value::String(format)) => TimespanFormat::new(format)?.parse(text),
        Some(Value::Array(formats)) => {
            let formats: Vec<&str> = formats.iter().filter_map(Value::as_str).collect();
            parse_with_formats(text, &formats)
        }
        _ => parse_with_defaults(text),
    }
}

/// From `{string => …, format => …}`, or from the units by name.
pub fn from_hash(entries: &HashEntries) -> Result<i128, String> {
    if let Some(Value::String(text)) = entries.get(&Value::from("string")) {
        return parse_with_format_value(text, entries.get(&Value::from("format")));
    }
    let field = |name: &str| match entries.get(&Value::from(name)) {
        Some(Value::Integer(number)) => *number,
        _ => 0,
    };
    let nanoseconds = from_fields(&[
        field("days"),
        field("hours"),
        field("minutes"),
        field("seconds"),
        field("milliseconds"),
        field("microseconds"),
        field("nanoseconds"),
    ]);
    let negative = matches!(entries.get(&Value::from("negative")), Some(Value::Boolean(true)));
    Ok(if negative { -nanoseconds } else { nanoseconds })
}

/// Days, hours, minutes, seconds, milliseconds, microseconds, nanoseconds.
pub fn from_fields(fields: &[i128]) -> i128 {
    const UNITS: [i128; 7] = [DAY, HOUR, MINUTE, NANOSECONDS_IN_SECOND, MILLISECOND, 1000, 1];
    fields.iter().zip(UNITS).fold(0_i128, |sum, (amount, unit)| sum.saturating_add(amount.saturating_mul(unit)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: i128 = NANOSECONDS_IN_SECOND;

    #[test]
    fn texts_are_read_by_the_default_formats() {
        for (text, nanoseconds) in [
            ("1-02:03:04.5", DAY + 2 * HOUR + 3 * MINUTE + 4 * SECOND + SECOND / 2),
            ("02:03:04", 2 * HOUR + 3 * MINUTE + 4 * SECOND),
            ("10", 10 * SECOND),
            ("1.5", SECOND + SECOND / 2),
            ("-1-00:00:00", -DAY),
            ("1-00:00", DAY),
        ] {
            assert_eq!(parse_with_defaults(text), Ok(nanoseconds), "{text}");
        }
        assert!(parse_with_defaults("03:04").is_err());
    }

    #[test]
    fn own_formats_count_all_of_the_time_in_their_widest_unit() {
        let parse = |text: &str, format: &str| TimespanFormat::new(format).and_then(|format| format.parse(text));
        assert_eq!(parse("90", "%S"), Ok(90 * SECOND));
        assert_eq!(parse("1h30", "%Hh%M"), Ok(90 * MINUTE));
        assert_eq!(parse("1", "%Q"), Err("Bad format specifier '%' in '%Q', at position 1".to_string()));
        assert!(parse("500", "%L").is_err());
        let format = TimespanFormat::new("%H:%M:%S").map(|format| format.format(25 * HOUR + 61 * SECOND));
        assert_eq!(format, Ok("25:01:01".to_string()));
    }
}
