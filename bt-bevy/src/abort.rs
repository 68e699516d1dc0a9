//! Aborts trees while the data of their entities is still there.

use crate::agents::Agents;
use crate::behavior::{Behavior, Turn};
use crate::blackboard::{Blackboard, DataOf, ParamOf, Shared};
use crate::events::{AbortTrees, StopTree};
use crate::report::{NodeChanged, Report, Reports};
use crate::watch::Watching;
use bevy_ecs::change_detection::{DetectChangesMut, Mut, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::entity_disabling::Disabled;
use bevy_ecs::event::{EntityEvent, EventPattern};
use bevy_ecs::lifecycle::Discard;
use bevy_ecs::observer::On;
use bevy_ecs::query::{Allow, QueryData};
use bevy_ecs::system::Query;
use bt_core::{Agent, Inspect};

/// The data of one agent.
pub(crate) type Parts<T, B> = (Entity, &'static mut Behavior<T>, <B as Blackboard>::Data);

type Found<'w, 's, T, B> = (Entity, Mut<'w, Behavior<T>>, DataOf<'w, 's, B>);

/// All agents, also disabled ones.
type AllAgents<'w, 's, T, B> = Query<'w, 's, Parts<T, B>, Allow<Disabled>>;

/// Aborts a tree that is removed or replaced, or whose entity is despawned.
pub(crate) fn discarded<T, B>(
    event: On<'_, '_, Discard<Behavior<T>>>,
    mut agents: AllAgents<'_, '_, T, B>,
    param: Shared<'_, '_, B>,
    reports: Reports<'_, '_, T>,
    mut watching: Watching<'_>,
) where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    abort(&mut agents, event.entity, param, reports, &mut watching);
    watching.leave::<T>(event.entity);
}

/// Aborts the tree of the entity of an event: the entity loses a component of its blackboard, or the program has triggered
/// [`AbortTree`](crate::AbortTree).
pub(crate) fn one<E, T, B>(
    event: On<'_, '_, E>,
    mut agents: AllAgents<'_, '_, T, B>,
    param: Shared<'_, '_, B>,
    mut crowd: ResMut<'_, Agents<T>>,
    reports: Reports<'_, '_, T>,
    mut watching: Watching<'_>,
) where
    E: EventPattern<Event: EntityEvent>,
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let entity = event.event_target();
    if let Some(number) = abort(&mut agents, entity, param, reports, &mut watching) {
        crowd.wake(number);
    }
}

/// Begins to stop the tree of an entity.
pub(crate) fn stop<T: Inspect + Send + Sync + 'static>(
    event: On<'_, '_, StopTree>,
    mut behaviors: Query<'_, '_, &mut Behavior<T>, Allow<Disabled>>,
    mut agents: ResMut<'_, Agents<T>>,
) {
    let Ok(mut behavior) = behaviors.get_mut(event.entity) else { return };
    match behavior.active().next() {
        Some(_) => {
            behavior.bypass_change_detection().turn = Turn::Stop;
            agents.wake(behavior.number);
        }
        None => behavior.turn = Turn::Rest,
    }
}

/// Aborts the tree of one entity; returns its number, if the tree was running.
fn abort<T, B>(
    agents: &mut AllAgents<'_, '_, T, B>,
    entity: Entity,
    param: Shared<'_, '_, B>,
    reports: Reports<'_, '_, T>,
    watching: &mut Watching<'_>,
) -> Option<u32>
where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let found = agents.get_mut(entity).ok()?;
    let number = found.1.number;
    if !found.1.tree.is_running() {
        return None;
    }
    let Ok(mut param) = param else {
        reports.miss_resources();
        return None;
    };
    let mut changes = Vec::new();
    let was_running = abort_one::<T, B>(found, &mut param, &reports, watching, &mut changes);
    reports.send(changes, Vec::new());
    was_running.then_some(number)
}

/// Aborts all trees.
pub(crate) fn all_asked<T, B>(
    _: On<'_, '_, AbortTrees<T>>,
    agents: AllAgents<'_, '_, T, B>,
    param: Shared<'_, '_, B>,
    crowd: ResMut<'_, Agents<T>>,
    reports: Reports<'_, '_, T>,
    watching: Watching<'_>,
) where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    all::<T, B>(agents, param, crowd, reports, watching);
}

/// Aborts all trees, before the app ends.
pub(crate) fn all<T, B>(
    mut agents: AllAgents<'_, '_, T, B>,
    param: Shared<'_, '_, B>,
    mut crowd: ResMut<'_, Agents<T>>,
    reports: Reports<'_, '_, T>,
    mut watching: Watching<'_>,
) where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    let Ok(mut param) = param else {
        // Without resources there may be no trees, either.
        if !agents.is_empty() {
            reports.miss_resources();
        }
        return;
    };
    let crowd = crowd.bypass_change_detection();
    let mut changes = Vec::new();
    for place in 0..crowd.entities.len() {
        if let Ok(found) = agents.get_mut(crowd.entities[place])
            && abort_one::<T, B>(found, &mut param, &reports, &mut watching, &mut changes)
        {
            crowd.crowd.wake(place);
        }
    }
    reports.send(changes, Vec::new());
}

/// Returns `true` if the tree was running.
fn abort_one<T, B>(
    (entity, mut behavior, data): Found<'_, '_, T, B>,
    param: &mut ParamOf<'_, '_, B>,
    reports: &Reports<'_, '_, T>,
    watching: &mut Watching<'_>,
    changes: &mut Vec<NodeChanged<T>>,
) -> bool
where
    T: for<'at> Agent<B::At<'at>> + Send + Sync + 'static,
    B: Blackboard + 'static,
{
    if !behavior.tree.is_running() {
        return false;
    }
    // Its active nodes change.
    let behavior = &mut *behavior;
    let mut before = Vec::new();
    behavior.note_active(!reports.nodes().is_empty(), &mut before);
    let tree = &mut behavior.tree;
    let mut blackboard = B::borrow(B::Data::shrink(data), param);
    let mut report = Report::of(reports.nodes(), &before, entity, changes);
    if watching.is_on() {
        watching.abort(entity, tree, &mut blackboard, &mut report);
    } else {
        tree.abort_with(&mut blackboard, &mut report);
    }
    if behavior.turn == Turn::Stop {
        behavior.turn = Turn::Rest;
    }
    behavior.show_anew(None);
    true
}
