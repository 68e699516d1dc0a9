//! Changes of the text of a file.

use crate::vocabularies::drill;
use bt_language::edit::{self, Change, ChangeError, Direction, Gap, Parent, Revision};
use bt_language::file;
use bt_language::vocabulary::Vocabulary;

const VILLAGER: &str = "\
tree Villager {
    priority_selector {
        // Wolves come at night.
        Danger => action Flee; // quickly
        Hunger(more_than = 0.5) => 'eat: sequence {
            action Walk(to = Kitchen, speed = 2);
            timeout(20s) action Eat;
        }
        true => action Idle;
    }
}
";

#[track_caller]
fn changed(text: &str, change: &Change) -> String {
    edit::change(text, &edit::outline(text), change).expect("a possible change").text
}

#[track_caller]
fn refused(text: &str, change: &Change) -> ChangeError {
    edit::change(text, &edit::outline(text), change).expect_err("an impossible change")
}

fn gap(node: usize, index: usize) -> Gap {
    Gap { parent: Parent::Node(node), index }
}

/// A file with an entry.
const PUB: &str = "\
/// Lives.
pub tree Day {
    sequence {
        subtree Nap(hours = 8);
        succeed;
    }
}

// Often.
tree Nap(hours: u32) {
    repeat(hours) wait(1h);
}
";

#[test]
fn an_outline_has_entries() {
    let outline = edit::outline(PUB);
    let [day, nap] = &outline.trees[..] else { panic!() };
    assert!(day.is_pub && !nap.is_pub);
    assert_eq!(day.bytes, 0..PUB.find("\n\n").unwrap());
    assert_eq!(day.documentation(PUB), Some(0..PUB.find("\npub").unwrap()));
    for text in ["pub", "pub tree", "pub pub tree A {", "use pub", "tree A { } pub"] {
        let outline = edit::outline(text);
        assert_eq!(
            outline.trees.iter().filter(|tree| tree.is_pub).count(),
            text.matches("pub tree A").count()
        );
    }
    let description = |of, text| Change::Description { of: Parent::Tree(of), text };
    assert!(changed(PUB, &description(0, "")).starts_with("pub tree Day {"));
    let described = changed("pub tree A { running; }", &description(0, "Runs."));
    assert_eq!(described, "/// Runs.\npub tree A { running; }");
}

#[test]
fn a_new_tree_is_an_entry_where_others_are() {
    let new = |text| changed(text, &Change::Tree { name: "Night" });
    assert!(new(PUB).ends_with("}\n\npub tree Night {\n    running;\n}\n"), "{}", new(PUB));
    assert_eq!(new("tree A { fail; }"), "tree A { fail; }\n\ntree Night {\n    running;\n}\n");
}

#[test]
fn a_helper_is_extracted_and_goes_when_it_is_put_in_place() {
    let vocabulary = Vocabulary::default();
    let extracted = edit::extract(&[PUB], (0, &[2]), "End", &vocabulary).unwrap().text;
    assert!(extracted.contains("\n\ntree End {\n    succeed;\n}\n"), "{extracted}");
    assert_eq!(file::read(&extracted, &vocabulary).mistakes, []);
    let back = |text: &str, node| edit::inline(&[text], (0, node), &vocabulary).unwrap();
    assert_eq!(back(&extracted, 2).text, PUB);
    let inlined = back(PUB, 1);
    let day = "\
/// Lives.
pub tree Day {
    sequence {
        let(hours: u32 = 8) repeat(hours) wait(1h);
        succeed;
    }
}
";
    assert_eq!(inlined.text, day);
    assert_eq!(&inlined.text[inlined.select], "let(hours: u32 = 8) repeat(hours) wait(1h);");
    // The helper is in front, with its comment.
    let (day, nap) = PUB.split_at(PUB.find("\n// Often.").unwrap());
    let turned = back(&format!("{}\n{day}", nap.trim_start()), 3);
    assert_eq!(&turned.text[turned.select], "let(hours: u32 = 8) repeat(hours) wait(1h);");
    // It stays as long as a node uses it, or if all trees are entries.
    let twice = PUB.replace("succeed", "subtree Nap(hours = 1)");
    assert!(back(&twice, 1).text.contains("tree Nap"));
    assert!(back(&PUB.replace("pub ", ""), 1).text.contains("tree Nap"));
    let other = format!("{PUB}\npub tree Other {{ subtree Nap(hours = 1); }}\n");
    assert!(back(&other, 1).text.contains("tree Nap"));
    file::forget();
}

