//! Runs a whole round.

use super::Crowd;
use crate::{Agent, Status};
use core::fmt;
use core::time::Duration;

impl Crowd {
    /// Runs one round for trees and blackboards in slices: ticks the agents that are due, and calls `ticked`
    /// with the status of each tick. `ticked` is also given the crowd, so that it can wake other agents.
    ///
    /// ```
    /// use bt_core::crowd::Crowd;
    /// use bt_core::{Clock, Status, behavior_tree};
    /// use std::cell::Cell;
    /// use std::time::Duration;
    ///
    /// struct Sheep<'a> {
    ///     clock: &'a Cell<Duration>,
    ///     steps: u32,
    /// }
    ///
    /// impl Clock for Sheep<'_> {
    ///     fn now(&self) -> Duration {
    ///         self.clock.get()
    ///     }
    /// }
    ///
    /// behavior_tree! {
    ///     tree Graze(sheep: &mut Sheep<'_>) {
    ///         sequence {
    ///             wait(10s);
    ///             action sheep.steps += 1;
    ///         }
    ///     }
    /// }
    ///
    /// let clock = Cell::new(Duration::ZERO);
    /// let mut sheep = [1, 2, 3].map(|steps| Sheep { clock: &clock, steps });
    /// let mut trees = [Graze::new(), Graze::new(), Graze::new()];
    /// let mut crowd = Crowd::new();
    /// crowd.resize(trees.len());
    /// let mut ticks = Vec::new();
    /// for second in 0..=10 {
    ///     clock.set(Duration::from_secs(second));
    ///     crowd.tick(clock.get(), &mut trees, &mut sheep, |_, agent, status| {
    ///         ticks.push((second, agent, status));
    ///     })?;
    /// }
    /// assert_eq!(ticks[..3], [0, 1, 2].map(|agent| (0, agent, Status::Running)));
    /// assert_eq!(ticks[3..], [0, 1, 2].map(|agent| (10, agent, Status::Success)));
    /// # Ok::<(), bt_core::crowd::LengthMismatch>(())
    /// ```
    ///
    /// # Errors
    ///
    /// If the numbers of trees, blackboards and agents are not equal; no agent is ticked then.
    pub fn tick<B, T: Agent<B>>(
        &mut self,
        now: Duration,
        trees: &mut [T],
        blackboards: &mut [B],
        mut ticked: impl FnMut(&mut Self, usize, Status),
    ) -> Result<(), LengthMismatch> {
        let lengths = (self.len(), trees.len(), blackboards.len());
        let (agents, trees_there, blackboards_there) = lengths;
        if agents != trees_there || agents != blackboards_there {
            return Err(LengthMismatch {
                agents,
                trees: trees_there,
                blackboards: blackboards_there,
            });
        }
        self.begin(now);
        while let Some(agent) = self.next_due() {
            // An agent that `ticked` has added has no tree here yet.
            let (Some(tree), Some(blackboard)) = (trees.get_mut(agent), blackboards.get_mut(agent))
            else {
                break;
            };
            let status = self.tick_agent(agent, tree, blackboard);
            ticked(self, agent, status);
        }
        Ok(())
    }
}

/// The numbers of trees, blackboards and agents are not equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// The number of agents in the crowd.
    pub agents: usize,
    /// The number of trees.
    pub trees: usize,
    /// The number of blackboards.
    pub blackboards: usize,
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agents, trees, blackboards } = self;
        write!(formatter, "{trees} trees and {blackboards} blackboards for {agents} agents")
    }
}

impl core::error::Error for LengthMismatch {}
