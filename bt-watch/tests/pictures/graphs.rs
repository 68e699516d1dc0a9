//! DOT and Mermaid escape the characters that have a meaning there.

use super::{Zoo, written};
use bt_watch::picture::Picture;

/// The strings of a DOT file, as Graphviz reads them.
fn strings(dot: &str, attribute: &str) -> Vec<String> {
    let mut strings = Vec::new();
    for part in dot.split(&format!("{attribute}=\"")).skip(1) {
        let mut characters = part.chars();
        let mut string = String::new();
        while let Some(character) = characters.next() {
            match character {
                '"' => break,
                '\\' => string.extend(characters.next()),
                '\n' => panic!("{part}"),
                character => string.push(character),
            }
        }
        strings.push(string.replace("&amp;", "&"));
    }
    strings
}

#[test]
fn dot_says_what_is_written() {
    let tooltips = strings(&Picture::new(Zoo::NODES).dot().to_string(), "tooltip");
    assert!(tooltips.into_iter().eq(Zoo::NODES.iter().map(written)));
}

#[test]
fn mermaid_has_no_letter_that_means_something() {
    let mermaid = Picture::new(Zoo::NODES).mermaid().to_string();
    for line in mermaid.lines().filter(|line| line.contains('"')) {
        let (_, label) = line.split_once('"').unwrap();
        let (label, _) = label.rsplit_once('"').unwrap();
        // Behind what stands in front of a node.
        let rest = label
            .replacen("=#gt;<br>", "", 1)
            .replace("#quot;", "")
            .replace("#amp;", "")
            .replace("#lt;", "");
        let rest = rest
            .replace("#gt;", "")
            .replace("#96;", "")
            .replace("#92;#8203;", "")
            .replace("#35;", "");
        assert!(!rest.contains(['"', '#', '&', '<', '>', '`', '\\']), "{line}");
    }
    assert!(mermaid.contains("#lt;/title#gt;"));
}
