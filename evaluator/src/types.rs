//! Puppet's type system: the types themselves. How they are parsed, printed, inferred and compared is in the files
//! of this folder. Knows nothing of scopes or catalogs.

use std::sync::{Arc, OnceLock};

use smol_str::SmolStr;

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
    String(Size),
    /// The type of one certain string, as inference gives it.
    StringValue(SmolStr),
    Enum {
        values: Arc<[SmolStr]>,
        case_insensitive: bool,
    },
    /// Patterns of regular expressions.
    Pattern(Arc<[SmolStr]>),
    Regexp(Option<SmolStr>),
    Boolean(Option<bool>),
    Collection(Size),
    Array {
        element: Arc<Type>,
        size: Size,
    },
    Hash {
        key: Arc<Type>,
        value: Arc<Type>,
        size: Size,
    },
    Tuple {
        types: Arc<[Type]>,
        size: Option<Size>,
    },
    Struct(Arc<[StructMember]>),
    Optional(Arc<Type>),
    NotUndef(Arc<Type>),
    Variant(Arc<[Type]>),
    /// `Type[T]`
    Type(Arc<Type>),
    Callable(Arc<CallableType>),
    CatalogEntry,
    /// `Class`, `Class[name]`
    Class(Option<SmolStr>),
    /// `Resource`, `File`, `File['/x']`; the type's name as references print it (`Foo::Bar`).
    Resource {
        type_name: Option<SmolStr>,
        title: Option<SmolStr>,
    },
    Iterable(Arc<Type>),
    Iterator(Arc<Type>),
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
    Object(Arc<ObjectType>),
    TypeSet(Arc<TypeSetType>),
    /// The name of a type that nothing defines.
    TypeReference(SmolStr),
    Alias(Arc<AliasType>),
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct StructMember {
    pub name: SmolStr,
    /// The entry may be absent: `Optional['name']`.
    pub optional: bool,
    /// `NotUndef['name']` was written.
    pub not_undef: bool,
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
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectType {
    pub name: Option<SmolStr>,
    pub parent: Option<Type>,
    /// Attributes in order: name, type, kind and default as the hash gives them.
    pub attributes: Vec<ObjectAttribute>,
    /// The hash that defined it.
    pub definition: Value,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct ObjectAttribute {
    pub name: SmolStr,
    pub attribute_type: Type,
    /// `constant`, `derived`, `given_or_derived`, `reference`.
    pub kind: Option<SmolStr>,
    pub value: Option<Value>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
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
