//! Values of parameters: as data, as Rust, and from the one to the other.

use crate::render::{expression, table};
use bt_language::ast::Constant;
use bt_language::mirror::Meaning;
use bt_language::source::first_span;
use bt_language::vocabulary::Type;
use bt_language::vocabulary::declared::{DeclaredParameter, DeclaredType};
use proc_macro2::{Literal, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// A constant as data: `Value::Integer(20)`
pub(super) fn value_of(constant: &Constant) -> TokenStream {
    let value = match constant {
        Constant::Bool(value) => hygienic!(Bool(#value)),
        Constant::Integer(value) => {
            let value = integer(*value, "i128");
            hygienic!(Integer(#value))
        }
        Constant::Single(value) => {
            let value = single(*value);
            hygienic!(F32(#value))
        }
        Constant::Double(value) => {
            let value = double(*value);
            hygienic!(F64(#value))
        }
        Constant::Duration(value) => {
            let value = duration(*value);
            hygienic!(Duration(#value))
        }
        Constant::Text(value) => hygienic!(Text(#value)),
        Constant::Variant(place) => hygienic!(Variant(#place)),
    };
    hygienic!(__bt::vocabulary::Value::#value)
}

/// A constant of a type in Rust: `20i32`, `1f32`, `Side::Left`
pub(super) fn rust_of(constant: &Constant, of: &DeclaredType) -> TokenStream {
    match (constant, &of.of) {
        (Constant::Bool(value), _) => hygienic!(#value),
        (Constant::Integer(value), Type::Integer(of)) => integer(*value, of.name),
        (Constant::Integer(value), Type::Single) => single(*value as f32),
        (Constant::Integer(value), Type::Double) => double(*value as f64),
        (Constant::Integer(value), _) => integer(*value, ""),
        (Constant::Single(value), _) => single(*value),
        (Constant::Double(value), _) => double(*value),
        (Constant::Duration(value), _) => duration(*value),
        (Constant::Text(value), _) => hygienic!(#value),
        (Constant::Variant(place), _) => variant(of, *place),
    }
}

/// `Side::Left`
fn variant(of: &DeclaredType, place: usize) -> TokenStream {
    let (path, variant) = (&of.path, of.variants.get(place));
    hygienic!(#path::#variant)
}

/// `-20i32`, as it is safe to write: a negative literal is a sign and a number.
fn integer(value: i128, suffix: &str) -> TokenStream {
    let digits: TokenStream =
        format!("{}{suffix}", value.unsigned_abs()).parse().unwrap_or_default();
    signed(value < 0, digits)
}

fn single(value: f32) -> TokenStream {
    if !value.is_finite() {
        return hygienic!(::core::primitive::f32::NAN);
    }
    let number = TokenTree::from(Literal::f32_suffixed(value.abs()));
    signed(value.is_sign_negative(), number.into())
}

fn double(value: f64) -> TokenStream {
    if !value.is_finite() {
        return hygienic!(::core::primitive::f64::NAN);
    }
    let number = TokenTree::from(Literal::f64_suffixed(value.abs()));
    signed(value.is_sign_negative(), number.into())
}

fn signed(is_negative: bool, number: TokenStream) -> TokenStream {
    if is_negative { hygienic!(-#number) } else { number }
}

/// `Duration::new(1, 500_000_000)`
fn duration(value: std::time::Duration) -> TokenStream {
    let (seconds, rest) = (value.as_secs(), value.subsec_nanos());
    hygienic!(::core::time::Duration::new(#seconds, #rest))
}

/// The type in Rust. The types that a file knows need not be in scope.
pub(super) fn type_of(of: &DeclaredType) -> TokenStream {
    let path = &of.path;
    let span = Span::mixed_site().located_at(first_span(path));
    let is_word = path.clone().into_iter().count() == 1;
    match of.of {
        Type::Text => table::text_of(span),
        Type::Duration if is_word => quote_spanned!(span=> ::core::time::Duration),
        Type::Duration | Type::Variants { .. } | Type::Own { .. } => path.clone(),
        Type::Bool | Type::Integer(_) | Type::Single | Type::Double => {
            let name = proc_macro2::Ident::new(of.of.name(), span);
            quote_spanned!(span=> ::core::primitive::#name)
        }
    }
}

/// `arguments.get(0)`, of a type that a file knows.
pub(super) fn argument(place: usize, parameter: &DeclaredParameter) -> TokenStream {
    let place = Literal::usize_unsuffixed(place);
    match parameter.of.of {
        Type::Variants { .. } => variant_at(&parameter.of, &hygienic!(__arguments.variant(#place))),
        _ => hygienic!(__arguments.get(#place)),
    }
}

/// The variant of a number.
pub(super) fn variant_at(of: &DeclaredType, number: &TokenStream) -> TokenStream {
    let last = of.variants.len().saturating_sub(1);
    let arms = (0..last).map(|place| {
        let (number, variant) = (Literal::usize_unsuffixed(place), variant(of, place));
        hygienic!(#number => #variant,)
    });
    let last = variant(of, last);
    hygienic!(match #number { #(#arms)* _ => #last })
}

/// The number of a variant; all have to be listed if `is_exhaustive`.
pub(super) fn number_of(
    of: &DeclaredType,
    value: &TokenStream,
    is_exhaustive: bool,
) -> TokenStream {
    let arms = (0..of.variants.len()).map(|place| {
        let (number, variant) = (Literal::usize_unsuffixed(place), variant(of, place));
        hygienic!(#variant => #number,)
    });
    let rest = (!is_exhaustive).then(|| hygienic!(_ => 0,));
    // That a variant is missing is told at the name of the enum.
    let value_at =
        expression::local_at("value", Span::mixed_site().located_at(first_span(&of.path)));
    hygienic!({ let #value_at = #value; match #value_at { #(#arms)* #rest } })
}

/// A value of the type in a form that can be compared.
pub(super) fn comparable(of: &DeclaredType, value: &TokenStream) -> TokenStream {
    match of.of {
        Type::Variants { .. } => number_of(of, value, true),
        _ => value.clone(),
    }
}

/// A value of the type as data.
pub(super) fn as_data(of: &DeclaredType, value: &TokenStream) -> TokenStream {
    match of.of {
        Type::Variants { .. } => {
            let number = number_of(of, value, true);
            hygienic!(__bt::vocabulary::Value::Variant(#number))
        }
        _ => hygienic!(__bt::vocabulary::Plain::value(#value)),
    }
}

/// The type of a stored parameter: a text and a float by types that can be saved, a variant by its number, so that the
/// enum needs no traits.
pub(super) fn stored_type(of: &DeclaredType) -> TokenStream {
    match of.of {
        Type::Text => hygienic!(__bt::Text),
        Type::Variants { .. } => hygienic!(::core::primitive::usize),
        Type::Single | Type::Double => {
            let of = type_of(of);
            hygienic!(__bt::Float<#of>)
        }
        Type::Bool | Type::Integer(_) | Type::Duration | Type::Own { .. } => type_of(of),
    }
}

/// The stored form of a parameter.
pub(super) fn stored(parameter: &DeclaredParameter) -> TokenStream {
    let name = &parameter.name;
    match parameter.of.of {
        Type::Text => hygienic!(__bt::Text(#name)),
        Type::Single | Type::Double => hygienic!(__bt::Float(#name)),
        Type::Variants { .. } => number_of(&parameter.of, &hygienic!(#name), false),
        Type::Bool | Type::Integer(_) | Type::Duration | Type::Own { .. } => hygienic!(#name),
    }
}

/// The number of parts of a tuple that has traits.
const MOST_TOGETHER: usize = 12;

/// `(a, b,)`; a longer tuple has no traits, so its parts are tuples: `((a, …, l,), (m,),)`
pub(super) fn tuple(parts: &[TokenStream]) -> TokenStream {
    if parts.len() <= MOST_TOGETHER {
        return hygienic!((#(#parts,)*));
    }
    let parts = parts.chunks(MOST_TOGETHER).map(tuple);
    hygienic!((#(#parts,)*))
}

/// `let limit: i32 = kept.0;` for each parameter that is kept.
pub(super) fn from_stored(parameters: &[DeclaredParameter]) -> TokenStream {
    let kept: Vec<_> = parameters.iter().filter(|of| !of.by_reference).collect();
    let one = |(place, parameter): (usize, &&DeclaredParameter)| {
        let (name, of) = (&parameter.name, type_of(&parameter.of));
        let [outer, inner, place] =
            [place / MOST_TOGETHER, place % MOST_TOGETHER, place].map(Literal::usize_unsuffixed);
        let stored = if kept.len() > MOST_TOGETHER {
            hygienic!(__kept.#outer.#inner)
        } else {
            hygienic!(__kept.#place)
        };
        let value = match parameter.of.of {
            Type::Text | Type::Single | Type::Double => hygienic!(#stored.0),
            Type::Variants { .. } => variant_at(&parameter.of, &stored),
            Type::Own { .. } => hygienic!(::core::clone::Clone::clone(&#stored)),
            Type::Bool | Type::Integer(_) | Type::Duration => stored,
        };
        hygienic!(let #name: #of = #value;)
    };
    let lets = kept.iter().enumerate().map(one);
    hygienic!(#(#lets)*)
}

/// The type of a parameter in its word: `&Path` for one by reference.
pub(super) fn parameter_type(parameter: &DeclaredParameter) -> TokenStream {
    let of = type_of(&parameter.of);
    if parameter.by_reference { hygienic!(&#of) } else { of }
}

/// The meaning of a type, where an expression may be left early.
pub(super) fn meaning(of: &Type) -> Meaning {
    match of {
        Type::Bool => Meaning::Answer,
        Type::Single => Meaning::Score,
        Type::Duration => Meaning::Duration,
        Type::Integer(integer) if integer.name == "u32" => Meaning::Number,
        _ => Meaning::Anything,
    }
}
