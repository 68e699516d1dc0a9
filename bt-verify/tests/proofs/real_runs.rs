//! Random files of a generator that shares no fault with that of `random`: no real run breaks what is proved about a tree.
//!
//! `REAL_FILES` is the number of files, `REAL_SEED` the first seed; `REAL_SMALL` is the number of small ones whose broken rules
//! are to be broken in one of `REAL_WORLDS` real runs.

use bt_core::files::{Trees, Vocabulary as _};
use bt_core::observe::Monitor;
use bt_core::rules::Rule;
use bt_core::{Action, Active, Clock, Decorator, End, NodeId, Observer, Status, behavior_tree};
use bt_verify::{Limits, Reason, Rules, explore_loaded_with};
use core::cell::RefCell;
use core::fmt::{self, Write};
use core::task::Poll;
use core::time::Duration;
use fastrand::Rng;

/// What a word really did in a tick.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Real {
    Said(&'static str, bool),
    Did(&'static str, Status),
    Began(&'static str),
}

/// How often things happen in a world, in percent.
#[derive(Clone, Copy)]
struct Habits {
    changes: u32,
    runs: u32,
    fails: u32,
    aborts: u32,
    stops: u32,
    ticks_between: u32,
}

/// A world whose answers change when an action runs, and between two ticks.
struct World {
    rng: Rng,
    habits: Habits,
    now: Duration,
    holds: [bool; 12],
    num: u32,
    scores: [f32; 3],
    /// The words that were evaluated in this tick.
    log: RefCell<Vec<Real>>,
}

impl World {
    fn new(seed: u64) -> Self {
        let mut rng = Rng::with_seed(seed);
        let mut percent = |most: &[u32]| most[rng.usize(..most.len())];
        let habits = Habits {
            changes: percent(&[5, 20, 50]),
            runs: percent(&[20, 50, 80]),
            fails: percent(&[10, 30, 60]),
            aborts: percent(&[0, 2, 10]),
            stops: percent(&[0, 5, 20, 40]),
            ticks_between: percent(&[0, 30, 60]),
        };
        let (holds, log) = ([false; 12], RefCell::default());
        let mut world =
            Self { rng, habits, now: Duration::ZERO, holds, num: 0, scores: [0.0; 3], log };
        world.change(50);
        world
    }

    fn happens(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    fn change(&mut self, percent: u32) {
        for place in 0..self.holds.len() {
            self.holds[place] ^= self.happens(percent);
        }
        if self.happens(percent) {
            self.num = self.rng.u32(..4);
        }
        for place in 0..self.scores.len() {
            if self.happens(percent) {
                self.scores[place] = [0.0, 1.0, 2.0, 3.0, f32::NAN][self.rng.usize(..5)];
            }
        }
    }

    fn between_ticks(&mut self) {
        self.log.borrow_mut().clear();
        self.now += Duration::from_millis([0, 500, 1000, 5000][self.rng.usize(..4)]);
        self.change(self.habits.changes);
    }

    fn is(&self, name: &'static str, place: usize) -> bool {
        let answer = self.holds[place];
        self.log.borrow_mut().push(Real::Said(name, answer));
        answer
    }

    /// An action has this status, or success if it has not all of them.
    fn act(&mut self, name: &'static str, fails: bool, runs: bool) -> Status {
        let status = self.status(fails, runs);
        self.log.borrow_mut().push(Real::Did(name, status));
        status
    }

    fn status(&mut self, fails: bool, runs: bool) -> Status {
        self.change(self.habits.changes);
        match self.rng.u32(..100) {
            of if runs && of < self.habits.runs => Status::Running,
            _ if fails && self.happens(self.habits.fails) => Status::Failure,
            _ => Status::Success,
        }
    }

    fn did(&self, name: &str) -> bool {
        last(&self.log.borrow(), name).is_some()
    }

    fn began(&self, name: &'static str) -> bool {
        self.log.borrow().contains(&Real::Began(name))
    }

    fn said(&self, name: &'static str, answer: bool) -> bool {
        self.log.borrow().contains(&Real::Said(name, answer))
    }
}

/// The last result of an action or a decorator in a tick.
fn last(log: &[Real], name: &str) -> Option<Status> {
    log.iter().rev().find_map(|real| match real {
        Real::Did(of, status) => (*of == name).then_some(*status),
        Real::Said(..) | Real::Began(_) => None,
    })
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

/// A stateful action, which changes the world when it ends, too.
#[derive(Clone)]
struct Walk {}

impl Action<World> for Walk {
    fn check(&self, world: &World) -> bool {
        !world.holds[7]
    }

    fn start(&mut self, world: &mut World) {
        world.log.borrow_mut().push(Real::Began("Walk"));
    }

    fn tick(&mut self, world: &mut World) -> Status {
        world.act("Walk", true, true)
    }

    fn end(&mut self, world: &mut World, _: End) {
        world.change(world.habits.changes);
    }
}

#[derive(Clone)]
struct Gate {}

impl Decorator<World> for Gate {
    fn check(&self, world: &World) -> bool {
        !world.holds[7]
    }

    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        let status = if world.happens(70) { Some(child(world)) } else { None };
        let own = world.status(true, true);
        let status = status.filter(|_| world.happens(70)).unwrap_or(own);
        world.log.borrow_mut().push(Real::Did("Gate", status));
        status
    }

    fn end(&mut self, world: &mut World, _: End) {
        world.change(world.habits.changes);
    }
}

behavior_tree! {
    /// A tree of the program, of whose nodes a proof knows nothing.
    #[derive(Clone)]
    tree Patrol(world: &mut World) {
        selector {
            condition world.holds[8];
            action world.act("Patrol", true, true);
        }
    }
}

macro_rules! vocabularies {
    ($($name:ident $limit:literal)*) => {$(
        behavior_tree! {
            #[derive(Clone)]
            #[limit(transitions = $limit)]
            vocabulary $name(world: &mut World) {
                condition Clear => world.is("Clear", 0);
                condition Alarm => world.is("Alarm", 1);
                condition Near(limit: u32 = 1) => world.is("Near", 2 + (limit % 4) as usize);
                condition Turn(round: usize = 0) => world.is("Turn", 9 + round % 3);
                value Ready: bool => world.is("Ready", 6);
                value Num: u32 => world.num;
                value Hope: f32 => world.scores[0];
                value Fear: f32 => world.scores[1];
                value Doubt: f32 => world.scores[2];
                action Fire => { world.act("Fire", false, false); };
                action Load => world.act("Load", true, false) == Status::Success;
                action Move => world.act("Move", true, true);
                action Wipe => world.act("Wipe", true, true);
                action Put(yes: bool, number: u32 = 1) => {
                    let _ = (yes, number);
                    world.act("Put", true, true)
                };
                action Look -> u32 => match world.act("Look", true, true) {
                    Status::Running => Poll::Pending,
                    Status::Success => Poll::Ready(Some(world.num)),
                    Status::Failure => Poll::Ready(None),
                };
                action Tell(number: u32 = 1) => {
                    let _ = number;
                    world.act("Tell", false, false);
                };
                action Walk => Walk {};
                subtree Patrol;
                decorator Gate => Gate {};
                random => world.rng.u32(..);

                rule always Fire.ticked -> Clear.succeeded;
                rule always Move.ticked -> Alarm.failed;
                rule always Load.ticked -> Ready.succeeded;
                rule always Walk.ticked -> Near.failed;
                rule always Fire.ticked -> Clear.succeeded || Ready.succeeded;
                rule always Wipe.ticked -> Clear.failed || Alarm.succeeded || Near.succeeded;
                rule always Put.ticked -> Clear.ticked || Ready.ticked;
                rule never Fire.ticked && Move.ticked;
                rule never Fire.ticked && Alarm.ticked;
                rule never Load.ticked && Clear.failed;
                rule never Move && Walk.running;
                rule never Clear.succeeded && Clear.failed;
                rule never Ready.succeeded && Ready.failed;
                rule never Turn.succeeded && Turn.failed;
                rule never Turn.succeeded && Wipe.running;
                rule never Turn.succeeded && Move.running;
                rule never Turn.succeeded && Fire.ticked;
                rule never Walk.aborted && Fire.ticked;
                rule never Move.aborted && Move.started;
                rule never root.succeeded && Wipe.ticked;
                rule never Wipe.aborted;
                rule never Tell.failed && Clear.ticked;
                rule never Tell.succeeded && Near.failed;
                rule never Tell.ticked && Fire.ticked;
                rule never Patrol.aborted && Fire.ticked;
                rule after Patrol.running next Patrol.ticked;
                rule never Gate.aborted && Wipe.ticked;
                rule always Wipe.started -> !Wipe.aborted;
                rule always Gate.ticked -> Walk.ticked || Wipe.ticked || Clear.ticked;
                rule always Walk.started -> Near.failed;
                rule never Walk.started && Fire.ticked;
                rule never Walk.running && Fire.ticked;
                rule never Gate.running && Fire.ticked;
                rule never Gate.running && Clear.ticked;
                rule never Gate.succeeded && Load.ticked;
                rule after Walk.running next !Walk.started;
                rule never Walk.succeeded && Walk;
                rule never Gate.succeeded && Gate;
                rule never Clear.failed && Fire.succeeded;
                rule always Look.succeeded -> !Look;
                rule always Gate.running -> Gate;
                rule after Wipe.aborted next Wipe.started || !Wipe.ticked;
                rule after Gate.started next Gate.ticked || Gate.aborted || !root;
                rule whenever Gate.running until !Gate;
                rule whenever Gate until Gate.aborted || Gate.succeeded || Gate.failed;
                rule after Move.running next Load.ticked || !root;
                rule after Fire.ticked next !Fire.ticked;
                rule after Wipe.running next Wipe.ticked;
                rule after Walk.ticked next Wipe.ticked || Walk.ticked || Alarm.succeeded;
                rule after Alarm.failed next Alarm.ticked || !root;
                rule after Load.failed next root.started || Fire.ticked;
                rule whenever Clear.succeeded until Fire.ticked;
                rule whenever Move until Move.aborted || Move.succeeded || Move.failed;
                rule whenever Walk.running until Clear.ticked || !Walk;
            }
        }
    )*};
}

vocabularies! { Proved 4_000 Free 0 }

/// Returns `true` if what words really did breaks a rule; only such rules are here for which that follows.
fn is_really_broken(rule: &str, before: Option<&[Real]>, world: &World) -> bool {
    let did = |name| world.did(name);
    let asked = |name| world.said(name, true) || world.said(name, false);
    let before = |name| before.and_then(|log| last(log, name));
    let now = |name| last(&world.log.borrow(), name);
    match rule {
        "always Fire.ticked -> Clear.succeeded" => did("Fire") && !world.said("Clear", true),
        "always Move.ticked -> Alarm.failed" => did("Move") && !world.said("Alarm", false),
        "always Load.ticked -> Ready.succeeded" => did("Load") && !world.said("Ready", true),
        "always Walk.ticked -> Near.failed" => did("Walk") && !world.said("Near", false),
        "always Fire.ticked -> Clear.succeeded || Ready.succeeded" => {
            did("Fire") && !world.said("Clear", true) && !world.said("Ready", true)
        }
        "always Wipe.ticked -> Clear.failed || Alarm.succeeded || Near.succeeded" => {
            let said = [("Clear", false), ("Alarm", true), ("Near", true)];
            did("Wipe") && !said.iter().any(|(name, answer)| world.said(name, *answer))
        }
        "never Fire.ticked && Move.ticked" => did("Fire") && did("Move"),
        "never Fire.ticked && Alarm.ticked" => did("Fire") && asked("Alarm"),
        "after Fire.ticked next !Fire.ticked" => before("Fire").is_some() && did("Fire"),
        "always Walk.started -> Near.failed" => world.began("Walk") && !world.said("Near", false),
        "never Walk.started && Fire.ticked" => world.began("Walk") && did("Fire"),
        "never Gate.running && Fire.ticked" => now("Gate") == Some(Status::Running) && did("Fire"),
        "never Gate.running && Clear.ticked" => {
            now("Gate") == Some(Status::Running) && asked("Clear")
        }
        "never Gate.succeeded && Load.ticked" => {
            now("Gate") == Some(Status::Success) && did("Load")
        }
        "never Walk.running && Fire.ticked" => now("Walk") == Some(Status::Running) && did("Fire"),
        "after Walk.running next !Walk.started" => {
            before("Walk") == Some(Status::Running) && world.began("Walk")
        }
        _ => false,
    }
}

/// A node of a text, with the nodes below it.
#[derive(Clone)]
struct Part {
    form: Form,
    head: String,
    /// What stands in front of each node below, if anything does.
    keys: Vec<String>,
    below: Vec<Self>,
}

#[derive(Clone, Copy, PartialEq)]
enum Form {
    Leaf,
    Before,
    Braces,
    If,
    /// The cleanup, then the node.
    Finally,
}

impl fmt::Display for Part {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { form, head, keys, below } = self;
        match (form, below.as_slice()) {
            (Form::Before, [node]) => write!(formatter, "{head} {node}"),
            (Form::If, [yes]) => write!(formatter, "{head} {{ {yes} }}"),
            (Form::If, [yes, no]) => write!(formatter, "{head} {{ {yes} }} else {{ {no} }}"),
            (Form::Finally, [cleanup, node]) => write!(formatter, "finally {{ {cleanup} }} {node}"),
            (Form::Braces, _) => {
                write!(formatter, "{head} {{ ")?;
                for (place, node) in below.iter().enumerate() {
                    write!(formatter, "{}{node} ", keys.get(place).map_or("", String::as_str))?;
                }
                formatter.write_str("}")
            }
            _ => write!(formatter, "{head};"),
        }
    }
}

impl Part {
    fn leaf(head: impl Into<String>) -> Self {
        Self { form: Form::Leaf, head: head.into(), keys: Vec::new(), below: Vec::new() }
    }

    fn before(head: impl Into<String>, node: Self) -> Self {
        Self { form: Form::Before, head: head.into(), keys: Vec::new(), below: vec![node] }
    }

    fn of(form: Form, head: impl Into<String>, below: Vec<Self>) -> Self {
        Self { form, head: head.into(), keys: Vec::new(), below }
    }

    fn count(&self) -> usize {
        1 + self.below.iter().map(Self::count).sum::<usize>()
    }

    fn takes_time_to_clean_up(&self) -> bool {
        let of = self.form == Form::Finally || self.head.starts_with("subtree T");
        of || self.below.iter().any(Self::takes_time_to_clean_up)
    }

    /// Returns `true` for `condition …` and `not condition …`.
    fn is_condition(&self) -> bool {
        self.head.starts_with("condition")
            || self.head == "not" && self.below.iter().all(Self::is_condition)
    }

    /// All texts in which one node is gone, or is a shorter one.
    fn shorter(&self) -> Vec<Self> {
        let mut all = self.below.clone();
        if self.form != Form::Leaf {
            all.extend(["succeed", "running"].map(Self::leaf));
        }
        for place in 0..self.below.len() {
            if self.form == Form::Braces && self.below.len() > 1 {
                let mut fewer = self.clone();
                fewer.below.remove(place);
                if place < fewer.keys.len() {
                    fewer.keys.remove(place);
                }
                all.push(fewer);
            }
            for node in self.below[place].shorter() {
                let mut with = self.clone();
                with.below[place] = node;
                all.push(with);
            }
        }
        all
    }
}

/// The trees of a file: the head of each, and its root.
#[derive(Clone)]
struct File(Vec<(String, Part)>);

impl fmt::Display for File {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|(head, root)| writeln!(formatter, "tree {head} {{ {root} }}"))
    }
}

