//! Imported trees: the Rust of each case of `bt-cli`, which compiles the trees next to it.

use super::archive;
use std::fmt::Write;
use std::fs;
use std::path::Path;

/// Writes the trees of all cases; returns a module for each case.
pub(crate) fn modules(directory: &Path) -> String {
    let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bt-cli/tests");
    let mut modules = String::new();
    for name in ["behavior3", "behavior_tree_cpp"] {
        let folder = tests.join(name);
        println!("cargo::rerun-if-changed={}", folder.display());
        let entries = fs::read_dir(folder).expect("a folder");
        let mut paths: Vec<_> = entries.map(|entry| entry.expect("a file").path()).collect();
        paths.sort();
        let inner: String = paths.iter().map(|path| archived(path, directory)).collect();
        let _ = writeln!(modules, "mod {name} {{\n{inner}}}");
    }
    modules
}

/// The modules of the cases of an archive: `ports_names`
fn archived(path: &Path, directory: &Path) -> String {
    let archive = fs::read_to_string(path).expect("a text");
    let name = path.file_stem().and_then(|name| name.to_str()).expect("a name");
    let mut modules = String::new();
    for case in archive::cases(&archive) {
        let Some(rust) = case.file("words.rs") else { continue };
        let module = format!("{name}_{}", case.name);
        let group = path.parent().and_then(Path::file_name).expect("a folder");
        let folder = directory.join(group).join(&module);
        fs::create_dir_all(&folder).expect("can write");
        for (name, text) in case.files.iter().filter(|(name, _)| has_ending(name, "tree")) {
            fs::write(folder.join(name), text).expect("can write");
        }
        let folder = folder.join("");
        let folder = format!("{:?}", folder.to_str().expect("the path is a text"));
        let place = format!("trees from {}", folder.trim_end_matches('"'));
        let rust = rust.replace("trees from \"", &place);
        let _ = writeln!(modules, "pub mod {module} {{\n{rust}}}");
    }
    modules
}

fn has_ending(name: &str, ending: &str) -> bool {
    Path::new(name).extension().is_some_and(|own| own == ending)
}
