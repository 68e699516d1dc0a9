//! Files are replaced as a whole.
#![cfg(unix)]

use bt_language::save::save;
use std::fs::{self, Permissions};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

fn mode(path: &Path) -> u32 {
    fs::metadata(path).expect("it is there").permissions().mode() & 0o777
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
    let mut names: Vec<String> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

#[test]
fn nobody_else_reads_a_secret_file_while_it_is_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("secret.tree");
    fs::write(&file, "old").expect("it can be written");
    fs::set_permissions(&file, Permissions::from_mode(0o600)).expect("it is ours");
    let saved = save(&file, "new", || {
        let all = names(folder.path());
        assert_eq!(all.len(), 2, "{all:?}");
        assert!(all.iter().all(|name| mode(&folder.path().join(name)) == 0o600));
        true
    });
    assert!(saved.expect("it can be saved"));
    assert_eq!((fs::read_to_string(&file).expect("a text").as_str(), mode(&file)), ("new", 0o600));
    assert_eq!(names(folder.path()), ["secret.tree"]);
}

#[test]
fn what_is_not_saved_leaves_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("a.tree");
    fs::write(&file, "old").expect("it can be written");
    assert!(!save(&file, "new", || false).expect("it can be written"));
    fs::set_permissions(&file, Permissions::from_mode(0o444)).expect("it is ours");
    let error = save(&file, "new", || true).expect_err("it is read-only");
    assert_eq!(error.to_string(), "it is read-only");
    let error = save(folder.path(), "new", || true).expect_err("it is a folder");
    assert_eq!(error.to_string(), "it is not a regular file");
    assert_eq!(fs::read_to_string(&file).expect("a text"), "old");
    assert_eq!(names(folder.path()), ["a.tree"]);
}

#[test]
fn links_stay_and_new_files_are_as_usual() {
    let folder = tempfile::tempdir().expect("a folder");
    let [file, link, usual] = ["a.tree", "link", "usual"].map(|name| folder.path().join(name));
    assert!(save(&file, "new", || true).expect("it can be saved"));
    fs::write(&usual, "").expect("it can be written");
    assert_eq!(mode(&file), mode(&usual));
    symlink(&file, &link).expect("links can be made");
    assert!(save(&link, "newer", || true).expect("it can be saved"));
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).expect("a text"), "newer");
}
