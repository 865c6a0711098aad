//! Lengths of time as text. In nanoseconds.

use super::timestamp::NANOSECONDS_IN_SECOND;

/// The parts that a timespan is printed of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimespanParts {
    pub negative: bool,
    pub days: i128,
    pub hours: i128,
    pub minutes: i128,
    pub seconds: i128,
    pub nanoseconds: i128,
}

pub fn timespan_parts(nanoseconds: i128) -> TimespanParts {
    let size = nanoseconds.saturating_abs();
    let total_seconds = size / NANOSECONDS_IN_SECOND;
    TimespanParts {
        negative: nanoseconds < 0,
        days: total_seconds / 86_400,
        hours: total_seconds / 3_600 % 24,
        minutes: total_seconds / 60 % 60,
        seconds: total_seconds % 60,
        nanoseconds: size % NANOSECONDS_IN_SECOND,
    }
}

/// `1-02:03:04.5`: days, hours, minutes, seconds and the fraction without the zeros around it, as Puppet prints it.
pub fn timespan_text(nanoseconds: i128) -> String {
    let parts = timespan_parts(nanoseconds);
    let fraction = parts.nanoseconds.to_string();
    let fraction = fraction.trim_end_matches('0');
    format!(
        "{}{}-{:02}:{:02}:{:02}.{}",
        if parts.negative { "-" } else { "" },
        parts.days,
        parts.hours,
        parts.minutes,
        parts.seconds,
        if fraction.is_empty() { "0" } else { fraction }
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn timespans_print_as_puppet_prints_them() {
        assert_eq!(timespan_text(90 * NANOSECONDS_IN_SECOND), "0-00:01:30.0");
        assert_eq!(timespan_text(-90 * NANOSECONDS_IN_SECOND), "-0-00:01:30.0");
        assert_eq!(timespan_text(1_500_000_000), "0-00:00:01.5");
        assert_eq!(timespan_text(5_006_007), "0-00:00:00.5006007");
    }
}
