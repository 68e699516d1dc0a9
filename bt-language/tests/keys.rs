//! The keys that children get when an editor changes a text.

use bt_language::edit::{self, Change, Gap, Parent, Revision};
use bt_language::file;
use bt_language::vocabulary::Vocabulary;

mod common;

const URGENT: &str = "\
tree Soldier {
    priority_selector {
        IsNight => 'rest: running;
    }
}
";

#[track_caller]
fn changed(text: &str, change: &Change) -> Revision {
    let changed = edit::change(text, &edit::outline(text), change).expect("a possible change");
    edit::with_keys(changed, &common::drill())
}

fn insert(node: usize, index: usize, source: &str) -> Change<'_> {
    Change::Insert { at: Gap { parent: Parent::Node(node), index }, source }
}

#[test]
fn an_inserted_child_gets_the_first_fitting_word_as_its_key() {
    let Revision { text, select } = changed(URGENT, &insert(0, 1, "action Attack;"));
    let expected = URGENT.replace("running;\n", "running;\n        SeesEnemy => action Attack;\n");
    assert_eq!(text, expected);
    assert_eq!(&text[select], "action Attack;");
    assert!(file::read(&text, &common::drill()).mistakes.is_empty());

    let scored = URGENT.replace("priority", "utility").replace("IsNight", "Fear");
    let Revision { text, .. } = changed(&scored, &insert(0, 0, "action Attack;"));
    assert!(text.contains("Fear => action Attack;\n        Fear => 'rest: running;"), "{text}");
    assert!(file::read(&text, &common::drill()).mistakes.is_empty());
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
    assert_eq!(changed(text, &insert(0, 1, "succeed;")).text, expected);
    let text = "tree Soldier { random_selector { fail; } }";
    let expected = "tree Soldier { random_selector { fail; succeed; } }";
    assert_eq!(changed(text, &insert(0, 1, "succeed;")).text, expected);
}

#[test]
fn a_wrapped_and_a_moved_node_get_keys() {
    let text = "tree Soldier {\n    action Attack;\n}\n";
    let wrap = Change::Wrap { node: 0, source: "utility_selector {}" };
    let Revision { text, .. } = changed(text, &wrap);
    let expected =
        "tree Soldier {\n    utility_selector {\n        Fear => action Attack;\n    }\n}\n";
    assert_eq!(text, expected);

    let text =
        "tree Soldier { sequence { action Attack; priority_selector { IsNight => fail; } } }";
    let to = Gap { parent: Parent::Node(2), index: 0 };
    let Revision { text, .. } = changed(text, &Change::Move { node: 1, to });
    assert!(text.contains("SeesEnemy => action Attack;"), "{text}");
    assert!(file::read(&text, &common::drill()).mistakes.is_empty(), "{text}");
}

#[test]
fn keys_come_and_go_with_the_kind_of_the_parent() {
    let scored = Change::Kind { node: 0, word: "utility_selector" };
    let plain = Change::Kind { node: 0, word: "selector" };
    let text = "tree Soldier { selector { action Attack; /** Waits. */ running; } }";
    let with = changed(text, &scored);
    assert_eq!(
        with.text,
        "tree Soldier { utility_selector { Fear => action Attack; Fear => /** Waits. */ running; } }"
    );
    assert_eq!(&with.text[with.select], "utility_selector");
    assert!(file::read(&with.text, &common::drill()).mistakes.is_empty());
    assert_eq!(changed(&with.text, &plain).text, text);
    // Conditions and scores are different words.
    let conditional = Change::Kind { node: 0, word: "priority_selector" };
    let Revision { text, .. } = changed(&with.text, &conditional);
    assert!(text.contains("SeesEnemy => action Attack;"), "{text}");
}
