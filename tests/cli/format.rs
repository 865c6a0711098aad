//! `format`

use crate::program::run_with_input;

#[test]
fn standard_input_is_laid_out_and_checked() {
    let ran = run_with_input(&["format", "-"], "class a{\nnotify{'x':}\n}\n");
    assert_eq!(ran.code, 0, "{}", ran.stderr);
    let again = run_with_input(&["format", "--check", "-"], &ran.stdout);
    assert_eq!(again.code, 0, "{}", ran.stdout);
    assert_eq!(run_with_input(&["format", "--check", "-"], "class a{\nnotify{'x':}\n}\n").code, 1);
    assert_eq!(run_with_input(&["format", "-"], "class {\n").code, 1);
}
