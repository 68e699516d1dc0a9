//! Every kind of leaf.

use crate::{Robot, WalkTo};
use bt_core::behavior_tree;

behavior_tree! {
    /// A public tree with all derives that are possible.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub tree Leaves(robot: &mut Robot) {
        selector {
            sequence {
                condition robot.battery > 10;
                action robot.walk();
                action robot.take();
                action robot.place = 7;
                action robot.battery > 0;
                /// Kept in the tree while it runs.
                'walk: action WalkTo { place: robot.place.saturating_add(3) };
                wait(250ms);
                subtree Quiet;
                running;
            }
            action {
                let place = robot.place.checked_mul(2).ok_or("far away")?;
                robot.place = place;
                Ok::<_, &str>(())
            };
            fail;
            succeed;
        }
    }

    /// A tree of one leaf.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub tree Quiet(robot: &mut Robot) {
        action WalkTo { place: 3 };
    }

    /// A tree that is private to this crate.
    #[derive(Clone, Copy, Debug)]
    pub(crate) tree Inner(place: &mut u32) {
        sequence {
            condition *place > 3;
            action *place = 0;
        }
    }
}
