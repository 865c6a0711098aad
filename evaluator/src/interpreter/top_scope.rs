//! The variables of the top scope: facts, `$trusted`, `$server_facts`, `$environment`.

use smol_str::SmolStr;

use super::Interpreter;
use crate::request::{Request, default_trusted};
use crate::scope::ScopeId;
use crate::value::Value;

impl Interpreter<'_> {
    pub(super) fn set_up_top_scope(&mut self) {
        let request = self.request;
        let mut variables = request.facts.variables();
        for (name, value) in &request.classification.parameters {
            variables.insert(name.clone(), value.clone());
        }
        if let Value::Hash(server_facts) = &request.server_facts {
            for (name, value) in server_facts.iter() {
                if let Value::String(name) = name {
                    variables.insert(name.clone(), value.clone());
                }
            }
        }
        let node_name = Value::String(request.node_name.clone());
        variables.get_or_insert_with(SmolStr::new_static("clientcert"), || node_name);
        let fixed = [
            ("facts", request.facts.hash()),
            ("trusted", request.trusted.clone().unwrap_or_else(|| default_trusted(&request.node_name))),
            ("server_facts", server_facts(request)),
            ("environment", Value::String(request.environment.clone())),
            ("module_name", Value::string("")),
            ("caller_module_name", Value::string("")),
            ("title", Value::string("main")),
            ("name", Value::string("main")),
        ];
        for (name, value) in fixed {
            variables.insert(SmolStr::new_static(name), value);
        }
        self.scope_mut(ScopeId::TOP).variables = variables;
    }
}

/// `$server_facts`: the environment is one of them.
fn server_facts(request: &Request) -> Value {
    match &request.server_facts {
        Value::Hash(given) => {
            let mut facts = (**given).clone();
            let environment = Value::String(request.environment.clone());
            facts.get_or_insert_with(Value::string("environment"), || environment);
            Value::hash(facts)
        }
        other => other.clone(),
    }
}
