//! Internet addresses: reading them as Ruby's IPAddr does, and the functions on them.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

use crate::functions::collections::flattened;
use crate::functions::ruby_text::{ruby_class, to_s};
use crate::functions::stdlib::{legacy, plain, typed};
use crate::functions::{BuiltinFunction, FunctionCall, required};
use crate::interpreter::{Evaluated, Interpreter};
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

/// An address with the length of its network's prefix.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    pub address: IpAddr,
    prefix: u32,
}

impl Network {
    /// As `IPAddr.new(text)` reads it: an address, perhaps in brackets, perhaps with a prefix or mask.
    pub fn parse(text: &str) -> Option<Network> {
        let (address, mask) = match text.split_once('/') {
            Some((address, mask)) => (address, Some(mask)),
            None => (text, None),
        };
        let address = match address.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')) {
            Some(inner) => IpAddr::V6(inner.parse::<Ipv6Addr>().ok()?),
            None => address.split('%').next()?.parse::<IpAddr>().ok()?,
        };
        let bits = if address.is_ipv4() { 32 } else { 128 };
        let prefix = match mask {
            None => bits,
            Some(mask) => match mask.parse::<u32>() {
                Ok(prefix) if prefix <= bits => prefix,
                Ok(_) => return None,
                Err(_) => prefix_of_mask(mask)?,
            },
        };
        let network = Network { address, prefix };
        Some(Network { address: network.masked(address)?, prefix })
    }

    fn masked(&self, address: IpAddr) -> Option<IpAddr> {
        let keep = |bits: u32| 128_u32.checked_sub(bits).map(|drop| u128::MAX.checked_shl(drop).unwrap_or(0));
        Some(match address {
            IpAddr::V4(address) => {
                let mask = u32::MAX.checked_shl(32_u32.checked_sub(self.prefix)?).unwrap_or(0);
                IpAddr::V4(Ipv4Addr::from_bits(address.to_bits() & mask))
            }
            IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & keep(self.prefix)?)),
        })
    }

    pub fn contains(&self, other: &Network) -> bool {
        self.address.is_ipv4() == other.address.is_ipv4() && self.masked(other.address) == Some(self.address)
    }
}

fn prefix_of_mask(mask: &str) -> Option<u32> {
    let bits = mask.parse::<Ipv4Addr>().ok()?.to_bits();
    (bits.leading_ones() + bits.trailing_zeros() >= 32).then(|| bits.leading_ones())
}

pub fn is_ipv4(text: &str) -> bool {
    Network::parse(text).is_some_and(|network| network.address.is_ipv4())
}

pub fn is_ipv6(text: &str) -> bool {
    Network::parse(text).is_some_and(|network| network.address.is_ipv6())
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
        enclosed.insert(match Network::parse(&text) {
            _ if text == "*" => text,
            Some(network) if network.address.is_ipv6() => format!("[{}]", network.address),
            Some(_) => text,
            None => {
                let words = format!("enclose_ipv6(): Wrong argument given {text} is not an ip address.");
                return call.fail(interpreter, words);
            }
        });
    }
    Ok(Value::array(enclosed.into_iter().map(Value::string)))
}

fn ip_in_range(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let read = |text: &str| Network::parse(text).ok_or_else(|| format!("invalid address: {text}"));
    let ranges: Result<Vec<Network>, String> =
        super::arrays::listed(call.argument(1)).iter().map(|range| read(&to_s(range))).collect();
    match (read(call.text(0)), ranges) {
        (Ok(address), Ok(ranges)) => Ok(Value::Boolean(ranges.iter().any(|range| range.contains(&address)))),
        (Err(words), _) | (_, Err(words)) => call.fail(interpreter, words),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read_with_prefixes_and_masks() {
        let network = |text: &str| Network::parse(text);
        let contains = |outer: &str, inner: &str| {
            network(outer).zip(network(inner)).is_some_and(|(outer, inner)| outer.contains(&inner))
        };
        assert!(contains("10.1.0.0/16", "10.1.2.3"));
        assert!(contains("10.1.0.0/255.255.0.0", "10.1.2.3"));
        assert!(!contains("10.1.0.0/16", "10.2.0.1"));
        assert!(contains("fe80::/10", "fe80::1"));
        assert!(contains("0.0.0.0/0", "1.2.3.4"));
        assert_eq!(network("300.1.1.1"), None);
        assert_eq!(network("1.2.3.4/33"), None);
        assert!(is_ipv6("[::1]"));
    }
}
