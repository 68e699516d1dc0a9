//! Completion and hover, in texts with and without mistakes.

mod common;

use bt_language::edit::{self, Item};
use bt_language::file;
use bt_language::vocabulary::{Constant, Integer, Parameter, Role, Type, Vocabulary, Word};
use bt_language::words::Word as Node;
use common::drill;
use std::fmt::Write;

fn parameter(name: &str, of: Type, default: Option<Constant>) -> Parameter {
    let description = Some(format!("about {name}"));
    Parameter { default, description, ..Parameter::new(name, of) }
}

fn word(name: &str, role: Role, parameters: Vec<Parameter>) -> Word {
    let description = Some(format!("About {name}."));
    Word { parameters, description, ..Word::new(name, role) }
}

fn vocabulary() -> Vocabulary {
    let place = Type::Variants {
        name: "Place".to_owned(),
        variants: vec!["Home".to_owned(), "Inn".to_owned()],
    };
    let count = Type::Integer(Integer::named("u32").expect("a type").clone());
    let speed = parameter("speed", Type::Single, Some(Constant::Single(1.5)));
    let quiet = parameter("quiet", Type::Bool, Some(Constant::Bool(false)));
    let is_stateful = true;
    Vocabulary {
        words: vec![
            word("Hungry", Role::Condition, vec![]),
            word("Eat", Role::Action { is_stateful: false }, vec![]),
            word(
                "GoTo",
                Role::Action { is_stateful },
                vec![parameter("to", place, None), speed, quiet],
            ),
            word("Lamp", Role::Decorator, vec![]),
            word("Pause", Role::Value(Type::Duration), vec![]),
            word("Hunger", Role::Value(Type::Single), vec![]),
            word("Night", Role::Value(Type::Bool), vec![]),
            word("Rounds", Role::Value(count), vec![]),
            word("Chat", Role::Subtree { part: None }, vec![]),
        ],
        has_random: true,
        has_clock: Some(true),
        ..Vocabulary::default()
    }
}

/// The text without its mark, and the byte of the mark.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("there is a mark");
    (text.replacen('|', "", 1), at)
}

fn items(text: &str) -> Vec<Item> {
    let (text, at) = marked(text);
    edit::complete(&text, at, &vocabulary()).items
}

fn labels(text: &str) -> Vec<String> {
    items(text).into_iter().map(|item| item.label).collect()
}

#[track_caller]
fn completes(text: &str, expected: &[&str]) {
    assert_eq!(labels(text), expected, "{text}");
}

/// Asserts that a node can be written.
#[track_caller]
fn completes_node(text: &str) {
    let labels = labels(text);
    for expected in ["sequence", "action", "not", "Eat", "Hungry", "Lamp", "Chat"] {
        assert!(labels.iter().any(|label| label == expected), "{text}: {labels:?}");
    }
    assert!(!labels.contains(&"Pause".to_owned()), "{labels:?}");
}

#[test]
fn words_are_completed_where_they_fit() {
    completes("tree A { condition | }", &["Hungry", "Night"]);
    completes("tree A { sequence { guard(|) action Eat; } }", &["Hungry", "Night"]);
    completes("tree A { if | }", &["Hungry", "Night"]);
    for answer in ["!|", "Hungry && |", "(|", "(Hungry && !|)"] {
        completes(&format!("tree A {{ condition {answer}; }}"), &["Hungry", "Night"]);
        completes(&format!("tree A {{ guard({answer}) running; }}"), &["Hungry", "Night"]);
        completes(&format!("tree A {{ if {answer} {{ running; }} }}"), &["Hungry", "Night"]);
    }
    completes("tree A { condition Hunger < |; }", &["Hunger"]);
    completes("tree A { guard(Night == |) running; }", &["true", "false", "Night"]);
    completes("tree A { action |; }", &["Eat", "GoTo"]);
    completes("tree A { action g|; }", &["GoTo"]);
    completes("tree A { service(1s, |) running; }", &["Eat"]);
    completes("tree A { finally(|) running; }", &["Eat"]);
    completes("tree A { with | }", &["Lamp"]);
    completes("tree A { subtree | } tree B { running; }", &["B", "Chat"]);
    // A tree cannot contain itself.
    let calls =
        "tree A { subtree B; } tree B { subtree |; } tree C { subtree A; } tree D { running; }";
    completes(calls, &["D", "Chat"]);
    completes("tree A { wait(|); }", &["Pause"]);
    completes("tree A { repeat(|) action Eat; }", &["Rounds"]);
    completes("tree A { utility_selector { | => action Eat; } }", &["Hunger"]);
    completes(
        "tree A { priority_selector { Hungry => action Eat; | } }",
        &["Hungry", "Night", "else"],
    );
    completes("tree A { priority_selector { el| } }", &["else"]);
    // Behind an `if`, its second branch or the next child.
    let after = "tree A { utility_selector { Hunger => if Night { action Eat; } | } }";
    completes(after, &["else", "Hunger"]);
    assert!(labels("tree A { random_selector { | } }").contains(&"Rounds".to_owned()));
}