#[test]
fn an_outline_names_heads_keys_labels_and_arguments() {
    let outline = edit::outline(VILLAGER);
    let text = |bytes: &std::ops::Range<usize>| &VILLAGER[bytes.clone()];
    let heads: Vec<_> = outline.nodes.iter().map(|node| text(&node.head)).collect();
    assert_eq!(
        heads,
        [
            "priority_selector",
            "action Flee",
            "sequence",
            "action Walk(to = Kitchen, speed = 2)",
            "timeout(20s)",
            "action Eat",
            "action Idle"
        ]
    );
    assert_eq!(text(outline.nodes[2].key.as_ref().unwrap()), "Hunger(more_than = 0.5) =>");
    assert_eq!(text(outline.nodes[2].label.as_ref().unwrap()), "eat");
    let walk = &outline.nodes[3].arguments;
    assert_eq!(text(walk[0].name.as_ref().unwrap()), "to");
    assert_eq!(text(&walk[1].value), "2");
    assert_eq!(text(&outline.trees[0].name), "Villager");
    assert_eq!(outline.at(VILLAGER.find("Eat;").unwrap()), Some(5));
}

/// A node that is copied within a tree, or from another text, keeps the labels that are free.
#[test]
fn a_pasted_node_has_no_label_that_the_tree_has() {
    let outline = edit::outline(VILLAGER);
    let copied = edit::copy(VILLAGER, &outline, 2).expect("a node");
    let copied = copied.replace("timeout", "'hurry: timeout");
    let twice = changed(VILLAGER, &Change::Insert { at: gap(0, 3), source: &copied });
    let [first, second] =
        ["        Hunger(more_than = 0.5) => 'eat: sequence {", "        sequence {"];
    assert!(twice.contains(first) && twice.contains(&format!("\n{second}\n")), "{twice}");
    assert!(twice.contains("'hurry: timeout(20s) action Eat;"), "{twice}");
    let two = format!("{VILLAGER}\ntree Other {{ running; }}\n");
    let at = Gap { parent: Parent::Tree(1), index: 0 };
    let other = changed(&two.replace("running;", ""), &Change::Insert { at, source: &copied });
    assert_eq!(other.matches("'eat: sequence").count(), 2, "{other}");
}

#[test]
fn a_node_moves_with_its_key_and_comments() {
    assert_eq!(
        changed(VILLAGER, &Change::Shift { node: 1, direction: Direction::Down }),
        "\
tree Villager {
    priority_selector {
        Hunger(more_than = 0.5) => 'eat: sequence {
            action Walk(to = Kitchen, speed = 2);
            timeout(20s) action Eat;
        }
        // Wolves come at night.
        Danger => action Flee; // quickly
        true => action Idle;
    }
}
"
    );
    let inside = changed(VILLAGER, &Change::Move { node: 1, to: gap(2, 2) });
    assert!(
        inside.contains(
            "\
            timeout(20s) action Eat;
            // Wolves come at night.
            action Flee; // quickly
        }"
        ),
        "{inside}"
    );
}

#[test]
fn a_decorator_whose_child_moves_away_keeps_its_place() {
    let without = changed(VILLAGER, &Change::Shift { node: 5, direction: Direction::Out });
    assert!(without.contains("            timeout(20s) ;\n            action Eat;\n"), "{without}");
    let outline = edit::outline(&without);
    let back = Change::Move { node: 5, to: gap(4, 0) };
    assert_eq!(edit::change(&without, &outline, &back).unwrap().text, VILLAGER);
}

