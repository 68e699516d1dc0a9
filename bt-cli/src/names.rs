//! Names of other tools → names of Rust.

use std::collections::BTreeSet;

/// The words that are no names in Rust, and the names that a tree or a vocabulary has itself.
const TAKEN: &[&str] = &[
    "abstract",
    "as",
    "async",
    "await",
    "become",
    "blackboard",
    "box",
    "break",
    "const",
    "continue",
    "crate",
    "do",
    "dyn",
    "else",
    "enum",
    "extern",
    "false",
    "final",
    "fn",
    "for",
    "gen",
    "if",
    "impl",
    "in",
    "let",
    "loop",
    "macro",
    "match",
    "mod",
    "move",
    "mut",
    "nodes",
    "override",
    "priv",
    "pub",
    "ref",
    "return",
    "self",
    "static",
    "struct",
    "super",
    "trait",
    "true",
    "try",
    "type",
    "typeof",
    "unsafe",
    "unsized",
    "use",
    "virtual",
    "where",
    "while",
    "yield",
    "Self",
    "Blackboard",
    "Words",
    "Status",
    "Duration",
    "Clock",
    "Decorator",
    "End",
    "Action",
    "Default",
    "Debug",
    "Option",
    "Result",
    "Some",
    "None",
    "Ok",
    "Err",
    "Clone",
    "Copy",
    "Vec",
    "String",
    "Box",
];

/// `move to-goal` → `MoveToGoal`
pub(crate) fn camel(name: &str) -> String {
    let mut camel = String::new();
    for part in parts(name) {
        let mut letters = part.chars();
        camel.extend(letters.next().into_iter().flat_map(char::to_uppercase));
        camel.extend(letters);
    }
    free(begun(camel, 'N'))
}

/// `move to-Goal` → `move_to_goal`
pub(crate) fn snake(name: &str) -> String {
    let mut snake = String::new();
    for part in parts(name) {
        let mut was_small = false;
        if !snake.is_empty() {
            snake.push('_');
        }
        for letter in part.chars() {
            if letter.is_uppercase() && was_small {
                snake.push('_');
            }
            was_small = !letter.is_uppercase();
            snake.extend(letter.to_lowercase());
        }
    }
    free(begun(snake, 'n'))
}

/// The name itself if it is one of Rust, otherwise in small letters with underscores.
pub(crate) fn label(name: &str) -> String {
    if is_name(name) && !TAKEN.contains(&name) { name.to_owned() } else { snake(name) }
}

/// Returns `true` for a name of Rust.
pub(crate) fn is_name(name: &str) -> bool {
    name.starts_with(is_first) && name.chars().all(|letter| is_letter(letter) || letter == '_')
}

/// Returns `true` for a text with letters or digits, of which a name can be made.
pub(crate) fn has_name(text: &str) -> bool {
    parts(text).next().is_some()
}

/// Returns `true` for a letter or a digit in a name of Rust; accents on their own are none.
fn is_letter(letter: char) -> bool {
    letter.is_alphanumeric() && unicode_ident::is_xid_continue(letter)
}

/// Returns `true` for a letter at the beginning of a name of Rust.
fn is_first(letter: char) -> bool {
    letter.is_alphabetic() && unicode_ident::is_xid_start(letter)
}

/// The name, or the name with a number that no other one has.
pub(crate) fn unique(name: &str, known: &mut BTreeSet<String>) -> String {
    let mut unique = name.to_owned();
    let mut number = 1;
    while !known.insert(unique.clone()) {
        number += 1;
        unique = format!("{}{number}", name.trim_end_matches('_'));
    }
    unique
}

/// The parts of a name in letters and digits; `+` and other signs are dropped.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !is_letter(letter)).filter(|part| !part.is_empty())
}

fn begun(name: String, first: char) -> String {
    if name.starts_with(is_first) { name } else { format!("{first}{name}") }
}

fn free(name: String) -> String {
    if TAKEN.contains(&name.as_str()) { format!("{name}_") } else { name }
}

#[cfg(test)]
mod tests {
    use super::{camel, label, snake, unique};
    use std::collections::BTreeSet;

    #[test]
    fn names_of_other_tools_become_names_of_rust() {
        for (name, as_camel, as_snake) in [
            ("MoveTo", "MoveTo", "move_to"),
            ("move to-goal", "MoveToGoal", "move_to_goal"),
            ("HPBelow20%", "HPBelow20", "hpbelow20"),
            ("3 steps", "N3Steps", "n3_steps"),
            ("", "N", "n"),
            ("été", "Été", "été"),
            ("攻击 敌人", "攻击敌人", "攻击_敌人"),
            ("½ ①", "N", "n"),
            ("type", "Type", "type_"),
            ("self", "Self_", "self_"),
        ] {
            assert_eq!(
                (camel(name).as_str(), snake(name).as_str()),
                (as_camel, as_snake),
                "{name}"
            );
        }
        assert_eq!((label("Flee").as_str(), label("To flee!").as_str()), ("Flee", "to_flee"));
        let mut known = BTreeSet::new();
        assert_eq!([unique("a", &mut known), unique("a", &mut known)], ["a", "a2"]);
        assert_eq!([unique("b_", &mut known), unique("b_", &mut known)], ["b_", "b2"]);
    }
}
