//! Agents whose conditions change only when they are woken.

use super::Crowd;
use crate::language::node::Repeats;
use crate::{Agent, Inspect, Node, NodeId, Observer, Status, Wake};
use alloc::vec::Vec;

/// Finds out whether the next tick of a tree would repeat this one, if no expression gives another result.
///
/// Then all nodes that were ticked only looked at the blackboard, or go on running.
#[derive(Clone, Debug, Default)]
pub struct Repetition {
    /// The results of leaves, and of other nodes that finished.
    events: Vec<(NodeId, Status)>,
    /// The active nodes before the tick.
    active: Vec<NodeId>,
    is_refuted: bool,
}

impl Repetition {
    pub(super) const fn new() -> Self {
        Self { events: Vec::new(), active: Vec::new(), is_refuted: false }
    }

    /// Prepares for a tick. In a tick in which the tree is due by itself, a timer changes or a service runs.
    pub fn begin(&mut self, tree: &impl Inspect, is_due: bool) {
        self.events.clear();
        self.active.clear();
        self.is_refuted = is_due;
        if !is_due {
            self.active.extend(tree.active());
        }
    }

    /// Returns until when an event-driven agent rests after the tick.
    #[must_use]
    pub fn wake<B: ?Sized>(&self, tree: &impl Agent<B>) -> Wake {
        if self.is_repeated(tree) { tree.next_wake_if_unchanged() } else { tree.next_wake() }
    }

    /// Returns `true` if the next tick repeats this one.
    pub(super) fn is_repeated(&self, tree: &impl Inspect) -> bool {
        // What begins to run may have done something.
        self.is_certain(tree.nodes()) && tree.active().eq(self.active.iter().copied())
    }

    fn is_certain(&self, nodes: &[Node]) -> bool {
        let repeats = |(place, (node, status)): (usize, &(NodeId, Status))| {
            let Some(of) = nodes.get(node.index()) else { return false };
            match of.kind.repeats() {
                Repeats::Always => true,
                Repeats::Never => *status == Status::Running,
                // The event of its child comes right before its own.
                Repeats::AfterChildFailed => {
                    let before = place.checked_sub(1).and_then(|before| self.events.get(before));
                    let is_inside =
                        |(inner, _): &(NodeId, Status)| of.id < *inner && *inner < of.end;
                    *status == Status::Failure && before.is_some_and(is_inside)
                }
            }
        };
        !self.is_refuted && self.events.iter().enumerate().all(repeats)
    }
}

impl Observer for Repetition {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<core::fmt::Arguments<'_>>) {
        self.events.push((node, status));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.events.push((node, status));
    }

    fn aborted(&mut self, _: NodeId) {
        self.is_refuted = true;
    }
}

