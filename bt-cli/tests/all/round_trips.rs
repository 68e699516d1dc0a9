//! An imported file that is exported and imported again is the same file.

use bt_cli::{Imported, behavior_tree_cpp, behavior3};
use bt_language::file::Mistake;
use bt_language::vocabulary::Vocabulary;
use std::fs;
use std::path::{Path, PathBuf};

/// The imported files of the tests.
fn imported() -> Vec<(PathBuf, Imported)> {
    let mut all = Vec::new();
    for folder in ["behavior3", "behavior_tree_cpp"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a file").path();
            let read = || fs::read_to_string(&path).expect("a text");
            let none = Vocabulary::default();
            let imported = match path.extension().and_then(|end| end.to_str()) {
                Some("json" | "b3") => behavior3::import(&read(), &none),
                Some("xml") => behavior_tree_cpp::import_at(&path, &read(), &none),
                _ => continue,
            };
            let imported = imported.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            all.push((path, imported));
        }
    }
    assert!(all.len() >= 20, "{}", all.len());
    all
}

/// The trees by name, in their layout, without their comments.
fn trees(text: &str) -> Vec<String> {
    let lines = text.lines().filter(|line| !is_comment(line)).collect::<Vec<_>>().join("\n");
    let text = bt_language::format::file(&lines).expect("sound");
    let mut trees: Vec<String> = text.split("\n\n").map(|tree| tree.trim().to_owned()).collect();
    trees.sort();
    trees
}

/// The text with the shortest form of each number: `0.30` → `0.3`
fn without_zeros(text: &str) -> String {
    let is_number = |letter: char| letter.is_ascii_digit() || letter == '.';
    let parts = text.split_inclusive(|letter| !is_number(letter)).map(|part| {
        let number = part.trim_end_matches(|letter| !is_number(letter));
        let rest = &part[number.len()..];
        let short = number.parse().ok().filter(|_| number.contains('.'));
        short.map_or_else(|| part.to_owned(), |short: f64| format!("{short:?}{rest}"))
    });
    parts.collect()
}

fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    line.starts_with("//") && !line.starts_with("///")
}

/// Returns `true` if trees have parameters: then the other trees of Behavior3 do not call them.
fn has_parameters(text: &str) -> bool {
    text.lines().any(|line| line.starts_with("tree ") && line.contains('('))
}

fn come_back(
    has_data: bool,
    export: fn(&str, &Vocabulary) -> Result<String, Vec<Mistake>>,
    import: fn(&str, &Vocabulary) -> Result<Imported, bt_cli::ImportError>,
) {
    for (path, first) in imported() {
        if !has_data && has_parameters(&first.text) {
            continue;
        }
        let exported = export(&first.text, &first.vocabulary).expect("trees");
        let second = import(&exported, &first.vocabulary)
            .unwrap_or_else(|error| panic!("{}: {error}\n{exported}", path.display()));
        let of = |imported: &Imported| {
            // Behavior3 has numbers without their digits.
            trees(&if has_data { imported.text.clone() } else { without_zeros(&imported.text) })
        };
        assert_eq!(of(&second), of(&first), "{}", path.display());
        let names = |imported: &Imported| -> Vec<String> {
            imported.vocabulary.words.iter().map(|word| word.name.clone()).collect()
        };
        assert_eq!(names(&second), names(&first), "{}: no new words", path.display());
    }
}

#[test]
fn imported_files_come_back_from_behavior3() {
    come_back(false, behavior3::export, behavior3::import);
}

#[test]
fn imported_files_come_back_from_behavior_tree_cpp() {
    come_back(true, behavior_tree_cpp::export, behavior_tree_cpp::import);
}
