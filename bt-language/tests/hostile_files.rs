//! Whatever a file contains: nothing panics, each mistake has a place in it, and the memory has a limit.
//!
//! More and longer files than in every run: `HOSTILE_FILES=1000000 cargo test --release -p bt-language --test hostile_files`.

mod common;

use allocation_counter::measure;
use bt_language::{file, lower};
use common::drill;
use fastrand::Rng;
use std::fmt::Write as _;

const CASES: &str = include_str!("file_messages.txt");

/// Pieces that are put into files.
const PIECES: &[&str] = &[
    "{",
    "}",
    "(",
    ")",
    "[",
    "]",
    ";",
    ",",
    "=",
    "=>",
    ":",
    "'",
    "\"",
    "/*",
    "*/",
    "//",
    "///",
    "//!",
    "#",
    "!",
    "-",
    "&",
    "|",
    "<",
    ">",
    "?",
    ".",
    "..",
    "::",
    "$",
    "@",
    "~",
    "\\",
    "\0",
    "\u{feff}",
    "\u{202e}",
    "é",
    "€",
    "\r\n",
    "\t",
    "\n",
    "r#\"",
    "r\"",
    "b'",
    "'a'",
    "1e999",
    "0x",
    "1_",
    "99999999999999999999999999999999999999999",
    "2s",
    "1.5min",
    "tree",
    "sequence",
    "match",
    "let",
    "for",
    "if",
    "else",
    "true",
    "SeesEnemy",
    "HealthBelow(limit = 3)",
    "MoveTo(x = 1, y = 2)",
    "Pause",
    "subtree",
    "set",
    "in",
    "->",
    "-> way",
    "(a, b)",
    "_ =>",
    "let(way: Path)",
    "let(n: u32 = 1)",
    "for(i in 0..3)",
    "Plan(goal = Goal)",
    "Spot(number = 1)",
    "(goal: Pose, n: u32 = 1)",
    "'flee:",
    "return",
    "unsafe",
    "async",
    "self",
    "r#tree",
    "_",
];

/// The files of the cases.
fn corpus() -> Vec<&'static str> {
    let file = |case: &'static str| {
        let (_, rest) = case.split_once('\n').expect("a line ends");
        rest.split_once("---\n").map_or(rest, |(file, _)| file)
    };
    CASES.split("=== ").skip(1).map(file).collect()
}

/// A file with a few changes.
fn changed(random: &mut Rng, corpus: &[&str]) -> String {
    let mut text = (*random.choice(corpus).expect("there are cases")).to_owned();
    for _ in 0..random.usize(1..8) {
        let places: Vec<usize> =
            text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
        let mut place = || places[random.usize(..places.len())];
        let (one, other) = (place(), place());
        let (from, to) = (one.min(other), one.max(other).min(one.min(other) + 40));
        let to = places.iter().copied().find(|at| *at >= to).unwrap_or(from);
        match random.u8(..4) {
            0 => text.replace_range(from..to, ""),
            1 => {
                let part = text[from..to].to_owned();
                text.insert_str(one, &part);
            }
            _ => text.insert_str(one, random.choice(PIECES).expect("there are pieces")),
        }
    }
    text
}

/// The most bytes of memory for each byte of a file …
const FOR_A_BYTE: u64 = 1_000;
/// … and for any file: its first mistakes.
const FOR_ALL: u64 = 1 << 20;

/// Does something with a text, and checks that it takes no more memory than it may.
fn measured<T>(text: &str, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let bytes = measure(|| result = Some(work())).bytes_max;
    let shown: String = text.chars().take(60).collect();
    let most = FOR_A_BYTE * text.len() as u64 + FOR_ALL;
    assert!(bytes <= most, "{bytes} bytes for the {} bytes of {shown}", text.len());
    result.expect("it was done")
}

/// A length of texts: a tenth of it in every run, which is not optimized.
fn length(all: usize) -> usize {
    if std::env::var_os("HOSTILE_FILES").is_some() { all } else { all / 10 }
}

/// Reads a file, and lowers what could be read.
fn check(text: &str) {
    measured(text, || read_and_lower(text));
}

