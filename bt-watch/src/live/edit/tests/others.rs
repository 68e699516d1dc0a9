//! The files that the first one brings with `use` are edited as it is.

use super::{Studio, Walks};
use serde_json::{Value, json};
use std::time::Duration;
use std::vec::Vec;
use std::{fs, thread};

const MAIN: &str = "\
use \"steps/left.tree\";
tree Walker {
    sequence {
        subtree Left;
        running;
    }
}
";

const LEFT: &str = "tree Left {\n    action Walk(side = Left);\n}\n";

const FILES: [&str; 2] = ["walker.tree", "steps/left.tree"];

fn open(name: &str) -> Studio {
    let mut studio = Studio::open(name, MAIN);
    let folder = studio.path.parent().expect("a folder");
    fs::create_dir_all(folder.join("steps")).expect("the folder can be made");
    fs::write(folder.join(FILES[1]), LEFT).expect("the file can be written");
    // A program has loaded the trees before.
    studio.edits = Some(studio.live.let_edit::<Walks>(&studio.path).expect("sound files"));
    studio
}

fn left_on_disk(studio: &Studio) -> std::string::String {
    fs::read_to_string(studio.path.with_file_name(FILES[1])).expect("it is there")
}

#[test]
fn each_file_is_opened_changed_on_disk_and_saved() {
    let studio = open("others-save");
    let told = studio.told("check", &json!({ "text": MAIN }));
    assert_eq!((&told["files"], &told["mistakes"]), (&json!(FILES), &json!([])));
    assert_eq!(told["owners"], json!({ "Walker": FILES[0], "Left": FILES[1] }));
    let left = studio.told("open", &json!({ "file": FILES[1] }));
    assert_eq!((&left["text"], &left["may_save"]), (&json!(LEFT), &json!(true)));
    let state = studio.state();
    assert_eq!(state["disk"][FILES[1]], left["disk"]);
    assert_eq!(state["disk"], state["running"]);

    let new = LEFT.replace("Left)", "Right)");
    let body = json!({ "file": FILES[1], "text": new, "disk": left["disk"] });
    let saved = studio.told("save", &body);
    assert_eq!((&*left_on_disk(&studio), &*studio.on_disk()), (&*new, MAIN));
    let state = studio.state();
    assert_eq!(state["disk"][FILES[1]], saved["disk"]);
    assert_ne!(state["disk"], state["running"], "the agents run the old one");
    // The page does not know the new text, so its own one is not saved.
    let told = studio.told("save", &body);
    assert_eq!(told["changed"], json!({ "disk": saved["disk"], "text": new }));
    let told = studio.told("revert", &json!({ "file": FILES[1] }));
    assert_eq!(told, json!({ "disk": saved["disk"], "text": new }));
}

/// The file and the line of each mistake; the file that the page edits has no name.
fn places(told: &Value) -> Vec<(Option<&str>, u64)> {
    let all = told["mistakes"].as_array().expect("a list").iter();
    all.map(|one| (one["file"].as_str(), one["line"].as_u64().expect("a line"))).collect()
}

#[test]
fn mistakes_are_told_with_their_files() {
    let studio = open("others-mistakes");
    let wrong = LEFT.replace("Walk", "Wlak");
    let texts = json!({ FILES[1]: wrong });
    let told = studio.told("check", &json!({ "text": MAIN, "texts": texts }));
    assert_eq!(places(&told), [(Some(FILES[1]), 2)]);
    assert_eq!(told["files"], json!(FILES));
    let here = json!({ "file": FILES[1], "text": wrong });
    let told = studio.told("check", &here);
    assert_eq!(places(&told), [(None, 2)]);
    assert_eq!(told["trees"][0]["name"], "Left", "the nodes are those of the file");
    let start = wrong.find("Wlak");
    assert_eq!(told["mistakes"][0]["start"].as_u64(), start.map(|start| start as u64));
    assert_eq!(places(&studio.told("apply", &here)), [(None, 2)]);
    // The first file needs the tree of the other one.
    let renamed = json!({ "file": FILES[1], "text": LEFT.replace("tree Left", "tree Other") });
    assert_eq!(places(&studio.told("check", &renamed)), [(Some(FILES[0]), 4)]);
    // A file that brings the first one, whose text is not yet on the disk.
    let back = "use \"walker.tree\"; tree Back { running; }";
    fs::write(studio.path.with_file_name("back.tree"), back).expect("it can be written");
    let main = std::format!("use \"back.tree\"; {MAIN}");
    let told = studio.told("check", &json!({ "text": main }));
    assert_eq!(places(&told), [(Some("back.tree"), 1)]);
}

