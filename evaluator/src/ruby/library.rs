//! Classes of Ruby's own library that plugin functions and templates use, and what they ask of Puppet's classes. All
//! of it computes; nothing reads a file, a clock or the network.

mod digests;
pub(crate) mod gem_version;
mod ip_address;
mod pathname;
mod psych;
mod puppet_classes;
mod puppet_objects;
mod text_encodings;
mod time;
mod uri;

use std::cell::RefCell;
use std::rc::Rc;

use smol_str::SmolStr;

use self::gem_version::GemVersion;
use self::puppet_objects::PuppetObject;
use self::time::Time;
use super::host::{HostCall, HostObject};
use super::interpreter::{Ran, Ruby};
use super::methods::MethodCall;
use super::value::{RubyHash, RubyRange, RubyValue};
use crate::ruby_core::digests::DigestKind;
use crate::ruby_core::ip_address::IpAddress;
use crate::ruby_core::mersenne_twister::MersenneTwister;
use crate::ruby_core::uri::UriParts;
use crate::value::Value;

/// An object of a class of the library.
pub enum Native {
    IpAddress(IpAddress),
    Version(GemVersion),
    Uri(UriParts),
    Pathname(String),
    /// What was added to it so far.
    Digest(DigestKind, RefCell<Vec<u8>>),
    Hmac {
        kind: DigestKind,
        key: Vec<u8>,
        data: RefCell<Vec<u8>>,
    },
    Set(RefCell<RubyHash>),
    Random(RefCell<Box<MersenneTwister>>),
    /// What `map` and its like give without a block: the elements, and the method that waits for one.
    Enumerator {
        elements: Vec<RubyValue>,
        method: SmolStr,
    },
    Time(Time),
    Puppet(PuppetObject),
    /// An object of the program around the interpreter.
    Host(Rc<dyn HostObject>),
}

impl std::fmt::Debug for Native {
    fn fmt(&self, formatter: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        formatter.write_str(&self.inspect())
    }
}

impl Native {
    pub fn class_name(&self) -> &'static str {
        match self {
            Native::IpAddress(_) => "IPAddr",
            Native::Version(_) => "Gem::Version",
            Native::Uri(_) => "URI::Generic",
            Native::Pathname(_) => "Pathname",
            Native::Digest(..) => "OpenSSL::Digest",
            Native::Hmac { .. } => "OpenSSL::HMAC",
            Native::Set(_) => "Set",
            Native::Random(_) => "Random",
            Native::Enumerator { .. } => "Enumerator",
            Native::Time(_) => "Time",
            Native::Puppet(object) => object.class_name(),
            Native::Host(object) => object.class_name(),
        }
    }

    pub fn is_a(&self, class: &str) -> bool {
        match self {
            Native::Set(_) => class == "Enumerable",
            Native::IpAddress(_) | Native::Version(_) => class == "Comparable",
            Native::Uri(uri) => {
                uri.class_name() == class
                    || matches!((uri.class_name(), class), ("URI::HTTPS", "URI::HTTP") | ("URI::LDAPS", "URI::LDAP"))
            }
            Native::Enumerator { .. } => class == "Enumerable",
            Native::Time(_) => class == "Comparable",
            _ => false,
        }
    }

    pub fn text(&self) -> String {
        match self {
            Native::IpAddress(address) => address.text(),
            Native::Version(version) => version.text().to_string(),
            Native::Uri(uri) => uri.text(),
            Native::Pathname(path) => path.clone(),
            Native::Digest(kind, data) => kind.hexadecimal(&data.borrow()),
            Native::Time(time) => time.text(),
            Native::Puppet(object) => object.text(),
            Native::Host(object) => object.inspect(),
            _ => self.inspect(),
        }
    }

    pub fn inspect(&self) -> String {
        match self {
            Native::IpAddress(address) => address.inspect(),
            Native::Version(version) => format!("Gem::Version.new({:?})", version.text()),
            Native::Uri(uri) => format!("#<{} {}>", uri.class_name(), uri.text()),
            Native::Pathname(path) => format!("#<Pathname:{path}>"),
            Native::Time(time) => time.text(),
            Native::Set(elements) => {
                let inner: Vec<String> = elements.borrow().iter().map(|(key, _)| key.inspect()).collect();
                format!("#<Set: {{{}}}>", inner.join(", "))
            }
            Native::Host(object) => object.inspect(),
            other => format!("#<{}>", other.class_name()),
        }
    }

    /// Returns how two objects sort; nothing where they have no order.
    pub fn compare(&self, other: &Native) -> Option<std::cmp::Ordering> {
        match (self, other) {
            (Native::IpAddress(left), Native::IpAddress(right)) if left.width() == right.width() => {
                Some(left.bits().cmp(&right.bits()))
            }
            (Native::Version(left), Native::Version(right)) => Some(left.compare(right)),
            (Native::Time(left), Native::Time(right)) => Some(left.nanoseconds.cmp(&right.nanoseconds)),
            _ => None,
        }
    }

    /// What iterating over it gives.
    pub fn elements(&self) -> Option<Vec<RubyValue>> {
        match self {
            Native::Set(elements) => Some(elements.borrow().iter().map(|(key, _)| key.clone()).collect()),
            Native::Enumerator { elements, .. } => Some(elements.clone()),
            _ => None,
        }
    }
}

