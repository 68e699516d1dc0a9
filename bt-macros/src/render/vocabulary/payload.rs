//! The payloads of words: an enum with a variant for each word, and the functions that make them.

use super::value::{from_stored, meaning, parameter_type, stored, stored_type, tuple, type_of};
use super::{Keeps, Word, Words, expression, subtree};
use crate::render::types::{self, Item};
use crate::render::{alias, facts};
use bt_language::Code;
use bt_language::machine::{ExpressionId, Form, Made};
use bt_language::names::plain;
use bt_language::vocabulary::declared::{DeclaredParameter, Means};
use proc_macro2::{Ident, Span, TokenStream};
use quote::quote_spanned;

/// `(f32, usize,)`
fn stored_types(parameters: &[DeclaredParameter]) -> TokenStream {
    let kept = parameters.iter().filter(|parameter| !parameter.by_reference);
    tuple(&kept.map(|parameter| stored_type(&parameter.of)).collect::<Vec<_>>())
}

impl Words {
    /// The variant of a word: `__DrillHeld::MoveTo3`
    pub(super) fn variant(&self, word: Word<'_>) -> TokenStream {
        let (payload, variant) = (self.payload_type(), variant_name(word));
        hygienic!(#payload::#variant)
    }

    /// The variant of a type of the program: `__DrillOwn::Pose2`
    pub(super) fn own_variant(&self, word: Word<'_>) -> TokenStream {
        let (own, variant) = (self.own_type(), variant_name(word));
        hygienic!(#own::#variant)
    }

    pub(super) fn own_enum(&self) -> TokenStream {
        let variants = self.each(&|word| {
            let Means::Type(path) = &word.declared.means else { return None };
            let variant = variant_name(word);
            Some(hygienic!(#variant(#path),))
        });
        let own = Item {
            keyword: hygienic!(enum),
            name: self.own_type(),
            generics: &syn::Generics::default(),
            content: variants,
        };
        types::item(&self.program, &own)
    }

    /// The type of the results of an action: `Path`, or `(Pose, f32,)`; nothing for an action without results.
    pub(super) fn given_type(word: Word<'_>) -> TokenStream {
        let of = word.declared.results.iter().map(|result| type_of(&result.of));
        match word.declared.results.as_slice() {
            [_] => hygienic!(#(#of)*),
            _ => hygienic!((#(#of,)*)),
        }
    }

    /// The same; `None` for an action without results.
    pub(super) fn taken_type(word: Word<'_>) -> Option<TokenStream> {
        (!word.declared.results.is_empty()).then(|| Self::given_type(word))
    }

    /// The type of the future of a word.
    fn future_of(word: Word<'_>) -> Option<TokenStream> {
        let Code::Stateful(Made { form: Form::Future { is_send }, .. }) = word.code else {
            return None;
        };
        Some(expression::future_type(*is_send, &Self::given_type(word), word.declared.name.span()))
    }

    /// The value of an action's expression: `action(npc.run())`, `Produced::<Path, _>::by(npc.plan())`
    pub(super) fn acted_value(&self, word: Word<'_>, of: ExpressionId) -> TokenStream {
        let value = self.program.exclusive_result(of);
        if word.declared.results.is_empty() {
            let action = expression::callee(word.node, "action");
            return hygienic!(#action(#value));
        }
        let given = Self::given_type(word);
        let span = expression::first_span(&self.program.machine[of]);
        let span = Span::mixed_site().located_at(span);
        quote_spanned!(span=> __bt::Produced::<#given, _>::by(#value))
    }

    /// The variant of a tree with its two parts. All that names the parts of a tree stands at its name, so that what
    /// is no tree is told once.
    pub(super) fn tree_variant(
        &self,
        word: Word<'_>,
        state: &TokenStream,
        memory: &TokenStream,
    ) -> TokenStream {
        let at =
            word.call().map_or_else(Span::call_site, |call| expression::first_span(&call.tree));
        let (mut payload, mut variant) = (self.payload_type(), variant_name(word));
        payload.set_span(at);
        variant.set_span(at);
        quote_spanned!(at=> #payload::#variant(#state, #memory))
    }

    pub(super) fn payload_enum(&self) -> TokenStream {
        let variants = self.each(&|word| {
            let variant = variant_name(word);
            let data = match (word.keeps()?, word.call()) {
                (_, Some(call)) => {
                    let state = subtree::type_of(&call.tree, "State");
                    let memory = subtree::type_of(&call.tree, "Memory");
                    hygienic!(#state, #memory)
                }
                (_, None) => {
                    let of = self.alias_at(word);
                    hygienic!(#of)
                }
            };
            Some(hygienic!(#variant(#data),))
        });
        let payload = Item {
            keyword: hygienic!(enum),
            name: self.payload_type(),
            generics: &syn::Generics::default(),
            content: variants,
        };
        types::item(&self.program, &payload)
    }

    /// `type __DrillType5 = MoveTo;`
    pub(super) fn aliases(&self) -> TokenStream {
        let (visibility, vocabulary) = (&self.program.visibility, &self.program.name);
        self.each(&|word| {
            let of = match word.keeps()? {
                Keeps::Tree => return None,
                Keeps::Action | Keeps::Decorator => word.made()?.path.clone(),
                Keeps::Arguments => {
                    let (number, values) = (word.number(), stored_types(&word.declared.parameters));
                    let given = Self::given_type(word);
                    hygienic!(__bt::KeptArguments<#vocabulary, #number, #values, #given>)
                }
                Keeps::Future => {
                    let (number, values) = (word.number(), stored_types(&word.declared.parameters));
                    let future = Self::future_of(word)?;
                    hygienic!(__bt::KeptAwait<#vocabulary, #number, #values, #future>)
                }
            };
            let name = self.alias(word);
            let given = types::for_impls(&self.program.attributes);
            Some(hygienic! {
                #given
                #[doc(hidden)]
                #[allow(dead_code, private_interfaces, non_camel_case_types, reason = "as the word needs it")]
                #visibility type #name = #of;
            })
        })
    }

    /// The alias at the place of the type that it stands for.
    pub(super) fn alias_at(&self, word: Word<'_>) -> Ident {
        let mut name = self.alias(word);
        let at = word
            .made()
            .map_or(word.declared.name.span(), |made| expression::first_span(&made.path));
        name.set_span(at);
        name
    }

    /// The functions that make payloads: `fn __make_5(npc: &Npc, x: f32) -> __DrillType5`
    pub(super) fn makers(&self) -> TokenStream {
        self.each(&|word| self.maker_of(word))
    }

    fn maker_of(&self, word: Word<'_>) -> Option<TokenStream> {
        let (program, binder) = (&self.program, &self.program.binder);
        let (blackboard, of) = (&program.blackboard, self.alias_at(word));
        let kept = word.declared.parameters.iter().filter(|parameter| !parameter.by_reference);
        let parameters = kept.clone().map(|parameter| {
            let (name, of) = (&parameter.name, type_of(&parameter.of));
            hygienic!(#name: #of)
        });
        let (value, borrow) = match (word.keeps()?, word.made()) {
            (Keeps::Arguments, _) => {
                let values = tuple(&kept.map(stored).collect::<Vec<_>>());
                let value = hygienic!(__bt::KeptArguments {
                    values: #values,
                    given: __bt::None,
                    of: __bt::PhantomData,
                });
                (value, hygienic!(&))
            }
            (Keeps::Future, _) => {
                let values = tuple(&kept.map(stored).collect::<Vec<_>>());
                (hygienic!(<#of>::new(#values)), hygienic!(&))
            }
            (_, Some(made)) => {
                let value = alias::made(program, made);
                let mutable = made.form == Form::Expression;
                (value, if mutable { hygienic!(&mut) } else { hygienic!(&) })
            }
            _ => return None,
        };
        let (parameters_of, _, bounds) = program.generics.split_for_impl();
        let name = Self::maker(word);
        // The value stands in a variable, so that a wrong one is told at its own tokens.
        let made = Ident::new("__made", Span::mixed_site().located_at(of.span()));
        let typed = quote_spanned!(of.span()=> #of);
        Some(hygienic! {
            #[inline]
            fn #name #parameters_of(
                #[allow(unused_variables)] #binder: #borrow #blackboard
                #(, #parameters)*
            ) -> #typed #bounds {
                let #made: #typed = #value;
                #made
            }
        })
    }

    /// The functions that read values: `fn __value_5(npc: &Npc) -> i32`
    pub(super) fn readers(&self) -> TokenStream {
        self.each(&|word| {
            let (Means::Value(of, _), Code::Value(value)) = (&word.declared.means, word.code)
            else {
                return None;
            };
            let (binder, blackboard) = (&self.program.binder, &self.program.blackboard);
            let (parameters, _, bounds) = self.program.generics.split_for_impl();
            let (name, typed) = (Self::reader(word), type_of(of));
            let value = self.program.shared(*value, meaning(&of.of));
            let own = word.declared.parameters.iter().map(|parameter| {
                let (name, of) = (&parameter.name, parameter_type(parameter));
                hygienic!(#[allow(unused_variables)] #name: #of)
            });
            Some(hygienic! {
                #[inline]
                fn #name #parameters(
                    #[allow(unused_variables)] #binder: &#blackboard
                    #(, #own)*
                ) -> #typed #bounds {
                    let __value: #typed = #value;
                    __value
                }
            })
        })
    }

    /// One tick of the actions whose arguments are kept, each with these attributes.
    pub(super) fn keeps(&self, attributes: &TokenStream) -> TokenStream {
        self.each(&|word| {
            let Code::Action(expression) = word.code else { return None };
            let parameters = &word.declared.parameters;
            word.keeps()?;
            let (program, name) = (&self.program, &self.program.name);
            let (binder, blackboard, of) =
                (&program.binder, &program.blackboard_type, stored_types(parameters));
            let borrowed = crate::program::borrowed(blackboard);
            let (generics, bounds) = (self.impl_generics(), self.bounds());
            let number = word.number();
            let lets = from_stored(parameters);
            let value = self.acted_value(word, *expression);
            let given = Self::given_type(word);
            let by_reference = || parameters.iter().filter(|parameter| parameter.by_reference);
            let references = by_reference().map(|parameter| {
                let of = type_of(&parameter.of);
                hygienic!(&'__l #of)
            });
            let names = by_reference().map(|parameter| &parameter.name);
            let nothing = if by_reference().next().is_some() {
                hygienic!(__bt::None)
            } else {
                hygienic!(__bt::Some(()))
            };
            let told = if word.declared.results.is_empty() {
                hygienic!((#value.tell(__events, __node), __bt::None))
            } else {
                hygienic!({
                    let mut __given = __bt::None;
                    let __told = #value.tell(__events, __node);
                    let __status = __bt::kept(__told, |__value| __given = __bt::Some(__value));
                    (__status, __given)
                })
            };
            let can = facts::results(&self.fact(word, *expression, blackboard));
            Some(hygienic! {
                #attributes
                impl #generics __bt::KeepsArguments<#blackboard, #number, #of> for #name #bounds {
                    type Lent<'__l> = (#(#references,)*);
                    type Given = #given;

                    #can

                    #[inline]
                    fn nothing<'__l>() -> __bt::Option<Self::Lent<'__l>> {
                        #nothing
                    }

                    #[inline]
                    fn run(
                        __kept: &#of,
                        #[allow(unused_variables)] (#(#names,)*): Self::Lent<'_>,
                        #[allow(unused_variables)] #binder: &mut #borrowed,
                        __events: impl __bt::Events,
                        __node: __bt::u32,
                    ) -> (__bt::Status, __bt::Option<#given>) {
                        #[allow(unused_imports, reason = "one of them is needed")]
                        use __bt::{Mistaken as _, Tell as _};
                        #lets
                        #told
                    }
                }
            })
        })
    }

    /// One tick of the actions that wait for a future, each with these attributes.
    pub(super) fn awaits(&self, attributes: &TokenStream) -> TokenStream {
        self.each(&|word| {
            let (Code::Stateful(made), future) = (word.code, Self::future_of(word)?) else {
                return None;
            };
            let (program, name, number) = (&self.program, &self.program.name, word.number());
            let (binder, blackboard) = (&program.binder, &program.blackboard_type);
            let borrowed = crate::program::borrowed(blackboard);
            let (of, lets) =
                (stored_types(&word.declared.parameters), from_stored(&word.declared.parameters));
            let (generics, bounds) = (self.impl_generics(), self.bounds());
            let given = Self::taken_type(word);
            let parts = [&hygienic!(#binder), &hygienic!(__node)];
            let ticked = expression::ticked(program, made.value, given.as_ref(), "future", parts);
            let can = facts::results(&self.word_fact(word, blackboard)?);
            Some(hygienic! {
                #attributes
                impl #generics __bt::Awaits<#blackboard, #number, #of, #future> for #name #bounds {
                    #can

                    fn run(
                        __future: &mut #future,
                        __kept: &#of,
                        #[allow(unused_variables)] #binder: &mut #borrowed,
                        __events: impl __bt::Events,
                        __node: __bt::u32,
                    ) -> __bt::Status {
                        #lets
                        #ticked
                    }
                }
            })
        })
    }
}

/// `MoveTo3`
fn variant_name(word: Word<'_>) -> Ident {
    let name = plain(&word.declared.name);
    Ident::new(&format!("{name}{}", word.place), Span::call_site())
}
