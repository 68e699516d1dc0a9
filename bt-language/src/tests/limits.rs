//! Trees that are wider or deeper than the compiler accepts: each has one mistake, and still a valid
//! machine.

use crate::place::tests::LOOK_UPS;
use crate::{lower, read};

/// The messages for a tree, whose machine must be sound.
fn mistakes(node: &str) -> Vec<String> {
    let source = format!("#[allow(unreachable_code)] tree Wide(npc: &mut Npc) {{ {node} }}");
    let reading = read(source.parse().expect("sound tokens"));
    for tree in reading.trees.into_iter().flatten() {
        let machine =
            lower("Wide", None, &tree.scope(), tree.root, &reading.lines).expect("a machine");
        assert!(machine.check().is_ok());
    }
    reading.mistakes.in_order().into_iter().map(|mistake| mistake.text).collect()
}

fn wide(head: &str, child: &str, children: usize) -> String {
    format!("{head} {{ {} }}", child.repeat(children))
}

#[test]
fn nodes_with_too_many_children_are_refused_and_not_made() {
    for (head, child, most, text) in [
        (
            "match npc.mode",
            "_ => action npc.go(),",
            255,
            "a `match` takes at most 255 arms; nest two of them",
        ),
        (
            "active_match npc.mode",
            "_ => fail,",
            255,
            "a `match` takes at most 255 arms; nest two of them",
        ),
        (
            "utility_selector",
            "0.5 => fail;",
            255,
            "a `utility_selector` takes at most 255 children; nest two of them",
        ),
        (
            "parallel",
            "action npc.go();",
            1_000,
            "a `parallel` takes at most 1000 children; nest two of them",
        ),
        (
            "random_sequence(3)",
            "action npc.go();",
            1_000,
            "a random composite takes at most 1000 children; nest two of them",
        ),
        (
            "active_utility_selector(margin = 0.5)",
            "0.5 => fail;",
            255,
            "an `active_utility_selector` takes at most 255 children; nest two of them",
        ),
        (
            "priority_selector",
            "npc.it() => fail;",
            255,
            "a `priority_selector` takes at most 255 children; nest two of them",
        ),
    ] {
        assert_eq!(mistakes(&wide(head, child, most)), [""; 0], "{head}");
        assert_eq!(mistakes(&wide(head, child, most + 1)), [text], "{head}");
    }
    // Trees that are not much wider made rustc crash.
    assert_eq!(mistakes(&wide("parallel", "action npc.go();", 3_000)).len(), 1);
    assert_eq!(mistakes(&wide("match npc.mode", "_ => fail,", 700)).len(), 1);
}

/// Runs on a stack of the size that rustc uses; the stack of a test is smaller.
fn on_a_compilers_stack(run: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(8 << 20).spawn(run).expect("a thread");
    thread.join().expect("no panic");
}

#[test]
fn prefixes_that_are_nested_too_deeply_are_one_mistake() {
    on_a_compilers_stack(|| {
        // A parser that reads the rest again for each level would take too long.
        for depth in [1_100, 3_000] {
            let mistakes = mistakes(&format!("{} action npc.go();", "not ".repeat(depth)));
            assert_eq!(
                mistakes,
                ["more than 1024 nodes are nested here; move a part into a tree of its own"]
            );
        }
    });
}

#[test]
fn values_that_are_nested_too_deeply_are_one_mistake() {
    let nested = |head: &str, depth: usize| format!("{} running;", head.repeat(depth));
    for head in ["let(kept: u32 = 3) ", "for(round in 0..3) ", "finally(npc.go()) "] {
        assert_eq!(mistakes(&nested(head, 110)), [""; 0], "{head}");
        let more = mistakes(&nested(head, 111));
        assert_eq!(more.len(), 1, "{head}: {more:?}");
        assert!(more[0].contains("decorators 110 deep"), "{head}: {more:?}");
    }
}

#[test]
fn preferences_that_are_nested_too_deeply_are_one_mistake() {
    let nested = |depth: usize| {
        let open = "active_utility_selector { npc.it() => ".repeat(depth);
        format!("{open} running; {}", "}".repeat(depth))
    };
    assert_eq!(mistakes(&nested(36)), [""; 0]);
    assert_eq!(mistakes(&nested(37)).len(), 1);
}

/// For the line or the column of a token, rustc scans the line from its beginning. With all actions on
/// one line, asking for each token would take quadratic time.
#[test]
fn places_are_not_asked_for_token_by_token() {
    let look_ups = |actions: usize| {
        LOOK_UPS.set(0);
        assert_eq!(mistakes(&wide("sequence", "action npc.go(1 + 2).unwrap();", actions)), [""; 0]);
        LOOK_UPS.get()
    };
    assert_eq!(look_ups(1_000), look_ups(10));
}
