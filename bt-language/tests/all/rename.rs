//! New names of trees and of what trees declare.

use crate::vocabularies::drill;
use bt_language::edit;
use bt_language::file;
use bt_language::vocabulary::Vocabulary;
use std::ops::Range;

const WORK: &str = r#"use "go.tree";

/// Goes to the goal.
tree Work {
    sequence {
        // The goal and the times.
        let(path: Path) subtree Go(goal = Spot(number = 1), times = 3) -> path;
        let(goal: Pose = Goal) let(way: Path)
            subtree Go( /* goal */ goal=goal ) -> way;
    }
}
"#;

const GO: &str = "\
/// Plans a path several times.
tree Go(goal: Pose, times: u32 = 2) -> (path: Path) {
    sequence {
        let(times: usize = 3) for(i in 0..times) action Turn(side = Left);
        retry(times, every = 1s) action Plan(goal = goal) -> path;
        let(n: i32 = Health) sequence {
            set n = n + 1 /* n */;
            match Aim {
                Left => condition n > 2 && HealthBelow(limit = n);
                _ => let(n: i32 = n * 2) condition n < 9;
            }
            cooldown(1s, after = end) priority_selector {
                n < 3 => 'n: action Follow(path = path);
                else => parallel(success = one) { succeed; }
            }
        }
    }
}
";

const TEXTS: [&str; 2] = [WORK, GO];

/// The byte of a name in one of the texts: that of `|`.
fn place(marked: &str) -> (usize, usize) {
    let (before, after) = marked.split_once('|').expect("a mark");
    let found = |text: &&str| text.find(&format!("{before}{after}")).map(|at| at + before.len());
    let (text, at) =
        TEXTS.iter().map(found).enumerate().find(|(_, at)| at.is_some()).expect("a place");
    (text, at.expect("it is there"))
}

fn renamed(texts: &[&str; 2], places: &[Vec<Range<usize>>], new: &str) -> [String; 2] {
    assert_eq!(places.len(), 2);
    [0, 1].map(|text| {
        let mut changed = texts[text].to_owned();
        for place in places[text].iter().rev() {
            changed.replace_range(place.clone(), new);
        }
        changed
    })
}

/// The texts of the mistakes in the two files.
fn mistakes([work, go]: &[String; 2]) -> Vec<String> {
    let mut other = |_: &str| Ok(go.clone());
    let reading = file::read_with(work, drill(), &|_| 0, &mut other);
    reading.mistakes.into_iter().map(|mistake| mistake.text).collect()
}

#[test]
fn a_name_changes_where_it_means_the_same() {
    assert_eq!(mistakes(&TEXTS.map(str::to_owned)), [""; 0]);
    // A place, the new name, and all places of the name with the text around them.
    let cases: [(&str, &[&str]); 9] = [
        ("tree |Go(", &["tree |Go(goal: ", "subtree |Go(goal = S", "subtree |Go( /*"]),
        (
            "Go(|goal: Pose",
            &["Go(|goal: Pose", "Plan(goal = |goal)", "subtree Go(|goal = Spot", "/ |goal=goal )"],
        ),
        ("goal: Pose, |times", &["goal: Pose, |times: u32", "retry(|times, ", "1), |times = 3"]),
        (
            "(|path: Path) {",
            &["-> (|path: Path) {", "Plan(goal = goal) -> |path", "Follow(path = |path"],
        ),
        ("let(|times: usize", &["let(|times: usize", "0..|times) "]),
        ("for(|i in", &["for(|i in 0"]),
        (
            "let(|n: i32 = Health",
            &[
                "let(|n: i32 = H",
                "set |n = n + 1",
                "set n = |n + 1",
                "condition |n > 2",
                "limit = |n)",
                "(n: i32 = |n * 2)",
                "|n < 3",
            ],
        ),
        ("let(|n: i32 = n", &["let(|n: i32 = n * 2", "condition |n < 9"]),
        ("let(|goal: Pose", &["let(|goal: Pose", "goal=|goal )"]),
    ];
    for (first, all) in cases {
        let mut expected = [Vec::new(), Vec::new()];
        for marked in all {
            let (text, at) = place(marked);
            let length = TEXTS[text][at..].find(|letter: char| !letter.is_alphanumeric());
            expected[text].push(at..at + length.expect("more follows"));
        }
        for places in &mut expected {
            places.sort_by_key(|place| place.start);
        }
        for marked in all.iter().chain([&first]) {
            let places = edit::rename(&TEXTS, place(marked), "renewed", drill());
            assert_eq!(places.as_deref(), Ok(&expected[..]), "{marked}");
        }
        assert_eq!(mistakes(&renamed(&TEXTS, &expected, "renewed")), [""; 0], "{first}");
    }
}

