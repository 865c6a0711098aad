//! Stands between the client's bytes and the transport, which ends at the first frame that it cannot decode: hands on what it
//! can, mends texts that are cut inside of a character, and puts a question that is answered with a parse error in place of the rest.
//! Knows nothing of what messages mean.

use std::io;

use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tower_lsp::jsonrpc::{Request, Response};

/// The method that stands for a message that nobody can read; its handler answers with a parse error.
pub const UNREADABLE_METHOD: &str = "$/unreadable";

/// No message of an editor is as long; longer ones are passed over.
const MAX_MESSAGE_BYTES: u64 = 512 << 20;
/// No line of a header is as long; of longer ones the end counts.
const MAX_HEADER_BYTES: usize = 16 << 10;

/// Copies frames until the input ends.
pub async fn copy(input: impl AsyncRead + Unpin, mut output: impl AsyncWrite + Unpin) -> io::Result<()> {
    let mut input = BufReader::new(input);
    while let Some(length) = next_length(&mut input).await? {
        let body = match length {
            Length::Missing => None,
            Length::Of(length) if length > MAX_MESSAGE_BYTES => {
                let passed_over = tokio::io::copy(&mut (&mut input).take(length), &mut tokio::io::sink()).await?;
                if passed_over < length {
                    return Ok(());
                }
                None
            }
            Length::Of(length) => {
                let mut body = Vec::new();
                (&mut input).take(length).read_to_end(&mut body).await?;
                if (body.len() as u64) < length {
                    return Ok(());
                }
                readable(body)
            }
        };
        let body = body
            .unwrap_or_else(|| format!(r#"{{"jsonrpc":"2.0","id":null,"method":"{UNREADABLE_METHOD}"}}"#).into_bytes());
        output.write_all(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes()).await?;
        output.write_all(&body).await?;
        output.flush().await?;
    }
    Ok(())
}

#[derive(Debug, PartialEq, Eq)]
enum Length {
    Of(u64),
    /// A header that does not say it.
    Missing,
}

/// Reads a header; `None` where the input has ended.
async fn next_length(input: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<Option<Length>> {
    let mut length = None;
    let mut is_empty = true;
    loop {
        let Some(line) = next_line(input).await? else { return Ok(None) };
        let line = line.trim_ascii();
        if line.is_empty() {
            // Empty lines before a header are nobody's message.
            if is_empty {
                continue;
            }
            return Ok(Some(length.unwrap_or(Length::Missing)));
        }
        is_empty = false;
        if let Some(found) = length_in(line) {
            length = Some(found);
        }
    }
}

async fn next_line(input: &mut (impl AsyncBufReadExt + Unpin)) -> io::Result<Option<Vec<u8>>> {
    let mut line = Vec::new();
    loop {
        let count = (&mut *input).take(MAX_HEADER_BYTES as u64).read_until(b'\n', &mut line).await?;
        if count == 0 {
            return Ok(None);
        }
        if line.ends_with(b"\n") {
            return Ok(Some(line));
        }
        let from = line.len().saturating_sub(MAX_HEADER_BYTES);
        line.drain(..from);
    }
}

/// What a line says about the length, wherever in it: what stands before may be the rest of something broken.
fn length_in(line: &[u8]) -> Option<Length> {
    let line = String::from_utf8_lossy(line).to_ascii_lowercase();
    let (_, value) = line.rsplit_once("content-length:")?;
    Some(value.trim().parse().map_or(Length::Missing, Length::Of))
}

/// The message as the transport can decode it, where that is possible.
fn readable(body: Vec<u8>) -> Option<Vec<u8>> {
    if is_message(&body) {
        return Some(body);
    }
    let mended = mend(&body);
    is_message(&mended).then_some(mended)
}

/// True for what the transport takes.
fn is_message(body: &[u8]) -> bool {
    serde_json::from_slice::<Request>(body).is_ok() || serde_json::from_slice::<Response>(body).is_ok()
}

/// Halves of characters, which editors send when an edit cuts one in two, become replacement characters of the same width.
fn mend(body: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(body);
    let mut mended = String::with_capacity(text.len());
    let mut rest = text.as_ref();
    while let Some(at) = rest.find('\\') {
        let (before, escape) = rest.split_at(at);
        mended.push_str(before);
        let is_low = |unit| (0xDC00..0xE000).contains(&unit);
        let length = match code_unit(escape) {
            Some(0xD800..0xDC00) if escape.get(6..).and_then(code_unit).is_some_and(is_low) => 12,
            Some(0xD800..0xE000) => {
                mended.push_str("\\ufffd");
                rest = escape.get(6..).unwrap_or_default();
                continue;
            }
            _ => 1 + escape.chars().nth(1).map_or(0, char::len_utf8),
        };
        let (whole, after) = escape.split_at(length);
        mended.push_str(whole);
        rest = after;
    }
    mended.push_str(rest);
    mended.into_bytes()
}

/// The code unit of an escape `\uXXXX` at the start.
fn code_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    digits.bytes().all(|digit| digit.is_ascii_hexdigit()).then(|| u16::from_str_radix(digits, 16).ok())?
}

#[cfg(test)]
mod tests {
    use super::*;

    const MESSAGE: &str = r#"{"jsonrpc":"2.0","id":1,"method":"m"}"#;

    fn framed(body: &str) -> String {
        format!("Content-Length: {}\r\n\r\n{body}", body.len())
    }

    /// The bodies that come out, with `?` for those that nobody can read.
    #[track_caller]
    fn check(input: &[u8], expected: &[&str]) {
        let runtime = tokio::runtime::Builder::new_current_thread().build().expect("a runtime");
        let mut output = Vec::new();
        runtime.block_on(copy(input, &mut output)).expect("memory does not fail");
        let output = String::from_utf8(output).expect("text");
        let bodies: Vec<&str> = output
            .split("Content-Length: ")
            .skip(1)
            .map(|frame| frame.split_once("\r\n\r\n").expect("a header").1)
            .collect();
        let bodies: Vec<&str> =
            bodies.into_iter().map(|body| if body.contains(UNREADABLE_METHOD) { "?" } else { body }).collect();
        assert_eq!(bodies, expected);
    }

    #[test]
    fn messages_pass_as_they_are() {
        let answer = r#"{"jsonrpc":"2.0","id":1,"result":null}"#;
        check(format!("{}{}", framed(MESSAGE), framed(answer)).as_bytes(), &[MESSAGE, answer]);
    }

    #[test]
    fn what_is_broken_is_answered_and_what_follows_is_read() {
        for broken in ["", "{", "null", "[]", "{}", r#"{"jsonrpc":"1.0","method":"m"}"#, &"[".repeat(100_000)] {
            check(format!("{}{}", framed(broken), framed(MESSAGE)).as_bytes(), &["?", MESSAGE]);
        }
        for header in
            ["GET / HTTP/1.1\r\n\r\n", "Content-Length: x\r\n\r\n", "Content-Length: -1\r\n\r\n", "\0\u{1}\r\n\r\n"]
        {
            check(format!("{header}{}", framed(MESSAGE)).as_bytes(), &["?", MESSAGE]);
        }
    }

    #[test]
    fn headers_may_say_more_than_is_needed() {
        for header in ["X-Unknown: 1\r\n", "Content-Type: nonsense\r\n", "\r\n\r\n", "no end ", &"x".repeat(100_000)] {
            check(format!("{header}{}", framed(MESSAGE)).as_bytes(), &[MESSAGE]);
        }
        check(format!("content-length:{}\n\n{MESSAGE}", MESSAGE.len()).as_bytes(), &[MESSAGE]);
    }

    #[test]
    fn an_input_that_ends_early_ends_the_copy() {
        check(b"Content-Length: 900000000000\r\n\r\n{", &[]);
        check(b"Content-Length: 100\r\n\r\n{}", &[]);
        check(b"Content-Len", &[]);
    }

    #[test]
    fn halves_of_characters_are_mended() {
        let message = |text: &str| format!(r#"{{"jsonrpc":"2.0","method":"m","params":["{text}"]}}"#);
        for (sent, mended) in [
            (r"a\ud83d", r"a\ufffd"),
            (r"\ude00b", r"\ufffdb"),
            (r"\ud83d\ud83d\ude00", r"\ufffd\ud83d\ude00"),
            (r#"\\ud83d \" \ud83dx"#, r#"\\ud83d \" \ufffdx"#),
        ] {
            check(framed(&message(sent)).as_bytes(), &[&message(mended)]);
        }
        let mut bytes = framed(&message("abcd")).into_bytes();
        let at = bytes.windows(4).position(|part| part == b"abcd").expect("it is there");
        bytes[at] = 0xFF;
        check(&bytes, &[&message("\u{fffd}bcd")]);
    }
}
