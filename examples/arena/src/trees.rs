//! The words of `arena.tree`, and the trees that need Rust.

use crate::world::view::{Stroll, View};
use bt_core::behavior_tree;
use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;

behavior_tree! {
    /// The words of `arena.tree`.
    #[derive(Clone, Debug)]
    pub(crate) vocabulary Arena(view: &mut View<'_>) {
        /// True at all times: for the last child of a `priority_selector`.
        condition Always => true;
        /// The player has sent the animal to a place.
        condition IsSent => view.me.order.is_some();
        /// A hunter is near. Sheep see 16 meters far, shepherds 40.
        condition HunterNear(/** meters */ within: f32) => view.hunter_within(within);
        /// A shepherd is near. Sheep see 12 meters far, hunters 25.
        condition ShepherdNear(/** meters */ within: f32) => view.shepherd_within(within);
        /// The sheep has strayed, and a shepherd is near.
        condition IsDriven(/** meters */ within: f32) => view.is_stray() && view.shepherd_within(within);
        /// The sheep has fewer neighbors than this within four meters.
        condition IsAlone(below: u32 = 1) => view.me.seen.neighbors < below;
        /// The hunter is hungry. Hunger grows by one per second.
        condition IsHungry(/** of 100 */ above: f32 = 50.0) => view.me.hunger > above;
        /// A sheep has strayed from the pasture.
        condition StraySeen => !view.meadow.strays.is_empty();

        /// Stands still.
        action Stop => view.stop();
        /// Walks in one direction, towards the herd and the pasture.
        action Stroll(/** meters per second */ speed: f32) => Stroll { speed, direction: Vec2::ZERO };
        /// Runs from the nearest hunter until it is far enough.
        action Flee(/** meters */ until: f32, speed: f32) => view.flee(until, speed);
        /// Keeps away from the nearest shepherd until it is far enough.
        action Retreat(/** meters */ until: f32, speed: f32) => view.retreat(until, speed);
        /// Runs at the nearest hunter until it is far enough.
        action ChaseAway(/** meters */ until: f32, speed: f32) => view.chase_away(until, speed);
        /// Walks to the fold until it is in the pasture.
        action GoHome(speed: f32) => view.go_home(speed);
        /// Walks around the pasture.
        action Prowl(speed: f32) => view.prowl(speed);

        /// One to five seconds, different for each animal.
        value Patience: Duration => view.me.patience;
        random => view.chance.u32(..);

        /// Goes where the player has sent the animal.
        subtree Errand;
        /// Walks to the nearest sheep; fails if none is within 60 meters.
        subtree Rejoin;
        /// Hunts the nearest sheep; fails if it gets away.
        subtree Hunt;
        /// Brings the nearest stray back to the pasture.
        subtree Gather;
    }

    /// Goes to a place; if the player sends the animal to another place meanwhile, it goes there.
    #[derive(Clone, Debug)]
    pub(crate) tree Errand(view: &mut View<'_>) {
        guard(view.me.order.is_some())
        retry let(goal: Vec2 = view.me.order)
        guard(view.me.order == Some(*goal))
        sequence {
            'walk: action view.walk_to(*goal, 4.0);
            'arrive: action view.arrive();
        }
    }

    /// Walks to the sheep that is the nearest one now, even if another comes nearer on the way.
    #[derive(Clone, Debug)]
    pub(crate) tree Rejoin(view: &mut View<'_>) {
        let(friend: Handle = view.nearest_sheep(60.0))
        'approach: action view.follow(*friend, 2.5, 2.0);
    }

    /// Creeps up to one sheep, and runs after it until it is caught or gone.
    #[derive(Clone, Debug)]
    pub(crate) tree Hunt(view: &mut View<'_>) {
        let(prey: Handle = view.nearest_sheep(80.0))
        sequence {
            'stalk: action view.follow(*prey, 3.0, 12.0);
            timeout(8s) 'chase: action view.follow(*prey, 7.5, 0.9);
            'catch: action view.catch(*prey);
            timeout(4s) 'devour: action view.stop_for_good();
        }
    }

    /// Walks around one stray, and follows it to the pasture.
    #[derive(Clone, Debug)]
    pub(crate) tree Gather(view: &mut View<'_>) {
        let(stray: Handle = view.nearest_stray())
        sequence {
            'go_behind: action view.go_behind(*stray, 5.0);
            'drive: action view.drive(*stray, 4.0);
        }
    }
}