#[test]
fn parameters_and_values_are_completed() {
    completes("tree A { action GoTo(|); }", &["to", "speed", "quiet"]);
    completes("tree A { action GoTo(to = Inn, |); }", &["speed", "quiet"]);
    completes("tree A { action GoTo(to = |); }", &["Home", "Inn"]);
    completes("tree A { action GoTo(to = i|); }", &["Inn"]);
    completes("tree A { action GoTo(speed = |); }", &["Hunger"]);
    completes("tree A { action GoTo(quiet = |); }", &["true", "false", "Night"]);
    completes("tree A { parallel(|) { running; } }", &["success", "failure"]);
    completes("tree A { parallel(success = |) { running; } }", &["all", "one"]);
    completes("tree A { active_utility_selector(|) { } }", &["margin"]);
    completes("tree A { action GoTo(to |); }", &[]);
    let to = &items("tree A { action GoTo(|); }")[0];
    assert_eq!((&*to.insert, &*to.detail, to.kind), ("to = ", "to: Place", "parameter"));
}

#[test]
fn nodes_are_completed() {
    for text in [
        "tree A { | }",
        "tree A {|}",
        "tree A { sequence { action Eat; | } }",
        "tree A { sequence { selector { running; } | } }",
        "tree A { not | }",
        "tree A { repeat | }",
        "tree A { repeat(3) | }",
        "tree A { guard(Hungry) | }",
        "tree A { with Lamp | }",
        "tree A { 'label: | }",
        "tree A { utility_selector { Hunger => | } }",
        "tree A { if Hungry { | } }",
        "tree A { if Hungry { running; } else | }",
        "tree A { if Hungry { running; } else { | } }",
        "tree A { sequence { /* a */ | } }",
        "tree A { finally { | } running; }",
        "tree A { utility_selector { Hunger => finally { running; } | } }",
        // Broken before and after the place.
        "tree A { sequence { action GoTo(to = ; | } }",
        "tree A { sequence { guard(Hungry { running; } | } }",
        "tree A { sequence { |",
        "tree A { sequence { action Eat; ) | \n tree B { running; }",
    ] {
        completes_node(text);
    }
    assert!(labels("tree A { if Hungry { running; } | }").contains(&"else".to_owned()));
    completes("|", &["tree", "use"]);
    completes("use \"a.tree\"; |", &["tree", "use"]);
    completes("tree A { running; }\n\ntr|", &["tree"]);
}

#[test]
fn labels_of_other_nodes_are_completed() {
    completes("tree A { sequence { 'flee: running; 'fl| } }", &["flee"]);
    completes("tree A { sequence { 'flee: running; '| } }", &["flee"]);
    assert_eq!(items("tree A { sequence { 'flee: running; 'f| } }")[0].insert, "'flee");
}

#[test]
fn nothing_is_completed_in_comments_and_literals() {
    for text in [
        "tree A { // act|",
        "tree A { // act|\n running; }",
        "tree A { /* act| */ running; }",
        "tree A { /* act|",
        "/// A tr|\ntree A { running; }",
        "tree A { action Say(text = \"act|\"); }",
        "tree A { wait(2|s); }",
        "tree |",
        "tree A |",
        "tree A { running; } running |",
        "tree A { action Eat | }",
    ] {
        completes(text, &[]);
    }
}

#[test]
fn an_item_replaces_the_whole_word() {
    let (text, at) = marked("tree A { con|dition Hungry; }");
    let completion = edit::complete(&text, at, &vocabulary());
    assert_eq!(&text[completion.replaces], "condition");
    // Those that begin with it come first.
    assert_eq!(completion.items[0].label, "condition");
    assert!(labels("tree A { se| }").iter().any(|label| label == "utility_selector"));
}

