//! The values of literals.

use crate::ast::Kind;
use crate::parse;

/// The facts about a duration.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Length {
    Zero,
    Positive,
    Unknown,
}

/// The facts about a number of rounds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Known {
    Is(u32),
    Nothing,
}

/// The duration of a node.
pub(in super::super) fn length(kind: &Kind) -> Length {
    match kind.duration().and_then(|duration| duration.constant) {
        Some(constant) if constant.is_zero() => Length::Zero,
        Some(_) => Length::Positive,
        None => Length::Unknown,
    }
}

/// The number of rounds of a node.
pub(in super::super) fn rounds(kind: &Kind) -> Known {
    let known = match kind {
        Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
            let literal = syn::parse2::<syn::LitInt>((**count).clone());
            literal.and_then(|literal| literal.base10_parse()).ok()
        }
        Kind::For { range, .. } => parse::rounds(range),
        _ => None,
    };
    known.map_or(Known::Nothing, Known::Is)
}
