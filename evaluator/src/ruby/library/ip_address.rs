//! `IPAddr`: an address or a network, its address masked by its prefix.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::rc::Rc;

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::{RubyRange, RubyValue};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpAddress {
    address: IpAddr,
    prefix: u32,
}

/// The class of an error and its message.
type Problem = (&'static str, String);

impl IpAddress {
    pub fn read(text: &str) -> Result<Self, Problem> {
        let invalid = || ("IPAddr::InvalidAddressError", format!("invalid address: {text}"));
        let (address, mask) = match text.split_once('/') {
            Some((address, mask)) => (address, Some(mask)),
            None => (text, None),
        };
        let plain = address.strip_prefix('[').and_then(|inner| inner.strip_suffix(']')).unwrap_or(address);
        let plain = plain.split('%').next().unwrap_or(plain);
        // A part with a leading zero could mean octal: Ruby refuses it.
        let ambiguous = !plain.contains(':') && plain.split('.').any(|part| part.len() > 1 && part.starts_with('0'));
        let address: IpAddr = match plain.parse() {
            Ok(address) if !ambiguous => address,
            _ => return Err(invalid()),
        };
        let read = IpAddress { address, prefix: if address.is_ipv4() { 32 } else { 128 } };
        match mask {
            Some(mask) => read.masked(mask).ok_or(("IPAddr::InvalidPrefixError", format!("invalid length: {text}"))),
            None => Ok(read),
        }
    }

    pub fn width(&self) -> u32 {
        if self.address.is_ipv4() { 32 } else { 128 }
    }

    pub fn bits(&self) -> u128 {
        match self.address {
            IpAddr::V4(address) => u128::from(address.to_bits()),
            IpAddr::V6(address) => address.to_bits(),
        }
    }

    pub fn with_bits(&self, bits: u128, prefix: u32) -> Option<Self> {
        let address = match self.address {
            IpAddr::V4(_) => IpAddr::V4(Ipv4Addr::from_bits(u32::try_from(bits).ok()?)),
            IpAddr::V6(_) => IpAddr::V6(Ipv6Addr::from_bits(bits)),
        };
        Some(IpAddress { address, prefix })
    }

    fn mask_bits(&self, prefix: u32) -> u128 {
        let width = self.width();
        let all = if width == 32 { u128::from(u32::MAX) } else { u128::MAX };
        match width.checked_sub(prefix) {
            Some(0) => all,
            Some(drop) => all.checked_shr(drop).map_or(0, |kept| kept << drop),
            None => all,
        }
    }

    /// By a prefix or by a mask of dots.
    fn masked(&self, mask: &str) -> Option<Self> {
        let prefix = match mask.parse::<u32>() {
            Ok(prefix) if prefix <= self.width() => prefix,
            Ok(_) => return None,
            Err(_) => {
                let mask: IpAddr = mask.parse().ok()?;
                let mask = IpAddress { address: mask, prefix: 0 };
                if mask.width() != self.width() {
                    return None;
                }
                mask.prefix_of_mask()?
            }
        };
        self.with_bits(self.bits() & self.mask_bits(prefix), prefix)
    }

    /// The length of the prefix that this address stands for as a mask; `None` where its bits have holes.
    pub fn prefix_of_mask(&self) -> Option<u32> {
        let ones = (self.bits() << (128 - self.width())).leading_ones().min(self.width());
        (self.bits() == self.mask_bits(ones)).then_some(ones)
    }

    /// The bits that differ inside the network.
    pub fn host_bits(&self) -> u32 {
        self.width().saturating_sub(self.prefix)
    }

    /// The name under which DNS has the address's name.
    pub fn reverse_name(&self) -> String {
        let reversed = |parts: Vec<String>| parts.into_iter().rev().collect::<Vec<String>>().join(".");
        match self.address {
            IpAddr::V4(address) => {
                format!("{}.in-addr.arpa", reversed(address.octets().iter().map(u8::to_string).collect()))
            }
            IpAddr::V6(_) => {
                let digits = self.long_text().replace(':', "");
                format!("{}.ip6.arpa", reversed(digits.chars().map(String::from).collect()))
            }
        }
    }

    pub fn last(&self) -> Option<Self> {
        let host = !self.mask_bits(self.prefix) & self.mask_bits(self.width());
        self.with_bits(self.bits() | host, self.width())
    }

    pub fn text(&self) -> String {
        self.address.to_string()
    }

    /// All digits of it.
    fn long_text(&self) -> String {
        match self.address {
            IpAddr::V4(address) => address.to_string(),
            IpAddr::V6(address) => {
                let parts: Vec<String> = address.segments().iter().map(|part| format!("{part:04x}")).collect();
                parts.join(":")
            }
        }
    }

    pub fn mask_text(&self) -> String {
        match self.with_bits(self.mask_bits(self.prefix), self.width()) {
            Some(mask) => mask.long_text(),
            None => String::new(),
        }
    }

    pub fn inspect(&self) -> String {
        let family = if self.address.is_ipv4() { "IPv4" } else { "IPv6" };
        format!("#<IPAddr: {family}:{}/{}>", self.long_text(), self.mask_text())
    }

    pub fn contains(&self, other: &IpAddress) -> bool {
        self.width() == other.width() && other.bits() & self.mask_bits(self.prefix) == self.bits()
    }

    /// Every address from this one to another; `None` where there are too many.
    pub fn addresses_to(&self, last: &IpAddress, most: u128) -> Option<Vec<IpAddress>> {
        let (from, to) = (self.bits(), last.bits());
        if to.checked_sub(from)? >= most {
            return None;
        }
        (from..=to).map(|bits| self.with_bits(bits, self.width())).collect()
    }

    pub(in crate::ruby) fn method(&self, call: &MethodCall<'_>) -> Result<Option<RubyValue>, Problem> {
        let address = |address: IpAddress| native(Native::IpAddress(address));
        let other = || match call.argument(0) {
            RubyValue::Native(object) => match &*object {
                Native::IpAddress(other) => Ok(Some(*other)),
                _ => Ok(None),
            },
            RubyValue::String(text) => IpAddress::read(&text.borrow()).map(Some),
            _ => Ok(None),
        };
        let first_octet = (self.bits() >> self.width().saturating_sub(8)) as u8;
        Ok(Some(match call.name {
            "to_s" => RubyValue::string(self.text()),
            "to_string" => RubyValue::string(self.long_text()),
            "to_i" => match i128::try_from(self.bits()) {
                Ok(number) => RubyValue::Integer(number),
                Err(_) => return Ok(None),
            },
            "ipv4?" => RubyValue::Boolean(self.address.is_ipv4()),
            "ipv6?" => RubyValue::Boolean(self.address.is_ipv6()),
            "family" => RubyValue::Integer(if self.address.is_ipv4() { 2 } else { 10 }),
            "prefix" => RubyValue::Integer(i128::from(self.prefix)),
            "netmask" => RubyValue::string(self.mask_text()),
            "mask" | "|mask" => match self.masked(&call.argument(0).to_text()) {
                Some(masked) => address(masked),
                None => {
                    return Err((
                        "IPAddr::InvalidPrefixError",
                        format!("invalid length: {}", call.argument(0).to_text()),
                    ));
                }
            },
            "|" | "&" => {
                let bits = match call.argument(0) {
                    RubyValue::Integer(bits) => u128::try_from(bits).ok(),
                    _ => other()?.map(|other| other.bits()),
                };
                let combined = bits.map(|bits| if call.name == "|" { self.bits() | bits } else { self.bits() & bits });
                match combined.and_then(|bits| self.with_bits(bits, self.prefix)) {
                    Some(combined) => address(combined),
                    None => return Ok(None),
                }
            }
            "include?" | "===" => match other() {
                Ok(Some(other)) => RubyValue::Boolean(self.contains(&other)),
                Ok(None) => return Ok(None),
                Err(_) if call.name == "===" => RubyValue::Boolean(false),
                Err(problem) => return Err(problem),
            },
            "succ" => match self.bits().checked_add(1).and_then(|bits| self.with_bits(bits, self.prefix)) {
                Some(next) => address(next),
                None => return Err(("IPAddr::InvalidAddressError", "invalid address".into())),
            },
            "to_range" => {
                let first = IpAddress { address: self.address, prefix: self.width() };
                match self.last() {
                    Some(last) => RubyValue::Range(Rc::new(RubyRange {
                        from: address(first),
                        to: address(last),
                        exclusive: false,
                    })),
                    None => return Ok(None),
                }
            }
            "==" | "eql?" => match other() {
                Ok(Some(other)) => RubyValue::Boolean(self.width() == other.width() && self.bits() == other.bits()),
                _ => RubyValue::Boolean(false),
            },
            "<=>" => match other() {
                Ok(Some(other)) if other.width() == self.width() => {
                    RubyValue::Integer(self.bits().cmp(&other.bits()) as i128)
                }
                _ => RubyValue::Nil,
            },
            "<" | ">" | "<=" | ">=" => match other()? {
                Some(other) if other.width() == self.width() => {
                    let (own, other) = (self.bits(), other.bits());
                    RubyValue::Boolean(match call.name {
                        "<" => own < other,
                        ">" => own > other,
                        "<=" => own <= other,
                        _ => own >= other,
                    })
                }
                _ => return Ok(None),
            },
            "+" | "-" => match call.argument(0) {
                RubyValue::Integer(offset) => {
                    let offset = if call.name == "+" { offset } else { -offset };
                    let moved = i128::try_from(self.bits()).ok().and_then(|own| own.checked_add(offset));
                    match moved
                        .and_then(|bits| u128::try_from(bits).ok())
                        .and_then(|bits| self.with_bits(bits, self.prefix))
                    {
                        Some(moved) => address(moved),
                        None => return Err(("IPAddr::InvalidAddressError", "invalid address".into())),
                    }
                }
                _ => return Ok(None),
            },
            "reverse" => RubyValue::string(self.reverse_name()),
            "ip6_arpa" if self.address.is_ipv6() => RubyValue::string(self.reverse_name()),
            "loopback?" => RubyValue::Boolean(self.address.is_loopback()),
            "private?" => RubyValue::Boolean(match self.address {
                IpAddr::V4(address) => address.is_private(),
                IpAddr::V6(_) => first_octet & 0xfe == 0xfc,
            }),
            "link_local?" => RubyValue::Boolean(match self.address {
                IpAddr::V4(address) => address.is_link_local(),
                IpAddr::V6(address) => address.is_unicast_link_local(),
            }),
            _ => return Ok(None),
        }))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn networks_mask_their_address() {
        let network = IpAddress::read("192.168.5.77/20").expect("a network");
        assert_eq!((network.text().as_str(), network.prefix), ("192.168.0.0", 20));
        assert_eq!(network.mask_text(), "255.255.240.0");
        assert_eq!(network.last().expect("a last address").text(), "192.168.15.255");
        assert!(network.contains(&IpAddress::read("192.168.3.4").expect("an address")));
        let network = IpAddress::read("fe80::1/10").expect("a network");
        assert_eq!(network.text(), "fe80::");
        assert_eq!(IpAddress::read("10.0.0.0/255.255.0.0").expect("a network").prefix, 16);
        assert_eq!(IpAddress::read("0.0.0.0/0").expect("a network").text(), "0.0.0.0");
    }

    #[test]
    fn what_is_no_address_says_so() {
        for text in ["300.1.1.1", "host", "10.0.0.01", ""] {
            assert_eq!(IpAddress::read(text).map_err(|(class, _)| class), Err("IPAddr::InvalidAddressError"), "{text}");
        }
        assert_eq!(IpAddress::read("10.0.0.0/40").map_err(|(class, _)| class), Err("IPAddr::InvalidPrefixError"));
    }
}