/// A completion that is a whole node has no mistake.
#[test]
fn nodes_of_the_vocabulary_are_inserted_without_mistakes() {
    let (text, at) = marked("tree A { | }");
    let is_whole = |item: &&Item| item.insert.ends_with(';');
    let all = edit::complete(&text, at, &vocabulary()).items;
    let whole: Vec<&Item> = all.iter().filter(is_whole).collect();
    assert!(whole.len() >= 6, "{whole:?}");
    for item in whole {
        let inserted = text.replacen("{ ", &format!("{{ {}", item.insert), 1);
        let reading = file::read(&inserted, &vocabulary());
        assert_eq!(reading.mistakes, [], "{inserted}");
    }
}

/// A node of the palette, with a child if one is missing, has no mistake.
#[test]
fn templates_have_no_mistakes() {
    // Files do not have all nodes.
    let words = bt_language::words::Word::ALL.iter().copied();
    for word in words.filter(|word| edit::forms(*word).next().is_some()) {
        let template = edit::template(word, &vocabulary());
        let key = match word.as_str() {
            "utility_selector" | "active_utility_selector" => "Hunger => ",
            "priority_selector" => "Hungry => ",
            "monitor" => "condition Hungry; ",
            "match" | "active_match" => "_ => ",
            _ => "",
        };
        let more = if word.as_str() == "recover" { " action Eat;" } else { "" };
        let node = match template.strip_suffix("{}") {
            Some(head) => format!("{head}{{ {key}action Eat;{more} }}"),
            None if template.ends_with(';') => template.clone(),
            None => format!("{template} action Eat;"),
        };
        // A `set` needs a name.
        let text = format!("tree Z {{ let(name: u32 = 1) {node} }}");
        assert_eq!(file::read(&text, &vocabulary()).mistakes, [], "{text}");
        assert!(edit::forms(word).all(|form| form.starts_with(word.as_str())));
    }
}

#[test]
fn hover_explains_nodes_words_parameters_and_trees() {
    for (text, word, title, documentation) in [
        (
            "tree A { action Go|To(to = Inn); }",
            "GoTo",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            "About GoTo.\nto: about to\nspeed: about speed\nquiet: about quiet",
        ),
        ("tree A { action GoTo(|to = Inn); }", "to", "to: Place", "about to"),
        ("tree A { action GoTo(to = Inn|); }", "Inn", "Place::Inn", "about to"),
        (
            "tree A { action GoTo(speed = Hun|ger); }",
            "Hunger",
            "value Hunger: f32",
            "About Hunger.",
        ),
        ("tree A { guard(|Hungry) running; }", "Hungry", "condition Hungry", "About Hungry."),
        (
            "tree A { wa|it(1s); }",
            "wait",
            "wait(D);",
            "running until `D` has passed since its activation, then success",
        ),
        (
            "tree A { random_selector| { running; } }",
            "random_selector",
            "random_selector { … }",
            "a `selector` in random order",
        ),
        (
            "/// Rests.\n/// Long.\ntree B { running; } tree A { subtree |B; }",
            "B",
            "tree B",
            "Rests.\nLong.",
        ),
        // Broken texts.
        (
            "tree A { sequence { action Go|To(",
            "GoTo",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            "About GoTo.\nto: about to\nspeed: about speed\nquiet: about quiet",
        ),
    ] {
        let (text, at) = marked(text);
        let hover = edit::hover(&text, at, &vocabulary()).expect("it is explained");
        assert_eq!(&text[hover.bytes], word);
        assert_eq!((&*hover.title, hover.documentation.as_deref()), (title, Some(documentation)));
    }
    for text in [
        "tree A { action |Unknown; }",
        "// wa|it\n",
        "tree A {| }",
        "|",
        "tree A { 'wa|it: running; }",
    ] {
        let (text, at) = marked(text);
        assert_eq!(edit::hover(&text, at, &vocabulary()), None, "{text}");
    }
}

