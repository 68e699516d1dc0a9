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
    let slot = || Parameter::new("slot", integer("u32"));
    let kept = || Type::Own { name: "Kept".to_owned() };
    let word = |name: &str, role| Word { parameters: vec![slot()], ..Word::new(name, role) };
    let mut words = vec![Word::new("Kept", Role::Type)];
    let mut all = |name: &str, role: Role, result: Option<Type>| {
        let number = Parameter::new("number", integer("u32"));
        let by_value = Parameter::new("kept", kept());
        let lent = Parameter { by_reference: true, ..by_value.clone() };
        let mut ways =
            vec![("", None), ("At", Some(number)), ("By", Some(by_value)), ("Of", Some(lent))];
        if matches!(role, Role::Action { is_stateful: true } | Role::Decorator) {
            ways.pop();
        }
        for (way, parameter) in ways {
            let mut word = word(&format!("{name}{way}"), role.clone());
            word.parameters.extend(parameter);
            word.results.extend(result.clone().map(|of| Parameter::new(name, of)));
            words.push(word);
        }
    };
    let action = |is_stateful| Role::Action { is_stateful };
    for name in ["Ask", "Decide"] {
        all(name, Role::Condition, None);
    }
    for name in ["Act", "TryTo", "DoIt", "Attempt", "Serve", "Clean", "Collect"] {
        all(name, action(false), None);
    }
    for name in ["Seek", "Search", "Ponder"] {
        all(name, action(false), Some(kept()));
    }
    all("Gain", action(false), Some(integer("u32")));
    all("Work", action(true), None);
    all("Doze", action(true), None);
    all("Produce", action(true), Some(kept()));
    all("Wrapped", Role::Decorator, None);
    all("Ticketed", Role::Decorator, None);
    all("Find", Role::Value(kept()), None);
    all("Pick", Role::Value(integer("u32")), None);
    let levels = [
        ("SmallLevel", integer("u8")),
        ("CountLevel", integer("u32")),
        ("SignedLevel", integer("i32")),
        ("SizeLevel", integer("usize")),
        ("RealLevel", Type::Single),
        ("LengthLevel", Type::Duration),
        ("AnswerLevel", Type::Bool),
    ];
    words.extend(levels.map(|(name, of)| word(name, Role::Value(of))));
    let values = [
        (SPANS, Type::Duration),
        (COUNTS, integer("u32")),
        (WEIGHTS, integer("u32")),
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

fn integer(name: &str) -> Type {
    Type::Integer(Integer::named(name).expect("it is one").clone())
}