#[test]
fn a_decorator_without_a_child_gets_one() {
    for (before, after) in [
        ("not;", "not action Eat;"),
        ("repeat(3);", "repeat(3) action Eat;"),
        ("not\n    ;", "not\n    action Eat;"),
    ] {
        let text = |root: &str| format!("tree A {{\n    {root}\n}}\n");
        let insert = Change::Insert { at: gap(0, 0), source: "action Eat;" };
        assert_eq!(changed(&text(before), &insert), text(after));
    }
}

#[test]
fn a_subtree_is_wrapped_and_its_lines_move_to_the_right() {
    let wrapped = changed(VILLAGER, &Change::Wrap { node: 2, source: "parallel(success = one)" });
    assert!(
        wrapped.contains(
            "\
        Hunger(more_than = 0.5) => parallel(success = one) {
            'eat: sequence {
                action Walk(to = Kitchen, speed = 2);
                timeout(20s) action Eat;
            }
        }
"
        ),
        "{wrapped}"
    );
    assert_eq!(changed(&wrapped, &Change::Unwrap { node: 2 }), VILLAGER);
}

#[test]
fn arguments_labels_and_words_are_replaced() {
    let of = |change: Change| {
        let text = changed(VILLAGER, &change);
        let other = |(one, two): &(&str, &str)| one != two;
        let line = VILLAGER.lines().zip(text.lines()).find(other).map(|(_, line)| line.trim());
        line.unwrap_or_default().to_owned()
    };
    let argument = |node, name, value| of(Change::Argument { node, name, value });
    assert_eq!(argument(3, "speed", "2.5"), "action Walk(to = Kitchen, speed = 2.5);");
    assert_eq!(argument(3, "speed", ""), "action Walk(to = Kitchen);");
    assert_eq!(argument(3, "to", ""), "action Walk(speed = 2);");
    assert_eq!(argument(3, "loud", "true"), "action Walk(to = Kitchen, speed = 2, loud = true);");
    assert_eq!(argument(6, "seconds", "3"), "true => action Idle(seconds = 3);");
    assert_eq!(argument(4, "0", "5s"), "timeout(5s) action Eat;");
    assert_eq!(of(Change::Label { node: 6, label: "rest" }), "true => 'rest: action Idle;");
    assert_eq!(of(Change::Label { node: 2, label: "" }), "Hunger(more_than = 0.5) => sequence {");
    assert_eq!(of(Change::Kind { node: 4, word: "delay" }), "delay(20s) action Eat;");
}

#[test]
fn a_tree_grows_from_nothing() {
    let text = changed("", &Change::Tree { name: "Villager" });
    assert_eq!(text, "tree Villager {\n    running;\n}\n");
    let text = changed(&text, &Change::Remove { node: 0 });
    assert_eq!(text, "tree Villager {\n}\n");
    let root = Gap { parent: Parent::Tree(0), index: 0 };
    let text = changed(&text, &Change::Insert { at: root, source: "sequence {}" });
    assert_eq!(text, "tree Villager {\n    sequence {}\n}\n");
    let text = changed(&text, &Change::Insert { at: gap(0, 0), source: "action Eat;" });
    let text = changed(&text, &Change::Insert { at: gap(0, 1), source: "action Sleep;" });
    assert_eq!(
        text,
        "tree Villager {\n    sequence {\n        action Eat;\n        action Sleep;\n    }\n}\n"
    );
}

#[test]
fn one_line_and_windows_lines_stay_so() {
    let one = "tree A { sequence { action B; action C; } }";
    let swapped = changed(one, &Change::Shift { node: 2, direction: Direction::Up });
    assert_eq!(swapped, "tree A { sequence { action C; action B; } }");
    let windows = VILLAGER.replace('\n', "\r\n");
    let shifted = changed(&windows, &Change::Shift { node: 2, direction: Direction::Up });
    assert_eq!(shifted.matches('\n').count(), shifted.matches("\r\n").count());
}