/// Each text that appears while a person writes, with the cursor everywhere.
#[test]
fn no_text_and_no_place_makes_it_panic() {
    let text = "/// Ä\ntree A { 'x: if Hungry { action GoTo(to = Inn, speed = -1.5); } else /* 😀 */ { wait(\"2\"); } } ' ' \\ ( [ {";
    let vocabulary = vocabulary();
    let ends = text.char_indices().map(|(end, _)| end).chain([text.len()]);
    for end in ends {
        let written = &text[..end];
        for at in 0..=end + 2 {
            let completion = edit::complete(written, at, &vocabulary);
            assert!(completion.replaces.start <= at && completion.items.len() < 100);
            let hover = edit::hover(written, at, &vocabulary);
            assert!(hover.is_none_or(|hover| hover.bytes.end <= end));
        }
    }
}

/// Asserts what can be written with the words of a soldier.
#[track_caller]
fn completes_data(text: &str, expected: &[&str]) {
    let (text, at) = marked(text);
    let items = edit::complete(&text, at, &drill()).items;
    let labels: Vec<&str> = items.iter().map(|item| &*item.label).collect();
    assert_eq!(labels, expected, "{text}");
}

#[test]
fn names_are_completed_where_their_type_fits() {
    for (root, expected) in [
        ("let(n: i32 = 3) condition Health < |", &["n", "Health"][..]),
        ("let(n: i32 = 3) condition n < |", &["n", "Health"]),
        ("let(ok: bool = IsNight) condition |", &["ok", "SeesEnemy", "HealthBelow", "IsNight"]),
        ("let(ok: bool = IsNight) guard(!|)", &["ok", "SeesEnemy", "HealthBelow", "IsNight"]),
        ("let(f: f32 = 1) action MoveTo(x = |", &["f", "Fear"]),
        ("let(f: f32 = 1) action MoveTo(x = 1 + |", &["f", "Fear"]),
        ("let(f: f32 = 1) action MoveTo(x = -|", &["f", "Fear"]),
        ("let(f: f32 = 1) action MoveTo(x = 2 * (|", &["f", "Fear"]),
        ("let(f: f32 = 1) action MoveTo(x = 2 * (1 - |", &["f", "Fear"]),
        ("let(f: f32 = 1) action MoveTo(x = f / |", &["f", "Fear"]),
        ("let(f: f32 = 1) utility_selector { |", &["f", "Fear"]),
        ("let(n: u32 = 1) repeat(|", &["n"]),
        ("let(d: Duration = 1s) timeout(|", &["d", "Pause"]),
        ("let(d: Duration = 1s) wait(Pause + |", &["d", "Pause"]),
        ("let(d: Duration = 1s) let(n: u32 = 1) wait(Pause * |", &["n"]),
        ("for(i in 0..3) let(spot: Pose = Spot(number = |", &["i"]),
        ("let(n: usize = 3) for(i in 0..|", &["n"]),
        ("let(n: usize = 3) for(i in |", &["n"]),
        ("let(spot: Pose = Goal) action Plan(goal = |", &["spot", "Goal", "Spot"]),
        ("let(spot: Pose = |", &["Goal", "Spot"]),
        ("let(side: Side = |", &["Left", "Right", "Aim"]),
        ("let(side: Side = Left) action Turn(side = |", &["Left", "Right", "side", "Aim"]),
        // The innermost of two.
        ("let(x: f32 = 1) let(x: i32 = 1) action MoveTo(x = |", &["Fear"]),
        ("let(x: f32 = 1) if IsNight { succeed; } else action MoveTo(x = |", &["x", "Fear"]),
        ("let(x: f32 = 1) sequence { let(y: f32 = 1) succeed; action MoveTo(x = |", &["x", "Fear"]),
        ("sequence { let(x: f32 = 1) sequence { succeed; } action MoveTo(x = |", &["Fear"]),
    ] {
        completes_data(&format!("tree A {{ {root}"), expected);
    }
    let header = "tree A(goal: Pose, n: u32 = 3) -> (way: Path) {";
    completes_data(&format!("{header} action Plan(goal = |"), &["goal", "Goal", "Spot"]);
    completes_data(&format!("{header} repeat(|"), &["n"]);
    completes_data(&format!("{header} action Follow(path = |"), &["way"]);
    completes_data(&format!("{header} succeed; }} tree B {{ repeat(|"), &[]);
}

