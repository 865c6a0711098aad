//! Sources that look real, with pieces cut out, doubled, swapped or put in.

use std::path::PathBuf;
use std::sync::OnceLock;

use proptest::prelude::*;

use crate::{check, seeded};

/// The recorded sources and the manifests of the tests.
fn sources() -> &'static [String] {
    static SOURCES: OnceLock<Vec<String>> = OnceLock::new();
    SOURCES.get_or_init(|| {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../tests/conformance");
        let mut sources = Vec::new();
        for (name, key) in
            [("syntax-positive.jsonl", "source"), ("syntax-resilience.jsonl", "source"), ("catalog.jsonl", "code")]
        {
            let text = std::fs::read_to_string(folder.join(name)).expect("the recorded cases");
            for line in text.lines() {
                let case: serde_json::Value = serde_json::from_str(line).expect("one JSON object a line");
                sources.extend(case[key].as_str().filter(|source| source.len() > 20).map(str::to_string));
            }
        }
        sources
    })
}

#[derive(Clone, Debug)]
enum Mutation {
    Cut(f64, f64),
    Double(f64, f64),
    Insert(f64, char),
    Move(f64, f64, f64),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let place = || 0.0..1.0f64;
    let character = prop::sample::select("{}[]()'\"$@|<>%=~-+*/,;:.?!#\\\n axA0é".chars().collect::<Vec<_>>());
    prop_oneof![
        (place(), 0.0..0.2f64).prop_map(|(at, length)| Mutation::Cut(at, length)),
        (place(), 0.0..0.3f64).prop_map(|(at, length)| Mutation::Double(at, length)),
        (place(), character).prop_map(|(at, character)| Mutation::Insert(at, character)),
        (place(), 0.0..0.2f64, place()).prop_map(|(at, length, to)| Mutation::Move(at, length, to)),
    ]
}

fn index(length: usize, place: f64) -> usize {
    ((length as f64 * place) as usize).min(length)
}

fn mutate(text: &str, mutation: &Mutation) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    let piece = |at: f64, length: f64| {
        let start = index(characters.len(), at);
        start..(start + index(characters.len(), length)).min(characters.len())
    };
    match mutation {
        Mutation::Cut(at, length) => {
            let range = piece(*at, *length);
            characters.drain(range);
        }
        Mutation::Double(at, length) => {
            let range = piece(*at, *length);
            let copy = characters[range.clone()].to_vec();
            characters.splice(range.start..range.start, copy);
        }
        Mutation::Insert(at, character) => characters.insert(index(characters.len(), *at), *character),
        Mutation::Move(at, length, to) => {
            let range = piece(*at, *length);
            let moved: Vec<char> = characters.drain(range).collect();
            let to = index(characters.len(), *to);
            characters.splice(to..to, moved);
        }
    }
    characters.into_iter().collect()
}

/// A source that looks real, changed at some places.
pub fn mutated_source() -> impl Strategy<Value = String> {
    let mutations = prop::collection::vec(mutation(), 1..5);
    (prop::sample::select(sources()), mutations)
        .prop_map(|(source, mutations)| mutations.iter().fold(source, |text, mutation| mutate(&text, mutation)))
}

proptest! {
    #![proptest_config(seeded(1500))]

    #[test]
    fn any_mutation_of_a_source(text in mutated_source()) {
        check(&text);
    }
}