/// How many addresses of a network are walked over.
const MAX_ADDRESSES: u128 = 1 << 16;

/// What iterating over a range of objects of the library gives.
pub(super) fn elements_between(range: &RubyRange) -> Option<Vec<RubyValue>> {
    let (RubyValue::Native(from), RubyValue::Native(to)) = (&range.from, &range.to) else { return None };
    let (Native::IpAddress(from), Native::IpAddress(to)) = (&**from, &**to) else { return None };
    let addresses = from.addresses_to(to, MAX_ADDRESSES)?;
    Some(addresses.into_iter().map(|address| native(Native::IpAddress(address))).collect())
}

pub(super) fn native(object: Native) -> RubyValue {
    RubyValue::Native(Rc::new(object))
}

/// Classes and modules that exist without anybody defining them.
pub(super) fn is_library_class(name: &str) -> bool {
    matches!(
        name.split("::").next().unwrap_or(name),
        "Array"
            | "Base64"
            | "CGI"
            | "Comparable"
            | "Digest"
            | "ERB"
            | "Enumerable"
            | "File"
            | "Float"
            | "Gem"
            | "Hash"
            | "IPAddr"
            | "Integer"
            | "JSON"
            | "Math"
            | "Numeric"
            | "Object"
            | "OpenSSL"
            | "Pathname"
            | "Psych"
            | "Puppet"
            | "Random"
            | "Range"
            | "Regexp"
            | "Set"
            | "Shellwords"
            | "String"
            | "Symbol"
            | "Time"
            | "URI"
            | "YAML"
            | "Zlib"
    )
}

/// The bytes of a string or of a Binary.
fn bytes_of(value: &RubyValue) -> Vec<u8> {
    match value {
        RubyValue::Puppet(Value::Binary(bytes)) => bytes.to_vec(),
        other => other.to_text().into_bytes(),
    }
}

/// Bytes as a string where they are one, otherwise as a Binary.
pub(in crate::ruby) fn string_of(bytes: Vec<u8>) -> RubyValue {
    match String::from_utf8(bytes) {
        Ok(text) => RubyValue::string(text),
        Err(error) => RubyValue::Puppet(Value::Binary(error.into_bytes().into())),
    }
}

fn binary(bytes: Vec<u8>) -> RubyValue {
    RubyValue::Puppet(Value::Binary(bytes.into()))
}

