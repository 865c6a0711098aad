//! Finds all that does not fit, with the path to it.

use std::sync::Arc;

use smol_str::SmolStr;

use super::{Kind, Mismatch, Path, PathElement};
use crate::types::assignability::behind_name;
use crate::types::{CallableType, Size, StructMember, Type, is_assignable};

/// What is counted where all alternatives differ in a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Counted {
    Elements,
    Arguments,
}

/// Why `actual` is not assignable to `expected`; empty where nothing is found.
pub(super) fn describe(expected: &Type, actual: &Type, path: &[PathElement]) -> Vec<Mismatch> {
    if let Some(name) = unresolved_reference(expected, 0) {
        return vec![Mismatch { path: path.to_vec(), kind: Kind::UnresolvedType(name) }];
    }
    describe_normalized(&expected.normalize(), expected, actual, path)
}

/// `original` is the type as messages name it.
fn describe_normalized(expected: &Type, original: &Type, actual: &Type, path: &[PathElement]) -> Vec<Mismatch> {
    match expected {
        Type::Variant(types) => describe_variant(types, original, actual, path),
        Type::Struct(members) => describe_struct(members, original, actual, path),
        Type::Hash { key, value, size } => describe_hash((key, value, *size), original, actual, path),
        Type::Tuple { types, size } => describe_tuple(types, *size, original, actual, path, Counted::Elements),
        Type::Array { element, size } => describe_array(element, *size, original, actual, path),
        Type::Callable(callable) => describe_callable(callable, original, actual, path),
        Type::Optional(inner) => match inner {
            Some(inner) if *actual != Type::Undef => {
                let original = if is_named(original) { original } else { expected };
                describe_normalized(inner, original, actual, path)
            }
            _ => vec![],
        },
        Type::Enum { .. } | Type::Pattern(_) => vec![Mismatch {
            path: path.to_vec(),
            kind: Kind::Pattern { expected: original.normalize(), actual: actual.normalize() },
        }],
        named if is_named(named) => match behind_name(named) {
            Some(behind) if path.len() < MAX_PATH => describe_normalized(&behind.normalize(), named, actual, path),
            _ => vec![],
        },
        expected if is_assignable(expected, actual) => vec![],
        _ => vec![type_mismatch(original, actual, path)],
    }
}

/// A recursive alias describes no deeper than this.
const MAX_PATH: usize = 60;

fn is_named(candidate: &Type) -> bool {
    matches!(candidate, Type::Alias(_) | Type::Data | Type::RichData)
}

fn type_mismatch(expected: &Type, actual: &Type, path: &[PathElement]) -> Mismatch {
    Mismatch { path: path.to_vec(), kind: Kind::Type { expected: expected.normalize(), actual: actual.normalize() } }
}

fn size_mismatch(expected: Size, actual: Size, path: &[PathElement], counted: Counted) -> Mismatch {
    let kind = match counted {
        Counted::Elements => Kind::Size { expected, actual },
        Counted::Arguments => Kind::Count { expected, actual },
    };
    Mismatch { path: path.to_vec(), kind }
}

fn extended(path: &[PathElement], element: PathElement) -> Path {
    let mut longer = path.to_vec();
    longer.push(element);
    longer
}

fn describe_variant(types: &[Type], original: &Type, actual: &Type, path: &[PathElement]) -> Vec<Mismatch> {
    let undef = matches!(original, Type::Optional(_)).then_some(&Type::Undef);
    let mut by_variant = Vec::with_capacity(types.len() + 1);
    for (index, member) in undef.into_iter().chain(types).enumerate() {
        let mismatches = describe(member, actual, &extended(path, PathElement::Variant(index)));
        if mismatches.is_empty() {
            return vec![];
        }
        by_variant.push(mismatches);
    }
    let merged = merge_descriptions(path.len(), Counted::Elements, &by_variant);
    if is_named(original) && merged.len() == 1 { vec![type_mismatch(original, actual, path)] } else { merged }
}

