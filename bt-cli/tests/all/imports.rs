//! Files of other tools are imported as their cases say. The first file of a case is imported, with those that it
//! includes; in `projects.txtar` all files are, but those that another one includes. Then come the trees, the differences and,
//! in some cases, the Rust, which `tests/meaning` compiles.
//!
//! To accept the current results: `BLESS=1 cargo test -p bt-cli imports`. It writes the Rust of cases that have
//! `words.rs`, which may be empty.

use crate::command::Folder;
use bt_cli::behavior_tree_cpp::{File, Project};
use bt_cli::{Difference, Imported, behavior_tree_cpp, behavior3};
use bt_language::vocabulary::Vocabulary;
use bt_language::{file, format};
use meaning::archive::{self, Case};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

/// The cases of the archives of a tool, each archive with its name.
pub(super) fn cases(tool: &str) -> Vec<(String, Case)> {
    let archives = archives(tool).into_iter().flat_map(|path| {
        let name = path.file_stem().and_then(|name| name.to_str()).expect("a name").to_owned();
        let cases = archive::cases(&fs::read_to_string(path).expect("a text"));
        cases.into_iter().map(move |case| (name.clone(), case))
    });
    let cases: Vec<_> = archives.collect();
    assert!(cases.len() >= 12, "{tool}");
    cases
}

fn archives(tool: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(tool);
    let files = fs::read_dir(folder).expect("a folder");
    let mut files: Vec<PathBuf> = files.map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    files
}

/// The files of the other tool.
pub(super) fn inputs(case: &Case) -> impl Iterator<Item = (&str, &str)> {
    let is_input = |name: &str| ["b3", "json", "xml"].iter().any(|end| has_ending(name, end));
    let files = case.files.iter().map(|(name, text)| (name.as_str(), text.as_str()));
    files.filter(move |(name, _)| is_input(name))
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own == ending)
}

/// Imports the first file, with those that it includes.
pub(super) fn import(case: &Case) -> Imported {
    let folder = Folder::new();
    for (name, text) in inputs(case) {
        folder.file(name, text);
    }
    let (name, text) = inputs(case).next().expect("a file");
    let none = Vocabulary::default();
    let imported = if has_ending(name, "xml") {
        behavior_tree_cpp::import_at(&folder.0.join(name), text, &none)
    } else {
        behavior3::import(text, &none)
    };
    imported.unwrap_or_else(|error| panic!("{}/{name}: {error}", case.name))
}

#[test]
fn files_of_behavior3_are_imported() {
    check("behavior3");
}

#[test]
fn files_of_behavior_tree_cpp_are_imported() {
    check("behavior_tree_cpp");
}

fn check(tool: &str) {
    for path in archives(tool) {
        let old = fs::read_to_string(&path).expect("a text");
        let mut new = String::new();
        for case in archive::cases(&old) {
            let results = if path.ends_with("projects.txtar") { files(&case) } else { one(&case) };
            let has_rust = case.file("words.rs").is_some();
            let results = results.into_iter().filter(|(name, _)| name != "words.rs" || has_rust);
            let inputs = inputs(&case).map(|(name, text)| (name.to_owned(), text.to_owned()));
            for (name, text) in inputs.chain(results).filter(|(_, text)| !text.is_empty()) {
                let _ = write!(new, "-- {}/{name} --\n{text}", case.name);
            }
        }
        same(&path, &old, &new);
    }
}

/// An archive is as it was, or is written again.
#[track_caller]
pub(super) fn same(path: &Path, old: &str, new: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, new).expect("can write");
    } else {
        let mut lines = old.lines().zip(new.lines()).zip(1..);
        let first = lines.find(|((old, new), _)| old != new);
        assert!(old == new, "{} differs: {first:#?}", path.display());
    }
}

