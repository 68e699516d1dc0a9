//! The system that ticks the trees of one type.

use crate::abort::Parts;
use crate::agents::Agents;
use crate::behavior::{Behavior, Turn};
use crate::blackboard::{Blackboard, ParamOf, Shared};
use crate::errors::Errors;
use crate::missing::Missing;
use crate::report::{NodeChanged, Report, Reports};
use crate::watch::Watching;
use bevy_ecs::change_detection::{DetectChangesMut, Mut, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query};
use bevy_utils::Parallel;
use bt_core::crowd::Repetition;
use bt_core::{Agent, NodeId, Observer as _, Status, Wake};
use std::time::Duration;

/// Fewer agents are ticked faster one after the other.
const MANY: usize = 256;

/// If fewer than this part of all agents are due, they are ticked faster one after the other.
const PART: usize = 8;

/// Memory that is used again in the next tick.
struct Memory<T: Send + Sync + 'static> {
    /// The active nodes of a tree before its tick.
    before: Vec<NodeId>,
    changes: Vec<NodeChanged<T>>,
    errors: Errors,
    repetition: Repetition,
}

/// The memory and the results of one thread.
pub(crate) struct Thread<T: Send + Sync + 'static> {
    memory: Memory<T>,
    /// The number of agents that were ticked.
    ticks: usize,
    /// Until when the others of them rest; agents that are ticked in each round are not listed.
    wakes: Vec<(u32, Wake)>,
    changes: Vec<(u32, NodeChanged<T>)>,
    errors: Vec<(u32, String)>,
}

impl<T: Send + Sync + 'static> Default for Memory<T> {
    fn default() -> Self {
        let (before, changes) = (Vec::new(), Vec::new());
        Self { before, changes, errors: Errors::default(), repetition: Repetition::default() }
    }
}

impl<T: Send + Sync + 'static> Default for Thread<T> {
    fn default() -> Self {
        let (memory, wakes) = (Memory::default(), Vec::new());
        Self { memory, ticks: 0, wakes, changes: Vec::new(), errors: Vec::new() }
    }
}

/// Ticks the agents that are due.
pub(crate) fn tick<T, B>(
    mut agents: ResMut<'_, Agents<T>>,
    mut data: Query<'_, '_, Parts<T, B>>,
    param: Shared<'_, '_, B>,
    mut threads: Local<'_, Parallel<Thread<T>>>,
    missing: Missing<'_, T>,
    reports: Reports<'_, '_, T>,
    mut watching: Watching<'_>,
) where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let Ok(mut param) = param else {
        if !agents.entities.is_empty() {
            reports.miss_resources();
        }
        return;
    };
    let agents = agents.bypass_change_detection();
    let now = B::now(&param);
    let round = Round { now, nodes: reports.nodes(), tells_errors: reports.tell_errors() };
    agents.crowd.begin(now.unwrap_or_default());
    let due = agents.crowd.awake_count();
    let are_many = MANY <= due && agents.entities.len() / PART <= due;
    let (changes, errors) = if B::IS_SHARED && are_many && !watching.is_on() {
        round.in_parallel::<T, B>(agents, &mut data, &param, &missing, &mut threads)
    } else {
        round.in_order::<T, B>(agents, &mut data, &mut param, &missing, &mut watching)
    };
    reports.send(changes, errors);
}

/// A tick of all agents that are due.
struct Round<'r> {
    now: Option<Duration>,
    /// The nodes that are reported.
    nodes: &'r [NodeId],
    tells_errors: bool,
}

/// What is told after the ticks: changes, and errors.
type Told<T> = (Vec<NodeChanged<T>>, Vec<String>);

