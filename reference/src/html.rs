//! One HTML page with everything a module documents, its facts too, and a search over the names. It needs no network.

mod prose;
mod sections;

use std::fmt::Write;

use crate::model::Reference;

/// One thing of the page.
struct Entry {
    group: &'static str,
    name: String,
    summary: String,
    is_private: bool,
    body: String,
}

const STYLE: &str = "body{font:16px/1.5 system-ui,sans-serif;margin:0;display:flex;color:#1b1f24;background:#fff}\
nav{width:20rem;height:100vh;position:sticky;top:0;overflow:auto;padding:1rem;box-sizing:border-box;border-right:1px solid #d0d7de}\
main{max-width:60rem;padding:1rem 2rem}nav ul{list-style:none;padding:0}nav a{text-decoration:none}input{width:100%;padding:.4rem;box-sizing:border-box}\
pre{background:#f6f8fa;padding:.8rem;overflow:auto}code{background:#f6f8fa;padding:.1rem .2rem}dt{margin-top:1rem}\
.private{opacity:.65}.origin{color:#57606a;font-size:.85rem}\
@media(prefers-color-scheme:dark){body{color:#e6edf3;background:#0d1117}pre,code{background:#161b22}a{color:#58a6ff}}";

/// Hides what does not contain the words of the search.
const SCRIPT: &str = "const box=document.querySelector('input');box.addEventListener('input',()=>{const words=box.value.toLowerCase()\
.split(/\\s+/);for(const item of document.querySelectorAll('[data-words]'))item.hidden=!words.every(word=>item.dataset.words.includes(word))});";

/// Returns the page.
pub fn render(title: &str, reference: &Reference) -> String {
    let entries = sections::entries(reference);
    let title = prose::escape(title);
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n<meta name=\"viewport\" content=\"width=device-width\">\n\
         <title>{title}</title>\n<style>{STYLE}</style>\n</head>\n<body>\n<nav>\n<h1>{title}</h1>\n\
         <input type=\"search\" placeholder=\"Search\" aria-label=\"Search\">\n"
    );
    let mut group = "";
    for entry in &entries {
        if entry.group != group {
            let _ = write!(page, "{}<h2>{}</h2>\n<ul>\n", if group.is_empty() { "" } else { "</ul>\n" }, entry.group);
            group = entry.group;
        }
        let class = if entry.is_private { " class=\"private\"" } else { "" };
        let name = prose::escape(&entry.name);
        let _ =
            writeln!(page, "<li{class} data-words=\"{}\"><a href=\"#{}\">{name}</a></li>", words(entry), anchor(entry));
    }
    page.push_str(if group.is_empty() { "</nav>\n<main>\n" } else { "</ul>\n</nav>\n<main>\n" });
    for entry in &entries {
        let _ = write!(
            page,
            "<section id=\"{}\" data-words=\"{}\">\n<h2>{}</h2>\n{}</section>\n",
            anchor(entry),
            words(entry),
            prose::escape(&entry.name),
            entry.body
        );
    }
    let _ = write!(page, "</main>\n<script>{SCRIPT}</script>\n</body>\n</html>\n");
    page
}

fn anchor(entry: &Entry) -> String {
    prose::escape(&format!("{}-{}", entry.group.to_lowercase().replace(' ', "-"), entry.name))
}

/// Returns what the search looks at.
fn words(entry: &Entry) -> String {
    prose::escape(&format!("{} {} {}", entry.group, entry.name, entry.summary.replace('\n', " ")).to_lowercase())
}
