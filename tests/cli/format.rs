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

#[test]
fn folders_hold_manifests_templates_and_settings() {
    let folder = std::env::temp_dir().join(format!("puppet-analyzer-format-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    std::fs::write(folder.join(".puppet-analyzer.toml"), "[format]\nalignArrows = false\n").expect("a file");
    std::fs::write(folder.join("a.pp"), "$a={\n  b=>1,\n  long=>2,\n}\n").expect("a file");
    std::fs::write(folder.join("b.epp"), "x <%=$a%>\n").expect("a file");
    assert_eq!(run_with_input(&["format", &folder.to_string_lossy()], "").code, 0);
    let text = |name: &str| std::fs::read_to_string(folder.join(name)).expect("the file");
    assert_eq!(text("a.pp"), "$a = {\n  b => 1,\n  long => 2,\n}\n");
    assert_eq!(text("b.epp"), "x <%= $a %>\n");
    let _ = std::fs::remove_dir_all(&folder);
}
