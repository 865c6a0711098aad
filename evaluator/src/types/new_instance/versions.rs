//! `SemVer.new`, `SemVerRange.new`.

use std::sync::Arc;

use super::constructor::{Constructor, cannot_convert, named_argument, optional, required};
use crate::value::{SemVer, SemVerRange, Value};

const VERSION: &str = r"Pattern[/\A(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?\Z/]";
const QUALIFIER: &str = r"Pattern[/\A(?<part>[0-9A-Za-z-]+)(?:\.\g<part>)*\Z/]";

pub(super) fn sem_ver() -> Constructor {
    Constructor::new(
        "new_Version",
        &[
            ("PositiveInteger", "Integer[0,default]"),
            ("SemVerQualifier", QUALIFIER),
            ("SemVerPattern", VERSION),
            (
                "SemVerHash",
                "Struct[{major=>PositiveInteger,minor=>PositiveInteger,patch=>PositiveInteger,\
                 Optional[prerelease]=>SemVerQualifier,Optional[build]=>SemVerQualifier}]",
            ),
        ],
        &[
            (&[required("str", "SemVerPattern")], |arguments| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or("");
                match SemVer::parse(text.trim_end_matches('\n')) {
                    Some(version) => Ok(Value::SemVer(Arc::new(version))),
                    None => Err("Numeric pre-release identifiers MUST NOT contain leading zeroes".to_string()),
                }
            }),
            (
                &[
                    required("major", "PositiveInteger"),
                    required("minor", "PositiveInteger"),
                    required("patch", "PositiveInteger"),
                    optional("prerelease", "SemVerQualifier"),
                    optional("build", "SemVerQualifier"),
                ],
                |arguments| Ok(version_of(|index, _| arguments.get(index))),
            ),
            (&[required("hash_args", "SemVerHash")], |arguments| {
                Ok(version_of(|_, name| named_argument(arguments, name)))
            }),
        ],
    )
    .explained_by(|arguments| match arguments {
        [text @ Value::String(_)] => Some(Ok(cannot_convert(text, "a SemVer"))),
        _ => None,
    })
}

fn version_of<'v>(part: impl Fn(usize, &str) -> Option<&'v Value>) -> Value {
    let number = |index: usize, name: &str| match part(index, name) {
        Some(Value::Integer(number)) => u64::try_from(*number).unwrap_or(u64::MAX),
        _ => 0,
    };
    let text = |index: usize, name: &str| part(index, name).and_then(Value::as_str).map(str::to_string);
    Value::SemVer(Arc::new(SemVer {
        major: number(0, "major"),
        minor: number(1, "minor"),
        patch: number(2, "patch"),
        prerelease: text(3, "prerelease"),
        build: text(4, "build"),
    }))
}

pub(super) fn sem_ver_range() -> Constructor {
    Constructor::new(
        "new_VersionRange",
        &[
            ("SemVerRangeString", "String[1]"),
            (
                "SemVerRangeHash",
                "Struct[{min=>Variant[Default,SemVer],Optional[max]=>Variant[Default,SemVer],\
                 Optional[exclude_max]=>Boolean}]",
            ),
        ],
        &[
            (&[required("str", "SemVerRangeString")], |arguments| {
                let text = arguments.first().and_then(Value::as_str).unwrap_or("");
                match SemVerRange::parse(text) {
                    Some(range) => Ok(Value::SemVerRange(Arc::new(range))),
                    None => Err(format!("Unparsable version range: \"{text}\"")),
                }
            }),
            (
                &[
                    required("min", "Variant[Default,SemVer]"),
                    required("max", "Variant[Default,SemVer]"),
                    optional("exclude_max", "Boolean"),
                ],
                |arguments| Ok(range_of(arguments.first(), arguments.get(1), arguments.get(2))),
            ),
            (&[required("hash_args", "SemVerRangeHash")], |arguments| {
                Ok(range_of(
                    named_argument(arguments, "min"),
                    named_argument(arguments, "max"),
                    named_argument(arguments, "exclude_max"),
                ))
            }),
        ],
    )
}

fn range_of(min: Option<&Value>, max: Option<&Value>, exclude_max: Option<&Value>) -> Value {
    let version = |value: Option<&Value>| match value {
        Some(Value::SemVer(version)) => Some(version.as_ref().clone()),
        _ => None,
    };
    let exclude_max = exclude_max == Some(&Value::Boolean(true));
    Value::SemVerRange(Arc::new(SemVerRange::between(version(min), version(max), exclude_max)))
}
