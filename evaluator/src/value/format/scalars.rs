//! Formats of what is not a collection.

use base64::Engine as _;
use base64::engine::general_purpose;

use super::Indentation;
use super::directive::Format;
use crate::ruby_core::sprintf::sprintf;
use crate::value::timestamp::NANOSECONDS_IN_SECOND;
use crate::value::{Value, quoting, text, to_display_string, to_source_string};

type Formatted = Result<String, String>;

pub(super) fn format_scalar(value: &Value, format: &Format, indentation: Indentation) -> Formatted {
    match value {
        Value::Undef => format_undef(format),
        Value::Default => match format.letter {
            'd' | 's' | 'p' => Ok(with_width(format, if format.alternate { "\"default\"" } else { "default" })),
            'D' => Ok(with_width(format, if format.alternate { "\"Default\"" } else { "Default" })),
            _ => Err(format.illegal_for("Default", "dDsp")),
        },
        Value::Boolean(value) => format_boolean(*value, format),
        Value::Integer(value) => format_integer(*value, format),
        Value::Float(value) => format_float(*value, format),
        Value::String(text) => format_string(text, format),
        Value::Regexp(source) => format_regexp(source, format),
        Value::Binary(bytes) => format_binary(bytes, format),
        Value::Type(_) => {
            let shown = to_display_string(value);
            match format.letter {
                's' => {
                    let quoted = if format.alternate { format!("\"{shown}\"") } else { shown };
                    sprintf(&format.text, &[Value::string(quoted)])
                }
                'p' => sprintf(&format.with_letter('s'), &[Value::string(shown)]),
                _ => Err(format.illegal_for("Type", "sp")),
            }
        }
        Value::Uri(uri) => match format.letter {
            'p' => Ok(to_source_string(value)),
            's' => {
                let shown = if format.alternate { quoting::quote(uri) } else { uri.to_string() };
                sprintf(&format.text, &[Value::string(shown)])
            }
            _ => Err(format.illegal_for("URI", "sp")),
        },
        Value::Object(_) => match format.letter {
            'p' if format.alternate || indentation.indenting => {
                Ok(super::collections::indented_object(value, indentation.level))
            }
            'p' | 's' | 'q' => Ok(to_source_string(value)),
            _ => Err(format.illegal_for("Object", "spq")),
        },
        Value::Unknown(_) => Ok(to_display_string(value)),
        other => format_other(other, format),
    }
}

/// Times, versions and what else has no formats of its own: as Ruby prints it.
fn format_other(value: &Value, format: &Format) -> Formatted {
    let shown = match format.letter {
        'p' => to_source_string(value),
        _ => to_display_string(value),
    };
    match format.letter {
        's' | 'p' => sprintf(&format.with_letter('s'), &[Value::string(shown)]),
        _ => match value {
            Value::Timestamp(time) | Value::Timespan(time) => {
                let seconds = match format.letter {
                    'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => {
                        Value::Float(*time as f64 / NANOSECONDS_IN_SECOND as f64)
                    }
                    _ => Value::Integer(time.div_euclid(NANOSECONDS_IN_SECOND)),
                };
                sprintf(&format.text, &[seconds])
            }
            other => sprintf(&format.text, std::slice::from_ref(other)),
        },
    }
}

fn format_undef(format: &Format) -> Formatted {
    let (plain, alternate) = match format.letter {
        'n' => ("nil", "null"),
        'u' => ("undef", "undefined"),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => ("NaN", "NaN"),
        'v' => ("n/a", "n/a"),
        'V' => ("N/A", "N/A"),
        's' => ("", "\"\""),
        'p' => ("undef", "\"undef\""),
        _ => return Err(format.illegal_for("Undef", "nudxXobBeEfgGaAvVsp")),
    };
    Ok(with_width(format, if format.alternate { alternate } else { plain }))
}

fn format_boolean(value: bool, format: &Format) -> Formatted {
    let shown = match format.letter {
        't' => ["false", "true"],
        'T' => ["False", "True"],
        'y' => ["no", "yes"],
        'Y' => ["No", "Yes"],
        's' | 'p' => return Ok(with_width(format, if value { "true" } else { "false" })),
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => return format_integer(i128::from(value), format),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => return format_float(f64::from(u8::from(value)), format),
        _ => return Err(format.illegal_for("Boolean", "tTyYdxXobBeEfgGaAsp")),
    };
    let [no, yes] = shown;
    let shown = if value { yes } else { no };
    let shown = if format.alternate { shown.get(..1).unwrap_or(shown) } else { shown };
    Ok(with_width(format, shown))
}

