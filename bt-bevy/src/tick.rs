//! The system that ticks the trees of one type.

use crate::abort::Parts;
use crate::activity::Activity;
use crate::agents::Agents;
use crate::behavior::NOBODY;
use crate::blackboard::{Blackboard, ParamOf};
use crate::missing::Missing;
use crate::report::{NodeChanged, Report, Reports};
use crate::watch::Watching;
use bevy_ecs::change_detection::{DetectChangesMut, Mut, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, StaticSystemParam};
use bevy_utils::Parallel;
use bt_core::{Agent, Status, Wake};
use std::hint::black_box;
use std::time::Duration;

/// Fewer agents are ticked faster one after the other.
const MANY: usize = 256;

/// If fewer than this part of all agents are due, the others are not visited.
const PART: usize = 8;

/// Memory that is used again in the next tick.
pub(crate) struct Scratch<T: Send + Sync + 'static> {
    due: Vec<u32>,
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
        Self { due: Vec::new(), wakes: Vec::new(), threads: Parallel::default() }
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
    let now = B::now(&param);
    let round = Round { now, reports: &reports };
    agents.crowd.begin(now.unwrap_or_default());
    let mut is_sparse = false;
    if MANY <= agents.entities.len() {
        scratch.due.clear();
        while let Some(number) = agents.crowd.next_due() {
            scratch.due.push(as_number(number));
        }
        // Begins the round again: all that are due still are.
        agents.crowd.begin(now.unwrap_or_default());
        is_sparse = scratch.due.len() < agents.entities.len() / PART;
        if B::IS_SHARED && !watching.is_on() && !is_sparse && MANY <= scratch.due.len() {
            let changes = round.in_parallel::<B>(agents, &mut data, &param, &mut scratch, &missing);
            return reports.send(changes);
        }
    }
    let changes =
        round.in_order::<B>(agents, &mut data, &mut param, &missing, &mut watching, is_sparse);
    reports.send(changes);
}

/// Reads the data of an agent that is ticked soon, so that its memory is in the cache then.
#[inline]
fn load<T, B>(data: &Query<'_, '_, Parts<T, B>>, entity: Entity)
where
    T: Send + Sync + 'static,
    B: Blackboard + 'static,
{
    if let Ok((_, behavior, activity, _)) = data.get(entity) {
        black_box((behavior.number, activity.status()));
    }
}

fn as_number(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(NOBODY)
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
        is_sparse: bool,
    ) -> Vec<NodeChanged<T>>
    where
        T: for<'at> Agent<B::At<'at>>,
        B: Blackboard + 'static,
    {
        let mut changes = Vec::new();
        loop {
            let Agents { crowd, entities, .. } = &mut *agents;
            let next = if is_sparse {
                crowd.next_due_with(|soon| load::<T, B>(data, entities[soon]))
            } else {
                crowd.next_due()
            };
            let Some(number) = next else { break };
            let entity = entities[number];
            let until = match data.get_mut(entity) {
                Ok((entity, mut behavior, mut activity, data)) => {
                    let tree = &mut behavior.bypass_change_detection().tree;
                    let mut blackboard = B::borrow(data, param);
                    let mut report = self.report(&activity, entity, &mut changes);
                    let status = if watching.is_on() {
                        watching.tick(entity, tree, &mut blackboard, &mut report)
                    } else {
                        tree.tick_with(&mut blackboard, &mut report)
                    };
                    self.ticked::<B::At<'_>>(tree, &mut activity, status)
                }
                Err(_) => missing.rest(entity),
            };
            agents.crowd.rest(number, until);
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
        let Scratch { due, wakes, threads } = scratch;
        // A tick that has panicked has left its results.
        for thread in threads.iter_mut() {
            thread.wakes.clear();
            thread.changes.clear();
        }
        wakes.clear();
        wakes.resize(agents.entities.len(), Due::No);
        for number in &*due {
            wakes[*number as usize] = Due::Yes;
        }
        let is_due = &*wakes;
        data.par_iter_mut().for_each_init(
            || threads.borrow_local_mut(),
            |thread, (entity, mut behavior, mut activity, data)| {
                let number = behavior.number;
                if is_due.get(number as usize) != Some(&Due::Yes) {
                    return;
                }
                let Some(mut blackboard) = B::share(data, param) else { return };
                let tree = &mut behavior.bypass_change_detection().tree;
                let mut changes = Vec::new();
                let mut report = self.report(&activity, entity, &mut changes);
                let status = tree.tick_with(&mut blackboard, &mut report);
                let wake = self.ticked::<B::At<'_>>(tree, &mut activity, status);
                thread.wakes.push((number, wake));
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
        Report::of(self.reports.nodes(), activity.active(), entity, changes)
    }

    /// Takes in the result of a tick; returns until when the agent may rest.
    #[inline]
    fn ticked<B>(&self, tree: &T, activity: &mut Mut<'_, Activity<T>>, status: Status) -> Wake
    where
        T: Agent<B>,
    {
        Activity::update(activity, tree, Some(status));
        match tree.next_wake() {
            // The schedule has no time.
            Wake::At(_) if self.now.is_none() => Wake::NextTick,
            wake => wake,
        }
    }
}
