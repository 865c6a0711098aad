//! Methods of `IPAddr`.

use std::net::IpAddr;
use std::rc::Rc;

use super::{Native, native};
use crate::ruby::methods::MethodCall;
use crate::ruby::value::{RubyRange, RubyValue};
use crate::ruby_core::ip_address::{IpAddress, Problem};

/// Calls a method of an address.
pub(super) fn method(this: &IpAddress, call: &MethodCall<'_>) -> Result<Option<RubyValue>, Problem> {
    let address = |address: IpAddress| native(Native::IpAddress(address));
    let other = || match call.argument(0) {
        RubyValue::Native(object) => match &*object {
            Native::IpAddress(other) => Ok(Some(*other)),
            _ => Ok(None),
        },
        RubyValue::String(text) => IpAddress::read(&text.borrow()).map(Some),
        _ => Ok(None),
    };
    let first_octet = (this.bits() >> this.width().saturating_sub(8)) as u8;
    Ok(Some(match call.name {
        "to_s" => RubyValue::string(this.text()),
        "to_string" => RubyValue::string(this.long_text()),
        "to_i" => match i128::try_from(this.bits()) {
            Ok(number) => RubyValue::Integer(number),
            Err(_) => return Ok(None),
        },
        "ipv4?" => RubyValue::Boolean(this.address.is_ipv4()),
        "ipv6?" => RubyValue::Boolean(this.address.is_ipv6()),
        "family" => RubyValue::Integer(if this.address.is_ipv4() { 2 } else { 10 }),
        "prefix" => RubyValue::Integer(i128::from(this.prefix)),
        "netmask" => RubyValue::string(this.mask_text()),
        "mask" | "|mask" => match this.masked(&call.argument(0).to_text()) {
            Some(masked) => address(masked),
            None => {
                return Err(("IPAddr::InvalidPrefixError", format!("invalid length: {}", call.argument(0).to_text())));
            }
        },
        "include?" | "===" => match other() {
            Ok(Some(other)) => RubyValue::Boolean(this.contains(&other)),
            Ok(None) => return Ok(None),
            Err(_) if call.name == "===" => RubyValue::Boolean(false),
            Err(problem) => return Err(problem),
        },
        "succ" => match this.bits().checked_add(1).and_then(|bits| this.with_bits(bits, this.prefix)) {
            Some(next) => address(next),
            None => return Err(("IPAddr::InvalidAddressError", "invalid address".into())),
        },
        "to_range" => {
            let first = IpAddress { address: this.address, prefix: this.width() };
            match this.last() {
                Some(last) => {
                    RubyValue::Range(Rc::new(RubyRange { from: address(first), to: address(last), exclusive: false }))
                }
                None => return Ok(None),
            }
        }
        "==" | "eql?" => match other() {
            Ok(Some(other)) => RubyValue::Boolean(this.width() == other.width() && this.bits() == other.bits()),
            _ => RubyValue::Boolean(false),
        },
        "<=>" => match other() {
            Ok(Some(other)) if other.width() == this.width() => {
                RubyValue::Integer(this.bits().cmp(&other.bits()) as i128)
            }
            _ => RubyValue::Nil,
        },
        "<" | ">" | "<=" | ">=" => match other()? {
            Some(other) if other.width() == this.width() => {
                let (own, other) = (this.bits(), other.bits());
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
                let moved = i128::try_from(this.bits()).ok().and_then(|own| own.checked_add(offset));
                match moved
                    .and_then(|bits| u128::try_from(bits).ok())
                    .and_then(|bits| this.with_bits(bits, this.prefix))
                {
                    Some(moved) => address(moved),
                    None => return Err(("IPAddr::InvalidAddressError", "invalid address".into())),
                }
            }
            _ => return Ok(None),
        },
        "|" | "&" | "<<" | ">>" => {
            let operand = match call.argument(0) {
                RubyValue::Integer(number) => u128::try_from(number).ok(),
                _ => other()?.map(|other| other.bits()),
            };
            let all = this.mask_bits(this.width());
            let bits = operand.map(|operand| match call.name {
                "|" => this.bits() | operand,
                "&" => this.bits() & operand,
                "<<" => this.bits().checked_shl(operand as u32).unwrap_or(0) & all,
                _ => this.bits().checked_shr(operand as u32).unwrap_or(0),
            });
            match bits.and_then(|bits| this.with_bits(bits, this.prefix)) {
                Some(result) => address(result),
                None => return Ok(None),
            }
        }
        "~" => match this.with_bits(!this.bits() & this.mask_bits(this.width()), this.prefix) {
            Some(result) => address(result),
            None => return Ok(None),
        },
        "reverse" => RubyValue::string(this.reverse_name()),
        "ip6_arpa" if this.address.is_ipv6() => RubyValue::string(this.reverse_name()),
        "loopback?" => RubyValue::Boolean(this.address.is_loopback()),
        "private?" => RubyValue::Boolean(match this.address {
            IpAddr::V4(address) => address.is_private(),
            IpAddr::V6(_) => first_octet & 0xfe == 0xfc,
        }),
        "link_local?" => RubyValue::Boolean(match this.address {
            IpAddr::V4(address) => address.is_link_local(),
            IpAddr::V6(address) => address.is_unicast_link_local(),
        }),
        _ => return Ok(None),
    }))
}
