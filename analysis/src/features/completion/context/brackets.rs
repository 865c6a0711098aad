//! What is wanted inside of hashes, indexes and parentheses. Reads no other file and no program.

use evaluator::functions::argument_roles::{ArgumentRole, argument_role};
use syntax::TextRange;
use syntax::before_cursor::Inside;
use syntax::syntax_kind::SyntaxKind::*;

use super::Code;
use crate::features::completion::wanted::Wanted;

impl Code<'_, '_> {
    pub(super) fn in_hash(&self, open: usize) -> Wanted {
        let level = self.level_from(open + 1);
        let segment_start = level.iter().rposition(|at| self.kind(*at) == Some(COMMA)).map_or(0, |comma| comma + 1);
        let at_key = level.len() == segment_start;
        let is_struct = self.kind_before(open) == Some(L_BRACKET) && self.reference_before(open - 1) == Some("Struct");
        if is_struct {
            return if self.last() == Some(FAT_ARROW) { Wanted::Type } else { Wanted::Nothing };
        }
        if !at_key {
            return Wanted::Expression;
        }
        // `epp('module/template.epp', { ¦`
        let comma = open.checked_sub(1).filter(|at| self.kind(*at) == Some(COMMA));
        let template = comma.and_then(|comma| comma.checked_sub(1));
        let call = template.and_then(|template| template.checked_sub(2)).filter(|name| self.text(*name) == "epp");
        match (call, template) {
            (Some(_), Some(template)) => {
                let arrows = level.iter().enumerate().filter(|(_, at)| self.kind(**at) == Some(FAT_ARROW));
                let keys = arrows.filter_map(|(index, _)| level.get(index.checked_sub(1)?));
                Wanted::TemplateParameter {
                    template: self.text(template).trim_matches(['\'', '"']).to_string(),
                    given: keys.map(|at| self.text(*at).trim_matches(['\'', '"']).to_string()).collect(),
                }
            }
            _ if self.cursor.is_quoted() => Wanted::Nothing,
            _ => Wanted::Expression,
        }
    }

    /// `[` behind a value: its index, not a list.
    pub(super) fn is_index(&self, open: usize) -> bool {
        matches!(
            self.kind_before(open),
            Some(VARIABLE | NAME | CLASS_REFERENCE | R_BRACKET | R_PAREN | R_BRACE | SINGLE_QUOTED | DOUBLE_QUOTED)
        )
    }

    pub(super) fn in_index(&self, open: usize) -> Wanted {
        let at_start = self.last() == Some(L_BRACKET) || self.last() == Some(COMMA);
        if !at_start {
            return Wanted::Expression;
        }
        match self.kind_before(open) {
            Some(CLASS_REFERENCE) => {
                let name = self.text(open - 1);
                match name.trim_start_matches("::") {
                    "Class" => Wanted::Class,
                    name if evaluator::types::is_builtin_name(name) => {
                        Wanted::TypeArgument { type_name: name.to_string() }
                    }
                    name => Wanted::Title { type_name: name.to_ascii_lowercase() },
                }
            }
            Some(VARIABLE | NAME | R_BRACKET) => self.access(open).unwrap_or(Wanted::Expression),
            _ => Wanted::Expression,
        }
    }

    /// The variable and the keys before an index.
    pub(super) fn access(&self, open: usize) -> Option<Wanted> {
        let mut keys = Vec::new();
        let mut before = open.checked_sub(1)?;
        while self.kind(before) == Some(R_BRACKET) {
            let inner = self.opening_of(before)?;
            if before != inner + 2 {
                return None;
            }
            keys.push(self.text(inner + 1).trim_matches(['\'', '"']).to_string());
            before = inner.checked_sub(1)?;
        }
        keys.reverse();
        let is_name = self.kind(before) == Some(NAME) && self.cursor.before.inside != Inside::Code && before == 0;
        let variable = match self.kind(before)? {
            VARIABLE => self.text(before).trim_start_matches('$'),
            NAME if is_name || self.cursor.is_quoted() && before == 0 => self.text(before),
            _ => return None,
        };
        Some(Wanted::Key { variable: variable.trim_start_matches("::").to_string(), keys })
    }

    pub(super) fn in_parentheses(&self, open: usize) -> Wanted {
        let level = self.level_from(open + 1);
        let segment_start = level.iter().rposition(|at| self.kind(*at) == Some(COMMA)).map_or(0, |comma| comma + 1);
        let index = level.iter().filter(|at| self.kind(**at) == Some(COMMA)).count();
        let at_start = level.len() == segment_start;
        match (self.kind_before(open), open.checked_sub(2).and_then(|at| self.kind(at))) {
            (Some(NAME | CLASS_KW), _) if self.is_definition(open) => self.in_parameter(&level[segment_start..]),
            (Some(NAME), before) if at_start => {
                let function = self.text(open - 1).trim_start_matches("::").to_string();
                if argument_role(&function) == Some(ArgumentRole::Classes) {
                    return Wanted::Class;
                }
                if function == "dig"
                    && before == Some(DOT)
                    && let Some(Wanted::Key { variable, mut keys }) = self.access(open - 2)
                {
                    let texts =
                        level.iter().filter(|at| matches!(self.kind(**at), Some(SINGLE_QUOTED | DOUBLE_QUOTED)));
                    keys.extend(texts.map(|at| self.text(*at).trim_matches(['\'', '"']).to_string()));
                    return Wanted::Key { variable, keys };
                }
                Wanted::Argument { function, index: index + usize::from(before == Some(DOT)) }
            }
            _ => Wanted::Expression,
        }
    }

    /// In a parameter of a definition, of which these tokens are there: `Integer $port = ¦`.
    fn in_parameter(&self, segment: &[usize]) -> Wanted {
        match segment {
            [] => Wanted::Type,
            [first, .., variable, equals]
                if self.kind(*equals) == Some(EQUALS)
                    && self.kind(*variable) == Some(VARIABLE)
                    && equals + 1 == self.tokens.len() =>
            {
                let range = TextRange::new(self.tokens[*first].range.start, self.tokens[*variable].range.start);
                Wanted::ParameterDefault { type_text: self.cursor.slice(range).trim().to_string() }
            }
            _ => Wanted::Expression,
        }
    }
}
