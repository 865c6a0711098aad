//! Converts a simple ERB template to EPP: variables, their keys, plain conditions and loops. What is not understood word for
//! word is not converted.

use syntax::Expr;
use syntax::format::TextEdit;

use super::{ActionContext, ActionKind, CodeAction, WorkspaceChange};
use crate::definition_index::modules_by_name;
use crate::queries;

pub fn find(context: &ActionContext<'_>) -> Vec<CodeAction> {
    if !context.creates_files || !context.is_readable_source() || change(context).is_none() {
        return Vec::new();
    }
    vec![CodeAction::later("Convert the ERB template to EPP", ActionKind::Rewrite, change)]
}

/// The new template, and the call with its parameters.
fn change(context: &ActionContext<'_>) -> Option<WorkspaceChange> {
    let call_id = context.innermost(|expr| matches!(expr, Expr::Call(_)))?;
    let Expr::Call(call) = context.expr(call_id) else { return None };
    let [argument] = call.arguments.as_slice() else { return None };
    if context.literal(call.functor)? != "template" {
        return None;
    }
    let named = context.literal(*argument)?;
    let (module, path) = named.split_once('/')?;
    let module_input = *modules_by_name(context.db, context.environment).get(module)?;
    let files = module_input.files(context.db);
    let erb = *files.get(format!("templates/{path}").as_str())?;
    let new_path = format!("{}.epp", path.strip_suffix(".erb").unwrap_or(path));
    if module_input.vendored(context.db) || files.contains_key(format!("templates/{new_path}").as_str()) {
        return None;
    }
    let converted = convert(&queries::text(context.db, erb))?;
    let parameters: Vec<String> = converted.variables.iter().map(|name| format!("${name}")).collect();
    let head = match parameters.is_empty() {
        true => String::new(),
        false => format!("<%- | {} | -%>\n", parameters.join(", ")),
    };
    let indent = context.indent(context.range(call_id).start);
    let given: String = converted.variables.iter().map(|name| format!("{indent}  '{name}' => ${name},\n")).collect();
    let hash = if given.is_empty() { String::new() } else { format!(", {{\n{given}{indent}}}") };
    let edit = TextEdit { range: context.range(call_id), new_text: format!("epp('{module}/{new_path}'{hash})") };
    let path = format!("{}/templates/{new_path}", module_input.root(context.db));
    Some(WorkspaceChange {
        edits: vec![(context.file_id(), vec![edit])],
        created: vec![(path, format!("{head}{}", converted.text))],
    })
}

struct Converted {
    text: String,
    /// In the order in which they are read.
    variables: Vec<String>,
}

/// The template in EPP; `None` where a tag is not understood.
fn convert(erb: &str) -> Option<Converted> {
    let mut converted = Converted { text: String::new(), variables: Vec::new() };
    let mut locals: Vec<Option<Vec<String>>> = Vec::new();
    let mut rest = erb;
    while let Some(at) = rest.find("<%") {
        let (text, tagged) = rest.split_at(at);
        converted.text += text;
        // `<%%` is text in both.
        if tagged.starts_with("<%%") {
            converted.text += "<%%";
            rest = tagged.get(3..)?;
            continue;
        }
        let end = tagged.find("%>")?;
        let inner = tagged.get(2..end)?;
        let after = tagged.get(end + 2..)?;
        let (close, inner) = match inner.strip_suffix('-') {
            Some(inner) => ("-%>", inner),
            None => ("%>", inner),
        };
        if let Some(comment) = inner.strip_prefix('#') {
            converted.text += &format!("<%#{comment}{close}");
        } else if let Some(code) = inner.strip_prefix('=') {
            let known: Vec<String> = locals.iter().flatten().flatten().cloned().collect();
            let value = expression(code.trim(), &known, &mut converted.variables)?;
            converted.text += &format!("<%= {value} {close}");
        } else {
            let (open, code) = match inner.strip_prefix('-') {
                Some(code) => ("<%-", code),
                None => ("<%", inner),
            };
            let statement = statement(code.trim(), &mut locals, &mut converted.variables)?;
            // A statement alone on its line leaves no line in ERB's trim mode; the same tags do that in EPP.
            converted.text += &format!("{open} {statement} {close}");
        }
        rest = after;
    }
    converted.text += rest;
    locals.is_empty().then_some(converted)
}

/// `@name`, a local name, keys in brackets, and strings.
fn expression(code: &str, locals: &[String], variables: &mut Vec<String>) -> Option<String> {
    let (head, mut keys) = match code.find('[') {
        Some(at) => code.split_at(at),
        None => (code, ""),
    };
    let mut text = match head.strip_prefix('@') {
        Some(name) if is_name(name) => {
            let is_scope = ["facts", "trusted", "server_facts"].contains(&name);
            if !is_scope && !variables.iter().any(|known| known == name) {
                variables.push(name.to_string());
            }
            format!("${name}")
        }
        None if locals.iter().any(|local| local == head) => format!("${head}"),
        _ => return None,
    };
    while !keys.is_empty() {
        let inner = keys.strip_prefix('[')?;
        let end = inner.find(']')?;
        let key = inner.get(..end)?;
        let is_number = !key.is_empty() && key.chars().all(|c| c.is_ascii_digit());
        let quote = key.chars().next()?;
        let is_string = matches!(quote, '\'' | '"')
            && key.len() >= 2
            && key.ends_with(quote)
            && key[1..key.len() - 1].chars().all(|c| c.is_ascii_alphanumeric() || "_-. ".contains(c));
        match (is_number, is_string) {
            (true, _) => text += &format!("[{key}]"),
            (_, true) => text += &format!("['{}']", &key[1..key.len() - 1]),
            _ => return None,
        }
        keys = inner.get(end + 1..)?;
    }
    Some(text)
}

