//! Names of other tools → names of Rust.

use bt_language::names::{KEYWORDS, constant_of, is_of_tree};
use std::collections::{BTreeMap, BTreeSet};

/// Names that a tree or a vocabulary has itself, and those of the prelude.
const TAKEN: &[&str] = &[
    "blackboard",
    "nodes",
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

/// The maximum number of characters of a label; what a longer name says more is for a comment.
const LONGEST_LABEL: usize = 40;

/// The name itself if it is one of Rust, otherwise in small letters with underscores; of a long name the first words. Its
/// constant is none that each tree has itself: `nested_loop` → `node_nested_loop`
pub(crate) fn label(name: &str) -> String {
    let mut label = if is_name(name) && !is_taken(name) { name.to_owned() } else { snake(name) };
    if is_of_tree(&constant_of(&label)) {
        label = format!("node_{label}");
    }
    if label.chars().count() <= LONGEST_LABEL {
        return label;
    }
    let cut: String = label.chars().take(LONGEST_LABEL).collect();
    let words = cut
        .rfind('_')
        .and_then(|end| cut.get(..end))
        .filter(|words| is_name(words) && !is_taken(words));
    words.unwrap_or(&cut).to_owned()
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

/// Names of which each is given once.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: BTreeSet<String>,
    /// The last number that was tried behind a name: thousands of equal names take no longer than different ones.
    numbers: BTreeMap<String, usize>,
}

impl Names {
    /// Takes a name; returns `false` if it is taken already.
    pub(crate) fn take(&mut self, name: &str) -> bool {
        self.known.insert(name.to_owned())
    }

    /// Returns the name, or the name with a number that no other one has.
    pub(crate) fn unique(&mut self, name: &str) -> String {
        if self.take(name) {
            return name.to_owned();
        }
        let base = name.trim_end_matches('_');
        let mut number = self.numbers.get(base).copied().unwrap_or(1);
        loop {
            number += 1;
            let unique = format!("{base}{number}");
            if self.known.insert(unique.clone()) {
                self.numbers.insert(base.to_owned(), number);
                return unique;
            }
        }
    }
}

impl<'a> FromIterator<&'a str> for Names {
    fn from_iter<I: IntoIterator<Item = &'a str>>(names: I) -> Self {
        let known = names.into_iter().map(str::to_owned).collect();
        Self { known, numbers: BTreeMap::new() }
    }
}

/// The parts of a name in letters and digits; `+` and other signs are dropped.
fn parts(name: &str) -> impl Iterator<Item = &str> {
    name.split(|letter: char| !is_letter(letter)).filter(|part| !part.is_empty())
}

fn begun(name: String, first: char) -> String {
    if name.starts_with(is_first) { name } else { format!("{first}{name}") }
}

fn is_taken(name: &str) -> bool {
    TAKEN.contains(&name) || KEYWORDS.split(' ').any(|word| word == name)
}

fn free(name: String) -> String {
    if is_taken(&name) { format!("{name}_") } else { name }
}

#[cfg(test)]
mod tests {
    use super::{Names, camel, label, snake};

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
        let long = "drive to the charging station of the second floor and wait there";
        assert_eq!(label("nestedThrower"), "node_nestedThrower");
        assert_eq!(label(long), "drive_to_the_charging_station_of_the");
        assert_eq!(label(&"x".repeat(120)), "x".repeat(40));
        let mut known = Names::from_iter(["a2"]);
        assert_eq!([known.unique("a"), known.unique("a"), known.unique("a")], ["a", "a3", "a4"]);
        assert_eq!([known.unique("b_"), known.unique("b_")], ["b_", "b2"]);
    }
}
