//! Documentation text as HTML: paragraphs, lists, code, links. Everything else of Markdown is shown as it is written.

/// Returns a text with HTML's own characters replaced.
pub fn escape(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for character in text.chars() {
        match character {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            other => escaped.push(other),
        }
    }
    escaped
}

/// What the lines that are being collected are.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Paragraph,
    List,
    Code,
}

/// Returns a documentation text as HTML.
pub fn render(text: &str) -> String {
    let mut html = String::new();
    let mut kind = Kind::Paragraph;
    let mut lines: Vec<String> = Vec::new();
    let mut fenced = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            flush(&mut html, kind, &mut lines);
            fenced = !fenced;
            kind = if fenced { Kind::Code } else { Kind::Paragraph };
            continue;
        }
        if fenced {
            lines.push(line.to_string());
            continue;
        }
        let item = line.trim_start().strip_prefix("* ").or_else(|| line.trim_start().strip_prefix("- "));
        let (next, content) = match item {
            _ if line.trim().is_empty() => (Kind::Paragraph, None),
            Some(item) => (Kind::List, Some(item.to_string())),
            None if kind == Kind::List && line.starts_with(' ') => {
                if let Some(last) = lines.last_mut() {
                    last.push(' ');
                    last.push_str(line.trim());
                }
                continue;
            }
            None if line.starts_with("    ") => (Kind::Code, Some(line[4..].to_string())),
            None => (Kind::Paragraph, Some(line.to_string())),
        };
        if next != kind || content.is_none() {
            flush(&mut html, kind, &mut lines);
            kind = next;
        }
        lines.extend(content);
    }
    flush(&mut html, kind, &mut lines);
    html
}

fn flush(html: &mut String, kind: Kind, lines: &mut Vec<String>) {
    if lines.is_empty() {
        return;
    }
    match kind {
        Kind::Paragraph => html.push_str(&format!("<p>{}</p>\n", inline(&lines.join("\n")))),
        Kind::Code => html.push_str(&code(&lines.join("\n"))),
        Kind::List => {
            let items: Vec<String> = lines.iter().map(|line| format!("<li>{}</li>\n", inline(line))).collect();
            html.push_str(&format!("<ul>\n{}</ul>\n", items.concat()));
        }
    }
    lines.clear();
}

pub fn code(text: &str) -> String {
    format!("<pre><code>{}</code></pre>\n", escape(text))
}

/// Returns a line with `code` and addresses marked.
pub fn inline(text: &str) -> String {
    let mut html = String::new();
    for (index, part) in text.split('`').enumerate() {
        // An odd number of ticks leaves the last one as it is.
        let is_code = index % 2 == 1 && text.matches('`').count() > index;
        if is_code {
            html.push_str(&format!("<code>{}</code>", escape(part)));
        } else {
            html.push_str(if index % 2 == 1 { "`" } else { "" });
            html.push_str(&links(part));
        }
    }
    html
}

/// Marks addresses. Only these two schemes become links.
fn links(text: &str) -> String {
    let mut html = String::new();
    let mut rest = text;
    while let Some(start) = ["https://", "http://"].iter().filter_map(|scheme| rest.find(scheme)).min() {
        let (before, address) = rest.split_at(start);
        let is_end = |c: char| c.is_whitespace() || matches!(c, '<' | '>' | '"' | ')' | ']' | '\'');
        let end = address.find(is_end).unwrap_or(address.len());
        let address = address[..end].trim_end_matches(['.', ',', ';', ':']);
        html.push_str(&escape(before));
        html.push_str(&format!("<a href=\"{0}\">{0}</a>", escape(address)));
        rest = &rest[start + address.len()..];
    }
    html + &escape(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markup_of_the_text_is_escaped() {
        assert_eq!(render("a <b> & `<c>`"), "<p>a &lt;b&gt; &amp; <code>&lt;c&gt;</code></p>\n");
        assert_eq!(
            inline("see (https://example.com/a), `x"),
            "see (<a href=\"https://example.com/a\">https://example.com/a</a>), `x"
        );
    }

    #[test]
    fn lists_and_code_are_blocks() {
        assert_eq!(
            render("text\n\n* one\n  more\n* two\n\n    code\n"),
            "<p>text</p>\n<ul>\n<li>one more</li>\n<li>two</li>\n</ul>\n<pre><code>code</code></pre>\n"
        );
    }
}
