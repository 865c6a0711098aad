//! Methods of collections that combine elements or make other collections of them.

use super::MethodCall;
use crate::ruby::interpreter::{Ran, Ruby};
use crate::ruby::library::set_of;
use crate::ruby::value::RubyValue;

/// Lists that `product` and `combination` make at most.
const MAX_LISTS: usize = 100_000;

impl Ruby<'_, '_> {
    pub(super) fn combining_method(
        &mut self,
        elements: Vec<RubyValue>,
        receiver: &RubyValue,
        call: &MethodCall<'_>,
    ) -> Ran<Option<RubyValue>> {
        let lists = match call.name {
            "to_set" => return Ok(Some(set_of(elements))),
            "minmax" if call.block.is_none() => {
                let array = RubyValue::array(elements);
                let low = self.send(&array, "min", Vec::new(), None, call.offset)?;
                let high = self.send(&array, "max", Vec::new(), None, call.offset)?;
                return Ok(Some(RubyValue::array(vec![low, high])));
            }
            "cycle" => return self.cycle(elements, call),
            "product" => {
                let mut others = Vec::with_capacity(call.arguments.len());
                for argument in &call.arguments {
                    others.push(self.to_array(argument)?);
                }
                product(elements, &others)
            }
            "combination" => match call.integer(0).map(usize::try_from) {
                Some(Ok(count)) => combinations(&elements, count),
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        let Some(lists) = lists else {
            return self.unsupported(format!("Array#{} of that size", call.name), call.offset);
        };
        match &call.block {
            Some(block) => {
                for list in lists {
                    self.call_proc(block, vec![RubyValue::array(list)])?;
                }
                Ok(Some(receiver.clone()))
            }
            None => Ok(Some(RubyValue::array(lists.into_iter().map(RubyValue::array).collect()))),
        }
    }

    /// With a number of rounds, or until the block breaks; steps are limited.
    fn cycle(&mut self, elements: Vec<RubyValue>, call: &MethodCall<'_>) -> Ran<Option<RubyValue>> {
        let Some(block) = &call.block else { return Ok(None) };
        let mut rounds = call.integer(0);
        while !elements.is_empty() && rounds != Some(0) {
            for element in &elements {
                self.call_proc(block, vec![element.clone()])?;
            }
            rounds = rounds.map(|rounds| rounds - 1);
        }
        Ok(Some(RubyValue::Nil))
    }
}

fn product(first: Vec<RubyValue>, others: &[Vec<RubyValue>]) -> Option<Vec<Vec<RubyValue>>> {
    let mut lists: Vec<Vec<RubyValue>> = first.into_iter().map(|element| vec![element]).collect();
    for other in others {
        if lists.len().saturating_mul(other.len()) > MAX_LISTS {
            return None;
        }
        let longer = lists.iter().flat_map(|list| {
            other.iter().map(|element| {
                let mut longer = list.clone();
                longer.push(element.clone());
                longer
            })
        });
        lists = longer.collect();
    }
    Some(lists)
}

fn combinations(elements: &[RubyValue], count: usize) -> Option<Vec<Vec<RubyValue>>> {
    if count > elements.len() {
        return Some(Vec::new());
    }
    let mut indices: Vec<usize> = (0..count).collect();
    let mut lists = Vec::new();
    loop {
        if lists.len() >= MAX_LISTS {
            return None;
        }
        lists.push(indices.iter().filter_map(|index| elements.get(*index).cloned()).collect());
        // The last index that can still move on, and those after it behind it.
        let Some(moving) =
            (0..count).rev().find(|at| indices.get(*at).is_some_and(|index| *index < elements.len() - count + at))
        else {
            return Some(lists);
        };
        let start = indices.get(moving).copied().unwrap_or_default() + 1;
        for (offset, index) in indices.iter_mut().skip(moving).enumerate() {
            *index = start + offset;
        }
    }
}
