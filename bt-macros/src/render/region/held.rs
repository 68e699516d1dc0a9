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
        let (variant, inner, state) = (self.steps.variant(id), self.inner(id), context::state());
        if is_variant(self.program, self.position(id)) {
            return hygienic!(let #inner = &mut *#state;);
        }
        let (leave, failure) = (leave(self.left), context::failure());
        hygienic!(let #variant(#inner) = #state else { #leave #failure; };)
    }

    /// Moves the data of a position out of the state, so that it ends exactly once.
    fn take_out(&self, id: PositionId, call: &TokenStream) -> TokenStream {
        let (variant, inner, state) = (self.steps.variant(id), self.inner(id), context::state());
        let region = self.program.region_type(self.region);
        let taken = hygienic!(__bt::replace(#state, #region::Idle));
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
        let (variant, state, inner) = (self.steps.variant(id), context::state(), self.inner(id));
        let made = self.with_data(id, &held.value);
        let mut code = hygienic!(*#state = #made;);
        if let Some(start) = &held.start {
            code.extend([if is_variant(self.program, self.position(id)) {
                hygienic!({ let #inner = &mut *#state; #start })
            } else {
                hygienic!(if let #variant(#inner) = #state { #start })
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
        let (state, inner, status) =
            (context::state(), held.inner.clone(), context::local("status"));
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
                runs.code = hygienic!(#abort *#state = #made;);
                hygienic!(let mut #inner = #value; let #status = { let #inner = &mut #inner; #tick };)
            }
            _ => node_beside(&held, &abort, &made),
        };
        let arms = vec![
            (context::running(), runs),
            (context::success(), self.edge(success)),
            (context::failure(), self.edge(failure)),
        ];
        self.begun(&held, refused, code, Exit::Match { value: hygienic!(#status), arms })
    }

    /// Ticks a position in its place in the state, and ends it when it has finished.
    pub(super) fn go_on(
        &self,
        id: PositionId,
        success: &Edge,
        failure: &Edge,
    ) -> (TokenStream, Exit) {
        let held = data::of(self.program, self.position(id));
        let (state, status, running) =
            (context::state(), context::local("status"), context::running());
        let region = self.program.region_type(self.region);
        let ended = match held.end_taken(&hygienic!(__bt::end_of(#status))) {
            Some(call) => self.take_out(id, &call),
            None => hygienic!(*#state = #region::Idle;),
        };
        let (recorded, tick, leave) = (self.recorded(id), &held.tick, leave(self.left));
        // It is not in the `match` itself, which would keep its temporaries until the end of the
        // arms.
        let code = hygienic! {
            #recorded
            let #status = #tick;
            if let #running = #status { #leave #running; }
            #ended
        };
        let arms =
            vec![(context::success(), self.edge(success)), (hygienic!(_), self.edge(failure))];
        (code, Exit::Match { value: hygienic!(#status), arms })
    }

    /// The first tick of a stateful action that is not in the state yet.
    fn action_beside(
        &self,
        position: &Position,
        literal: &Literal,
        abort: &TokenStream,
        made: &TokenStream,
    ) -> TokenStream {
        let (state, inner, status) = (context::state(), context::inner(), context::local("status"));
        let (binder, events) = (&self.program.binder, context::events());
        let id = self.program.id(position.place.node);
        let (running, action) = (
            context::running(),
            self.program.as_trait(self.program.node_of(position), literal, "Action"),
        );
        hygienic! {
            let #status = {
                let mut #inner = __bt::FreshAction::new(#inner, &mut *#binder, #action::end);
                let #status = #inner.tick(#action::start, #action::tick, #events, #id);
                if let #running = #status {
                    {
                        #[allow(unused_variables)]
                        let #binder = #inner.blackboard();
                        #abort
                    }
                    if let __bt::Some(#inner) = #inner.release() {
                        *#state = #made;
                    }
                }
                #status
            };
        }
    }
}

/// The first tick of a node that is not in the state yet, and contains an `end` that must be
/// called.
fn node_beside(held: &Held<'_>, abort: &TokenStream, made: &TokenStream) -> TokenStream {
    let (state, inner, status) = (context::state(), &held.inner, context::local("status"));
    let (parts, pattern, borrow) = (context::local("parts"), held.parts(), held.borrow_parts());
    let (beside, running) = (held.beside(), context::running());
    let taken = hygienic!(#inner.context.take());
    let ended = match held.end_taken(&hygienic!(__bt::end_of(#status))) {
        Some(call) => hygienic! {
            #[allow(unused_variables)]
            if let __bt::Some(#pattern) = #taken { #call }
        },
        None => hygienic!(#inner.context = __bt::None;),
    };
    hygienic! {
        let #status = {
            #beside
            if let #running = #status {
                if let __bt::Some(#parts) = &mut #inner.context {
                    #borrow
                    #abort
                }
                if let __bt::Some((#inner, ..)) = #taken {
                    *#state = #made;
                }
            } else {
                #ended
            }
            #status
        };
    }
}
