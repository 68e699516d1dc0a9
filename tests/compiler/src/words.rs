//! A vocabulary, and the trees of a file.

use crate::{Mode, Quiet, Robot, Steady, WalkTo};
use bt_core::behavior_tree;

behavior_tree! {
    /// The words of a robot's trees.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub vocabulary Drill(robot: &mut Robot) {
        /// It can go on.
        condition Strong => robot.battery > 10;
        condition Below(limit: u32 = 20) => robot.battery < limit;
        action Walk => robot.walk();
        action Give => robot.take();
        action Take(times: u32, /** how far */ far: bool = true, mode: Mode { Off, Stand } = Off) => {
            if far && mode == Mode::Stand { robot.place = robot.place.saturating_sub(times); }
            robot.take()?;
            Ok::<_, &str>(())
        };
        action WalkTo(place: u32 = 3) => WalkTo { place };
        decorator Steady => Steady { least: 2 };
        value Charge: f32 => robot.charge();
        value Place: u32 => robot.place;
        value Pause: Duration => robot.time;
        random => robot.draw;
        subtree Quiet;
    }

    /// The behavior of a robot.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
    pub trees from "src/robot.tree" with Drill;
}
