//! `Array#pack` and `String#unpack` for the directives that templates and functions use.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, STANDARD_NO_PAD};

/// One value that is packed or unpacked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    Integer(i128),
    Bytes(Vec<u8>),
    Nil,
}

/// How often a directive applies.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Count {
    Times(usize),
    All,
}

/// The most fields or bytes that a count may ask for.
const MAX_COUNT: usize = 1 << 20;

/// Reads `C*n2` as directives with their counts; `None` for what is not supported.
fn directives(template: &str) -> Option<Vec<(char, Option<Count>)>> {
    let mut all = Vec::new();
    let mut characters = template.chars().peekable();
    while let Some(kind) = characters.next() {
        if kind.is_whitespace() {
            continue;
        }
        if !"aAcCnNvVHhBbmU".contains(kind) {
            return None;
        }
        let mut count = None;
        if characters.next_if_eq(&'*').is_some() {
            count = Some(Count::All);
        }
        while let Some(digit) = characters.peek().and_then(|c| c.to_digit(10)) {
            characters.next();
            let so_far = match count {
                Some(Count::Times(times)) => times,
                _ => 0,
            };
            count = Some(Count::Times((so_far * 10 + digit as usize).min(MAX_COUNT)));
        }
        all.push((kind, count));
    }
    Some(all)
}

/// Packs values as `Array#pack` does; `None` for a form that is not supported.
pub fn pack(template: &str, values: &[Field]) -> Option<Vec<u8>> {
    let mut values = values.iter();
    let mut packed = Vec::new();
    for (kind, count) in directives(template)? {
        match kind {
            'a' | 'A' | 'H' | 'h' | 'B' | 'b' | 'm' => {
                let Field::Bytes(bytes) = values.next()? else { return None };
                pack_text(kind, count, bytes, &mut packed)?;
            }
            _ => {
                let times = match count {
                    Some(Count::All) => values.len(),
                    Some(Count::Times(times)) => times,
                    None => 1,
                };
                for _ in 0..times {
                    let Field::Integer(number) = values.next()? else { return None };
                    pack_integer(kind, *number, &mut packed)?;
                }
            }
        }
    }
    Some(packed)
}

fn pack_integer(kind: char, number: i128, packed: &mut Vec<u8>) -> Option<()> {
    // Only the low bits count, as in C.
    let low = number as u64;
    match kind {
        'c' | 'C' => packed.push(low as u8),
        'n' => packed.extend((low as u16).to_be_bytes()),
        'N' => packed.extend((low as u32).to_be_bytes()),
        'v' => packed.extend((low as u16).to_le_bytes()),
        'V' => packed.extend((low as u32).to_le_bytes()),
        _ => {
            let character = u32::try_from(number).ok().and_then(char::from_u32)?;
            packed.extend(character.encode_utf8(&mut [0; 4]).bytes());
        }
    }
    Some(())
}

fn pack_text(kind: char, count: Option<Count>, bytes: &[u8], packed: &mut Vec<u8>) -> Option<()> {
    match kind {
        'a' | 'A' => {
            let length = match count {
                Some(Count::All) => bytes.len(),
                Some(Count::Times(length)) => length,
                None => 1,
            };
            let fill = if kind == 'a' { 0 } else { b' ' };
            packed.extend(bytes.iter().copied().chain(std::iter::repeat(fill)).take(length));
        }
        'H' if matches!(count, Some(Count::All)) => {
            let digits = std::str::from_utf8(bytes).ok()?;
            for pair in digits.as_bytes().chunks(2) {
                let high = char::from(*pair.first()?).to_digit(16)?;
                let low = pair.get(1).map_or(Some(0), |low| char::from(*low).to_digit(16))?;
                packed.push((high << 4 | low) as u8);
            }
        }
        'm' if matches!(count, Some(Count::Times(0))) => packed.extend(STANDARD.encode(bytes).bytes()),
        'm' if count.is_none() => {
            for line in bytes.chunks(45) {
                packed.extend(STANDARD.encode(line).bytes());
                packed.push(b'\n');
            }
        }
        _ => return None,
    }
    Some(())
}

