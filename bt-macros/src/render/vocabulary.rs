//! A vocabulary: its type, the enum of the payloads of its words, and what they do.
//!
//! Each of the user's expressions is written once: what a word needs in two places is a function.

mod data;
mod inline;
mod payload;
mod play;
mod table;
mod value;

pub(crate) use inline::renewed;

use super::reader::Reader;
use super::types::trait_generics;
use super::{expression, scope, subtree, types};
use crate::program::Program;
use bt_language::ast::{Blackboard, Outline};
use bt_language::machine::{Call, ExpressionId, Form, Made, Node};
use bt_language::vocabulary::declared::{Declaration, DeclaredWord};
use bt_language::{Code, WordNodes, lower_words};
use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::quote_spanned;

/// A vocabulary, ready to become Rust.
pub(crate) struct Words {
    pub(crate) declaration: Declaration,
    /// A node for each word.
    program: Program,
    /// The code of each word.
    code: Vec<Code>,
    /// The expression of `random`.
    random: Option<ExpressionId>,
    /// The generics of an `impl` on the blackboard.
    generics: syn::Generics,
}

/// A word with its node.
#[derive(Clone, Copy)]
struct Word<'w> {
    place: usize,
    declared: &'w DeclaredWord,
    code: &'w Code,
    node: &'w Node,
}

/// The data that a word keeps while its node is active.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Keeps {
    /// A value of the user's own that implements `Action`.
    Action,
    /// The arguments of an action.
    Arguments,
    /// The future of an action, and its arguments.
    Future,
    /// A value of the user's own that implements `Decorator`.
    Decorator,
    /// A tree with its memory.
    Tree,
}

impl<'w> Word<'w> {
    fn keeps(self) -> Option<Keeps> {
        match self.code {
            Code::Stateful(Made { form: Form::Future { .. }, .. }) => Some(Keeps::Future),
            Code::Stateful(_) => Some(Keeps::Action),
            Code::Action(_)
                if !self.declared.parameters.is_empty() || !self.declared.results.is_empty() =>
            {
                Some(Keeps::Arguments)
            }
            Code::Decorator(_) => Some(Keeps::Decorator),
            Code::Tree(_) => Some(Keeps::Tree),
            Code::Condition(_) | Code::Action(_) | Code::Value(_) | Code::Type => None,
        }
    }

    /// The value of a stateful action or of a decorator, of a type of the user.
    fn made(self) -> Option<&'w Made> {
        match self.code {
            Code::Stateful(Made { form: Form::Future { .. }, .. }) => None,
            Code::Stateful(made) | Code::Decorator(made) => Some(made),
            Code::Condition(_) | Code::Action(_) | Code::Tree(_) | Code::Value(_) | Code::Type => {
                None
            }
        }
    }

    fn call(self) -> Option<&'w Call> {
        match self.code {
            Code::Tree(call) => Some(call),
            Code::Condition(_)
            | Code::Action(_)
            | Code::Stateful(_)
            | Code::Decorator(_)
            | Code::Type
            | Code::Value(_) => None,
        }
    }

    /// `5`
    fn number(self) -> proc_macro2::Literal {
        proc_macro2::Literal::usize_unsuffixed(self.place)
    }

    /// Where the word is declared; a generated word there is not the user's.
    fn span(self) -> Span {
        Span::mixed_site().located_at(self.declared.name.span())
    }
}

impl Words {
    /// Of a vocabulary whose header cannot be read there is one without words, on every blackboard, so that one
    /// mistake is one error.
    pub(crate) fn of(read: Result<Declaration, Outline>) -> Self {
        Self::new(read.unwrap_or_else(|outline| Declaration {
            generics: syn::parse_quote!(<__Blackboard: ?::core::marker::Sized>),
            blackboard: Blackboard {
                binder: Ident::new("__blackboard", Span::mixed_site()),
                of: hygienic!(__Blackboard),
                colon: outline.name.span(),
            },
            outline,
            words: Vec::new(),
            random: None,
            rules: Vec::new(),
            limit: None,
            is_whole: false,
        }))
    }

    fn new(declaration: Declaration) -> Self {
        let WordNodes { nodes, code, random } = lower_words(&declaration);
        let mut program = Program::of_words(&declaration, nodes);
        let (mut generics, of) = trait_generics(&program);
        program.blackboard_type = named_lifetimes(of, &mut generics);
        Self { declaration, program, code, random, generics }
    }

