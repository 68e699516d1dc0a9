//! The words for the people of the town, and the compiled trees of `village.tree`.

use super::town::{Job, Place, View};
use bt_core::{Action, Decorator, End, Status, behavior_tree};

behavior_tree! {
    /// The words for the people of the town.
    #[derive(Clone, Debug)]
    pub(crate) vocabulary Village(view: &mut View<'_>) {
        /// It is night: the last 22 seconds of each minute.
        condition IsNight => view.town.is_night();
        /// The opposite of `IsNight`.
        condition IsDay => !view.town.is_night();
        /// The wolf is near. False for a person at home, where it is safe.
        condition WolfNear(/** steps */ within: i32 = 8) => view.wolf_within(within);
        /// Another person is near.
        condition NeighborNear(/** steps */ within: i32 = 3) => view.neighbor_within(within).is_some();
        /// The person is hungry. Hunger grows by 1 per second.
        condition IsHungry(/** of 100 */ above: u32 = 50) => view.me.hunger > above;
        /// There is enough money; a meal costs one coin.
        condition HasCoins(at_least: u32 = 1) => view.me.coins >= at_least;
        /// There are apples in the basket.
        condition HasApples(at_least: u32 = 2) => view.me.basket >= at_least;
        /// The person has this trade.
        condition WorksAs(job: Job { Farmer, Watchman }) => view.me.job == job;
        /// The person is at a place.
        condition IsAt(place: Place { Field, Gate, Home, Inn, Market, Well }) => view.is_at(place);
        /// The bell was rung a short while ago.
        condition BellRang(within: Duration = 5s) => view.bell_within(within);

        /// Walks to a place.
        action GoTo(
            place: Place { Field, Gate, Home, Inn, Market, Well },
            /** steps per second, at most 8 */ speed: f32 = 4.0,
        ) => GoTo { place, speed, way: 0.0 };
        /// Runs away from the wolf, as long as there is one.
        action Flee => view.flee();
        /// Runs to the wolf and drives it away, for two coins; fails if there is none.
        action ChaseWolf => view.chase();
        /// Picks an apple; fails if this is not the field.
        action Harvest => view.harvest();
        /// Sells all apples, two for a coin; fails if this is not the market, or there are none.
        action Sell => view.sell();
        /// Eats for a coin; fails if this is not the inn, or there is no coin.
        action Eat => view.eat();
        /// Says something.
        action Say(text: &'static str) => view.say(text);
        /// Rings the bell, which `BellRang` reports to all.
        action RingBell => view.ring();

        /// Carries a lamp while its node runs.
        decorator WithLamp => Lamp {};

        /// Hunger, from 0 to 1.
        value Hunger: f32 => view.me.hunger as f32 / 100.0;
        /// Wealth: 0.1 per coin.
        value Wealth: f32 => view.me.coins as f32 / 10.0;
        /// The time that a person likes to wait, different for each person.
        value Patience: Duration => view.me.patience;

        random => view.town.chance.u32(..);

        /// A chat with a neighbor at most 4 steps away; fails if there is none.
        subtree Chat;

        // Proved for each file before its trees run.
        /// Nobody runs from a wolf, or hunts one, that is not there.
        rule always Flee.started || ChaseWolf.ticked -> WolfNear.succeeded;
        /// Who runs away does nothing else.
        rule never Flee.running && (ChaseWolf.ticked || Eat.ticked || Harvest.ticked || Sell.ticked);
    }

    #[derive(Clone, Debug)]
    pub(crate) trees from "studio/village.tree" with Village;

    /// Talks to a neighbor. Files have no `let`, so this tree is written in Rust.
    #[derive(Clone, Debug)]
    pub(crate) tree Chat(view: &mut View<'_>) {
        let(neighbor: usize = view.neighbor_within(4))
        'near: guard(view.town.people[*neighbor].distance(view.me.cell) <= 4)
        sequence {
            'hello: action view.say("Nice weather, is it not?");
            'listen: wait(2s);
            'bye: action view.say("Well, see you.");
        }
    }

    // A farmer has too many states for the compiler, so each rule is proved by a test.
    #[limit(transitions = 1)]
    #[allow(deprecated, reason = "tests decide")]
    rules Farmer {
        /// The wolf comes first, then the night, hunger and work; a farmer looks out for the wolf in every tick.
        always 'home.ticked -> 'flee.failed;
        always 'meal.ticked -> 'home.failed;
        always 'work.ticked -> 'meal.failed;
        after 'home || 'work next 'flee.ticked;
        possible 'flee.started && 'flee.failed && !'run.ticked;
        possible 'home.started && 'home.failed && !'lamp.ticked;
        /// The bell is rung before the cry, and both before the flight; not again while the cooldown lasts.
        always 'cry.started -> 'ring.succeeded;
        always 'run.started -> 'warn.succeeded;
        possible 'run.started && !'ring.ticked && !'cry.ticked;
        /// The farmer carries a lamp on the way home, and sleeps there.
        always 'home -> 'lamp.ticked;
        always 'sleep.started -> 'return.succeeded;
        always 'pause.started -> 'well.succeeded;
        /// After each piece of work comes the next one.
        always 'apples.succeeded || 'rest.succeeded || 'chat.succeeded -> 'choice.succeeded;
        possible 'choice.succeeded && 'work;

        // The subtrees keep their own rules also here.
        always 'meal.'coins.started -> 'meal.'hungry.succeeded;
        always 'meal.'inn.started -> 'meal.'coins.succeeded;
        always 'meal.'served.started -> 'meal.'inn.succeeded;
        always 'meal.'eat.started -> 'meal.'served.succeeded;
        always 'meal.'praise.started -> 'meal.'eat.succeeded;
        always 'apples.'harvest.started -> 'apples.'ripe.succeeded;
        always 'apples.'basket.started -> 'apples.'field.succeeded;
        always 'apples.'market.started -> 'apples.'basket.succeeded;
        always 'apples.'sell.started -> 'apples.'market.succeeded;
        possible 'apples.'harvest.succeeded && 'apples.'basket;
        always 'chat.'listen.started -> 'chat.'hello.succeeded;
        always 'chat.'bye.started -> 'chat.'listen.succeeded;
        possible 'chat.'near.failed && !'chat.'near.started;
    }

    rules Watchman {
        /// A wolf that is seen comes first, then the bell, the rounds and hunger; rest comes last.
        always 'help.ticked -> 'chase.failed;
        always 'rounds.ticked -> 'help.failed;
        always 'meal.ticked -> 'rounds.failed;
        always 'rest.ticked -> 'meal.failed;
        after 'rest || 'rounds next 'chase.ticked;
        possible 'chase.started && 'chase.failed && !'shout.ticked;
        possible 'help.started && 'help.failed && !'come.ticked;
        possible 'rounds.started && 'rounds.failed && !'lamp.ticked;
        always 'drive.started -> 'shout.succeeded;
        always 'quiet.started -> 'come.succeeded;
        /// The watchman carries a lamp, and after each round comes the next one.
        always 'rounds -> 'lamp.ticked;
        always 'listen.started -> 'gate.succeeded;
        always 'market.started -> 'listen.succeeded;
        always 'look.started -> 'market.succeeded;
        possible 'look.succeeded && 'again;
        always 'stay.started -> 'home.succeeded;

        always 'meal.'coins.started -> 'meal.'hungry.succeeded;
        always 'meal.'inn.started -> 'meal.'coins.succeeded;
        always 'meal.'served.started -> 'meal.'inn.succeeded;
        always 'meal.'eat.started -> 'meal.'served.succeeded;
        always 'meal.'praise.started -> 'meal.'eat.succeeded;
    }
}

/// Walks to a place.
#[derive(Clone, Debug)]
pub(crate) struct GoTo {
    place: Place,
    speed: f32,
    /// The fraction of the next step.
    way: f32,
}

impl Action<View<'_>> for GoTo {
    fn tick(&mut self, view: &mut View<'_>) -> Status {
        self.way += self.speed.clamp(0.0, 8.0) * super::town::STEP.as_secs_f32();
        while self.way >= 1.0 {
            self.way -= 1.0;
            view.step_towards(self.place);
        }
        if view.is_at(self.place) { Status::Success } else { Status::Running }
    }
}

/// Carries a lit lamp while the child runs.
#[derive(Clone, Debug)]
pub(crate) struct Lamp {}

impl Decorator<View<'_>> for Lamp {
    fn start(&mut self, view: &mut View<'_>) {
        view.me.has_lamp = true;
    }

    fn end(&mut self, view: &mut View<'_>, _: End) {
        view.me.has_lamp = false;
    }
}

/// What the mutants of the trees are checked by.
#[cfg(test)]
#[allow(
    dead_code,
    reason = "the tests of all examples call them; those of the program alone do not"
)]
pub(crate) mod proofs {
    use super::{Farmer, Watchman};
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn farmer() -> Proof {
        explore::<Farmer>()
    }

    pub(crate) fn watchman() -> Proof {
        explore::<Watchman>()
    }

    pub(crate) fn rules_of_farmers() -> Rules {
        Rules::of(Farmer::RULES)
    }

    pub(crate) fn rules_of_watchmen() -> Rules {
        Rules::of(Watchman::RULES)
    }
}
