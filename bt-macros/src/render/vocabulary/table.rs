//! `WORDS`: the words as data.

use super::Words;
use super::value::value_of;
use crate::render::facts;
use bt_language::vocabulary::{Parameter, Role, Type, Vocabulary, Word};
use proc_macro2::TokenStream;
use quote::quote_spanned;

impl Words {
    /// `pub const WORDS: &'static [Word] = …;`
    pub(super) fn table(&self) -> TokenStream {
        let visibility = &self.program.visibility;
        let Vocabulary { words, .. } = self.declaration.vocabulary();
        let words = words.iter().map(word);
        if self.declaration.rules.is_empty() || self.is_any() {
            return hygienic! {
                /// The words, in the order of their declaration.
                #visibility const WORDS: &'static [__bt::vocabulary::Word] = const { &[#(#words),*] };
            };
        }
        // Proofs of files need to know what a word can do.
        let of = self.static_blackboard();
        let facts = self.words().map(|word| self.word_fact(word, &of));
        let words = words.zip(facts).map(|(word, fact)| match fact {
            Some(fact) => hygienic!(#word.with(#fact.can)),
            None => word,
        });
        facts::unchecked(&hygienic! {
            /// The words, in the order of their declaration.
            #visibility const WORDS: &'static [__bt::vocabulary::Word] = {
                use __bt::Mistaken as _;
                const { &[#(#words),*] }
            };
        })
    }

    /// The rules, and the limit for their proofs.
    pub(super) fn rules(&self) -> TokenStream {
        let rules = self.declaration.rules.iter().map(|rule| {
            let (shown, description) = (rule.claim.to_string(), text(rule.description.as_deref()));
            let place = quote_spanned!(rule.span=> ::core::panic::Location::caller());
            hygienic!(__bt::vocabulary::Rule::new(#shown, #description, #place))
        });
        let rules: Vec<TokenStream> = rules.collect();
        if rules.is_empty() {
            return TokenStream::new();
        }
        let limit = match self.declaration.limit {
            Some(limit) => hygienic!(__bt::Some(#limit)),
            None => hygienic!(__bt::None),
        };
        hygienic! {
            const RULES: &'static [__bt::vocabulary::Rule] = &[#(#rules),*];
            const LIMIT: __bt::Option<::core::primitive::u64> = #limit;
        }
    }
}

fn word(Word { name, role, parameters, results, description, can: _ }: &Word) -> TokenStream {
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