#[test]
fn impossible_changes_say_why() {
    let shift = |node, direction| refused(VILLAGER, &Change::Shift { node, direction });
    assert_eq!(shift(1, Direction::Up), ChangeError::NoPlace);
    assert_eq!(shift(0, Direction::Out), ChangeError::NoPlace);
    assert_eq!(shift(2, Direction::In), ChangeError::NoPlace);
    let to = gap(2, 0);
    assert_eq!(refused(VILLAGER, &Change::Move { node: 0, to }), ChangeError::IntoItself);
    assert_eq!(refused(VILLAGER, &Change::Remove { node: 70 }), ChangeError::NotFound);
    assert_eq!(refused(VILLAGER, &Change::Unwrap { node: 1 }), ChangeError::NoPlaceForChildren);
    let none = Change::Argument { node: 6, name: "seconds", value: "" };
    assert_eq!(refused(VILLAGER, &none), ChangeError::NoArgument);
}

#[test]
fn the_words_that_a_node_calls_have_arguments_of_their_own() {
    let text = "tree A { priority_selector { Near(within = 6) => service(1s, Say(text = \"a, b\")) guard(Hungry) action Walk(to = Inn); } }";
    let outline = edit::outline(text);
    let calls = |node: usize| -> Vec<String> {
        let calls = outline.nodes[node].calls(text).into_iter();
        calls
            .map(|call| {
                let end = call.parentheses.map_or(call.name.end, |parentheses| parentheses.end);
                format!("{}/{}", &text[call.name.start..end], call.arguments.len())
            })
            .collect()
    };
    assert_eq!(calls(0), [""; 0]);
    assert_eq!(calls(1), ["Near(within = 6)/1", "Say(text = \"a, b\")/1"]);
    assert_eq!(calls(2), ["Hungry/0"]);
    assert_eq!(calls(3), ["Walk(to = Inn)/1"]);
    let given =
        |node, call, name, value| changed(text, &Change::CallArgument { node, call, name, value });
    assert_eq!(given(1, 0, "within", "7"), text.replace('6', "7"));
    assert_eq!(given(1, 1, "text", "\"c\""), text.replace("a, b", "c"));
    assert_eq!(given(2, 0, "above", "2"), text.replace("Hungry", "Hungry(above = 2)"));
    assert_eq!(given(3, 0, "speed", "2"), text.replace("Inn", "Inn, speed = 2"));
    assert_eq!(given(1, 0, "within", ""), text.replace("(within = 6)", ""));
    let missing = Change::CallArgument { node: 2, call: 1, name: "above", value: "2" };
    assert_eq!(refused(text, &missing), ChangeError::NotFound);
}

/// A palette has one text of each node, to insert and to put around.
#[test]
fn templates_are_put_around_a_node() {
    let text = "tree A { action Eat; }";
    for (source, expected) in [
        ("sequence {}", "sequence {\n    action Eat;\n}"),
        ("sequence {\n}", "sequence {\n    action Eat;\n}"),
        ("sequence {", "sequence {\n    action Eat;\n}"),
        ("with Brave { up_to: 3 }", "with Brave { up_to: 3 } action Eat;"),
        ("not;", "not action Eat;"),
        ("repeat(3)", "repeat(3) action Eat;"),
    ] {
        let wrapped = changed(text, &Change::Wrap { node: 0, source });
        assert_eq!(wrapped, text.replace("action Eat;", expected), "{source}");
    }
}

const DATA: &str = "\
tree Go(goal: Pose, times: u32 = 2) -> (path: Path) {
    let(n: u32 = Count) for(i in 0..3) sequence {
        action Plan(goal = goal) -> path;
        action Detect(frames = 3) -> (x, y);
        set n = n + 1;
        match Aim {
            Left | Right => subtree Go(goal = Spot(number = i)) -> path;
            _ => condition n < 3 && Near(goal = goal);
        }
    }
}
tree Calls { subtree Go(goal = Home, times = 1) -> path; }
";

