//! Values beside the code: what assignments and parameter defaults evaluated to in the context in force.

use evaluator::FileId;
use evaluator::Place;
use evaluator::value::text::to_source_string;
use syntax::{Expr, TextRange};

use crate::db::Db;
use crate::definition_index::parameters_of;
use crate::host::{Analysis, Cancellable};
use crate::inputs::FileInput;
use crate::preview::contexts::preview_key;
use crate::preview::{PreviewGoal, catalog_preview};
use crate::queries;

/// A hint is drawn after this offset.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InlayHint {
    pub offset: u32,
    pub label: String,
    pub tooltip: String,
}

const MAX_LABEL_LENGTH: usize = 40;

impl Analysis {
    pub fn inlay_hints(&self, file: FileId, range: TextRange) -> Cancellable<Vec<InlayHint>> {
        Ok(self.read_file(file, |db, file| inlay_hints(db, file, range))?.unwrap_or_default())
    }
}

fn inlay_hints(db: &dyn Db, file: FileInput, range: TextRange) -> Vec<InlayHint> {
    let source = queries::source_file(db, file);
    let program = &source.program;
    // Literals show their own value.
    let mut wanted: Vec<(Vec<syntax::ExprId>, u32)> = Vec::new();
    for (index, expr) in program.exprs.iter().enumerate() {
        if let Expr::Assignment { left, right, .. } = expr
            && matches!(program.expr(*left), Expr::Variable(_))
            && !is_literal(program.expr(*right))
        {
            let id = syntax::ExprId(index as u32);
            wanted.push((vec![*left, id], source.source_map.range(*left).end));
        }
        for parameter in parameters_of(expr) {
            if !matches!(expr, Expr::Lambda(_)) {
                let start = source.source_map.anchor(parameter.id);
                wanted.push((vec![parameter.id], start + parameter.name.len() as u32 + 1));
            }
        }
    }
    wanted.retain(|(_, offset)| range.touches(*offset));
    if wanted.is_empty() {
        return Vec::new();
    }
    let key = preview_key(db, file, PreviewGoal::Node);
    let outcome = catalog_preview(db, key);
    let context = crate::preview::contexts::label(db, key).text();
    let mut hints: Vec<InlayHint> = wanted
        .into_iter()
        .filter_map(|(places, offset)| {
            let observed =
                places.iter().find_map(|place| outcome.observations.at.get(&Place::new(file.id(db), *place)))?;
            let (value, _) = observed.values.first()?;
            let full = to_source_string(value);
            let more =
                if observed.values.len() > 1 { format!(" +{}", observed.values.len() - 1) } else { String::new() };
            Some(InlayHint {
                offset,
                label: format!(" {}{more}", shortened(&full)),
                tooltip: format!("{full}\n{context}"),
            })
        })
        .collect();
    hints.sort_by_key(|hint| hint.offset);
    hints
}

fn is_literal(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Boolean(_)
            | Expr::Integer(_)
            | Expr::Float(_)
            | Expr::String(_)
            | Expr::Undef
            | Expr::Regexp(_)
            | Expr::Default
    )
}

fn shortened(text: &str) -> String {
    let line = text.lines().next().unwrap_or_default();
    match line.char_indices().nth(MAX_LABEL_LENGTH) {
        Some((end, _)) => format!("{}…", &line[..end]),
        None => line.to_string(),
    }
}
