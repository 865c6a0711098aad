//! Ruby's `IPAddr`: an address or a network, its address masked by its prefix.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct IpAddress {
    pub address: IpAddr,
    pub prefix: u32,
}

/// The class of an error and its message.
pub type Problem = (&'static str, String);

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
            _ if ambiguous => {
                let words = format!("zero-filled number in IPv4 address is ambiguous: {plain}");
                return Err(("IPAddr::InvalidAddressError", words));
            }
            Ok(address) => address,
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

    pub fn mask_bits(&self, prefix: u32) -> u128 {
        let width = self.width();
        let all = if width == 32 { u128::from(u32::MAX) } else { u128::MAX };
        match width.checked_sub(prefix) {
            Some(0) => all,
            Some(drop) => all.checked_shr(drop).map_or(0, |kept| kept << drop),
            None => all,
        }
    }

    /// By a prefix or by a mask of dots.
    pub fn masked(&self, mask: &str) -> Option<Self> {
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
    pub fn long_text(&self) -> String {
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
        assert!(IpAddress::read("[::1]").is_ok_and(|address| address.address.is_ipv6()));
    }

    #[test]
    fn what_is_no_address_says_so() {
        for text in ["300.1.1.1", "host", "10.0.0.01", ""] {
            assert_eq!(IpAddress::read(text).map_err(|(class, _)| class), Err("IPAddr::InvalidAddressError"), "{text}");
        }
        assert_eq!(IpAddress::read("10.0.0.0/40").map_err(|(class, _)| class), Err("IPAddr::InvalidPrefixError"));
    }
}
