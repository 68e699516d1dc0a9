//! Expressions that compute, in loaded and in compiled trees: the same values, and the same failures.

use super::Heard;
use bt_core::{Agent, Clock, Status, behavior_tree};
use std::time::Duration;

/// Numbers, and what was done with them.
#[derive(Default)]
struct World {
    whole: i32,
    count: u32,
    small: u8,
    real: f32,
    pause: Duration,
    now: Duration,
    log: Vec<String>,
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.now
    }
}

struct Keep {
    whole: i32,
    left: u32,
}

impl bt_core::Action<World> for Keep {
    fn tick(&mut self, world: &mut World) -> Status {
        world.log.push(format!("keep {} {}", self.whole, self.left));
        self.left = self.left.saturating_sub(1);
        if self.left == 0 { Status::Success } else { Status::Running }
    }
}

behavior_tree! {
    vocabulary Sums(world: &mut World) {
        condition Over(limit: i32) => world.whole > limit;
        value Whole: i32 => world.whole;
        value Count: u32 => world.count;
        value Small: u8 => world.small;
        value Real: f32 => world.real;
        value Pause: Duration => world.pause;
        value Twice(of: i32): i32 => of.wrapping_mul(2);
        value Longer(than: Duration, by: u32 = 2): Duration => than * by;
        value IsEven(of: i32): bool => of % 2 == 0;
        action Say(whole: i32 = 0, real: f32 = 0, small: u8 = 0, pause: Duration = 0s) =>
            world.log.push(format!("say {whole} {real} {small} {pause:?}"));
        action Keep(whole: i32, left: u32 = 2) => Keep { whole, left };
        random => 7;
    }

    trees from "tests/trees/arithmetic.tree" with Sums;
}