/// The results of a case with one file.
fn one(case: &Case) -> Vec<(String, String)> {
    let imported = import(case);
    let (name, _) = inputs(case).next().expect("a file");
    let name = Path::new(name).with_extension("tree").display().to_string();
    if !imported.text.is_empty() {
        let mistakes = file::read(&imported.text, &imported.vocabulary).mistakes;
        assert_eq!(mistakes, [], "{name}:\n{}", imported.text);
        assert_eq!(format::file(&imported.text).expect("sound"), imported.text, "{name}");
    }
    let rust = match imported.text.as_str() {
        "" => imported.rust.clone(),
        _ => imported.rust_with_trees(&name),
    };
    let differences = lines(&imported.differences);
    vec![
        (name, imported.text),
        ("differences".to_owned(), differences),
        ("words.rs".to_owned(), rust),
    ]
}

fn lines(differences: &[Difference]) -> String {
    differences.iter().fold(String::new(), |mut all, difference| {
        let _ = writeln!(all, "{difference}");
        all
    })
}

/// The results of a case with several files, each of which becomes one.
fn files(case: &Case) -> Vec<(String, String)> {
    let (project, folder) = project(case);
    for (name, text) in &project.files {
        let mut other =
            |name: &str| project.files.get(name).cloned().ok_or_else(|| "none".to_owned());
        let reading = file::read_with(text, &project.vocabulary, &|_| 0, &mut other);
        assert_eq!(reading.mistakes, [], "{name}:\n{text}");
        file::forget();
    }
    let plain = |path: &str| path.replace('\\', "/");
    let folder = format!("{}/", plain(&folder.0.display().to_string()));
    let differences = plain(&lines(&project.differences)).replace(&folder, "");
    let rust = project.rust_with_trees(".");
    let mut results: Vec<_> = project.files.into_iter().collect();
    results.extend([("differences".to_owned(), differences), ("words.rs".to_owned(), rust)]);
    results
}

/// Imports all files but those that another one includes. `models.xml` has the models.
fn project(case: &Case) -> (Project, Folder) {
    let folder = Folder::new();
    let is_included =
        |name: &str| inputs(case).any(|(_, text)| text.contains(&format!("path=\"{name}\"")));
    let given = inputs(case).filter(|(name, _)| !is_included(name));
    let given: Vec<(PathBuf, &str)> =
        given.map(|(name, text)| (folder.0.join(name), text)).collect();
    for (name, text) in inputs(case) {
        folder.file(name, text);
    }
    let given = given.iter().map(|(path, text)| File { path, text });
    let (models, files): (Vec<File>, Vec<File>) =
        given.partition(|file| file.path.ends_with("models.xml"));
    let none = Vocabulary::default();
    let project = behavior_tree_cpp::import_files(&files, &models, &none).expect("trees");
    if let [file] = files[..] {
        let alone = behavior_tree_cpp::import_with(file, &models, &none).expect("trees");
        assert!(project.files.values().eq([&alone.text]), "{}", alone.text);
    }
    (project, folder)
}

#[test]
fn a_file_with_other_files_is_exported() {
    let cases = cases("behavior_tree_cpp");
    let (_, case) = cases.iter().find(|(_, case)| case.name == "robot").expect("the case");
    let (project, folder) = project(case);
    for (name, text) in &project.files {
        folder.file(name, text);
    }
    let deliver = project.files["deliver.tree"].as_str();
    let path = folder.0.join("deliver.tree");
    let exported = behavior_tree_cpp::export_at(&path, deliver, &project.vocabulary);
    let exported = exported.expect("trees");
    for text in [
        "main_tree_to_execute=\"Deliver Box\"",
        "<include path=\"grip.xml\"/>",
        "<include path=\"drive.xml\"/>",
        "<SubTree ID=\"Ask for Help\"",
    ] {
        assert!(exported.contains(text), "{text}\n{exported}");
    }
    assert!(!exported.contains("answer.xml"), "{exported}");
}

#[test]
fn a_text_without_a_path_includes_nothing() {
    let text = "<root><include path=\"parts/one.xml\"/><BehaviorTree ID=\"Main\"><Work/></BehaviorTree></root>";
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let difference = imported.differences[0].to_string();
    assert!(
        difference.contains("the trees of `parts/one.xml` are in another file"),
        "{difference}"
    );
}