impl Round<'_> {
    /// Ticks one agent after the other.
    fn in_order<T, B>(
        &self,
        agents: &mut Agents<T>,
        data: &mut Query<'_, '_, Parts<T, B>>,
        param: &mut ParamOf<'_, '_, B>,
        missing: &Missing<'_, T>,
        watching: &mut Watching<'_>,
    ) -> Told<T>
    where
        T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
        B: Blackboard + 'static,
    {
        let mut memory = Memory::default();
        let Agents { crowd, entities, .. } = agents;
        while let Some(number) = crowd.next_due() {
            let until = match data.get_mut(entities[number]) {
                Ok((entity, behavior, data)) => {
                    let mut blackboard = B::borrow(data, param);
                    let watching = watching.is_on().then_some(&mut *watching);
                    self.one(entity, behavior, &mut blackboard, &mut memory, watching)
                }
                Err(_) => missing.rest(entities[number]),
            };
            crowd.rest(number, until);
        }
        (memory.changes, memory.errors.all)
    }

    /// Ticks many agents, in any order and at the same time.
    fn in_parallel<T, B>(
        &self,
        agents: &mut Agents<T>,
        data: &mut Query<'_, '_, Parts<T, B>>,
        param: &ParamOf<'_, '_, B>,
        missing: &Missing<'_, T>,
        threads: &mut Parallel<Thread<T>>,
    ) -> Told<T>
    where
        T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
        B: Blackboard + 'static,
    {
        // A tick that has panicked has left its results.
        for thread in threads.iter_mut() {
            thread.ticks = 0;
            thread.wakes.clear();
            thread.changes.clear();
            thread.errors.clear();
            thread.memory.changes.clear();
            thread.memory.errors = Errors::default();
        }
        let crowd = &agents.crowd;
        data.par_iter_mut().for_each_init(
            || threads.borrow_local_mut(),
            |thread, (entity, behavior, data)| {
                let number = behavior.number;
                if !crowd.is_awake(number as usize) {
                    return;
                }
                let Some(mut blackboard) = B::share(data, param) else { return };
                let Thread { memory, ticks, wakes, changes, errors } = &mut **thread;
                let until = self.one(entity, behavior, &mut blackboard, memory, None);
                *ticks += 1;
                if until != Wake::NextTick {
                    wakes.push((number, until));
                }
                changes.extend(memory.changes.drain(..).map(|change| (number, change)));
                errors.extend(memory.errors.all.drain(..).map(|error| (number, error)));
            },
        );
        let (mut ticks, mut wakes, mut changes, mut errors) =
            (0, Vec::new(), Vec::new(), Vec::new());
        for thread in threads.iter_mut() {
            ticks += thread.ticks;
            wakes.append(&mut thread.wakes);
            changes.append(&mut thread.changes);
            errors.append(&mut thread.errors);
        }
        // Which thread has ticked an agent must not make a difference.
        wakes.sort_unstable_by_key(|(number, _)| *number);
        changes.sort_by_key(|(number, _)| *number);
        errors.sort_by_key(|(number, _)| *number);
        let has_all = ticks == agents.crowd.awake_count();
        let mut wakes = wakes.into_iter().peekable();
        // Agents that are ticked in each round stay due: the round may end before their turn.
        while !has_all || wakes.peek().is_some() {
            let Some(number) = agents.crowd.next_due() else { break };
            let is_next = |(next, _): &(u32, Wake)| *next as usize == number;
            let until = match wakes.next_if(is_next) {
                Some((_, until)) => until,
                None if has_all || data.contains(agents.entities[number]) => continue,
                None => missing.rest(agents.entities[number]),
            };
            agents.crowd.rest(number, until);
        }
        let changes = changes.into_iter().map(|(_, change)| change).collect();
        (changes, errors.into_iter().map(|(_, error)| error).collect())
    }

    /// Ticks an agent, or stops it, and returns until when it may rest.
    #[inline]
    fn one<T, B>(
        &self,
        entity: Entity,
        mut of: Mut<'_, Behavior<T>>,
        blackboard: &mut B,
        memory: &mut Memory<T>,
        watching: Option<&mut Watching<'_>>,
    ) -> Wake
    where
        T: Agent<B> + Send + Sync + 'static,
        B: Blackboard,
    {
        let Memory { before, changes, errors, repetition } = memory;
        let behavior = of.bypass_change_detection();
        let stops = match behavior.turn {
            Turn::Tick => false,
            Turn::Stop => true,
            Turn::Rest => return Wake::OnEvent,
        };
        behavior.note_active(!self.nodes.is_empty(), before);
        let repetition = (behavior.is_event_driven && !stops).then(|| {
            let wake = behavior.tree.next_wake_if_unchanged();
            repetition.begin(&behavior.tree, wake.is_due(self.now.unwrap_or(Duration::MAX)));
            repetition
        });
        let report = Report::of(self.nodes, before, entity, changes);
        let mut told = self.tells_errors.then_some(errors);
        let (tree, mut observer) = (&mut behavior.tree, (report, repetition));
        let is_quiet = watching.is_none() && !stops && observer.is_off();
        let status = if is_quiet {
            // With all of them, each event would ask which there are.
            tree.tick_with(blackboard, &mut told)
        } else {
            let observer = &mut (&mut observer, &mut told);
            match (watching, stops) {
                (Some(watching), false) => watching.tick(entity, tree, blackboard, observer),
                (Some(watching), true) => watching.stop(entity, tree, blackboard, observer),
                (None, false) => tree.tick_with(blackboard, observer),
                (None, true) => tree.stop_with(blackboard, observer),
            }
        };
        if let Some(errors) = told {
            errors.end_tick(entity, tree);
        }
        let until = observer.1.map_or_else(|| tree.next_wake(), |of| of.wake(tree));
        Behavior::show(&mut of, status, before);
        match until {
            // It is stopped in each run, whatever a tick would wait for.
            _ if stops && status == Status::Running => Wake::NextTick,
            _ if stops => {
                of.turn = Turn::Rest;
                Wake::OnEvent
            }
            // The schedule has no time.
            Wake::At(_) if self.now.is_none() => Wake::NextTick,
            until => until,
        }
    }
}
