//! The variables of the top scope: facts, `$trusted`, `$server_facts`, `$environment`.

use super::Interpreter;

impl Interpreter<'_> {
    pub(super) fn set_up_top_scope(&mut self) {}
}