type Case = (&'static str, fn() -> Box<dyn Agent<World>>);

macro_rules! cases {
    ($($name:ident)*) => { &[$((stringify!($name), || Box::new($name::new()))),*] };
}

const CASES: &[Case] = cases!(
    Sum Precedence Product Negative Reals Mixed Nested Answer Guarded Chosen Again First Scored Lengths Waits
    Repeats Weighted Kept Served Cooled Limited Attempts
);

/// Statuses, events and calls of four ticks, one second apart.
fn run(mut tree: Box<dyn Agent<World>>, mut world: World) -> Vec<String> {
    let mut heard = Heard::default();
    for tick in 0..4_u64 {
        world.now = Duration::from_secs(tick);
        let status = tree.tick_with_any(&mut world, &mut heard);
        heard.0.push(format!("tick {tick}: {status:?} {}", world.log.join(", ")));
        world.log.clear();
        world.count = world.count.saturating_sub(1);
    }
    heard.0
}

fn each_world(mut with: impl FnMut(fn() -> World)) {
    with(World::default);
    with(|| World {
        whole: 5,
        count: 3,
        small: 200,
        real: 2.5,
        pause: Duration::from_millis(900),
        ..World::default()
    });
    with(|| World {
        whole: i32::MAX,
        count: u32::MAX,
        small: 255,
        real: f32::MAX,
        pause: Duration::MAX,
        ..World::default()
    });
    with(|| World {
        whole: i32::MIN,
        count: 1,
        small: 1,
        real: -1.0,
        pause: Duration::from_secs(1),
        ..World::default()
    });
}

#[test]
fn loaded_and_compiled_trees_compute_the_same() {
    let text = include_str!("../trees/arithmetic.tree");
    let trees = Sums::parse(text).unwrap_or_else(|mistakes| panic!("{mistakes}"));
    assert_eq!(
        trees.names().collect::<Vec<_>>(),
        CASES.iter().map(|case| case.0).collect::<Vec<_>>()
    );
    let mut failures = 0;
    for (name, compiled) in CASES {
        each_world(|world| {
            let loaded = Box::new(trees.tree(name).expect("it is there"));
            let (loaded, compiled) = (run(loaded, world()), run(compiled(), world()));
            assert_eq!(loaded, compiled, "{name}");
            failures += loaded.iter().filter(|event| event.contains("does not fit")).count();
        });
    }
    assert!(failures > 30, "some have no result: {failures}");
}

fn first_tick(name: &str, world: World) -> Vec<String> {
    let trees = Sums::parse(include_str!("../trees/arithmetic.tree")).expect("a sound file");
    let mut heard = run(Box::new(trees.tree(name).expect("it is there")), world);
    let end = heard.iter().position(|event| event.starts_with("tick 0")).expect("a tick");
    heard.truncate(end + 1);
    heard
}

#[test]
fn the_precedence_is_that_of_rust() {
    let world = || World { whole: 5, count: 3, small: 200, real: 2.5, ..World::default() };
    let said = |name| first_tick(name, world()).pop().expect("a tick");
    assert_eq!(said("Sum"), "tick 0: Success say 4 0 0 0ns");
    assert_eq!(
        said("Precedence"),
        format!("tick 0: Success say {} 0 0 0ns", 2 + 5 * 3 - (12 - 5) % 4 / 2)
    );
    assert_eq!(said("Negative"), "tick 0: Success say -10 -2.5 0 0ns");
    let length = Duration::from_secs(2) * 3 + Duration::from_millis(500) / 2;
    let world = World { count: 3, pause: Duration::from_millis(500), ..World::default() };
    assert_eq!(
        first_tick("Lengths", world).pop(),
        Some(format!("tick 0: Success say 0 0 0 {length:?}"))
    );
}

#[test]
fn an_expression_without_a_result_fails_its_node_and_says_why() {
    assert_eq!(
        first_tick("Product", World { whole: i32::MAX, count: 2, ..World::default() }),
        [
            "NodeId(0): the result of `*` does not fit into `i32`",
            "NodeId(0) Failure None",
            "tick 0: Failure "
        ]
    );
    let division = first_tick("Chosen", World { whole: 7, ..World::default() });
    assert_eq!(
        division,
        ["NodeId(0): division by zero", "NodeId(0) finished Failure", "tick 0: Failure "],
        "neither branch of an `if`"
    );
}

#[test]
fn mistakes_in_expressions_are_reported() {
    for (text, mistake) in [
        (
            "action Say(whole = Real + 1);",
            "`Real` is a value of type `f32`, and the left side of `+` is of type `i32`",
        ),
        (
            "action Say(whole = Whole + Real);",
            "`Real` is a value of type `f32`, and the right side of `+` is of type `i32`",
        ),
        ("condition Whole + 1;", "`+` gives a number, and a condition stands here"),
        ("action Say(whole = Whole > 1);", "`>` gives a `bool`, and `whole` is of type `i32`"),
        ("action Say(small = -Small);", "a `u8` is never negative; remove the `-`"),
        (
            "action Say(pause = Pause * Pause);",
            "a duration can only be multiplied or divided by a number",
        ),
        ("action Say(pause = 2 / Pause);", "a number cannot be divided by a duration"),
        ("action Say(pause = Pause % 2);", "a duration has no `%`"),
        ("action Say(whole = Twice);", "`Twice` needs `of`; write `Twice(of = …)`"),
        ("action Say(whole = Whole +);", "expected a value or a literal after this `+`"),
        (
            "action Say(whole = Twice(of = Small));",
            "`Small` is a value of type `u8`, and `of` is of type `i32`",
        ),
    ] {
        let mistakes = Sums::parse(&format!("tree A {{ {text} }}")).expect_err(text);
        assert!(mistakes.to_string().contains(mistake), "{text}: {mistakes}");
    }
}

#[test]
fn expressions_are_nested_at_most_64_deep() {
    // The argument is a level, too.
    const MOST: usize = 63;
    for (open, close) in [("(", ")"), ("-", ""), ("Twice(of = ", ")")] {
        for (levels, is_sound) in [(MOST, true), (MOST + 1, false), (1_000, false)] {
            let (open, close) = (open.repeat(levels), close.repeat(levels));
            let text = format!("tree A {{ action Say(whole = {open}Whole{close}); }}");
            let trees = Sums::parse(&text);
            assert_eq!(trees.is_ok(), is_sound, "{levels} {open:.20}: {:?}", trees.as_ref().err());
            if levels == MOST + 1 {
                assert!(trees.expect_err("too deep").to_string().contains("64 levels"));
            }
        }
    }
    let wide = "1 + ".repeat(20_000);
    let text = format!("tree A {{ action Say(whole = {wide}Whole * Whole); }}");
    let mut tree = Sums::parse(&text).expect("a sum of any length").tree("A").expect("a tree");
    let mut world = World { whole: 2, ..World::default() };
    assert_eq!(tree.tick(&mut world), Status::Success);
    assert_eq!(world.log, ["say 20004 0 0 0ns"]);
}