/// Where every alternative fails in the same way at the same place, one description says it for all.
pub(super) fn merge_descriptions(
    varying_position: usize,
    counted: Counted,
    by_variant: &[Vec<Mismatch>],
) -> Vec<Mismatch> {
    let mut all: Vec<Mismatch> = by_variant.iter().flatten().cloned().collect();
    let same_kind: [&dyn Fn(&Kind) -> bool; 4] = [
        &|kind| match counted {
            Counted::Elements => matches!(kind, Kind::Size { .. } | Kind::Count { .. }),
            Counted::Arguments => matches!(kind, Kind::Count { .. }),
        },
        &|kind| matches!(kind, Kind::MissingBlock),
        &|kind| matches!(kind, Kind::UnexpectedBlock),
        &|kind| matches!(kind, Kind::Type { .. } | Kind::Pattern { .. }),
    ];
    for is_kind in same_kind {
        let alike: Vec<&Mismatch> = all.iter().filter(|mismatch| is_kind(&mismatch.kind)).collect();
        if alike.is_empty() || alike.len() != by_variant.len() {
            continue;
        }
        if let Some(merged) = merge_all(&alike) {
            all = vec![merged];
            break;
        }
    }
    let mut unique: Vec<Mismatch> = Vec::with_capacity(all.len());
    for mismatch in all {
        if !unique.iter().any(|known| known.same_as(&mismatch)) {
            unique.push(mismatch);
        }
    }
    if unique.len() == 1 {
        return unique.into_iter().map(|mismatch| mismatch.without_path_element(varying_position)).collect();
    }
    unique
}

fn merge_all(mismatches: &[&Mismatch]) -> Option<Mismatch> {
    let (first, rest) = mismatches.split_first()?;
    let mut merged = (*first).clone();
    for next in rest {
        if merged.canonical_path() != next.canonical_path() {
            return None;
        }
        merged.kind = match (merged.kind, &next.kind) {
            (
                Kind::Type { expected, actual },
                Kind::Type { expected: other, .. } | Kind::Pattern { expected: other, .. },
            ) => Kind::Type { expected: union(expected, other), actual },
            (
                Kind::Pattern { expected, actual },
                Kind::Type { expected: other, .. } | Kind::Pattern { expected: other, .. },
            ) => Kind::Pattern { expected: union(expected, other), actual },
            (
                Kind::Size { expected, actual },
                Kind::Size { expected: other, .. } | Kind::Count { expected: other, .. },
            ) => Kind::Size { expected: wider(expected, *other), actual },
            (
                Kind::Count { expected, actual },
                Kind::Size { expected: other, .. } | Kind::Count { expected: other, .. },
            ) => Kind::Count { expected: wider(expected, *other), actual },
            (kind, _) => kind,
        };
    }
    Some(merged)
}

fn union(first: Type, second: &Type) -> Type {
    Type::variant([first, second.clone()]).normalize()
}

fn wider(first: Size, second: Size) -> Size {
    Size { min: first.min.min(second.min), max: first.max.zip(second.max).map(|(first, second)| first.max(second)) }
}

impl Mismatch {
    fn canonical_path(&self) -> Vec<&PathElement> {
        self.path
            .iter()
            .filter(|element| !matches!(element, PathElement::Variant(_) | PathElement::Signature(_)))
            .collect()
    }

    /// Puppet never takes two problems with keys for the same one, and lists them all.
    fn same_as(&self, other: &Mismatch) -> bool {
        let about_key = matches!(
            self.kind,
            Kind::MissingKey(_) | Kind::MissingParameter(_) | Kind::ExtraneousKey(_) | Kind::InvalidParameter(_)
        );
        !about_key && self.kind == other.kind && self.canonical_path() == other.canonical_path()
    }

    pub(super) fn without_path_element(mut self, index: usize) -> Mismatch {
        if index < self.path.len() {
            self.path.remove(index);
        }
        self
    }
}