impl Ruby<'_, '_> {
    /// A method of a class of the library.
    pub(super) fn library_method(&mut self, class: &SmolStr, call: &MethodCall<'_>) -> Ran {
        if let Some(value) = text_encodings::class_method(class, call) {
            return Ok(value);
        }
        if let Some(value) = digests::class_method(class, call) {
            return Ok(value);
        }
        if let Some(value) = self.puppet_class_method(class, call)? {
            return Ok(value);
        }
        if let Some(value) = self.file_class_method(class, call)? {
            return Ok(value);
        }
        match (class.as_str(), call.name) {
            ("IPAddr", "new") => {
                let text = match call.argument(0) {
                    RubyValue::Nil => "::".to_string(),
                    other => self.text(&other)?,
                };
                match IpAddress::read(&text) {
                    Ok(address) => Ok(native(Native::IpAddress(address))),
                    Err((class, message)) => self.raise(class, message),
                }
            }
            ("Gem::Version", "new" | "create") => match GemVersion::read(&call.argument(0).to_text()) {
                Some(version) => Ok(native(Native::Version(version))),
                None => self
                    .raise("ArgumentError", format!("Malformed version number string {}", call.argument(0).to_text())),
            },
            ("Pathname", "new") => Ok(pathname::pathname(call.argument(0).to_text())),
            ("URI", "parse") => {
                let text = self.text(&call.argument(0))?;
                match UriParts::parse_strictly(&text) {
                    Some(uri) => Ok(native(Native::Uri(uri))),
                    None => self.raise("URI::InvalidURIError", format!("bad URI(is not URI?): {text:?}")),
                }
            }
            ("Time", "at") if call.arguments.len() == 1 => match Time::at(&call.argument(0)) {
                Some(time) => Ok(native(Native::Time(time))),
                None => self.unsupported("Time.at", call.offset),
            },
            ("Set", "new" | "[]") => {
                let elements = match (call.name, call.arguments.first()) {
                    ("[]", _) => call.arguments.clone(),
                    (_, None | Some(RubyValue::Nil)) => Vec::new(),
                    (_, Some(elements)) => self.elements(elements, call.offset)?,
                };
                Ok(set_of(elements))
            }
            ("Random", "new") if !call.arguments.is_empty() => match call.integer(0).map(u128::try_from) {
                Some(Ok(seed)) => Ok(native(Native::Random(RefCell::new(Box::new(MersenneTwister::new(seed)))))),
                _ => self.unsupported("Random.new", call.offset),
            },
            ("JSON", "parse" | "load") => {
                let text = self.text(&call.argument(0))?;
                match crate::hiera::json::parse(&text) {
                    Ok(data) => {
                        let value = RubyValue::from_puppet(&data.to_value());
                        Ok(if has_option(call, "symbolize_names") { with_symbols(&value) } else { value })
                    }
                    Err(_) => self.raise("JSON::ParserError", format!("unexpected token at '{text}'")),
                }
            }
            ("YAML" | "Psych", "load" | "safe_load" | "unsafe_load") => {
                let text = self.text(&call.argument(0))?;
                self.load_yaml(&text, option(call, "filename").map(|name| name.to_text()).as_deref(), call)
            }
            _ => self.unsupported(format!("{class}.{}", call.name), call.offset),
        }
    }

    pub(super) fn native_method(&mut self, object: &Rc<Native>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        match &**object {
            Native::IpAddress(address) => match ip_address::method(address, call) {
                Ok(value) => Ok(value),
                Err((class, message)) => self.raise(class, message),
            },
            Native::Version(version) => Ok(version.method(call)),
            Native::Uri(uri) => Ok(uri::method(uri, call)),
            Native::Pathname(path) => self.pathname_method(path, call),
            Native::Digest(kind, data) => Ok(digests::digest_method(*kind, data, object, call)),
            Native::Hmac { kind, key, data } => Ok(digests::hmac_method(*kind, key, data, object, call)),
            Native::Set(elements) => Ok(set_method(elements, object, call)),
            Native::Enumerator { elements, method } => self.enumerator_method(elements, method, call),
            Native::Time(time) => Ok(time.method(call)),
            Native::Puppet(object) => self.puppet_object_method(object, call),
            Native::Host(object) => match self.host.clone() {
                Some(host) => {
                    let (arguments, block) = (call.arguments.clone(), call.block.clone());
                    let call = HostCall { name: call.name, arguments, block, offset: call.offset };
                    host.call_object(self, object, &call)
                }
                None => Ok(None),
            },
            Native::Random(random) => Ok(match (call.name, call.integer(0)) {
                ("rand", Some(bound)) if bound > 0 && bound <= i128::from(u32::MAX) => {
                    RubyValue::Integer(i128::from(random.borrow_mut().below(bound as u64))).into()
                }
                _ => None,
            }),
        }
    }
}

