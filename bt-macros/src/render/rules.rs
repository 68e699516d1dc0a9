//! `RULES`: the rules of a tree as data, and what is left of their proofs.

use super::{Items, facts, types};
use crate::program::Program;
use bt_language::machine::{Node, NodeId};
use bt_language::names::{plain, snake_case};
use bt_language::rules::{Claim, Property, Question, Rule};
use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote_spanned};

/// The id of a node in Rust, and the id behind the nodes below it.
pub(crate) struct Id {
    pub(crate) of: TokenStream,
    pub(crate) end: TokenStream,
}

/// A rule whose nodes are found, and that no run breaks for certain.
pub(crate) struct Written {
    /// The rule as it is written.
    pub(crate) text: String,
    /// The doc comment.
    pub(crate) description: Option<String>,
    /// The place for errors.
    pub(crate) span: Span,
    /// The same claim, about ids in Rust.
    pub(crate) claim: Claim<Id>,
    /// Code that asks rustc whether types allow a run that breaks the rule.
    pub(crate) question: TokenStream,
    /// The warning, if it is not decided.
    pub(crate) undecided: Option<String>,
    /// `#[allow(deprecated)]` for the warning that it is not decided.
    pub(crate) allows: Vec<syn::Attribute>,
}

impl Items {
    /// Adds the constant with the results that the type of a node allows.
    pub(crate) fn can(&mut self, program: &Program, node: &Node, is_test: bool) {
        let (constant, can) = (can(node.id, is_test), facts::can(program, node));
        let item = facts::unchecked(&hygienic!(const #constant: __bt::Can = {
            use __bt::Mistaken as _;
            #can
        };));
        self.compiled.extend([in_impl(program, &item)]);
    }

    /// Adds the rules of a tree.
    pub(crate) fn rules(&mut self, program: &Program, all: &[Written]) {
        let (name, visibility) = (&program.name, &program.visibility);
        let rules = all.iter().map(row);
        let open = || all.iter().enumerate().filter(|(_, written)| !written.question.is_empty());
        let questions = open().map(|(place, written)| {
            let (constant, question) = (proof(place, written), &written.question);
            hygienic!(const #constant: () = { #question };)
        });
        let is_generic = is_generic(program);
        // With types that are parameters, a proof is evaluated where a program uses the rules.
        let proofs = open().filter(|_| is_generic);
        let proofs = proofs.map(|(place, written)| proof(place, written));
        self.compiled.extend([in_impl(
            program,
            &hygienic! {
                #(#questions)*

                /// The rules about the tree.
                #visibility const RULES: &'static [__bt::rules::Rule] = {
                    #(Self::#proofs;)*
                    &[#(#rules),*]
                };
            },
        )]);
        self.compiled.extend([checks(program, all)]);
        self.seen.extend([in_impl(
            program,
            &hygienic!(#visibility const RULES: &'static [__bt::rules::Rule] = &[];),
        )]);
        self.seen.extend([checks(program, &[])]);
        if !is_generic {
            let given = types::for_impls(&program.attributes);
            for (place, written) in open() {
                let (constant, span) = (proof(place, written), written.span);
                let mut name = name.clone();
                name.set_span(name.span().located_at(span));
                let used = quote_spanned!(span=> const _: () = #name::#constant;);
                self.compiled.extend([hygienic!(#given #used)]);
            }
        }
        for written in all {
            let warning = written.undecided.as_ref().map(|note| undecided(written, note));
            self.types.extend(warning);
        }
    }
}

fn in_impl(program: &Program, item: &TokenStream) -> TokenStream {
    let name = &program.name;
    let (generics, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    hygienic! {
        #given
        #[allow(dead_code, reason = "a program need not use all that a tree can do")]
        impl #generics #name #arguments #bounds { #item }
    }
}

/// The code that checks the rules in a running program.
fn checks(program: &Program, all: &[Written]) -> TokenStream {
    let name = &program.name;
    let (generics, arguments, bounds) = program.generics.split_for_impl();
    let given = types::for_impls(&program.attributes);
    let checks = all.iter().enumerate().map(|(place, written)| {
        let place = Literal::usize_unsuffixed(place);
        match &written.claim {
            Claim::Never(of) => {
                let of = answer(of);
                hygienic!(__check.always(#place, !#of);)
            }
            Claim::Always(of) => {
                let of = answer(of);
                hygienic!(__check.always(#place, #of);)
            }
            // One run cannot break it.
            Claim::Possible(_) => TokenStream::new(),
            Claim::AfterNext(first, next) => {
                let (first, next) = (answer(first), answer(next));
                hygienic!(__check.after_next(#place, #first, #next);)
            }
            Claim::WheneverUntil(holds, ends) => {
                let (holds, ends) = (answer(holds), answer(ends));
                hygienic!(__check.whenever_until(#place, #holds, #ends);)
            }
        }
    });
    hygienic! {
        #given
        impl #generics __bt::rules::HasRules for #name #arguments #bounds {
            const RULES: &'static [__bt::rules::Rule] = Self::RULES;

            #[inline]
            #[allow(unused_variables)]
            fn check<const __WORDS: __bt::usize>(__check: &mut __bt::rules::Check<__WORDS>) {
                #(#checks)*
            }
        }
    }
}

/// The code that answers a question about a tick.
fn answer(of: &Question<Id>) -> TokenStream {
    let both = |of: &(Question<Id>, Question<Id>)| (answer(&of.0), answer(&of.1));
    match of {
        Question::Is(Id { of, end }, property) => {
            let property = self::property(*property);
            hygienic!(__check.is(#of, #end, #property))
        }
        Question::Not(of) => {
            let of = answer(of);
            hygienic!((!#of))
        }
        Question::Both(of) => {
            let (first, second) = both(of);
            hygienic!((#first & #second))
        }
        Question::Either(of) => {
            let (first, second) = both(of);
            hygienic!((#first | #second))
        }
        Question::Implies(of) => {
            let (first, second) = both(of);
            hygienic!((!#first | #second))
        }
    }
}

/// The constant with the results that the type of a node allows; tests have their own.
pub(crate) fn can(node: NodeId, is_test: bool) -> Ident {
    let name = if is_test { "__TEST_CAN" } else { "__CAN" };
    format_ident!("{name}_{}", node.place(), span = Span::call_site())
}

/// Returns `true` for a tree with types or constants as parameters.
pub(crate) fn is_generic(program: &Program) -> bool {
    !program.generics.params.iter().all(|of| matches!(of, syn::GenericParam::Lifetime(_)))
}

/// The constant that is evaluated only if the types allow no run that breaks a rule.
fn proof(place: usize, rule: &Written) -> Ident {
    format_ident!("__RULE_{place}", span = rule.span)
}

/// A rule as data.
fn row(written: &Written) -> TokenStream {
    let text = &written.text;
    let description = match &written.description {
        Some(text) => hygienic!(__bt::Some(#text)),
        None => hygienic!(__bt::None),
    };
    let claim = match &written.claim {
        Claim::Never(of) => one("Never", of),
        Claim::Always(of) => one("Always", of),
        Claim::Possible(of) => one("Possible", of),
        Claim::AfterNext(first, next) => two("AfterNext", first, next),
        Claim::WheneverUntil(holds, ends) => two("WheneverUntil", holds, ends),
    };
    let place = quote_spanned!(written.span=> ::core::panic::Location::caller());
    hygienic!(__bt::rules::Rule {
        claim: #claim,
        text: #text,
        description: #description,
        place: #place,
    })
}

fn one(claim: &str, of: &Question<Id>) -> TokenStream {
    let (claim, of) = (Ident::new(claim, Span::mixed_site()), question(of));
    hygienic!(__bt::rules::Claim::#claim(#of))
}

fn two(claim: &str, first: &Question<Id>, second: &Question<Id>) -> TokenStream {
    let claim = Ident::new(claim, Span::mixed_site());
    let (first, second) = (question(first), question(second));
    hygienic!(__bt::rules::Claim::#claim(#first, #second))
}

fn property(of: Property) -> TokenStream {
    let name = match of {
        Property::Active => "Active",
        Property::Ticked => "Ticked",
        Property::Started => "Started",
        Property::Succeeded => "Succeeded",
        Property::Failed => "Failed",
        Property::Running => "Running",
        Property::Aborted => "Aborted",
        Property::Answered { in_front, yes } => {
            return hygienic! {
                __bt::rules::Property::Answered { in_front: #in_front, yes: #yes }
            };
        }
    };
    let name = Ident::new(name, Span::mixed_site());
    hygienic!(__bt::rules::Property::#name)
}

fn question(of: &Question<Id>) -> TokenStream {
    let both = |of: &(Question<Id>, Question<Id>)| {
        let (first, second) = (question(&of.0), question(&of.1));
        hygienic!(&[#first, #second])
    };
    match of {
        Question::Is(Id { of, .. }, property) => {
            let property = self::property(*property);
            hygienic! {
                __bt::rules::Question::Is(__bt::NodeId::new(#of), #property)
            }
        }
        Question::Not(of) => {
            let of = question(of);
            hygienic!(__bt::rules::Question::Not(&#of))
        }
        Question::Both(of) => {
            let both = both(of);
            hygienic!(__bt::rules::Question::Both(#both))
        }
        Question::Either(of) => {
            let both = both(of);
            hygienic!(__bt::rules::Question::Either(#both))
        }
        Question::Implies(of) => {
            let both = both(of);
            hygienic!(__bt::rules::Question::Implies(#both))
        }
    }
}

/// A warning of rustc at a rule: use of a deprecated constant, whose note is the message.
fn undecided(rule: &Written, note: &str) -> TokenStream {
    let allows = &rule.allows;
    quote_spanned! {rule.span=>
        #(#allows)*
        const _: () = {
            #[deprecated(note = #note)]
            const __UNDECIDED: () = ();
            __UNDECIDED
        };
    }
}

/// The test of a rule, named after what it says; it fails if the types allow a run that breaks the rule.
pub(crate) fn test(
    program: &Program,
    number: usize,
    rule: &Rule,
    question: &TokenStream,
) -> TokenStream {
    let text = rule.description.clone().unwrap_or_else(|| rule.claim.to_string());
    let letters = |letter: char| if letter.is_ascii_alphanumeric() { letter } else { ' ' };
    let words: String = text.chars().map(letters).collect::<String>().to_ascii_lowercase();
    // The number comes before the words: those of a rule of `A` may begin like the name of `AOne`.
    let tree = snake_case(&plain(&program.name));
    let words = words.split_whitespace().take(8).map(|word| format!("_{word}"));
    let name = format!("{tree}_rule_{}{}", number + 1, words.collect::<String>());
    let (name, given) = (Ident::new(&name, rule.span), types::for_impls(&program.attributes));
    hygienic! {
        #given
        #[test]
        fn #name() {
            #question
        }
    }
}
