//! `Timestamp.new`, `Timespan.new`.

use super::constructor::{Constructor, optional, required};
use crate::value::{Value, timespan_format, timestamp_format};

const FORMATS: &str = "Variant[String[2],Array[String[2], 1]]";

fn seconds(arguments: &[Value]) -> i128 {
    match arguments.first() {
        Some(Value::Integer(seconds)) => timestamp_format::nanoseconds_of_integer(*seconds),
        Some(Value::Float(seconds)) => timestamp_format::nanoseconds_of_float(*seconds),
        _ => 0,
    }
}

fn text(arguments: &[Value], index: usize) -> Option<&str> {
    arguments.get(index).and_then(Value::as_str)
}

pub(super) fn timestamp() -> Constructor {
    Constructor::new(
        "new_timestamp",
        &[("Formats", FORMATS)],
        &[
            (&[], |_| Ok(Value::unknown("Timestamp.new() is the time of the compilation", None))),
            (&[required("seconds", "Variant[Integer,Float]")], |arguments| Ok(Value::Timestamp(seconds(arguments)))),
            (
                &[required("string", "String[1]"), optional("format", "Formats"), optional("timezone", "String[1]")],
                |arguments| {
                    timestamp_format::parse_with_format_value(
                        text(arguments, 0).unwrap_or(""),
                        arguments.get(1),
                        text(arguments, 2),
                    )
                    .map(Value::Timestamp)
                },
            ),
            (
                &[required(
                    "hash_arg",
                    "Struct[{string => String[1], Optional[format] => Formats, Optional[timezone] => String[1]}]",
                )],
                |arguments| match arguments.first() {
                    Some(Value::Hash(entries)) => timestamp_format::from_hash(entries).map(Value::Timestamp),
                    _ => Ok(Value::Undef),
                },
            ),
        ],
    )
}

pub(super) fn timespan() -> Constructor {
    let from_hash = |arguments: &[Value]| match arguments.first() {
        Some(Value::Hash(entries)) => timespan_format::from_hash(entries).map(Value::Timespan),
        _ => Ok(Value::Undef),
    };
    Constructor::new(
        "new_timespan",
        &[("Formats", FORMATS)],
        &[
            (&[required("seconds", "Variant[Integer,Float]")], |arguments| Ok(Value::Timespan(seconds(arguments)))),
            (&[required("string", "String[1]"), optional("format", "Formats")], |arguments| {
                timespan_format::parse_with_format_value(text(arguments, 0).unwrap_or(""), arguments.get(1))
                    .map(Value::Timespan)
            }),
            (
                &[
                    required("days", "Integer"),
                    required("hours", "Integer"),
                    required("minutes", "Integer"),
                    required("seconds", "Integer"),
                    optional("milliseconds", "Integer"),
                    optional("microseconds", "Integer"),
                    optional("nanoseconds", "Integer"),
                ],
                |arguments| {
                    let fields: Vec<i128> = arguments
                        .iter()
                        .map(|argument| match argument {
                            Value::Integer(number) => *number,
                            _ => 0,
                        })
                        .collect();
                    Ok(Value::Timespan(timespan_format::from_fields(&fields)))
                },
            ),
            (&[required("hash_arg", "Struct[{string => String[1], Optional[format] => Formats}]")], from_hash),
            (
                &[required(
                    "hash_arg",
                    "Struct[{Optional[negative] => Boolean, Optional[days] => Integer, Optional[hours] => Integer, \
                     Optional[minutes] => Integer, Optional[seconds] => Integer, Optional[milliseconds] => Integer, \
                     Optional[microseconds] => Integer, Optional[nanoseconds] => Integer}]",
                )],
                from_hash,
            ),
        ],
    )
}