fn describe_array(
    element: &Type,
    size: Option<Size>,
    original: &Type,
    actual: &Type,
    path: &[PathElement],
) -> Vec<Mismatch> {
    let expected_size = size.unwrap_or(Size::ANY);
    match actual {
        Type::Tuple { types, size } => {
            let actual_size = size.unwrap_or_else(|| Size::exactly(types.len()));
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, Counted::Elements)];
            }
            types
                .iter()
                .enumerate()
                .filter(|(_, member)| !is_assignable(element, member))
                .flat_map(|(index, member)| describe(element, member, &extended(path, PathElement::Index(index))))
                .collect()
        }
        Type::Array { element: actual_element, size } => {
            let actual_size = size.unwrap_or(Size::ANY);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, Counted::Elements)];
            }
            vec![type_mismatch(original, &Type::Array { element: Arc::clone(actual_element), size: None }, path)]
        }
        _ => vec![type_mismatch(original, actual, path)],
    }
}

fn describe_hash(
    (key, value, size): (&Type, &Type, Option<Size>),
    original: &Type,
    actual: &Type,
    path: &[PathElement],
) -> Vec<Mismatch> {
    let expected_size = size.unwrap_or(Size::ANY);
    match actual {
        Type::Struct(members) => {
            let actual_size = struct_size(members);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, Counted::Elements)];
            }
            let mut mismatches = Vec::new();
            for member in members.iter() {
                let name = key_type(member);
                if !is_assignable(key, &name) {
                    let inner = extended(path, PathElement::EntryKey(member.name.clone()));
                    mismatches.extend(describe(key, &name, &inner));
                }
                if !is_assignable(value, &member.value) {
                    let inner = extended(path, PathElement::EntryValue(member.name.clone()));
                    mismatches.extend(describe(value, &member.value, &inner));
                }
            }
            mismatches
        }
        Type::Hash { key: actual_key, value: actual_value, size } => {
            let actual_size = size.unwrap_or(Size::ANY);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, Counted::Elements)];
            }
            vec![type_mismatch(original, &unsized_hash(actual_key, actual_value), path)]
        }
        _ => vec![type_mismatch(original, actual, path)],
    }
}

fn unsized_hash(key: &Arc<Type>, value: &Arc<Type>) -> Type {
    Type::Hash { key: Arc::clone(key), value: Arc::clone(value), size: None }
}

fn key_type(member: &StructMember) -> Type {
    let name = Type::StringValue(member.name.clone());
    if member.optional { Type::optional(name) } else { name }
}

fn struct_size(members: &[StructMember]) -> Size {
    let required = members.iter().filter(|member| !member.optional).count();
    Size { min: Size::exactly(required).min, max: Size::exactly(members.len()).max }
}

fn describe_struct(members: &[StructMember], original: &Type, actual: &Type, path: &[PathElement]) -> Vec<Mismatch> {
    match actual {
        Type::Struct(actual_members) => {
            let mut mismatches = Vec::new();
            for member in members {
                let Some(found) = actual_members.iter().find(|other| other.name == member.name) else {
                    if !member.optional {
                        let kind = Kind::MissingKey(member.name.clone());
                        mismatches.push(Mismatch { path: path.to_vec(), kind });
                    }
                    continue;
                };
                if found.optional && !member.optional {
                    let inner = extended(path, PathElement::EntryKey(member.name.clone()));
                    mismatches.extend(describe(&key_type(member), &key_type(found), &inner));
                }
                if !is_assignable(&member.value, &found.value) {
                    let inner = extended(path, PathElement::EntryValue(member.name.clone()));
                    mismatches.extend(describe(&member.value, &found.value, &inner));
                }
            }
            for found in actual_members.iter() {
                if !members.iter().any(|member| member.name == found.name) {
                    let kind = Kind::ExtraneousKey(found.name.clone());
                    mismatches.push(Mismatch { path: path.to_vec(), kind });
                }
            }
            mismatches
        }
        Type::Hash { key, value, size } => {
            let expected_size = struct_size(members);
            let actual_size = size.unwrap_or(Size::ANY);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, Counted::Elements)];
            }
            vec![type_mismatch(original, &unsized_hash(key, value), path)]
        }
        _ => vec![type_mismatch(original, actual, path)],
    }
}