#[test]
fn results_are_completed_with_names_without_a_value() {
    let lets = "let(a: Path) let(b: Path = x) let(pose: Pose) let(score: f32) for(i in 0..3)";
    for (leaf, expected) in [
        ("action Plan(goal = Goal) -> |", &["a", "way"][..]),
        ("action Detect -> (|", &["pose"]),
        ("action Detect -> (pose, |", &["score"]),
        ("subtree Two(n = 1) -> (|", &["score"]),
        ("subtree Two -> (score, |", &["a", "way"]),
        ("action Attack -> |", &[]),
        ("action Unknown -> |", &["score", "pose", "a", "way"]),
        ("finally { action Attack; } action Plan(goal = Goal) -> |", &["a", "way"]),
        ("finally { let(c: Path) action Plan(goal = Goal) -> |", &["c", "a", "way"]),
    ] {
        completes_data(
            &format!(
                "tree Two(n: u32 = 1) -> (x: f32, y: Path) {{ succeed; }} tree A -> (way: Path) {{ {lets} {leaf}"
            ),
            expected,
        );
    }
}

#[test]
fn types_patterns_and_names_that_change_are_completed() {
    let numbers = ["Pose", "Path", "Side", "bool"];
    for text in ["tree A { let(n: |", "tree A(n: |", "tree A(n: u32, m: |", "tree A() -> (n: |"] {
        let (text, at) = marked(text);
        let items = edit::complete(&text, at, &drill()).items;
        for expected in numbers {
            assert!(items.iter().any(|item| item.label == expected), "{text} {expected}");
        }
        let pose = items.iter().find(|item| item.label == "Pose").expect("it is there");
        assert_eq!((pose.kind, &*pose.insert), ("type", "Pose"));
    }
    completes_data("tree A(side: Side = |", &["Left", "Right", "Aim"]);
    completes_data("tree A(n: u32 = 1, goal: Pose = |", &["Goal", "Spot"]);
    let lets = "let(n: i32 = 1) for(i in 0..3)";
    completes_data(&format!("tree A {{ {lets} set |"), &["n"]);
    completes_data(&format!("tree A {{ {lets} set n = |"), &["n", "Health"]);
    completes_data(&format!("tree A {{ {lets} set n = n + |"), &["n", "Health"]);
    for text in ["match Aim { |", "match Aim { Left => succeed; |", "match Aim { Left | |"] {
        let (head, _) = text.rsplit_once('|').expect("there is a mark");
        let items = edit::complete(&format!("tree A {{ {head}"), 9 + head.len(), &drill()).items;
        let inserted: Vec<&str> = items.iter().map(|item| &*item.insert).collect();
        assert_eq!(inserted, ["Left => ", "Right => ", "_ => "], "{text}");
    }
    completes_data("tree A { let(ok: bool = IsNight) match ok { |", &["true", "false", "_"]);
    completes_data("tree A { let(n: u32 = 1) match n { |", &["_"]);
    completes_data("tree A { let(n: u32 = 1) match |", &["n", "Health", "IsNight", "Aim"]);
}

#[test]
fn parameters_of_trees_and_calls_of_values_are_completed() {
    let go = "tree Go(goal: Pose, times: u32 = 3) { succeed; }";
    completes_data(&format!("{go} tree A {{ subtree Go(|"), &["goal", "times"]);
    completes_data(&format!("tree A {{ subtree Go(goal = Goal, |); }} {go}"), &["times"]);
    completes_data(&format!("{go} tree A {{ subtree Go(goal = |"), &["Goal", "Spot"]);
    completes_data(&format!("{go} tree A {{ let(n: u32 = 1) subtree Go(times = n + |"), &["n"]);
    let (text, at) = marked("tree A { let(spot: Pose = |");
    let items = edit::complete(&text, at, &drill()).items;
    assert_eq!(items[1].insert, "Spot(number = 1)");
    assert_eq!(items[1].detail, "value Spot(number: usize): Pose");
    let (text, at) = marked("tree A { action Follow|");
    let items = edit::complete(&text, at, &drill()).items;
    assert_eq!(items[0].detail, "action Follow(path: &Path, speed: f32 = 1.5)");
}

