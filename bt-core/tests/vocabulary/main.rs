//! Vocabularies: the words as data, and what they do.
#![deny(warnings, missing_docs, missing_debug_implementations)]

mod answers;
mod arithmetic;
mod borrowed;
mod data;
mod places;
mod saved;
mod used;

use bt_core::__private::{Arguments, Done, NOTHING, NoEvents, Play, Vocabulary};
use bt_core::vocabulary::{Parameter, Type, Value, Word, WordKind};
use bt_core::{Action, Clock, Decorator, End, NodeId, Observer, Status, Wake, behavior_tree};
use std::fmt;
use std::time::Duration;

/// All that an observer hears.
#[derive(Debug, Default)]
struct Heard(Vec<String>);

impl Observer for Heard {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.0.push(format!("{node:?} {status:?} {error:?}"));
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.0.push(format!("{node:?}: {error}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(format!("{node:?} finished {status:?}"));
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.push(format!("{node:?} aborted"));
    }
}

/// The blackboard of the words.
#[derive(Debug, Default)]
pub struct Npc {
    health: i32,
    enemy: bool,
    weapon: Weapon,
    log: Vec<String>,
    now: Duration,
}

/// A part of it.
#[derive(Debug, Default)]
pub struct Weapon {
    rounds: u32,
}

/// A side.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Side {
    /// Of the heart.
    Left,
    /// The other.
    Right,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.now
    }
}

/// Walks until it is there.
#[derive(Clone, Debug)]
pub struct MoveTo {
    x: f32,
    y: f32,
    speed: f32,
}

impl Action<Npc> for MoveTo {
    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.log.push(format!("walks to {} {} by {}", self.x, self.y, self.speed));
        Status::Running
    }

    fn next_wake(&self) -> Wake {
        Wake::OnEvent
    }

    fn end(&mut self, npc: &mut Npc, end: End) {
        npc.log.push(format!("ends {end:?}"));
    }
}

/// Lets a fight go on for a while.
#[derive(Clone, Debug)]
pub struct Brave {
    up_to: u32,
}

impl Decorator<Npc> for Brave {
    fn check(&self, npc: &Npc) -> bool {
        npc.enemy && self.up_to > 0
    }
}

impl Npc {
    fn say(&mut self, text: &str, side: Side, times: u8) -> Result<(), String> {
        self.log.push(format!("{text} {side:?} {times}"));
        if times == 0 { Err("never".into()) } else { Ok(()) }
    }
}

behavior_tree! {
    /// Shoots.
    #[derive(Debug, Clone)]
    pub tree Shoot(npc: &mut Npc) {
        sequence { action npc.weapon.rounds -= 1; running; }
    }

    /// Loads.
    #[derive(Debug, Clone)]
    pub tree Load(weapon: &mut Weapon) {
        action weapon.rounds += 6;
    }

    /// The words of a soldier's trees.
    #[derive(Debug, Clone)]
    pub vocabulary Drill(npc: &mut Npc) {
        /// An enemy is in sight.
        condition SeesEnemy => npc.enemy;
        /// It is hurt.
        condition HealthBelow(limit: i32 = 20) => npc.health < limit;
        action Attack => npc.health -= 1;
        /// Walks to a place.
        action MoveTo(x: f32, y: f32, /** metres per second */ speed: f32 = 1.5) => MoveTo { x, y, speed };
        action Say(text: &'static str = "hello", side: Side { Left, Right } = Right, times: u8) => npc.say(text, side, times);
        decorator Brave(up_to: u32 = 3) => Brave { up_to };
        value Health: i32 => npc.health;
        value Pause: Duration => npc.now / 2;
        value Hurt: bool => { if npc.enemy { return true; } npc.health < 10 };
        value Aim: Side { Left, Right } => if npc.enemy { Side::Left } else { Side::Right };
        random => npc.weapon.rounds + 7;
        subtree Shoot;
        subtree Load(&mut npc.weapon);
    }

    /// The behavior of a soldier.
    #[derive(Debug, Clone)]
    pub trees from "tests/trees/soldier.tree" with Drill;
}

const fn place(name: &str) -> usize {
    let mut place = 0;
    while place < Drill::WORDS.len() {
        if matches(Drill::WORDS[place].name.as_bytes(), name.as_bytes()) {
            return place;
        }
        place += 1;
    }
    panic!("no such word")
}

const fn matches(left: &[u8], right: &[u8]) -> bool {
    let mut place = 0;
    while place < left.len() && place < right.len() {
        if left[place] != right[place] {
            return false;
        }
        place += 1;
    }
    left.len() == right.len()
}

fn word(name: &str) -> &'static Word {
    &Drill::WORDS[place(name)]
}

