//! The system that ticks the trees of one type.

use crate::abort::Parts;
use crate::activity::Activity;
use crate::agents::Agents;
use crate::behavior::Behavior;
use crate::blackboard::{Blackboard, ParamOf};
use crate::missing::Missing;
use crate::report::{NodeChanged, Report, Reports};
use crate::watch::Watching;
use bevy_ecs::change_detection::{DetectChangesMut, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, StaticSystemParam};
use bevy_utils::Parallel;
use bt_core::crowd::Repetition;
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
    repetition: Repetition,
}

impl<T: Send + Sync + 'static> Default for Thread<T> {
    fn default() -> Self {
        Self { wakes: Vec::new(), changes: Vec::new(), repetition: Repetition::default() }
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
        let (mut changes, mut repetition) = (Vec::new(), Repetition::default());
        let Agents { crowd, entities, .. } = agents;
        while let Some(number) = crowd.next_due() {
            let until = match data.get_mut(entities[number]) {
                Ok((entity, mut behavior, mut activity, data)) => {
                    let behavior = behavior.bypass_change_detection();
                    let mut blackboard = B::borrow(data, param);
                    let repeats = self.repetition::<B::At<'_>>(behavior, &mut repetition);
                    let report = self.report(&activity, entity, &mut changes);
                    let (tree, mut observer) = (&mut behavior.tree, (report, repeats));
                    let status = if watching.is_on() {
                        watching.tick(entity, tree, &mut blackboard, &mut observer)
                    } else {
                        tree.tick_with(&mut blackboard, &mut observer)
                    };
                    let until = self.wake::<B::At<'_>>(tree, observer.1.as_deref());
                    behavior.show(Some(status), &mut activity);
                    until
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
                let repeats = self.repetition::<B::At<'_>>(behavior, &mut thread.repetition);
                let mut observer = (self.report(&activity, entity, &mut changes), repeats);
                let status = behavior.tree.tick_with(&mut blackboard, &mut observer);
                let until = self.wake::<B::At<'_>>(&behavior.tree, observer.1.as_deref());
                thread.wakes.push((number, until));
                behavior.show(Some(status), &mut activity);
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

    /// Observes whether the tick of an agent repeats the one before, if the agent is event-driven.
    #[inline]
    fn repetition<'a, B>(
        &self,
        behavior: &Behavior<T>,
        repetition: &'a mut Repetition,
    ) -> Option<&'a mut Repetition>
    where
        T: Agent<B>,
    {
        behavior.is_event_driven.then(|| {
            let wake = behavior.tree.next_wake_if_unchanged();
            repetition.begin(&behavior.tree, wake.is_due(self.now.unwrap_or(Duration::MAX)));
            repetition
        })
    }

    /// Returns until when the agent may rest.
    #[inline]
    fn wake<B>(&self, tree: &T, repetition: Option<&Repetition>) -> Wake
    where
        T: Agent<B>,
    {
        match repetition.map_or_else(|| tree.next_wake(), |of| of.wake(tree)) {
            // The schedule has no time.
            Wake::At(_) if self.now.is_none() => Wake::NextTick,
            wake => wake,
        }
    }
}