impl File {
    fn shorter(&self) -> Vec<Self> {
        let mut all = Vec::new();
        for place in 0..self.0.len() {
            if place > 0 {
                let mut fewer = self.clone();
                fewer.0.remove(place);
                all.push(fewer);
            }
            for root in self.0[place].1.shorter() {
                let mut with = self.clone();
                with.0[place].1 = root;
                all.push(with);
            }
        }
        all
    }
}

/// Writes files.
struct Writer {
    rng: Rng,
    /// The words of this file.
    conditions: Vec<&'static str>,
    actions: Vec<&'static str>,
    /// The names of numbers around the node: a name, and whether it can be set.
    names: Vec<(String, bool)>,
    named: usize,
    nodes: usize,
    /// The first tree that can still be called.
    calls_from: usize,
    trees: usize,
    is_small: bool,
}

impl Writer {
    /// A file without mistakes, if one of a few is.
    fn accepted(seed: u64, is_small: bool) -> Option<(File, Trees<Free>)> {
        let mut rng = Rng::with_seed(seed);
        (0..3).find_map(|_| {
            let file = Self::file(rng.fork(), is_small);
            let trees = Trees::parse_unproved(&file.to_string()).ok()?;
            Some((file, trees))
        })
    }

    fn file(mut rng: Rng, is_small: bool) -> File {
        let trees = if is_small { 1 } else { [1, 1, 2, 3][rng.usize(..4)] };
        let mut conditions = vec!["Clear", "Alarm", "Near", "Ready"];
        let mut actions =
            vec!["Fire", "Load", "Move", "Wipe", "Walk", "Put", "Look", "Wipe", "Tell"];
        rng.shuffle(&mut conditions);
        rng.shuffle(&mut actions);
        conditions.truncate(rng.usize(1..=3));
        actions.truncate(rng.usize(2..=3));
        let mut writer = Self {
            rng,
            conditions,
            actions,
            names: Vec::new(),
            named: 0,
            nodes: 0,
            calls_from: 0,
            trees,
            is_small,
        };
        let tree = |tree: usize| {
            writer.calls_from = tree + 1;
            writer.names.clear();
            let mut head = format!("T{tree}");
            if tree > 0 && writer.maybe(50) {
                writer.names.push((format!("p{tree}"), true));
                let _ = write!(head, "(p{tree}: u32 = 1)");
            }
            writer.nodes = if is_small { writer.rng.usize(2..6) } else { writer.rng.usize(3..14) };
            let root = if !is_small && writer.maybe(8) { writer.again() } else { writer.node(0) };
            (head, root)
        };
        File((0..trees).map(tree).collect())
    }

