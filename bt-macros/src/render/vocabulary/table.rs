//! `WORDS`: the words as data.

use super::Words;
use super::value::value_of;
use bt_language::vocabulary::{Parameter, Role, Type, Vocabulary, Word};
use proc_macro2::TokenStream;

impl Words {
    /// `pub const WORDS: &'static [Word] = …;`
    pub(super) fn table(&self) -> TokenStream {
        let visibility = &self.program.visibility;
        let Vocabulary { words, .. } = self.declaration.vocabulary();
        let words = words.iter().map(word);
        hygienic! {
            /// The words, in the order of their declaration.
            #visibility const WORDS: &'static [__bt::vocabulary::Word] = const { &[#(#words),*] };
        }
    }
}

fn word(Word { name, role, parameters, results, description }: &Word) -> TokenStream {
    let (parameters, description) =
        (parameters.iter().map(parameter), text(description.as_deref()));
    let results = results.iter().map(parameter);
    let kind = match role {
        Role::Condition => hygienic!(Condition),
        Role::Action { is_stateful } => hygienic!(Action { is_stateful: #is_stateful }),
        Role::Decorator => hygienic!(Decorator),
        Role::Value(of) => {
            let of = type_of(of);
            hygienic!(Value(#of))
        }
        Role::Type => hygienic!(Type),
        Role::Subtree { part } => {
            let part = text(part.as_deref());
            hygienic!(Subtree { part: #part })
        }
    };
    hygienic! {
        __bt::vocabulary::Word::new(
            #name,
            __bt::vocabulary::WordKind::#kind,
            const { &[#(#parameters),*] },
            const { &[#(#results),*] },
            #description,
        )
    }
}

fn parameter(
    Parameter { name, of, by_reference, default, description }: &Parameter,
) -> TokenStream {
    let (of, description) = (type_of(of), text(description.as_deref()));
    let default = match default {
        Some(default) => {
            let value = value_of(default);
            hygienic!(__bt::Some(#value))
        }
        None => hygienic!(__bt::None),
    };
    hygienic!(__bt::vocabulary::Parameter::new(#name, #of, #by_reference, #default, #description))
}

fn text(text: Option<&str>) -> TokenStream {
    match text {
        Some(text) => hygienic!(__bt::Some(#text)),
        None => hygienic!(__bt::None),
    }
}

fn type_of(of: &Type) -> TokenStream {
    let of = match of {
        Type::Bool => hygienic!(Bool),
        Type::Integer(integer) => {
            let name = integer.name;
            hygienic!(Integer(#name))
        }
        Type::Single => hygienic!(F32),
        Type::Double => hygienic!(F64),
        Type::Duration => hygienic!(Duration),
        Type::Text => hygienic!(Text),
        Type::Variants { name, variants } => hygienic! {
            Enum { name: #name, variants: const { &[#(#variants),*] } }
        },
        Type::Own { name } => hygienic!(Own(#name)),
    };
    hygienic!(__bt::vocabulary::Type::#of)
}
