//! The digests of passwords that Unix keeps: MD5 crypt, SHA-256 crypt and SHA-512 crypt.

use md5::{Digest, Md5};
use sha2::{Sha256, Sha512};

/// The alphabet of crypt's own base 64.
const ALPHABET: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

fn write_base64(bytes: [u8; 3], characters: usize, out: &mut String) {
    let mut word = u32::from(bytes[0]) << 16 | u32::from(bytes[1]) << 8 | u32::from(bytes[2]);
    for _ in 0..characters {
        out.push(char::from(ALPHABET[(word & 0x3f) as usize]));
        word >>= 6;
    }
}

/// `$1$salt$…`
pub fn md5_crypt(password: &str, salt: &str) -> String {
    let password = password.as_bytes();
    let salt = salt.as_bytes().get(..8).unwrap_or(salt.as_bytes());
    let alternate = Md5::new().chain_update(password).chain_update(salt).chain_update(password).finalize();
    let mut digest = Md5::new().chain_update(password).chain_update(b"$1$").chain_update(salt);
    for (index, _) in password.iter().enumerate() {
        digest.update([alternate[index % 16]]);
    }
    let mut length = password.len();
    while length > 0 {
        if length & 1 == 1 {
            digest.update([0]);
        } else {
            digest.update(password.get(..1).unwrap_or_default());
        }
        length >>= 1;
    }
    let mut result = digest.finalize();
    for round in 0..1000 {
        let mut digest = Md5::new();
        if round % 2 == 1 {
            digest.update(password);
        } else {
            digest.update(result);
        }
        if round % 3 != 0 {
            digest.update(salt);
        }
        if round % 7 != 0 {
            digest.update(password);
        }
        if round % 2 == 1 {
            digest.update(result);
        } else {
            digest.update(password);
        }
        result = digest.finalize();
    }
    let mut out = format!("$1${}$", String::from_utf8_lossy(salt));
    for (first, second, third) in [(0, 6, 12), (1, 7, 13), (2, 8, 14), (3, 9, 15), (4, 10, 5)] {
        write_base64([result[first], result[second], result[third]], 4, &mut out);
    }
    write_base64([0, 0, result[11]], 2, &mut out);
    out
}

/// The steps that SHA-256 crypt and SHA-512 crypt have in common: the digest after 5,000 rounds.
fn sha_crypt_digest<D: Digest>(password: &[u8], salt: &[u8]) -> Vec<u8> {
    const ROUNDS: usize = 5000;
    let repeated = |block: &[u8], length: usize| -> Vec<u8> { block.iter().copied().cycle().take(length).collect() };
    let alternate = D::new().chain_update(password).chain_update(salt).chain_update(password).finalize().to_vec();
    let mut digest = D::new().chain_update(password).chain_update(salt);
    digest.update(repeated(&alternate, password.len()));
    let mut length = password.len();
    while length > 0 {
        if length & 1 == 1 {
            digest.update(&alternate);
        } else {
            digest.update(password);
        }
        length >>= 1;
    }
    let mut result = digest.finalize().to_vec();
    let mut of_password = D::new();
    for _ in password {
        of_password.update(password);
    }
    let password_bytes = repeated(&of_password.finalize(), password.len());
    let mut of_salt = D::new();
    for _ in 0..16 + usize::from(result.first().copied().unwrap_or(0)) {
        of_salt.update(salt);
    }
    let salt_bytes = repeated(&of_salt.finalize(), salt.len());
    for round in 0..ROUNDS {
        let mut digest = D::new();
        if round % 2 == 1 {
            digest.update(&password_bytes);
        } else {
            digest.update(&result);
        }
        if round % 3 != 0 {
            digest.update(&salt_bytes);
        }
        if round % 7 != 0 {
            digest.update(&password_bytes);
        }
        if round % 2 == 1 {
            digest.update(&result);
        } else {
            digest.update(&password_bytes);
        }
        result = digest.finalize().to_vec();
    }
    result
}