/// Unpacks bytes as `String#unpack` does; `None` for a form that is not supported.
pub fn unpack(bytes: &[u8], template: &str) -> Option<Vec<Field>> {
    let mut rest = bytes;
    let mut fields = Vec::new();
    for (kind, count) in directives(template)? {
        match kind {
            'a' | 'A' | 'H' | 'h' | 'B' | 'b' | 'm' => fields.push(unpack_text(kind, count, &mut rest)?),
            _ => unpack_integers(kind, count, &mut rest, &mut fields)?,
        }
    }
    Some(fields)
}

fn take<'b>(rest: &mut &'b [u8], length: usize) -> &'b [u8] {
    let (taken, left) = rest.split_at(length.min(rest.len()));
    *rest = left;
    taken
}

fn unpack_integers(kind: char, count: Option<Count>, rest: &mut &[u8], fields: &mut Vec<Field>) -> Option<()> {
    let width = match kind {
        'c' | 'C' => 1,
        'n' | 'v' => 2,
        'N' | 'V' => 4,
        _ => 0,
    };
    let mut times = match count {
        Some(Count::All) => usize::MAX,
        Some(Count::Times(times)) => times,
        None => 1,
    };
    while times > 0 {
        times -= 1;
        if width == 0 {
            let Some(character) = std::str::from_utf8(rest).ok()?.chars().next() else { break };
            take(rest, character.len_utf8());
            fields.push(Field::Integer(i128::from(u32::from(character))));
            continue;
        }
        if rest.len() < width {
            if count == Some(Count::All) {
                break;
            }
            fields.push(Field::Nil);
            continue;
        }
        let taken = take(rest, width);
        let fold = |number: i128, byte: &u8| number << 8 | i128::from(*byte);
        fields.push(Field::Integer(match kind {
            'c' => i128::from(taken.first().copied()? as i8),
            'v' | 'V' => taken.iter().rev().fold(0, fold),
            _ => taken.iter().fold(0, fold),
        }));
    }
    Some(())
}

fn unpack_text(kind: char, count: Option<Count>, rest: &mut &[u8]) -> Option<Field> {
    let units = |per_byte: usize, length: usize| match count {
        Some(Count::All) => length * per_byte,
        Some(Count::Times(times)) => times.min(length * per_byte),
        None => 1.min(length * per_byte),
    };
    Some(Field::Bytes(match kind {
        'a' | 'A' => {
            let taken = take(rest, units(1, rest.len()));
            let is_fill = |byte: &u8| kind == 'A' && matches!(byte, b' ' | 0);
            let end = taken.iter().rposition(|byte| !is_fill(byte)).map_or(0, |last| last + 1);
            taken.get(..end)?.to_vec()
        }
        'm' => {
            let plain: Vec<u8> =
                rest.iter().copied().filter(|byte| !byte.is_ascii_whitespace() && *byte != b'=').collect();
            *rest = &[];
            STANDARD_NO_PAD.decode(plain).ok()?
        }
        'H' | 'h' => {
            let digits = units(2, rest.len());
            let swap = kind == 'h';
            let text: String = take(rest, digits.div_ceil(2))
                .iter()
                .map(|byte| format!("{:02x}", if swap { byte.rotate_left(4) } else { *byte }))
                .collect();
            text.get(..digits)?.as_bytes().to_vec()
        }
        _ => {
            let digits = units(8, rest.len());
            let reverse = kind == 'b';
            let text: String = take(rest, digits.div_ceil(8))
                .iter()
                .map(|byte| format!("{:08b}", if reverse { byte.reverse_bits() } else { *byte }))
                .collect();
            text.get(..digits)?.as_bytes().to_vec()
        }
    }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_and_texts() {
        assert_eq!(pack("Nn", &[Field::Integer(1), Field::Integer(2)]), Some(vec![0, 0, 0, 1, 0, 2]));
        assert_eq!(unpack(b"ABCD", "N"), Some(vec![Field::Integer(0x4142_4344)]));
        assert_eq!(unpack(b"abc", "H*"), Some(vec![Field::Bytes(b"616263".to_vec())]));
        assert_eq!(pack("q", &[Field::Integer(1)]), None);
    }
}
