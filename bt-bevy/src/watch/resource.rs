//! The agents of a recorder or a live page.

use super::shown::Shown;
use crate::behavior::Behavior;
use crate::blackboard::Blackboard;
use bevy_ecs::change_detection::{Res, ResMut};
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::name::Name;
use bevy_ecs::resource::Resource;
use bevy_ecs::system::Query;
use bevy_time::Time;
use bt_core::Inspect;
use bt_core::{Agent, Observer, Status};
use bt_watch::live::Live;
use bt_watch::record::{AgentId, Recorder, Recording};
use std::any::TypeId;
use std::collections::HashMap;
use std::time::Duration;

/// The resource of a [`LivePlugin`](crate::LivePlugin) or a [`RecorderPlugin`](crate::RecorderPlugin).
///
/// While it exists, trees are ticked one after the other. Remove it to end the recording.
#[derive(Resource, Debug)]
pub struct Watch {
    watcher: Watcher,
    agents: HashMap<TypeId, EntityHashMap<AgentId>>,
}

#[derive(Debug)]
enum Watcher {
    Live(Live),
    Recorder(Box<Recorder>),
}

/// Does the same with either of the two.
macro_rules! either {
    ($this:expr, $watcher:ident => $call:expr) => {
        match &mut $this.watcher {
            Watcher::Live($watcher) => $call,
            Watcher::Recorder($watcher) => $call,
        }
    };
}

impl From<Live> for Watch {
    fn from(live: Live) -> Self {
        Self { watcher: Watcher::Live(live), agents: HashMap::new() }
    }
}

impl From<Recorder> for Watch {
    fn from(recorder: Recorder) -> Self {
        Self { watcher: Watcher::Recorder(Box::new(recorder)), agents: HashMap::new() }
    }
}

impl Watch {
    /// The address of the live page.
    #[must_use]
    pub fn url(&self) -> Option<String> {
        match &self.watcher {
            Watcher::Live(live) => Some(live.url()),
            Watcher::Recorder(_) => None,
        }
    }

    /// The recording of all moments that are still kept.
    #[must_use]
    pub fn recording(&self) -> Recording {
        match &self.watcher {
            Watcher::Live(live) => live.recording(),
            Watcher::Recorder(recorder) => recorder.recording().clone(),
        }
    }

    fn begin_moment(&mut self, time: Option<Duration>) {
        match time {
            Some(time) => either!(self, watcher => watcher.next_moment_at(time)),
            None => either!(self, watcher => watcher.next_moment()),
        }
    }

    fn agent<T: 'static>(&self, entity: Entity) -> Option<AgentId> {
        self.agents.get(&TypeId::of::<T>())?.get(&entity).copied()
    }

    fn enter<T: Inspect + 'static>(
        &mut self,
        entity: Entity,
        name: Option<&Name>,
        tree: &T,
    ) -> AgentId {
        if let Some(agent) = self.agent::<T>(entity) {
            return agent;
        }
        let name = name.map_or_else(|| entity.to_string(), ToString::to_string);
        let agent = either!(self, watcher => watcher.agent_of(name, tree));
        self.agents.entry(TypeId::of::<T>()).or_default().insert(entity, agent);
        agent
    }

    pub(super) fn leave<T: 'static>(&mut self, entity: Entity) {
        let agents = self.agents.get_mut(&TypeId::of::<T>());
        if let Some(agent) = agents.and_then(|agents| agents.remove(&entity)) {
            either!(self, watcher => watcher.retire(agent));
        }
    }

    pub(super) fn tick<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        let agent = self.enter(entity, None, tree);
        let status = either!(self, watcher => watcher.tick_with(agent, tree, blackboard, observer));
        self.snapshot(agent, blackboard);
        status
    }

    pub(super) fn stop<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) -> Status {
        let agent = self.enter(entity, None, tree);
        let status = either!(self, watcher => watcher.stop_with(agent, tree, blackboard, observer));
        self.snapshot(agent, blackboard);
        status
    }

    fn snapshot(&mut self, agent: AgentId, blackboard: &impl Blackboard) {
        let mut shown = Shown::default();
        blackboard.show(&mut shown);
        either!(self, watcher => watcher.snapshot(agent, &shown));
    }

    pub(super) fn abort<B: Blackboard, T: Agent<B> + 'static>(
        &mut self,
        entity: Entity,
        tree: &mut T,
        blackboard: &mut B,
        observer: &mut impl Observer,
    ) {
        let agent = self.enter(entity, None, tree);
        either!(self, watcher => watcher.abort_with(agent, tree, blackboard, observer));
    }
}

/// Begins the moment of this frame.
pub(super) fn begin_moment(watch: Option<ResMut<'_, Watch>>, time: Option<Res<'_, Time>>) {
    if let Some(mut watch) = watch {
        watch.begin_moment(time.map(|time| time.elapsed()));
    }
}

/// Adds the trees that are new, with the names of their entities.
pub(crate) fn name_agents<T: Inspect + Send + Sync + 'static>(
    watch: Option<ResMut<'_, Watch>>,
    trees: Query<'_, '_, (Entity, &Behavior<T>, Option<&Name>)>,
) {
    if let Some(mut watch) = watch {
        let is_new = |(entity, ..): &(Entity, _, _)| watch.agent::<T>(*entity).is_none();
        let mut new: Vec<_> = trees.iter().filter(is_new).collect();
        // A query has no order of its own.
        new.sort_unstable_by_key(|(_, behavior, _)| behavior.number);
        for (entity, behavior, name) in new {
            watch.enter(entity, name, behavior.tree());
        }
    }
}
