//! Files, which are compiled and loaded: most with random trees.

use super::filed::{COUNTS, MARGINS, SCORES, SPANS, VALUES, WEIGHTS, filed};
use super::{generator, printer, shapes};
use bt_language::file;
use bt_language::vocabulary::{Integer, Parameter, Role, Type, Vocabulary, Word};
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// The seeds of their trees are no other tree's.
const FIRST: u64 = 2_000_000;

/// Writes that many files with random trees and those of the shapes; returns the macro calls that compile them, with a
/// table of them.
pub(crate) fn written(directory: &Path, first: u64, count: u64) -> String {
    let vocabulary = vocabulary();
    let (mut files, mut table) = (String::new(), String::new());
    let random = (FIRST + first..).filter_map(|seed| sound(seed, &vocabulary)).zip(0..count);
    let random = random.map(|(file, _)| file);
    let shapes = shapes::all().into_iter().map(|(name, text)| (name.to_owned(), text));
    for (name, text) in random.chain(shapes) {
        let path = directory.join(format!("{name}.tree"));
        fs::write(&path, text).expect("can write");
        let path = path.to_str().expect("the path is a text");
        let _ = writeln!(
            files,
            "    #[derive(Clone, PartialEq)]\n    pub(crate) trees from {path:?} with Words;"
        );
        let _ = writeln!(
            table,
            "    Filed {{ name: {name:?}, text: include_str!({path:?}), compiled: || Box::new({name}::new()), prove: explore_with::<{name}> }},"
        );
    }
    format!("with_words! {{\n{files}}}\n\npub(crate) const FILES: &[Filed] = &[\n{table}];\n")
}

/// The text of a file with the trees of this seed; nothing if the changes for a file have left something that is never
/// ticked.
fn sound(seed: u64, vocabulary: &Vocabulary) -> Option<(String, String)> {
    let name = format!("File{seed}");
    let text = printer::file(&filed(generator::forest(seed, &name)));
    let mistakes = file::read(&text, vocabulary).mistakes;
    for mistake in &mistakes {
        assert!(mistake.text.contains("never"), "{}\n{text}", mistake.text);
    }
    mistakes.is_empty().then_some((name, text))
}

/// The vocabulary of the test, as far as a check has to know it.
fn vocabulary() -> Vocabulary {
    let slot = || Parameter::new("slot", integer());
    let word = |name: &str, role| Word { parameters: vec![slot()], ..Word::new(name, role) };
    let action = |name, is_stateful| word(name, Role::Action { is_stateful });
    let mut words = vec![
        word("Ask", Role::Condition),
        word("Decide", Role::Condition),
        action("Work", true),
        action("Doze", true),
        word("Wrapped", Role::Decorator),
        word("Ticketed", Role::Decorator),
    ];
    for name in ["Act", "TryTo", "DoIt", "Attempt", "Serve", "Clean", "Collect"] {
        words.push(action(name, false));
    }
    let values = [
        (SPANS, Type::Duration),
        (COUNTS, integer()),
        (WEIGHTS, integer()),
        (SCORES, Type::Single),
        (MARGINS, Type::Single),
    ];
    for (first, of) in values {
        let value = |slot| Word {
            parameters: Vec::new(),
            ..word(&format!("Value{slot}"), Role::Value(of.clone()))
        };
        words.extend((first..first + VALUES).map(value));
    }
    Vocabulary { words, has_random: true, has_clock: Some(true) }
}

fn integer() -> Type {
    Type::Integer(Integer::named("u32").expect("it is one").clone())
}
