//! What Ruby itself computes, each piece once: texts, formats, numbers, addresses, digests. Functions, Hiera and the
//! Ruby interpreter use it; it knows values but no scope, catalog or interpreter.

pub mod big_integers;
pub mod digests;
pub mod glob;
pub mod inspect;
pub mod ip_address;
pub mod mersenne_twister;
pub mod numbers;
pub mod pack;
pub mod password_digests;
pub mod paths;
pub mod percent_encoding;
pub mod shell_words;
pub mod sprintf;
pub mod strftime;
pub mod successor;
pub mod text;
pub mod uri;
pub mod uri_references;
