//! Functions of puppet-extlib on internet addresses and networks.

use super::of_module;
use crate::functions::stdlib::plain;
use crate::functions::{BuiltinFunction, FunctionCall, ParameterSpec, optional, required};
use crate::interpreter::{Evaluated, Interpreter};
use crate::ruby_core::ip_address::IpAddress;
use crate::value::Value;

const CIDR: &str = "Variant[Stdlib::IP::Address::V4::CIDR, Stdlib::IP::Address::V6::CIDR]";
const NETWORK: &[ParameterSpec] = &[required("ip", CIDR)];
const ADDRESS: &str = "Variant[Stdlib::IP::Address::V4::Nosubnet, Stdlib::IP::Address::V6::Nosubnet]";

pub static FUNCTIONS: &[BuiltinFunction] = &[
    of_module(
        "extlib::cidr_to_netmask",
        "The mask of a network.\n\n    extlib::cidr_to_netmask('192.168.5.77/20')    # '255.255.240.0'",
        &[plain(NETWORK, ADDRESS, |interpreter, call| {
            of_address(interpreter, &call, 0, |network| Some(Value::string(network.mask_text())))
        })],
    ),
    of_module(
        "extlib::cidr_to_network",
        "The first address of a network.\n\n    extlib::cidr_to_network('192.168.5.77/20')    # '192.168.0.0'",
        &[plain(NETWORK, ADDRESS, |interpreter, call| {
            of_address(interpreter, &call, 0, |network| Some(Value::string(network.text())))
        })],
    ),
    of_module(
        "extlib::last_in_cidr",
        "The last address of a network.\n\n    extlib::last_in_cidr('192.168.5.77/20')    # '192.168.15.255'",
        &[plain(NETWORK, ADDRESS, |interpreter, call| {
            of_address(interpreter, &call, 0, |network| network.last().map(|last| Value::string(last.text())))
        })],
    ),
    of_module(
        "extlib::get_ip_in_cidr",
        "An address of a network by its number: `first`, `second`, `last`, an index, or a negative one from the end.\n\n\
            \u{20}   extlib::get_ip_in_cidr('10.0.0.0/24', -2)    # '10.0.0.254'",
        &[plain(
            &[required("cidr", CIDR), optional("index", "Variant[Enum['first', 'second', 'last'], Integer]")],
            "String",
            get_ip_in_cidr,
        )],
    ),
    of_module(
        "extlib::compare_ip",
        "-1, 0 or 1, as the first address comes before, with or after the second.\n\n\
            \u{20}   extlib::compare_ip('10.0.0.1', '10.0.0.2')    # -1",
        &[plain(
            &[required("left", "Stdlib::IP::Address"), required("right", "Stdlib::IP::Address")],
            "Integer[-1, 1]",
            |interpreter, call| {
                let (left, right) = (address(interpreter, &call, 0)?, address(interpreter, &call, 1)?);
                Ok(Value::Integer(left.bits().cmp(&right.bits()) as i128))
            },
        )],
    ),
    of_module(
        "extlib::ip_to_reverse",
        "The name under which DNS has the name of an address.\n\n\
            \u{20}   extlib::ip_to_reverse('192.168.5.7')    # '7.5.168.192.in-addr.arpa'",
        &[plain(&[required("ip", "Stdlib::IP::Address")], "String", |interpreter, call| {
            of_address(interpreter, &call, 0, |address| Some(Value::string(address.reverse_name())))
        })],
    ),
    of_module(
        "extlib::is_in_cidr",
        "True when an address is in a network.\n\n    extlib::is_in_cidr('10.1.2.3', '10.0.0.0/8')    # true",
        &[plain(
            &[required("ip", "Stdlib::IP::Address::Nosubnet"), required("cidr", CIDR)],
            "Boolean",
            |interpreter, call| {
                let (inner, network) = (address(interpreter, &call, 0)?, address(interpreter, &call, 1)?);
                Ok(Value::Boolean(network.contains(&inner)))
            },
        )],
    ),
    of_module(
        "extlib::netmask_to_cidr",
        "The length of the prefix that a mask stands for.\n\n    extlib::netmask_to_cidr('255.255.240.0')    # 20",
        &[plain(&[required("netmask", "Stdlib::IP::Address::Nosubnet")], "Integer[0, 128]", |interpreter, call| {
            match address(interpreter, &call, 0)?.prefix_of_mask() {
                Some(prefix) => Ok(Value::Integer(i128::from(prefix))),
                None => call.fail(interpreter, format!("invalid mask {}: 0", call.text(0))),
            }
        })],
    ),
];

fn address(interpreter: &Interpreter<'_>, call: &FunctionCall, index: usize) -> Evaluated<IpAddress> {
    match IpAddress::read(call.text(index)) {
        Ok(address) => Ok(address),
        Err((_, words)) => call.fail(interpreter, words),
    }
}

fn of_address(
    interpreter: &mut Interpreter<'_>,
    call: &FunctionCall,
    index: usize,
    result: fn(&IpAddress) -> Option<Value>,
) -> Evaluated<Value> {
    match result(&address(interpreter, call, index)?) {
        Some(value) => Ok(value),
        None => call.fail(interpreter, format!("invalid address: {}", call.text(index))),
    }
}

fn get_ip_in_cidr(interpreter: &mut Interpreter<'_>, call: FunctionCall) -> Evaluated<Value> {
    let network = address(interpreter, &call, 0)?;
    let index = match (call.argument(1), call.optional_text(1)) {
        (_, Some("second")) => 2,
        (_, Some("last")) => -1,
        (Value::Integer(index), _) => *index,
        _ => 1,
    };
    let host_bits = network.host_bits();
    // A network of all addresses of IPv6 has more of them than any index.
    let size = 1_u128.checked_shl(host_bits).filter(|_| host_bits < 128);
    let is_outside = |index: i128| size.is_some_and(|size| u128::try_from(index).is_ok_and(|index| index >= size));
    if is_outside(index) {
        return call.fail(interpreter, "Index is outside of the CIDR");
    }
    let from = match (index < 0, size) {
        (true, Some(size)) => network.bits().checked_add(size),
        (true, None) => None,
        (false, _) => Some(network.bits()),
    };
    let found = match from {
        Some(from) => from.checked_add_signed(index),
        // The end of all addresses, where counting backwards begins.
        None => u128::MAX.checked_add_signed(index + 1),
    };
    match found.and_then(|bits| network.with_bits(bits, network.width())) {
        Some(found) => Ok(Value::string(found.text())),
        None => call.fail(interpreter, "invalid address: "),
    }
}