#[test]
fn the_words_are_listed_in_order() {
    let names: Vec<&str> = Drill::WORDS.iter().map(|word| word.name).collect();
    let expected = [
        "SeesEnemy",
        "HealthBelow",
        "Attack",
        "MoveTo",
        "Say",
        "Brave",
        "Health",
        "Pause",
        "Hurt",
        "Aim",
        "Shoot",
        "Load",
    ];
    assert_eq!(names, expected);
}

#[test]
fn a_word_has_its_kind_and_its_documentation() {
    assert_eq!(word("SeesEnemy").kind, WordKind::Condition);
    assert_eq!(word("SeesEnemy").description, Some("An enemy is in sight."));
    assert_eq!(word("Attack").kind, WordKind::Action { is_stateful: false });
    assert_eq!(word("Attack").description, None);
    assert_eq!(word("MoveTo").kind, WordKind::Action { is_stateful: true });
    assert_eq!(word("Brave").kind, WordKind::Decorator);
    assert_eq!(word("Health").kind, WordKind::Value(Type::Integer("i32")));
    assert_eq!(word("Pause").kind, WordKind::Value(Type::Duration));
    assert_eq!(word("Shoot").kind, WordKind::Subtree { part: None });
    assert_eq!(word("Load").kind, WordKind::Subtree { part: Some("&mut npc.weapon") });
}

#[test]
fn a_parameter_has_its_type_default_and_unit() {
    let [limit] = word("HealthBelow").parameters else { panic!("one parameter") };
    assert_eq!(limit.name, "limit");
    assert_eq!(limit.of, Type::Integer("i32"));
    assert_eq!(limit.default, Some(Value::Integer(20)));
    let [x, _, speed] = word("MoveTo").parameters else { panic!("three parameters") };
    assert_eq!((x.of, x.default, x.description), (Type::F32, None, None));
    assert_eq!(speed.default, Some(Value::F32(1.5)));
    assert_eq!(speed.description, Some("metres per second"));
    let defaults = word("Say").parameters.iter().map(|Parameter { default, .. }| *default);
    let expected = [Some(Value::Text("hello")), Some(Value::Variant(1)), None];
    assert_eq!(defaults.collect::<Vec<_>>(), expected);
    let sides = Type::Enum { name: "Side", variants: &["Left", "Right"] };
    assert_eq!(word("Say").parameters[1].of, sides);
}

type Held = <Drill as Vocabulary>::Held;

fn npc() -> Npc {
    Npc { health: 25, now: Duration::from_secs(4), ..Npc::default() }
}

fn ask(npc: &Npc, name: &str, values: &[Value]) -> bool {
    <Drill as Play<Npc>>::ask(place(name), Arguments::new(values), npc)
}

fn leaf(npc: &mut Npc, name: &str, values: &[Value]) -> Done {
    let (arguments, events) = (Arguments::new(values), NoEvents::<false>);
    <Drill as Play<Npc>>::leaf(place(name), arguments, npc, events, 0)
}

fn make(npc: &mut Npc, name: &str, values: &[Value]) -> Option<Held> {
    <Drill as Play<Npc>>::make(place(name), Arguments::new(values), npc)
}

#[test]
fn a_condition_is_asked_with_its_arguments() {
    let npc = npc();
    assert!(!ask(&npc, "SeesEnemy", &[]));
    assert!(!ask(&npc, "HealthBelow", &[Value::Integer(25)]));
    assert!(ask(&npc, "HealthBelow", &[Value::Integer(26)]));
    assert!(!ask(&npc, "Hurt", &[]), "a value that is a `bool` is a condition");
    assert!(ask(&Npc { enemy: true, ..npc }, "Hurt", &[]), "`return` leaves the expression");
    let npc = self::npc();
    assert!(!ask(&npc, "Attack", &[]), "an action is no condition");
}

