//! What a plugin tells after the ticks: the beginnings and the ends of nodes, and errors.

use crate::missing;
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::entity::Entity;
use bevy_ecs::error::{BevyError, Severity};
use bevy_ecs::event::EntityEvent;
use bevy_ecs::message::{Message, MessageWriter};
use bevy_ecs::resource::Resource;
use bevy_ecs::system::{Commands, SystemParam};
use bevy_ecs::world::World;
use bt_core::{Active, End, NodeId, Observer, Status};
use std::fmt;
use std::marker::PhantomData;

/// A node of an entity's tree has begun or ended: a message, and an event for observers.
///
/// It is sent for the nodes that [`BehaviorPlugin::report`](crate::BehaviorPlugin::report) names, after the ticks of all
/// entities. A node that succeeds in the tick in which it begins sends both; one that fails in that tick, because its
/// conditions are false, sends nothing.
///
/// ```
/// # use bevy_app::prelude::*;
/// # use bevy_ecs::prelude::*;
/// # use bt_bevy::{BehaviorPlugin, Blackboard, Change, NodeChanged};
/// # use bt_bevy::behavior_tree;
/// # #[derive(Component)] struct Battery(f32);
/// # #[derive(Blackboard)] struct Board<'w> { battery: &'w Battery }
/// # behavior_tree! {
/// #     tree Robot(robot: &mut Board<'_>) {
/// #         active_selector { condition robot.battery.0 > 0.1; 'charge: running; }
/// #     }
/// # }
/// # let mut app = App::new();
/// app.add_plugins(BehaviorPlugin::<Robot>::new(Update).report([Robot::CHARGE]));
/// app.add_observer(|event: On<NodeChanged<Robot>>| match event.change {
///     Change::Began => println!("{} charges", event.entity),
///     Change::Ended(end) => println!("{} has charged: {end:?}", event.entity),
/// });
/// ```
#[derive(EntityEvent, Message)]
pub struct NodeChanged<T: Send + Sync + 'static> {
    /// The entity.
    pub entity: Entity,
    /// The node.
    pub node: NodeId,
    /// The change.
    pub change: Change,
    pub(crate) tree: PhantomData<fn(T)>,
}

/// A change of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    /// It was ticked for the first time since it ended.
    Began,
    /// It has ended with success or failure, or was aborted.
    Ended(End),
}

impl<T: Send + Sync + 'static> Clone for NodeChanged<T> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Send + Sync + 'static> Copy for NodeChanged<T> {}

impl<T: Send + Sync + 'static> fmt::Debug for NodeChanged<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("NodeChanged")
            .field("entity", &self.entity)
            .field("node", &self.node)
            .field("change", &self.change)
            .finish_non_exhaustive()
    }
}

/// The nodes that are reported, and the events that observers have not seen yet.
#[derive(Resource)]
pub(crate) struct Reported<T: Send + Sync + 'static> {
    nodes: Vec<NodeId>,
    /// How severe the errors of leaves are.
    severity: Severity,
    /// Events are triggered in the order in which they happened, although commands of several systems are applied one
    /// system after the other.
    outbox: Vec<NodeChanged<T>>,
}

impl<T: Send + Sync + 'static> Reported<T> {
    pub(crate) const fn new(nodes: Vec<NodeId>, severity: Severity) -> Self {
        Self { nodes, severity, outbox: Vec::new() }
    }
}

/// Sends the changes.
#[derive(SystemParam)]
pub(crate) struct Reports<'w, 's, T: Send + Sync + 'static> {
    reported: ResMut<'w, Reported<T>>,
    messages: MessageWriter<'w, NodeChanged<T>>,
    commands: Commands<'w, 's>,
}

impl<T: Send + Sync + 'static> Reports<'_, '_, T> {
    pub(crate) fn nodes(&self) -> &[NodeId] {
        &self.reported.nodes
    }

    /// Returns `true` if somebody is told the errors of leaves.
    pub(crate) fn tell_errors(&self) -> bool {
        self.reported.severity != Severity::Ignore
    }

    /// Says which resources are missing.
    pub(crate) fn miss_resources(mut self) {
        self.commands.queue(missing::resources::<T>);
    }

    /// Sends changes, and tells errors to Bevy's error handler.
    pub(crate) fn send(mut self, changes: Vec<NodeChanged<T>>, errors: Vec<String>) {
        let severity = self.reported.severity;
        for error in errors {
            self.commands.queue(move |_: &mut World| -> Result<(), BevyError> {
                Err(BevyError::new(severity, error))
            });
        }
        if changes.is_empty() {
            return;
        }
        self.reported.outbox.extend_from_slice(&changes);
        self.messages.write_batch(changes);
        self.commands.queue(|world: &mut World| {
            let changes = std::mem::take(&mut world.resource_mut::<Reported<T>>().outbox);
            for change in changes {
                world.trigger(change);
            }
        });
    }
}

/// Derives the changes of one tick from its events.
pub(crate) struct Report<'a, T: Send + Sync + 'static> {
    nodes: &'a [NodeId],
    /// The active nodes before the tick.
    before: &'a [NodeId],
    entity: Entity,
    changes: &'a mut Vec<NodeChanged<T>>,
}

impl<'a, T: Send + Sync + 'static> Report<'a, T> {
    /// Makes an observer of a tree with these active nodes; `None` if there are no nodes to report.
    pub(crate) fn of(
        nodes: &'a [NodeId],
        before: &'a [NodeId],
        entity: Entity,
        changes: &'a mut Vec<NodeChanged<T>>,
    ) -> Option<Self> {
        (!nodes.is_empty()).then_some(Self { nodes, before, entity, changes })
    }

    fn push(&mut self, node: NodeId, change: Change) {
        self.changes.push(NodeChanged { entity: self.entity, node, change, tree: PhantomData });
    }

    fn was_active(&self, node: NodeId) -> bool {
        self.before.binary_search(&node).is_ok()
    }

    fn ended(&mut self, node: NodeId, end: End) {
        if !self.nodes.contains(&node) {
            return;
        }
        if !self.was_active(node) {
            // Its conditions were false, for example.
            if end == End::Failure {
                return;
            }
            self.push(node, Change::Began);
        }
        self.push(node, Change::Ended(end));
    }
}

const fn end_of(status: Status) -> Option<End> {
    match status {
        Status::Success => Some(End::Success),
        Status::Failure => Some(End::Failure),
        Status::Running => None,
    }
}

impl<T: Send + Sync + 'static> Observer for Report<'_, T> {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        if let Some(end) = end_of(status) {
            self.ended(node, end);
        }
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        if let Some(end) = end_of(status) {
            self.ended(node, end);
        }
    }

    fn aborted(&mut self, node: NodeId) {
        self.ended(node, End::Aborted);
    }

    fn tick_ends(&mut self, active: Active<'_>) {
        for node in active {
            if self.nodes.contains(&node) && !self.was_active(node) {
                self.push(node, Change::Began);
            }
        }
    }
}
