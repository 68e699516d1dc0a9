//! Expressions that compute: their mistakes, and how deep they are nested.

use bt_core::{Clock, Status, behavior_tree};
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
        random => 7;
    }
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
