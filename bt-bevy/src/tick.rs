//! The system that ticks the trees of one type.

use crate::abort::Parts;
use crate::activity::Activity;
use crate::agents::Agents;
use crate::blackboard::{Blackboard, ParamOf};
use crate::missing::Missing;
use crate::report::{NodeChanged, Report, Reports};
use crate::watch::Watching;
use bevy_ecs::change_detection::{DetectChangesMut, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, StaticSystemParam};
use bevy_utils::Parallel;
use bt_core::{Agent, Wake};
use std::time::Duration;

/// Fewer agents are ticked faster one after the other.
const MANY: usize = 256;

/// If fewer than this part of all agents are due, they are ticked faster one after the other.
const PART: usize = 8;

/// Memory that is used again in the next tick.
pub(crate) struct Scratch<T: Send + Sync + 'static> {
    /// For each agent, until when it may rest.
    wakes: Vec<Due>,
    threads: Parallel<Thread<T>>,
}

/// An agent in a tick.
#[derive(Clone, Copy, PartialEq)]
enum Due {
    /// It is not ticked.
    No,
    /// It has not been ticked: it has no data.
    Yes,
    Ticked(Wake),
}

/// The results of one thread.
struct Thread<T: Send + Sync + 'static> {
    wakes: Vec<(u32, Wake)>,
    changes: Vec<(u32, NodeChanged<T>)>,
}

impl<T: Send + Sync + 'static> Default for Thread<T> {
    fn default() -> Self {
        Self { wakes: Vec::new(), changes: Vec::new() }
    }
}

impl<T: Send + Sync + 'static> Default for Scratch<T> {
    fn default() -> Self {
        Self { wakes: Vec::new(), threads: Parallel::default() }
    }
}

/// Ticks the agents that are due.
pub(crate) fn tick<T, B>(
    mut agents: ResMut<'_, Agents<T>>,
    mut data: Query<'_, '_, Parts<T, B>>,
    mut param: StaticSystemParam<'_, '_, B::Param>,
    mut scratch: Local<'_, Scratch<T>>,
    missing: Missing<'_, T>,
    reports: Reports<'_, '_, T>,
    mut watching: Watching<'_>,
) where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let agents = agents.bypass_change_detection();
    let scratch = &mut *scratch;
    let now = B::now(&param);
    let round = Round { now, reports: &reports };
    agents.crowd.begin(now.unwrap_or_default());
    let is_parallel = B::IS_SHARED && !watching.is_on() && {
        let due = agents.crowd.awake_count();
        MANY <= due && agents.entities.len() / PART <= due
    };
    let changes = if is_parallel {
        round.in_parallel::<B>(agents, &mut data, &param, scratch, &missing)
    } else {
        round.in_order::<B>(agents, &mut data, &mut param, &missing, &mut watching)
    };
    reports.send(changes);
}

struct Round<'r, 'w, 's, T: Send + Sync + 'static> {
    now: Option<Duration>,
    reports: &'r Reports<'w, 's, T>,
}

impl<T: Send + Sync + 'static> Round<'_, '_, '_, T> {
    /// Ticks one agent after the other.
    fn in_order<B>(
        &self,
        agents: &mut Agents<T>,
        data: &mut Query<'_, '_, Parts<T, B>>,
        param: &mut ParamOf<'_, '_, B>,
        missing: &Missing<'_, T>,
        watching: &mut Watching<'_>,
    ) -> Vec<NodeChanged<T>>
    where
        T: for<'at> Agent<B::At<'at>>,
        B: Blackboard + 'static,
    {
        let mut changes = Vec::new();
        let Agents { crowd, entities, .. } = agents;
        while let Some(number) = crowd.next_due() {
            let until = match data.get_mut(entities[number]) {
                Ok((entity, mut behavior, mut activity, data)) => {
                    let behavior = behavior.bypass_change_detection();
                    let mut blackboard = B::borrow(data, param);
                    let mut report = self.report(&activity, entity, &mut changes);
                    let tree = &mut behavior.tree;
                    let status = if watching.is_on() {
                        watching.tick(entity, tree, &mut blackboard, &mut report)
                    } else {
                        tree.tick_with(&mut blackboard, &mut report)
                    };
                    behavior.show(Some(status), &mut activity);
                    self.wake::<B::At<'_>>(&behavior.tree)
                }
                Err(_) => missing.rest(entities[number]),
            };
            crowd.rest(number, until);
        }
        changes
    }

    /// Ticks many agents, in any order and at the same time.
    fn in_parallel<B>(
        &self,
        agents: &mut Agents<T>,
        data: &mut Query<'_, '_, Parts<T, B>>,
        param: &ParamOf<'_, '_, B>,
        scratch: &mut Scratch<T>,
        missing: &Missing<'_, T>,
    ) -> Vec<NodeChanged<T>>
    where
        T: for<'at> Agent<B::At<'at>>,
        B: Blackboard + 'static,
    {
        let Scratch { wakes, threads } = scratch;
        // A tick that has panicked has left its results.
        for thread in threads.iter_mut() {
            thread.wakes.clear();
            thread.changes.clear();
        }
        wakes.clear();
        wakes.resize(agents.entities.len(), Due::No);
        while let Some(number) = agents.crowd.next_due() {
            wakes[number] = Due::Yes;
        }
        // Begins the round again: all that are due still are.
        agents.crowd.begin(self.now.unwrap_or_default());
        let is_due = &*wakes;
        data.par_iter_mut().for_each_init(
            || threads.borrow_local_mut(),
            |thread, (entity, mut behavior, mut activity, data)| {
                let number = behavior.number;
                if is_due.get(number as usize) != Some(&Due::Yes) {
                    return;
                }
                let Some(mut blackboard) = B::share(data, param) else { return };
                let behavior = behavior.bypass_change_detection();
                let mut changes = Vec::new();
                let mut report = self.report(&activity, entity, &mut changes);
                let status = behavior.tree.tick_with(&mut blackboard, &mut report);
                behavior.show(Some(status), &mut activity);
                thread.wakes.push((number, self.wake::<B::At<'_>>(&behavior.tree)));
                thread.changes.extend(changes.into_iter().map(|change| (number, change)));
            },
        );
        let mut changes = Vec::new();
        for thread in threads.iter_mut() {
            for (number, wake) in thread.wakes.drain(..) {
                wakes[number as usize] = Due::Ticked(wake);
            }
            changes.append(&mut thread.changes);
        }
        while let Some(number) = agents.crowd.next_due() {
            let until = match wakes.get(number) {
                Some(Due::Ticked(wake)) => *wake,
                _ => missing.rest(agents.entities[number]),
            };
            agents.crowd.rest(number, until);
        }
        // Which thread has ticked an agent must not make a difference.
        changes.sort_by_key(|(number, _)| *number);
        changes.into_iter().map(|(_, change)| change).collect()
    }

    /// Observes the tick of an agent, if nodes are reported.
    #[inline]
    fn report<'a>(
        &'a self,
        activity: &'a Activity<T>,
        entity: Entity,
        changes: &'a mut Vec<NodeChanged<T>>,
    ) -> Option<Report<'a, T>> {
        Report::of(self.reports.nodes(), activity, entity, changes)
    }

    /// Returns until when the agent may rest.
    #[inline]
    fn wake<B>(&self, tree: &T) -> Wake
    where
        T: Agent<B>,
    {
        match tree.next_wake() {
            // The schedule has no time.
            Wake::At(_) if self.now.is_none() => Wake::NextTick,
            wake => wake,
        }
    }
}
