//! Files of other tools are imported as the files next to them say.
//!
//! To accept the current results: `BLESS=1 cargo test -p bt-cli imports`.

use crate::projects;
use bt_cli::behavior_tree_cpp::File;
use bt_cli::{ImportError, Imported, behavior_tree_cpp, behavior3};
use bt_language::vocabulary::Vocabulary;
use bt_language::{file, format};
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn files_of_behavior3_are_imported() {
    let count = check("behavior3", &["json", "b3"], |_, text| {
        behavior3::import(text, &Vocabulary::default())
    });
    assert!(count >= 12, "{count}");
}

#[test]
fn files_of_behavior_tree_cpp_are_imported() {
    let count = check("behavior_tree_cpp", &["xml"], |path, text| {
        behavior_tree_cpp::import_at(path, text, &Vocabulary::default())
    });
    assert!(count >= 14, "{count}");
}

fn check(
    folder: &str,
    endings: &[&str],
    import: fn(&Path, &str) -> Result<Imported, ImportError>,
) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests").join(folder);
    let mut files: Vec<PathBuf> = fs::read_dir(folder)
        .expect("a folder")
        .map(|entry| entry.expect("a file").path())
        .filter(|path| {
            path.extension().is_some_and(|end| endings.iter().any(|known| end == *known))
        })
        .collect();
    files.sort();
    for path in &files {
        let text = fs::read_to_string(path).expect("a text");
        let imported =
            import(path, &text).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        let differences = imported.differences.iter().fold(String::new(), |mut all, difference| {
            let _ = writeln!(all, "{difference}");
            all
        });
        same(&path.with_extension("tree"), &imported.text);
        let mistakes = file::read(&imported.text, &imported.vocabulary).mistakes;
        assert_eq!(mistakes, [], "{}", path.display());
        let name = path.with_extension("tree");
        let name = name.strip_prefix(env!("CARGO_MANIFEST_DIR")).expect("below the package");
        let rust = imported.rust_with_trees(name.to_str().expect("a path"));
        same(&path.with_extension("rs"), &rust);
        same(&path.with_extension("txt"), &differences);
        assert_eq!(
            format::file(&imported.text).expect("sound"),
            imported.text,
            "{}",
            path.display()
        );
    }
    files.len()
}

#[test]
fn a_folder_is_imported_as_files_that_compile() {
    let folder = "tests/behavior_tree_cpp/project";
    let beside = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let read = |name: &str| fs::read_to_string(beside.join(name)).expect("a text");
    let names = ["answer.xml", "call.xml", "deliver.xml", "drive.xml"];
    let texts: Vec<(PathBuf, String)> =
        names.iter().map(|name| (beside.join(name), read(name))).collect();
    let files: Vec<File> = texts.iter().map(|(path, text)| File { path, text }).collect();
    let model = read("models.xml");
    let models = [File { path: Path::new("models.xml"), text: &model }];
    let project = behavior_tree_cpp::import_files(&files, &models, &Vocabulary::default());
    let project = project.expect("trees");
    projects::check(&project);
    let mut differences = String::new();
    for difference in &project.differences {
        let _ = writeln!(differences, "{difference}");
    }
    let plain = |path: &str| path.replace('\\', "/");
    let here = format!("{}/", plain(&beside.display().to_string()));
    let differences = plain(&differences).replace(&here, "");
    let mut results = project.files.clone();
    results.insert("words.rs".to_owned(), project.rust_with_trees(folder));
    results.insert("differences.txt".to_owned(), differences);
    for (name, text) in results {
        same(&beside.join(name), &text);
    }
    let deliver = project.files["deliver.tree"].as_str();
    let path = beside.join("deliver.tree");
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
fn labels_and_lengths_of_time_that_the_checks_would_refuse_are_changed() {
    let text = r#"<root BTCPP_format="4">
  <BehaviorTree ID="Main">
    <Sequence name="nodes">
      <Publish name="nested_thrower" duration="500"/>
      <Publish duration="5.0"/>
      <Turn duration="500"/>
      <Turn duration="2.5"/>
      <Publish duration="1e18"/>
      <Wink duration="5"/>
      <Wink duration="-0.0"/>
    </Sequence>
  </BehaviorTree>
  <TreeNodesModel>
    <Action ID="Publish"><input_port name="duration" type="std::chrono::milliseconds"/></Action>
    <Action ID="Turn"><input_port name="duration" type="std::chrono::milliseconds"/></Action>
    <Action ID="Wink"><input_port name="duration" type="std::chrono::milliseconds"/></Action>
  </TreeNodesModel>
</root>"#;
    let imported = behavior_tree_cpp::import(text, &Vocabulary::default()).expect("trees");
    let mistakes = file::read(&imported.text, &imported.vocabulary).mistakes;
    assert_eq!(mistakes, [], "{}", imported.text);
    assert!(imported.text.contains("Publish(duration = 5.0ms)"), "{}", imported.text);
    assert!(imported.text.contains("Turn(duration = 2.5ms)"), "{}", imported.text);
}

#[track_caller]
fn same(path: &Path, text: &str) {
    if std::env::var_os("BLESS").is_some() {
        fs::write(path, text).expect("can write");
    }
    let expected = fs::read_to_string(path).unwrap_or_default();
    assert!(expected == text, "{} differs; the new text is\n{text}", path.display());
}
