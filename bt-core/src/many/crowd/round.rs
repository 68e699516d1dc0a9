//! A whole round at once.

use super::Crowd;
use crate::{BehaviorTree, Status};
use core::fmt;
use core::time::Duration;

impl Crowd {
    /// One round for trees and blackboards that lie in slices: ticks who is due, and tells `ticked`
    /// what each tick gave. It is given the crowd too, to wake others.
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
    /// If there are not as many trees or blackboards as agents; nobody is ticked then.
    pub fn tick<B, T: BehaviorTree<B>>(
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
            // Who is added by `ticked` has no tree here yet.
            let (Some(tree), Some(blackboard)) = (trees.get_mut(agent), blackboards.get_mut(agent))
            else {
                break;
            };
            let status = tree.tick(blackboard);
            self.rest(agent, tree.next_wake());
            ticked(self, agent, status);
        }
        Ok(())
    }
}

/// A crowd was given other than one tree and one blackboard for each agent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct LengthMismatch {
    /// How many agents the crowd has.
    pub agents: usize,
    /// How many trees there were.
    pub trees: usize,
    /// How many blackboards there were.
    pub blackboards: usize,
}

impl fmt::Display for LengthMismatch {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { agents, trees, blackboards } = self;
        write!(formatter, "{trees} trees and {blackboards} blackboards for {agents} agents")
    }
}

impl core::error::Error for LengthMismatch {}
