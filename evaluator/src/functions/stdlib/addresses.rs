//! Functions on internet addresses.

use crate::functions::collections::flattened;
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::ip_address::IpAddress;
use crate::ruby_core::text::{ruby_class, to_s};
use crate::value::Value;

pub static FUNCTIONS: &[BuiltinFunction] = &[
    legacy(
        "enclose_ipv6",
        "The addresses of an array or string, those of IPv6 in square brackets; `*` stays.\n\n\
            \u{20}   enclose_ipv6(['127.0.0.1', '::1'])    # ['127.0.0.1', '[::1]']",
        &[plain(&[required("addresses", "Variant[String, Array[String]]")], "Array[String]", enclose_ipv6)],
    ),
    typed(
        "stdlib::ip_in_range",
        "True when an address is in a network, or in one of several.\n\n\
            \u{20}   stdlib::ip_in_range('10.1.2.3', '10.1.0.0/16')    # true",
        &[plain(
            &[required("ipaddress", "String"), required("range", "Variant[String, Array]")],
            "Boolean",
            ip_in_range,
        )],
    ),
];

pub fn is_ipv4(text: &str) -> bool {
    IpAddress::read(text).is_ok_and(|network| network.address.is_ipv4())
}

pub fn is_ipv6(text: &str) -> bool {
    IpAddress::read(text).is_ok_and(|network| network.address.is_ipv6())
}

fn enclose_ipv6(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    if !matches!(call.argument(0), Value::String(_) | Value::Array(_)) {
        let class = ruby_class(call.argument(0));
        let words = format!("enclose_ipv6(): Wrong argument type given {class} expected String or Array");
        return call.fail(interpreter, words);
    }
    let mut enclosed = indexmap::IndexSet::new();
    for value in flattened(std::slice::from_ref(call.argument(0))) {
        if value.is_undef() {
            continue;
        }
        let text = to_s(&value);
        enclosed.insert(match IpAddress::read(&text) {
            _ if text == "*" => text,
            Ok(network) if network.address.is_ipv6() => format!("[{}]", network.address),
            Ok(_) => text,
            Err(_) => {
                let words = format!("enclose_ipv6(): Wrong argument given {text} is not an ip address.");
                return call.fail(interpreter, words);
            }
        });
    }
    Ok(Value::array(enclosed.into_iter().map(Value::string)))
}

fn ip_in_range(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let read = |text: &str| IpAddress::read(text).map_err(|(_, message)| message);
    let ranges: Result<Vec<IpAddress>, String> =
        super::arrays::listed(call.argument(1)).iter().map(|range| read(&to_s(range))).collect();
    match (read(call.text(0)), ranges) {
        (Ok(address), Ok(ranges)) => Ok(Value::Boolean(ranges.iter().any(|range| range.contains(&address)))),
        (Err(words), _) | (_, Err(words)) => call.fail(interpreter, words),
    }
}
