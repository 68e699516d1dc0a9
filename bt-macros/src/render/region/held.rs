//! Positions with data: stateful actions, frames, subtrees, cuts.

use super::super::held::{Held, Refused};
use super::super::layout::{Exit, Test, leave};
use super::super::{context, data, layout, subtree};
use super::{Writer, is_variant};
use bt_language::ast::{Kind, Literal};
use bt_language::machine::{Abort, Edge, Keeps, Position, PositionId};
use proc_macro2::{Ident, TokenStream};

impl Writer<'_> {
    fn position(&self, id: PositionId) -> &Position {
        &self.region.positions[id.place()]
    }

    /// The variable with the data of a position.
    fn inner(&self, id: PositionId) -> Ident {
        subtree::inner(self.program.node_of(self.position(id)))
    }

    /// `let Soldier::Walk7(inner) = state else { … };`
    fn recorded(&self, id: PositionId) -> TokenStream {
        let (variant, inner) = (self.steps.variant(id), self.inner(id));
        if is_variant(self.program, self.position(id)) {
            return hygienic!(let #inner = &mut *__state;);
        }
        let leave = leave(self.left);
        hygienic!(let #variant(#inner) = __state else { #leave __bt::Failure; };)
    }

    /// Moves the data of a position out of the state, so that it ends exactly once.
    fn take_out(&self, id: PositionId, call: &TokenStream) -> TokenStream {
        let (variant, inner) = (self.steps.variant(id), self.inner(id));
        let region = self.program.region_type(self.region);
        let taken = hygienic!(__bt::replace(__state, #region::Idle));
        if is_variant(self.program, self.position(id)) {
            return hygienic!({ let #inner = #taken; #call });
        }
        hygienic!(if let #variant(#inner) = #taken { #call })
    }

    /// The state with this data of a position.
    fn with_data(&self, id: PositionId, data: &TokenStream) -> TokenStream {
        if is_variant(self.program, self.position(id)) {
            return data.clone();
        }
        subtree::variant(self.program.node_of(self.position(id)), &self.steps.variant(id), data)
    }

    /// The code that runs first, the exit if the position refuses to begin, and the code after
    /// that.
    fn begun(
        &self,
        held: &Held<'_>,
        refused: Option<&Edge>,
        code: TokenStream,
        then: Exit,
    ) -> (TokenStream, Exit) {
        let mut first = held.prepare.clone();
        if let (Some(refused), Some(edge)) = (&held.refused, refused) {
            let test = match refused {
                Refused::If(condition) => Test::If(condition.clone()),
                Refused::Unless { pattern, value } => {
                    Test::Unless { pattern: pattern.clone(), value: value.clone() }
                }
            };
            let leave = self.edge(edge);
            return (first, Exit::LeaveIf { test, leave, code, then: Box::new(then) });
        }
        first.extend([code]);
        (first, then)
    }

    pub(super) fn begin(
        &self,
        id: PositionId,
        refused: Option<&Edge>,
        then: &Edge,
    ) -> (TokenStream, Exit) {
        let held = data::of(self.program, self.position(id));
        let (variant, inner) = (self.steps.variant(id), self.inner(id));
        let made = self.with_data(id, &held.value);
        let mut code = hygienic!(*__state = #made;);
        if let Some(start) = &held.start {
            code.extend([if is_variant(self.program, self.position(id)) {
                hygienic!({ let #inner = &mut *__state; #start })
            } else {
                hygienic!(if let #variant(#inner) = __state { #start })
            }]);
        }
        self.begun(&held, refused, code, Exit::Jump(self.edge(then)))
    }

    pub(super) fn begin_beside(
        &self,
        id: PositionId,
        refused: Option<&Edge>,
        abort: &Abort,
        [success, failure]: [&Edge; 2],
    ) -> (TokenStream, Exit) {
        let held = data::of(self.program, self.position(id));
        let inner = held.inner.clone();
        let made = self.with_data(id, &hygienic!(#inner));
        let abort = self.steps.abort(abort);
        let mut runs =
            layout::Edge { code: TokenStream::new(), to: layout::To::Return(context::running()) };
        let position = self.position(id);
        let code = match (&self.program.node_of(position).kind, position.keeps) {
            (Kind::Stateful(literal), Keeps::Action) => {
                self.action_beside(position, literal, &abort, &made)
            }
            _ if !held.must_end => {
                let (value, tick) = (&held.value, &held.tick);
                runs.code = hygienic!(#abort *__state = #made;);
                hygienic!(let mut #inner = #value; let __status = { let #inner = &mut #inner; #tick };)
            }
            _ => node_beside(&held, &abort, &made),
        };
        let arms = vec![
            (context::running(), runs),
            (context::success(), self.edge(success)),
            (context::failure(), self.edge(failure)),
        ];
        self.begun(&held, refused, code, Exit::Match { value: hygienic!(__status), arms })
    }

    /// Ticks a position in its place in the state, and ends it when it has finished.
    pub(super) fn go_on(
        &self,
        id: PositionId,
        success: &Edge,
        failure: &Edge,
    ) -> (TokenStream, Exit) {
        let held = data::of(self.program, self.position(id));
        let region = self.program.region_type(self.region);
        let ended = match held.end_taken(&hygienic!(__bt::end_of(__status))) {
            Some(call) => self.take_out(id, &call),
            None => hygienic!(*__state = #region::Idle;),
        };
        let (recorded, tick, leave) = (self.recorded(id), &held.tick, leave(self.left));
        // It is not in the `match` itself, which would keep its temporaries until the end of the
        // arms.
        let code = hygienic! {
            #recorded
            let __status = #tick;
            if let __bt::Running = __status { #leave __bt::Running; }
            #ended
        };
        let arms =
            vec![(context::success(), self.edge(success)), (hygienic!(_), self.edge(failure))];
        (code, Exit::Match { value: hygienic!(__status), arms })
    }

    /// The first tick of a stateful action that is not in the state yet.
    fn action_beside(
        &self,
        position: &Position,
        literal: &Literal,
        abort: &TokenStream,
        made: &TokenStream,
    ) -> TokenStream {
        let binder = &self.program.binder;
        let id = self.program.id(position.place.node);
        let action = self.program.as_trait(self.program.node_of(position), literal, "Action");
        hygienic! {
            let __status = {
                let mut __inner = __bt::FreshAction::new(__inner, &mut *#binder, #action::end);
                let __status = __inner.tick(#action::start, #action::tick, __events, #id);
                if let __bt::Running = __status {
                    {
                        #[allow(unused_variables)]
                        let #binder = __inner.blackboard();
                        #abort
                    }
                    if let __bt::Some(__inner) = __inner.release() {
                        *__state = #made;
                    }
                }
                __status
            };
        }
    }
}

/// The first tick of a node that is not in the state yet, and contains an `end` that must be
/// called.
fn node_beside(held: &Held<'_>, abort: &TokenStream, made: &TokenStream) -> TokenStream {
    let inner = &held.inner;
    let (pattern, borrow) = (held.parts(), held.borrow_parts());
    let beside = held.beside();
    let taken = hygienic!(#inner.context.take());
    let ended = match held.end_taken(&hygienic!(__bt::end_of(__status))) {
        Some(call) => hygienic! {
            #[allow(unused_variables)]
            if let __bt::Some(#pattern) = #taken { #call }
        },
        None => hygienic!(#inner.context = __bt::None;),
    };
    hygienic! {
        let __status = {
            #beside
            if let __bt::Running = __status {
                if let __bt::Some(__parts) = &mut #inner.context {
                    #borrow
                    #abort
                }
                if let __bt::Some((#inner, ..)) = #taken {
                    *__state = #made;
                }
            } else {
                #ended
            }
            __status
        };
    }
}