#[test]
fn hover_explains_names_types_and_results() {
    for (text, title, documentation) in [
        (
            "tree A {\n let(spot: Pose = Goal) action Plan(goal = |spot); }",
            "spot: Pose = Goal",
            "kept by the `let` in line 2",
        ),
        (
            "tree A { let(|spot: Pose) succeed; }",
            "spot: Pose",
            "kept by the `let` in line 1, when an action gives it with `->`",
        ),
        (
            "tree A { let(way: Path) action Plan(goal = Goal) -> wa|y; }",
            "way: Path",
            "kept by the `let` in line 1, when an action gives it with `->`",
        ),
        (
            "tree A { for(i in 0..3) action Fire(shots = |i); }",
            "i: usize",
            "the number of the round of the `for` in line 1",
        ),
        (
            "tree A { for(i in 0..Size(of = 3)) action Fire(shots = |i); }",
            "i: usize",
            "the number of the round of the `for` in line 1",
        ),
        (
            "tree A(goal: Pose) { action Plan(goal = go|al); }",
            "goal: Pose",
            "a parameter of the tree in line 1",
        ),
        ("tree A(go|al: Pose) { succeed; }", "goal: Pose", "a parameter of the tree in line 1"),
        (
            "tree A -> (way: Path) { action Plan(goal = Goal) -> w|ay; }",
            "way: Path",
            "a result of the tree in line 1",
        ),
        (
            "tree A { subtree B(n| = 3); }\ntree B(n: u32 = 6) { succeed; }",
            "n: u32 = 6",
            "a parameter of the tree in line 2",
        ),
        ("tree A { let(spot: Po|se = Goal) succeed; }", "type Pose", "a type of the program"),
    ] {
        let (text, at) = marked(&text.replace("\\n", "\n"));
        let hover = edit::hover(&text, at, &drill()).expect(&text);
        assert_eq!(
            (&*hover.title, hover.documentation.as_deref()),
            (title, Some(documentation)),
            "{text}"
        );
    }
    for (text, title) in [
        ("tree A { action Pl|an(goal = Goal); }", "action Plan(goal: Pose) -> Path"),
        ("tree A { action |Detect; }", "action Detect -> (pose: Pose, score: f32)"),
        ("tree A { action Fol|low; }", "action Follow(path: &Path, speed: f32 = 1.5)"),
        (
            "tree A { subtree |Go; } tree Go(goal: Pose,\n n: u32 = 1) -> (way: Path) { succeed; }",
            "tree Go(goal: Pose, n: u32 = 1) -> (way: Path)",
        ),
        ("tree A { let(n: u32 = 1) s|et n = 2; }", "set name = 0;"),
        ("tree A { l|et(n: u32 = 1) succeed; }", "let(name: u32 = 0) node\nlet(name: u32) node"),
        ("tree A { f|or(i in 0..3) succeed; }", "for(i in 0..3) node"),
        ("tree A { ma|tch Aim { _ => succeed; } }", "match W { PATTERN => node, … }"),
    ] {
        let (text, at) = marked(text);
        let hover = edit::hover(&text, at, &drill()).expect(&text);
        assert_eq!(hover.title, title, "{text}");
    }
}

/// Each text that appears while a person writes data, with the cursor at its end.
#[test]
fn no_text_with_data_makes_it_panic() {
    let text = "tree A(goal: Pose, n: u32 = -(3 + 2)) -> (way: Path) { for(i in 0..Health * 2) let(p: Path) sequence { action Plan(goal = Spot(number = i + 1)) -> (p, q); set n = n + -1; match Aim { Left | Right => subtree A(goal = (goal), n = 1 - 2s) -> way; _ => fail } } }";
    for end in 0..=text.len() {
        let written = &text[..end];
        let completion = edit::complete(written, end, &drill());
        assert!(completion.items.len() < 100);
        let _ = edit::hover(written, end, &drill());
        let _ = edit::signature(written, end, &drill());
        let _ = edit::tokens(written, &drill());
        let without = &text[end..];
        let _ = edit::complete(without, without.len() / 2, &drill());
    }
}

