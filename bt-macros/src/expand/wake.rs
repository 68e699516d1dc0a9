//! When a tree has to be ticked again: a function for each region in which something can rest.

use super::{context, frame, parallel, subtree};
use crate::ast::Kind;
use crate::model::wake::{Sleeper, Sleepers, Term};
use crate::model::{ItemId, Model, is_frame, names};
use proc_macro2::{Ident, TokenStream};

/// The functions of all regions, and what the trees around this one are told.
#[derive(Default)]
pub(super) struct Wakes {
    pub(super) functions: TokenStream,
    pub(super) part: TokenStream,
}

impl Wakes {
    pub(super) fn new(model: &Model) -> Self {
        let sleepers = Sleepers::new(model);
        let mut wakes = Self::default();
        for region in &model.plan.regions {
            let Some(found) = sleepers.of(region.root) else { continue };
            wakes
                .functions
                .extend(Writer { model, sleepers: &sleepers, root: region.root }.function(found));
        }
        let root = model.plan.regions[0].root;
        if sleepers.of(root).is_some() {
            wakes.part = part(model, root);
        }
        wakes
    }
}

/// `state: &__SoldierState, memory: &__SoldierMemory`
fn parameters(model: &Model, root: ItemId) -> TokenStream {
    let (state, memory) = (context::state(), context::memory());
    let (of, memory_of) = (model.region_of(root), model.memory_of());
    hygienic!(#state: &#of, #[allow(unused_variables)] #memory: &#memory_of)
}

/// What a tree that contains this one as a subtree asks.
fn part(model: &Model, root: ItemId) -> TokenStream {
    let (state, memory) = (context::state(), context::memory());
    let (parameters, wake) = (parameters(model, root), model.region_function("wake", root));
    hygienic! {
        #[inline]
        fn wake_parts(#parameters) -> ::bt_core::Wake {
            Self::#wake(#state, #memory)
        }
    }
}

/// Writes the function of one region.
struct Writer<'a> {
    model: &'a Model,
    sleepers: &'a Sleepers,
    root: ItemId,
}

