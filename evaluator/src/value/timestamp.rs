//! Points in time as text. Nanoseconds since 1970 in UTC; no clock is ever asked.

use jiff::civil::DateTime;
use jiff::tz::TimeZone;

pub const NANOSECONDS_IN_SECOND: i128 = 1_000_000_000;

/// `2020-01-01T10:00:00.500000000 UTC`
pub fn timestamp_text(nanoseconds: i128) -> String {
    match date_time(nanoseconds) {
        Some(time) => {
            let sign = if time.year() < 0 { "-" } else { "" };
            let year = time.year().unsigned_abs();
            let rest = time.strftime("%m-%dT%H:%M:%S");
            format!("{sign}{year:04}-{rest}.{:09} UTC", time.subsec_nanosecond())
        }
        None => format!(
            "{}.{:09}",
            nanoseconds.div_euclid(NANOSECONDS_IN_SECOND),
            nanoseconds.rem_euclid(NANOSECONDS_IN_SECOND)
        ),
    }
}

/// The date and time in UTC; `None` outside the years that a calendar can show.
pub fn date_time(nanoseconds: i128) -> Option<DateTime> {
    let timestamp = jiff::Timestamp::from_nanosecond(nanoseconds).ok()?;
    Some(timestamp.to_zoned(TimeZone::UTC).datetime())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_prints_all_nanoseconds() {
        assert_eq!(timestamp_text(1_577_872_800_500_000_000), "2020-01-01T10:00:00.500000000 UTC");
        assert_eq!(timestamp_text(-1), "1969-12-31T23:59:59.999999999 UTC");
    }
}