fn read_and_lower(text: &str) {
    let reading = file::read(text, &drill());
    let lines = text.lines().count().max(1) + 1;
    for mistake in &reading.mistakes {
        assert!(!mistake.text.is_empty());
        assert!(mistake.start.line >= 1 && mistake.start.line <= lines, "{mistake:?} in {text}");
        assert!(mistake.start <= mistake.end, "{mistake:?} in {text}");
        assert!(mistake.show("file").to_string().lines().count() >= 5, "{mistake:?}");
    }
    let is_sound = reading.mistakes.is_empty();
    for tree in reading.trees {
        let lowered = lower("Tree", None, &tree.scope(), tree.root, &reading.lines);
        if is_sound {
            let machine = lowered.unwrap_or_else(|internal| panic!("{internal} in {text}"));
            assert_eq!(machine.check().map_err(|faults| faults.len()), Ok(()), "{text}");
        }
    }
    file::forget();
}

#[test]
fn nothing_panics_on_any_text() {
    let count = std::env::var("HOSTILE_FILES");
    let count: u64 = count.map_or(4_000, |text| text.parse().expect("a number"));
    let corpus = corpus();
    for seed in 0..count {
        let text = changed(&mut Rng::with_seed(seed), &corpus);
        let read = std::panic::catch_unwind(|| check(&text));
        assert!(read.is_ok(), "seed {seed}:\n{text}");
    }
}

#[test]
fn nothing_overflows_the_stack() {
    let nested = |open: &str, close: &str, count: usize| {
        format!("tree Deep {{ {}succeed; {} }}", open.repeat(count), close.repeat(count))
    };
    for count in [100, 1_000, length(20_000)] {
        for text in [
            nested("sequence { ", "} ", count),
            nested("not ", "", count),
            nested("repeat(3) ", "", count),
            nested("condition !", "", count),
            nested("(", ")", count),
            nested("guard(", ")", count),
            nested("action MoveTo(x = ", ")", count),
            nested("{", "", count),
            nested("", "}", count),
            nested("/* ", "", count),
            nested("if SeesEnemy { succeed; } else ", "", count),
            nested("'label: ", "", count),
            nested("action W<", "", count),
            nested("return ", "", count),
            nested("- ", "", count),
            nested("let(n: u32 = 1) ", "", count),
            nested("let(way: Path) ", "", count),
            nested("for(i in 0..3) ", "", count),
            nested("match Aim { _ => ", "} ", count),
            nested("let(spot: Pose = Spot(number = ", ")) ", count),
            nested("let(n: i32 = Health * (", ")) ", count),
            nested("set n = -", "", count),
            nested("subtree Deep(n = ", ")", count),
            format!(
                "tree Deep(n: u32 = {}1{}) {{ succeed; }}",
                "(".repeat(count),
                ")".repeat(count)
            ),
        ] {
            check(&text);
        }
    }
}

/// The texts of the mistakes.
fn mistakes(text: &str) -> Vec<String> {
    let mistakes = measured(text, || file::read(text, &drill()).mistakes);
    file::forget();
    mistakes.into_iter().map(|mistake| mistake.text).collect()
}

/// Trees that contain the next one twice; `roots` more of them contain the first.
fn doubled(levels: usize, roots: usize) -> String {
    let mut text = String::new();
    for level in 0..levels {
        let next = level + 1;
        let _ =
            writeln!(text, "tree T{level} {{ sequence {{ subtree T{next}; subtree T{next}; }} }}");
    }
    let _ = writeln!(text, "tree T{levels} {{ succeed; }}");
    for root in 0..roots {
        let _ = writeln!(text, "tree R{root} {{ subtree T0; }}");
    }
    text
}

#[test]
fn all_trees_of_a_file_share_one_limit_of_nodes() {
    assert_eq!(mistakes(&doubled(10, 40)), [""; 0]);
    let text = doubled(10, 64);
    let found = file::read(&text, &drill()).mistakes;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].text.contains("more than 200000 nodes"), "{}", found[0].text);
    assert!(text[found[0].bytes.start..].starts_with('R'), "{}", found[0].show("it"));
    assert_eq!(mistakes(&doubled(64, 0)).len(), 1);

    let foreign = "tree Many { sequence { subtree Shoot; subtree Shoot; } }";
    let count = |nodes: usize| {
        let mut none = |_: &str| Err(String::new());
        file::read_with(foreign, &drill(), &|_| nodes, &mut none).mistakes.len()
    };
    assert_eq!((count(99_990), count(100_000), count(usize::MAX)), (0, 1, 1));
    assert_eq!(mistakes(foreign), [""; 0], "without numbers, each counts as one");
}