impl Writer<'_> {
    /// `fn wake_at_7(state, memory) -> Wake`
    fn function(&self, sleepers: &[Sleeper]) -> TokenStream {
        let (name, parameters) =
            (self.model.region_function("wake", self.root), parameters(self.model, self.root));
        let state = context::state();
        let (timers, others): (Vec<_>, Vec<_>) =
            sleepers.iter().partition(|sleeper| self.is_plain_timer(sleeper));
        let timers = self.timers(&timers);
        let others = others.iter().map(|sleeper| self.arm(sleeper));
        hygienic! {
            #[inline]
            fn #name(#parameters) -> ::bt_core::Wake {
                match #state {
                    #timers
                    #(#others)*
                    _ => ::bt_core::Wake::NextTick,
                }
            }
        }
    }

    /// Whether nothing counts but the time that the position keeps.
    fn is_plain_timer(&self, sleeper: &Sleeper) -> bool {
        let is_timer =
            matches!(self.model.node_of(sleeper.item).kind, Kind::Wait(_) | Kind::Delay(_));
        is_timer && !self.is_cut(sleeper.item) && sleeper.terms.is_empty()
    }

    fn is_cut(&self, item: ItemId) -> bool {
        item != self.root && self.model.plan.item(item).cut
    }

    /// `__SoldierState::Wait3(until) | __SoldierState::Wait5(until) => Wake::At(*until),`
    fn timers(&self, timers: &[&Sleeper]) -> Option<TokenStream> {
        let until = context::until();
        let patterns = timers.iter().map(|timer| {
            let variant = self.variant(timer.item);
            hygienic!(#variant(#until))
        });
        (!timers.is_empty()).then(|| hygienic!(#(#patterns)|* => ::bt_core::Wake::At(*#until),))
    }

    /// `__SoldierState::RunAway7`
    fn variant(&self, item: ItemId) -> TokenStream {
        self.model.recorded_as(self.root, item)
    }

    fn arm(&self, sleeper: &Sleeper) -> TokenStream {
        let variant = self.variant(sleeper.item);
        let (pattern, own) = self.own(sleeper.item);
        let terms = sleeper.terms.iter().map(|term| self.term(*term));
        let wake = soonest(own.into_iter().chain(terms).collect());
        hygienic!(#variant #pattern => #wake,)
    }

    /// The data of a position in a pattern, and what they say; nothing if it has none.
    fn own(&self, item: ItemId) -> (TokenStream, Option<TokenStream>) {
        let node = self.model.node_of(item);
        if !self.is_cut(item) && is_frame(node) && frame::is_single(node) {
            let (fields, wake) = self.single(item);
            return (hygienic!({ #fields, .. }), Some(wake));
        }
        let inner = subtree::inner(node);
        match self.inside(item, &inner) {
            Some(wake) => (hygienic!((#inner)), Some(wake)),
            None => (TokenStream::new(), None),
        }
    }

    /// What the data say that are called `inner`.
    fn inside(&self, item: ItemId, inner: &Ident) -> Option<TokenStream> {
        let node = self.model.node_of(item);
        Some(match &node.kind {
            _ if self.is_cut(item) => self.region(item, &hygienic!(#inner)),
            Kind::Parallel(_) => self.parallel(&self.model.plan.item(item).children),
            Kind::Random { .. } | Kind::Utility { .. } => self.choice(item),
            Kind::Wait(_) | Kind::Delay(_) => hygienic!(::bt_core::Wake::At(*#inner)),
            Kind::Stateful(literal) => {
                let action = self.model.as_trait(literal, "Action");
                hygienic!(#action::next_wake(#inner))
            }
            Kind::Subtree { tree, blackboard } => {
                let wake = subtree::wake(self.model, node, tree);
                match blackboard {
                    Some(_) => hygienic!(::bt_core::__private::elsewhere(#wake)),
                    None => wake,
                }
            }
            _ => return None,
        })
    }

    /// What a region says; a tick is due where nothing in it can rest.
    fn region(&self, root: ItemId, state: &TokenStream) -> TokenStream {
        if self.sleepers.of(root).is_none() {
            return hygienic!(::bt_core::Wake::NextTick);
        }
        let (wake, memory) = (self.model.region_function("wake", root), context::memory());
        hygienic!(Self::#wake(#state, #memory))
    }

    /// The fields that count in the variant of a frame with one child, and what they say.
    fn single(&self, item: ItemId) -> (TokenStream, TokenStream) {
        let time = match self.model.node_of(item).kind {
            Kind::Every(_) | Kind::Service(..) => Some("due"),
            Kind::Timeout(_) => Some("until"),
            _ => None,
        };
        let at = |name| {
            let time = context::local(name);
            hygienic!(::bt_core::Wake::At(*#time))
        };
        let mut fields: Vec<Ident> = time.map(context::local).into_iter().collect();
        let mut wakes: Vec<TokenStream> = time.map(at).into_iter().collect();
        if !matches!(self.model.node_of(item).kind, Kind::Every(_)) {
            fields.push(context::child());
            wakes.push(self.region(self.model.plan.item(item).children[0], &child_state()));
        }
        (hygienic!(#(#fields),*), soonest(wakes))
    }

    /// All children that have not finished count.
    fn parallel(&self, children: &[ItemId]) -> TokenStream {
        let inner = context::inner();
        let wakes = children.iter().map(|child| {
            let field = parallel::field(self.model, *child);
            if self.sleepers.of(*child).is_none() {
                return hygienic!(#inner.#field.wake(|_| ::bt_core::Wake::NextTick));
            }
            let (open, wake) = (context::child(), self.region(*child, &child_state()));
            hygienic!(#inner.#field.wake(|#open| #wake))
        });
        soonest(wakes.collect())
    }

    /// The child that has been chosen counts.
    fn choice(&self, item: ItemId) -> TokenStream {
        let (inner, of) = (context::inner(), self.model.child_type(self.model.node_of(item)));
        let children = self.model.plan.item(item).children.iter();
        let arms = children.filter(|child| self.sleepers.of(**child).is_some()).map(|child| {
            let variant = super::choice::variant(self.model, *child);
            let (open, wake) = (context::child(), self.region(*child, &child_state()));
            hygienic!(#of::#variant(#open) => #wake,)
        });
        hygienic! {
            match &#inner.child {
                #(#arms)*
                _ => ::bt_core::Wake::NextTick,
            }
        }
    }

    fn term(&self, term: Term) -> TokenStream {
        let memory = context::memory();
        match term {
            Term::Cools(node) => {
                let node = self.model.node(node);
                let field = names::field(node);
                let end = match &node.kind {
                    Kind::Cooldown(duration) if !duration.constant => hygienic!(.0),
                    _ => TokenStream::new(),
                };
                hygienic!(::bt_core::__private::cooling(#memory.#field #end))
            }
            Term::Keeps(node, result) => {
                let field = names::field(self.model.node(node));
                hygienic!(::bt_core::__private::settled(#memory.#field, #result))
            }
        }
    }
}

fn child_state() -> TokenStream {
    let child = context::child();
    hygienic!(#child)
}

/// The first of them; none is `OnEvent`.
fn soonest(mut wakes: Vec<TokenStream>) -> TokenStream {
    match wakes.len() {
        0 => hygienic!(::bt_core::Wake::OnEvent),
        1 => wakes.remove(0),
        _ => hygienic!(::bt_core::__private::soonest([#(#wakes),*])),
    }
}