fn sha_salt(salt: &str) -> &[u8] {
    salt.as_bytes().get(..16).unwrap_or(salt.as_bytes())
}

/// `$5$salt$…`
pub fn sha256_crypt(password: &str, salt: &str) -> String {
    let salt = sha_salt(salt);
    let result = sha_crypt_digest::<Sha256>(password.as_bytes(), salt);
    let byte = |index: usize| result.get(index).copied().unwrap_or(0);
    let mut out = format!("$5${}$", String::from_utf8_lossy(salt));
    let (mut first, mut second, mut third) = (0, 10, 20);
    for _ in 0..10 {
        write_base64([byte(first), byte(second), byte(third)], 4, &mut out);
        (first, second, third) = (third + 1, first + 1, second + 1);
    }
    write_base64([0, byte(31), byte(30)], 3, &mut out);
    out
}

/// `$6$salt$…`
pub fn sha512_crypt(password: &str, salt: &str) -> String {
    let salt = sha_salt(salt);
    let result = sha_crypt_digest::<Sha512>(password.as_bytes(), salt);
    let byte = |index: usize| result.get(index).copied().unwrap_or(0);
    let mut out = format!("$6${}$", String::from_utf8_lossy(salt));
    let (mut first, mut second, mut third) = (0, 21, 42);
    for _ in 0..21 {
        write_base64([byte(first), byte(second), byte(third)], 4, &mut out);
        (first, second, third) = (second + 1, third + 1, first + 1);
    }
    write_base64([0, 0, byte(63)], 2, &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What crypt(3) of the GNU C library answers.
    #[test]
    fn passwords_are_digested_as_the_system_does() {
        assert_eq!(md5_crypt("password", "salt"), "$1$salt$qJH7.N4xYta3aEG/dfqo/0");
        assert_eq!(md5_crypt("a", "0123456789abcdefXYZ"), "$1$01234567$pmuME8LLRk3clNmQU0Cdb1");
        assert_eq!(
            md5_crypt("a longer password that is more than sixty-four bytes long, to be sure of it", "s"),
            "$1$s$pFXlrUfPF/tDFAoFBefJ6."
        );
        assert_eq!(sha256_crypt("password", "salt"), "$5$salt$Gcm6FsVtF/Qa77ZKD.iwsJlCVPY0XSMgLJL0Hnww/c1");
        assert_eq!(
            sha256_crypt("a", "0123456789abcdefXYZ"),
            "$5$0123456789abcdef$ayU.IUrWVARjs3nYpgeybIXMNdiIBTFNCdxEEQ7j/x8"
        );
        assert_eq!(
            sha256_crypt("a longer password that is more than sixty-four bytes long, to be sure of it", "s"),
            "$5$s$o6ZONZ6Euy7tv/xIxMGbcrYfdh3F4ryt6ZFM56wYSS6"
        );
        assert_eq!(
            sha512_crypt("password", "salt"),
            "$6$salt$IxDD3jeSOb5eB1CX5LBsqZFVkJdido3OUILO5Ifz5iwMuTS4XMS130MTSuDDl3aCI6WouIL9AjRbLCelDCy.g."
        );
        assert_eq!(
            sha512_crypt("a", "0123456789abcdefXYZ"),
            "$6$0123456789abcdef$qn2kMgR/Cs9pZI2hZfok3cbi0oHyRjH7NUyfGhPKp6EBvlZWbL3JMmASYlyEBxhP4jB3zti0119AKDkHdAVHI0"
        );
        assert_eq!(
            sha512_crypt("a longer password that is more than sixty-four bytes long, to be sure of it", "s"),
            "$6$s$9LQyD5KGm9ewnIpVaeI1hseh4oI4BcLLAQuGBvsAynxEPEWEZi/LJ5P877b/Uk7RgfpxhjPgG1MPcoF97sfTb1"
        );
    }
}
