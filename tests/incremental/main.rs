//! What the database does again after an edit, by the names of the queries that ran; and that edits in any order lead to
//! the answers of a fresh start.

#[path = "../support/fuzz_corpus.rs"]
mod fuzz_corpus;
mod kept_inputs;
mod one_parse;
mod queries_that_ran;
mod random_edits;
#[path = "../support/typed_edits.rs"]
mod typed_edits;
