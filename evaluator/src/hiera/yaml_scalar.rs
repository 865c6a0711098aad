//! What a plain YAML scalar means, as Ruby's Psych decides it: `yes` is true, `017` is 15, `1:30` is 5400.

use smol_str::SmolStr;

use crate::value::Value;

#[derive(Clone, Debug, PartialEq)]
pub enum Resolved {
    Value(Value),
    Symbol(SmolStr),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ScalarError {
    /// Dates and times, which `safe_load` refuses to make.
    DisallowedClass(SmolStr),
    InvalidNumber(String),
}

/// A scalar without quotes and without a tag.
pub fn resolve(text: &str) -> Result<Resolved, ScalarError> {
    if text.is_empty() {
        return Ok(Resolved::Value(Value::Undef));
    }
    if starts_like_a_word(text) || text.contains('\n') {
        return Ok(Resolved::Value(word(text)));
    }
    if is_time(text) {
        return Err(ScalarError::DisallowedClass(SmolStr::new_static("Time")));
    }
    if is_date(text) {
        return Err(ScalarError::DisallowedClass(SmolStr::new_static("Date")));
    }
    if let Some(special) = special_float(text) {
        return Ok(Resolved::Value(Value::Float(special)));
    }
    if let Some(name) = text.strip_prefix(':').filter(|name| !name.is_empty()) {
        return Ok(Resolved::Symbol(SmolStr::new(symbol_name(name))));
    }
    if let Some(number) = base_sixty(text) {
        return Ok(Resolved::Value(number));
    }
    if is_float(text) {
        return float(text);
    }
    if let Some((digits, radix)) = integer_digits(text) {
        return integer(text, &digits, radix);
    }
    Ok(Resolved::Value(Value::string(text)))
}

/// At most one character that cannot start a number, then letters, blanks or punctuation.
fn starts_like_a_word(text: &str) -> bool {
    let of_words = |c: char| c.is_alphabetic() || c.is_ascii_whitespace() || "_!@#$%^&*(){}<>|/\\~;=".contains(c);
    let mut characters = text.chars();
    let (first, second) = (characters.next(), characters.next());
    match (first, second) {
        (Some(first), _) if of_words(first) => true,
        (Some(first), Some(second)) => !first.is_ascii_digit() && !".:-".contains(first) && of_words(second),
        _ => false,
    }
}

/// The longest text that may mean a truth value or nothing.
const LONGEST_WORD: usize = 5;

/// Psych looks at each line of a short text: `no`, an empty line and `x` are false together.
fn word(text: &str) -> Value {
    let begins_otherwise = |line: &str| line.starts_with(|c: char| !"ytonf~".contains(c.to_ascii_lowercase()));
    let is = |words: &[&str]| text.split('\n').any(|line| words.iter().any(|word| line.eq_ignore_ascii_case(word)));
    if text.chars().count() > LONGEST_WORD || text.split('\n').any(begins_otherwise) {
        Value::string(text)
    } else if text == "~" || is(&["null"]) {
        Value::Undef
    } else if is(&["yes", "true", "on"]) {
        Value::Boolean(true)
    } else if is(&["no", "false", "off"]) {
        Value::Boolean(false)
    } else {
        Value::string(text)
    }
}

/// Takes what a text begins with, piece by piece.
struct Cursor<'a>(&'a str);

impl<'a> Cursor<'a> {
    fn take_while(&mut self, accept: impl Fn(char) -> bool) -> &'a str {
        let end = self.0.find(|c| !accept(c)).unwrap_or(self.0.len());
        let (taken, rest) = self.0.split_at(end);
        self.0 = rest;
        taken
    }

    fn digits(&mut self, count: std::ops::RangeInclusive<usize>) -> bool {
        let available = self.0.bytes().take(*count.end()).take_while(u8::is_ascii_digit).count();
        if available < *count.start() {
            return false;
        }
        self.0 = self.0.get(available..).unwrap_or_default();
        true
    }

    fn one_of(&mut self, characters: &str) -> bool {
        match self.0.chars().next() {
            Some(c) if characters.contains(c) => {
                self.0 = self.0.get(c.len_utf8()..).unwrap_or_default();
                true
            }
            _ => false,
        }
    }

    fn at_end(&self) -> bool {
        self.0.is_empty()
    }
}

