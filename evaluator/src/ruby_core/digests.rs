//! Digests, keyed digests, derived keys and checksums.

use hmac::{Hmac, KeyInit, Mac};
use md5::Md5;
use sha1::{Digest, Sha1};
use sha2::{Sha256, Sha384, Sha512};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DigestKind {
    Md5,
    Sha1,
    Sha256,
    Sha384,
    Sha512,
}

impl DigestKind {
    /// Returns the digest of a name such as `SHA256` or `sha-256`.
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

    /// Returns the digest of bytes.
    pub fn digest(self, bytes: &[u8]) -> Vec<u8> {
        match self {
            DigestKind::Md5 => Md5::digest(bytes).to_vec(),
            DigestKind::Sha1 => Sha1::digest(bytes).to_vec(),
            DigestKind::Sha256 => Sha256::digest(bytes).to_vec(),
            DigestKind::Sha384 => Sha384::digest(bytes).to_vec(),
            DigestKind::Sha512 => Sha512::digest(bytes).to_vec(),
        }
    }

    /// Returns the digest of bytes in hexadecimal.
    pub fn hexadecimal(self, bytes: &[u8]) -> String {
        hexadecimal(&self.digest(bytes))
    }

    /// Returns the digest of data with a key.
    pub fn hmac(self, key: &[u8], data: &[u8]) -> Vec<u8> {
        match self {
            DigestKind::Md5 => keyed::<Hmac<Md5>>(key, data),
            DigestKind::Sha1 => keyed::<Hmac<Sha1>>(key, data),
            DigestKind::Sha256 => keyed::<Hmac<Sha256>>(key, data),
            DigestKind::Sha384 => keyed::<Hmac<Sha384>>(key, data),
            DigestKind::Sha512 => keyed::<Hmac<Sha512>>(key, data),
        }
    }

    /// Returns a key that PBKDF2 derives from a password.
    pub fn pbkdf2(self, password: &[u8], salt: &[u8], rounds: u32, length: usize) -> Vec<u8> {
        let mut key = vec![0; length];
        match self {
            DigestKind::Md5 => pbkdf2::pbkdf2_hmac::<Md5>(password, salt, rounds, &mut key),
            DigestKind::Sha1 => pbkdf2::pbkdf2_hmac::<Sha1>(password, salt, rounds, &mut key),
            DigestKind::Sha256 => pbkdf2::pbkdf2_hmac::<Sha256>(password, salt, rounds, &mut key),
            DigestKind::Sha384 => pbkdf2::pbkdf2_hmac::<Sha384>(password, salt, rounds, &mut key),
            DigestKind::Sha512 => pbkdf2::pbkdf2_hmac::<Sha512>(password, salt, rounds, &mut key),
        }
        key
    }
}

fn keyed<M: Mac + KeyInit>(key: &[u8], data: &[u8]) -> Vec<u8> {
    // HMAC takes keys of any length.
    let Ok(mut digest) = <M as KeyInit>::new_from_slice(key) else { return Vec::new() };
    digest.update(data);
    digest.finalize().into_bytes().to_vec()
}

/// Returns bytes in hexadecimal.
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Returns the checksum that `Zlib.crc32` computes.
pub fn crc32(bytes: &[u8]) -> u32 {
    crc32fast::hash(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn digests_of_a_known_text() {
        assert_eq!(DigestKind::Md5.hexadecimal(b"hello"), "5d41402abc4b2a76b9719d911017c592");
        assert_eq!(DigestKind::Sha1.hexadecimal(b""), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
        assert_eq!(crc32(b"123456789"), 0xcbf4_3926);
    }

    #[test]
    fn keyed_digests_and_derived_keys() {
        // RFC 4231, test case 2.
        let digest = DigestKind::Sha256.hmac(b"Jefe", b"what do ya want for nothing?");
        assert_eq!(hexadecimal(&digest), "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        // RFC 7914, section 11.
        let key = DigestKind::Sha256.pbkdf2(b"passwd", b"salt", 1, 64);
        assert!(hexadecimal(&key).starts_with("55ac046e56e3089fec1691c22544b605f94185216dde0465e68b9d57c20dacbc"));
        let key = DigestKind::Sha512.pbkdf2(b"password", b"salt", 2, 64);
        assert!(hexadecimal(&key).starts_with("e1d9c16aa681708a45f5c7c4e215ceb66e011a2e9f0040713f18aefdb866d53c"));
    }
}
