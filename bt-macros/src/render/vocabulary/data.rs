//! The implementation of `Vocabulary`: the data of a vocabulary, for any blackboard.

use super::value::parameter_type;
use super::{Keeps, Word, Words, subtree, tree_parts};
use crate::program::borrowed;
use crate::render::{expression, facts};
use bt_language::Code;
use bt_language::machine::{Call, ExpressionId, Form, Made};
use proc_macro2::{Ident, TokenStream};
use quote::quote_spanned;

impl Words {
    /// `impl Vocabulary for Drill`
    pub(super) fn vocabulary(&self) -> TokenStream {
        let (name, payload) = (&self.program.name, self.payload_type());
        let text = bt_language::names::plain(name);
        let has_random = self.declaration.random.is_some();
        let of = self.static_blackboard();
        let clock = self.has_clock(&of);
        let nodes = self.trees(&|_, call| subtree::part(&call.tree, "TABLE"));
        let trees = self.trees(&|word, call| self.begun(word, call));
        let fingerprints = self.trees(&|_, call| subtree::part(&call.tree, "FINGERPRINT"));
        let tips = self.payload_trees(&|tree| {
            let (tip, [state, _]) = (subtree::part(tree, "tip_parts"), tree_parts(tree));
            hygienic!(#tip(#state, __from))
        });
        let kept = self.payload_trees(&|tree| {
            let (visit, [state, _]) = (subtree::function(tree, "kept_parts"), tree_parts(tree));
            hygienic!(#visit(#state, __kept))
        });
        let (wakes, facts) = (self.wakes(&of), self.facts(&of));
        let shifts = self.shifts(&of);
        let (words, own, rules) = (self.numbers(), self.own_type(), self.rules());
        let each_own = |arm: &dyn Fn(Word<'_>, TokenStream) -> TokenStream| {
            self.each(&|word| {
                matches!(word.code, Code::Type).then(|| arm(word, self.own_variant(word)))
            })
        };
        let copies = each_own(
            &|_, variant| hygienic!(#variant(ref __value) => #variant(::core::clone::Clone::clone(__value)),),
        );
        let shown = each_own(
            &|_, variant| hygienic!(#variant(ref __value) => __bt::Value(__value).as_debug(),),
        );
        let any = each_own(&|_, variant| hygienic!(#variant(ref __value) => __value,));
        let made = each_own(&|word, variant| {
            let name = bt_language::names::plain(&word.declared.name);
            hygienic!(#name => __value.downcast_ref().cloned().map(#variant),)
        });
        hygienic! {
            impl __bt::Vocabulary for #name {
                type Held = #payload;
                type Own = #own;
                const NAME: &'static ::core::primitive::str = #text;
                const WORDS: &'static [__bt::vocabulary::Word] = Self::WORDS;
                #rules
                #facts
                const HAS_RANDOM: __bt::bool = #has_random;
                const HAS_CLOCK: __bt::bool = #clock;

                fn nodes(__word: __bt::usize) -> &'static [__bt::Node] {
                    match __word { #nodes _ => &[] }
                }

                fn copied(__own: &#own) -> #own {
                    match *__own { #copies }
                }

                fn shown(__own: &#own) -> __bt::Option<&dyn ::core::fmt::Debug> {
                    match *__own { #shown }
                }

                fn any(__own: &#own) -> &dyn ::core::any::Any {
                    match *__own { #any }
                }

                fn own_of(
                    #[allow(unused_variables)] __name: &::core::primitive::str,
                    #[allow(unused_variables)] __value: &dyn ::core::any::Any,
                ) -> __bt::Option<#own> {
                    match __name { #made _ => __bt::None }
                }

                fn word(__held: &#payload) -> __bt::usize {
                    match __held { #words _ => __bt::usize::MAX }
                }

                fn tree(__word: __bt::usize) -> __bt::Option<#payload> {
                    match __word { #trees _ => __bt::None }
                }

                fn fingerprint(__word: __bt::usize) -> ::core::primitive::u64 {
                    match __word { #fingerprints _ => 0 }
                }

                fn tip(
                    __held: &#payload,
                    #[allow(unused_variables)] __from: __bt::u32,
                ) -> __bt::u32 {
                    match __held { #tips _ => __bt::NOTHING }
                }

                fn kept(
                    __held: &#payload,
                    #[allow(unused_variables)] __kept: &mut __bt::Kept<'_>,
                ) {
                    match __held { #kept _ => {} }
                }

                fn next_wake<const __IF_UNCHANGED: __bt::bool>(__held: &#payload) -> __bt::Wake {
                    match __held { #wakes _ => __bt::Wake::NextTick }
                }

                fn shift(
                    __held: &mut #payload,
                    #[allow(unused_variables)] __by: ::core::time::Duration,
                ) {
                    match __held { #shifts _ => {} }
                }
            }
        }
    }

    /// The number of the word that has a payload: `__DrillHeld::MoveTo(..) => 3,`
    fn numbers(&self) -> TokenStream {
        self.each(&|word| {
            word.keeps()?;
            let (variant, number) = (self.variant(word), word.number());
            Some(hygienic!(#variant(..) => #number,))
        })
    }

    /// `true` if a blackboard has a clock.
    fn has_clock(&self, blackboard: &TokenStream) -> TokenStream {
        if self.is_any() {
            return hygienic!(false);
        }
        hygienic!({
            #[allow(unused_imports, reason = "a blackboard may have a clock")]
            use __bt::Untimed as _;
            __bt::Timed::<#blackboard>::HAS_CLOCK
        })
    }

    /// The results that the types of the words allow, on this blackboard.
    fn facts(&self, blackboard: &TokenStream) -> TokenStream {
        if self.is_any() {
            return TokenStream::new();
        }
        let own = self.words().filter_map(|word| self.word_fact(word, blackboard));
        let trees = self.words().filter_map(|word| {
            let (number, tree) = (word.number(), subtree::part(&word.call()?.tree, "FACTS"));
            Some(hygienic!((#number, &#tree)))
        });
        facts::constant(&[], &own.collect::<Vec<_>>(), &trees.collect::<Vec<_>>())
    }

    /// The results that the type of a word allows, if it is an action or a decorator.
    pub(super) fn word_fact(
        &self,
        word: Word<'_>,
        blackboard: &TokenStream,
    ) -> Option<TokenStream> {
        let number = word.number();
        let number = hygienic!(#number);
        Some(match word.code {
            Code::Action(of) => self.fact(word, *of, blackboard),
            Code::Stateful(Made { form: Form::Future { .. }, value, .. }) => {
                facts::awaited(&self.fact(word, *value, blackboard))
            }
            Code::Stateful(_) => {
                facts::made_of(&number, &self.as_trait(word, "Action", blackboard))
            }
            Code::Decorator(_) => {
                facts::made_of(&number, &self.as_trait(word, "Decorator", blackboard))
            }
            Code::Condition(_) | Code::Tree(_) | Code::Value(_) | Code::Type => return None,
        })
    }

    /// The results that the type of an action allows, on this blackboard.
    pub(super) fn fact(
        &self,
        word: Word<'_>,
        of: ExpressionId,
        blackboard: &TokenStream,
    ) -> TokenStream {
        let names = word.declared.parameters.iter().map(|parameter| {
            let (name, of) = (&parameter.name, parameter_type(parameter));
            hygienic!(let #name: #of = __bt::any();)
        });
        let (number, names) = (word.number(), hygienic!(#(#names)*));
        let (blackboard, value) = (
            borrowed(blackboard),
            match word.keeps() {
                Some(Keeps::Future) => {
                    expression::output(&self.program, of, Self::taken_type(word).as_ref())
                }
                _ => self.acted_value(word, of),
            },
        );
        facts::word(&self.program, &blackboard, &hygienic!(#number), of, &names, &value)
    }

    /// An arm for each word that is a tree.
    fn trees(&self, arm: &dyn Fn(Word<'_>, &Call) -> TokenStream) -> TokenStream {
        self.each(&|word| {
            let (number, code) = (word.number(), arm(word, word.call()?));
            Some(hygienic!(#number => #code,))
        })
    }

    /// A tree in which nothing runs.
    fn begun(&self, word: Word<'_>, call: &Call) -> TokenStream {
        let begin = subtree::begin(&self.program, word.node.id, call);
        let forgotten = subtree::part(&call.tree, "FORGOTTEN");
        let fresh = self.tree_variant(word, &begin, &forgotten);
        hygienic!(__bt::Some(#fresh))
    }

    /// An arm for the state and the memory of each tree.
    fn payload_trees(&self, arm: &dyn Fn(&TokenStream) -> TokenStream) -> TokenStream {
        self.each(&|word| {
            let tree = &word.call()?.tree;
            let (code, [state, _]) = (arm(tree), tree_parts(tree));
            let pattern = self.tree_variant(word, &state, &hygienic!(_));
            Some(hygienic!(#pattern => #code,))
        })
    }

    fn wakes(&self, blackboard: &TokenStream) -> TokenStream {
        self.each(&|word| match word.code {
            Code::Tree(call @ Call { tree, blackboard, .. }) => {
                let without_cleanup = subtree::without_cleanup(call);
                let without_cleanup = without_cleanup.map(|assert| hygienic!(const { #assert };));
                let (wake, [state, memory]) = (subtree::part(tree, "wake_parts"), tree_parts(tree));
                let wake = hygienic!({ #without_cleanup #wake::<__IF_UNCHANGED>(#state, #memory) });
                let wake = match blackboard {
                    Some(_) => hygienic!(__bt::elsewhere(#wake)),
                    None => wake,
                };
                let pattern = self.tree_variant(word, &state, &memory);
                Some(hygienic!(#pattern => #wake,))
            }
            Code::Stateful(_) => {
                let action = self.as_trait(word, "Action", blackboard);
                let variant = self.variant(word);
                Some(hygienic!(#variant(__kept) => #action::next_wake(__kept),))
            }
            Code::Condition(_)
            | Code::Action(_)
            | Code::Decorator(_)
            | Code::Type
            | Code::Value(_) => None,
        })
    }

    /// Moves the times that stateful actions, decorators and trees keep.
    fn shifts(&self, blackboard: &TokenStream) -> TokenStream {
        self.each(&|word| {
            let name = match word.code {
                Code::Tree(Call { tree, .. }) => {
                    let [of_state, of_memory] = ["shift_parts", "shift_memory"]
                        .map(|function| subtree::function(tree, function));
                    let [state, memory] = tree_parts(tree);
                    let pattern = self.tree_variant(word, &state, &memory);
                    return Some(hygienic! {
                        #pattern => {
                            #of_state(#state, __by);
                            #of_memory(#memory, __by);
                        }
                    });
                }
                Code::Stateful(Made { form: Form::Literal | Form::Expression, .. }) => "Action",
                Code::Decorator(_) => "Decorator",
                Code::Stateful(Made { form: Form::Future { .. }, .. })
                | Code::Condition(_)
                | Code::Action(_)
                | Code::Type
                | Code::Value(_) => return None,
            };
            let (of, variant) = (self.as_trait(word, name, blackboard), self.variant(word));
            Some(hygienic!(#variant(__kept) => #of::shift(__kept, __by),))
        })
    }

    /// `<__DrillType5 as __bt::Action<Npc>>`
    pub(super) fn as_trait(
        &self,
        word: Word<'_>,
        name: &str,
        blackboard: &TokenStream,
    ) -> TokenStream {
        let of = self.alias_at(word);
        let span = of.span();
        let name = Ident::new(name, span);
        quote_spanned!(span=> <#of as __bt::#name<#blackboard>>)
    }
}
