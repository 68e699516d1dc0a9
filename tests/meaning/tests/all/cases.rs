//! The cases of `cases/`: compiled, loaded, explored and interpreted, their trees do what the scripts say.
//!
//! `BLESS=1 cargo test -p meaning cases` writes what compiled trees do behind the `=>` of each line.

use crate::machine::Machine;
use crate::proved::limits;
use crate::words::Side;
use bt_core::files::{Loaded, Saved, Trees};
use bt_core::{Wake, behavior_tree};
use bt_verify::{Rules, Runs, explore_loaded_with, simulate};
use meaning::cases::{Case, Deed, Step, files, forest, prepare, read, shown, written};
use meaning::{Event, Interpreter, Job, Kept, Nap, Scripts, Trace, World, Wrap};
use serde::{Deserialize, Serialize};

/// The vocabulary of the cases; the compiled file has to stand in the same macro call.
macro_rules! with_case_words {
    ($($files:tt)*) => {
        behavior_tree! {
            #[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
            pub(crate) vocabulary Words(world: &mut World) {
                type Kept;
                condition Danger => world.ask(1);
                condition Open => world.ask(2);
                condition Hungry => world.ask(3);
                condition Ready => world.ask(4);
                action Work => world.act(10);
                action Rest => world.act(11);
                action Eat => world.act(12);
                action Flee => world.act(13);
                action Wash => world.act(14);
                action Dry => world.act(15);
                action Rinse => world.act(16);
                action Try => world.attempt(18);
                action Walk => Job { slot: 20, activation: world.activation(20), turn: 0 };
                action Run => Job { slot: 21, activation: world.activation(21), turn: 0 };
                action Hunt => Job { slot: 22, activation: world.activation(22), turn: 0 };
                action Graze => Job { slot: 23, activation: world.activation(23), turn: 0 };
                action Doze => Nap { slot: 26, until: world.alarm(26) };
                action Fetch => await ?Send world.vow(28);
                action Clean => world.clean(30);
                action Tidy => world.clean(31);
                action Sweep => world.clean(32);
                action Look => world.serve(34);
                action Say(number: u32) => { world.see_number(40, number as usize); world.act(40) };
                action Tell(number: u32) => { world.see_number(41, number as usize); world.act(41) };
                action Carry(kept: &Kept) => { world.seen(42, kept); world.act(42) };
                action Go(kept: Kept) => { world.seen(43, &kept); world.act(43) };
                action Seek -> u32 => world.gain(50);
                action Lend -> Kept => world.seek(51);
                action Search -> Kept => world.search(52);
                action Produce -> Kept => Job { slot: 53, activation: world.activation(53), turn: 0 };
                value Item: Kept => world.find(54);
                decorator Brave => Wrap { slot: 60, activation: world.activation(60) };
                value Number: u32 => world.count_level(70);
                value Other: u32 => world.count_level(71);
                value Small: u8 => world.small_level(72);
                value Level: i32 => world.signed_level(73);
                value Rooms: usize => world.size_level(74);
                value Food: f32 => world.real_level(75);
                value Water: f32 => world.real_level(76);
                value Fatigue: f32 => world.real_level(77);
                value Pause: Duration => world.length_level(79);
                value Name: &'static str => world.text_level(82);
                value Side: Side { Left, Right, Up } => [Side::Left, Side::Right, Side::Up][usize::from(world.side_level(83))];
                value Weight: u32 => world.weight(84);
                random => world.draw(900);
            }

            $($files)*
        }
    };
}

include!(concat!(env!("OUT_DIR"), "/cases.rs"));

/// All that can be seen of a step.
#[derive(Debug, PartialEq)]
struct Seen {
    text: String,
    events: Vec<Event>,
    /// The texts of errors.
    errors: Vec<String>,
    rest: String,
}

/// When a tree has to be ticked again, if that is not the next tick.
fn rest(machine: &dyn Machine, world: &World) -> String {
    let text = |wake: Wake| match wake {
        Wake::NextTick => None,
        Wake::OnEvent => Some("an event".to_owned()),
        Wake::At(time) => Some(format!("+{:?}", time.saturating_sub(world.now))),
    };
    let unchanged =
        || text(machine.next_wake_if_unchanged()).map(|text| format!("; unchanged {text}"));
    let wake = text(machine.next_wake()).map(|text| format!("; wake {text}")).or_else(unchanged);
    wake.filter(|_| machine.is_running()).unwrap_or_default()
}

fn world() -> World {
    World::new(Scripts::Given(std::rc::Rc::default()))
}

fn step(machine: &mut dyn Machine, world: &mut World, line: &str) -> Seen {
    let mut trace = Trace::default();
    let status = match prepare(line, world) {
        Deed::Tick => Some(machine.tick_with(world, &mut trace)),
        Deed::Stop => Some(machine.stop_with(world, &mut trace)),
        Deed::Abort => {
            machine.abort_with(world, &mut trace);
            None
        }
    };
    Seen {
        text: shown(status, &world.take_calls()),
        events: trace.0,
        errors: trace.1.into_iter().map(|(_, error)| format!("; \"{error}\"")).collect(),
        rest: rest(machine, world),
    }
}

/// Makes the machine of a compiled tree.
type Start = fn() -> Box<dyn Machine>;

