//! Answers of several words, in loaded and in compiled trees.

use bt_core::{Agent, Status, behavior_tree};
use std::cell::RefCell;
use std::time::Duration;

/// It cannot be compared.
#[derive(Clone, Copy)]
enum Side {
    Left,
    Right,
}

struct Thing {
    hot: bool,
    heavy: bool,
    level: u8,
    other: u8,
    kilos: f32,
    rest: Duration,
    name: &'static str,
    side: Side,
    asked: RefCell<Vec<&'static str>>,
}

impl Thing {
    fn ask(&self, name: &'static str, answer: bool) -> bool {
        self.asked.borrow_mut().push(name);
        answer
    }
}

behavior_tree! {
    vocabulary Words(thing: &mut Thing) {
        condition Hot => thing.ask("hot", thing.hot);
        condition Over(limit: u8) => thing.ask("over", thing.level > limit);
        value Heavy: bool => thing.ask("heavy", thing.heavy);
        value Level: u8 => thing.level;
        value Other: u8 => thing.other;
        value Kilos: f32 => thing.kilos;
        value Rest: Duration => thing.rest;
        value Name: &'static str => thing.name;
        value Side: Side { Left, Right } => thing.side;
    }

    trees from "tests/trees/answers.tree" with Words;
}

type Case = (&'static str, fn() -> Box<dyn Agent<Thing>>, fn(&Thing) -> bool);

const CASES: &[Case] = &[
    ("Not", || Box::new(Not::new()), |of| !of.hot),
    ("Both", || Box::new(Both::new()), |of| of.hot && of.level > 2 && of.heavy),
    ("Either", || Box::new(Either::new()), |of| of.hot || of.level > 2 || of.heavy),
    ("Order", || Box::new(Order::new()), |of| of.hot || (!of.heavy && of.level > 2)),
    ("Inside", || Box::new(Inside::new()), |of| (of.hot || !of.heavy) && of.level > 2),
    ("Less", || Box::new(Less::new()), |of| of.level < 2),
    ("LessOrEqual", || Box::new(LessOrEqual::new()), |of| of.level <= 2),
    ("Between", || Box::new(Between::new()), |of| of.level > 1 && of.level <= 3),
    ("Equal", || Box::new(Equal::new()), |of| of.level == of.other),
    ("Different", || Box::new(Different::new()), |of| of.level != of.other),
    ("Weight", || Box::new(Weight::new()), |of| of.kilos <= 1.5),
    ("Long", || Box::new(Long::new()), |of| of.rest >= Duration::from_millis(1_500)),
    ("Named", || Box::new(Named::new()), |of| of.name == "anna"),
    ("Sided", || Box::new(Sided::new()), |of| matches!(of.side, Side::Right) || !of.heavy),
    ("Chosen", || Box::new(Chosen::new()), |of| !of.hot && of.level >= 2),
];

fn each_thing(mut with: impl FnMut(&mut Thing)) {
    for bits in 0..16_u8 {
        for level in 0..5 {
            let is = |bit: u8| bits & bit != 0;
            with(&mut Thing {
                hot: is(1),
                heavy: is(2),
                level,
                other: if is(4) { 2 } else { level },
                kilos: [1.0, 1.5, 2.0, f32::NAN, -1.0][usize::from(level)],
                rest: Duration::from_millis(500 * u64::from(level)),
                name: if is(4) { "anna" } else { "berta" },
                side: if is(8) { Side::Left } else { Side::Right },
                asked: RefCell::default(),
            });
        }
    }
}

#[test]
fn loaded_and_compiled_trees_answer_as_rust_does() {
    let trees = Words::parse(include_str!("../trees/answers.tree")).expect("a sound file");
    assert_eq!(trees.names().count(), CASES.len());
    for (name, compiled, expected) in CASES {
        each_thing(|thing| {
            let status = Status::from(expected(thing));
            let mut asked = Vec::new();
            let loaded = Box::new(trees.tree(name).expect("it is there"));
            for mut tree in [compiled(), loaded] {
                assert_eq!(tree.tick(thing), status, "{name}");
                asked.push(thing.asked.take());
            }
            assert_eq!(asked[0], asked[1], "{name}: the same words in the same order");
        });
    }
}

#[test]
fn what_cannot_change_the_answer_is_not_asked() {
    let trees = Words::parse("tree A { condition Hot && Over(limit = 2) || Heavy; }");
    let mut tree = trees.expect("a sound file").tree("A").expect("it is there");
    each_thing(|thing| {
        tree.tick(thing);
        let expected: &[_] = match (thing.hot, thing.level > 2) {
            (true, true) => &["hot", "over"],
            (true, false) => &["hot", "over", "heavy"],
            (false, _) => &["hot", "heavy"],
        };
        assert_eq!(thing.asked.take(), expected);
    });
}
