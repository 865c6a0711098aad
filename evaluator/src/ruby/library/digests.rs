//! `Digest`, `OpenSSL::Digest`, `OpenSSL::HMAC` and the key derivation PBKDF2.

use std::cell::RefCell;
use std::rc::Rc;

use sha1::Digest as _;

use super::{Native, binary, bytes_of, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::RubyValue;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigestKind {
    Md5,
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

/// Rounds of a key derivation: more would only take time.
const MAX_ROUNDS: i128 = 200_000;
const MAX_KEY_BYTES: i128 = 4096;

impl DigestKind {
    pub fn named(name: &str) -> Option<Self> {
        Some(match name.to_ascii_uppercase().replace('-', "").as_str() {
            "MD5" => DigestKind::Md5,
            "SHA1" => DigestKind::Sha1,
            "SHA256" => DigestKind::Sha256,
            "SHA384" => DigestKind::Sha384,
            "SHA512" => DigestKind::Sha512,
            _ => return None,
        })
    }

    pub fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            DigestKind::Md5 => md5::Md5::digest(bytes).to_vec(),
            DigestKind::Sha1 => sha1::Sha1::digest(bytes).to_vec(),
            DigestKind::Sha256 => sha2::Sha256::digest(bytes).to_vec(),
            DigestKind::Sha384 => sha2::Sha384::digest(bytes).to_vec(),
            DigestKind::Sha512 => sha2::Sha512::digest(bytes).to_vec(),
        }
    }

    fn block_bytes(self) -> usize {
        match self {
            DigestKind::Sha384 | DigestKind::Sha512 => 128,
            _ => 64,
        }
    }

    pub fn hmac(self, key: &[u8], data: &[u8]) -> Vec<u8> {
        let mut block = if key.len() > self.block_bytes() { self.digest(key) } else { key.to_vec() };
        block.resize(self.block_bytes(), 0);
        let padded = |pad: u8| block.iter().map(|byte| byte ^ pad).collect::<Vec<u8>>();
        let inner = self.digest(&[padded(0x36).as_slice(), data].concat());
        self.digest(&[padded(0x5c), inner].concat())
    }

    pub fn pbkdf2(self, password: &[u8], salt: &[u8], rounds: u32, length: usize) -> Vec<u8> {
        let mut key = Vec::with_capacity(length);
        let mut number = 1_u32;
        while key.len() < length {
            let mut last = self.hmac(password, &[salt, &number.to_be_bytes()].concat());
            let mut block = last.clone();
            for _ in 1..rounds {
                last = self.hmac(password, &last);
                block.iter_mut().zip(&last).for_each(|(byte, other)| *byte ^= other);
            }
            key.extend(block);
            number += 1;
        }
        key.truncate(length);
        key
    }
}

pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keyed_digests_and_derived_keys() {
        // RFC 4231, test case 2.
        let digest = DigestKind::Sha256.hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(hexadecimal(&digest), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        // RFC 7914, section 11.
        let key = DigestKind::Sha256.pbkdf2(b"passwd", b"salt", 1, 64);
        assert!(hexadecimal(&key).starts_with("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"));
    }
}
