//! `Binary.new`: from Base64 in its variants, from text, from bytes.

use base64::Engine as _;
use base64::engine::{GeneralPurpose, GeneralPurposeConfig, general_purpose};

use super::constructor::{Constructor, named_argument, optional, required};
use crate::value::Value;

pub(super) fn binary() -> Constructor {
    Constructor::new(
        "new_Binary",
        &[
            ("ByteInteger", "Integer[0,255]"),
            ("Base64Format", "Enum['%b', '%u', '%B', '%s', '%r']"),
            ("StringHash", "Struct[{value => String, 'format' => Optional[Base64Format]}]"),
            ("ArrayHash", "Struct[{value => Array[ByteInteger]}]"),
            ("BinaryArgsHash", "Variant[StringHash, ArrayHash]"),
        ],
        &[
            (&[required("str", "String"), optional("format", "Base64Format")], |arguments| {
                from_text(arguments.first(), arguments.get(1))
            }),
            (&[required("byte_array", "Array[ByteInteger]")], |arguments| {
                Ok(from_bytes(arguments.first().unwrap_or(&Value::Undef)))
            }),
            (&[required("hash_args", "BinaryArgsHash")], |arguments| match named_argument(arguments, "value") {
                Some(bytes @ Value::Array(_)) => Ok(from_bytes(bytes)),
                text => from_text(text, named_argument(arguments, "format")),
            }),
        ],
    )
}

fn from_bytes(bytes: &Value) -> Value {
    let Value::Array(bytes) = bytes else {
        return Value::Binary([].into());
    };
    let bytes = bytes.iter().filter_map(|byte| match byte {
        Value::Integer(byte) => u8::try_from(*byte).ok(),
        _ => None,
    });
    Value::Binary(bytes.collect())
}

fn from_text(text: Option<&Value>, format: Option<&Value>) -> Result<Value, String> {
    let text = text.and_then(Value::as_str).unwrap_or("");
    let invalid = |_| "invalid base64".to_string();
    let bytes = match format.and_then(Value::as_str).unwrap_or("%B") {
        "%b" => decode_leniently(text),
        "%u" => {
            let config =
                GeneralPurposeConfig::new().with_decode_padding_mode(base64::engine::DecodePaddingMode::Indifferent);
            GeneralPurpose::new(&base64::alphabet::URL_SAFE, config).decode(text).map_err(invalid)?
        }
        "%s" | "%r" => text.as_bytes().to_vec(),
        _ => general_purpose::STANDARD.decode(text).map_err(invalid)?,
    };
    Ok(Value::Binary(bytes.into()))
}

/// What is not of the alphabet is skipped, and missing padding does not matter.
fn decode_leniently(text: &str) -> Vec<u8> {
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits: u32 = 0;
    let mut count = 0;
    for c in text.bytes() {
        let digit = match c {
            b'A'..=b'Z' => c - b'A',
            b'a'..=b'z' => c - b'a' + 26,
            b'0'..=b'9' => c - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => break,
            _ => continue,
        };
        bits = (bits << 6) | u32::from(digit);
        count += 6;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count & 0xff) as u8);
        }
    }
    bytes
}