/// `2001-12-14 21:59:43.10 -5` in all the forms that YAML 1.1 allows.
fn is_time(text: &str) -> bool {
    let mut cursor = Cursor(text.strip_prefix('-').unwrap_or(text));
    if !(cursor.digits(4..=4)
        && cursor.one_of("-")
        && cursor.digits(1..=2)
        && cursor.one_of("-")
        && cursor.digits(1..=2))
    {
        return false;
    }
    if !cursor.one_of("Tt") && cursor.take_while(|c| c.is_ascii_whitespace()).is_empty() {
        return false;
    }
    if !(cursor.digits(1..=2)
        && cursor.one_of(":")
        && cursor.digits(2..=2)
        && cursor.one_of(":")
        && cursor.digits(2..=2))
    {
        return false;
    }
    if cursor.one_of(".") {
        cursor.take_while(|c| c.is_ascii_digit());
    }
    if cursor.at_end() {
        return true;
    }
    cursor.take_while(|c| c.is_ascii_whitespace());
    if cursor.one_of("Z") {
        return cursor.at_end();
    }
    cursor.one_of("+-") && cursor.digits(1..=2) && {
        cursor.one_of(":");
        cursor.at_end() || (cursor.digits(2..=2) && cursor.at_end())
    }
}

/// `2001-12-14`, also with one digit for month or day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let [year, month, day] = parts.as_slice() else {
        return false;
    };
    let number = |part: &str, digits: std::ops::RangeInclusive<usize>| {
        (digits.contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit()))
            .then(|| part.parse::<u32>().ok())
            .flatten()
    };
    number(year, 4..=4).is_some()
        && number(month, 1..=2).is_some_and(|month| month <= 12)
        && number(day, 1..=2).is_some_and(|day| day <= 31)
}

fn special_float(text: &str) -> Option<f64> {
    if text.eq_ignore_ascii_case(".inf") || text.eq_ignore_ascii_case("+.inf") {
        Some(f64::INFINITY)
    } else if text.eq_ignore_ascii_case("-.inf") {
        Some(f64::NEG_INFINITY)
    } else if text.eq_ignore_ascii_case(".nan") {
        Some(f64::NAN)
    } else {
        None
    }
}

/// `:'a b'` and `:"a b"` are the symbol between the quotes.
fn symbol_name(name: &str) -> &str {
    for quote in ['"', '\''] {
        if let Some(rest) = name.strip_prefix(quote)
            && let Some(end) = rest.rfind(quote)
        {
            let inner = rest.get(..end).unwrap_or_default();
            return inner.strip_prefix(':').unwrap_or(inner);
        }
    }
    name
}

/// `1:30` and `1:30.5`: Ruby counts the first part as hours, however many parts there are.
fn base_sixty(text: &str) -> Option<Value> {
    let mut cursor = Cursor(text);
    cursor.one_of("+-");
    if !cursor.digits(1..=1) {
        return None;
    }
    cursor.take_while(|c| c.is_ascii_digit() || c == '_');
    let mut parts = 0;
    while cursor.one_of(":") {
        let group = cursor.take_while(|c| c.is_ascii_digit());
        parts += 1;
        let fits = match group.as_bytes() {
            [_] => true,
            [tens, _] => *tens <= b'5',
            _ => false,
        };
        if !fits || parts > 2 {
            return None;
        }
    }
    if parts == 0 {
        return None;
    }
    let factor = |index: usize| 60_i128.pow(index.abs_diff(2) as u32);
    if cursor.at_end() {
        let sum = text.split(':').enumerate().try_fold(0_i128, |sum, (index, part)| {
            let number: i128 = part.replace('_', "").parse().ok()?;
            sum.checked_add(number.checked_mul(factor(index))?)
        })?;
        return Some(Value::Integer(sum));
    }
    if cursor.one_of(".") {
        cursor.take_while(|c| c.is_ascii_digit() || c == '_');
        if cursor.at_end() {
            let sum = text
                .split(':')
                .enumerate()
                .map(|(index, part)| part.replace('_', "").parse::<f64>().unwrap_or(0.0) * factor(index) as f64);
            return Some(Value::Float(sum.sum()));
        }
    }
    None
}

/// A point is needed, an exponent needs its sign: `1.5`, `.5`, `1.e+3`, never `1e3`.
fn is_float(text: &str) -> bool {
    let mut cursor = Cursor(text);
    cursor.one_of("+-");
    if cursor.digits(1..=1) {
        cursor.take_while(|c| c.is_ascii_digit() || c == '_' || c == ',');
    }
    if !cursor.one_of(".") {
        return false;
    }
    cursor.take_while(|c| c.is_ascii_digit());
    if cursor.one_of("eE")
        && !(cursor.one_of("+-") && cursor.digits(1..=1) && cursor.take_while(|c| c.is_ascii_digit()).len() < 400)
    {
        return false;
    }
    cursor.at_end()
}

fn float(text: &str) -> Result<Resolved, ScalarError> {
    if matches!(text, "." | "+." | "-.") {
        return Ok(Resolved::Value(Value::string(text)));
    }
    let digits: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
    let lonely_exponent = digits.trim_start_matches(['+', '-']).starts_with(".e")
        || digits.trim_start_matches(['+', '-']).starts_with(".E");
    match digits.parse::<f64>() {
        Ok(number) if !lonely_exponent => Ok(Resolved::Value(Value::Float(number))),
        _ => Err(ScalarError::InvalidNumber(format!("invalid value for Float(): {digits:?}"))),
    }
}

