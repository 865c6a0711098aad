//! Puppet's type system: the types themselves. How they are parsed, printed, inferred and compared is in the files
//! of this folder. Knows nothing of scopes or catalogs.

mod assignability;
mod common_type;
pub mod definitions;
mod display;
mod generalize;
mod inference;
mod instance_check;
mod iteration;
pub mod mismatch;
mod names;
pub mod new_instance;
mod normalize;
pub mod objects;
mod parse;
mod specialize;

use std::sync::{Arc, OnceLock};

pub use assignability::{equal_types, is_assignable, is_narrower, same_type};
pub use common_type::common_type;
pub use display::{debug_string, expanded_string};
pub use inference::{infer, infer_generalized, infer_reduced};
pub use instance_check::is_instance;
pub use iteration::{is_iterable, iterated_type};
pub use mismatch::{describe_call, describe_mismatch, describe_parameters};
pub use names::{is_builtin_name, literal_type, named, undefined};
pub use new_instance::{InstanceError, new_instance, new_instance_with};
pub use objects::object_name;
pub use parse::{TypeTextError, parse, parse_cached, parse_with};
pub use specialize::{SpecializeError, SpecializeIssue, specialize};

use smol_str::SmolStr;

use crate::regex_dialect::Regexp;
use crate::value::{SemVerRange, Value};

/// How many elements or characters: from, and to where there is an end. Bounds are kept as written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    pub min: i128,
    /// `None` is `default`: no upper bound.
    pub max: Option<i128>,
}

impl Size {
    pub const ANY: Size = Size { min: 0, max: None };
    pub const EMPTY: Size = Size { min: 0, max: Some(0) };

    pub fn exactly(count: usize) -> Size {
        let count = i128::try_from(count).unwrap_or(i128::MAX);
        Size { min: count, max: Some(count) }
    }

    pub fn holds(self, count: usize) -> bool {
        let count = i128::try_from(count).unwrap_or(i128::MAX);
        self.min <= count && self.max.is_none_or(|max| count <= max)
    }

    /// True where every count that `other` allows is allowed here.
    pub fn includes(self, other: Size) -> bool {
        self.min <= other.min
            && match (self.max, other.max) {
                (None, _) => true,
                (Some(_), None) => false,
                (Some(max), Some(other_max)) => other_max <= max,
            }
    }

    pub fn is_empty(self) -> bool {
        self.min == 0 && self.max == Some(0)
    }
}

/// A float as a type parameter, comparable by its bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct FloatBound(pub u64);

impl FloatBound {
    pub fn new(value: f64) -> Self {
        FloatBound(value.to_bits())
    }

