//! Files that are not recordings, or damaged ones: the error names the place, and nothing panics.

use bt_core::behavior_tree;
use bt_watch::record::{Recorder, Recording, RecordingError};
use fastrand::Rng;
use serde_json::{Value, json};
use std::time::Duration;

behavior_tree! {
    /// "Quoted" <b> & ünicode.
    tree Guard(npc: &mut u32) {
        active_selector {
            'flee: sequence {
                condition *npc < 5;
                action Err::<(), _>("no \"way\" </script>\nout");
            }
            parallel {
                running;
                let(steps: u32 = 0) 'walk: repeat action {
                    *steps += 1;
                    *npc -= 1;
                };
            }
        }
    }

    tree Rest(npc: &mut u32) {
        running;
    }
}

fn recording() -> Recording {
    let mut recorder = Recorder::with_capacity(3_700);
    let (guard, rest) = (recorder.agent::<Guard>("Ada"), recorder.agent::<Rest>("Bob"));
    let (mut tree, mut npc) = (Guard::new(), 20);
    recorder.tick(rest, &mut Rest::new(), &mut 0);
    for second in 0..20 {
        recorder.next_moment_at(Duration::from_millis(100 * second));
        recorder.tick(guard, &mut tree, &mut npc);
        recorder.snapshot(guard, &json!({"health": npc, "list": [npc, {"a": null}]}));
    }
    recorder.next_moment();
    recorder.tick(rest, &mut Rest::new(), &mut 0);
    recorder.snapshot(guard, &json!({"health": null}));
    // Only the live page forces answers and sets fields.
    let mut whole: Value = serde_json::from_str(&recorder.into_recording().to_json()).unwrap();
    let frame = whole["frames"][0].as_array_mut().unwrap();
    frame.truncate(4);
    frame.extend([json!([]), json!(false), json!([2]), json!([["health", "7"]])]);
    Recording::from_json(&whole.to_string()).unwrap()
}

/// Loads a recording, and reads everything if that succeeds.
fn load(text: &str) -> Result<Recording, RecordingError> {
    let recording = Recording::from_json(text)?;
    for agent in recording.agents() {
        for moment in recording.moments().take(100) {
            let _ = (agent.active_at(moment), agent.blackboard_at(moment), recording.time(moment));
            let nodes = agent.tree().nodes().len();
            assert!(agent.values_at(moment).iter().all(|(node, _)| node.index() < nodes));
            let _ = agent.frame_at(moment).map(|frame| frame.status());
        }
        for frame in agent.frames() {
            let nodes = agent.tree().nodes();
            assert!(frame.events().all(|(node, _)| node.index() < nodes.len()));
            assert!(frame.active().is_sorted() && frame.errors().count() < 10);
            assert!(frame.forced().all(|node| node.index() < nodes.len()));
            assert!(frame.set().count() < 10);
        }
    }
    let mut end = recording.clone();
    end.forget_before(recording.moments().start + 7);
    assert_eq!(Recording::from_json(&recording.to_json()).unwrap(), recording);
    assert_eq!(Recording::from_json(&end.to_json()).unwrap(), end);
    Ok(recording)
}

#[test]
fn the_sample_has_everything() {
    let recording = recording();
    let text = recording.to_json();
    assert_eq!(load(&text).unwrap(), recording);
    assert!(recording.moments().start > 0);
    for part in [
        "\"times\":",
        "\"active\":[0]",
        ",[[3,\"no \\\"way",
        ",[\"list\"]]",
        "null]",
        "{\"6\":\"steps = ",
        ",[],false,[2],[[\"health\",\"7\"]]]",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
}

#[test]
fn changed_bytes_do_no_harm() {
    let (bytes, mut random) = (recording().to_json().into_bytes(), Rng::with_seed(7));
    let mut refused = 0;
    for _ in 0..8_000 {
        let mut bytes = bytes.clone();
        for _ in 0..random.usize(1..4) {
            let place = random.usize(..bytes.len());
            match random.u8(..4) {
                0 => bytes[place] = random.u8(..),
                1 => bytes[place] ^= 1 << random.u8(..8),
                2 => drop(bytes.remove(place)),
                _ => bytes.insert(place, *random.choice(b"0123456789[]{},:\"-eAz/=").unwrap()),
            }
        }
        if let Err(error) = load(&String::from_utf8_lossy(&bytes)) {
            assert_is_placed(&error);
            refused += 1;
        }
    }
    assert!((4_000..8_000).contains(&refused), "{refused} refused");
}

#[test]
fn every_end_that_is_cut_off_is_missed() {
    let text = recording().to_json();
    for end in (0..text.trim_end().len()).filter(|end| text.is_char_boundary(*end)) {
        let error = load(&text[..end]).unwrap_err();
        assert!(matches!(error, RecordingError::Syntax(_)), "{end}: {error}");
        assert_is_placed(&error);
    }
}

/// The places of all values, as JSON pointers.
fn places(value: &Value, place: &str, places: &mut Vec<String>) {
    places.push(place.to_owned());
    match value {
        Value::Array(items) => {
            for (index, item) in items.iter().enumerate() {
                self::places(item, &format!("{place}/{index}"), places);
            }
        }
        Value::Object(fields) => {
            for (name, field) in fields {
                self::places(field, &format!("{place}/{name}"), places);
            }
        }
        _ => {}
    }
}

/// Returns `true` for a value of a blackboard, for which any JSON is valid.
fn is_free(place: &str) -> bool {
    let names: Vec<_> = place.split('/').skip(1).collect();
    matches!(*names, ["agents", _, "blackboard", _, ..] | ["changes", _, "2", _, ..])
}

#[test]
fn changed_values_are_found() {
    let whole: Value = serde_json::from_str(&recording().to_json()).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    let strange = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(1e300),
        json!(u64::MAX),
        json!(4_000_000_000_u64),
        json!(99),
        json!(0),
        json!("strange"),
        json!("////"),
        json!([]),
        json!([[[]]]),
        json!({}),
        json!({"a": {"b": []}}),
    ];
    let mut refused = 0;
    for place in &all {
        for value in &strange {
            let mut changed = whole.clone();
            *changed.pointer_mut(place).unwrap() = value.clone();
            let Err(error) = load(&changed.to_string()) else { continue };
            assert!(!is_free(place), "{place}: {value} was refused: {error}");
            assert_is_placed(&error);
            refused += 1;
        }
    }
    assert!(refused > all.len() * 5, "{refused} refused of {}", all.len() * strange.len());
}