#[test]
fn an_action_does_what_it_says() {
    let mut npc = npc();
    assert_eq!(leaf(&mut npc, "Attack", &[]), Done::Success);
    assert_eq!(npc.health, 24);
    let values = |times| [Value::Text("ho"), Value::Variant(0), Value::Integer(times)];
    assert_eq!(leaf(&mut npc, "Say", &values(2)), Done::Success);
    assert_eq!(leaf(&mut npc, "Say", &values(0)), Done::Failure, "an `Err` is a failure");
    assert_eq!(npc.log, ["ho Left 2", "ho Left 0"]);
    assert_eq!(leaf(&mut npc, "SeesEnemy", &[]), Done::No, "a condition is no action");
}

#[test]
fn a_value_is_read() {
    let npc = npc();
    let value = |name| <Drill as Play<Npc>>::value(place(name), Arguments::new(&[]), &npc);
    assert_eq!(value("Health"), Value::Integer(25));
    assert_eq!(value("Pause"), Value::Duration(Duration::from_secs(2)));
    assert_eq!(value("Hurt"), Value::Bool(false));
    assert_eq!(value("Aim"), Value::Variant(1));
}

#[test]
fn random_numbers_and_the_time_are_those_of_the_blackboard() {
    let mut npc = npc();
    assert_eq!(<Drill as Play<Npc>>::draw(&mut npc), 7);
    assert_eq!(<Drill as Play<Npc>>::now(&npc), Duration::from_secs(4));
    const { assert!(<Drill as Vocabulary>::HAS_CLOCK && <Drill as Vocabulary>::HAS_RANDOM) };
    assert_eq!(<Drill as Vocabulary>::NAME, "Drill");
    assert_eq!(<Drill as Vocabulary>::WORDS, Drill::WORDS);
}

/// One tick without an observer, in which nothing is lent and no result is taken.
fn tick(held: &mut <Drill as Vocabulary>::Held, npc: &mut Npc) -> Status {
    let events = NoEvents::<false>;
    <Drill as Play<Npc>>::tick(held, Arguments::new(&[]), npc, events, 0, &mut [])
}

#[test]
fn a_stateful_action_is_kept() {
    let mut npc = npc();
    let values = [Value::F32(1.0), Value::F32(-4.5), Value::F32(1.5)];
    let mut held = make(&mut npc, "MoveTo", &values).expect("it is kept");
    assert!(<Drill as Play<Npc>>::check(&held, &npc));
    <Drill as Play<Npc>>::start(&mut held, &mut npc);
    assert_eq!(tick(&mut held, &mut npc), Status::Running);
    assert_eq!(<Drill as Vocabulary>::next_wake::<false>(&held), Wake::OnEvent);
    <Drill as Play<Npc>>::end(&mut held.clone(), &mut npc, End::Aborted);
    assert_eq!(npc.log, ["walks to 1 -4.5 by 1.5", "ends Aborted"]);
    assert_eq!(format!("{held:?}"), "MoveTo3(MoveTo { x: 1.0, y: -4.5, speed: 1.5 })");
}

#[test]
fn the_arguments_of_an_action_are_kept() {
    let mut npc = npc();
    let values = [Value::Text("ho"), Value::Variant(1), Value::Integer(3)];
    let mut held = make(&mut npc, "Say", &values).expect("they are kept");
    assert!(<Drill as Play<Npc>>::check(&held, &npc));
    assert_eq!(tick(&mut held, &mut npc), Status::Success);
    assert_eq!(npc.log, ["ho Right 3"]);
    assert_eq!(<Drill as Vocabulary>::next_wake::<false>(&held), Wake::NextTick);
    assert!(make(&mut npc, "Attack", &[]).is_none(), "it has no arguments");
}

