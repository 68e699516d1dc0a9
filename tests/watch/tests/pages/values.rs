//! Values on the blackboard of a page that JSON or a script cannot express, or that look like such
//! values.

use crate::pages::directory;
use crate::version::version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use browser::Browser;
use bt_core::behavior_tree;
use bt_watch::record::{Recorder, Recording};
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// Path, value, kind, and value before.
const ROWS: &str = "[...document.querySelectorAll('#board li')].map((row) => [
    JSON.parse(row.dataset.path).join('.'), row.querySelector('.value').textContent,
    row.querySelector('.value').dataset.kind, row.querySelector('.before').textContent])";

const MANY: &str = "18446744073709551615";

/// An agent with a value of each kind; some of them change in the second moment.
fn recording_of_values() -> Recording {
    let node = json!({"kind": "action", "parent": null, "end": 1});
    let frame = |moment| json!([0, moment, 1, STANDARD.encode([1, 1])]);
    let first = json!({
        "a_many": {"$number": MANY},
        "b_nan": {"$number": "NaN"},
        "c_infinite": {"$number": "-inf"},
        "d_error": {"$error": "key must be a string"},
        "e_deep": {"$error": "it is <b>deep</b>"},
        "f_list": [{"$number": MANY}, 0.1],
        "g_own": {"$$number": "7"},
        "h_own": {"$$$error": 1},
        "i_two": {"$number": "1", "$error": "2"},
        "j_empty": {},
        "k_pause": {"secs": 1, "nanos": 500_000_000},
        "l_times": [{"secs": {"$number": MANY}, "nanos": 1}, {"secs": 0, "nanos": 0}],
        "m_own": {"secs": 1, "nanos": 1_000_000_000},
    });
    let second = json!({
        "a_many": 7, "b_nan": {"$number": "inf"}, "d_error": "well", "k_pause": {"secs": 61, "nanos": 0},
    });
    let recording = json!({
        "format": "behavior-tree recording", "version": version(),
        "trees": [{"name": "Values", "nodes": [node]}],
        "agents": [{"name": "one", "tree": 0}],
        "first": 0, "moments": 2, "frames": [frame(0), frame(1)],
        "changes": [[0, 0, first], [0, 1, second]],
    });
    Recording::from_json(&recording.to_string()).expect("it is a recording")
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn every_value_is_shown_as_it_was() {
    let recording = recording_of_values();
    let path = directory().join("values.html");
    recording.save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    let expected = json!([
        ["a_many", MANY, "number", ""],
        ["b_nan", "NaN", "number", ""],
        ["c_infinite", "-inf", "number", ""],
        ["d_error", "key must be a string", "error", ""],
        ["e_deep", "it is <b>deep</b>", "error", ""],
        ["j_empty", "{}", "object", ""],
        ["k_pause", "1.5s", "number", ""],
        ["f_list", format!("[{MANY},0.1]"), "list", ""],
        ["g_own", "", "object", ""],
        ["g_own.$number", "\"7\"", "string", ""],
        ["h_own", "", "object", ""],
        ["h_own.$$error", "1", "number", ""],
        ["i_two", "", "object", ""],
        ["i_two.$error", "\"2\"", "string", ""],
        ["i_two.$number", "\"1\"", "string", ""],
        ["l_times", format!("[{MANY}.000000001s,0s]"), "list", ""],
        ["m_own", "", "object", ""],
        ["m_own.nanos", "1000000000", "number", ""],
        ["m_own.secs", "1", "number", ""],
    ]);
    assert_eq!(page.read(ROWS), expected);
    page.press("ArrowRight");
    let changed = format!("{ROWS}.filter(([, , , before]) => before !== '')");
    assert_eq!(
        page.read(&changed),
        json!([
            ["a_many", "7", "number", MANY],
            ["b_nan", "inf", "number", "NaN"],
            ["d_error", "\"well\"", "string", "key must be a string"],
            ["k_pause", "61s", "number", "1.5s"],
        ])
    );
    // Every number can be drawn as a curve.
    for key in ["b_nan", "c_infinite", "k_pause", "a_many"] {
        page.click(&format!("[data-path='[\"{key}\"]'] .plot"));
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

behavior_tree! {
    tree Rest(it: &mut ()) { running; }
}

/// `Never` and `NotYet` serialize to the same value.
#[derive(PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(untagged)]
enum Reload {
    Never,
    NotYet,
    In(i32),
}

#[derive(Serialize)]
struct Keys {
    map: BTreeMap<Option<&'static str>, i32>,
    pairs: BTreeMap<BTreeMap<(i32, &'static str), i32>, i32>,
    twice: BTreeMap<Reload, i32>,
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn keys_that_look_alike_are_told_apart() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let (agent, mut tree) = (recorder.agent::<Rest>("one"), Rest::new());
    recorder.tick(agent, &mut tree, &mut ());
    let keys = Keys {
        map: [(None, 1), (Some("name"), 2), (Some("null"), 3), (Some("Null"), 4)].into(),
        pairs: [([((7, "7"), 8)].into(), 9)].into(),
        twice: [(Reload::Never, 5), (Reload::NotYet, 6), (Reload::In(7), 7)].into(),
    };
    recorder.snapshot(agent, &keys);
    recorder.tick(agent, &mut tree, &mut ());
    recorder.snapshot(agent, &json!({"map": 0, "pairs": 0, "twice": 0}));
    let path = directory().join("keys.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    let expected = json!([
        ["map", "", "object", ""],
        ["map.\"null\"", "3", "number", ""],
        ["map.Null", "4", "number", ""],
        ["map.name", "2", "number", ""],
        ["map.null", "1", "number", ""],
        ["pairs", "", "object", ""],
        ["pairs.{[7,\"7\"]:8}", "9", "number", ""],
        ["twice", "", "object", ""],
        ["twice.7", "7", "number", ""],
        ["twice.null", "5", "number", ""],
        ["twice.null (2)", "6", "number", ""],
    ]);
    assert_eq!(page.read(ROWS), expected);
    page.press("ArrowRight");
    let expected = json!([
        ["map", "0", "number", "{\"null\":3,\"Null\":4,\"name\":2,null:1}"],
        ["pairs", "0", "number", "{{[7,\"7\"]:8}:9}"],
        ["twice", "0", "number", "{7:7,null:5,null (2):6}"],
    ]);
    assert_eq!(page.read(&format!("{ROWS}.slice(0, 3)")), expected);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
