//! The implementation of `Play`: the effects of the words on a blackboard.

use super::value::{argument, as_data, parameter_type};
use super::{Keeps, Word, Words, expression, subtree, tree_parts};
use crate::program::borrowed;
use bt_language::Code;
use bt_language::machine::{Call, Form};
use bt_language::mirror::Meaning;
use bt_language::vocabulary::Type;
use bt_language::vocabulary::declared::{DeclaredParameter, DeclaredType, Means};
use proc_macro2::{Span, TokenStream};
use quote::quote_spanned;

impl Words {
    /// `impl Play<Npc> for Drill`
    pub(super) fn play(&self) -> TokenStream {
        let (name, of) = (&self.program.name, &self.program.blackboard_type);
        let (generics, bounds) = (self.impl_generics(), self.bounds());
        let (leaves, values) = (self.leaves(), self.values());
        let (lifecycle, trees) = (self.lifecycle(), self.subtrees());
        hygienic! {
            impl #generics __bt::Play<#of> for #name #bounds {
                #leaves
                #values
                #lifecycle
                #trees
            }
        }
    }

    /// The parameter for the blackboard, `&Npc` or `&mut Npc`, of which a word need not make use.
    fn blackboard(&self, borrow: &TokenStream) -> TokenStream {
        let (binder, of) = (&self.program.binder, borrowed(&self.program.blackboard_type));
        hygienic!(#[allow(unused_variables)] #binder: #borrow #of)
    }

    /// An arm for each word that has one.
    fn arms(&self, arm: &dyn Fn(Word<'_>) -> Option<TokenStream>) -> TokenStream {
        self.each(&|word| {
            let (number, code) = (word.number(), arm(word)?);
            Some(hygienic!(#number => { #code }))
        })
    }

    /// Conditions and actions.
    fn leaves(&self) -> TokenStream {
        let (shared, exclusive) =
            (self.blackboard(&hygienic!(&)), self.blackboard(&hygienic!(&mut)));
        let asked = self.arms(&|word| self.asked(word, &hygienic!(false)));
        let done = self.arms(&|word| self.done(word));
        let own = self.own_type();
        hygienic! {
            fn ask(
                __word: __bt::usize,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #shared,
            ) -> __bt::bool {
                match __word { #asked _ => false }
            }

            #[inline]
            fn leaf(
                __word: __bt::usize,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #exclusive,
                #[allow(unused_variables)] __events: impl __bt::Events,
                #[allow(unused_variables)] __node: __bt::u32,
            ) -> __bt::Done {
                #[allow(unused_imports, reason = "one of them is needed")]
                use __bt::{Mistaken as _, Tell as _};
                match __word { #done _ => __bt::Done::Other }
            }
        }
    }

    /// A condition or an action.
    fn done(&self, word: Word<'_>) -> Option<TokenStream> {
        if let Some(asked) = self.asked(word, &hygienic!(__bt::Done::No)) {
            let (binder, of) = (&self.program.binder, borrowed(&self.program.blackboard_type));
            return Some(hygienic! {
                #[allow(unused_variables)]
                let #binder: &#of = &*#binder;
                let __holds: __bt::bool = { #asked };
                <__bt::Done as ::core::convert::From<_>>::from(__holds)
            });
        }
        let acted = self.acted(word)?;
        Some(hygienic! {
            let __status: __bt::Status = { #acted };
            <__bt::Done as ::core::convert::From<_>>::from(__status)
        })
    }

    /// `let limit: i32 = arguments.get(0);` for each parameter; without a value of the program, `nothing` is returned.
    fn lets(&self, word: Word<'_>, nothing: &TokenStream) -> TokenStream {
        let lets = word.declared.parameters.iter().enumerate().map(|(place, parameter)| {
            let (name, of) = (&parameter.name, parameter_type(parameter));
            let value = self.argument(place, parameter, nothing);
            hygienic!(let #name: #of = #value;)
        });
        hygienic!(#(#lets)*)
    }

    /// The value of one parameter.
    fn argument(
        &self,
        place: usize,
        parameter: &DeclaredParameter,
        nothing: &TokenStream,
    ) -> TokenStream {
        let Type::Own { name } = &parameter.of.of else {
            let value = argument(place, parameter);
            return if parameter.by_reference { hygienic!(&#value) } else { value };
        };
        let Some(variant) = self.own_named(name) else { return hygienic!(return #nothing) };
        let place = proc_macro2::Literal::usize_unsuffixed(place);
        let value = if parameter.by_reference {
            hygienic!(__value)
        } else {
            hygienic!(::core::clone::Clone::clone(__value))
        };
        hygienic! {
            match __arguments.own(#place) {
                __bt::Some(#variant(__value)) => #value,
                _ => return #nothing,
            }
        }
    }

    /// The variant of a type of the program.
    pub(super) fn own_named(&self, name: &str) -> Option<TokenStream> {
        let mut words = self.words().filter(|word| matches!(word.code, Code::Type));
        words.find(|word| word.declared.name == name).map(|word| self.own_variant(word))
    }

    /// A value of the type as a datum.
    fn datum(&self, of: &DeclaredType, value: &TokenStream) -> TokenStream {
        match &of.of {
            Type::Own { name } => {
                let variant = self.own_named(name);
                hygienic!(__bt::Datum::Own(#variant(#value)))
            }
            _ => {
                let value = as_data(of, value);
                hygienic!(__bt::Datum::Plain(#value))
            }
        }
    }

    /// Stores the results of an action that has given them, if they are taken.
    fn results(&self, word: Word<'_>, given: &TokenStream) -> TokenStream {
        let results = &word.declared.results;
        let stores = results.iter().enumerate().map(|(place, result)| {
            let part = proc_macro2::Literal::usize_unsuffixed(place);
            let value = if results.len() == 1 { given.clone() } else { hygienic!(#given.#part) };
            let datum = self.datum(&result.of, &value);
            hygienic! {
                if let __bt::Some(__result) = __results.get_mut(#part) {
                    *__result = __bt::Some(#datum);
                }
            }
        });
        hygienic!(#(#stores)*)
    }

    /// An answer; without a value of the program, `nothing` is returned.
    fn asked(&self, word: Word<'_>, nothing: &TokenStream) -> Option<TokenStream> {
        match (&word.declared.means, word.code) {
            (_, Code::Condition(condition)) => {
                let lets = self.lets(word, nothing);
                let holds = self.program.decision(*condition);
                Some(hygienic!(#lets #holds))
            }
            (Means::Value(of, _), _) if of.of == Type::Bool => Some(self.read(word, nothing)),
            (
                Means::Condition(_)
                | Means::Action(_)
                | Means::Stateful(_)
                | Means::Decorator(_)
                | Means::Subtree(_)
                | Means::Type(_)
                | Means::Value(..),
                _,
            ) => None,
        }
    }

    fn acted(&self, word: Word<'_>) -> Option<TokenStream> {
        let Code::Action(action) = word.code else { return None };
        if word.keeps().is_some() {
            let failure = hygienic!(__bt::Done::Failure);
            let made = self.made(word, &failure);
            let (lent, binder) = (self.lent(word, &failure), &self.program.binder);
            return Some(hygienic! {
                let mut __made = #made;
                __made.tick_with(#lent, #binder, __events, __node)
            });
        }
        let value = self.acted_value(word, *action);
        // Not as the last expression, whose temporaries would live to the end of the block.
        Some(hygienic!(let __status = #value.tell(__events, __node); __status))
    }

    /// What is lent to an action: `(arguments.own(0),)`; without a value of the program, `nothing` is returned.
    fn lent(&self, word: Word<'_>, nothing: &TokenStream) -> TokenStream {
        let places = word.declared.parameters.iter().enumerate();
        let lent = places.filter(|(_, parameter)| parameter.by_reference);
        let lent = lent.map(|(place, parameter)| self.argument(place, parameter, nothing));
        hygienic!((#(#lent,)*))
    }

    /// The current value of a `value`: `Self::__value_5(&*npc, arguments.get(0))`
    fn read(&self, word: Word<'_>, nothing: &TokenStream) -> TokenStream {
        let (name, binder) = (Self::reader(word), &self.program.binder);
        let parameters = word.declared.parameters.iter().enumerate();
        let arguments =
            parameters.map(|(place, parameter)| self.argument(place, parameter, nothing));
        hygienic!(Self::#name(#binder #(, #arguments)*))
    }

    /// The data of a word, made from its arguments: `Self::__make_5(&*npc, arguments.get(0))`
    fn made(&self, word: Word<'_>, nothing: &TokenStream) -> TokenStream {
        let (name, binder) = (Self::maker(word), &self.program.binder);
        let is_exclusive = word.made().is_some_and(|made| made.form == Form::Expression);
        let borrow = if is_exclusive { hygienic!(&mut *) } else { hygienic!(&*) };
        let parameters = word.declared.parameters.iter().enumerate();
        let kept = parameters.filter(|(_, parameter)| !parameter.by_reference);
        let arguments = kept.map(|(place, parameter)| self.argument(place, parameter, nothing));
        hygienic!(Self::#name(#borrow #binder #(, #arguments)*))
    }

    /// Values, random numbers, the time, and payloads.
    fn values(&self) -> TokenStream {
        let (shared, exclusive) =
            (self.blackboard(&hygienic!(&)), self.blackboard(&hygienic!(&mut)));
        let (of, binder) = (&self.program.blackboard_type, &self.program.binder);
        let values = self.arms(&|word| {
            let Means::Value(of, _) = &word.declared.means else { return None };
            let nothing = hygienic!(__bt::vocabulary::Value::Bool(false));
            let is_plain = !matches!(of.of, Type::Own { .. });
            is_plain.then(|| as_data(of, &self.read(word, &nothing)))
        });
        let owned = self.arms(&|word| {
            let Means::Value(of, _) = &word.declared.means else { return None };
            let Type::Own { name } = &of.of else { return None };
            let (variant, value) = (self.own_named(name), self.read(word, &hygienic!(__bt::None)));
            Some(hygienic!(__bt::Some(#variant(#value))))
        });
        let own = self.own_type();
        let made = self.arms(&|word| {
            let (variant, made) = (self.variant(word), self.made(word, &hygienic!(__bt::None)));
            (word.keeps()? != Keeps::Tree).then(|| hygienic!(__bt::Some(#variant(#made))))
        });
        let drawn = self.drawn();
        let now = if self.is_any() {
            hygienic!(::core::time::Duration::ZERO)
        } else {
            hygienic!(__bt::Timed::<#of>::now(#binder))
        };
        let payload = self.payload_type();
        hygienic! {
            fn value(
                __word: __bt::usize,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #shared,
            ) -> __bt::vocabulary::Value {
                match __word { #values _ => __bt::vocabulary::Value::Bool(false) }
            }

            fn own(
                __word: __bt::usize,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #shared,
            ) -> __bt::Option<#own> {
                match __word { #owned _ => __bt::None }
            }

            fn draw(#exclusive) -> __bt::u32 {
                #drawn
            }

            fn now(#shared) -> ::core::time::Duration {
                #[allow(unused_imports, reason = "a blackboard may have a clock")]
                use __bt::Untimed as _;
                #now
            }

            fn make(
                __word: __bt::usize,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #exclusive,
            ) -> __bt::Option<#payload> {
                match __word { #made _ => __bt::None }
            }
        }
    }

    fn drawn(&self) -> TokenStream {
        let Some(random) = self.random else { return hygienic!(0) };
        let drawn = self.program.exclusive(random, Meaning::Number);
        let at = expression::first_span(&self.program.machine[random]);
        let at = Span::mixed_site().located_at(at);
        let of = quote_spanned!(at=> __bt::u32);
        hygienic!(let __drawn: #of = #drawn; __drawn)
    }

    /// An arm for the payload of each word of a kind, with the trait that it implements.
    fn payloads(&self, arm: &dyn Fn(&TokenStream) -> TokenStream, kinds: &[Keeps]) -> TokenStream {
        self.each(&|word| {
            let keeps = word.keeps().filter(|keeps| kinds.contains(keeps))?;
            let name = if keeps == Keeps::Decorator { "Decorator" } else { "Action" };
            let of = self.as_trait(word, name, &self.program.blackboard_type);
            let (variant, code) = (self.variant(word), arm(&of));
            Some(hygienic!(#variant(__kept) => #code,))
        })
    }

    /// The steps of stateful actions and decorators.
    fn lifecycle(&self) -> TokenStream {
        const ALL: &[Keeps] = &[Keeps::Action, Keeps::Arguments, Keeps::Future, Keeps::Decorator];
        let (shared, exclusive) =
            (self.blackboard(&hygienic!(&)), self.blackboard(&hygienic!(&mut)));
        let (binder, payload) = (&self.program.binder, self.payload_type());
        let of_child = borrowed(&self.program.blackboard_type);
        let checks = self.payloads(&|of| hygienic!(#of::check(__kept, #binder)), ALL);
        let starts = self.payloads(&|of| hygienic!(#of::start(__kept, #binder)), ALL);
        let own = self.own_type();
        let ticks = self.each(&|word| {
            let keeps = word.keeps().filter(|keeps| ALL[..3].contains(keeps))?;
            let of = self.as_trait(word, "Action", &self.program.blackboard_type);
            let (lent, variant) = (self.lent(word, &hygienic!(__bt::Failure)), self.variant(word));
            let ticked = if keeps == Keeps::Arguments {
                hygienic!(__kept.tick_with(#lent, #binder, __events, __node))
            } else {
                hygienic!(#of::report_tick(__kept, #binder, __events, __node))
            };
            if word.declared.results.is_empty() {
                return Some(hygienic!(#variant(__kept) => #ticked,));
            }
            let (of, given) = (self.alias_at(word), Self::given_type(word));
            let results = self.results(word, &hygienic!(__value));
            Some(hygienic!(#variant(__kept) => {
                let __status = #ticked;
                if let __bt::Success = __status {
                    let __value = <#of as __bt::Output<#given>>::output(__kept);
                    #results
                }
                __status
            }))
        });
        let ends = self.payloads(&|of| hygienic!(#of::end(__kept, #binder, __end)), ALL);
        let decorated =
            self.payloads(&|of| hygienic!(#of::tick(__kept, #binder, __child)), &ALL[3..]);
        hygienic! {
            fn check(__held: &#payload, #shared) -> __bt::bool {
                match __held { #checks _ => true }
            }

            fn start(__held: &mut #payload, #exclusive) {
                match __held { #starts _ => {} }
            }

            fn tick(
                __held: &mut #payload,
                #[allow(unused_variables)] __arguments: __bt::Arguments<'_, #own>,
                #exclusive,
                #[allow(unused_variables)] __events: impl __bt::Events,
                #[allow(unused_variables)] __node: __bt::u32,
                #[allow(unused_variables)] __results: __bt::ResultSlots<'_, #own>,
            ) -> __bt::Status {
                match __held { #ticks _ => __bt::Failure }
            }

            fn end(
                __held: &mut #payload,
                #exclusive,
                #[allow(unused_variables)] __end: __bt::End,
            ) {
                match __held { #ends _ => {} }
            }

            fn decorate(
                __held: &mut #payload,
                #exclusive,
                __child: impl ::core::ops::FnOnce(&mut #of_child) -> __bt::Status,
            ) -> __bt::Status {
                match __held { #decorated _ => __child(#binder) }
            }
        }
    }

    /// The steps of trees.
    fn subtrees(&self) -> TokenStream {
        let (exclusive, payload) = (self.blackboard(&hygienic!(&mut)), self.payload_type());
        let ticks = self.stepped("tick_parts");
        let aborts = self.stepped("abort_parts");
        hygienic! {
            fn tick_tree(
                __held: &mut #payload,
                #exclusive,
                #[allow(unused_variables)] __events: impl __bt::Events,
            ) -> __bt::Status {
                match __held { #ticks _ => __bt::Failure }
            }

            fn abort_tree(
                __held: &mut #payload,
                #exclusive,
                #[allow(unused_variables)] __events: impl __bt::Events,
            ) {
                match __held { #aborts _ => {} }
            }
        }
    }

    /// An arm for one step of each tree, on the part of the blackboard that it works on.
    fn stepped(&self, name: &str) -> TokenStream {
        self.each(&|word| {
            let Call { tree, blackboard, .. } = word.call()?;
            let (binder, of) = (&self.program.binder, &self.program.blackboard_type);
            let (part, of) = match blackboard {
                Some(expression) => {
                    let part = subtree::step(tree, &hygienic!(_), "part");
                    let expression = self.program.exclusive(*expression, Meaning::Anything);
                    (hygienic!(#part(#expression)), hygienic!(_))
                }
                None => (hygienic!(#binder), of.clone()),
            };
            let step = subtree::step(tree, &of, name);
            let [state, memory] = tree_parts(tree);
            let pattern = self.tree_variant(word, &state, &memory);
            Some(hygienic!(#pattern => #step(#state, #memory, #part, __events),))
        })
    }
}