#[test]
fn a_signature_is_that_of_the_call_around_the_place() {
    let vocabulary = vocabulary();
    for (text, title, active) in [
        (
            "tree A { action GoTo(|",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            Some(0),
        ),
        (
            "tree A { action GoTo(quiet = true, to = |",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            Some(0),
        ),
        (
            "tree A { action GoTo(to = Home, spe|",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            Some(1),
        ),
        (
            "tree A { action GoTo(to = Home, speed = 2|.0);",
            "action GoTo(to: Place, speed: f32 = 1.5, quiet: bool = false)",
            Some(1),
        ),
        ("tree A { timeout(1|s", "timeout(D) node", None),
        ("tree A(n: u32,\n  m: u32) { subtree A(m = 1, |", "tree A(n: u32, m: u32)", Some(0)),
        ("tree A(|", "", None),
        ("tree A { action Eat; |", "", None),
        ("tree A { action GoTo(to = Home)|", "", None),
    ] {
        let at = text.find('|').expect("a place");
        let text = text.replace('|', "");
        let signature = edit::signature(&text, at, &vocabulary);
        assert_eq!(signature.as_ref().map_or("", |of| of.title.as_str()), title, "{text}");
        let Some(signature) = signature else { continue };
        assert_eq!(signature.active, active, "{text}");
        for (bytes, description) in signature.parameters {
            let parameter = &signature.title[bytes];
            let name = parameter.split(':').next().expect("a name");
            assert!(title.contains(parameter), "{parameter}");
            assert!(description.is_none_or(|text| text == format!("about {name}")), "{parameter}");
        }
    }
}

#[test]
fn each_word_of_a_text_is_what_it_is() {
    use edit::TokenKind as T;
    let text = "use \"a.tree\"; /// d\ntree A(n: u32) { 'l: sequence { // c\n action GoTo(to = Home, speed = 2.0); wait(Pause); subtree A(n = n); /* open";
    let tokens = edit::tokens(text, &vocabulary());
    let found: Vec<(&str, T)> =
        tokens.iter().map(|of| (&text[of.bytes.clone()], of.kind)).collect();
    assert_eq!(
        found,
        [
            ("use", T::Keyword),
            ("\"a.tree\"", T::Text),
            ("/// d", T::Doc),
            ("tree", T::Keyword),
            ("A", T::Tree),
            ("n", T::Name),
            ("u32", T::Type),
            ("'l", T::Label),
            ("sequence", T::Keyword),
            ("// c", T::Comment),
            ("action", T::Keyword),
            ("GoTo", T::Word),
            ("to", T::Argument),
            ("Home", T::Choice),
            ("speed", T::Argument),
            ("2.0", T::Number),
            ("wait", T::Keyword),
            ("Pause", T::Value),
            ("subtree", T::Keyword),
            ("A", T::Tree),
            ("n", T::Argument),
            ("n", T::Name),
            ("/* open", T::Comment),
        ]
    );
}

/// The snippets of the extension for editors: each node as an editor of files inserts it. `BLESS=1` writes them.
#[test]
fn snippets_are_the_templates_of_the_nodes() {
    let snippet = |word: &Node| {
        let template = edit::template(*word, &Vocabulary::default());
        let body = match template.strip_suffix(" {}") {
            Some(head) => format!("{} {{\n\t$0\n}}", stops(head)),
            None if template.ends_with(';') => stops(&template),
            None => format!("{} $0", stops(&template)),
        };
        let (word, description) = (word.as_str(), word.description());
        format!(
            "  {word:?}: {{ \"prefix\": {word:?}, \"body\": {body:?}, \"description\": {description:?} }}"
        )
    };
    let in_files = |word: &&Node| edit::forms(**word).next().is_some();
    let all: Vec<String> = Node::ALL.iter().filter(in_files).map(snippet).collect();
    let expected = format!("{{\n{}\n}}\n", all.join(",\n"));
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../editors/vscode/snippets.json");
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &expected).expect("it can be written");
    }
    let written = std::fs::read_to_string(path).unwrap_or_default();
    assert!(written == expected, "{path} has other templates; write it with `BLESS=1`");
}

/// `wait(1s);` → `wait(${1:1s});`
fn stops(template: &str) -> String {
    let mut text = String::new();
    let mut stop = 0;
    let is_part = |letter: char| letter.is_alphanumeric() || "_.".contains(letter);
    let end = |rest: &str| rest.find(|letter| !is_part(letter)).unwrap_or(rest.len());
    let (word, mut rest) = template.split_at(end(template));
    text.push_str(word);
    while let Some(start) = rest.find(is_part) {
        let (between, from) = rest.split_at(start);
        let (part, behind) = from.split_at(end(from));
        rest = behind;
        if part == "in" {
            text.extend([between, part]);
            continue;
        }
        stop += 1;
        write!(text, "{between}${{{stop}:{part}}}").expect("a text takes it");
    }
    text + rest
}
