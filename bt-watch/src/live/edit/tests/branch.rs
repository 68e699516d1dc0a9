//! Copies of agents that go on with the text of the editor.

use super::client::Studio;
use super::{TEXT, Walks};
use crate::record::Recording;
use bt_core::files::Loaded;
use serde_json::{Value, json};
use std::string::ToString;
use std::vec::Vec;

type State = (Loaded<Walks>, i32);

/// The places of a copy, by its snapshots.
fn places(told: &Value) -> Vec<i64> {
    let recording = Recording::from_json(&told["recording"].to_string()).expect("a recording");
    let agent = recording.agents().next().expect("one agent");
    let at = |moment| agent.blackboard_at(moment)?.values().next()?.as_i64();
    recording.moments().map(|moment| at(moment).expect("the place is recorded")).collect()
}

fn show(studio: &Studio, agent: usize) -> Value {
    let line = std::format!(
        "GET /recording?after=-1&page=7&shown={agent} HTTP/1.1\r\nHost: localhost\r\n\r\n"
    );
    let (_, told) = super::client::send(studio.live.address(), line.as_bytes());
    serde_json::from_str(&told).expect("it is JSON")
}

#[test]
fn a_copy_goes_on_with_the_text_that_is_edited() {
    let mut studio = Studio::open("branch", TEXT);
    let trees = Walks::load(&studio.path).expect("no mistakes");
    let mut state: State = (trees.tree("Walker").expect("the file has it"), 100);
    let agent = studio.live.agent_of("walker", &state.0);
    let branches = studio.live.let_branch(50, |(tree, place): &mut State, turn| {
        turn.tick_with_snapshot(tree, place);
    });
    let branches = branches.expect("only this machine reaches it");
    show(&studio, 0);
    let wish = |moment: u64, forced: Value| json!({ "agent": 0, "moment": moment, "ticks": 5, "forced": forced });
    for _ in 0..20 {
        branches.keep(agent, &state);
        let (tree, place) = &mut state;
        studio.live.tick_with_snapshot(agent, tree, place);
    }
    assert_eq!(show(&studio, 0)["live"]["branch"], json!({ "moments": [0, 19], "text": false }));
    let text = TEXT.replace("side = Left", "side = Right, steps = 7");
    let asked = json!({ "text": text, "wish": wish(10, json!([])) });
    let refused = studio.told("branch", &asked);
    assert_eq!(refused["refused"], "the program does not let copies take another text");

    branches.let_edit::<Walks>(|(tree, place), trees| {
        tree.renew(trees, place);
    });
    assert_eq!(show(&studio, 0)["live"]["branch"]["text"], true);
    let told = studio.told("branch", &asked);
    assert_eq!((&told["from"], &told["problem"]), (&json!(10), &Value::Null));
    // After ten steps to the left the walker is at 90.
    assert_eq!(places(&told), [97, 104, 111, 118, 125]);
    let same = studio.told("branch", &json!({ "text": TEXT, "wish": wish(10, json!([])) }));
    assert_eq!(places(&same), [89, 88, 87, 86, 85]);

    // The leaf of the running tree is found in the text, in which it has another place.
    let far = state.0.nodes().iter().position(|node| node.source.starts_with("Far"));
    let more = text.replace("sequence {", "sequence { action Jump(to = 50);");
    let forced = json!([[far, "failure", "released"]]);
    let told = studio.told("branch", &json!({ "text": more, "wish": wish(10, forced.clone()) }));
    assert_eq!((&told["problem"], places(&told)), (&Value::Null, [50; 5].into()));
    let without = TEXT.replace("condition Far; // ä", "");
    let told = studio.told("branch", &json!({ "text": without, "wish": wish(10, forced) }));
    let problem = "the text has no `Far` any more, so its answer is not forced";
    assert_eq!((&told["problem"], places(&told)[0]), (&json!(problem), 89));

    let wrong = TEXT.replace("Walk(", "Wlak(");
    let told = studio.told("branch", &json!({ "text": wrong, "wish": wish(10, json!([])) }));
    assert_eq!(told["refused"], "the text has mistakes, so no copy can run it");
    assert_eq!((state.1, studio.on_disk().as_str()), (80, TEXT), "nothing else has changed");
}

/// The recording has another number for the agent after each new version.
#[test]
fn an_agent_goes_on_from_a_tick_of_an_earlier_version() {
    let mut studio = Studio::open("branch-versions", TEXT);
    let mut trees = Walks::load(&studio.path).expect("no mistakes");
    let mut state: State = (trees.tree("Walker").expect("the file has it"), 100);
    let agent = studio.live.agent_of("walker", &state.0);
    let branches = studio.live.let_branch(50, |(tree, place): &mut State, turn| {
        turn.tick_with_snapshot(tree, place);
    });
    let branches = branches.expect("only this machine reaches it");
    show(&studio, 0);
    for step in 0..20 {
        if step == 10 {
            trees.reload(&TEXT.replace("Left", "Left, steps = 3")).expect("no mistakes");
            state.0.renew(&trees, &mut state.1);
        }
        branches.keep(agent, &state);
        let (tree, place) = &mut state;
        studio.live.tick_with_snapshot(agent, tree, place);
    }
    for shown in [0, 1] {
        assert_eq!(show(&studio, shown)["live"]["branch"]["moments"], json!([0, 19]), "{shown}");
    }
    let run = |agent: u64, moment: u64| {
        let wish = json!({ "agent": agent, "moment": moment, "ticks": 3 });
        studio.told("branch", &json!({ "text": TEXT, "wish": wish }))
    };
    branches.let_edit::<Walks>(|_, _| ());
    assert_eq!(places(&run(0, 5)), [94, 93, 92]);
    // The copy of the old version goes on as that version.
    assert_eq!(places(&run(0, 9)), [90, 89, 88]);
    assert_eq!(places(&run(1, 10)), [87, 84, 81]);
}