fn describe_tuple(
    types: &[Type],
    size: Option<Size>,
    original: &Type,
    actual: &Type,
    path: &[PathElement],
    counted: Counted,
) -> Vec<Mismatch> {
    let expected_size = Type::tuple_size(types, size);
    match actual {
        Type::Tuple { types: actual_types, size: actual_size } => {
            if types == actual_types.as_ref() && size == *actual_size {
                return vec![];
            }
            let actual_size = Type::tuple_size(actual_types, *actual_size);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, counted)];
            }
            let mut mismatches = Vec::new();
            for (index, member) in actual_types.iter().enumerate() {
                let position = index.min(types.len().saturating_sub(1));
                if let Some(expected) = types.get(position) {
                    mismatches.extend(describe(expected, member, &extended(path, PathElement::Index(position))));
                }
            }
            mismatches
        }
        Type::Array { .. } if types.is_empty() => vec![],
        Type::Array { element, size: actual_size } => {
            let actual_size = actual_size.unwrap_or(Size::ANY);
            if !expected_size.includes(actual_size) {
                return vec![size_mismatch(expected_size, actual_size, path, counted)];
            }
            types
                .iter()
                .enumerate()
                .flat_map(|(index, expected)| describe(expected, element, &extended(path, PathElement::Index(index))))
                .collect()
        }
        _ => vec![type_mismatch(original, actual, path)],
    }
}

fn describe_callable(expected: &CallableType, original: &Type, actual: &Type, path: &[PathElement]) -> Vec<Mismatch> {
    let Type::Callable(found) = actual else {
        return vec![type_mismatch(original, actual, path)];
    };
    if expected.parameters.is_none() && expected.returns.is_none() {
        return vec![];
    }
    if let (Some(Type::Tuple { types, size }), Some(found_parameters)) =
        (expected.parameter_tuple(), found.parameter_tuple())
    {
        let tuple = Type::Tuple { types: types.clone(), size };
        let mismatches = describe_tuple(&types, size, &tuple, &found_parameters, path, Counted::Arguments);
        if !mismatches.is_empty() {
            return mismatches;
        }
    }
    let returns = expected.returns.as_ref().unwrap_or(&Type::Any);
    let found_returns = found.returns.as_ref().unwrap_or(&Type::Any);
    if !is_assignable(returns, found_returns) {
        return vec![type_mismatch(returns, found_returns, &extended(path, PathElement::Return))];
    }
    let block = expected.block.as_ref().unwrap_or(&Type::Undef);
    let found_block = found.block.as_ref().unwrap_or(&Type::Undef);
    if !is_assignable(found_block, block) {
        return vec![type_mismatch(block, found_block, &extended(path, PathElement::Block))];
    }
    vec![]
}

pub(super) fn is_kind_of_callable(candidate: &Type) -> bool {
    match candidate.resolved() {
        Type::Callable(_) => true,
        Type::Optional(Some(inner)) => is_kind_of_callable(inner),
        Type::Variant(types) => !types.is_empty() && types.iter().all(is_kind_of_callable),
        _ => false,
    }
}

/// The first name inside that nothing defines.
fn unresolved_reference(searched: &Type, depth: usize) -> Option<SmolStr> {
    const MAX_DEPTH: usize = 30;
    if depth > MAX_DEPTH {
        return None;
    }
    let search = |inner: &Type| unresolved_reference(inner, depth + 1);
    match searched {
        Type::TypeReference(name) => Some(name.clone()),
        Type::Array { element, .. } => search(element),
        Type::Hash { key, value, .. } => search(key).or_else(|| search(value)),
        Type::Tuple { types, .. } | Type::Variant(types) => types.iter().find_map(search),
        Type::Struct(members) => members.iter().find_map(|member| search(&member.value)),
        Type::Optional(Some(inner)) | Type::Type(Some(inner)) | Type::Iterable(Some(inner)) => search(inner),
        Type::NotUndef(inner) | Type::Sensitive(inner) => search(inner),
        Type::Alias(alias) => alias.resolved.get().and_then(search),
        _ => None,
    }
}
