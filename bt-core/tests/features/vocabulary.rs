//! Vocabularies: the words as data, and what they do.
#![deny(warnings, missing_docs, missing_debug_implementations)]

mod alike;
mod arithmetic;
mod data;
mod entries;
mod places;
mod saved;
mod used;

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

fn word(name: &str) -> &'static Word {
    Drill::WORDS.iter().find(|word| word.name == name).expect("it is a word")
}

#[test]
fn the_words_are_listed_in_order() {
    let names: Vec<&str> = Drill::WORDS.iter().map(|word| word.name).collect();
    let expected = "SeesEnemy HealthBelow Attack MoveTo Say Brave Health Pause Hurt Aim Shoot Load";
    assert_eq!(names.join(" "), expected);
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

fn npc() -> Npc {
    Npc { health: 25, now: Duration::from_secs(4), ..Npc::default() }
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