/// The steps of a case with what is seen in each.
fn steps(case: &Case, mut machine: Box<dyn Machine>) -> impl Iterator<Item = (&Step, Seen)> {
    let mut world = world();
    case.steps.iter().map(move |line| (line, step(&mut *machine, &mut world, &line.given)))
}

fn compiled(case: &Case) -> Box<dyn Machine> {
    let found = COMPILED.iter().find(|(name, _)| *name == case.name());
    found.unwrap_or_else(|| panic!("{} is not compiled", case.name())).1()
}

fn trees(case: &Case) -> Trees<Words> {
    Words::parse(&case.trees).unwrap_or_else(|mistakes| panic!("{mistakes}"))
}

fn loaded(case: &Case) -> Loaded<Words> {
    trees(case).tree(case.name()).expect("the main tree")
}

fn each_case(mut with: impl FnMut(&Case)) {
    let cases: Vec<Case> = files().iter().flat_map(|file| read(file).1).collect();
    assert!(cases.len() > 60, "{}", cases.len());
    cases.iter().for_each(&mut with);
}

#[test]
fn compiled_trees_do_what_cases_expect() {
    let is_blessed = std::env::var_os("BLESS").is_some();
    for file in files() {
        let (preface, mut cases) = read(&file);
        for case in &mut cases {
            let expected = steps(case, compiled(case))
                .map(|(_, seen)| seen.text + &seen.errors.concat() + &seen.rest)
                .collect::<Vec<_>>();
            for (step, expected) in case.steps.iter_mut().zip(expected) {
                step.expected = expected;
            }
        }
        let text = written(&preface, &cases);
        if is_blessed {
            std::fs::write(&file, text).expect("can write");
            continue;
        }
        let old = std::fs::read_to_string(&file).expect("the cases");
        if let Some((old, new)) = old.lines().zip(text.lines()).find(|(old, new)| old != new) {
            panic!("{}: expected\n{old}\nand it is\n{new}", file.display());
        }
        assert_eq!(old, text, "{}", file.display());
    }
}

#[test]
fn loaded_trees_do_what_compiled_ones_do() {
    each_case(|case| {
        let loaded = steps(case, Box::new(loaded(case)));
        for ((step, compiled), (_, loaded)) in steps(case, compiled(case)).zip(loaded) {
            assert_eq!(loaded, compiled, "{}: {}", case.title, step.given);
        }
    });
}

/// Without an observer, and saved and restored behind each step.
#[test]
fn trees_that_are_saved_and_restored_do_the_same() {
    each_case(|case| {
        let (trees, mut tree, mut world) = (trees(case), loaded(case), world());
        for (step, compiled) in steps(case, compiled(case)) {
            let status = match prepare(&step.given, &mut world) {
                Deed::Tick => Some(tree.tick(&mut world)),
                Deed::Stop => Some(tree.stop(&mut world)),
                Deed::Abort => {
                    tree.abort(&mut world);
                    None
                }
            };
            let text = shown(status, &world.take_calls());
            let seen = (text, rest(&tree, &world));
            assert_eq!(seen, (compiled.text, compiled.rest), "{}: {}", case.title, step.given);
            let text = serde_json::to_string(&tree).expect("a state");
            world.adopt_restored();
            let saved: Saved<Words> = serde_json::from_str(&text).expect("a state");
            tree = trees.restore(saved).unwrap_or_else(|error| panic!("{error}: {text}"));
        }
    });
}

#[test]
fn the_interpreter_does_what_compiled_trees_do() {
    each_case(|case| {
        let forest = forest(&case.trees);
        let (mut interpreter, mut world) = (Interpreter::new(&forest), world());
        for (step, compiled) in steps(case, compiled(case)) {
            let deed = prepare(&step.given, &mut world);
            let (book, mut events) = (&mut world.book, Vec::new());
            let status = match deed {
                Deed::Tick => Some(interpreter.tick(book, &mut events)),
                Deed::Stop => Some(interpreter.stop(book, &mut events)),
                Deed::Abort => {
                    interpreter.abort(book, &mut events);
                    None
                }
            };
            let text = shown(status, &world.take_calls());
            let expected = (compiled.text, compiled.events);
            assert_eq!((text, events), expected, "{}: {}", case.title, step.given);
            assert_eq!(world.faults(), Vec::<String>::new(), "{}", case.title);
        }
    });
}

/// Each tick and each abort is one that the proof of the tree calls possible.
#[test]
fn trees_do_what_is_proved() {
    each_case(|case| {
        let tree = loaded(case);
        let proof = explore_loaded_with(&tree, limits());
        // A proof knows no stop.
        let is_tick = |step: &&Step| !step.given.starts_with("stop");
        let count = case.steps.iter().take_while(is_tick).count();
        let begin = || (tree.clone(), (world(), case.steps.iter()));
        let runs = Runs::of(0..1, count);
        let run = simulate(&proof, &Rules::new(), runs, begin, |tree, (world, steps), _| {
            match prepare(&steps.next().expect("a step").given, world) {
                Deed::Tick => {
                    tree.tick(world);
                }
                Deed::Abort => tree.abort(world),
                Deed::Stop => unreachable!("it is left out"),
            }
        });
        if let Err(failure) = run {
            panic!("{}: {failure}", case.title);
        }
    });
}