#[test]
fn many_trees_and_long_names_are_read_in_time() {
    let many = length(40_000);
    let trees = |tree: &dyn Fn(usize) -> String| (0..many).map(tree).collect::<String>();
    let chain = trees(&|place| format!("tree T{place} {{ subtree T{}; }}\n", place + 1));
    let texts = [
        (trees(&|place| format!("tree T{place} {{ succeed; }}\n")), ""),
        (format!("{chain}tree T{many} {{ succeed; }}"), "more than 200000 nodes"),
        (format!("{chain}tree T{many} {{ subtree T0; }}"), "would contain itself"),
        (trees(&|place| format!("tree T{place} {{ subtree Q{place}; }}\n")), "there is no tree"),
    ];
    for (text, expected) in texts {
        let found = mistakes(&text);
        assert_eq!(found.is_empty(), expected.is_empty(), "{:?}", found.first());
        let is_it = |text: &String| text.contains(expected);
        assert!(expected.is_empty() || found.iter().any(is_it), "{:?}", found.first());
    }
    let name = "a_".repeat(200_000);
    let found = mistakes(&format!("tree {name}b {{ succeed; }} tree A {{ subtree {name}c; }}"));
    assert_eq!(found.len(), 1);
}

#[test]
fn after_a_thousand_mistakes_a_file_is_not_read() {
    let text =
        |count: usize| format!("tree A {{ sequence {{ {} subtree B; }} }}", "a;".repeat(count));
    let last = |count| mistakes(&text(count)).pop().expect("there are mistakes");
    assert!(last(150).ends_with("; there are 51 mistakes more"), "{}", last(150));
    assert!(last(50_000).ends_with("; there are at least 900 mistakes more"), "{}", last(50_000));
}

/// A `<` begins no generics here.
#[test]
fn many_comparisons_are_read_in_time() {
    let compares = "condition Health < 3; ".repeat(5_000);
    assert_eq!(mistakes(&format!("tree A {{ sequence {{ {compares} }} }}")), [""; 0]);
    let unfinished = format!("tree A {{ random_selector {{ {} }} }}", "Health < ".repeat(50_000));
    assert_eq!(mistakes(&unfinished).len(), 1);
}

#[test]
fn long_numbers_are_refused() {
    for digits in [201, 1_000_000] {
        for (open, close) in
            [("wait(", "s);"), ("repeat(", ") succeed;"), ("action Fire(shots = ", ");")]
        {
            let found = mistakes(&format!("tree Long {{ {open}{}{close} }}", "9".repeat(digits)));
            assert_eq!(found, ["a number has at most 200 characters"]);
        }
    }
    let text = format!("tree Long {{ action Say(text = \"{}\"); }}", "9".repeat(1_000_000));
    assert_eq!(mistakes(&text), [""; 0]);
}

#[test]
fn strange_files_are_read_or_refused() {
    let sound = "tree Rest { running; }";
    for text in [
        format!("\u{feff}{sound}"),
        sound.replace(' ', "\r\n"),
        sound.replace(' ', "\t"),
        format!("{sound}\n// The end"),
        format!("// The beginning\n{sound}\n\n\n"),
    ] {
        assert_eq!(file::read(&text, &drill()).mistakes, [], "{text:?}");
    }
    for text in ["", "\u{feff}", " \n ", "\0", "tree", "tree Rest"] {
        assert!(!file::read(text, &drill()).mistakes.is_empty(), "{text:?}");
    }
    let mut large = String::new();
    while large.len() < 10_000_000 {
        let _ = writeln!(large, "tree Rest{} {{ running; }}", large.len());
    }
    let refused = file::read(&large, &drill()).mistakes;
    assert!(refused[0].text.starts_with("this file has"), "{}", refused[0].text);
}

/// A text with the same part many times, with its number in place of `#`.
fn many(part: &str, count: usize) -> String {
    (0..count).map(|number| part.replace('#', &number.to_string())).collect()
}