    pub fn value(self) -> f64 {
        f64::from_bits(self.0)
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Any,
    /// Accepts anything as a parameter of a Callable.
    Unit,
    Undef,
    Default,
    Scalar,
    ScalarData,
    Data,
    RichData,
    Numeric,
    Integer {
        min: Option<i128>,
        max: Option<i128>,
    },
    Float {
        min: Option<FloatBound>,
        max: Option<FloatBound>,
    },
    /// `None` prints as `String`, an explicit size always with its bounds.
    String(Option<Size>),
    /// The type of one certain string, as inference gives it.
    StringValue(SmolStr),
    Enum {
        values: Arc<[SmolStr]>,
        case_insensitive: bool,
    },
    /// Patterns of regular expressions.
    Pattern(Arc<[Regexp]>),
    Regexp(Option<SmolStr>),
    Boolean(Option<bool>),
    Collection(Option<Size>),
    Array {
        element: Arc<Type>,
        size: Option<Size>,
    },
    Hash {
        key: Arc<Type>,
        value: Arc<Type>,
        size: Option<Size>,
    },
    Tuple {
        types: Arc<[Type]>,
        size: Option<Size>,
    },
    Struct(Arc<[StructMember]>),
    /// `None` where nothing was said: `Optional` is not `Optional[Any]`.
    Optional(Option<Arc<Type>>),
    NotUndef(Arc<Type>),
    Variant(Arc<[Type]>),
    /// `Type[T]`; `None` is `Type`.
    Type(Option<Arc<Type>>),
    Callable(Arc<CallableType>),
    CatalogEntry,
    /// `Class`, `Class[name]`
    Class(Option<SmolStr>),
    /// `Resource`, `File`, `File['/x']`; the type's name as references print it (`Foo::Bar`).
    Resource {
        type_name: Option<SmolStr>,
        title: Option<SmolStr>,
        /// It was given to a resource, which makes it a resource object: it prints without quotes and equals no type.
        given: bool,
    },
    Iterable(Option<Arc<Type>>),
    Iterator(Option<Arc<Type>>),
    Sensitive(Arc<Type>),
    Binary,
    /// Nanoseconds, both inclusive.
    Timestamp {
        min: Option<i128>,
        max: Option<i128>,
    },
    Timespan {
        min: Option<i128>,
        max: Option<i128>,
    },
    SemVer(Arc<[SemVerRange]>),
    SemVerRange,
    /// With the hash or string that it was specialised with.
    Uri(Option<Arc<Value>>),
    Runtime(Arc<[Value]>),
    /// `Init[T, args…]`
    Init(Option<Arc<(Type, Vec<Value>)>>),
    /// `Object` itself is the object type without a definition.
    Object(Arc<ObjectType>),
    /// An object type with values for its type parameters: `Error['kind']`.
    ObjectExtension(Arc<ObjectExtension>),
    TypeSet(Arc<TypeSetType>),
    /// The name of a type that nothing defines.
    TypeReference(SmolStr),
    Alias(Arc<AliasType>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructMember {
    pub name: SmolStr,
    /// The entry may be absent: `Optional['name']`, or the value may be undef and `NotUndef['name']` was not written.
    pub optional: bool,
    pub value: Type,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct CallableType {
    /// `None`: any parameters (`Callable` without brackets).
    pub parameters: Option<Vec<Type>>,
    /// Of the parameters, where it is not exactly their number.
    pub size: Option<Size>,
    pub block: Option<Type>,
    pub returns: Option<Type>,
}

/// `Object[{…}]`: defined by its initialisation hash.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct ObjectType {
    pub name: Option<SmolStr>,
    pub parent: Option<Type>,
    /// Attributes in order: name, type, kind and default as the hash gives them. Those of the parent are the parent's.
    pub attributes: Vec<ObjectAttribute>,
    /// Functions by name with their types.
    pub functions: Vec<(SmolStr, Type)>,
    pub type_parameters: Vec<ObjectAttribute>,
    /// The names of the attributes that make two instances equal; `None` is all.
    pub equality: Option<Vec<SmolStr>>,
    /// Equal instances have the same type, not only equal attributes.
    pub equality_ignores_type: bool,
    /// The attributes that `new` takes by position, where it is said.
    pub serialization: Option<Vec<SmolStr>>,
    /// The hash that defined it.
    pub definition: Value,
}

/// An object type with values for its type parameters, in their order.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectExtension {
    pub base: Type,
    /// By name; a parameter that is absent matches anything.
    pub parameters: Vec<(SmolStr, Value)>,
    /// As they were written, for display: by position, or one hash.
    pub written: Vec<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectAttribute {
    pub name: SmolStr,
    pub attribute_type: Type,
    /// `constant`, `derived`, `given_or_derived`, `reference`.
    pub kind: Option<SmolStr>,
    pub value: Option<Value>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct TypeSetType {
    pub name: Option<SmolStr>,
    pub types: Vec<(SmolStr, Type)>,
    pub definition: Value,
}

/// `type Name = …`; filled in after its name is known, so that it can refer to itself.
#[derive(Debug)]
pub struct AliasType {
    pub name: SmolStr,
    pub resolved: OnceLock<Type>,
}

impl Type {
    pub const STRING: Type = Type::String(None);
    pub const INTEGER: Type = Type::Integer { min: None, max: None };
    pub const FLOAT: Type = Type::Float { min: None, max: None };
    pub const BOOLEAN: Type = Type::Boolean(None);

    pub fn array_of(element: Type) -> Type {
        Type::Array { element: Arc::new(element), size: None }
    }

    pub fn hash_of(key: Type, value: Type) -> Type {
        Type::Hash { key: Arc::new(key), value: Arc::new(value), size: None }
    }

    pub fn empty_array() -> Type {
        Type::Array { element: Arc::new(Type::Unit), size: Some(Size::EMPTY) }
    }

    pub fn empty_hash() -> Type {
        Type::Hash { key: Arc::new(Type::Unit), value: Arc::new(Type::Unit), size: Some(Size::EMPTY) }
    }

    pub fn optional(inner: Type) -> Type {
        Type::Optional(Some(Arc::new(inner)))
    }

    pub fn type_of(inner: Type) -> Type {
        Type::Type(Some(Arc::new(inner)))
    }

    pub fn integer_value(value: i128) -> Type {
        Type::Integer { min: Some(value), max: Some(value) }
    }

    /// `Enum[…]` with its values sorted and without repetition, as Puppet keeps them.
    pub fn enumeration(values: impl IntoIterator<Item = SmolStr>, case_insensitive: bool) -> Type {
        let mut values: Vec<SmolStr> = values.into_iter().collect();
        values.sort();
        values.dedup();
        Type::Enum { values: values.into(), case_insensitive }
    }

    /// `Variant[…]` without nesting and repetition; of one type it is that type.
    pub fn variant(types: impl IntoIterator<Item = Type>) -> Type {
        let mut flat: Vec<Type> = Vec::new();
        for member in types {
            match member {
                Type::Variant(inner) => {
                    for nested in inner.iter() {
                        if !flat.contains(nested) {
                            flat.push(nested.clone());
                        }
                    }
                }
                member if flat.contains(&member) => {}
                member => flat.push(member),
            }
        }
        match flat.len() {
            1 => flat.swap_remove(0),
            _ => Type::Variant(flat.into()),
        }
    }

    pub fn tuple(types: impl IntoIterator<Item = Type>) -> Type {
        Type::Tuple { types: types.into_iter().collect(), size: None }
    }

    /// A reference to a resource type, its name as references print it.
    pub fn resource(type_name: &str, title: Option<&str>) -> Type {
        Type::Resource {
            type_name: Some(display::capitalize_segments(type_name)),
            title: title.map(SmolStr::new),
            given: false,
        }
    }

    pub fn class(name: &str) -> Type {
        Type::Class(Some(SmolStr::new(name)))
    }

    /// The type behind aliases; an alias that is not filled in yet is itself.
    pub fn resolved(&self) -> &Type {
        let mut current = self;
        for _ in 0..MAX_ALIAS_CHAIN {
            match current {
                Type::Alias(alias) => match alias.resolved.get() {
                    Some(inner) => current = inner,
                    None => return current,
                },
                _ => return current,
            }
        }
        current
    }

    /// The name that nothing defines, of a reference to it; of other types how they print.
    pub(crate) fn resolved_name(&self) -> String {
        match self.resolved() {
            Type::TypeReference(name) => name.to_string(),
            other => other.to_string(),
        }
    }

    /// How many elements a tuple of these types and size has.
    pub(crate) fn tuple_size(types: &[Type], size: Option<Size>) -> Size {
        match size {
            Some(size) => size,
            None if types.is_empty() => Size::ANY,
            None => Size::exactly(types.len()),
        }
    }
}

/// Whether only lambdas and functions are of a type.
pub fn is_callable(parameter_type: &Type) -> bool {
    match parameter_type.resolved() {
        Type::Callable(_) => true,
        Type::Optional(Some(inner)) => is_callable(inner),
        Type::Variant(types) => !types.is_empty() && types.iter().all(is_callable),
        _ => false,
    }
}

/// `type A = B`, `type B = C`…: more than this many in a row is a circle.
const MAX_ALIAS_CHAIN: usize = 256;

impl CallableType {
    /// The parameters as a tuple; `None` for a bare `Callable`.
    pub fn parameter_tuple(&self) -> Option<Type> {
        self.parameters.as_ref().map(|types| Type::Tuple {
            types: types.as_slice().into(),
            size: self.size.or(if types.is_empty() { Some(Size::EMPTY) } else { None }),
        })
    }
}

impl PartialEq for AliasType {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for AliasType {}

impl std::hash::Hash for AliasType {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}