#[test]
fn missing_values_are_missed() {
    let whole: Value = serde_json::from_str(&recording().to_json()).unwrap();
    let mut all = Vec::new();
    places(&whole, "", &mut all);
    for place in all.iter().skip(1) {
        let (above, name) = place.rsplit_once('/').unwrap();
        let mut changed = whole.clone();
        match changed.pointer_mut(above).unwrap() {
            Value::Object(fields) => drop(fields.remove(name)),
            Value::Array(items) => drop(items.remove(name.parse().unwrap())),
            _ => unreachable!("it has something below it"),
        }
        if let Err(error) = load(&changed.to_string()) {
            assert_is_placed(&error);
            assert!(!is_free(place), "{place}");
        }
    }
}

fn assert_is_placed(error: &RecordingError) {
    let text = error.to_string();
    match error {
        RecordingError::Syntax(_) => assert!(text.contains(" at line "), "{text}"),
        RecordingError::Content { place, problem, .. } => {
            let root = place.split(['[', '.']).next().unwrap();
            let fields =
                ["trees", "agents", "first", "moments", "times", "frames", "changes", "values"];
            let known =
                ["", "format", "version"].into_iter().chain(fields).any(|name| name == root);
            assert!(known && !problem.is_empty() && !text.contains('\n'), "{text}");
        }
        error => panic!("{error}"),
    }
}

#[track_caller]
fn assert_refused(text: &str, expected: &str) {
    let error = load(text).unwrap_err().to_string();
    assert_eq!(error, format!("this is no recording: {expected}"));
}

#[test]
fn foreign_files_are_refused() {
    assert_refused("", "EOF while parsing a value at line 1 column 0");
    assert_refused("<!DOCTYPE html>", "expected value at line 1 column 1");
    assert_refused("[]", "an object is expected, and this is []");
    assert_refused("\"hello\"", "an object is expected, and this is \"hello\"");
    assert_refused("{}", "the field `format` is missing");
    assert_refused(r#"{"name": "x"}"#, "the field `format` is missing");
    assert_refused(
        r#"{"format": "x"}"#,
        "format: \"behavior-tree recording\" is expected, and this is \"x\"",
    );
    let later = r#"{"format": "behavior-tree recording", "version": 3}"#;
    assert_refused(later, "version: version 3 is unknown; this release reads version 2");
    let deep = "[".repeat(100_000);
    assert_refused(&deep, "recursion limit exceeded at line 1 column 128");
    assert!(load(&"9".repeat(100_000)).is_err());
}

/// The error for the sample with a different value at a place.
#[track_caller]
fn assert_found(place: &str, value: &Value, expected: &str) {
    let mut changed: Value = serde_json::from_str(&recording().to_json()).unwrap();
    *changed.pointer_mut(place).expect(place) = value.clone();
    assert_refused(&changed.to_string(), expected);
}

#[test]
fn errors_say_what_is_wrong() {
    let found = assert_found;
    found(
        "/trees/0/nodes/2/kind",
        &json!("fallback"),
        "trees[0].nodes[2].kind: the word of a node is expected, and this is \"fallback\"",
    );
    found("/trees/0/nodes/2/parent", &json!(0), "trees[0].nodes[2].parent: it stands below node 1");
    found("/trees/0/nodes/1/end", &json!(10), "trees[0].nodes[1].end: it cannot end at 10");
    found("/trees/1/nodes", &json!([]), "trees[1].nodes: a tree cannot have 0 nodes");
    found("/agents/1/tree", &json!(2), "agents[1].tree: there is no tree 2");
    found(
        "/agents/1/active",
        &json!([0, 0]),
        "agents[1].active[1]: it lies before or in the one before",
    );
    found("/times", &json!([1]), "times: 8 times are expected, and there are 1");
    found("/times/3", &json!(-1.5), "times[3]: a list is expected, and this is -1.5");
    found("/times/3/1", &json!(1_000_000_000), "times[3][1]: these are a second or more");
    found("/frames/1/0", &json!(7), "frames[1][0]: there is no agent 7");
    found("/frames/1/1", &json!(0), "frames[1][1]: 0 is none of the moments 14..22");
    found("/frames/1/2", &json!(50), "frames[1][2]: it has to end within the moments");
    found("/frames/1/3", &json!("A-A="), "frames[1][3]: Invalid symbol 45, offset 1.");
    found("/frames/1/3", &json!("AQ=="), "frames[1][3]: byte 1: an event is missing");
    found("/frames/1/3", &json!("AWQ="), "frames[1][3]: byte 1: there is no node 25");
    found(
        "/frames/1/3",
        &json!("AAUF"),
        "frames[1][3]: byte 2: the active node 5 lies before or in the one before",
    );
    found("/frames/1", &json!([0, 15]), "frames[1]: 4 to 8 items are expected, and there are 2");
    found("/changes/0/2", &json!([]), "changes[0][2]: an object is expected, and this is []");
}
