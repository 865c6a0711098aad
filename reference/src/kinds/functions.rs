//! Functions in the Puppet language.

use syntax::ExprId;
use syntax::program::FunctionDefinition;

use crate::docstring::Tag;
use crate::manifest::{Manifest, set_api};
use crate::model::{Function, FunctionKind, Reference};
use crate::ruby::formatted_source;

pub fn read(manifest: &Manifest<'_>, id: ExprId, function: &FunctionDefinition, reference: &mut Reference) {
    let statement = manifest.statement(id);
    let mut docstring = statement.docstring;
    manifest.set_parameter_types(&mut docstring, &function.parameters);
    let declared = function.return_type.map(|id| manifest.text_of(id).replace(">> ", ""));
    match docstring.first_mut("return") {
        Some(tag) => {
            if let Some(declared) = declared {
                tag.types = Some(vec![declared]);
            } else if tag.types.is_none() {
                tag.types = Some(vec!["Any".to_string()]);
            }
        }
        None => {
            let types = vec![declared.unwrap_or_else(|| "Any".to_string())];
            docstring.tags.push(Tag::undocumented("return", types, None));
        }
    }
    set_api(&mut docstring);
    let parameters = function
        .parameters
        .iter()
        .map(|parameter| (parameter.name.to_string(), parameter.default.map(|id| manifest.text_of(id))))
        .collect();
    add(
        reference,
        Function {
            name: function.name.to_string(),
            origin: statement.origin,
            kind: FunctionKind::Puppet,
            docstring,
            parameters,
            source: formatted_source(&statement.source),
        },
    );
}

/// Adds a function. A second one of the same name and kind replaces all but the place of the first.
pub fn add(reference: &mut Reference, function: Function) {
    let same = |earlier: &&mut Function| earlier.name == function.name && earlier.kind == function.kind;
    match reference.functions.iter_mut().find(same) {
        Some(earlier) => *earlier = Function { origin: earlier.origin.clone(), ..function },
        None => reference.functions.push(function),
    }
}

/// Returns a signature in the Puppet language. A parameter has the type of its tag.
pub fn signature(name: &str, parameters: &[(String, Option<String>)], tags: &[Tag]) -> String {
    let arguments: Vec<String> = parameters
        .iter()
        .map(|(parameter, default)| {
            let tag = tags.iter().find(|tag| tag.tag == "param" && tag.name.as_deref() == Some(parameter));
            let data_type = tag
                .and_then(|tag| tag.types.as_ref())
                .map_or("Any", |types| types.first().map_or("", |first| first.as_str()));
            let prefix = parameter.get(..1).filter(|first| ["*", "&"].contains(first)).unwrap_or("");
            let bare = &parameter[prefix.len()..];
            let default = default.as_ref().map(|default| format!(" = {default}")).unwrap_or_default();
            format!("{data_type} {prefix}${bare}{default}")
        })
        .collect();
    format!("{name}({})", arguments.join(", "))
}
