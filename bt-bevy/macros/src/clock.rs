//! The field that tells the time.

use crate::field::Field;
use proc_macro2::TokenStream;
use quote::quote;
use syn::{Error, Type};

/// The index of the field that is the clock.
pub(crate) fn index(fields: &[Field<'_>]) -> Result<Option<usize>, Error> {
    let marked = fields.iter().position(|field| field.is_clock);
    if marked.is_some() {
        return Ok(marked);
    }
    let mut times = (0..fields.len()).filter(|index| is_time(&fields[*index]));
    let first = times.next();
    match times.next() {
        Some(second) => {
            let problem =
                "this blackboard has two clocks: write `#[clock]` at the one that the tree uses";
            Err(Error::new_spanned(&fields[second].written.ty, problem))
        }
        None => Ok(first),
    }
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
    let Type::Path(path) = target else { return false };
    field.is_resource && path.path.segments.last().is_some_and(|last| last.ident == "Time")
}