    fn maybe(&mut self, percent: u32) -> bool {
        self.rng.u32(..100) < percent
    }

    fn any<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.rng.usize(..of.len())]
    }

    fn number(&mut self) -> String {
        match self.rng.u32(..6) {
            0 => "Num".into(),
            1 => "6 / Num".into(),
            2 | 3 if !self.names.is_empty() => {
                let name = self.rng.usize(..self.names.len());
                // The number of a round has another type.
                self.names.get(name).filter(|of| of.1).map_or("2".into(), |of| of.0.clone())
            }
            _ => self.rng.u32(..3).to_string(),
        }
    }

    fn condition(&mut self, depth: u32) -> String {
        if self.is_small {
            // Of a condition that is joined a proof does not know how it depends on its parts.
            let not = if self.maybe(30) { "!" } else { "" };
            return format!("{not}{}", self.any(&self.conditions.clone()));
        }
        match self.rng.u32(..if depth > 1 { 10 } else { 18 }) {
            of @ (0 | 1) if !self.names.is_empty() => {
                let name = self.rng.usize(..self.names.len());
                let than = if of == 0 { "> 0" } else { "== 1" };
                format!("{} {than}", self.names[name].0)
            }
            2 => self.any(&["Num > 1", "6 / Num > 2", "Num == 0", "!(6 / Num > 2)"]).into(),
            3 if self.maybe(40) => {
                let number = self.number();
                format!("Near(limit = {number})")
            }
            10..=12 => {
                let condition = self.condition(depth + 1);
                format!("!({condition})")
            }
            13..=15 => {
                format!("({} && {})", self.condition(depth + 1), self.condition(depth + 1))
            }
            16..=17 => {
                format!("({} || {})", self.condition(depth + 1), self.condition(depth + 1))
            }
            _ => self.any(&self.conditions.clone()).into(),
        }
    }

    fn leaf(&mut self) -> Part {
        match self.rng.u32(..24) {
            0..=5 => Part::leaf(format!("condition {}", self.condition(0))),
            6 => Part::leaf("succeed"),
            7 => Part::leaf("fail"),
            8 | 9 => Part::leaf("running"),
            10 if self.maybe(50) => Part::leaf("wait(1s)"),
            11 => match self.names.iter().rfind(|of| of.1).map(|of| of.0.clone()) {
                Some(name) if self.maybe(50) => Part::leaf(format!("set {name} = {name} + 1")),
                Some(name) => Part::leaf(format!("set {name} = {}", self.number())),
                None => Part::leaf("running"),
            },
            12 if self.maybe(30) => Part::leaf("subtree Patrol"),
            12 | 13 if self.calls_from < self.trees => {
                Part::leaf(format!("subtree T{}", self.rng.usize(self.calls_from..self.trees)))
            }
            _ => self.action(),
        }
    }

    /// An action, often behind the condition that a rule wants.
    fn action(&mut self) -> Part {
        let word = self.any(&self.actions.clone());
        let node = Part::leaf(match word {
            "Look" => {
                let name = self.names.iter().rfind(|of| of.1).map(|of| of.0.clone());
                let Some(name) = name else { return Part::leaf("action Wipe") };
                format!("action Look -> {name}")
            }
            // That a proof takes the end of an action with arguments for a change is known.
            "Put" if self.is_small => "action Put(yes = true)".into(),
            "Put" => format!("action Put(yes = {}, number = {})", self.condition(1), self.number()),
            "Tell" => format!("action Tell(number = {})", self.number()),
            word => format!("action {word}"),
        });
        let wanted = match word {
            "Fire" => "Clear",
            "Move" => "!Alarm",
            "Load" => "Ready",
            "Walk" => "!Near",
            "Wipe" => "Alarm",
            _ => return node,
        };
        let opposite = wanted.strip_prefix('!').map_or(format!("!{wanted}"), str::to_owned);
        match self.rng.u32(..16) {
            0 => Part::before(format!("guard({wanted})"), node),
            1 => {
                let condition = Part::leaf(format!("condition {wanted}"));
                let head = self.any(&["sequence", "active_sequence", "monitor"]);
                Part::of(Form::Braces, head, vec![condition, node])
            }
            2 => Part::of(Form::If, format!("if {wanted}"), vec![node]),
            3 => Part::of(Form::If, format!("active_if {wanted}"), vec![node]),
            4 => {
                let other = self.leaf();
                Part::of(Form::If, format!("active_if {opposite}"), vec![other, node])
            }
            5 => {
                let (other, last) = (self.leaf(), self.leaf());
                let keys = vec![format!("{wanted} => "), "else => ".into()];
                let mut of = Part::of(Form::Braces, "priority_selector", vec![node, last]);
                of.keys = keys;
                if self.maybe(50) {
                    of.keys.insert(0, format!("{} => ", self.condition(1)));
                    of.below.insert(0, other);
                }
                of
            }
            6 => {
                let other = self.leaf();
                let mut of = Part::of(Form::Braces, "priority_selector", vec![other, node]);
                of.keys = vec![format!("{opposite} => "), "else => ".into()];
                of
            }
            7 => {
                let condition = Part::leaf(format!("condition {opposite}"));
                let head = self.any(&["selector", "active_selector"]);
                Part::of(Form::Braces, head, vec![condition, node])
            }
            _ => node,
        }
    }

    fn nodes(&mut self, depth: u32) -> Vec<Part> {
        (0..self.rng.usize(2..=3)).map(|_| self.node(depth + 1)).collect()
    }

    fn keyed(&mut self, head: &str, depth: u32, key: impl Fn(&mut Self) -> String) -> Part {
        let mut of = Part::of(Form::Braces, head, self.nodes(depth));
        of.keys = of.below.iter().map(|_| key(self)).collect();
        of
    }

    /// A node that waits for the cleanups in it.
    fn node(&mut self, depth: u32) -> Part {
        let mut node = self.any_node(depth);
        if !node.below.iter().any(Part::takes_time_to_clean_up) || self.maybe(10) {
            return node;
        }
        match node.head.split('(').next().unwrap_or_default() {
            "active_selector" => {
                node.head = "priority_selector".into();
                node.keys = (0..node.below.len()).map(|_| self.condition(0) + " => ").collect();
            }
            "active_sequence" | "pipeline" => (node.head, node.keys) = ("sequence".into(), vec![]),
            of @ ("parallel" | "monitor") => {
                node.head = format!("{of}(success = all)");
                for below in node.below.iter_mut().filter(|below| !below.is_condition()) {
                    *below = Part::before("force_success", below.clone());
                }
            }
            _ => {}
        }
        node
    }

    /// A node of a round that asks about its number, also when it cleans up.
    fn in_turn(&mut self, turn: Part, node: Part) -> Part {
        let first = self.any(&["running", "running", "running", "succeed"]);
        let first = Part::of(Form::Braces, "sequence", vec![turn.clone(), Part::leaf(first)]);
        let both = Part::of(Form::Braces, "selector", vec![first, node]);
        let head = self.any(&["finally", "finally", "finally", "sequence", "active_sequence"]);
        match head {
            "finally" => Part::of(Form::Finally, "", vec![turn, both]),
            head => Part::of(Form::Braces, head, vec![Part::before("force_success", turn), both]),
        }
    }

    /// A round that may begin again in the tick in which it cleans up.
    fn again(&mut self) -> Part {
        let turn = Part::leaf("condition Turn(round = i)");
        let word = self.any(&["Wipe", "Move"]);
        let round = self.in_turn(turn, Part::leaf(format!("action {word}")));
        let other = Part::leaf(self.any(&["condition Near", "condition Near", "running"]));
        let (head, keys) = match self.rng.u32(..3) {
            0 => ("priority_selector", ["Clear", "else"]),
            _ => ("active_utility_selector", ["Hope", "Fear"]),
        };
        let mut of =
            Part::of(Form::Braces, head, vec![other, Part::before("for(i in 0..3)", round)]);
        of.keys = keys.map(|key| format!("{key} => ")).into();
        of
    }

    fn any_node(&mut self, depth: u32) -> Part {
        if self.nodes == 0 || depth > 6 {
            return self.leaf();
        }
        self.nodes -= 1;
        if self.is_small && self.maybe(25) {
            let (cleanup, node) = (self.node(depth + 1), self.node(depth + 1));
            return Part::of(Form::Finally, "", vec![cleanup, node]);
        }
        match self.rng.u32(..44) {
            0..=2 => Part::of(Form::Braces, "sequence", self.nodes(depth)),
            3 | 4 => Part::of(Form::Braces, "selector", self.nodes(depth)),
            5 | 6 => Part::of(Form::Braces, "active_sequence", self.nodes(depth)),
            7..=9 => Part::of(Form::Braces, "active_selector", self.nodes(depth)),
            10..=12 => {
                let head = self.any(&[
                    "parallel",
                    "parallel(success = one)",
                    "parallel(success = all, failure = all)",
                    "parallel(success = 2)",
                    "parallel(success = one, failure = 2)",
                ]);
                Part::of(Form::Braces, head, self.nodes(depth))
            }
            13 | 14 => {
                let mut of = Part::of(Form::Braces, "monitor", self.nodes(depth));
                for _ in 0..self.rng.u32(1..3) {
                    let condition = Part::leaf(format!("condition {}", self.condition(0)));
                    let is_not = self.maybe(20);
                    let not = |node| if is_not { Part::before("not", node) } else { node };
                    of.below.insert(0, not(condition));
                }
                of
            }
            15..=17 => {
                let mut of = self.keyed("priority_selector", depth, |writer| {
                    format!("{} => ", writer.condition(0))
                });
                if let (Some(last), true) = (of.keys.last_mut(), self.maybe(50)) {
                    *last = "else => ".into();
                }
                of
            }
            18..=20 => {
                let head = self.any(&["if", "active_if", "active_if"]);
                let head = format!("{head} {}", self.condition(0));
                let below = (0..self.rng.u32(1..=2)).map(|_| self.node(depth + 1)).collect();
                Part::of(Form::If, head, below)
            }
            21 | 22 => {
                let head = self.any(&["utility_selector", "active_utility_selector"]);
                let mut of = self.keyed(head, depth, |writer| {
                    format!("{} => ", writer.any(&["Hope", "Fear", "0.5", "Hope - Fear"]))
                });
                if self.is_small {
                    // That a literal is a number and equal scores have an order a proof does not know.
                    of.keys = ["Hope => ", "Fear => ", "Doubt => "].map(str::to_owned).into();
                }
                of
            }
            23 if self.maybe(50) => {
                let head = self.any(&["match Num", "active_match Num", "active_match Num"]);
                let mut of = Part::of(Form::Braces, head, self.nodes(depth));
                of.keys = ["0 => ", "1 | 2 => ", "3 => "].map(str::to_owned).into();
                of.keys.truncate(of.below.len() - 1);
                of.keys.push("_ => ".into());
                of
            }
            23 if !self.is_small => {
                let head = self.any(&["random_selector", "random_sequence", "round_robin"]);
                Part::of(Form::Braces, head, self.nodes(depth))
            }
            24 => self.keyed("pipeline", depth, |writer| writer.any(&["", "", "1s => "]).into()),
            25 => {
                let count = self.rng.u32(1..3);
                let below = vec![self.node(depth + 1), self.node(depth + 1)];
                Part::of(Form::Braces, format!("recover({count})"), below)
            }
            26..=28 => {
                let (cleanup, node) = (self.node(depth + 1), self.node(depth + 1));
                Part::of(Form::Finally, "", vec![cleanup, node])
            }
            29 => {
                let head = self.any(&["finally(Fire)", "finally(Wipe)", "finally(Load)"]);
                Part::before(head, self.node(depth + 1))
            }
            30..=32 => {
                let head = format!("guard({})", self.condition(0));
                Part::before(head, self.node(depth + 1))
            }
            33 => {
                let name = format!("i{}", self.named);
                self.named += 1;
                let range = self.any(&["0..3", "0..2", "1..3"]);
                let head = format!("for({name} in {range})");
                let turn = Part::leaf(format!("condition Turn(round = {name})"));
                self.names.push((name, false));
                let node = self.node(depth + 1);
                self.names.pop();
                Part::before(head, if self.maybe(50) { self.in_turn(turn, node) } else { node })
            }
            34 | 35 if !self.is_small => {
                let name = format!("n{}", self.named);
                self.named += 1;
                let value = self.maybe(70).then(|| self.number());
                self.names.push((name.clone(), true));
                let node = self.node(depth + 1);
                self.names.pop();
                let Some(value) = value else {
                    let look = Part::leaf(format!("action Look -> {name}"));
                    let node = Part::of(Form::Braces, "sequence", vec![look, node]);
                    return Part::before(format!("let({name}: u32)"), node);
                };
                Part::before(format!("let({name}: u32 = {value})"), node)
            }
            36 if !self.is_small => Part::before("with Gate", self.node(depth + 1)),
            37 if self.maybe(50) => Part::before("service(1s, Wipe)", self.node(depth + 1)),
            37 | 38 => {
                let head = self.any(&[
                    "timeout(2s)",
                    "delay(1s)",
                    "cooldown(2s)",
                    "cooldown(1s, after = end)",
                    "every(1s)",
                    "repeat(2, every = 1s)",
                    "retry(2, every = 1s)",
                ]);
                Part::before(head, self.node(depth + 1))
            }
            _ => {
                let head = self.any(&[
                    "not",
                    "not",
                    "repeat(2)",
                    "repeat",
                    "repeat(Num)",
                    "retry(2)",
                    "retry(3)",
                    "once",
                    "force_success",
                    "force_failure",
                ]);
                Part::before(head, self.node(depth + 1))
            }
        }
    }
}

