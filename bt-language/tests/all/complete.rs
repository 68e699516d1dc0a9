//! Completion in texts with and without mistakes; `cases/editor.txt` has what is offered at a place, and what is explained.

use crate::vocabularies::village;
use bt_language::edit::{self, Item};
use bt_language::file;

/// The text without its mark, and the byte of the mark.
fn marked(text: &str) -> (String, usize) {
    let at = text.find('|').expect("there is a mark");
    (text.replacen('|', "", 1), at)
}

fn labels(text: &str) -> Vec<String> {
    let (text, at) = marked(text);
    edit::complete(&text, at, village()).items.into_iter().map(|item| item.label).collect()
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
    assert!(labels("tree A { random_selector { | } }").contains(&"Rounds".to_owned()));
}

#[test]
fn an_item_replaces_the_whole_word() {
    let (text, at) = marked("tree A { con|dition Hungry; }");
    let completion = edit::complete(&text, at, village());
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
    let all = edit::complete(&text, at, village()).items;
    let whole: Vec<&Item> = all.iter().filter(is_whole).collect();
    assert!(whole.len() >= 6, "{whole:?}");
    for item in whole {
        let inserted = text.replacen("{ ", &format!("{{ {}", item.insert), 1);
        let reading = file::read(&inserted, village());
        assert_eq!(reading.mistakes, [], "{inserted}");
    }
}

#[test]
fn each_word_of_a_text_is_what_it_is() {
    let text = "use \"a.tree\"; /// d\ntree A(n: u32) { 'l: sequence { // c\n action GoTo(to = Home, speed = 2.0); wait(Pause); subtree A(n = n); /* open";
    let tokens = edit::tokens(text, village());
    let found = tokens.iter().map(|of| format!("{}·{:?}", &text[of.bytes.clone()], of.kind));
    assert_eq!(
        found.collect::<Vec<_>>().join(" "),
        "use·Keyword \"a.tree\"·Text /// d·Doc tree·Keyword A·Tree n·Name u32·Type 'l·Label sequence·Keyword // c·Comment \
         action·Keyword GoTo·Word to·Argument Home·Choice speed·Argument 2.0·Number wait·Keyword Pause·Value \
         subtree·Keyword A·Tree n·Argument n·Name /* open·Comment"
    );
}
