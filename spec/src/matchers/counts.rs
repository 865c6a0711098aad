//! `have_resource_count`, `have_class_count` and `have_TYPE_resource_count`.

use evaluator::catalog::names;
use evaluator::ruby::host::HostCall;
use evaluator::ruby::interpreter::{Ran, Ruby};
use evaluator::ruby::value::RubyValue;

use super::{Actual, Answer, catalogue_of};
use crate::language::host::SpecHost;

#[derive(Debug)]
pub struct CountMatcher {
    /// `resource`, `class` or a type with `__` between its parts.
    kind: String,
    expected: usize,
}

/// Resources that every catalogue has and that do not count.
const DEFAULT_RESOURCES: &[(&str, &str)] =
    &[("Class", "main"), ("Class", "Main"), ("Class", "Settings"), ("Stage", "main")];

impl CountMatcher {
    pub fn from_call(call: &HostCall<'_>) -> Option<Self> {
        let inner = call.name.strip_prefix("have_")?.strip_suffix("_count")?;
        let kind = match inner {
            "resource" | "class" => inner,
            other => other.strip_suffix("_resource")?,
        };
        let expected = match call.argument(0) {
            RubyValue::Integer(count) => usize::try_from(count).ok()?,
            RubyValue::String(text) => text.borrow().parse().ok()?,
            _ => return None,
        };
        Some(CountMatcher { kind: kind.to_string(), expected })
    }

    fn type_name(&self) -> String {
        names::capitalized(&self.kind.replace("__", "::")).to_string()
    }

    pub fn description(&self) -> String {
        let count = self.expected;
        let plural = |one: &'static str, many: &'static str| if count == 1 { one } else { many };
        match self.kind.as_str() {
            "class" => format!("contain exactly {count} {}", plural("class", "classes")),
            "resource" => format!("contain exactly {count} {}", plural("resource", "resources")),
            _ => format!("contain exactly {count} {} {}", self.type_name(), plural("resource", "resources")),
        }
    }

    pub fn matches(&self, ruby: &mut Ruby<'_, '_>, host: &SpecHost, actual: &Actual, offset: u32) -> Ran<Answer> {
        let compiled = catalogue_of(ruby, host, actual, offset)?;
        host.raise_problems(ruby, &compiled, offset)?;
        if let Some(why) = compiled.undecided() {
            return ruby.unsupported(why, offset);
        }
        let Some(catalog) = compiled.catalog() else {
            return ruby.unsupported("a catalog that could not be made", offset);
        };
        let type_name = self.type_name();
        let counted =
            catalog.ids().filter(|id| compiled.has(*id)).map(|id| catalog.get(id)).filter(|resource| {
                !DEFAULT_RESOURCES.contains(&(resource.type_name.as_str(), resource.title.as_str()))
            });
        let actual = match self.kind.as_str() {
            "resource" => counted.filter(|resource| !matches!(resource.type_name.as_str(), "Class" | "Node")).count(),
            _ => counted.filter(|resource| resource.type_name == type_name).count(),
        };
        Ok(Answer::when(actual == self.expected, || {
            format!("expected that the catalogue would {} but it contains {actual}", self.description())
        }))
    }
}
