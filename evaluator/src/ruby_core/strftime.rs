//! Ruby's `Time#strftime` for Timestamps: all directives with flags and widths, in UTC or at an offset.

use jiff::civil::{DateTime, ISOWeekDate, Weekday};

use crate::value::timestamp::date_time;

/// No width is taken beyond this, so that a format cannot ask for gigabytes.
const MAX_WIDTH: usize = 1 << 10;

const DAYS: [&str; 7] = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// A moment with its offset from UTC in seconds; `None` is UTC itself.
struct Moment {
    time: DateTime,
    offset: Option<i32>,
    epoch_seconds: i128,
}

#[derive(Default)]
struct Flags {
    padding: Option<char>,
    no_padding: bool,
    upcase: bool,
    swapcase: bool,
    colons: usize,
    width: Option<usize>,
}

/// Nanoseconds since 1970 in a format; `None` outside the years that a calendar shows.
pub fn strftime(nanoseconds: i128, format: &str, offset: Option<i32>) -> Option<String> {
    let shifted = nanoseconds + i128::from(offset.unwrap_or(0)) * 1_000_000_000;
    let moment = Moment { time: date_time(shifted)?, offset, epoch_seconds: nanoseconds.div_euclid(1_000_000_000) };
    let mut out = String::new();
    write(&moment, format, &mut out);
    Some(out)
}

fn write(moment: &Moment, format: &str, out: &mut String) {
    let mut rest = format;
    while let Some(at) = rest.find('%') {
        out.push_str(rest.get(..at).unwrap_or(""));
        let directive = rest.get(at..).unwrap_or("");
        let used = write_directive(moment, directive, out).unwrap_or_else(|| {
            // What is no directive stands for itself.
            out.push('%');
            1
        });
        rest = directive.get(used..).unwrap_or("");
    }
    out.push_str(rest);
}

/// Writes one directive; gives its length, or `None` where it is none.
fn write_directive(moment: &Moment, directive: &str, out: &mut String) -> Option<usize> {
    let mut flags = Flags::default();
    let mut used = 1;
    for character in directive.get(1..)?.chars() {
        used += character.len_utf8();
        match character {
            '-' => flags.no_padding = true,
            '0' if flags.width.is_none() => flags.padding = Some('0'),
            '_' => flags.padding = Some(' '),
            '^' => flags.upcase = true,
            '#' => flags.swapcase = true,
            ':' => flags.colons += 1,
            '0'..='9' => {
                let digit = character.to_digit(10)? as usize;
                flags.width = Some((flags.width.unwrap_or(0) * 10 + digit).min(MAX_WIDTH));
            }
            'E' | 'O' => {}
            kind => return write_kind(moment, kind, &flags, out).then_some(used),
        }
    }
    None
}

fn write_kind(moment: &Moment, kind: char, flags: &Flags, out: &mut String) -> bool {
    let time = moment.time;
    let week = ISOWeekDate::from(time.date());
    let hour12 = match time.hour() % 12 {
        0 => 12,
        hour => hour,
    };
    let weekday = time.weekday().to_sunday_zero_offset();
    let year_day = i64::from(time.day_of_year());
    match kind {
        'Y' => number(i64::from(time.year()), '0', if time.year() < 0 { 5 } else { 4 }, flags, out),
        'C' => number(i64::from(time.year()).div_euclid(100), '0', 2, flags, out),
        'y' => number(i64::from(time.year()).rem_euclid(100), '0', 2, flags, out),
        'm' => number(i64::from(time.month()), '0', 2, flags, out),
        'd' => number(i64::from(time.day()), '0', 2, flags, out),
        'e' => number(i64::from(time.day()), ' ', 2, flags, out),
        'j' => number(year_day, '0', 3, flags, out),
        'H' => number(i64::from(time.hour()), '0', 2, flags, out),
        'k' => number(i64::from(time.hour()), ' ', 2, flags, out),
        'I' => number(i64::from(hour12), '0', 2, flags, out),
        'l' => number(i64::from(hour12), ' ', 2, flags, out),
        'M' => number(i64::from(time.minute()), '0', 2, flags, out),
        'S' => number(i64::from(time.second()), '0', 2, flags, out),
        's' => number(i64::try_from(moment.epoch_seconds).unwrap_or(0), '0', 1, flags, out),
        'u' => number(if weekday == 0 { 7 } else { i64::from(weekday) }, '0', 1, flags, out),
        'w' => number(i64::from(weekday), '0', 1, flags, out),
        'G' => number(i64::from(week.year()), '0', 4, flags, out),
        'g' => number(i64::from(week.year()).rem_euclid(100), '0', 2, flags, out),
        'V' => number(i64::from(week.week()), '0', 2, flags, out),
        'U' => number((year_day + 6 - i64::from(weekday)) / 7, '0', 2, flags, out),
        'W' => number((year_day + 6 - i64::from((weekday + 6) % 7)) / 7, '0', 2, flags, out),
        'L' => fraction(&time, flags.width.unwrap_or(3), out),
        'N' => fraction(&time, flags.width.unwrap_or(9), out),
        'A' => text(day_name(time.weekday()), flags, out),
        'a' => text(day_name(time.weekday()).get(..3).unwrap_or(""), flags, out),
        'B' => text(month_name(time.month()), flags, out),
        'b' | 'h' => text(month_name(time.month()).get(..3).unwrap_or(""), flags, out),
        'p' => {
            let half = if time.hour() < 12 { "AM" } else { "PM" };
            text(if flags.swapcase { if time.hour() < 12 { "am" } else { "pm" } } else { half }, &plain(flags), out);
        }
        'P' => text(if time.hour() < 12 { "am" } else { "pm" }, flags, out),
        'Z' => text(if moment.offset.is_none() { "UTC" } else { "" }, flags, out),
        'z' => return zone(moment.offset.unwrap_or(0), flags, out),
        'n' => text("\n", flags, out),
        't' => text("\t", flags, out),
        '%' => text("%", flags, out),
        'c' => nested(moment, "%a %b %e %H:%M:%S %Y", flags, out),
        'D' | 'x' => nested(moment, "%m/%d/%y", flags, out),
        'F' => nested(moment, "%Y-%m-%d", flags, out),
        'T' | 'X' => nested(moment, "%H:%M:%S", flags, out),
        'R' => nested(moment, "%H:%M", flags, out),
        'r' => nested(moment, "%I:%M:%S %p", flags, out),
        'v' => nested(moment, "%e-%^b-%Y", flags, out),
        '+' => nested(moment, "%a %b %e %H:%M:%S %Z %Y", flags, out),
        _ => return false,
    }
    true
}