#[test]
fn a_name_that_would_mean_something_else_is_refused() {
    for (marked, new, expected) in [
        ("tree |Go", "Work", "`Work` is already declared in line 4; choose another name"),
        ("|goal: Pose, t", "times", "`times` is already declared in line 2; choose another name"),
        ("|goal: Pose, t", "path", "`path` is already declared in line 2; choose another name"),
        ("|goal: Pose, t", "n", "`n` is already declared in line 6; choose another name"),
        ("let(|n: i32 = H", "goal", "`goal` is already declared in line 2; choose another name"),
        ("let(|way", "goal", "`goal` is already declared in line 8; choose another name"),
        ("tree |Go", "Attack", "the vocabulary has the action `Attack`; choose another name"),
        ("let(|way", "Right", "the vocabulary has the choice `Right`; choose another name"),
        (
            "let(|way",
            "2nd",
            "`2nd` cannot be a name; write one word of letters, digits and `_` that is no keyword of Rust",
        ),
        (
            "let(|way",
            "a b",
            "`a b` cannot be a name; write one word of letters, digits and `_` that is no keyword of Rust",
        ),
        (
            "let(|way",
            "",
            "`` cannot be a name; write one word of letters, digits and `_` that is no keyword of Rust",
        ),
        (
            "let(|way",
            "match",
            "`match` cannot be a name; write one word of letters, digits and `_` that is no keyword of Rust",
        ),
        ("|sequence {\n        let", "other", "there is no name here that a file declares"),
        ("action |Plan", "other", "there is no name here that a file declares"),
        ("Plan(|goal", "other", "there is no name here that a file declares"),
        ("after = |end", "other", "there is no name here that a file declares"),
    ] {
        let refused = edit::rename(&TEXTS, place(marked), new, drill());
        assert_eq!(refused.map_err(|error| error.to_string()), Err(expected.to_owned()), "{new}");
    }
    // Names whose scopes are apart may be the same.
    assert!(edit::rename(&TEXTS, place("let(|way"), "path", drill()).is_ok());
    assert!(edit::rename(&TEXTS, place("let(|n: i32 = H"), "i", drill()).is_ok());
}

/// Two trees have the same name, for example after one of them was pasted.
#[test]
fn a_name_of_two_declarations_keeps_its_uses() {
    let day = "tree Day { sequence { subtree Needs; subtree Work(n = 1); } }\n";
    let work = "tree Work(n: u32) { repeat(n) running; }\n\ntree Work(n: u32) { wait(n); }\n";
    let at = |part: &str| work.find(part).expect("it is there");
    let rename = |place, new| edit::rename(&[day, work], place, new, drill());
    let second = at("\n\ntree") + 7;
    for start in [5, second] {
        let places = rename((1, start), "Needs");
        assert_eq!(places, Ok(vec![vec![], vec![start..start + 4]]));
    }
    for (place, expected) in [
        ((0, day.find("Work").expect("a use")), "`Work` is also declared in line 1"),
        ((1, at("n:")), "`n` is also declared in line 3"),
        ((1, at("n)")), "`n` is also declared in line 1"),
        ((0, day.find("n =").expect("a use")), "`n` is also declared in line 1"),
    ] {
        let refused = rename(place, "other").map_err(|error| error.to_string());
        let expected = format!("{expected}; give one of the declarations another name first");
        assert_eq!(refused, Err(expected));
    }
}

/// While somebody writes, a part of a text is missing, and the rest is renamed.
#[test]
fn a_text_with_mistakes_is_renamed() {
    for end in (0..GO.len()).filter(|end| GO.is_char_boundary(*end)) {
        let texts = [WORK, &GO[..end]];
        for at in [0, end / 2, end] {
            if let Ok(places) = edit::rename(&texts, (1, at), "renewed", drill()) {
                let [_, changed] = renamed(&texts, &places, "renewed");
                assert!(changed.contains("renewed"), "{changed}");
            }
        }
    }
    let broken = "tree A(n: u32) { sequence { condition n > ; action Do(n = n; } tree B { subtree A(n = 2); }";
    let at = broken.find("n:").expect("the parameter");
    let places = edit::rename(&[broken], (0, at), "m", drill()).expect("it is declared");
    assert_eq!(places[0].len(), 4, "{places:?}");
    assert!(edit::rename(&[broken], (1, 0), "m", drill()).is_err());
}

#[test]
fn names_become_distinct() {
    let text = "\
tree Go(n: i32, goal: Pose) -> (path: Path) {
    sequence {
        let(n: i32 = n + 1) let(n_2: i32 = n) sequence {
            set n = n + n_2; // n
            subtree Rest(n = n) -> path;
        }
        let(path: Path) action Plan(goal = goal) -> path;
        match Aim {
            n => for(n in 0..n) condition n < 3;
            _ => wait(n * 1s);
        }
    }
}
tree Rest(n: i32) -> (path: Path) { let(n: i32 = n) running; }
";
    let distinct = "\
tree Go(n: i32, goal: Pose) -> (path: Path) {
    sequence {
        let(n_3: i32 = n + 1) let(n_2: i32 = n_3) sequence {
            set n_3 = n_3 + n_2; // n
            subtree Rest(n = n_3) -> path;
        }
        let(path_2: Path) action Plan(goal = goal) -> path_2;
        match Aim {
            n => for(n_4 in 0..n) condition n_4 < 3;
            _ => wait(n * 1s);
        }
    }
}
tree Rest(n: i32) -> (path: Path) { let(n_3: i32 = n) running; }
";
    assert_eq!(edit::with_distinct_names(text, &Vocabulary::default()), distinct);
    assert_eq!(edit::with_distinct_names(distinct, &Vocabulary::default()), distinct);
}
