//! Formats of timestamps for reading, as Ruby's `strptime` reads them.

use jiff::civil::Date;

use super::timestamp::NANOSECONDS_IN_SECOND;
use super::{HashEntries, Value};

const FORMATS_WITHOUT_ZONE: [&str; 5] = ["%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

const DEFAULT_FORMATS: [&str; 10] =
    ["%FT%T.%N %Z", "%FT%T %Z", "%F %T.%N %Z", "%F %T %Z", "%F %Z", "%FT%T.%N", "%FT%T", "%F %T.%N", "%F %T", "%F"];

/// Zones by name with their distance from UTC in minutes.
const ZONES: [(&str, i128); 33] = [
    ("utc", 0),
    ("ut", 0),
    ("gmt", 0),
    ("z", 0),
    ("est", -300),
    ("edt", -240),
    ("cst", -360),
    ("cdt", -300),
    ("mst", -420),
    ("mdt", -360),
    ("pst", -480),
    ("pdt", -420),
    ("akst", -540),
    ("akdt", -480),
    ("hst", -600),
    ("ast", -240),
    ("adt", -180),
    ("nst", -210),
    ("ndt", -150),
    ("wet", 0),
    ("west", 60),
    ("bst", 60),
    ("cet", 60),
    ("cest", 120),
    ("met", 60),
    ("mest", 120),
    ("eet", 120),
    ("eest", 180),
    ("msk", 180),
    ("msd", 240),
    ("ist", 330),
    ("jst", 540),
    ("sgt", 480),
];

/// What a text said; what it did not say is absent.
#[derive(Clone, Debug, Default)]
struct Fields {
    year: Option<i128>,
    month: Option<i128>,
    day: Option<i128>,
    hour: Option<i128>,
    minute: Option<i128>,
    second: Option<i128>,
    nanosecond: Option<i128>,
    afternoon: Option<bool>,
    zone: Option<String>,
}

pub fn nanoseconds_of_integer(seconds: i128) -> i128 {
    seconds.saturating_mul(NANOSECONDS_IN_SECOND)
}

pub fn nanoseconds_of_float(seconds: f64) -> i128 {
    (seconds * NANOSECONDS_IN_SECOND as f64) as i128
}

/// By the default formats; the time is of the zone where one is given.
pub fn parse_with_defaults(text: &str, zone: Option<&str>) -> Result<i128, String> {
    let formats: &[&str] = if zone.is_some() { &FORMATS_WITHOUT_ZONE } else { &DEFAULT_FORMATS };
    parse_with_formats(text, formats, zone)
}

/// By one format, or by the first of several that fits; by the defaults where none is given.
pub fn parse_with_format_value(text: &str, format: Option<&Value>, zone: Option<&str>) -> Result<i128, String> {
    match format {
        Some(Value::String(format)) => {
            let fields =
                read(text, format).ok_or_else(|| format!("Unable to parse '{text}' using format '{format}'"))?;
            if zone.is_some() && fields.zone.is_some() {
                return Err("Using a Timezone designator in format specification is mutually exclusive to providing \
                            an explicit timezone argument"
                    .to_string());
            }
            to_nanoseconds(&fields, zone)
        }
        Some(Value::Array(formats)) => {
            let formats: Vec<&str> = formats.iter().filter_map(Value::as_str).collect();
            parse_with_formats(text, &formats, zone)
        }
        _ => parse_with_defaults(text, zone),
    }
}

/// From `{string => …, format => …, timezone => …}`.
pub fn from_hash(entries: &HashEntries) -> Result<i128, String> {
    let text = |name: &str| entries.get(&Value::from(name)).and_then(Value::as_str);
    let Some(string) = text("string") else {
        return Err("no implicit conversion of nil into String".to_string());
    };
    parse_with_format_value(string, entries.get(&Value::from("format")), text("timezone"))
}

fn parse_with_formats(text: &str, formats: &[&str], zone: Option<&str>) -> Result<i128, String> {
    for format in formats {
        if let Some(fields) = read(text, format)
            && !(zone.is_some() && fields.zone.is_some())
        {
            return to_nanoseconds(&fields, zone);
        }
    }
    Err(format!("Unable to parse '{text}' using any of the formats {}", formats.join(", ")))
}

/// Minutes east of UTC that a zone's name or number means.
pub fn zone_offset_minutes(zone: &str) -> Option<i128> {
    let zone = zone.trim();
    let lower = zone.to_ascii_lowercase();
    if let Some((_, minutes)) = ZONES.iter().find(|(name, _)| *name == lower) {
        return Some(*minutes);
    }
    if let [letter @ b'a'..=b'y'] = lower.as_bytes() {
        return military_zone_hours(*letter).map(|hours| hours * 60);
    }
    let number = lower.strip_prefix("gmt").or_else(|| lower.strip_prefix("utc")).unwrap_or(&lower);
    let (negative, digits) = match number.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, number.strip_prefix('+')?),
    };
    let (hours, minutes) = match digits.split_once(':') {
        Some((hours, minutes)) => (hours.parse::<i128>().ok()?, minutes.parse::<i128>().ok()?),
        None => {
            let number = digits.parse::<i128>().ok()?;
            if digits.len() > 2 { (number / 100, number % 100) } else { (number, 0) }
        }
    };
    let total = hours * 60 + minutes;
    Some(if negative { -total } else { total })
}

