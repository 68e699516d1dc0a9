//! Files, which are compiled and loaded: most with random trees.

use super::filed::filed;
use super::vocabulary::vocabulary;
use super::{generator, printer, shapes};
use bt_language::file;
use bt_language::vocabulary::Vocabulary;
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
