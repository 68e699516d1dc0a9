//! `next_wake` and `next_wake_if_unchanged`: a function for each region in which a position can rest.

use super::slots::only_child;
use super::{fields, memory, slots, subtree};
use crate::program::{Data, Program, region_function};
use bt_language::machine::{Frame, Keeps, Position, Region, Rest, Slots, Term};
use proc_macro2::TokenStream;

/// The functions of all regions.
pub(super) fn functions(program: &Program) -> TokenStream {
    let regions = program.machine.regions.iter().filter(|region| !region.rests.is_empty());
    let functions = regions.map(|region| Writer { program, region }.function());
    hygienic!(#(#functions)*)
}

/// The function that a tree with this one as a subtree calls; nothing if no position rests.
pub(super) fn part(program: &Program) -> TokenStream {
    let root = program.root();
    if root.rests.is_empty() {
        return TokenStream::new();
    }
    let (of, memory_of) = (program.agent_of(), program.memory_of());
    let wake = region_function("wake", root);
    let running = if program.has_agent() { hygienic!(&__state.state) } else { hygienic!(__state) };
    hygienic! {
        #[inline]
        fn wake_parts<const __IF_UNCHANGED: ::core::primitive::bool>(
            __state: &#of,
            __memory: &#memory_of,
        ) -> __bt::Wake {
            Self::#wake::<__IF_UNCHANGED>(#running, __memory)
        }
    }
}

/// `state: &__SoldierState, memory: &__SoldierMemory`
fn parameters(program: &Program, region: &Region) -> TokenStream {
    let (of, memory_of) = (program.region_of(region), program.memory_of());
    hygienic!(__state: &#of, #[allow(unused_variables)] __memory: &#memory_of)
}

/// Writes the function of one region.
struct Writer<'a> {
    program: &'a Program,
    region: &'a Region,
}

impl Writer<'_> {
    /// `fn wake_at_7<const IF_UNCHANGED: bool>(state, memory) -> Wake`
    fn function(&self) -> TokenStream {
        let name = region_function("wake", self.region);
        let parameters = parameters(self.program, self.region);
        let arms = [true, false].map(|if_unchanged| {
            let rests = self.region.rests.iter().filter(|rest| rest.if_unchanged == if_unchanged);
            let (timers, others): (Vec<_>, Vec<_>) =
                rests.partition(|rest| self.is_plain_timer(rest));
            let timers = self.timers(&timers, guard(if_unchanged).as_ref());
            let others = others.iter().map(|rest| self.arm(rest));
            hygienic!(#timers #(#others)*)
        });
        hygienic! {
            #[inline]
            fn #name<const __IF_UNCHANGED: ::core::primitive::bool>(#parameters) -> __bt::Wake {
                match __state {
                    #(#arms)*
                    _ => __bt::Wake::NextTick,
                }
            }
        }
    }

    fn position(&self, rest: &Rest) -> &Position {
        &self.region.positions[rest.position.place()]
    }

    /// Returns `true` if the wake depends only on the time that the position keeps.
    fn is_plain_timer(&self, rest: &Rest) -> bool {
        matches!(self.position(rest).keeps, Keeps::Deadline(_)) && rest.terms.is_empty()
    }

    /// `__SoldierState::Wait3(until) | __SoldierState::Wait5(until) => Wake::At(*until),`
    fn timers(&self, timers: &[&Rest], guard: Option<&TokenStream>) -> Option<TokenStream> {
        let patterns = timers.iter().map(|timer| {
            let variant = self.variant(timer);
            hygienic!(#variant(__until))
        });
        (!timers.is_empty()).then(|| hygienic!(#(#patterns)|* #guard => __bt::Wake::At(*__until),))
    }

    /// `__SoldierState::RunAway7`
    fn variant(&self, rest: &Rest) -> TokenStream {
        self.program.recorded_as(self.region, self.position(rest))
    }

    fn arm(&self, rest: &Rest) -> TokenStream {
        let variant = self.variant(rest);
        let (pattern, own) = self.own(self.position(rest));
        let mut wakes = Vec::new();
        if let Some(own) = own {
            wakes.push(own);
        }
        for term in &rest.terms {
            wakes.push(self.term(*term));
        }
        let (wake, guard) = (soonest(wakes), guard(rest.if_unchanged));
        hygienic!(#variant #pattern #guard => #wake,)
    }

    /// A pattern for the data of a position, and its wake; nothing if it has no data that matters.
    fn own(&self, position: &Position) -> (TokenStream, Option<TokenStream>) {
        let inner = subtree::inner(self.program, position);
        let wake = match self.program.data(position) {
            Data::Nothing => return (TokenStream::new(), None),
            Data::Region(region) => Self::below(region, &hygienic!(#inner)),
            Data::Deadline(_) => hygienic!(__bt::Wake::At(*#inner)),
            Data::Frame(frame) => match frame.slots {
                Slots::One => {
                    let (fields, wake) = self.single(frame);
                    return (hygienic!({ #fields, .. }), Some(wake));
                }
                Slots::Each => self.each(frame),
                Slots::Chosen => self.chosen(frame),
            },
            Data::Action(made) => {
                let action = self.program.as_trait(made, "Action");
                hygienic!(#action::next_wake(#inner))
            }
            Data::Tree(call) => {
                let wake = subtree::wake(self.program, position, call);
                match call.blackboard {
                    Some(_) => hygienic!(__bt::elsewhere(#wake)),
                    None => wake,
                }
            }
        };
        (hygienic!((#inner)), Some(wake))
    }

    /// The wake of a region: the next tick if no position in it can rest.
    fn below(region: &Region, state: &TokenStream) -> TokenStream {
        if region.rests.is_empty() {
            return hygienic!(__bt::Wake::NextTick);
        }
        let wake = region_function("wake", region);
        hygienic!(Self::#wake::<__IF_UNCHANGED>(#state, __memory))
    }

    /// A pattern for the fields that matter in the variant of a frame with one child, and its wake.
    fn single(&self, frame: &Frame) -> (TokenStream, TokenStream) {
        let timer = fields::rooms(self.program, frame).into_iter().find_map(|room| room.wake);
        let child = only_child(self.program, frame);
        let below = Self::below(child, &child_state());
        match timer {
            Some(timer) if frame.waits_while_idle() => {
                let idle = slots::is_child_idle(self.program, frame, 0);
                let wake = hygienic!(if #idle { __bt::Wake::At(*#timer) } else { #below });
                (hygienic!(#timer, #[allow(unused_variables)] __child), wake)
            }
            // It rests whatever its child does.
            Some(timer) if child.rests.is_empty() => {
                let wake = hygienic!(__bt::Wake::At(*#timer));
                (timer, wake)
            }
            Some(timer) => {
                let wakes = vec![hygienic!(__bt::Wake::At(*#timer)), below];
                (hygienic!(#timer, __child), soonest(wakes))
            }
            None => (child_state(), below),
        }
    }

    /// The wakes of all unfinished children.
    fn each(&self, frame: &Frame) -> TokenStream {
        if frame.renews() {
            let children = self.program.children(frame).enumerate();
            return soonest(children.map(|(at, child)| self.renewed(frame, at, child)).collect());
        }
        let mut wakes = Vec::new();
        for child in self.program.children(frame) {
            let field = slots::field(child);
            wakes.push(if child.rests.is_empty() {
                hygienic!(__inner.#field.wake(|_| __bt::Wake::NextTick))
            } else {
                let wake = Self::below(child, &child_state());
                hygienic!(__inner.#field.wake(|__child| #wake))
            });
        }
        soonest(wakes)
    }

    /// The wake of a child that begins again after it has finished; before it has begun, it needs no tick.
    fn renewed(&self, frame: &Frame, at: usize, child: &Region) -> TokenStream {
        let (field, idle) = (slots::field(child), self.program.idle(child));
        let below = Self::below(child, &child_state());
        let closed = if frame.lasts(at) {
            let until = fields::until(child);
            hygienic!(__bt::Wake::At(__inner.#until))
        } else {
            hygienic!(if __IF_UNCHANGED { __bt::Wake::OnEvent } else { __bt::Wake::NextTick })
        };
        hygienic! {
            if let __bt::Slot::Open(#idle) = &__inner.#field {
                __bt::Wake::OnEvent
            } else {
                match &__inner.#field {
                    #[allow(unused_variables)]
                    __bt::Slot::Open(__child) => #below,
                    __bt::Slot::Succeeded | __bt::Slot::Failed => #closed,
                }
            }
        }
    }

    /// The wake of the chosen child.
    fn chosen(&self, frame: &Frame) -> TokenStream {
        let of = self.program.child_type(frame);
        let children = self.program.children(frame).filter(|child| !child.rests.is_empty());
        let arms = children.map(|child| {
            let (variant, wake) = (slots::variant(child), Self::below(child, &child_state()));
            hygienic!(#of::#variant(__child) => #wake,)
        });
        hygienic! {
            match &__inner.child {
                #(#arms)*
                _ => __bt::Wake::NextTick,
            }
        }
    }

    fn term(&self, term: Term) -> TokenStream {
        match term {
            Term::Cools(cell) => {
                let end = memory::end(self.program, cell);
                hygienic!(__bt::cooling(#end))
            }
            Term::Keeps(cell, result) => {
                let word = memory::word(self.program, cell);
                hygienic!(__bt::settled(#word, #result))
            }
        }
    }
}

/// The guard of an arm for a position that rests only if nothing has changed.
fn guard(if_unchanged: bool) -> Option<TokenStream> {
    if_unchanged.then(|| hygienic!(if __IF_UNCHANGED))
}

fn child_state() -> TokenStream {
    hygienic!(__child)
}

/// The earliest of several wakes; `OnEvent` if there are none.
fn soonest(mut wakes: Vec<TokenStream>) -> TokenStream {
    match wakes.len() {
        0 => hygienic!(__bt::Wake::OnEvent),
        1 => wakes.remove(0),
        _ => hygienic!(__bt::soonest([#(#wakes),*])),
    }
}
