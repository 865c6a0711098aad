//! Where two sentences of the chapters cannot both hold: which one does, and what follows. The cases of
//! `tests/conformance_chapters` ask for it.

use std::fmt;

/// What a chapter says.
#[derive(Clone, Copy, Debug)]
pub struct Sentence {
    pub chapter: &'static str,
    pub text: &'static str,
}

impl fmt::Display for Sentence {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "{}: \"{}\"", self.chapter, self.text)
    }
}

/// One place where the chapters disagree.
#[derive(Debug)]
pub struct Decision {
    pub about: &'static str,
    pub holds: Sentence,
    pub does_not: Sentence,
    /// What happens in `spec4x`.
    pub outcome: &'static str,
}

const EVALUATOR4: &str = "evaluator4";
const EXPRESSIONS: &str = "expressions";
const FUNCTIONS: &str = "puppet-functions";
const CATALOG: &str = "catalog-expressions";
const PARAMETERS: &str = "parameters";

const fn decision(
    about: &'static str,
    (chapter, text): (&'static str, &'static str),
    (other, other_text): (&'static str, &'static str),
    outcome: &'static str,
) -> Decision {
    Decision {
        about,
        holds: Sentence { chapter, text },
        does_not: Sentence { chapter: other, text: other_text },
        outcome,
    }
}

pub static DECISIONS: &[Decision] = &[
    decision(
        "`Integer < Numeric`",
        (EVALUATOR4, "Types are compared using assignability (type compatibility)"),
        (EXPRESSIONS, "Only String and Numeric values can be compared"),
        "types compare with types: the special rule comes before the general one",
    ),
    decision(
        "`Array[String, 1, 10]`",
        (EXPRESSIONS, "One parameter may be given. Fewer or more parameters raises an error"),
        (FUNCTIONS, "an Array Type that may cap the number or entries as well as specifying the element type"),
        "sizes are for the type of a captures-rest parameter only, which the other sentence is about",
    ),
    decision(
        "a collector as a value",
        (EXPRESSIONS, "Non-Value Producing Expressions always produce the special value `undef`"),
        (CATALOG, "Collector Expressions are Q-value producing expressions"),
        "its value is undef; what it finds counts as an operand of a relationship",
    ),
    decision(
        "`$x = class a { }`",
        (CATALOG, "A class definition may only appear at the top level in a file, or inside a class definition"),
        (EXPRESSIONS, "Non-Value Producing Expressions always produce the special value `undef`"),
        "a definition is no value",
    ),
    decision(
        "`default` in a `case`",
        (
            EXPRESSIONS,
            "If no matching options was found, and one option is the literal default, the Statements associated with the Proposition with a default option is selected",
        ),
        (EXPRESSIONS, "the Option expressions are processed from top to bottom"),
        "`default` is tried last in a `case`; the other sentence is about selectors, where it matches in its turn",
    ),
    decision(
        "`case type_of($block) { Callable[1, 1]: … }`",
        (FUNCTIONS, "will return the Callable (or a subtype of it) that can be used in a switch"),
        (
            EXPRESSIONS,
            "in all other cases, the option matches if the value is equal (using operator `==` semantics) to the option value",
        ),
        "the option takes a callable type that can be called so; other types must be equal",
    ),
    decision(
        "`String in 'x'`",
        (EXPRESSIONS, "only true if the type is `String`, `Data`, or `Object`"),
        (EVALUATOR4, "Type in String, is false (cannot search for subtypes inside a string)"),
        "true for these three",
    ),
    decision(
        "`\"${undef}\"`",
        (EXPRESSIONS, "`${<KEYWORD>}` - e.g. `${node}`, `${class}` becomes `${$node}`, `${$class}`"),
        (
            EVALUATOR4,
            "the variables `$if`, `$unless`, `$undef`, `$true`, `$false`, and `$case` have to be written on the forms",
        ),
        "a keyword alone is a variable",
    ),
    decision(
        "`$array[]`, `Integer[]`",
        (EXPRESSIONS, "The arity is never less than 1."),
        (EVALUATOR4, "same type (null operation)"),
        "an access without keys is a syntax error",
    ),
    decision(
        "`+=` with numbers",
        (EXPRESSIONS, "The operation fails if the outer scope value is not an array or a hash"),
        (EVALUATOR4, "Sums numbers (boxing strings to numbers)"),
        "it is an error",
    ),
    decision(
        "`\"Hello World\"[1,3]`",
        (EXPRESSIONS, "\"Hello World\"[1,3]  # => \"ell\""),
        (EVALUATOR4, "\"Hello World\"[1,3]  # => \"Hel\""),
        "`'ell'`, as with arrays",
    ),
    decision(
        "`Hash[String, Integer][Integer]`",
        (EXPRESSIONS, "If one type is given the key type is set to Literal, and the value type to the given type"),
        (EVALUATOR4, "The key type is obtained from the LHS Hash."),
        "`Hash[Literal, Integer]`",
    ),
    decision(
        "`Class[a, b]`",
        (EXPRESSIONS, "Class[apache, nginx]             # => [Class[apache], Class[nginx]] (array of classes)"),
        (EXPRESSIONS, "One parameter may be given"),
        "several names give a list",
    ),
    decision(
        "defaults of classes and defines that read other parameters",
        (PARAMETERS, "The parameter variables are give values from left to right."),
        (CATALOG, "should not reference other parameters in the list - the evaluation order is undefined"),
        "those to the left can be read",
    ),
    decision(
        "a required parameter behind one with a default",
        (CATALOG, "Parameter declarations with default value expression may appear anywhere in the list"),
        (FUNCTIONS, "A parameter with a default value can not be placed after one that that does not have one."),
        "allowed in classes and defines; in functions and lambdas a required one may not follow one with a default, as the sentence is meant",
    ),
];
