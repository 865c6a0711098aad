//! Objects that specs handle and Ruby itself does not have: the catalogue, resources, expectations, references.

use std::any::Any;
use std::rc::Rc;

use evaluator::catalog::ResourceId;
use evaluator::ruby::host::HostObject;
use evaluator::ruby::value::RubyValue;

use crate::environment::catalogs::Compiled;

macro_rules! host_object {
    ($type:ty, $class:literal) => {
        impl HostObject for $type {
            fn class_name(&self) -> &'static str {
                $class
            }

            fn inspect(&self) -> String {
                self.shown()
            }

            fn as_any(&self) -> &dyn Any {
                self
            }
        }
    };
}

/// `catalogue`
#[derive(Debug)]
pub struct Catalogue(pub Rc<Compiled>);

impl Catalogue {
    fn shown(&self) -> String {
        "#<Puppet::Resource::Catalog>".into()
    }
}
host_object!(Catalogue, "Puppet::Resource::Catalog");

/// `catalogue.resource('file', '/x')`
#[derive(Debug)]
pub struct CatalogueResource {
    pub compiled: Rc<Compiled>,
    pub id: ResourceId,
}

impl CatalogueResource {
    fn shown(&self) -> String {
        match self.compiled.catalog() {
            Some(catalog) => catalog.get(self.id).to_string(),
            None => String::new(),
        }
    }
}
host_object!(CatalogueResource, "Puppet::Resource");

/// `subject` and `exported_resources` of a group for a class, define or host: a lambda that gives the catalogue.
#[derive(Debug)]
pub struct CatalogueLambda {
    pub exported: bool,
}

impl CatalogueLambda {
    fn shown(&self) -> String {
        "#<Proc (lambda)>".into()
    }
}
host_object!(CatalogueLambda, "Proc");

/// `subject` of a group for a type alias or a function, by its name.
#[derive(Debug)]
pub enum Described {
    TypeAlias(String),
    Function(String),
}

impl Described {
    fn shown(&self) -> String {
        match self {
            Described::TypeAlias(name) | Described::Function(name) => name.clone(),
        }
    }
}
host_object!(Described, "Object");

/// `expect(…)`, with what is expected of it.
#[derive(Debug)]
pub enum Expectation {
    Value(RubyValue),
    Block(RubyValue),
    /// `is_expected`
    Subject,
}

impl Expectation {
    fn shown(&self) -> String {
        "#<RSpec::Expectations::ExpectationTarget>".into()
    }
}
host_object!(Expectation, "RSpec::Expectations::ExpectationTarget");

/// The object that `RSpec.configure` gives to its block.
#[derive(Debug)]
pub struct Configuration;

impl Configuration {
    fn shown(&self) -> String {
        "#<RSpec::Core::Configuration>".into()
    }
}
host_object!(Configuration, "RSpec::Core::Configuration");

/// An object on which anything may be called and nothing happens: reporters, stubs of the helper.
#[derive(Debug)]
pub struct Ignored;

impl Ignored {
    fn shown(&self) -> String {
        "#<Object>".into()
    }
}
host_object!(Ignored, "Object");

/// `Puppet.settings`
#[derive(Debug)]
pub struct PuppetSettings;

impl PuppetSettings {
    fn shown(&self) -> String {
        "#<Puppet::Settings>".into()
    }
}
host_object!(PuppetSettings, "Puppet::Settings");

/// `ref('File', '/x')`: code that is put into the manifest as it is.
#[derive(Debug)]
pub struct RawString(pub String);

impl RawString {
    fn shown(&self) -> String {
        self.0.clone()
    }
}
host_object!(RawString, "RSpec::Puppet::RawString");

/// `sensitive('x')`
#[derive(Debug)]
pub struct SensitiveValue(pub RubyValue);

impl SensitiveValue {
    fn shown(&self) -> String {
        format!("Sensitive({})", self.0.inspect())
    }
}
host_object!(SensitiveValue, "RSpec::Puppet::Sensitive");