#[test]
fn a_tree_is_renamed_in_all_files() {
    let studio = open("others-rename");
    let at = |text: &str, part: &str| text.find(part).expect("it is there") as u64;
    let body = |text: &str, at: u64, name: &str| json!({ "file": FILES[1], "text": text, "at": at, "name": name });
    // A text that is not on the disk, with two UTF-16 units for one character.
    let left = std::format!("// 😀\n{LEFT}");
    let place = at(&left, "Left {") - 2;
    studio.told("check", &json!({ "text": MAIN }));
    let told = studio.told("rename", &body(&left, place, "Port"));
    let texts = json!({
        FILES[0]: MAIN.replace("subtree Left", "subtree Port"),
        FILES[1]: left.replace("tree Left", "tree Port"),
    });
    assert_eq!(told, json!({ "texts": texts, "select": [place, place + 4] }));
    // The first file cannot be read, and may bring the other one all the same.
    let broken = MAIN.replace("running;\n    }", "running;");
    assert_eq!(studio.told("check", &json!({ "text": broken }))["files"], json!(FILES));
    let told = studio
        .told("rename", &json!({ "text": broken, "at": at(&broken, "Left;"), "name": "Port" }));
    assert_eq!(told["texts"][FILES[1]], LEFT.replace("tree Left", "tree Port"));
    let told = studio.told("rename", &body(LEFT, at(LEFT, "Left {"), "Walker"));
    assert_eq!(
        told["mistakes"][0]["message"],
        "`Walker` is already declared in line 2; choose another name"
    );
}

#[test]
fn agents_take_all_files_at_once() {
    let mut studio = open("others-apply");
    let mut trees = Walks::load(&studio.path).expect("no mistakes");
    let (mut walker, mut place) = (trees.tree("Walker").expect("the file has it"), 100);
    let mut left = trees.tree("Left").expect("the other file has it");
    studio.live.agent_of("walker", &walker);
    studio.live.agent_of("left", &left);
    let mut edits = studio.edits.take().expect("it is there");
    // Neither of the two is sound without the other one.
    let main = MAIN.replace("subtree Left", "subtree Right");
    let right = LEFT.replace("Left", "Right");
    let others = json!({ FILES[0]: main });
    let body = json!({ "file": FILES[1], "text": right, "texts": others });
    let (state, told) = thread::scope(|scope| {
        let page = scope.spawn(|| studio.told("apply", &body));
        while !page.is_finished() {
            edits.take(&mut trees);
            thread::sleep(Duration::from_millis(1));
        }
        (studio.state(), page.join().expect("it answers"))
    });
    assert_eq!(told, json!({ "version": 1, "moved": 1 }), "no tree is called `Left` any more");
    assert!(walker.renew(&trees, &mut place) && !left.renew(&trees, &mut place));
    walker.tick(&mut place);
    assert_eq!(place, 101);
    for (name, text) in [(FILES[0], &main), (FILES[1], &right)] {
        let told = studio.told("applied", &json!({ "file": name }));
        assert_eq!(told, json!({ "text": text, "version": 1 }));
        let body = json!({ "file": name, "text": text, "texts": { FILES[0]: main } });
        assert_eq!(state["running"][name], studio.told("check", &body)["hash"]);
    }
    assert_eq!((&*left_on_disk(&studio), &*studio.on_disk()), (LEFT, MAIN), "nothing is saved");
}

#[test]
fn other_files_are_out_of_reach() {
    let studio = open("others-reach");
    let folder = studio.path.parent().expect("a folder");
    fs::write(folder.join("secret.txt"), "secret").expect("it can be written");
    for name in ["secret.txt", "../walker.tree", "/etc/passwd", "", "steps", "none.tree"] {
        let body = json!({ "file": name, "text": "", "disk": "" });
        for request in ["open", "save", "revert", "check", "apply"] {
            let (status, reason) = studio.ask(request, &body);
            let expected = std::format!("no `use` names the file `{name}`");
            assert_eq!((status, &*reason), (409, &*expected), "{request}");
        }
        let body = json!({ "text": MAIN, "texts": { name: "" } });
        assert_eq!(studio.ask("check", &body).0, 409, "{name}");
    }
    assert_eq!(studio.ask("check", &json!({ "text": "", "texts": { FILES[1]: 7 } })).0, 400);
    for request in ["open", "save", "revert", "check", "apply", "applied"] {
        let body = json!({ "file": 7, "text": "", "disk": "" });
        assert_eq!(studio.ask(request, &body).0, 400, "{request}");
    }
    // What a text brings by a name that is not allowed stays unknown, too.
    let text = MAIN.replace("steps/left.tree", "../secret.txt");
    assert_eq!(places(&studio.told("check", &json!({ "text": text })))[0], (None, 1));
    assert_eq!(studio.ask("open", &json!({ "file": "../secret.txt" })).0, 409);
}

#[cfg(unix)]
#[test]
fn a_link_out_of_the_folder_is_not_followed() {
    let studio = open("others-link");
    let outside = Studio::open("others-outside", LEFT);
    let link = studio.path.with_file_name(FILES[1]);
    fs::remove_file(&link).expect("it was there");
    std::os::unix::fs::symlink(&outside.path, &link).expect("links can be made");
    for request in ["open", "save", "revert"] {
        let body = json!({ "file": FILES[1], "text": "new", "disk": "" });
        let (status, reason) = studio.ask(request, &body);
        assert_eq!(status, 409);
        assert!(
            reason.ends_with("is a link to a file outside the folder of the first file"),
            "{reason}"
        );
    }
    assert_eq!(outside.on_disk(), LEFT);
}
