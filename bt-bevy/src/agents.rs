//! The entities with a tree, and which of them have to be ticked.

use crate::behavior::Behavior;
use bevy_ecs::entity::Entity;
use bevy_ecs::resource::Resource;
use bt_core::crowd::Crowd;

/// The entities with a tree of one type. An entity has a number, which changes when another one leaves.
#[derive(Resource)]
pub(crate) struct Agents<T: Send + Sync + 'static> {
    pub(crate) crowd: Crowd,
    pub(crate) entities: Vec<Entity>,
    /// Makes the component of a cloned entity.
    pub(crate) copy: Option<Duplicate<T>>,
}

pub(crate) type Duplicate<T> = fn(&Behavior<T>) -> Behavior<T>;

impl<T: Send + Sync + 'static> Agents<T> {
    pub(crate) const fn new(copy: Option<Duplicate<T>>) -> Self {
        Self { crowd: Crowd::new(), entities: Vec::new(), copy }
    }

    /// Adds an entity, which is awake, and returns its number.
    pub(crate) fn enter(&mut self, entity: Entity, is_event_driven: bool) -> u32 {
        let place = self.entities.len();
        let number = u32::try_from(place).expect("a world has fewer entities");
        self.entities.push(entity);
        self.crowd.push();
        if is_event_driven {
            self.crowd.insert_event_driven(place);
        }
        number
    }

    /// Removes the entity with this number; returns the one that has the number now.
    pub(crate) fn leave(&mut self, number: u32) -> Option<Entity> {
        let place = number as usize;
        if self.entities.len() <= place {
            return None;
        }
        self.entities.swap_remove(place);
        self.crowd.swap_remove(place);
        self.entities.get(place).copied()
    }

    pub(crate) fn wake(&mut self, number: u32) {
        self.crowd.wake(number as usize);
    }
}