/// The digits without sign, prefix and separators, with their base.
fn integer_digits(text: &str) -> Option<(String, u32)> {
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    let compact = |digits: &str| digits.chars().filter(|c| !matches!(c, ',' | '_')).collect::<String>();
    let separators = |c: char| c == ',' || c == '_';
    if let Some(digits) = unsigned.strip_prefix("0b") {
        let fits = !digits.is_empty() && digits.chars().all(|c| matches!(c, '0' | '1') || separators(c));
        return fits.then(|| (compact(digits), 2));
    }
    if let Some(digits) = unsigned.strip_prefix("0x") {
        let fits = !digits.is_empty() && digits.chars().all(|c| c.is_ascii_hexdigit() || separators(c));
        return fits.then(|| (compact(digits), 16));
    }
    if unsigned == "0" {
        return Some(("0".to_string(), 10));
    }
    if let Some(digits) = unsigned.strip_prefix('0') {
        let fits = digits.chars().all(|c| matches!(c, '0'..='7') || separators(c));
        return fits.then(|| (format!("0{}", compact(digits)), 8));
    }
    let mut previous_separates = true;
    for c in unsigned.chars() {
        let separates = separators(c);
        if !(c.is_ascii_digit() || separates) || (separates && previous_separates) {
            return None;
        }
        previous_separates = separates;
    }
    (!previous_separates).then(|| (compact(unsigned), 10))
}

fn integer(text: &str, digits: &str, radix: u32) -> Result<Resolved, ScalarError> {
    if digits.is_empty() {
        let compact: String = text.chars().filter(|c| !matches!(c, ',' | '_')).collect();
        return Err(ScalarError::InvalidNumber(format!("invalid value for Integer(): {compact:?}")));
    }
    let number = match i128::from_str_radix(digits, radix) {
        Ok(number) if text.starts_with('-') => Value::Integer(-number),
        Ok(number) => Value::Integer(number),
        Err(_) => Value::unknown("an integer in data has more than 127 bits", None),
    };
    Ok(Resolved::Value(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, expected: impl Into<Value>) {
        assert_eq!(resolve(text), Ok(Resolved::Value(expected.into())), "{text}");
    }

    #[test]
    fn words_for_truth_and_nothing() {
        for text in ["yes", "Yes", "true", "on", "ON"] {
            check(text, true);
        }
        for text in ["no", "false", "Off"] {
            check(text, false);
        }
        for text in ["~", "null", "NULL", ""] {
            check(text, Value::Undef);
        }
        for text in ["y", "n", "yesterday", "nul", "None"] {
            check(text, text);
        }
    }

    #[test]
    fn integers_in_every_base() {
        check("017", 15);
        check("0x1F", 31);
        check("0b101", 5);
        check("1_000", 1000);
        check("1,000", 1000);
        check("-12", -12);
        check("+3", 3);
        check("08", "08");
        check("1__0", "1__0");
        check("0o17", "0o17");
    }

    #[test]
    fn base_sixty_counts_from_hours() {
        check("1:30", 5400);
        check("1:30:15", 5415);
        check("-1:30", -1800);
        check("1:60", "1:60");
        check("12:30:45.5", Value::Float(12.0 * 3600.0 + 30.0 * 60.0 + 45.5));
    }

    #[test]
    fn floats_need_a_point() {
        check("1.5", Value::Float(1.5));
        check(".5", Value::Float(0.5));
        check("1.", Value::Float(1.0));
        check("1.5e+3", Value::Float(1500.0));
        check("1e3", "1e3");
        check("1.5e3", "1.5e3");
        check("1.2.3", "1.2.3");
        check(".inf", Value::Float(f64::INFINITY));
        check("-.INF", Value::Float(f64::NEG_INFINITY));
    }

    #[test]
    fn symbols_and_strings() {
        assert_eq!(resolve(":foo"), Ok(Resolved::Symbol("foo".into())));
        assert_eq!(resolve(":'a b'"), Ok(Resolved::Symbol("a b".into())));
        check(":", ":");
        check("10.0.0.1", "10.0.0.1");
        check("2001-13-01", "2001-13-01");
        check("a: b", "a: b");
    }

    #[test]
    fn dates_and_times_are_refused() {
        assert_eq!(resolve("2001-01-31"), Err(ScalarError::DisallowedClass(SmolStr::new_static("Date"))));
        for text in ["2001-12-14t21:59:43.10-05:00", "2001-12-14 21:59:43.10 -5", "2001-12-15 2:59:43.10"] {
            assert_eq!(resolve(text), Err(ScalarError::DisallowedClass(SmolStr::new_static("Time"))), "{text}");
        }
    }
}
