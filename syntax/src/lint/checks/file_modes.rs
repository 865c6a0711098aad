//! Modes of files: four octal digits or symbolic, in quotes.

use super::prelude::*;

pub static FILE_MODE: LintCheck = LintCheck {
    name: "file_mode",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "The `mode` of a file is neither four octal digits nor a symbolic mode.",
    run: |document, findings| {
        for values in modes(document) {
            for value in values {
                let is_computed = matches!(document.kind(value), Kind::Variable | Kind::Undef | Kind::FunctionName);
                if is_computed || is_mode(document.value(value)) {
                    break;
                }
                let message = "mode should be represented as a 4 digit octal value or symbolic mode";
                findings.fixable(document, value, message);
            }
        }
    },
    fix: Some(|draft, target| {
        let Target::Token(value) = target else { return Err(NoFix) };
        let token = draft.token_mut(*value).ok_or(NoFix)?;
        if token.value.len() != 3 || !token.value.bytes().all(is_octal) {
            return Err(NoFix);
        }
        token.kind = Kind::SingleQuoted;
        token.value = format!("0{}", token.value).into();
        Ok(())
    }),
};

pub static UNQUOTED_FILE_MODE: LintCheck = LintCheck {
    name: "unquoted_file_mode",
    origin: Origin::BuiltIn,
    on_by_default: true,
    severity: LintSeverity::Warning,
    documentation: "The `mode` of a file is a number or a bare word: without quotes it is no octal number.",
    run: |document, findings| {
        for value in modes(document).flatten() {
            if matches!(document.kind(value), Kind::Name | Kind::Number) {
                findings.fixable(document, value, "unquoted file mode");
            }
        }
    },
    fix: Some(quote),
};

/// The first tokens of the values of `mode`, for each file and concat resource.
fn modes(document: &Document<'_>) -> impl Iterator<Item = Vec<At>> {
    let is_file = |name: &At| matches!(document.value(*name), "file" | "concat");
    document.resources().iter().filter(move |resource| resource.type_token.as_ref().is_some_and(is_file)).map(
        |resource| {
            let names = resource.attributes.iter().copied().filter(|name| document.value(*name) == "mode");
            names.filter_map(|name| document.next_code(document.next_code(name)?)).collect()
        },
    )
}

fn is_octal(byte: u8) -> bool {
    matches!(byte, b'0'..=b'7')
}

/// Four octal digits, or clauses like `u=rw,g+r`.
fn is_mode(value: &str) -> bool {
    if value.len() == 4 && value.bytes().all(is_octal) {
        return true;
    }
    value.split(',').all(|clause| {
        let permissions = clause.trim_start_matches(['u', 'g', 'o', 'a']);
        let mut letters = permissions.chars();
        letters.next().is_some_and(|operator| "-=+".contains(operator))
            && letters.all(|letter| "-=+rstwxXugo".contains(letter))
    })
}