/// The zones that have one letter: `a` to `m` are east of UTC, `n` to `y` west; `j` is none.
fn military_zone_hours(letter: u8) -> Option<i128> {
    match letter {
        b'a'..=b'i' => Some(i128::from(letter - b'a') + 1),
        b'k'..=b'm' => Some(i128::from(letter - b'a')),
        b'n'..=b'y' => Some(-(i128::from(letter - b'n') + 1)),
        _ => None,
    }
}

fn to_nanoseconds(fields: &Fields, zone: Option<&str>) -> Result<i128, String> {
    let zone = zone.or(fields.zone.as_deref());
    let offset = match zone {
        Some(zone) => zone_offset_minutes(zone).ok_or_else(|| format!("Illegal timezone '{zone}'"))?,
        None => 0,
    };
    let year = fields.year.ok_or("no implicit conversion of nil into Integer")?;
    let hour = match (fields.hour.unwrap_or(0), fields.afternoon) {
        (12, Some(false)) => 0,
        (hour, Some(true)) if hour < 12 => hour + 12,
        (hour, _) => hour,
    };
    let days = days_since_1970(year, fields.month.unwrap_or(1), fields.day.unwrap_or(1))
        .ok_or_else(|| "argument out of range".to_string())?;
    let minutes = (days * 24 + hour) * 60 + fields.minute.unwrap_or(0) - offset;
    Ok((minutes * 60 + fields.second.unwrap_or(0)) * NANOSECONDS_IN_SECOND + fields.nanosecond.unwrap_or(0))
}

/// The 31st of a shorter month is in the next one.
fn days_since_1970(year: i128, month: i128, day: i128) -> Option<i128> {
    let first = Date::new(i16::try_from(year).ok()?, i8::try_from(month).ok()?, 1).ok()?;
    let epoch = Date::new(1970, 1, 1).ok()?;
    let days = epoch.until(first).ok()?.get_days();
    Some(i128::from(days) + day - 1)
}

/// Reads all of the text by the format.
fn read(text: &str, format: &str) -> Option<Fields> {
    let mut reader = Reader { rest: text, fields: Fields::default() };
    reader.read_format(format)?;
    reader.rest.is_empty().then_some(reader.fields)
}

struct Reader<'t> {
    rest: &'t str,
    fields: Fields,
}

const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const WEEKDAYS: [&str; 7] = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];