/// Whether a node was ticked, seen without the monitor.
#[derive(Default)]
struct Ticked(bool);

impl Observer for Ticked {
    fn leaf(&mut self, _: NodeId, _: Status, _: Option<fmt::Arguments<'_>>) {
        self.0 = true;
    }

    fn finished(&mut self, _: NodeId, _: Status) {
        self.0 = true;
    }

    fn ticked(&mut self, _: NodeId) {
        self.0 = true;
    }

    fn tick_begins(&mut self) {
        self.0 = false;
    }

    fn tick_ends(&mut self, _: Active<'_>) {}
}

/// A rule that was broken by real ticks.
struct Broken {
    rule: String,
    by: &'static str,
    tick: usize,
}

/// Lets an agent run in a random world; `rules` are monitored, and what words really did is compared with `names`.
fn play(
    trees: &Trees<Free>,
    name: &str,
    (rules, names): (&[Rule], &[&'static str]),
    (seed, ticks): (u64, usize),
    mut told: Option<&mut String>,
) -> Option<Broken> {
    let mut tree = trees.tree(name).expect("it is there");
    let nodes = tree.nodes().to_vec();
    let mut world = World::new(seed);
    let monitor = Monitor::<_, 4>::of(rules, &nodes).expect("it is small");
    let mut observers = (monitor, Ticked::default());
    let mut before: Option<Vec<Real>> = None;
    let mut is_stopping = false;
    for tick in 1..=ticks {
        world.between_ticks();
        let Habits { aborts, stops, ticks_between, .. } = world.habits;
        let is_stop =
            if is_stopping { !world.happens(ticks_between) } else { world.happens(stops) };
        let what = if is_stop {
            let status = tree.stop_with(&mut world, &mut observers);
            is_stopping = status == Status::Running;
            if observers.1.0 { "stop" } else { "stop of nothing" }
        } else if world.happens(aborts) {
            tree.abort_with(&mut world, &mut observers);
            (observers.1.0, is_stopping) = (false, false);
            "abort"
        } else {
            tree.tick_with(&mut world, &mut observers);
            // A tick does not take back a stop that has begun.
            is_stopping &= tree.is_running() && world.happens(80);
            "tick"
        };
        if let Some(told) = told.as_deref_mut() {
            let log = world.log.borrow();
            let _ = writeln!(told, "  {tick} {what}: {log:?}; active {:?}", tree.active());
        }
        if !observers.1.0 {
            before = None;
            continue;
        }
        if let Some(broken) = observers.0.broken() {
            return Some(Broken { rule: broken.rule.text.into(), by: "the monitor", tick });
        }
        let real = names.iter().find(|rule| is_really_broken(rule, before.as_deref(), &world));
        if let Some(rule) = real {
            return Some(Broken { rule: (*rule).into(), by: "the words", tick });
        }
        before = Some(world.log.borrow().clone());
    }
    None
}

fn limits(transitions: u64) -> Limits {
    Limits { states: 20_000, transitions, pages: None, ..Limits::default() }
}

/// The rules of a tree with the verdict about each: `Some(None)` if it is proved, the run if it is broken.
type Verdicts = Vec<(Rule, Option<Option<String>>)>;

fn verdicts(trees: &Trees<Free>, name: &str, transitions: u64) -> Verdicts {
    let tree = trees.tree(name).expect("it is there");
    let proof = explore_loaded_with(&tree, limits(transitions));
    let verdict = |rule: &Rule| match proof.check(&Rules::of(&[*rule])) {
        Ok(()) => Some(None),
        Err(run) if *run.reason() == Reason::Broken => Some(Some(run.to_string())),
        Err(_) => None,
    };
    // A rule is broken by a short run, also if the whole tree is too large.
    tree.rules().iter().map(|rule| (*rule, verdict(rule))).collect()
}

/// All rules of the vocabulary.
fn texts() -> Vec<&'static str> {
    Free::RULES.iter().map(|rule| rule.text).collect()
}

#[derive(Debug, Default)]
struct Counts {
    accepted: usize,
    trees: usize,
    proved: usize,
    broken: usize,
    open: usize,
    ticks: usize,
    alarms: usize,
}

/// The first rule of a file that is proved and is broken by real ticks, with the ticks.
fn false_proof(
    file: &File,
    trees: &Trees<Free>,
    effort: &Effort,
    counts: &mut Counts,
) -> Option<(String, String)> {
    let text = file.to_string();
    let mistakes = effort.loads.then(|| refusal(&text));
    // Loading a file computes what the proofs of `bt_verify` leave open.
    let is_accepted = mistakes.as_deref() == Some("") && computes(&text);
    let mut all = Vec::new();
    for tree in 0..file.0.len() {
        let name = format!("T{tree}");
        let verdicts = verdicts(trees, &name, effort.transitions);
        let is = |of: &Option<Option<String>>| is_accepted || *of == Some(None);
        let proved: Vec<Rule> =
            verdicts.iter().filter(|(_, of)| is(of)).map(|(rule, _)| *rule).collect();
        // A rule that the tree cannot break counts as proved.
        let mut names = texts();
        names.retain(|text| verdicts.iter().all(|(rule, of)| rule.text != *text || is(of)));
        counts.trees += 1;
        counts.proved += proved.len();
        counts.open += verdicts.iter().filter(|(_, of)| of.is_none()).count();
        counts.broken += verdicts.iter().filter(|(_, of)| matches!(of, Some(Some(_)))).count();
        let run = |world: usize| (effort.first_world + world as u64, effort.ticks);
        let broken = |world| play(trees, &name, (&proved, &names), run(world), None);
        counts.ticks += effort.ticks * effort.worlds;
        let broken = (0..effort.worlds).filter_map(|world| Some((world, broken(world)?)));
        if let Some((world, broken)) = broken.min_by_key(|of| of.1.tick) {
            let mut told = String::new();
            play(trees, &name, (&proved, &names), run(world), Some(&mut told));
            let Broken { rule, by, tick } = broken;
            return Some((rule, format!("{name}, tick {tick}, by {by}:\n{told}")));
        }
        all.push((name, verdicts));
    }
    mistakes.and_then(|mistakes| disagreement(&text, &mistakes, &all))
}

/// The mistakes for which loading refuses a file.
fn refusal(text: &str) -> String {
    let mistakes = Proved::parse(text).map(|_| String::new());
    mistakes.unwrap_or_else(|mistakes| mistakes.to_string())
}

/// Returns `true` if a file has names with values.
fn computes(text: &str) -> bool {
    ["let(", "for(", "(p"].iter().any(|name| text.contains(name))
}

/// What loading the file says is what the proofs say.
fn disagreement(
    text: &str,
    mistakes: &str,
    all: &[(String, Verdicts)],
) -> Option<(String, String)> {
    if mistakes.contains("of the program can do this") {
        // `bt_verify` knows that tree.
        return None;
    }
    for (name, verdicts) in all {
        for (rule, verdict) in verdicts {
            let is_refused =
                mistakes.contains(&format!("`{name}` breaks the rule `{}`", rule.text));
            let is_wrong = match verdict {
                Some(None) => is_refused,
                Some(Some(_)) => mistakes.is_empty() && !computes(text),
                None => false,
            };
            if is_wrong {
                return Some((rule.text.into(), format!("{name}: {verdict:?}\n{mistakes}")));
            }
        }
    }
    None
}

struct Effort {
    /// The file is loaded with the proofs that belong to that, too.
    loads: bool,
    transitions: u64,
    /// The worlds have seeds from here on: those of similar files are to be others.
    first_world: u64,
    worlds: usize,
    ticks: usize,
}

fn from_environment(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|number| number.parse().ok()).unwrap_or(default)
}

/// The shortest file with the same fault that is found by leaving out one node after the other.
fn shortest(mut file: File, rule: &str, effort: &Effort) -> (File, String) {
    let mut run = String::new();
    'shorter: loop {
        for shorter in file.shorter() {
            let Ok(trees) = Trees::parse_unproved(&shorter.to_string()) else { continue };
            match false_proof(&shorter, &trees, effort, &mut Counts::default()) {
                Some((of, found)) if of == rule => {
                    (file, run) = (shorter, found);
                    continue 'shorter;
                }
                _ => {}
            }
        }
        return (file, run);
    }
}

