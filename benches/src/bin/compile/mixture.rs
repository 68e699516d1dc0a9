//! Nodes that keep data, by hand: the code that a programmer writes for a timeout, a retry, a wait, a
//! stateful action and a parallel, with and without calls of an observer. It is compared with the tree
//! that does the same.

mod group;

use group::{Group, leaves};
use std::fmt::Write as _;

/// A sequence of a condition, a timeout, a retry, a wait, a stateful action and a parallel of two actions.
pub(crate) const GROUP_NODES: usize = 11;

/// A selector of a number of groups.
pub(crate) fn tree(groups: usize) -> String {
    let mut text = String::from("pub tree Tree(world: &mut World) {\nselector {\n");
    for number in 0..groups {
        let [condition, limited, again, first, second] = leaves(number);
        let _ = writeln!(
            text,
            "sequence {{
                condition world.is_{condition}();
                timeout(1s) action world.do_{limited}();
                retry(3) action world.do_{again}();
                wait(100ms);
                action Walk {{ steps: 3 }};
                parallel {{ action world.do_{first}(); action world.do_{second}(); }}
            }}"
        );
    }
    text + "}\n}\n"
}

/// The same as a `match` in a loop that can be aborted; if `observed`, it tells an observer the result
/// of each node.
pub(crate) fn machine(groups: usize, observed: bool) -> String {
    let (mut states, mut arms, mut aborts) = (String::new(), String::new(), String::new());
    for number in 0..groups {
        let group = Group { number, observed };
        states += &group.states();
        arms += &group.condition();
        arms += &group.timeout();
        arms += &group.retry();
        arms += &group.wait();
        arms += &group.walk();
        arms += &group.parallel();
        aborts += &group.abort();
    }
    let only = |text| if observed { text } else { "" };
    let parameter = only(", observer: &mut impl Observer");
    let argument = only(", &mut Nobody");
    let finished = only("observer.finished(0, Failure);");
    let aborted = only("observer.aborted(node);");
    let declared = only(OBSERVER);
    format!(
        "use benches::random::{{Walk, World}};
use bt_core::{{Action, Clock, End, Status::{{self, Failure, Running, Success}}}};
use core::time::Duration;
{declared}
pub enum State {{ {states} Try{groups} }}
fn step(state: &mut State, world: &mut World{parameter}) -> Status {{
    loop {{
        match state {{
            {arms}
            State::Try{groups} => {{ {finished} *state = State::Try0; return Failure; }}
        }}
    }}
}}
fn leave(state: &mut State, world: &mut World{parameter}) -> u32 {{
    let node = match state {{ {aborts} _ => 0 }};
    {aborted}
    *state = State::Try0;
    node
}}
pub fn tick(state: &mut State, world: &mut World) -> Status {{ step(state, world{argument}) }}
pub fn abort(state: &mut State, world: &mut World) -> u32 {{ leave(state, world{argument}) }}\n"
    )
}

const OBSERVER: &str = "pub trait Observer {
    fn leaf(&mut self, node: u32, status: Status);
    fn finished(&mut self, node: u32, status: Status);
    fn aborted(&mut self, node: u32);
}
pub struct Nobody;
impl Observer for Nobody {
    #[inline] fn leaf(&mut self, _: u32, _: Status) {}
    #[inline] fn finished(&mut self, _: u32, _: Status) {}
    #[inline] fn aborted(&mut self, _: u32) {}
}";
