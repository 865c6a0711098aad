//! Where the objects of a large JSON file are: a list of objects, one object, or one after another (JSON Lines). The file is read
//! in pieces and nothing is kept but the ranges, however large it is.

use std::io::{BufReader, Read};

/// The beginning and the length of an object.
pub type Range = (u64, u64);

/// What was found in a file.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct Objects {
    pub ranges: Vec<Range>,
    /// The file begins with `[`.
    pub is_list: bool,
    /// The offset at which the file ends inside of an object or list, or has something that is neither.
    pub broken_at: Option<u64>,
}

/// Finds the objects of a text; what is inside of them is not checked.
pub fn find(reader: impl Read) -> std::io::Result<Objects> {
    let mut reader = BufReader::with_capacity(1 << 20, reader);
    let mut found = Objects::default();
    let mut scanner = Scanner::default();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let length = reader.read(&mut buffer)?;
        if length == 0 {
            break;
        }
        for byte in &buffer[..length] {
            scanner.step(*byte, &mut found);
            scanner.at += 1;
            if found.broken_at.is_some() {
                return Ok(found);
            }
        }
    }
    if scanner.depth > 0 || scanner.in_text || (found.is_list && !scanner.list_ended) {
        found.broken_at = Some(scanner.at);
    }
    Ok(found)
}

#[derive(Default)]
struct Scanner {
    at: u64,
    /// Objects and lists inside of the object that began last.
    depth: usize,
    start: u64,
    in_text: bool,
    escaped: bool,
    list_ended: bool,
}

impl Scanner {
    fn step(&mut self, byte: u8, found: &mut Objects) {
        if self.in_text {
            match byte {
                _ if self.escaped => self.escaped = false,
                b'\\' => self.escaped = true,
                b'"' => self.in_text = false,
                _ => {}
            }
            return;
        }
        if self.depth > 0 {
            match byte {
                b'"' => self.in_text = true,
                b'{' | b'[' => self.depth += 1,
                b'}' | b']' => {
                    self.depth -= 1;
                    if self.depth == 0 {
                        found.ranges.push((self.start, self.at + 1 - self.start));
                    }
                }
                _ => {}
            }
            return;
        }
        match byte {
            b'{' if !self.list_ended => {
                self.start = self.at;
                self.depth = 1;
            }
            b'[' if found.ranges.is_empty() && !found.is_list => found.is_list = true,
            b']' if found.is_list => self.list_ended = true,
            // A byte order mark may begin the file.
            b',' | b' ' | b'\t' | b'\r' | b'\n' | 0xEF | 0xBB | 0xBF => {}
            _ => found.broken_at = Some(self.at),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn objects(text: &str) -> (Vec<&str>, bool, Option<u64>) {
        let found = find(text.as_bytes()).expect("memory can be read");
        let texts = found.ranges.iter().map(|(start, length)| &text[*start as usize..(*start + *length) as usize]);
        (texts.collect(), found.is_list, found.broken_at)
    }

    #[test]
    fn lists_lines_and_single_objects() {
        assert_eq!(
            objects("[{\"a\": \"}\\\"{\"}, {\"b\": [{}]}]\n"),
            (vec!["{\"a\": \"}\\\"{\"}", "{\"b\": [{}]}"], true, None)
        );
        assert_eq!(objects("{\"a\":1}\n{\"b\":2}\n"), (vec!["{\"a\":1}", "{\"b\":2}"], false, None));
        assert_eq!(objects("[]"), (vec![], true, None));
        assert_eq!(objects(""), (vec![], false, None));
    }

    #[test]
    fn what_comes_before_a_break_is_found() {
        assert_eq!(objects("[{\"a\":1}, {\"b\":"), (vec!["{\"a\":1}"], true, Some(15)));
        assert_eq!(objects("[{\"a\":1}"), (vec!["{\"a\":1}"], true, Some(8)));
        assert_eq!(objects("[{\"a\":1}, nonsense]"), (vec!["{\"a\":1}"], true, Some(10)));
        assert_eq!(objects("kernel: Linux"), (vec![], false, Some(0)));
    }
}