#[test]
fn data_is_outlined() {
    let outline = edit::outline(DATA);
    let heads: Vec<_> = outline.nodes.iter().map(|node| &DATA[node.head.clone()]).collect();
    assert_eq!(
        heads,
        [
            "let(n: u32 = Count)",
            "for(i in 0..3)",
            "sequence",
            "action Plan(goal = goal) -> path",
            "action Detect(frames = 3) -> (x, y)",
            "set n = n + 1",
            "match Aim",
            "subtree Go(goal = Spot(number = i)) -> path",
            "condition n < 3 && Near(goal = goal)",
            "subtree Go(goal = Home, times = 1) -> path",
        ]
    );
    assert_eq!(outline.trees.len(), 2);
    assert_eq!(DATA[outline.nodes[4].parentheses.clone().unwrap()], *"(frames = 3)");
    assert_eq!(DATA[outline.nodes[0].arguments[0].value.clone()], *"n: u32 = Count");
    let calls = |node: usize| -> Vec<&str> {
        let calls = outline.nodes[node].calls(DATA).into_iter();
        calls.map(|call| &DATA[call.name]).collect()
    };
    assert_eq!(calls(0), [""; 0]);
    assert_eq!(calls(1), [""; 0]);
    assert_eq!(calls(3), ["Plan"]);
    assert_eq!(calls(4), ["Detect"]);
    assert_eq!(calls(5), [""; 0]);
}

/// Nothing is lost where a node binds names, takes results or chooses.
#[test]
fn data_is_changed() {
    let argument = |node, name, value| Change::Argument { node, name, value };
    let text = changed(DATA, &argument(4, "frames", "5"));
    assert_eq!(text, DATA.replace("frames = 3", "frames = 5"));
    let text = changed(DATA, &argument(0, "0", "n: u32 = 7"));
    assert_eq!(text, DATA.replace("n: u32 = Count", "n: u32 = 7"));
    let text = changed(DATA, &argument(1, "0", "i in 0..n"));
    assert_eq!(text, DATA.replace("i in 0..3", "i in 0..n"));
    let text = changed(DATA, &argument(9, "times", ""));
    assert_eq!(text, DATA.replace("Home, times = 1", "Home"));
    let look = "tree A { action Look -> path; }";
    assert_eq!(changed(look, &argument(0, "far", "1")), "tree A { action Look(far = 1) -> path; }");
    let text = changed(DATA, &Change::Move { node: 3, to: gap(2, 2) });
    assert!(
        text.contains("(x, y);\n        action Plan(goal = goal) -> path;\n        set"),
        "{text}"
    );
    let text = changed(DATA, &Change::Remove { node: 7 });
    assert!(text.contains("match Aim {\n            _ => condition"), "{text}");
    let outline = edit::outline(DATA);
    let insert = Change::Insert { at: gap(6, 1), source: "action Eat;" };
    let inserted = edit::change(DATA, &outline, &insert).expect("a possible change");
    let inserted = edit::with_keys(inserted, &Vocabulary::default());
    assert!(inserted.text.contains("_ => action Eat;"), "{}", inserted.text);
}

const GO: &str =
    "tree Go(goal: Pose, tries: u32 = 6) -> (path: Path) { for(i in 0..3) action Plan -> path; }";

