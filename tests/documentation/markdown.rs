//! As much of Markdown as links, anchors and code need. Knows nothing of what the pages say.

use std::path::PathBuf;

pub struct Page {
    pub path: PathBuf,
    pub text: String,
}

pub struct Line<'a> {
    pub number: usize,
    pub text: &'a str,
    /// In a fenced block, or indented as one.
    pub is_code: bool,
}

impl Page {
    pub fn lines(&self) -> Vec<Line<'_>> {
        let mut fence: Option<&str> = None;
        let mut is_after_blank = true;
        let mut is_indented = false;
        let mut lines = Vec::new();
        for (index, text) in self.text.lines().enumerate() {
            let start = text.trim_start();
            let opens = ["```", "~~~"].into_iter().find(|mark| start.starts_with(mark));
            let is_fence = match (fence, opens) {
                (None, Some(mark)) => {
                    fence = Some(mark);
                    true
                }
                (Some(open), Some(mark)) if open == mark => {
                    fence = None;
                    true
                }
                _ => false,
            };
            // Indented code begins after a blank line; what continues an item of a list does not.
            is_indented = text.starts_with("    ") && (is_after_blank || is_indented);
            lines.push(Line { number: index + 1, text, is_code: is_fence || fence.is_some() || is_indented });
            is_after_blank = text.trim().is_empty();
        }
        lines
    }

    /// The targets of links and pictures with the lines that they stand on, whatever is in code left out.
    pub fn links(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for line in self.lines().iter().filter(|line| !line.is_code) {
            let text = without_code(line.text);
            let mut rest = text.as_str();
            while let Some(at) = rest.find("](") {
                rest = &rest[at + 2..];
                let end = rest.find([')', ' ']).unwrap_or(rest.len());
                found.push((line.number, rest[..end].trim_matches(['<', '>']).to_string()));
            }
        }
        found
    }

    /// The anchors of headings, as GitHub makes them.
    pub fn anchors(&self) -> Vec<String> {
        let mut anchors: Vec<String> = Vec::new();
        for line in self.lines().iter().filter(|line| !line.is_code) {
            let title = line.text.trim_start_matches('#');
            if title.len() == line.text.len() || !title.starts_with(' ') {
                continue;
            }
            let anchor = anchor_of(title.trim());
            let same = anchors.iter().filter(|other| **other == anchor).count();
            anchors.push(if same == 0 { anchor } else { format!("{anchor}-{same}") });
        }
        anchors
    }

    /// Code of the page: fenced and indented lines, and what stands between backquotes.
    pub fn code(&self) -> Vec<(usize, String)> {
        let mut found = Vec::new();
        for line in self.lines() {
            if line.is_code {
                found.push((line.number, line.text.trim().to_string()));
            } else {
                let spans = line.text.split('`').skip(1).step_by(2);
                found.extend(spans.map(|span| (line.number, span.replace("\\|", "|"))));
            }
        }
        found
    }
}

fn anchor_of(title: &str) -> String {
    let shown = title.replace("](", "\u{0}");
    // Of a link only its words are in the anchor.
    let words: String = shown
        .split('\u{0}')
        .enumerate()
        .map(|(index, part)| if index == 0 { part } else { part.split_once(')').map_or("", |(_, rest)| rest) })
        .collect();
    words
        .to_lowercase()
        .chars()
        .filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'))
        .map(|c| if c == ' ' { '-' } else { c })
        .collect()
}

/// The line with what stands between backquotes left out.
fn without_code(line: &str) -> String {
    line.split('`').step_by(2).collect()
}

#[test]
fn anchors_are_as_github_makes_them() {
    let text = "# With `vim.lsp.config` alone (Neovim 0.11 and later)\n\n## What [a link](x.md) says\n\n```sh\n# no heading\n```\n\n## Steps\n## Steps\n";
    let page = Page { path: PathBuf::new(), text: text.to_string() };
    let expected = ["with-vimlspconfig-alone-neovim-011-and-later", "what-a-link-says", "steps", "steps-1"];
    assert_eq!(page.anchors(), expected);
}

#[test]
fn links_in_code_are_none() {
    let text = "[a](b.md#c) and `[d](e)`, ![f](g.png)\n\n    [h](i)\n\n```\n[j](k)\n```\n";
    let page = Page { path: PathBuf::new(), text: text.to_string() };
    assert_eq!(page.links(), [(1, "b.md#c".to_string()), (1, "g.png".to_string())]);
    let code: Vec<String> = page.code().into_iter().map(|(_, code)| code).collect();
    assert_eq!(code, ["[d](e)", "[h](i)", "```", "[j](k)", "```"]);
}
