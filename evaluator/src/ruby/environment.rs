//! Local variables of a method or block, and those of the blocks around it.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use smol_str::SmolStr;

use super::value::{RubyProc, RubyValue};

/// Local variables, and those of the blocks around.
#[derive(Debug, Default)]
pub struct Environment {
    locals: RefCell<HashMap<SmolStr, RubyValue>>,
    parent: Option<Rc<Environment>>,
    /// The block that the method was called with.
    pub block: Option<Rc<RubyProc>>,
}

impl Environment {
    pub fn new(parent: Option<Rc<Environment>>) -> Rc<Self> {
        let block = parent.as_ref().and_then(|parent| parent.block.clone());
        Rc::new(Environment { locals: RefCell::default(), parent, block })
    }

    pub fn for_method(block: Option<Rc<RubyProc>>) -> Rc<Self> {
        Rc::new(Environment { locals: RefCell::default(), parent: None, block })
    }

    pub fn get(&self, name: &str) -> Option<RubyValue> {
        if let Some(value) = self.locals.borrow().get(name) {
            return Some(value.clone());
        }
        self.parent.as_ref()?.get(name)
    }

    pub fn set(&self, name: &SmolStr, value: RubyValue) {
        if !self.replace(name, &value) {
            self.locals.borrow_mut().insert(name.clone(), value);
        }
    }

    fn replace(&self, name: &str, value: &RubyValue) -> bool {
        if let Some(slot) = self.locals.borrow_mut().get_mut(name) {
            *slot = value.clone();
            return true;
        }
        self.parent.as_ref().is_some_and(|parent| parent.replace(name, value))
    }

    pub fn declare(&self, name: &SmolStr, value: RubyValue) {
        self.locals.borrow_mut().insert(name.clone(), value);
    }
}
