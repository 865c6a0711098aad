//! What the database does again after an edit, by the names of the queries that ran; and that edits in any order lead to
//! the answers of a fresh start.

mod queries_that_ran;
mod random_edits;