    fn word(&self, place: usize) -> Option<Word<'_>> {
        let declared = self.declaration.words.get(place)?;
        let (code, node) = (&self.code[place], &self.program.nodes()[place]);
        Some(Word { place, declared, code, node })
    }

    fn words(&self) -> impl Iterator<Item = Word<'_>> {
        (0..self.declaration.words.len()).filter_map(|place| self.word(place))
    }

    /// The code of each word that has some.
    fn each(&self, code: &dyn Fn(Word<'_>) -> Option<TokenStream>) -> TokenStream {
        let code = self.words().filter_map(code);
        hygienic!(#(#code)*)
    }

    /// The enum of the payloads: `__DrillHeld`
    fn payload_type(&self) -> Ident {
        self.program.hidden_type("Held")
    }

    /// The enum of the values of types of the program: `__DrillOwn`
    fn own_type(&self) -> Ident {
        self.program.hidden_type("Own")
    }

    /// The type of the payload of a word: `__DrillType5`
    fn alias(&self, word: Word<'_>) -> Ident {
        self.program.alias_type(word.node.id)
    }

    /// The function that makes the payload of a word: `__make_5`
    fn maker(word: Word<'_>) -> Ident {
        quote::format_ident!("__make_{}", word.place, span = word.span())
    }

    /// The function that reads a `value`: `__value_5`
    fn reader(word: Word<'_>) -> Ident {
        quote::format_ident!("__value_{}", word.place, span = word.span())
    }

    /// Returns `true` for a vocabulary whose header cannot be read: it works on every blackboard.
    fn is_any(&self) -> bool {
        self.program.generics.type_params().next().is_some()
    }

    /// `impl<'w> Play<World<'w>>`
    fn impl_generics(&self) -> syn::ImplGenerics<'_> {
        self.generics.split_for_impl().0
    }

    fn bounds(&self) -> Option<&syn::WhereClause> {
        self.program.generics.where_clause.as_ref()
    }

    /// The blackboard with each of its lifetimes `'static`, for what does not depend on one.
    fn static_blackboard(&self) -> TokenStream {
        let declared: Vec<String> =
            self.program.generics.lifetimes().map(|of| of.lifetime.ident.to_string()).collect();
        let of = self.declaration.blackboard.of.clone();
        each_lifetime(of, &mut |name| {
            let is_open = *name == "_" || declared.iter().any(|other| name == other);
            is_open.then(|| Ident::new("static", name.span()))
        })
    }

    /// The type, the enum of the payloads and the aliases of its parts.
    pub(crate) fn types(&self) -> TokenStream {
        let program = &self.program;
        let (name, visibility) = (&program.name, &program.visibility);
        let attributes = program.attributes.iter().filter(|attribute| {
            let text = hygienic!(#attribute).to_string();
            let derives = attribute.path().is_ident("cfg_attr") && text.contains("derive");
            !derives && !attribute.path().is_ident("derive") && !attribute.path().is_ident("serde")
        });
        let at_name = Span::mixed_site().located_at(name.span());
        let structure = quote_spanned!(at_name=> struct #name;);
        let (payload, own) = (self.payload_enum(), self.own_enum());
        let aliases = self.aliases();
        hygienic! {
            #(#attributes)*
            #[derive(
                ::core::clone::Clone,
                ::core::marker::Copy,
                ::core::fmt::Debug,
                ::core::default::Default,
                ::core::cmp::PartialEq,
                ::core::cmp::Eq,
                ::core::cmp::PartialOrd,
                ::core::cmp::Ord,
                ::core::hash::Hash,
            )]
            #[allow(dead_code, reason = "a vocabulary may be all that a program has of it")]
            #[allow(clippy::exhaustive_structs, reason = "it has no fields")]
            #visibility #structure
            #payload
            #own
            #aliases
        }
    }

    pub(crate) fn compiled(&self) -> TokenStream {
        let (name, given) = (&self.program.name, types::for_impls(&self.program.attributes));
        let (table, makers, readers) = (self.table(), self.makers(), self.readers());
        let (vocabulary, play) = (self.vocabulary(), self.play());
        let entries = self.entries(Reader::Compiler);
        let allowed = hygienic! {
            #[allow(
                dead_code,
                unreachable_code,
                unreachable_patterns,
                unused_braces,
                clippy::diverging_sub_expression,
                clippy::impl_trait_in_params,
                clippy::match_same_arms,
                clippy::ptr_arg,
                clippy::ref_patterns,
                clippy::shadow_same,
                clippy::shadow_reuse,
                clippy::shadow_unrelated,
                clippy::too_many_arguments,
                clippy::too_many_lines,
                reason = "a word is what its author wrote"
            )]
        };
        let attributes = hygienic!(#given #allowed);
        let (keeps, awaits) = (self.keeps(&attributes), self.awaits(&attributes));
        hygienic! {
            #given
            #allowed
            impl #name {
                #table
                #makers
                #readers
            }

            #given
            #allowed
            #vocabulary

            #given
            #allowed
            #play

            #keeps
            #awaits

            #entries
        }
    }

    /// The code that an editor sees instead of the full expansion.
    pub(crate) fn seen(&self) -> TokenStream {
        let (name, visibility) = (&self.program.name, &self.program.visibility);
        let given = types::for_impls(&self.program.attributes);
        let entries = self.entries(Reader::Editor);
        hygienic! {
            #given
            impl #name {
                /// The words, in the order of their declaration.
                #visibility const WORDS: &'static [__bt::vocabulary::Word] = &[];
            }

            #entries
        }
    }

    /// `parse` and `load`, which a program has with the feature `files`.
    fn entries(&self, reader: Reader) -> TokenStream {
        let (name, visibility) = (&self.program.name, &self.program.visibility);
        let given = types::for_impls(&self.program.attributes);
        let parsed = reader.body(hygienic!(__bt::files::Trees::parse(__text)));
        let with = reader.body(hygienic!(__bt::files::Trees::parse_with(__text, __other)));
        let loaded = reader.body(hygienic!(__bt::files::Trees::load(__path)));
        hygienic! {
            __bt::__files! {
                #given
                #[allow(dead_code, clippy::impl_trait_in_params, reason = "a program need not load files")]
                #[allow(
                    clippy::missing_errors_doc,
                    reason = "inside of a `macro_rules!` clippy does not see the documentation"
                )]
                impl #name {
                    /// Reads the trees of a text.
                    ///
                    /// # Errors
                    ///
                    /// All mistakes in the text, each with its line.
                    #visibility fn parse(
                        __text: &::core::primitive::str,
                    ) -> ::core::result::Result<__bt::files::Trees<Self>, __bt::files::Mistakes> {
                        #parsed
                    }

                    /// Reads the trees of a text and of the files that it brings with `use`, whose texts
                    /// `other` gives: an `Option` or a `Result`, by the path from the folder of this text.
                    ///
                    /// # Errors
                    ///
                    /// All mistakes in the texts, each with its line.
                    #visibility fn parse_with<__T: __bt::files::FileText>(
                        __text: &::core::primitive::str,
                        __other: impl ::core::ops::FnMut(&::core::primitive::str) -> __T,
                    ) -> ::core::result::Result<__bt::files::Trees<Self>, __bt::files::Mistakes> {
                        #with
                    }

                    /// Reads the trees of a file, and of the files that it brings with `use`.
                    ///
                    /// # Errors
                    ///
                    /// That the file cannot be read; or all mistakes in it, each with its line.
                    #visibility fn load(
                        __path: impl ::core::convert::AsRef<__bt::Path>,
                    ) -> ::core::result::Result<__bt::files::Trees<Self>, __bt::files::Mistakes> {
                        #loaded
                    }
                }
            }
        }
    }
}