fn is_name(name: &str) -> bool {
    name.starts_with(|first: char| first.is_ascii_lowercase() || first == '_')
        && name.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_')
}

/// `if`, `else`, `end` and `each`; for each block that is open, the names that it binds.
fn statement(code: &str, locals: &mut Vec<Option<Vec<String>>>, variables: &mut Vec<String>) -> Option<String> {
    let known: Vec<String> = locals.iter().flatten().flatten().cloned().collect();
    if code == "end" {
        locals.pop()?;
        return Some("}".to_string());
    }
    if code == "else" {
        return (!locals.is_empty()).then(|| "} else {".to_string());
    }
    for (keyword, opening) in [("if ", "if"), ("unless ", "unless")] {
        if let Some(test) = code.strip_prefix(keyword) {
            let test = condition(test.trim(), &known, variables)?;
            locals.push(None);
            return Some(format!("{opening} {test} {{"));
        }
    }
    if let Some(test) = code.strip_prefix("elsif ") {
        return Some(format!("}} elsif {} {{", condition(test.trim(), &known, variables)?));
    }
    // `@list.each do |item|`
    let (list, bound) = code.split_once(".each do |")?;
    let names: Vec<String> = bound.strip_suffix('|')?.split(',').map(|name| name.trim().to_string()).collect();
    if names.len() > 2 || !names.iter().all(|name| is_name(name)) {
        return None;
    }
    let list = expression(list.trim(), &known, variables)?;
    let parameters: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
    locals.push(Some(names));
    Some(format!("{list}.each |{}| {{", parameters.join(", ")))
}

/// A value, its negation, or a comparison with a literal.
fn condition(code: &str, locals: &[String], variables: &mut Vec<String>) -> Option<String> {
    if let Some(inner) = code.strip_prefix('!') {
        return Some(format!("!{}", expression(inner.trim(), locals, variables)?));
    }
    // Ruby compares texts with regard to case, Puppet without: only numbers and booleans mean the same.
    for operator in ["==", "!="] {
        if let Some((left, right)) = code.split_once(operator) {
            let right = right.trim();
            let is_number = !right.is_empty() && right.chars().all(|c| c.is_ascii_digit());
            let literal = match right {
                "true" | "false" => right,
                "nil" => "undef",
                _ if is_number => right,
                _ => return None,
            };
            return Some(format!("{} {operator} {literal}", expression(left.trim(), locals, variables)?));
        }
    }
    expression(code, locals, variables)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{apply, titles};
    use super::convert;

    const ERB: &str = "# <%= @facts['os']['family'] %>\n<% if @tls == true -%>\nlisten <%= @port %>\n<% else -%>\nplain\n<% end -%>\n<% @names.each do |name| -%>\nserver <%= name %>;\n<% end -%>\n";

    #[test]
    fn variables_become_parameters() {
        let text = format!(
            "class web {{\n  file {{ '/x': content => templ$0ate('web/a.erb') }}\n}}\n//- /env/modules/web/templates/a.erb\n{ERB}//- /env/modules/web/manifests/init.pp\nclass other {{}}\n"
        );
        let applied = apply(&text, "Convert the ERB");
        assert!(
            applied.contains(
                "content => epp('web/a.epp', {\n    'tls' => $tls,\n    'port' => $port,\n    'names' => $names,\n  })"
            ),
            "{applied}"
        );
        assert!(applied.contains("<%- | $tls, $port, $names | -%>\n# <%= $facts['os']['family'] %>\n<% if $tls == true { -%>\nlisten <%= $port %>\n<% } else { -%>\nplain\n<% } -%>\n<% $names.each |$name| { -%>\nserver <%= $name %>;\n<% } -%>\n"), "{applied}");
    }

    #[test]
    fn ruby_that_is_not_understood() {
        for erb in [
            "<%= @a.upcase %>",
            "<%= scope['x'] %>",
            "<% x = 1 %>",
            "<% if @a == 'b' %>x<% end %>",
            "<% if @a %>x",
            "<%= `id` %>",
        ] {
            assert!(convert(erb).is_none(), "{erb}");
        }
        let text = "$x = templ$0ate('web/a.erb')\n//- /env/modules/web/templates/a.erb\n<%= `id` %>\n//- /env/modules/web/manifests/init.pp\nclass web {}\n";
        assert!(!titles(text).iter().any(|title| title.starts_with("Convert the ERB")));
    }
}
