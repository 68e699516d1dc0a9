//! The limits of a file; `hostile` of `bt-cli` measures what long and damaged files take.

use crate::vocabularies::drill;
use bt_language::{file, format};
use std::fmt::Write as _;

fn mistakes(text: &str) -> Vec<String> {
    let mistakes = file::read(text, drill()).mistakes;
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
    let found = file::read(&text, drill()).mistakes;
    assert_eq!(found.len(), 1, "{found:?}");
    assert!(found[0].text.contains("more than 200000 nodes"), "{}", found[0].text);
    assert!(text[found[0].bytes.start..].starts_with('R'), "{}", found[0].show("it"));
    assert_eq!(mistakes(&doubled(64, 0)).len(), 1);

    let foreign = "tree Many { sequence { subtree Shoot; subtree Shoot; } }";
    let count = |nodes: usize| {
        let mut none = |_: &str| Err(String::new());
        file::read_with(foreign, drill(), &|_| nodes, &mut none).mistakes.len()
    };
    assert_eq!((count(99_990), count(100_000), count(usize::MAX)), (0, 1, 1));
    assert_eq!(mistakes(foreign), [""; 0], "without numbers, each counts as one");
}

#[test]
fn a_long_chain_of_trees_has_one_mistake() {
    let link = |place| format!("tree T{place} {{ subtree T{}; }}\n", place + 1);
    let chain: String = (0..4_000).map(link).collect();
    for (last, expected) in
        [("succeed", "more than 200000 nodes"), ("subtree T0", "would contain itself")]
    {
        let found = mistakes(&format!("{chain}tree T4000 {{ {last}; }}"));
        assert!(found.iter().any(|text| text.contains(expected)), "{:?}", found.first());
    }
    let name = "a_".repeat(200_000);
    let near = format!("tree {name}b {{ succeed; }} tree A {{ subtree {name}c; }}");
    assert_eq!(mistakes(&near).len(), 1);
}

#[test]
fn after_a_thousand_mistakes_a_file_is_not_read() {
    let text =
        |count: usize| format!("tree A {{ sequence {{ {} subtree B; }} }}", "a;".repeat(count));
    let last = |count| mistakes(&text(count)).pop().expect("there are mistakes");
    assert!(last(150).ends_with("; there are 51 mistakes more"), "{}", last(150));
    assert!(last(50_000).ends_with("; there are at least 900 mistakes more"), "{}", last(50_000));
    let unfinished = format!("tree A {{ random_selector {{ {} }} }}", "Health < ".repeat(50_000));
    assert_eq!(mistakes(&unfinished).len(), 1, "a comparison begins no generics");
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
        assert_eq!(mistakes(&text), [""; 0], "{text:?}");
    }
    for text in ["", "\u{feff}", " \n ", "\0", "tree", "tree Rest"] {
        assert!(!mistakes(text).is_empty(), "{text:?}");
    }
    let large = "tree A { fail; } ".repeat(1 << 18);
    assert!(mistakes(&large)[0].starts_with("this file has"));
    assert!(format::file(&large).expect_err("too large")[0].text.starts_with("this file has"));
    for deep in ["sequence { ", "not "] {
        let text = format!("tree A {{ {}fail;{} }}", deep.repeat(10_000), "}".repeat(10_000));
        assert!(!format::file(&text).expect_err("too deep").is_empty());
    }
    file::forget();
}