/// An option that is given by name.
fn option(call: &MethodCall<'_>, name: &str) -> Option<RubyValue> {
    call.arguments.iter().find_map(|argument| match argument {
        RubyValue::Hash(options) => options.borrow().get(&RubyValue::Symbol(name.into())),
        _ => None,
    })
}

fn has_option(call: &MethodCall<'_>, name: &str) -> bool {
    option(call, name).is_some_and(|value| value.is_truthy())
}

/// The same data with symbols as the keys of its hashes.
fn with_symbols(value: &RubyValue) -> RubyValue {
    match value {
        RubyValue::Hash(hash) => RubyValue::hash(
            hash.borrow().iter().map(|(key, value)| (RubyValue::Symbol(key.to_text().into()), with_symbols(value))),
        ),
        RubyValue::Array(elements) => RubyValue::array(elements.borrow().iter().map(with_symbols).collect()),
        other => other.clone(),
    }
}

pub(super) fn set_of(elements: Vec<RubyValue>) -> RubyValue {
    let entries = elements.into_iter().map(|element| (element, RubyValue::Boolean(true))).collect();
    native(Native::Set(RefCell::new(entries)))
}

fn set_method(set: &RefCell<RubyHash>, this: &Rc<Native>, call: &MethodCall<'_>) -> Option<RubyValue> {
    let members =
        |set: &RefCell<RubyHash>| -> Vec<RubyValue> { set.borrow().iter().map(|(key, _)| key.clone()).collect() };
    let other = || match call.argument(0) {
        RubyValue::Native(object) => object.elements(),
        RubyValue::Array(elements) => Some(elements.borrow().clone()),
        _ => None,
    };
    let contains = |list: &[RubyValue], wanted: &RubyValue| list.iter().any(|element| element.key() == wanted.key());
    Some(match call.name {
        "add" | "<<" => {
            set.borrow_mut().insert(call.argument(0), RubyValue::Boolean(true));
            RubyValue::Native(this.clone())
        }
        "delete" => {
            set.borrow_mut().remove(&call.argument(0));
            RubyValue::Native(this.clone())
        }
        "merge" => {
            for element in other()? {
                set.borrow_mut().insert(element, RubyValue::Boolean(true));
            }
            RubyValue::Native(this.clone())
        }
        "include?" | "member?" | "===" | "contain?" => RubyValue::Boolean(set.borrow().contains(&call.argument(0))),
        "size" | "length" | "count" if call.block.is_none() => RubyValue::Integer(set.borrow().len() as i128),
        "empty?" => RubyValue::Boolean(set.borrow().is_empty()),
        "to_a" => RubyValue::array(members(set)),
        "|" | "+" | "union" => set_of(members(set).into_iter().chain(other()?).collect()),
        "&" | "intersection" => {
            let other = other()?;
            set_of(members(set).into_iter().filter(|member| contains(&other, member)).collect())
        }
        "-" | "difference" => {
            let other = other()?;
            set_of(members(set).into_iter().filter(|member| !contains(&other, member)).collect())
        }
        "subset?" | "<=" => {
            let other = other()?;
            RubyValue::Boolean(members(set).iter().all(|member| contains(&other, member)))
        }
        "superset?" | ">=" => {
            let own = members(set);
            RubyValue::Boolean(other()?.iter().all(|member| contains(&own, member)))
        }
        "==" => {
            let (own, other) = (members(set), other()?);
            RubyValue::Boolean(own.len() == other.len() && own.iter().all(|member| contains(&other, member)))
        }
        _ => return None,
    })
}