/// Each part of a header is replaced, added and removed alone.
#[test]
fn a_header_is_changed() {
    use edit::HeaderPart::{Parameters, Results};
    let to = |part, index, source, (from, to): (&str, &str)| {
        let change = Change::Header { tree: 0, part, index, source };
        assert_eq!(changed(GO, &change), GO.replace(from, to), "{change:?}");
    };
    to(Parameters, 1, "tries: u8", ("tries: u32 = 6", "tries: u8"));
    to(Parameters, 0, "", ("goal: Pose, ", ""));
    to(Parameters, 1, "", (", tries: u32 = 6", ""));
    to(Parameters, 2, "far: bool", ("= 6", "= 6, far: bool"));
    to(Results, 0, "", (" -> (path: Path)", ""));
    to(Results, 1, "cost: f32", ("Path)", "Path, cost: f32)"));
    let of = |part, index, name, source, (from, to): (&str, &str)| {
        let change = Change::Declaration { tree: 0, part, index, name, source };
        assert_eq!(changed(GO, &change), GO.replace(from, to), "{change:?}");
    };
    of(Parameters, 1, "name", "times", ("tries:", "times:"));
    of(Parameters, 1, "type", "u8", ("u32 = 6", "u8 = 6"));
    of(Parameters, 1, "value", "7", ("= 6", "= 7"));
    of(Parameters, 1, "value", "", (" = 6", ""));
    of(Parameters, 0, "value", "Home", ("Pose,", "Pose = Home,"));
    of(Results, 0, "type", "Pose", ("path: Path", "path: Pose"));
    let missing =
        |index, name| Change::Declaration { tree: 0, part: Results, index, name, source: "" };
    assert_eq!(refused(GO, &missing(1, "name")), ChangeError::NotFound);
    assert_eq!(refused(GO, &missing(0, "far")), ChangeError::NoArgument);
    let bare = "tree Go { succeed; }";
    for (part, header) in [(Parameters, "Go(a: u8)"), (Results, "Go -> (a: u8)")] {
        let add = Change::Header { tree: 0, part, index: 0, source: "a: u8" };
        let text = changed(bare, &add);
        assert_eq!(text, bare.replace("Go", header));
        assert_eq!(changed(&text, &Change::Header { tree: 0, part, index: 0, source: "" }), bare);
        let missing = Change::Header { tree: 0, part, index: 0, source: "" };
        assert_eq!(refused(bare, &missing), ChangeError::NoArgument);
    }
}

#[test]
fn expressions_results_and_keys_are_changed() {
    let field = |node, name, source| Change::Field { node, name, source };
    for (source, from, to) in
        [("Go(far = true)", "Plan ->", "Go(far = true) ->"), ("", "Plan ->", " ->")]
    {
        assert_eq!(changed(GO, &field(1, "of", source)), GO.replace(from, to));
    }
    assert_eq!(refused(GO, &field(0, "of", "i in 0..3")), ChangeError::NoArgument);
    for (source, to) in [("", ";"), ("(a, b)", " -> (a, b);")] {
        let text = changed(GO, &field(1, "results", source));
        assert_eq!(text, GO.replace(" -> path;", to));
        assert_eq!(changed(&text, &field(1, "results", "path")), GO);
    }
    let key = |source| changed(VILLAGER, &field(1, "key", source));
    assert_eq!(key("Dark && Cold"), VILLAGER.replace("Danger =>", "Dark && Cold =>"));
    assert_eq!(key(""), VILLAGER.replace("Danger => ", ""));
    let text = key("");
    assert_eq!(changed(&text, &field(1, "key", "Danger")), VILLAGER);
}

/// A second branch is added and removed in the layout of its node.
#[test]
fn other_branches_are_changed() {
    let field = |node, source| Change::Field { node, name: "else", source };
    let wide = "tree A {\n    if Hungry {\n        action Eat;\n    }\n}\n";
    let both = "tree A {\n    if Hungry {\n        action Eat;\n    } else {\n        running;\n    }\n}\n";
    assert_eq!(changed(wide, &field(0, "running;")), both);
    assert_eq!(changed(both, &field(0, "")), wide);
    let narrow = "tree A { active_if Hungry { action Eat; } }";
    let both = narrow.replace("; } }", "; } else { if Cold { running; } else { fail; } } }");
    assert_eq!(changed(narrow, &field(0, "if Cold { running; } else { fail; }")), both);
    assert_eq!(changed(&both, &field(0, "")), narrow);
    assert_eq!(
        changed(&both, &field(0, "fail;")),
        both.replace("{ if Cold { running; } else { fail; } }", "{ fail; }")
    );
    let last = VILLAGER.replace("        true => action Idle;\n", "");
    let with_else = VILLAGER.replace("true =>", "else =>");
    assert_eq!(changed(&last, &field(0, "action Idle;")), with_else);
    assert_eq!(changed(&with_else, &field(0, "")), last);
    assert_eq!(
        changed(&with_else, &field(0, "running;")),
        with_else.replace("action Idle;", "running;")
    );
}

