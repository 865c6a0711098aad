//! `Digest`, `OpenSSL::Digest`, `OpenSSL::HMAC` and the key derivation PBKDF2.

use std::cell::RefCell;
use std::rc::Rc;

use super::{Native, binary, bytes_of, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;
use crate::ruby_core::digests::{DigestKind, hexadecimal};

/// Rounds of a key derivation: more would only take time.
const MAX_ROUNDS: i128 = 200_000;
const MAX_KEY_BYTES: i128 = 4096;

fn shown(bytes: Vec<u8>, method: &str) -> RubyValue {
    use base64::Engine;
    match method {
        "hexdigest" | "to_s" => RubyValue::string(hexadecimal(&bytes)),
        "base64digest" => RubyValue::string(base64::engine::general_purpose::STANDARD.encode(bytes)),
        _ => binary(bytes),
    }
}

/// The digest that an argument names: an object of one, a class of one, or a name.
fn kind_of(value: &RubyValue) -> Option<DigestKind> {
    match value {
        RubyValue::Native(object) => match &**object {
            Native::Digest(kind, _) => Some(*kind),
            _ => None,
        },
        RubyValue::Constant(class) => DigestKind::named(class.rsplit("::").next()?),
        other => DigestKind::named(&other.to_text()),
    }
}

fn new_digest(kind: DigestKind) -> RubyValue {
    native(Native::Digest(kind, RefCell::default()))
}

pub(super) fn class_method(class: &str, call: &MethodCall<'_>) -> Option<RubyValue> {
    match (class, call.name) {
        ("OpenSSL::Digest", "new") => return Some(new_digest(DigestKind::named(&call.argument(0).to_text())?)),
        ("OpenSSL::Digest", "digest" | "hexdigest") => {
            let kind = DigestKind::named(&call.argument(0).to_text())?;
            return Some(shown(kind.digest(&bytes_of(&call.argument(1))), call.name));
        }
        ("OpenSSL::HMAC", "new") => {
            let kind = kind_of(&call.argument(1))?;
            return Some(native(Native::Hmac { kind, key: bytes_of(&call.argument(0)), data: RefCell::default() }));
        }
        ("OpenSSL::HMAC", "digest" | "hexdigest" | "base64digest") => {
            let kind = kind_of(&call.argument(0))?;
            return Some(shown(kind.hmac(&bytes_of(&call.argument(1)), &bytes_of(&call.argument(2))), call.name));
        }
        ("OpenSSL::KDF", "pbkdf2_hmac") => {
            let RubyValue::Hash(options) = call.argument(1) else { return None };
            let option = |name: &str| options.borrow().get(&RubyValue::Symbol(name.into()));
            let (rounds, length) = (option("iterations")?, option("length")?);
            return derived(&call.argument(0), &option("salt")?, &rounds, &length, &option("hash")?);
        }
        ("OpenSSL::PKCS5", "pbkdf2_hmac") => {
            let argument = |index: usize| call.argument(index);
            return derived(&argument(0), &argument(1), &argument(2), &argument(3), &argument(4));
        }
        _ => {}
    }
    let name = class.strip_prefix("Digest::").or(class.strip_prefix("OpenSSL::Digest::"))?;
    let kind = match (name, call.name) {
        // `Digest::SHA2.new(bits)`
        ("SHA2", "new") => match call.integer(0) {
            Some(384) => DigestKind::Sha384,
            Some(512) => DigestKind::Sha512,
            _ => DigestKind::Sha256,
        },
        _ => DigestKind::named(name)?,
    };
    match call.name {
        "new" => Some(new_digest(kind)),
        "digest" | "hexdigest" | "base64digest" => Some(shown(kind.digest(&bytes_of(&call.argument(0))), call.name)),
        _ => None,
    }
}

fn derived(
    password: &RubyValue,
    salt: &RubyValue,
    rounds: &RubyValue,
    length: &RubyValue,
    digest: &RubyValue,
) -> Option<RubyValue> {
    let (RubyValue::Integer(rounds), RubyValue::Integer(length)) = (rounds, length) else { return None };
    if !(1..=MAX_ROUNDS).contains(rounds) || !(1..=MAX_KEY_BYTES).contains(length) {
        return None;
    }
    let kind = kind_of(digest)?;
    Some(binary(kind.pbkdf2(&bytes_of(password), &bytes_of(salt), *rounds as u32, *length as usize)))
}

pub(super) fn digest_method(
    kind: DigestKind,
    data: &RefCell<Vec<u8>>,
    this: &Rc<Native>,
    call: &MethodCall<'_>,
) -> Option<RubyValue> {
    Some(match call.name {
        "<<" | "update" => {
            data.borrow_mut().extend(bytes_of(&call.argument(0)));
            RubyValue::Native(this.clone())
        }
        "digest" | "hexdigest" | "base64digest" | "to_s" => match call.arguments.first() {
            Some(given) => shown(kind.digest(&bytes_of(given)), call.name),
            None => shown(kind.digest(&data.borrow()), call.name),
        },
        "reset" => {
            data.borrow_mut().clear();
            RubyValue::Native(this.clone())
        }
        _ => return None,
    })
}

pub(super) fn hmac_method(
    kind: DigestKind,
    key: &[u8],
    data: &RefCell<Vec<u8>>,
    this: &Rc<Native>,
    call: &MethodCall<'_>,
) -> Option<RubyValue> {
    Some(match call.name {
        "<<" | "update" => {
            data.borrow_mut().extend(bytes_of(&call.argument(0)));
            RubyValue::Native(this.clone())
        }
        "digest" | "hexdigest" | "base64digest" | "to_s" => shown(kind.hmac(key, &data.borrow()), call.name),
        _ => return None,
    })
}