#[test]
fn a_decorator_wraps_its_child() {
    let mut npc = npc();
    let held = make(&mut npc, "Brave", &[Value::Integer(1)]).expect("it is kept");
    assert!(!<Drill as Play<Npc>>::check(&held, &npc));
    npc.enemy = true;
    assert!(<Drill as Play<Npc>>::check(&held, &npc));
    let mut held = held;
    let status = <Drill as Play<Npc>>::decorate(&mut held, &mut npc, |npc| {
        npc.health = 3;
        Status::Running
    });
    assert_eq!((status, npc.health), (Status::Running, 3));
    <Drill as Play<Npc>>::end(&mut held, &mut npc, End::Success);
}

#[test]
fn a_tree_of_the_program_is_ticked_and_aborted() {
    let mut npc = npc();
    npc.weapon.rounds = 2;
    assert!(<Drill as Vocabulary>::tree(place("Attack")).is_none());
    assert_eq!(<Drill as Vocabulary>::nodes(place("Shoot")).len(), 3);
    assert!(<Drill as Vocabulary>::nodes(place("Attack")).is_empty());
    let mut shoot = <Drill as Vocabulary>::tree(place("Shoot")).expect("a tree");
    let events = NoEvents::<false>;
    assert_eq!(<Drill as Vocabulary>::tip(&shoot, 0), NOTHING);
    assert_eq!(<Drill as Play<Npc>>::tick_tree(&mut shoot, &mut npc, events), Status::Running);
    assert_eq!(<Drill as Vocabulary>::tip(&shoot, 0), 2);
    <Drill as Play<Npc>>::abort_tree(&mut shoot, &mut npc, events);
    assert_eq!(<Drill as Vocabulary>::tip(&shoot, 0), NOTHING);
    let mut load = <Drill as Vocabulary>::tree(place("Load")).expect("a tree");
    assert_eq!(<Drill as Play<Npc>>::tick_tree(&mut load, &mut npc, events), Status::Success);
    assert_eq!(npc.weapon.rounds, 7, "on its part of the blackboard");
}

#[test]
fn a_file_is_loaded() {
    let text = "tree Soldier { sequence { condition HealthBelow(limit = 26); action MoveTo(x = 0, y = -4.5); } }";
    let trees = Drill::parse(text).expect("a sound file");
    let mut soldier = trees.tree("Soldier").expect("a tree");
    let mut npc = npc();
    assert_eq!(soldier.tick(&mut npc), Status::Running);
    assert_eq!(npc.log, ["walks to 0 -4.5 by 1.5"]);
    assert!(Drill::parse("tree Soldier { action Attak; }").is_err());
    assert!(Drill::load("there/is/no.tree").is_err());
}

#[test]
fn a_file_is_compiled() {
    let mut soldier = Soldier::new();
    let mut npc = Npc { health: 25, enemy: true, ..Npc::default() };
    assert_eq!(soldier.tick(&mut npc), Status::Running);
    assert_eq!((npc.log.join(", ").as_str(), npc.health), ("ho Left 2", 24));
    assert_eq!(soldier.tick(&mut npc), Status::Running);
    assert_eq!(npc.health, 23);
    npc.health = 5;
    assert_eq!(soldier.tick(&mut npc), Status::Running);
    assert!(soldier.is_active(Soldier::FLEE));
    soldier.abort(&mut npc);
    let log = npc.log.split_off(1);
    assert_eq!(log, ["walks to 0 -4.5 by 1.5", "ends Aborted"]);
    let mut npc = Npc { health: 25, now: Duration::from_secs(4), ..Npc::default() };
    assert_eq!(soldier.tick(&mut npc), Status::Running);
    npc.now = Duration::from_secs(6);
    npc.weapon.rounds = 3;
    let _ = soldier.tick(&mut npc);
    assert_eq!(npc.log, ["hello Right 1"], "a value that is an argument");
}

#[test]
fn a_compiled_file_has_the_nodes_of_the_loaded_one() {
    let text = include_str!("../trees/soldier.tree");
    let trees = Drill::parse(text).expect("a sound file");
    let loaded = trees.tree("Soldier").expect("a tree");
    assert_eq!(format!("{:#?}", loaded.nodes()), format!("{:#?}", Soldier::NODES));
}
