//! Two people with the same needs and the same flat: a bed, a fridge that gets empty, and a shop that is
//! closed at night. One lives by priorities (an `active_selector`: hunger always comes before sleep).
//! The other compares all needs whenever a task is done (a `utility_selector`), and finishes the chosen
//! task.
//!
//! The program prints a line for each half hour in which a person starts another task. Look at the
//! fridges: both are empty on Tuesday morning, and `Meal` fails until the shop opens, so the next best
//! task is done instead.
//!
//! ```sh
//! cargo run --example day
//! ```

use bt_core::{Action, BehaviorTree, End, Status, behavior_tree};
use std::fmt;
use terminal::{Tone, paint};

#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
mod terminal;

behavior_tree! {
    /// Satisfies the first urgent need, decided again in every tick: hunger interrupts sleep.
    #[derive(Debug)]
    tree ByPriority(person: &mut Person) {
        active_selector {
            sequence {
                condition person.hunger > 60;
                subtree Meal;
            }
            sequence {
                condition person.tiredness > 60;
                action Sleep {};
            }
            action person.spend_time();
        }
    }

    /// Satisfies the greatest need, decided when the last one is satisfied.
    #[derive(Debug)]
    tree ByUtility(person: &mut Person) {
        utility_selector {
            person.wish_to_eat() => subtree Meal;
            person.wish_to_sleep() => action Sleep {};
            0.25 => action person.spend_time();
        }
    }

    /// Eats from the fridge; if it is empty, buys food first, if the shop is open.
    #[derive(Debug)]
    tree Meal(person: &mut Person) {
        sequence {
            selector {
                condition person.fridge > 0;
                sequence {
                    condition person.shop_is_open();
                    'shop: repeat(2) action person.shop();
                }
            }
            'eat: action person.eat();
        }
    }
}

/// A person and the flat: the blackboard.
#[derive(Clone, Debug, Default)]
struct Person {
    /// Half hours since midnight on Monday.
    time: u32,
    hunger: u32,
    tiredness: u32,
    /// The number of meals in the fridge.
    fridge: u32,
    doing: Doing,
    /// The number of times that sleep was interrupted.
    woken: u32,
    meals: u32,
    hungriest: u32,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Doing {
    #[default]
    Nothing,
    Eating,
    Shopping,
    Sleeping,
}

impl Person {
    fn hour(&self) -> u32 {
        self.time / 2 % 24
    }

    fn shop_is_open(&self) -> bool {
        (8..20).contains(&self.hour())
    }

    /// Grows slowly at first: a small hunger can wait.
    fn wish_to_eat(&self) -> f32 {
        share(self.hunger).powi(2)
    }

    /// Sleep is more attractive at night.
    fn wish_to_sleep(&self) -> f32 {
        let call = if (7..21).contains(&self.hour()) { 0.5 } else { 2.0 };
        call * share(self.tiredness).powi(2)
    }

    fn spend_time(&mut self) {
        self.doing = Doing::Nothing;
    }

    fn shop(&mut self) {
        self.doing = Doing::Shopping;
        self.fridge += 2;
    }

    fn eat(&mut self) -> Result<(), &'static str> {
        self.fridge = self.fridge.checked_sub(1).ok_or("the fridge is empty")?;
        self.doing = Doing::Eating;
        self.hunger = 0;
        self.meals += 1;
        Ok(())
    }

    /// Lets half an hour pass.
    fn live(&mut self) {
        self.time += 1;
        self.hunger = (self.hunger + 3).min(100);
        self.tiredness = (self.tiredness + 2).min(100);
        self.hungriest = self.hungriest.max(self.hunger);
    }
}

/// Sleeps until rested; counts interruptions.
#[derive(Debug)]
struct Sleep;

impl Action<Person> for Sleep {
    fn tick(&mut self, person: &mut Person) -> Status {
        person.doing = Doing::Sleeping;
        person.tiredness = person.tiredness.saturating_sub(6);
        if person.tiredness == 0 { Status::Success } else { Status::Running }
    }

    fn end(&mut self, person: &mut Person, end: End) {
        if end == End::Aborted {
            person.woken += 1;
        }
    }
}

fn share(percent: u32) -> f32 {
    f32::from(u8::try_from(percent).unwrap_or(100)) / 100.0
}

impl fmt::Display for Person {
    /// Prints the activity of the person, and the needs as bars.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let doing = match self.doing {
            Doing::Nothing => paint(Tone::Faint, "  ...   "),
            Doing::Eating => paint(Tone::Good, "eats    "),
            Doing::Shopping => paint(Tone::Strong, "shops   "),
            Doing::Sleeping => paint(Tone::Busy, "sleeps  "),
        };
        let (hunger, tiredness) = (bar(self.hunger), bar(self.tiredness));
        write!(formatter, "{doing} hungry {hunger} tired {tiredness} food {}", self.fridge)
    }
}