/// A type in which each `'_` has a name, since it means another lifetime in each function: `World<'_>` →
/// `World<'__0>`
fn named_lifetimes(of: TokenStream, generics: &mut syn::Generics) -> TokenStream {
    if names_function(&of) {
        return of;
    }
    let mut names = Vec::new();
    let of = each_lifetime(of, &mut |name| {
        let new = || Ident::new(&format!("__{}", names.len()), name.span());
        let new = (*name == "_").then(new)?;
        names.push(new.clone());
        Some(new)
    });
    for name in names.into_iter().rev() {
        let lifetime = syn::Lifetime { apostrophe: name.span(), ident: name };
        let parameter = syn::LifetimeParam::new(lifetime);
        generics.params.insert(0, syn::GenericParam::Lifetime(parameter));
    }
    of
}

/// Returns `true` for a type in which `'_` may be a lifetime of the function that is called.
pub(super) fn names_function(of: &TokenStream) -> bool {
    let is_named = |word: &&str| scope::mentions(of, &Ident::new(word, Span::call_site()));
    ["Fn", "FnMut", "FnOnce", "fn"].iter().any(is_named)
}

/// Exchanges the names of lifetimes.
pub(super) fn each_lifetime(
    tokens: TokenStream,
    change: &mut impl FnMut(&Ident) -> Option<Ident>,
) -> TokenStream {
    let mut changed = TokenStream::new();
    let mut is_lifetime = false;
    for token in tokens {
        let was = std::mem::replace(
            &mut is_lifetime,
            matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
        );
        changed.extend([match token {
            TokenTree::Ident(name) if was => change(&name).unwrap_or(name).into(),
            TokenTree::Group(group) => {
                let inside = each_lifetime(group.stream(), change);
                let mut inside = proc_macro2::Group::new(group.delimiter(), inside);
                inside.set_span(group.span());
                inside.into()
            }
            token => token,
        }]);
    }
    changed
}

/// The names of a tree's state and memory, at its own.
fn tree_parts(tree: &TokenStream) -> [TokenStream; 2] {
    let span = expression::first_span(tree);
    [quote_spanned!(span=> __state), quote_spanned!(span=> __memory)]
}
