//! `next`, `break` and `return` that nothing catches, and where errors get the place of their expression.

use syntax::ExprId;
use syntax::validation::labels;

use super::{Code, Interpreter, Interrupt};
use crate::codes::NO_CODE;
use crate::error::{EvaluationError, Issue};
use crate::message::Message;
use crate::place::{Place, PlaceStyle};

/// `break() from context where this is illegal`
#[derive(Clone, Debug)]
pub struct IllegalContext {
    pub function: &'static str,
    pub place: Place,
}

impl Issue for IllegalContext {
    fn code(&self) -> syntax::Code {
        NO_CODE
    }

    fn message(&self) -> Message {
        Message::from(format!("{}() from context where this is illegal ", self.function))
            .then_place(self.place, PlaceStyle::Line)
    }
}

impl Interpreter<'_> {
    /// Control flow that nothing caught is an error.
    pub(crate) fn uncaught(&self, interrupt: Interrupt) -> Interrupt {
        let (function, place) = match interrupt {
            Interrupt::Next(_, place) => ("next", place),
            Interrupt::Break(place) => ("break", place),
            Interrupt::Return(_, place) => ("return", place),
            other => return other,
        };
        Interrupt::Error(EvaluationError::new(IllegalContext { function, place }, Some(place)))
    }

    /// Gives an error without a place the place of an expression, and says what was being evaluated.
    pub(super) fn locate(&self, code: &Code, expr: ExprId, mut interrupt: Box<Interrupt>) -> Box<Interrupt> {
        if let Interrupt::Error(error) = &mut *interrupt
            && error.needs_place()
        {
            error.place = Some(code.place(expr));
            error.during = Some(labels::with_article(&labels::label(&code.program, expr)));
        }
        interrupt
    }
}
