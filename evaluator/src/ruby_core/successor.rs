//! Ruby's `String#succ`: the text that follows another, for ranges of strings.

/// Returns the texts from one to another, both included; none where the first is after the last.
pub fn strings_between(from: &str, to: &str) -> Vec<String> {
    const MOST: usize = 100_000;
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let size = |text: &str| text.trim_start_matches('0').len();
    let is_after = match is_number(from) && is_number(to) {
        true => (size(from), from.trim_start_matches('0')) > (size(to), to.trim_start_matches('0')),
        false => from > to,
    };
    let mut texts = Vec::new();
    let mut current = from.to_string();
    while !is_after && texts.len() < MOST {
        texts.push(current.clone());
        if current == to || current.is_empty() {
            break;
        }
        current = successor(&current);
        if current.len() > to.len() {
            break;
        }
    }
    texts
}

/// Returns the text that follows another.
pub fn successor(text: &str) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let alphanumeric: Vec<usize> =
        (0..characters.len()).filter(|index| characters[*index].is_ascii_alphanumeric()).collect();
    if alphanumeric.is_empty() {
        if let Some(last) = characters.last_mut() {
            *last = char::from_u32(*last as u32 + 1).unwrap_or(*last);
        }
        return characters.into_iter().collect();
    }
    for (position, index) in alphanumeric.iter().enumerate().rev() {
        let (next, carry) = match characters[*index] {
            'z' => ('a', true),
            'Z' => ('A', true),
            '9' => ('0', true),
            other => (char::from_u32(other as u32 + 1).unwrap_or(other), false),
        };
        characters[*index] = next;
        if !carry {
            return characters.into_iter().collect();
        }
        // Letters do not carry into digits, nor digits into letters, across other characters.
        let left = position.checked_sub(1).and_then(|left| alphanumeric.get(left));
        let stops =
            left.is_none_or(|left| left + 1 != *index && characters[*left].is_ascii_digit() != next.is_ascii_digit());
        if stops {
            characters.insert(*index, if next == '0' { '1' } else { next });
            break;
        }
    }
    characters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_next_text() {
        assert_eq!(successor("web08.z"), "web08.aa");
        assert_eq!(successor("1.9.9"), "2.0.0");
        for (text, next) in
            [("a", "b"), ("az", "ba"), ("zz", "aaa"), ("a9", "b0"), ("Zz", "AAa"), ("9", "10"), ("1.9", "2.0")]
        {
            assert_eq!(successor(text), next, "{text}");
        }
    }

    #[test]
    fn a_range_of_texts() {
        assert_eq!(strings_between("a", "d"), ["a", "b", "c", "d"]);
        assert_eq!(strings_between("8", "11"), ["8", "9", "10", "11"]);
    }
}