#[test]
fn no_real_run_breaks_what_is_proved() {
    let (files, first) = (from_environment("REAL_FILES", 150), from_environment("REAL_SEED", 0));
    let mut effort = Effort { loads: true, transitions: 400, first_world: 0, worlds: 6, ticks: 40 };
    if files > 1_000 {
        effort = Effort { transitions: 12_000, worlds: 16, ..effort };
    }
    let (mut counts, mut faults) = (Counts::default(), String::new());
    for seed in first..first + files {
        let Some((file, trees)) = Writer::accepted(seed, seed % 4 == 0) else { continue };
        counts.accepted += 1;
        // Without optimization that takes most of the time.
        effort.loads = files > 1_000 || seed % 8 == 0;
        effort.first_world = 100 * seed;
        let fault = false_proof(&file, &trees, &effort, &mut counts);
        let Some((rule, run)) = fault else { continue };
        let more = Effort { worlds: 100, ..effort };
        let (short, short_run) = shortest(file.clone(), &rule, &more);
        let fault = format!("seed {seed}: `{rule}`\n{file}{run}\nshort:\n{short}{short_run}\n");
        println!("{fault}");
        faults += &fault;
    }
    println!("{counts:?}");
    assert!(counts.accepted as u64 * 2 > files, "{counts:?}");
    assert!(faults.is_empty(), "{faults}");
}