/// A description is written above its node, in the indentation of that line.
#[test]
fn descriptions_are_changed() {
    let of = |of, text| Change::Description { of, text };
    let (eat, walk, tree) = (Parent::Node(2), Parent::Node(5), Parent::Tree(0));
    let described = changed(VILLAGER, &of(eat, "A meal.\n\nWith bread."));
    let above = "        /// A meal.\n        ///\n        /// With bread.\n        Hunger";
    assert_eq!(described, VILLAGER.replace("        Hunger", above));
    let shorter = changed(&described, &of(eat, "Supper."));
    assert_eq!(shorter, VILLAGER.replace("        Hunger", "        /// Supper.\n        Hunger"));
    assert_eq!(changed(&shorter, &of(eat, " ")), VILLAGER);
    let inside = changed(VILLAGER, &of(walk, "Slowly."));
    let below = "timeout(20s) /// Slowly.\n                action Eat;";
    assert_eq!(inside, VILLAGER.replace("timeout(20s) action Eat;", below));
    let whole = changed(VILLAGER, &of(tree, "Lives."));
    assert_eq!(whole, format!("/// Lives.\n{VILLAGER}"));
    assert_eq!(changed(&whole, &of(tree, "")), VILLAGER);
    let block = "tree A { /** old */ running; }";
    assert_eq!(changed(block, &of(Parent::Node(0), "new")), "tree A { /// new\n    running; }");
    assert_eq!(refused(block, &of(Parent::Node(1), "new")), ChangeError::NotFound);
}

#[test]
fn names_that_a_node_binds_are_found() {
    let text = "tree A { let(n: u32) for(i in 0..n) let(m: &'static str = \"=\") sequence { set n = n + 1; } }";
    let shown = |bytes: Option<std::ops::Range<usize>>| bytes.map(|bytes| &text[bytes]);
    let outline = edit::outline(text);
    let found = outline.nodes.iter().filter_map(|node| node.declaration(text));
    let found: Vec<_> =
        found.map(|one| (&text[one.name], shown(one.of), shown(one.value))).collect();
    assert_eq!(
        found,
        [
            ("n", Some("u32"), None),
            ("i", None, Some("0..n")),
            ("m", Some("&'static str"), Some("\"=\"")),
            ("n", None, Some("n + 1")),
        ]
    );
}

#[test]
fn the_files_that_a_text_brings_are_found() {
    let text = "use \"a.tree\"; use \"rooms/b.tree\"; tree A { use \"no.tree\"; fail; } use ;";
    let uses: Vec<&str> = edit::outline(text).uses.into_iter().map(|of| &text[of]).collect();
    assert_eq!(uses, ["\"a.tree\"", "\"rooms/b.tree\""]);
}

const URGENT: &str = "\
tree Soldier {
    priority_selector {
        IsNight => 'rest: running;
    }
}
";

/// A change after which the children have keys.
#[track_caller]
fn with_keys(text: &str, change: &Change) -> Revision {
    let changed = edit::change(text, &edit::outline(text), change).expect("a possible change");
    edit::with_keys(changed, drill())
}

fn insert(node: usize, index: usize, source: &str) -> Change<'_> {
    Change::Insert { at: Gap { parent: Parent::Node(node), index }, source }
}