impl Reader<'_> {
    fn read_format(&mut self, format: &str) -> Option<()> {
        let mut characters = format.chars().peekable();
        while let Some(c) = characters.next() {
            if c.is_whitespace() {
                self.rest = self.rest.trim_start();
                continue;
            }
            if c != '%' {
                self.rest = self.rest.strip_prefix(c)?;
                continue;
            }
            while characters.next_if(|c| matches!(c, '-' | '_' | '0' | '^' | '#' | 'E' | 'O' | ':')).is_some() {}
            let mut width = String::new();
            while let Some(digit) = characters.next_if(char::is_ascii_digit) {
                width.push(digit);
            }
            let directive = characters.next()?;
            let next_is_number = matches!(characters.peek(), Some('%' | '0'..='9'));
            self.read_directive(directive, width.parse().ok(), next_is_number)?;
        }
        Some(())
    }

    fn read_directive(&mut self, directive: char, width: Option<usize>, next_is_number: bool) -> Option<()> {
        match directive {
            'F' => self.read_format("%Y-%m-%d"),
            'T' | 'X' => self.read_format("%H:%M:%S"),
            'R' => self.read_format("%H:%M"),
            'r' => self.read_format("%I:%M:%S %p"),
            'D' | 'x' => self.read_format("%m/%d/%y"),
            'c' => self.read_format("%a %b %e %H:%M:%S %Y"),
            'Y' => {
                let negative = self.rest.starts_with('-');
                self.rest = self.rest.strip_prefix(['-', '+']).unwrap_or(self.rest);
                let limit = width.unwrap_or(if next_is_number { 4 } else { 9 });
                let year = self.number(limit, 0, i128::MAX)?;
                self.fields.year = Some(if negative { -year } else { year });
                Some(())
            }
            'y' => {
                let year = self.number(2, 0, 99)?;
                self.fields.year = Some(if year >= 69 { 1900 + year } else { 2000 + year });
                Some(())
            }
            // Read, but of no use for a date that Puppet puts together from year, month and day.
            'j' => self.number(3, 1, 366).map(|_| ()),
            's' => self.number(20, 0, i128::MAX).map(|_| ()),
            'm' => self.number(2, 1, 12).map(|month| self.fields.month = Some(month)),
            'd' | 'e' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.number(2, 1, 31).map(|day| self.fields.day = Some(day))
            }
            'H' | 'k' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.number(2, 0, 24).map(|hour| self.fields.hour = Some(hour))
            }
            'I' | 'l' => {
                self.rest = self.rest.strip_prefix(' ').unwrap_or(self.rest);
                self.number(2, 1, 12).map(|hour| self.fields.hour = Some(hour))
            }
            'M' => self.number(2, 0, 59).map(|minute| self.fields.minute = Some(minute)),
            'S' => self.number(2, 0, 60).map(|second| self.fields.second = Some(second)),
            'N' => self.fraction(width.unwrap_or(usize::MAX)),
            'L' => self.fraction(width.unwrap_or(if next_is_number { 3 } else { usize::MAX })),
            'p' | 'P' => {
                let lower = self.rest.get(..2)?.to_ascii_lowercase();
                self.fields.afternoon = Some(match lower.as_str() {
                    "am" => false,
                    "pm" => true,
                    _ => return None,
                });
                self.rest = self.rest.get(2..)?;
                Some(())
            }
            'b' | 'B' | 'h' => {
                let month = self.name(&MONTHS)?;
                self.fields.month = i128::try_from(month + 1).ok();
                Some(())
            }
            'a' | 'A' => self.name(&WEEKDAYS).map(|_| ()),
            'z' | 'Z' => self.zone(),
            'n' | 't' => {
                self.rest = self.rest.trim_start();
                Some(())
            }
            '%' => {
                self.rest = self.rest.strip_prefix('%')?;
                Some(())
            }
            _ => None,
        }
    }

    fn number(&mut self, max_digits: usize, min: i128, max: i128) -> Option<i128> {
        let length = self.rest.bytes().take(max_digits).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(length)?;
        let number: i128 = digits.parse().ok()?;
        (min..=max).contains(&number).then(|| {
            self.rest = rest;
            number
        })
    }

    fn fraction(&mut self, max_digits: usize) -> Option<()> {
        let length = self.rest.bytes().take(max_digits).take_while(u8::is_ascii_digit).count();
        let (digits, rest) = self.rest.split_at_checked(length).filter(|(digits, _)| !digits.is_empty())?;
        let nine: String = digits.chars().chain(std::iter::repeat('0')).take(9).collect();
        self.fields.nanosecond = nine.parse().ok();
        self.rest = rest;
        Some(())
    }

    /// A full name, or its first three letters.
    fn name(&mut self, names: &[&str]) -> Option<usize> {
        for (index, name) in names.iter().enumerate() {
            for length in [name.len(), 3] {
                let matches = self.rest.get(..length).zip(name.get(..length));
                if matches.is_some_and(|(text, name)| text.eq_ignore_ascii_case(name)) {
                    self.rest = self.rest.get(length..)?;
                    return Some(index);
                }
            }
        }
        None
    }

    fn zone(&mut self) -> Option<()> {
        let letters = self.rest.bytes().take_while(u8::is_ascii_alphabetic).count();
        let mut length = letters;
        let after = self.rest.get(letters..)?;
        let prefix = self.rest.get(..letters)?.to_ascii_lowercase();
        if after.starts_with(['+', '-']) && matches!(prefix.as_str(), "" | "gmt" | "utc" | "ut") {
            let digits = after.bytes().skip(1).take_while(|byte| byte.is_ascii_digit() || *byte == b':').count();
            if digits > 0 {
                length = letters + 1 + digits;
            }
        }
        if length == 0 {
            return None;
        }
        let (zone, rest) = self.rest.split_at_checked(length)?;
        self.fields.zone = Some(zone.to_string());
        self.rest = rest;
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::value::timestamp::timestamp_text;

    #[test]
    fn texts_are_read_by_the_default_formats() {
        for (text, expected) in [
            ("2020-01-02", "2020-01-02T00:00:00.000000000 UTC"),
            ("2020-01-02 03:04:05", "2020-01-02T03:04:05.000000000 UTC"),
            ("2020-01-02T03:04:05 +0200", "2020-01-02T01:04:05.000000000 UTC"),
            ("2020-01-02T03:04:05.678 PST", "2020-01-02T11:04:05.678000000 UTC"),
            ("2020-01-02T03:04:05Z", "2020-01-02T03:04:05.000000000 UTC"),
        ] {
            assert_eq!(parse_with_defaults(text, None).map(timestamp_text), Ok(expected.to_string()), "{text}");
        }
        assert!(parse_with_defaults("2020-13-45", None).is_err());
        assert!(parse_with_defaults("2020-01-02T03:04", None).is_err());
    }

    #[test]
    fn own_formats_and_zones() {
        let parse = |text: &str, format: &str, zone: Option<&str>| {
            parse_with_format_value(text, Some(&Value::from(format)), zone).map(timestamp_text)
        };
        let expected = |text: &str| Ok(text.to_string());
        assert_eq!(parse("20200102", "%Y%m%d", None), expected("2020-01-02T00:00:00.000000000 UTC"));
        assert_eq!(parse("2020-01-02", "%F", Some("X")), expected("2020-01-02T11:00:00.000000000 UTC"));
        assert_eq!(parse("02/01/2020", "%d/%m/%Y", None), expected("2020-01-02T00:00:00.000000000 UTC"));
        assert_eq!(
            parse("2020-01-02 03:04", "%F %H:%M", Some("+02:00")),
            expected("2020-01-02T01:04:00.000000000 UTC")
        );
        assert_eq!(parse("2020-01-02", "%F", Some("Nowhere/Zone")), Err("Illegal timezone 'Nowhere/Zone'".to_string()));
    }
}