#[test]
fn many_names_and_arguments_are_read_in_time() {
    let length = length(30_000);
    let tree = |root: &str| format!("tree A {{ {root} }}");
    let sequence = |part: &str, count| tree(&format!("sequence {{ {} }}", many(part, count)));
    for (text, is_sound) in [
        (sequence("let(n#: u32 = 1) set n# = n# + #;", length / 6), true),
        (
            sequence(
                "let(way: Path) sequence { action Plan(goal = Goal) -> way; action Follow(path = way); } ",
                length / 3,
            ),
            true,
        ),
        (
            tree(&format!(
                "let(n: u32 = 1) sequence {{ {} }}",
                many("set n = n * 2; ", length / 3)
            )),
            true,
        ),
        (
            sequence(
                "for(i in 0..3) match Aim { Left => let(s: Pose = Spot(number = i)) succeed; _ => fail; } ",
                length / 3,
            ),
            true,
        ),
        (tree(&format!("match Health {{ {} _ => fail; }}", many("# => succeed; ", 250))), true),
        (
            tree(&format!("match Health {{ {} _ => fail; }}", many("-# => succeed; ", length / 3))),
            false,
        ),
        (
            tree(&format!(
                "match Health {{ 0 {} => succeed; _ => fail; }}",
                many("| 1# ", length / 3)
            )),
            true,
        ),
        (tree(&format!("match Aim {{ {} }}", many("Left => succeed; ", length / 3))), false),
        (tree(&format!("match Aim {{ {} }}", many("V# => succeed; ", length / 3))), false),
        (
            tree(&format!(
                "{} sequence {{ {} }}",
                many("let(way#: Path) ", 60),
                many("action Plan(goal = Goal) -> way1; action Follow(path = way1); ", 1_000)
            )),
            false,
        ),
        (tree(&format!("action MoveTo({});", many("a# = 1, ", length))), false),
        (tree(&format!("action MoveTo({});", many("x = 1, ", length))), false),
        (tree(&format!("subtree A({});", many("a# = 1, ", length))), false),
        (format!("tree A({}) {{ succeed; }}", many("a#: u32, ", length)), false),
        (format!("tree A({}) {{ succeed; }}", many("a: u32, ", length)), false),
        (format!("tree A() -> ({}) {{ succeed; }}", many("a#: u32, ", length)), false),
        (
            format!(
                "tree A {{ subtree B({}); }} tree B({}) {{ sequence {{ {} }} }}",
                many("a# = 1, ", length),
                many("a#: u32 = #, ", length),
                many("set a# = 1; ", length / 3)
            ),
            false,
        ),
        (
            format!(
                "tree A {{ sequence {{ {} }} }} tree B({}) {{ succeed; }}",
                many("subtree B; ", length / 6),
                many("a#: u32 = #, ", 32)
            ),
            true,
        ),
        (tree(&format!("action Detect -> ({});", many("a#, ", length))), false),
        (tree(&format!("let(n: u32 = 1) set n = {} 1;", many("n + # * ", length))), true),
    ] {
        let found = mistakes(&text);
        assert_eq!(found.is_empty(), is_sound, "{text:.60}: {:?}", found.first());
    }
}

/// Completion, hover, outline and layout of long texts.
#[test]
fn editors_take_long_texts() {
    let length = length(30_000);
    for text in [
        format!("tree A {{ action MoveTo(x = {}", "-(".repeat(length)),
        format!("tree A {{ action MoveTo(x = {}", "1 + (".repeat(length)),
        format!("tree A {{ condition {}", "(a) ".repeat(length)),
        format!("tree A {{ match {} {{ ", "(a) ".repeat(length)),
        format!("tree A {{ {}", many("let(n#: u32 = 1) ", length)),
        format!("tree A {{ {} set ", many("let(n#: u32 = 1) sequence { ", length)),
        format!("tree A {{ sequence {{ {}", many("let(n#: u32 = 1) set n# = n#; ", length)),
        format!("tree A({}", many("n#: u32, ", length)),
        format!("tree A({}) {{ subtree A(", many("n#: u32, ", length)),
        format!("tree A {{ action Detect -> ({}", many("n#, ", length)),
        many("tree A#(n: u32) -> (m: u32) { succeed; } ", length / 10),
        format!("tree A {{ match Aim {{ {}", many("Left => succeed; ", length)),
    ] {
        let words = drill();
        let end = text.len();
        for at in [end, end / 2] {
            measured(&text, || bt_language::edit::complete(&text, at, &words));
            measured(&text, || bt_language::edit::hover(&text, at, &words));
        }
        measured(&text, || bt_language::edit::outline(&text));
        let _ = measured(&text, || bt_language::format::file(&text));
        file::forget();
    }
}
