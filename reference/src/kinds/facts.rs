//! Custom facts: `Facter.add(:name) do … end`, with the comment above it.

use crate::docstring::parse;
use crate::kinds::resource_types::required_name;
use crate::model::{Fact, Origin, Reference};
use crate::ruby::{Call, RubyFile};

pub fn read<'t>(file: &RubyFile<'t>, call: &Call<'t>, reference: &mut Reference) -> Result<(), String> {
    if call.receiver.is_none_or(|receiver| file.text(receiver) != "Facter") {
        return Ok(());
    }
    let name = required_name(file, call, "fact")?;
    if reference.facts.iter().any(|fact| fact.name == name) {
        return Ok(());
    }
    let docstring = parse(file.comment(call.node).unwrap_or_default());
    let origin = Origin { file: file.path.to_string(), line: file.line(call.node) };
    reference.facts.push(Fact { name, origin, docstring });
    Ok(())
}
