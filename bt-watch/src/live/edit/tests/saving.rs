//! The file on the disk is replaced as a whole, and never over the changes of others.

use super::{Studio, TEXT};
use serde_json::{Value, json};
use std::{fs, thread};

fn disk(studio: &Studio) -> Value {
    studio.told("open", &json!({}))["disk"].clone()
}

#[test]
fn a_saved_file_is_the_text() {
    let studio = Studio::open("save", TEXT);
    // A file may be saved with mistakes.
    let text = TEXT.replace("Far", "Fra");
    let told = studio.told("save", &json!({ "text": text, "disk": disk(&studio) }));
    assert_eq!(told, json!({ "disk": disk(&studio) }));
    assert_eq!(studio.on_disk(), text);
    assert_eq!(studio.state()["disk"]["walker.tree"], disk(&studio));
    assert_eq!(studio.folder(), ["walker.tree"], "nothing else is left");
    let told = studio.told("revert", &json!({}));
    assert_eq!(told, json!({ "text": text, "disk": disk(&studio) }));
}

#[test]
fn changes_of_others_are_shown_and_kept() {
    let studio = Studio::open("save-changed", TEXT);
    let known = disk(&studio);
    let others = TEXT.replace("Far", "Near");
    fs::write(&studio.path, &others).expect("it can be written");
    let told = studio.told("save", &json!({ "text": "mine", "disk": known }));
    assert_eq!(told, json!({ "changed": { "text": others, "disk": disk(&studio) } }));
    assert_eq!(studio.on_disk(), others);
    assert_eq!(studio.folder(), ["walker.tree"]);
    studio.told("save", &json!({ "text": "mine", "disk": told["changed"]["disk"] }));
    assert_eq!(studio.on_disk(), "mine");
}

#[test]
fn of_pages_that_save_at_the_same_time_one_succeeds() {
    let studio = Studio::open("save-race", TEXT);
    let known = disk(&studio);
    let save = |page: usize| {
        studio.told("save", &json!({ "text": std::format!("page {page}"), "disk": known }))
    };
    let saved = thread::scope(|scope| {
        let pages: [_; 4] = std::array::from_fn(|page| scope.spawn(move || save(page)));
        pages.map(|page| page.join().expect("it answers"))
    });
    let winners: std::vec::Vec<_> =
        (0..4).filter(|page| saved[*page].get("disk").is_some()).collect();
    assert_eq!(winners.len(), 1, "{saved:?}");
    assert_eq!(studio.on_disk(), std::format!("page {}", winners[0]));
}

#[test]
fn line_ends_of_the_file_stay() {
    let windows = TEXT.replace('\n', "\r\n");
    let studio = Studio::open("save-lines", &windows);
    let known = disk(&studio);
    assert_eq!(known, studio.told("check", &json!({ "text": TEXT }))["hash"]);
    studio.told("save", &json!({ "text": TEXT, "disk": known }));
    assert_eq!(studio.on_disk(), windows);
}

#[cfg(unix)]
#[test]
fn permissions_and_links_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let mut studio = Studio::open("save-mode", TEXT);
    let mode = |path: &std::path::Path| {
        fs::metadata(path).expect("it is there").permissions().mode() & 0o777
    };
    fs::set_permissions(&studio.path, fs::Permissions::from_mode(0o640)).expect("it is ours");
    let link = studio.path.with_file_name("link.tree");
    symlink(&studio.path, &link).expect("links can be made");
    drop(studio.live.let_edit::<super::Walks>(&link).expect("it can be read"));
    studio.told("save", &json!({ "text": "new", "disk": disk(&studio) }));
    assert_eq!(studio.on_disk(), "new");
    assert_eq!(mode(&studio.path), 0o640);
    assert!(fs::symlink_metadata(&link).expect("it is there").is_symlink());

    fs::set_permissions(&studio.path, fs::Permissions::from_mode(0o440)).expect("it is ours");
    let told = studio.told("open", &json!({}));
    assert_eq!(told["may_save"], false);
    let (status, reason) = studio.ask("save", &json!({ "text": "more", "disk": told["disk"] }));
    assert_eq!(status, 409, "{reason}");
    assert_eq!(studio.on_disk(), "new");
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_read() {
    let studio = Studio::open("save-pipe", TEXT);
    let known = disk(&studio);
    fs::remove_file(&studio.path).expect("it was there");
    let made = std::process::Command::new("mkfifo").arg(&studio.path).status();
    assert!(made.expect("`mkfifo` is a program of every Unix").success());
    assert_eq!(studio.state()["disk"]["walker.tree"], Value::Null);
    for (name, body) in [("open", json!({})), ("save", json!({ "text": "new", "disk": known }))] {
        let (status, reason) = studio.ask(name, &body);
        assert_eq!(status, 409);
        assert!(reason.ends_with("is not a regular file"), "{reason}");
    }
    fs::remove_file(&studio.path).expect("it was there");
    fs::write(&studio.path, TEXT).expect("it can be written");
    assert_eq!(studio.state()["disk"]["walker.tree"], known);
}

#[test]
fn a_file_that_is_gone_or_unreadable_is_not_written() {
    let studio = Studio::open("save-gone", TEXT);
    let known = disk(&studio);
    fs::write(&studio.path, b"tree \xff {}").expect("it can be written");
    for name in ["open", "revert"] {
        let (status, reason) = studio.ask(name, &json!({}));
        assert_eq!(status, 409);
        assert!(reason.ends_with("is not UTF-8"), "{reason}");
    }
    assert_eq!(studio.ask("save", &json!({ "text": "new", "disk": known })).0, 409);
    assert_eq!(fs::read(&studio.path).expect("it is there"), b"tree \xff {}");
    fs::remove_file(&studio.path).expect("it was there");
    for (name, body) in [("open", json!({})), ("save", json!({ "text": "new", "disk": known }))] {
        let (status, reason) = studio.ask(name, &body);
        assert_eq!(status, 409);
        assert!(reason.ends_with("is gone"), "{reason}");
    }
    assert!(studio.folder().is_empty());
}

/// Only with changes of the drawing, as a person makes them who never writes.
#[test]
fn a_tree_is_built_from_an_empty_file() {
    let studio = Studio::open("build", "");
    let known = disk(&studio);
    let mut text = json!("");
    for change in [
        json!({ "tree": { "name": "Walker" } }),
        json!({ "wrap": { "node": 0, "source": "sequence {}" } }),
        json!({ "insert": { "node": 0, "gap": 0, "source": "condition Far;" } }),
        json!({ "insert": { "node": 0, "gap": 2, "source": "action Walk(side = Left);" } }),
        json!({ "remove": { "node": 2 } }),
        json!({ "wrap": { "node": 0, "source": "repeat(3)" } }),
        json!({ "argument": { "node": 2, "call": 0, "name": "beyond", "value": "7" } }),
        json!({ "label": { "node": 0, "label": "home" } }),
    ] {
        let told = studio.told("change", &json!({ "text": text, "change": change }));
        text = told["text"].clone();
        assert!(text.is_string(), "{change}: {told}");
    }
    let expected = "tree Walker {
    'home: repeat(3) sequence {
        condition Far(beyond = 7);
        action Walk(side = Left);
    }
}
";
    assert_eq!(text, expected);
    assert_eq!(studio.told("check", &json!({ "text": text }))["mistakes"], json!([]));
    assert_eq!(studio.told("format", &json!({ "text": text }))["text"], expected);
    studio.told("save", &json!({ "text": text, "disk": known }));
    assert_eq!(studio.on_disk(), expected);
}
