//! The field that tells the time.

use crate::field::{self, Field, Source};
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Type};

/// The index of the field that is the clock.
pub(crate) fn index(fields: &[Field<'_>], mistakes: &mut Vec<Error>) -> Option<usize> {
    let marked = fields.iter().position(|field| field.is_clock);
    if marked.is_some() {
        return marked;
    }
    let mut times = (0..fields.len()).filter(|index| is_time(&fields[*index]));
    let first = times.next();
    if let Some(second) = times.next() {
        let problem =
            "this blackboard has two clocks: write `#[clock]` at the one that the tree uses";
        mistakes.push(Error::new_spanned(&fields[second].written.ty, problem));
    }
    first
}

/// The time of a place: of the field itself, or of the parameter that it comes from.
pub(crate) fn now(field: &Field<'_>, place: &TokenStream) -> TokenStream {
    if is_time(field) {
        quote!((*#place).elapsed())
    } else {
        quote!(::bt_bevy::bt_core::Clock::now(&*#place))
    }
}

/// `#[resource] time: &'w Time`, with any context of `Time`.
fn is_time(field: &Field<'_>) -> bool {
    let target = match &field.written.ty {
        Type::Reference(reference) => &*reference.elem,
        other => other,
    };
    field.source == Source::Resource && field::last(target).is_some_and(|last| last.ident == "Time")
}
