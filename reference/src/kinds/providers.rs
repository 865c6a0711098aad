//! Providers: `Puppet::Type.type(:type).provide(:name) do … end`.

use crate::docstring::parse;
use crate::kinds::resource_types::required_name;
use crate::manifest::set_api;
use crate::model::{Origin, Provider, Reference};
use crate::ruby::{Argument, Call, RubyFile};

pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    let Some(type_call) = call.receiver.and_then(|receiver| Call::read(file, receiver)) else { return Ok(()) };
    let is_type = type_call.method == "type"
        && type_call.receiver.is_some_and(|receiver| file.text(receiver) == "Puppet::Type")
        && !type_call.arguments.is_empty();
    if !is_type {
        return Ok(());
    }
    let type_name = required_name(file, &type_call, "provider")?;
    let name = required_name(file, call, "provider")?;
    let comment = file.comment(call.node).map(str::to_string);
    let documentation = file.documentation(call.node).or(comment).unwrap_or_default();
    let mut provider = Provider {
        name,
        type_name,
        origin: Origin { file: file.path.to_string(), line: file.line(call.node) },
        docstring: parse(&documentation),
        ..Provider::default()
    };
    for member in call.block_calls(file) {
        // puppet-strings stops at a list of constraints.
        if member.method == "defaultfor" && member.arguments.iter().any(is_list) {
            break;
        }
        read_member(file, &member, &mut provider);
    }
    set_api(&mut provider.docstring);
    let same = |earlier: &Provider| earlier.name == provider.name && earlier.type_name == provider.type_name;
    reference.providers.retain(|earlier| !same(earlier));
    reference.providers.push(provider);
    Ok(())
}

fn is_list(argument: &Argument<'_>) -> bool {
    matches!(argument, Argument::One(node) if node.kind() == "array")
}

fn read_member<'t>(file: &RubyFile<'t>, member: &Call<'t>, provider: &mut Provider) {
    let pairs_of = |index: usize| -> Vec<(String, String)> {
        let pairs = member.arguments.get(index).map(|argument| argument.pairs()).unwrap_or_default();
        let text = |node| file.as_string_or_source(node);
        pairs.into_iter().map(|(key, value)| (text(key), text(value))).collect()
    };
    match member.method {
        "confine" => replace_all(&mut provider.confines, pairs_of(0)),
        "commands" => replace_all(&mut provider.commands, pairs_of(0)),
        "has_feature" | "has_features" => {
            provider.features.extend(member.arguments.iter().map(|argument| argument.as_string_or_source(file)));
        }
        "defaultfor" => {
            let constraints = (0..member.arguments.len()).map(pairs_of).filter(|pairs| !pairs.is_empty());
            provider.defaults.extend(constraints);
        }
        _ => {}
    }
}

/// Adds pairs as to a hash: a key that is there keeps its place.
fn replace_all(known: &mut Vec<(String, String)>, pairs: Vec<(String, String)>) {
    for (key, value) in pairs {
        match known.iter_mut().find(|(earlier, _)| *earlier == key) {
            Some(entry) => entry.1 = value,
            None => known.push((key, value)),
        }
    }
}
