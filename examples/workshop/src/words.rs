//! The words of the villagers.

use super::village::{Place, Villager};
use bt_core::{Action, Decorator, End, Status, behavior_tree};

behavior_tree! {
    /// The words of the villagers.
    #[derive(Clone, Debug)]
    pub(crate) vocabulary Village(me: &mut Villager) {
        /// It is night: the last quarter of each day.
        condition IsNight => me.is_night();
        /// The wolf is near, and the villager is not in bed.
        condition WolfNear(/** metres */ within: f32 = 25.0) => me.wolf_within(within);
        /// Hunger grows by 2.5 per second.
        condition IsHungry(/** of 100 */ above: f32 = 60.0) => me.hunger > above;
        /// Energy falls by 1.5 per second.
        condition IsTired(/** of 100 */ below: f32 = 25.0) => me.energy < below;
        condition HasWood(/** logs */ at_least: u32 = 1) => me.wood >= at_least;
        condition IsAt(place: Place { Bed, Kitchen, Market, Wood }) => me.is_at(place);

        /// Walks to a place.
        action GoTo(
            place: Place { Bed, Kitchen, Market, Wood },
            /** metres per second */ speed: f32 = 8.0,
        ) => GoTo { place, speed };
        /// Runs to the bed, where it is safe.
        action Flee => me.flee();
        /// Eats; fails if this is not the kitchen.
        action Eat(/** 20 of hunger each */ bites: u32 = 1) => me.eat(bites);
        /// Sleeps until rested; fails if this is not the bed.
        action Sleep => me.sleep();
        /// Cuts one log; fails if this is not the wood.
        action Chop => me.chop();
        /// Sells all logs for a coin each; fails if this is not the market, or there are none.
        action Sell => me.sell();
        /// Says something.
        action Say(text: &'static str) => { text.clone_into(&mut me.said); };

        /// Carries a lamp while its node runs.
        decorator WithLamp => Lamp {};

        /// Hunger, from 0 to 1.
        value Hunger: f32 => me.hunger / 100.0;
        /// Tiredness, from 0 to 1.
        value Tiredness: f32 => 1.0 - me.energy / 100.0;

        random => me.chance.u32(..);

        /// Nobody runs from nothing.
        rule always Flee.ticked -> WolfNear.succeeded;
    }
}

/// Walks to a place.
#[derive(Clone, Debug)]
pub(crate) struct GoTo {
    place: Place,
    speed: f32,
}

impl Action<Villager> for GoTo {
    fn tick(&mut self, me: &mut Villager) -> Status {
        me.walk(Villager::place(self.place), self.speed);
        if me.is_at(self.place) { Status::Success } else { Status::Running }
    }
}

/// Carries a lamp while the child runs.
#[derive(Clone, Debug)]
pub(crate) struct Lamp {}

impl Decorator<Villager> for Lamp {
    fn start(&mut self, me: &mut Villager) {
        me.has_lamp = true;
    }

    fn end(&mut self, me: &mut Villager, _: End) {
        me.has_lamp = false;
    }
}