#[test]
fn an_inserted_child_gets_the_first_fitting_word_as_its_key() {
    let Revision { text, select } = with_keys(URGENT, &insert(0, 1, "action Attack;"));
    let expected = URGENT.replace("running;\n", "running;\n        SeesEnemy => action Attack;\n");
    assert_eq!(text, expected);
    assert_eq!(&text[select], "action Attack;");
    assert!(file::read(&text, drill()).mistakes.is_empty());

    let scored = URGENT.replace("priority", "utility").replace("IsNight", "Fear");
    let Revision { text, .. } = with_keys(&scored, &insert(0, 0, "action Attack;"));
    assert!(text.contains("Fear => action Attack;\n        Fear => 'rest: running;"), "{text}");
    assert!(file::read(&text, drill()).mistakes.is_empty());
}

#[test]
fn a_child_without_a_fitting_word_has_no_key() {
    let change = edit::change(URGENT, &edit::outline(URGENT), &insert(0, 1, "fail;")).unwrap();
    assert_eq!(edit::with_keys(change.clone(), &Vocabulary::default()), change);
}

#[test]
fn a_child_without_a_fitting_word_has_a_number_as_its_score() {
    let text = "tree Soldier { utility_selector { 1.0 => fail; } }";
    let change = edit::change(text, &edit::outline(text), &insert(0, 1, "succeed;")).unwrap();
    let changed = edit::with_keys(change, &Vocabulary::default());
    let expected = "tree Soldier { utility_selector { 1.0 => fail; 0.5 => succeed; } }";
    assert_eq!(changed.text, expected);
}

#[test]
fn a_child_gets_a_weight_if_a_sibling_has_one() {
    let text = "tree Soldier { random_selector { 3 => fail; } }";
    let expected = "tree Soldier { random_selector { 3 => fail; 1 => succeed; } }";
    assert_eq!(with_keys(text, &insert(0, 1, "succeed;")).text, expected);
    let text = "tree Soldier { random_selector { fail; } }";
    let expected = "tree Soldier { random_selector { fail; succeed; } }";
    assert_eq!(with_keys(text, &insert(0, 1, "succeed;")).text, expected);
}

#[test]
fn a_wrapped_and_a_moved_node_get_keys() {
    let text = "tree Soldier {\n    action Attack;\n}\n";
    let wrap = Change::Wrap { node: 0, source: "utility_selector {}" };
    let Revision { text, .. } = with_keys(text, &wrap);
    let expected =
        "tree Soldier {\n    utility_selector {\n        Fear => action Attack;\n    }\n}\n";
    assert_eq!(text, expected);

    let text =
        "tree Soldier { sequence { action Attack; priority_selector { IsNight => fail; } } }";
    let to = Gap { parent: Parent::Node(2), index: 0 };
    let Revision { text, .. } = with_keys(text, &Change::Move { node: 1, to });
    assert!(text.contains("SeesEnemy => action Attack;"), "{text}");
    assert!(file::read(&text, drill()).mistakes.is_empty(), "{text}");
}

#[test]
fn keys_come_and_go_with_the_kind_of_the_parent() {
    let scored = Change::Kind { node: 0, word: "utility_selector" };
    let plain = Change::Kind { node: 0, word: "selector" };
    let text = "tree Soldier { selector { action Attack; /** Waits. */ running; } }";
    let with = with_keys(text, &scored);
    assert_eq!(
        with.text,
        "tree Soldier { utility_selector { Fear => action Attack; Fear => /** Waits. */ running; } }"
    );
    assert_eq!(&with.text[with.select], "utility_selector");
    assert!(file::read(&with.text, drill()).mistakes.is_empty());
    assert_eq!(with_keys(&with.text, &plain).text, text);
    // Conditions and scores are different words.
    let conditional = Change::Kind { node: 0, word: "priority_selector" };
    let Revision { text, .. } = with_keys(&with.text, &conditional);
    assert!(text.contains("SeesEnemy => action Attack;"), "{text}");
}