impl Crowd {
    /// Makes an agent event-driven; returns `false` if there is no such agent.
    ///
    /// You promise that what the conditions of this agent look at changes only when you [`wake`](Crowd::wake) the agent, or
    /// when an action of its own ends. The same is true of scores, choices, arguments, and all other expressions that only look
    /// at the blackboard, but not of the time. Then the agent rests as long as only timers and other things that
    /// [rest](crate::BehaviorTree::next_wake) are running in its tree, also under an `active_selector` or a `guard` whose
    /// conditions would otherwise be evaluated in each round.
    ///
    /// The result is the same, tick for tick, as if the agent were ticked in each round. So after an action has ended, or
    /// something else has happened, the agent is ticked once more: conditions may see what the action has changed. A stateful
    /// action that rests and changes conditions while it goes on has to wake its agent. There is one difference: an idle
    /// `cooldown(D, after = end)` whose child fails in each tick starts again only when the agent is ticked.
    ///
    /// An agent also does not rest
    ///
    /// * while an earlier branch does something in each tick: an action, a `let`, a random choice, a `service`, a `finally`, a
    ///   `with`,
    /// * while a `cooldown` in an earlier branch refuses its child, or an earlier branch is a `priority_selector` or an
    ///   `active_utility_selector`, where a `cooldown` may do so,
    /// * below a `priority_selector` or an `active_utility_selector` with a `cooldown` directly in front of a child,
    /// * below a node that chooses in each tick, if there is a `finally { … }` below that node.
    ///
    /// ```
    /// use bt_core::crowd::Crowd;
    /// use bt_core::{Clock, behavior_tree};
    /// use std::time::Duration;
    ///
    /// #[derive(Clone, Default)]
    /// struct Sheep {
    ///     time: Duration,
    ///     sees_wolf: bool,
    ///     bleats: u32,
    /// }
    ///
    /// impl Clock for Sheep {
    ///     fn now(&self) -> Duration {
    ///         self.time
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     #[derive(Clone)]
    ///     tree Graze(sheep: &mut Sheep) {
    ///         active_selector {
    ///             sequence {
    ///                 condition sheep.sees_wolf;
    ///                 action { sheep.bleats += 1; sheep.sees_wolf = false; };
    ///             }
    ///             wait(1h);
    ///         }
    ///     }
    /// }
    ///
    /// let (mut sheep, mut trees) = (vec![Sheep::default(); 1000], vec![Graze::new(); 1000]);
    /// let mut crowd = Crowd::new();
    /// crowd.resize(1000);
    /// for agent in 0..1000 {
    ///     crowd.insert_event_driven(agent);
    /// }
    /// let mut ticks = 0;
    /// for second in 0..60 {
    ///     if second == 30 {
    ///         sheep[7].sees_wolf = true;
    ///         crowd.wake(7);
    ///     }
    ///     crowd.tick(Duration::from_secs(second), &mut trees, &mut sheep, |_, _, _| ticks += 1)?;
    /// }
    /// assert_eq!(sheep[7].bleats, 1);
    /// assert_eq!(ticks, 2 * 1000 + 3); // and not 60 * 1000
    /// # Ok::<(), bt_core::crowd::LengthMismatch>(())
    /// ```
    pub fn insert_event_driven(&mut self, agent: usize) -> bool {
        let is_there = agent < self.len();
        if is_there {
            self.event_driven.resize(self.len());
            self.event_driven.insert(agent);
        }
        is_there
    }

    /// Ends the promise of [`insert_event_driven`](Crowd::insert_event_driven), and wakes the agent; returns `false` if it was
    /// not event-driven.
    pub fn remove_event_driven(&mut self, agent: usize) -> bool {
        let is_there = self.is_event_driven(agent);
        if is_there {
            self.event_driven.remove(agent);
            self.rouse(agent);
        }
        is_there
    }

    /// Returns `true` if an agent is event-driven.
    #[must_use]
    #[inline]
    pub fn is_event_driven(&self, agent: usize) -> bool {
        self.event_driven.contains(agent)
    }

    /// Ticks an agent and puts it to rest: for a loop of your own over the agents that are [due](Crowd::next_due).
    #[inline]
    pub fn tick_agent<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: usize,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        if self.is_event_driven(agent) {
            return self.tick_event_driven(agent, tree, blackboard);
        }
        let status = tree.tick(blackboard);
        self.rest(agent, tree.next_wake());
        status
    }

    /// Wakes all event-driven agents: the clock has jumped back, and a time that had come may be in the future.
    #[cold]
    pub(super) fn rouse_event_driven(&mut self) {
        if let Some(samples) = &mut self.samples {
            samples.wake_all();
        }
        let mut next = self.event_driven.first_from(0);
        while let Some(agent) = next {
            self.awake.insert(agent);
            next = self.event_driven.first_from(agent + 1);
        }
    }

    fn tick_event_driven<B: ?Sized, T: Agent<B>>(
        &mut self,
        agent: usize,
        tree: &mut T,
        blackboard: &mut B,
    ) -> Status {
        let is_due = !self.is_rest(tree.next_wake_if_unchanged());
        self.repetition.begin(tree, is_due);
        let status = tree.tick_with(blackboard, &mut self.repetition);
        let repeats = self.repetition.is_repeated(tree);
        let until = if repeats { tree.next_wake_if_unchanged() } else { tree.next_wake() };
        if let Some(samples) = &mut self.samples {
            samples.tick_ends(agent, tree.nodes(), &self.repetition.events, repeats);
        }
        self.rest(agent, until);
        status
    }
}
