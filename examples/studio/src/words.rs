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
    }

    #[derive(Clone, Debug)]
    pub(crate) trees from "studio/village.tree" with Village;

    /// Talks to a neighbor. Files have no `let`, so this tree is written in Rust.
    #[derive(Clone, Debug)]
    pub(crate) tree Chat(view: &mut View<'_>) {
        let(neighbor: usize = view.neighbor_within(4))
        guard(view.town.people[*neighbor].distance(view.me.cell) <= 4)
        sequence {
            action view.say("Nice weather, is it not?");
            wait(2s);
            action view.say("Well, see you.");
        }
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

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../../rules/mod.rs"]
mod rules;

/// The rules that hold in every state of a villager, whatever happens in the town.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, most_important_first, one_after_the_other, refuses, succeeds};
    use super::{Apples, Chat, Farmer, Meal, Watchman};
    use bt_core::{Node, NodeId, NodeKind};
    use bt_verify::{Proof, Rules, explore};

    /// A tree with its rules.
    type Proven = (fn() -> Proof, fn() -> Rules);

    /// Each tree on its own: together they have many more states.
    pub(crate) const PROVEN: [Proven; 5] = [
        (explore::<Farmer>, farmers),
        (explore::<Watchman>, watchmen),
        (explore::<Meal>, || meals(Rules::new(), Meal::NODES)),
        (explore::<Apples>, || harvests(Rules::new(), Apples::NODES)),
        (explore::<Chat>, || chats(Rules::new(), Chat::NODES)),
    ];

    /// The node after this one: its first child.
    fn below(node: NodeId) -> NodeId {
        NodeId::new(u32::try_from(node.index() + 1).expect("a small tree"))
    }

    /// The farmer runs from the wolf, goes home at night, then eats, then works.
    fn farmers() -> Rules {
        let node = |kind, text| find(Farmer::NODES, kind, text);
        let action = |text| node(NodeKind::Action, text);
        let (flee, home, work, rest) = (Farmer::FLEE, Farmer::HOME, Farmer::WORK, Farmer::REST);
        let (ring, cry, run) =
            (action("RingBell"), action("Say(text = \"A wolf!\")"), action("Flee"));
        let (warn, lamp) = (node(NodeKind::ForceSuccess, ""), node(NodeKind::With, "WithLamp"));
        let (apples, chat) = (node(NodeKind::Subtree, "Apples"), Farmer::CHAT);
        let choice = node(NodeKind::RandomSelector, "");
        let rules = Rules::new()
            .after(move |tick| tick.is_active(home) || tick.is_active(work))
            .next(move |tick| tick.is_ticked(flee))
            .always(most_important_first([flee, home, Farmer::MEAL, work]))
            .possible(refuses(flee, run))
            .possible(refuses(home, lamp))
            // The bell is rung before the cry, and both before the flight; not again while the cooldown lasts.
            .always(one_after_the_other([ring, cry]))
            .always(one_after_the_other([warn, run]))
            .possible(move |tick| {
                tick.started(run) && !tick.is_ticked(ring) && !tick.is_ticked(cry)
            })
            // The farmer carries a lamp on the way home, and sleeps there.
            .always(move |tick| !tick.is_active(home) || tick.is_ticked(lamp))
            .always(one_after_the_other([action("GoTo(place = Home, speed = 5)"), Farmer::SLEEP]))
            .always(one_after_the_other([
                action("GoTo(place = Well, speed = 3)"),
                node(NodeKind::Wait, "Patience"),
            ]))
            // After each piece of work comes the next one.
            .always(move |tick| {
                let is_done = [apples, rest, chat].iter().any(|work| succeeds(tick, *work));
                !is_done || succeeds(tick, choice)
            })
            .possible(move |tick| succeeds(tick, choice) && tick.is_active(work));
        let rules = meals(rules, Farmer::NODES);
        chats(harvests(rules, Farmer::NODES), Farmer::NODES)
    }

    /// The watchman drives away the wolf that is seen, then goes where the bell rang, then goes the rounds.
    fn watchmen() -> Rules {
        let node = |kind, text| find(Watchman::NODES, kind, text);
        let action = |text| node(NodeKind::Action, text);
        let (chase, help, rounds) = (Watchman::CHASE, Watchman::HELP, Watchman::ROUNDS);
        let away = action("Say(text = \"Away with you!\")");
        let come = action("GoTo(place = Field, speed = 8)");
        let quiet = action("Say(text = \"All quiet here.\")");
        let lamp = node(NodeKind::With, "WithLamp");
        let again = node(NodeKind::Repeat, "");
        let rest = node(NodeKind::Wait, "1s");
        let [gate, market] = [action("GoTo(place = Gate)"), action("GoTo(place = Market)")];
        let home = action("GoTo(place = Home, speed = 2)");
        // The last `running` is that of the rest.
        let stay = Watchman::NODES.last().expect("it has nodes").id;
        meals(Rules::new(), Watchman::NODES)
            .always(one_after_the_other([home, stay]))
            .always(most_important_first([chase, help, rounds, Watchman::MEAL, Watchman::REST]))
            .after(move |tick| tick.is_active(Watchman::REST) || tick.is_active(rounds))
            .next(move |tick| tick.is_ticked(chase))
            .possible(refuses(chase, away))
            .possible(refuses(help, come))
            .possible(refuses(rounds, lamp))
            .always(one_after_the_other([away, action("ChaseWolf")]))
            .always(one_after_the_other([come, quiet]))
            .always(one_after_the_other([gate, node(NodeKind::Wait, "2s"), market, rest]))
            // He carries a lamp, and after each round comes the next one.
            .always(move |tick| !tick.is_active(rounds) || tick.is_ticked(lamp))
            .possible(move |tick| succeeds(tick, rest) && tick.is_active(again))
    }

    /// Villagers go to the inn only with hunger and coins.
    fn meals(rules: Rules, nodes: &'static [Node]) -> Rules {
        let node = |kind, text| find(nodes, kind, text);
        let action = |text| node(NodeKind::Action, text);
        rules.always(one_after_the_other([
            node(NodeKind::Condition, "IsHungry"),
            node(NodeKind::Condition, "HasCoins"),
            action("GoTo(place = Inn"),
            node(NodeKind::Wait, "1500ms"),
            action("Eat"),
            action("Say(text = \"That was good!\")"),
        ]))
    }

    /// Apples are picked in the field, four times, and sold in the market.
    fn harvests(rules: Rules, nodes: &'static [Node]) -> Rules {
        let node = |kind, text| find(nodes, kind, text);
        let action = |text| node(NodeKind::Action, text);
        let basket = node(NodeKind::Repeat, "4");
        let harvest = action("Harvest");
        let ripe = node(NodeKind::Wait, "1s");
        rules
            .always(one_after_the_other([ripe, harvest]))
            .always(one_after_the_other([
                action("GoTo(place = Field)"),
                basket,
                action("GoTo(place = Market, speed = 3)"),
                action("Sell"),
            ]))
            .possible(move |tick| succeeds(tick, harvest) && tick.is_active(basket))
    }

    /// A chat ends when the neighbor goes away.
    fn chats(rules: Rules, nodes: &'static [Node]) -> Rules {
        let node = |kind, text| find(nodes, kind, text);
        let action = |text| node(NodeKind::Action, text);
        let near = node(NodeKind::Guard, "view.town.people");
        let (hello, bye) = (action("view.say(\"Nice"), action("view.say(\"Well"));
        let talk = nodes[hello.index()].parent.expect("the sequence");
        let pause = below(hello);
        rules
            .always(one_after_the_other([hello, pause, bye]))
            .possible(move |tick| fails(tick, near) && tick.was_active(talk))
    }

    #[test]
    fn the_rules_hold() {
        for (proof, rules) in PROVEN {
            proof().check(&rules()).unwrap();
        }
    }
}
