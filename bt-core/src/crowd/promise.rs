//! Looks whether event-driven agents keep their promise: nothing that they look at changes without a wake.

use super::Crowd;
use crate::{Node, NodeId, Status};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

/// The results of a tick, in their order.
type Events = Vec<(NodeId, Status)>;

/// What is known about the agents of a crowd that looks for broken promises.
#[derive(Clone, Debug, Default)]
pub(super) struct Samples {
    /// The number of agents in a round.
    size: usize,
    /// The agent that comes next.
    next: usize,
    /// For each agent, the results of its last tick, if the next one has to repeat them.
    last: Vec<Events>,
    /// The agents that are ticked in this round although they rest.
    probes: Vec<usize>,
    broken: Vec<BrokenPromise>,
}

/// What an event-driven agent looks at has changed, and nothing has woken the agent.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BrokenPromise {
    /// The agent.
    pub agent: usize,
    /// The node that gave another result than in the tick before, or before which the tick went another way.
    pub node: NodeId,
    /// The node as it is written, `condition sheep.sees_wolf`.
    pub source: String,
    /// Its new result.
    pub status: Status,
}

impl fmt::Display for BrokenPromise {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agent, source, status, .. } = self;
        write!(
            formatter,
            "the event-driven agent {agent} was not woken, and `{source}` gives {status} now, other than in the tick \
             before; wake the agent when this changes, or do not make it event-driven"
        )
    }
}

impl core::error::Error for BrokenPromise {}

impl Samples {
    pub(super) fn resize(&mut self, agents: usize) {
        self.last.resize(agents, Events::new());
        self.probes.retain(|probe| *probe < agents);
    }

    pub(super) fn swap_remove(&mut self, agent: usize) {
        self.last.swap_remove(agent);
        let moved = self.last.len();
        self.probes.retain(|probe| *probe != agent);
        for probe in self.probes.iter_mut().filter(|probe| **probe == moved) {
            *probe = agent;
        }
    }

    /// An agent is woken, so it need not repeat anything.
    pub(super) fn wake(&mut self, agent: usize) {
        self.last[agent].clear();
    }

    pub(super) fn wake_all(&mut self) {
        self.last.iter_mut().for_each(Vec::clear);
    }

    /// After a tick with these results; `repeats` if the next one has to repeat them.
    pub(super) fn tick_ends(
        &mut self,
        agent: usize,
        nodes: &[Node],
        events: &[(NodeId, Status)],
        repeats: bool,
    ) {
        let Some(last) = self.last.get_mut(agent) else { return };
        if let Some(probe) = self.probes.iter().position(|probe| *probe == agent) {
            self.probes.swap_remove(probe);
            let mut pairs = events.iter().zip(&*last);
            let other = pairs.find(|(now, before)| now != before).map(|(now, _)| now);
            let longer = || events.get(last.len()).or(events.last());
            let other = other.or_else(|| if events.len() == last.len() { None } else { longer() });
            if let (false, Some((node, status))) = (last.is_empty(), other) {
                let source = nodes.get(node.index()).map(ToString::to_string).unwrap_or_default();
                self.broken.push(BrokenPromise { agent, node: *node, source, status: *status });
            }
        }
        last.clear();
        if repeats {
            last.extend_from_slice(events);
        }
    }
}

impl Crowd {
    /// From now on, ticks so many of the event-driven agents in each round although they rest, in turn, and looks whether
    /// they do something else than in the tick before: then something has changed without a
    /// [`wake`](Crowd::wake). [`broken_promises`](Crowd::broken_promises) returns what was found.
    ///
    /// This is for debug builds and tests. It costs the additional ticks, and the memory for the results of a tick of each
    /// event-driven agent. Only agents whose promise is broken do something else than without it. With 0, it ends.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    /// use bt_core::crowd::Crowd;
    /// use std::time::Duration;
    ///
    /// #[derive(Default)]
    /// struct Sheep {
    ///     sees_wolf: bool,
    ///     bleats: u32,
    /// }
    ///
    /// behavior_tree! {
    ///     tree Graze(sheep: &mut Sheep) {
    ///         active_selector {
    ///             sequence { condition sheep.sees_wolf; action sheep.bleats += 1; }
    ///             running;
    ///         }
    ///     }
    /// }
    ///
    /// let (mut trees, mut flock) = ([Graze::new()], [Sheep::default()]);
    /// let mut crowd = Crowd::new();
    /// crowd.resize(1);
    /// crowd.insert_event_driven(0);
    /// if cfg!(debug_assertions) {
    ///     crowd.sample_promises(8);
    /// }
    /// for round in 0..10 {
    ///     flock[0].sees_wolf |= round == 5; // and no `crowd.wake(0)`
    ///     crowd.tick(Duration::from_secs(round), &mut trees, &mut flock, |_, _, _| {})?;
    /// }
    /// # if cfg!(debug_assertions) {
    /// assert_eq!(crowd.broken_promises()[0].source, "condition sheep.sees_wolf");
    /// # }
    /// # Ok::<(), bt_core::crowd::LengthMismatch>(())
    /// ```
    pub fn sample_promises(&mut self, agents_per_round: usize) {
        if agents_per_round == 0 {
            self.samples = None;
            return;
        }
        let agents = self.len();
        let samples = self.samples.get_or_insert_with(Box::default);
        samples.size = agents_per_round;
        samples.resize(agents);
    }

    /// The promises that were broken since the last call, if [`sample_promises`](Crowd::sample_promises) looks for them.
    pub fn broken_promises(&mut self) -> Vec<BrokenPromise> {
        self.samples
            .as_mut()
            .map(|samples| core::mem::take(&mut samples.broken))
            .unwrap_or_default()
    }

    /// Lets the next agents be due that rest because nothing has changed.
    #[cold]
    pub(super) fn wake_samples(&mut self) {
        let Some(samples) = &mut self.samples else { return };
        samples.probes.clear();
        for _ in 0..samples.size.min(self.event_driven.len()) {
            let next = self.event_driven.first_from(samples.next);
            let Some(agent) = next.or_else(|| self.event_driven.first_from(0)) else { return };
            samples.next = agent + 1;
            if !self.awake.contains(agent) && !samples.last[agent].is_empty() {
                self.awake.insert(agent);
                samples.probes.push(agent);
            }
        }
    }
}