/// Small trees: what breaks a rule in a proof happens in a real run.
#[test]
fn a_real_run_breaks_what_is_broken() {
    let (files, first) = (from_environment("REAL_SMALL", 60), from_environment("REAL_SEED", 0));
    let worlds = from_environment("REAL_WORLDS", 20_000);
    let (mut counts, mut alarms) = (Counts::default(), String::new());
    for seed in first..first + files {
        let Some((file, trees)) = Writer::accepted(seed, true) else { continue };
        if file.0[0].1.count() > 7 {
            continue;
        }
        counts.accepted += 1;
        for (rule, verdict) in verdicts(&trees, "T0", 20_000) {
            let Some(Some(run)) = verdict else { continue };
            counts.broken += 1;
            let is_broken = |world| {
                let ticks = if world % 8 == 7 { 100 } else { 12 };
                counts.ticks += ticks;
                play(&trees, "T0", (&[rule], &[]), (world, ticks), None).is_some()
            };
            if !(0..worlds).any(is_broken) {
                counts.alarms += 1;
                let alarm = format!("seed {seed}: `{}`\n{file}{run}\n", rule.text);
                println!("{alarm}");
                alarms += &alarm;
            }
        }
    }
    println!("{counts:?}");
    assert!(alarms.is_empty(), "{alarms}");
}
