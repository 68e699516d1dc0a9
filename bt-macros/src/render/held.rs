//! Data that a region keeps as a whole in one position: a stateful action, a frame, a subtree or a
//! cut.

use super::{scope, subtree};
use crate::program::Program;
use bt_language::machine::{Bound, Node, Scope};
use proc_macro2::{Ident, Literal, TokenStream};

/// The code that makes, ticks, aborts and ends the data. The data is the variable `inner`: a `&mut`
/// borrow in `start`, `tick` and `abort`, the value itself in `end`.
pub(crate) struct Held<'m> {
    pub(super) program: &'m Program,
    /// The names that the node can use.
    pub(super) scope: Scope,
    /// Its type.
    pub(crate) of: TokenStream,
    /// The code that runs first.
    pub(crate) prepare: TokenStream,
    /// The condition under which it does not start.
    pub(crate) refused: Option<Refused>,
    /// The value at activation.
    pub(crate) value: TokenStream,
    pub(crate) start: Option<TokenStream>,
    pub(crate) tick: TokenStream,
    /// Aborts the nodes inside; `keep` is in scope.
    pub(crate) abort: TokenStream,
    /// The `end` of the user that has to be called.
    pub(crate) end: Option<End>,
    /// `true` if a node inside has an `end` of the user, which must be called.
    pub(crate) must_end: bool,
    /// The name of the data.
    pub(crate) inner: Ident,
}

/// The condition under which a node does not start.
pub(crate) enum Refused {
    /// If this expression is true.
    If(TokenStream),
    /// Unless a value matches this pattern, whose names are used afterwards.
    Unless { pattern: TokenStream, value: TokenStream },
}

/// The user's code that is called when a node ends.
pub(crate) enum End {
    /// `<Type as Action<Blackboard>>::end`
    Action(TokenStream),
    /// The same for a decorator, which is a field of its variant.
    Decorator { function: TokenStream, variant: TokenStream },
    /// `finally(EXPR)`
    Expression(TokenStream),
}

impl<'m> Held<'m> {
    /// The part that is the same for all data.
    pub(crate) fn plain(program: &'m Program, node: &Node) -> Self {
        let (inner, arguments) = (subtree::inner(node), program.arguments(&node.scope));
        let tick = super::names::frame_function("tick", node);
        Self {
            program,
            scope: node.scope.clone(),
            of: TokenStream::new(),
            prepare: TokenStream::new(),
            refused: None,
            value: TokenStream::new(),
            start: None,
            tick: hygienic!(Self::#tick(#inner #arguments)),
            abort: TokenStream::new(),
            end: None,
            must_end: false,
            inner: inner.clone(),
        }
    }

    /// Ends the data after it has been moved out of the state, with a pattern that binds `inner`.
    pub(crate) fn end_taken(&self, reason: &TokenStream) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.program.binder);
        Some(match self.end.as_ref()? {
            End::Action(function) => {
                hygienic!(let mut #inner = #inner; #function(&mut #inner, #binder, #reason);)
            }
            End::Decorator { function, variant } => hygienic! {
                if let #variant { mut __decorator, .. } = #inner {
                    #function(&mut __decorator, #binder, #reason);
                }
            },
            End::Expression(run) => run.clone(),
        })
    }

    /// Ends the data in its place, because of a panic.
    fn end_in_place(&self) -> Option<TokenStream> {
        let (inner, binder) = (&self.inner, &self.program.binder);
        Some(match self.end.as_ref()? {
            End::Action(function) => hygienic!(#function(#inner, #binder, __bt::End::Aborted);),
            End::Decorator { function, variant } => hygienic! {
                if let #variant { __decorator, .. } = #inner {
                    #function(__decorator, #binder, __bt::End::Aborted);
                }
            },
            End::Expression(run) => run.clone(),
        })
    }

    /// `(inner, memory, npc, events)`: the variables that a new node needs besides the state.
    pub(crate) fn parts(&self) -> TokenStream {
        let (inner, arguments) = (&self.inner, self.program.arguments(&self.scope));
        hygienic!((#inner #arguments))
    }

    /// Destructures a borrow of the tuple, which is named `parts`, into these variables.
    pub(crate) fn borrow_parts(&self) -> TokenStream {
        let names = self.parts();
        let events = if self.program.has_memory { 3 } else { 2 };
        let part = |place: usize, is_copied: bool| {
            let place = Literal::usize_unsuffixed(place);
            if is_copied { hygienic!(__parts.#place) } else { hygienic!(&mut *__parts.#place) }
        };
        let others = (1..events).map(|place| part(place, false));
        let kept =
            self.scope.iter().enumerate().map(|(place, binding)| {
                part(events + 1 + place, matches!(binding.of, Bound::Number))
            });
        let copied = std::iter::once(part(events, true));
        let all = others.chain(copied).chain(kept);
        hygienic! {
            #[allow(unused_variables)]
            let #names = (&mut __parts.0 #(, #all)*);
        }
    }

    /// Makes the node outside of the state and ticks it there.
    pub(crate) fn beside(&self) -> TokenStream {
        let (inner, binder) = (&self.inner, &self.program.binder);
        let memory = self.program.has_memory.then(|| hygienic!(, &mut *__memory));
        let borrow = self.borrow_parts();
        let lent = self.scope.iter().map(scope::lent);
        let Self { value, start, tick, abort, .. } = self;
        let end = self.end_in_place();
        hygienic! {
            let mut #inner = __bt::Fresh::new(
                (#value #memory, &mut *#binder, __events #(, #lent)*),
                |__parts| {
                    #borrow
                    #[allow(unused_variables)]
                    let __keep = __bt::NOTHING;
                    #abort
                    #end
                },
            );
            let __status = if let __bt::Some(__parts) = &mut #inner.context {
                #borrow
                #start
                #tick
            } else {
                __bt::Failure
            };
        }
    }
}
