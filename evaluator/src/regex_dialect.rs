//! Ruby's dialect of regular expressions, on the `regex` crate where it can and on fancy-regex where it must.
