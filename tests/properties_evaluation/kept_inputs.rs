//! What fuzzing has found worth keeping (`tests/fuzz/corpus`), evaluated again on every run.

use evaluator::Edition;

use crate::fuzz_corpus::inputs;
use crate::hiera_files::CONFIGURATION;
use crate::{evaluate, hiera_data, ruby_templates, with_stack};

#[test]
fn kept_programs_end() {
    with_stack(|| {
        for input in inputs("evaluate") {
            evaluate(&String::from_utf8_lossy(&input), Edition::ALL[input.len() % Edition::ALL.len()]);
        }
    });
}

#[test]
fn kept_templates_end() {
    with_stack(|| {
        for input in inputs("render") {
            ruby_templates::render_and_call(&String::from_utf8_lossy(&input));
        }
    });
}

#[test]
fn kept_data_ends() {
    with_stack(|| {
        for input in inputs("hiera") {
            let text = String::from_utf8_lossy(&input).into_owned();
            match text.split_once("\n%%%%\n") {
                Some((configuration, data)) => drop(hiera_data::look_up(configuration, data)),
                None => drop(hiera_data::look_up(CONFIGURATION, input)),
            }
        }
    });
}