fn format_integer(value: i128, format: &Format) -> Formatted {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' | 'p' => sprintf(&format.text, &[Value::Integer(value)]),
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' => sprintf(&format.text, &[Value::Float(value as f64)]),
        'c' => {
            let character = u32::try_from(value)
                .ok()
                .and_then(char::from_u32)
                .ok_or_else(|| "pack(U): value out of range".to_string())?;
            let shown = if format.alternate { format!("\"{character}\"") } else { character.to_string() };
            sprintf(&format.with_letter('s'), &[Value::string(shown)])
        }
        's' => {
            let letter = if format.alternate { 'p' } else { 's' };
            sprintf(&format.with_letter(letter), &[Value::string(value.to_string())])
        }
        _ => Err(format.illegal_for("Integer", "dxXobBeEfgGaAspc")),
    }
}

fn format_float(value: f64, format: &Format) -> Formatted {
    match format.letter {
        'd' | 'x' | 'X' | 'o' | 'b' | 'B' => {
            if !value.is_finite() {
                return Err(super::super::numbers::float_text(value));
            }
            sprintf(&format.text, &[Value::Integer(value as i128)])
        }
        'e' | 'E' | 'f' | 'g' | 'G' | 'a' | 'A' | 'p' => sprintf(&format.text, &[Value::Float(value)]),
        's' => {
            let shown = super::super::numbers::float_text(value);
            let shown = if format.alternate { format!("\"{shown}\"") } else { shown };
            sprintf(&format.text, &[Value::string(shown)])
        }
        _ => Err(format.illegal_for("Float", "dxXobBeEfgGaAsp")),
    }
}

fn format_string(value: &str, format: &Format) -> Formatted {
    let changed = match format.letter {
        's' => return sprintf(&format.text, &[Value::string(value)]),
        'p' => {
            let quoted = if format.alternate { quoting::quote_double(value) } else { quoting::quote(value) };
            return Ok(with_width(format, &quoted));
        }
        'c' => text::capitalize(value),
        'C' => value.split("::").map(text::capitalize).collect::<Vec<_>>().join("::"),
        'u' => value.to_uppercase(),
        'd' => value.to_lowercase(),
        't' => value.trim().to_string(),
        _ => return Err(format.illegal_for("String", "cCudspt")),
    };
    if format.alternate {
        Ok(with_width(format, &quoting::quote(&changed)))
    } else {
        sprintf(&format.with_letter('s'), &[Value::string(changed)])
    }
}

fn format_regexp(source: &str, format: &Format) -> Formatted {
    let shown = match format.letter {
        'p' => quoting::quote_regexp(source),
        's' if format.alternate => quoting::quote(source),
        's' => source.to_string(),
        _ => return Err(format.illegal_for("Regexp", "sp")),
    };
    sprintf(&format.with_letter('s'), &[Value::string(shown)])
}

fn format_binary(bytes: &[u8], format: &Format) -> Formatted {
    let shown = match format.letter {
        's' => match std::str::from_utf8(bytes) {
            Ok(text) => text.to_string(),
            Err(error) => {
                let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
                return Err(format!("\"\\x{byte:02X}\" from ASCII-8BIT to UTF-8"));
            }
        },
        'p' => {
            let inner = sprintf(&format.with_letter('s'), &[Value::string(text::base64_text(bytes))])?;
            return Ok(format!("Binary(\"{inner}\")"));
        }
        'b' => base64_in_lines(bytes),
        'B' => text::base64_text(bytes),
        'u' => general_purpose::URL_SAFE.encode(bytes),
        't' => "Binary".to_string(),
        'T' => "BINARY".to_string(),
        _ => return Err(format.illegal_for("Binary", "bButTsp")),
    };
    sprintf(&format.with_letter(if format.alternate { 'p' } else { 's' }), &[Value::string(shown)])
}

/// Base64 in lines of 60 characters, each with its end of line.
fn base64_in_lines(bytes: &[u8]) -> String {
    bytes.chunks(45).map(|chunk| format!("{}\n", general_purpose::STANDARD.encode(chunk))).collect()
}

/// The text in its width, cut to its precision.
fn with_width(format: &Format, shown: &str) -> String {
    let shown: String = match format.precision {
        Some(precision) => shown.chars().take(precision).collect(),
        None => shown.to_string(),
    };
    match format.width {
        Some(width) if format.left => format!("{shown:<width$}"),
        Some(width) => format!("{shown:>width$}"),
        None => shown,
    }
}