fn plain(flags: &Flags) -> Flags {
    Flags { padding: flags.padding, width: flags.width, ..Flags::default() }
}

fn day_name(day: Weekday) -> &'static str {
    DAYS.get(usize::try_from(day.to_sunday_zero_offset()).unwrap_or(0)).copied().unwrap_or("")
}

fn month_name(month: i8) -> &'static str {
    usize::try_from(month - 1).ok().and_then(|month| MONTHS.get(month)).copied().unwrap_or("")
}

fn number(value: i64, padding: char, width: usize, flags: &Flags, out: &mut String) {
    if flags.no_padding {
        out.push_str(&value.to_string());
        return;
    }
    let padding = flags.padding.unwrap_or(padding);
    let width = flags.width.unwrap_or(width);
    let digits = value.unsigned_abs().to_string();
    let sign = if value < 0 { "-" } else { "" };
    let missing = width.saturating_sub(digits.len() + sign.len());
    let fill = std::iter::repeat_n(padding, missing);
    if padding == '0' {
        out.push_str(sign);
        out.extend(fill);
    } else {
        out.extend(fill);
        out.push_str(sign);
    }
    out.push_str(&digits);
}

fn fraction(time: &DateTime, digits: usize, out: &mut String) {
    let all = format!("{:09}", time.subsec_nanosecond());
    out.extend(all.chars().chain(std::iter::repeat('0')).take(if digits == 0 { 9 } else { digits }));
}

fn text(value: &str, flags: &Flags, out: &mut String) {
    let value = if flags.upcase || flags.swapcase { value.to_uppercase() } else { value.to_string() };
    let missing = flags.width.unwrap_or(0).saturating_sub(value.chars().count());
    if !flags.no_padding {
        out.extend(std::iter::repeat_n(flags.padding.unwrap_or(' '), missing));
    }
    out.push_str(&value);
}

fn nested(moment: &Moment, format: &str, flags: &Flags, out: &mut String) {
    let mut inner = String::new();
    write(moment, format, &mut inner);
    text(&inner, flags, out);
}

/// `%z`, `%:z`, `%::z`; false where there are more colons than Ruby knows.
fn zone(offset: i32, flags: &Flags, out: &mut String) -> bool {
    let sign = if offset < 0 { '-' } else { '+' };
    let offset = offset.unsigned_abs();
    let (hours, minutes, seconds) = (offset / 3600, offset / 60 % 60, offset % 60);
    let rest = match flags.colons {
        0 => format!("{minutes:02}"),
        1 => format!(":{minutes:02}"),
        2 => format!(":{minutes:02}:{seconds:02}"),
        _ => return false,
    };
    let width = flags.width.unwrap_or(0).saturating_sub(rest.len() + 1).max(2);
    out.push(sign);
    out.push_str(&format!("{hours:0width$}{rest}"));
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2020-02-03T04:05:06.789 in UTC, a Monday.
    const MOMENT: i128 = 1_580_702_706_789_000_000;

    fn formatted(format: &str) -> String {
        strftime(MOMENT, format, None).unwrap_or_default()
    }

    #[test]
    fn directives_follow_ruby() {
        assert_eq!(formatted("%F %T.%L"), "2020-02-03 04:05:06.789");
        assert_eq!(formatted("%a %A %b %B %e %j %U %W %V %G"), "Mon Monday Feb February  3 034 05 05 06 2020");
        assert_eq!(formatted("%-d|%_d|%^a|%10Y|%3N|%12N"), "3| 3|MON|0000002020|789|789000000000");
        assert_eq!(formatted("%Q%"), "%Q%");
        assert_eq!(formatted("%s %c"), "1580702706 Mon Feb  3 04:05:06 2020");
        assert_eq!(strftime(MOMENT, "%T %z %:z%Z", Some(7200)).as_deref(), Some("06:05:06 +0200 +02:00"));
    }
}
