//! Archives that `puppet db export` writes: gzip around tar, a JSON file for the facts and for the catalog of each node.

use std::io::Read;
use std::path::Path;
use std::sync::Arc;

use flate2::read::GzDecoder;

/// A member larger than this is not one of a node.
const MAX_MEMBER_BYTES: u64 = 64 << 20;
const BLOCK: usize = 512;

/// What an archive holds of nodes, in its order.
#[derive(Debug, Default)]
pub struct Archive {
    pub facts: Vec<Arc<[u8]>>,
    pub catalogs: Vec<Arc<[u8]>>,
    /// Why reading ended early.
    pub problem: Option<String>,
}

/// Reads an archive; what comes before a break is kept.
pub fn read(path: &Path) -> std::io::Result<Archive> {
    let file = std::fs::File::open(path)?;
    let mut reader = GzDecoder::new(std::io::BufReader::new(file));
    let mut archive = Archive::default();
    loop {
        match next_member(&mut reader) {
            Ok(None) => return Ok(archive),
            Ok(Some((name, bytes))) => {
                let folder = Path::new(&name).parent().and_then(Path::file_name).and_then(|name| name.to_str());
                match folder {
                    Some("facts" | "factsets") => archive.facts.push(bytes.into()),
                    Some("catalogs") => archive.catalogs.push(bytes.into()),
                    _ => {}
                }
            }
            Err(error) => {
                archive.problem = Some(format!("the archive cannot be read to its end: {error}"));
                return Ok(archive);
            }
        }
    }
}

/// Returns the name and the content of the next file; folders and links are skipped.
fn next_member(reader: &mut impl Read) -> std::io::Result<Option<(String, Vec<u8>)>> {
    let mut long_name: Option<String> = None;
    loop {
        let mut header = [0_u8; BLOCK];
        reader.read_exact(&mut header)?;
        if header.iter().all(|byte| *byte == 0) {
            return Ok(None);
        }
        let size = octal(&header[124..136]).filter(|size| *size <= MAX_MEMBER_BYTES);
        let size = size.ok_or_else(|| std::io::Error::other("a member has no valid size"))?;
        let mut content = Vec::new();
        reader.by_ref().take(size).read_to_end(&mut content)?;
        if (content.len() as u64) < size {
            return Err(std::io::ErrorKind::UnexpectedEof.into());
        }
        let padding = (BLOCK as u64 - size % BLOCK as u64) % BLOCK as u64;
        std::io::copy(&mut reader.by_ref().take(padding), &mut std::io::sink())?;
        match header[156] {
            b'L' => long_name = Some(text(&content)),
            b'x' => long_name = pax_path(&content).or(long_name),
            b'0' | 0 => {
                let name = long_name.unwrap_or_else(|| match text(&header[345..500]) {
                    prefix if prefix.is_empty() || !header[257..].starts_with(b"ustar\0") => text(&header[..100]),
                    prefix => format!("{prefix}/{}", text(&header[..100])),
                });
                return Ok(Some((name, content)));
            }
            _ => long_name = None,
        }
    }
}

fn octal(field: &[u8]) -> Option<u64> {
    let digits = text(field);
    u64::from_str_radix(digits.trim(), 8).ok()
}

/// A text that ends at its first zero byte.
fn text(bytes: &[u8]) -> String {
    let end = bytes.iter().position(|byte| *byte == 0).unwrap_or(bytes.len());
    String::from_utf8_lossy(&bytes[..end]).into_owned()
}

/// The path that an extended header gives to the next member: lines of a length and `path=…`.
fn pax_path(content: &[u8]) -> Option<String> {
    let text = String::from_utf8_lossy(content);
    text.lines().find_map(|line| Some(line.split_once(" path=")?.1.to_string()))
}