fn bar(percent: u32) -> String {
    let full = "▪".repeat(percent.div_ceil(20) as usize);
    let tone = if percent > 60 { Tone::Bad } else { Tone::Good };
    paint(tone, format_args!("{full:·<5}"))
}

/// Ticks any tree, and lets half an hour pass; returns `true` if the person has started another task.
fn live<T: BehaviorTree<Person>>(tree: &mut T, person: &mut Person) -> bool {
    let before = person.doing;
    person.live();
    tree.tick(person);
    person.doing != before
}

fn main() {
    const DAYS: [&str; 3] = ["Mon", "Tue", "Wed"];
    let newcomer = Person { time: 13, tiredness: 10, fridge: 1, ..Person::default() };
    let mut impulsive = (ByPriority::new(), newcomer.clone());
    let mut thoughtful = (ByUtility::new(), newcomer);

    println!("{:10}{:47}by utility", "", "by priority");
    for time in 14..144 {
        let impulsive_turned = live(&mut impulsive.0, &mut impulsive.1);
        let thoughtful_turned = live(&mut thoughtful.0, &mut thoughtful.1);
        if impulsive_turned || thoughtful_turned {
            let (day, hour) = (DAYS[usize::try_from(time / 48).unwrap_or_default()], time / 2 % 24);
            let minute = time % 2 * 30;
            println!("{day} {hour:02}:{minute:02} {}   {}", impulsive.1, thoughtful.1);
        }
    }

    for (way, person) in [("priority", &impulsive.1), ("utility", &thoughtful.1)] {
        let Person { meals, woken, hungriest, .. } = person;
        println!("by {way}: {meals} meals, woken {woken}x, {hungriest} % hungry at worst");
    }
    assert!(impulsive.1.woken > 0, "what is decided again at every tick can be interrupted");
    assert_eq!(thoughtful.1.woken, 0, "what is chosen by utility is seen through");
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "rules/mod.rs"]
mod rules;

/// The rules that hold in every state of both trees.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, most_important_first, one_after_the_other, succeeds};
    use super::{ByPriority, ByUtility, Meal};
    use bt_core::{Node, NodeId, NodeKind};
    use bt_verify::{Proof, Rules, explore, inside};

    pub(crate) fn by_priority() -> Proof {
        let proof = explore::<ByPriority>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        proof
    }

    pub(crate) fn rules_of_priorities() -> Rules {
        let leaf = |kind, text| find(ByPriority::NODES, kind, text);
        let hungry = leaf(NodeKind::Condition, "person.hunger > 60");
        let tired = leaf(NodeKind::Condition, "person.tiredness > 60");
        let meal = leaf(NodeKind::Subtree, "Meal");
        let sleep = leaf(NodeKind::Action, "Sleep");
        let spend = leaf(NodeKind::Action, "person.spend_time()");
        let need = |node: NodeId| ByPriority::node(node).parent.expect("a sequence");
        meals(ByPriority::NODES)
            // Hunger comes before sleep, and interrupts it.
            .always(most_important_first([need(hungry), need(tired), spend]))
            .after(move |tick| tick.is_active(sleep))
            .next(move |tick| tick.result(hungry).is_some())
            // Nobody eats or sleeps without need.
            .always(one_after_the_other([hungry, meal]))
            .always(one_after_the_other([tired, sleep]))
    }

    pub(crate) fn by_utility() -> Proof {
        let proof = explore::<ByUtility>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        proof
    }

    pub(crate) fn rules_of_utility() -> Rules {
        let sleep = find(ByUtility::NODES, NodeKind::Action, "Sleep");
        let meal = find(ByUtility::NODES, NodeKind::Subtree, "Meal");
        meals(ByUtility::NODES)
            // A task is finished before the next one begins.
            .never(move |tick| tick.is_active(sleep) && tick.is_active(meal))
            .whenever(move |tick| tick.is_active(sleep))
            .until(move |tick| tick.result(sleep).is_some_and(bt_core::Status::is_finished))
    }

    /// Meals come from the fridge; food is bought if the fridge is empty and the shop is open.
    fn meals(nodes: &[Node]) -> Rules {
        let meal = find(nodes, NodeKind::Subtree, "Meal");
        let [shop, eat] = [Meal::SHOP, Meal::EAT].map(|node| inside(meal, node));
        let fridge = find(nodes, NodeKind::Condition, "person.fridge > 0");
        let open = find(nodes, NodeKind::Condition, "person.shop_is_open()");
        let buy = find(nodes, NodeKind::Action, "person.shop()");
        Rules::new()
            .always(move |tick| {
                !tick.started(eat) || succeeds(tick, fridge) || succeeds(tick, shop)
            })
            .always(move |tick| !tick.is_ticked(open) || fails(tick, fridge))
            .always(one_after_the_other([open, shop]))
            .possible(move |tick| succeeds(tick, buy) && tick.is_active(shop))
    }

    #[test]
    fn the_rules_hold() {
        by_priority().check(&rules_of_priorities()).unwrap();
        by_utility().check(&rules_of_utility()).unwrap();
    }
}
