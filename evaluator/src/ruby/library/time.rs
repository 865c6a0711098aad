//! `Time.at`: a moment. What it shows in the zone of the machine is not known here; in UTC it is.

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::ruby_core::strftime::strftime;

const NANOSECONDS: i128 = 1_000_000_000;

/// A moment, in nanoseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Time {
    pub nanoseconds: i128,
    is_utc: bool,
}

impl Time {
    /// Returns the moment so many seconds after 1970.
    pub fn at(seconds: &RubyValue) -> Option<Self> {
        Some(Time { nanoseconds: nanoseconds(seconds)?, is_utc: false })
    }

    /// Returns what `to_s` shows; without a zone only the class.
    pub fn text(&self) -> String {
        let shown = self.is_utc.then(|| strftime(self.nanoseconds, "%Y-%m-%d %H:%M:%S UTC", None)).flatten();
        shown.unwrap_or_else(|| "#<Time>".into())
    }

    fn moved(&self, by: i128) -> RubyValue {
        native(Native::Time(Time { nanoseconds: self.nanoseconds + by, is_utc: self.is_utc }))
    }

    /// Calls a method; nothing where the answer depends on the zone of the machine.
    pub(in crate::ruby) fn method(&self, call: &MethodCall<'_>) -> Option<RubyValue> {
        let other = match call.argument(0) {
            RubyValue::Native(object) => match &*object {
                Native::Time(other) => Some(*other),
                _ => None,
            },
            _ => None,
        };
        Some(match (call.name, other) {
            ("utc" | "getutc" | "gmtime" | "getgm", _) => {
                native(Native::Time(Time { nanoseconds: self.nanoseconds, is_utc: true }))
            }
            ("to_i" | "tv_sec", _) => RubyValue::Integer(self.nanoseconds.div_euclid(NANOSECONDS)),
            ("to_f", _) => RubyValue::Float(self.nanoseconds as f64 / NANOSECONDS as f64),
            ("utc?" | "gmt?", _) => RubyValue::Boolean(self.is_utc),
            ("-", Some(other)) => RubyValue::Float((self.nanoseconds - other.nanoseconds) as f64 / NANOSECONDS as f64),
            ("+", None) => self.moved(nanoseconds(&call.argument(0))?),
            ("-", None) => self.moved(-nanoseconds(&call.argument(0))?),
            ("<", Some(other)) => RubyValue::Boolean(self.nanoseconds < other.nanoseconds),
            (">", Some(other)) => RubyValue::Boolean(self.nanoseconds > other.nanoseconds),
            ("<=", Some(other)) => RubyValue::Boolean(self.nanoseconds <= other.nanoseconds),
            (">=", Some(other)) => RubyValue::Boolean(self.nanoseconds >= other.nanoseconds),
            ("==", Some(other)) => RubyValue::Boolean(self.nanoseconds == other.nanoseconds),
            ("<=>", Some(other)) => RubyValue::Integer(self.nanoseconds.cmp(&other.nanoseconds) as i128),
            _ if !self.is_utc => return None,
            ("strftime", _) => RubyValue::string(strftime(self.nanoseconds, &call.string(0)?, None)?),
            ("to_s" | "inspect", _) if self.nanoseconds % NANOSECONDS == 0 => RubyValue::string(self.text()),
            (name, _) => self.field(name)?,
        })
    }

    /// Returns a part of the date or time in UTC.
    fn field(&self, name: &str) -> Option<RubyValue> {
        const WEEKDAYS: [&str; 7] =
            ["sunday?", "monday?", "tuesday?", "wednesday?", "thursday?", "friday?", "saturday?"];
        let number = |format: &str| -> Option<i128> { strftime(self.nanoseconds, format, None)?.parse().ok() };
        if let Some(day) = WEEKDAYS.iter().position(|weekday| *weekday == name) {
            return Some(RubyValue::Boolean(number("%w")? == day as i128));
        }
        let format = match name {
            "year" => "%Y",
            "month" | "mon" => "%-m",
            "day" | "mday" => "%-d",
            "hour" => "%-H",
            "min" => "%-M",
            "sec" => "%-S",
            "wday" => "%w",
            "yday" => "%-j",
            _ => return None,
        };
        Some(RubyValue::Integer(number(format)?))
    }
}

fn nanoseconds(seconds: &RubyValue) -> Option<i128> {
    match seconds {
        RubyValue::Integer(seconds) => seconds.checked_mul(NANOSECONDS),
        RubyValue::Float(seconds) if seconds.is_finite() => Some((seconds * NANOSECONDS as f64) as i128),
        _ => None,
    }
}
