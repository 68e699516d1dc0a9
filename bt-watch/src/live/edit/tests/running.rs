//! Trees that a page changes while the program runs, and copies of agents that go on with the text of the editor.

use super::{Studio, TEXT, Walks};
use crate::record::Recording;
use bt_core::Status;
use bt_core::files::Loaded;
use serde_json::{Value, json};
use std::string::ToString;
use std::time::{Duration, SystemTime};
use std::vec::Vec;
use std::{fs, thread};

/// Applies a text while the program ticks its agents; the answer, and the places of the agents.
fn applied(studio: &mut Studio, text: &str, agents: usize) -> (Value, Vec<i32>) {
    let mut trees = Walks::load(&studio.path).expect("no mistakes");
    let mut walkers: Vec<_> = (0..agents)
        .map(|_| {
            let tree = trees.tree("Walker").expect("the file has it");
            (studio.live.agent_of("walker", &tree), tree, 100)
        })
        .collect();
    let mut edits = studio.edits.take().expect("it is there");
    let told = thread::scope(|scope| {
        let page = scope.spawn(|| studio.told("apply", &json!({ "text": text })));
        while !page.is_finished() {
            if edits.take(&mut trees) {
                for (_, tree, place) in &mut walkers {
                    assert!(tree.renew(&trees, place));
                }
            }
            thread::sleep(Duration::from_millis(1));
        }
        page.join().expect("it answers")
    });
    studio.edits = Some(edits);
    for (agent, tree, place) in &mut walkers {
        *place = 100;
        assert_eq!(studio.live.tick(*agent, tree, place), Status::Running);
    }
    (told, walkers.into_iter().map(|(_, _, place)| place).collect())
}

#[test]
fn running_agents_take_what_a_page_applies() {
    let mut studio = Studio::open("apply", TEXT);
    let before = studio.state();
    assert_eq!(studio.told("applied", &json!({})), json!({ "text": TEXT, "version": 0 }));
    assert_eq!((&before["version"], &before["running"]), (&json!(0), &before["disk"]));
    let text = TEXT.replace("side = Left", "side = Right, steps = 7");
    let (told, places) = applied(&mut studio, &text, 3);
    assert_eq!(told, json!({ "version": 1, "moved": 3 }));
    assert_eq!(places, [107; 3]);
    assert_eq!(studio.told("applied", &json!({})), json!({ "text": text, "version": 1 }));
    let state = studio.state();
    let hash = studio.told("check", &json!({ "text": text }))["hash"].clone();
    assert_eq!((&state["version"], &state["running"]["walker.tree"]), (&json!(1), &hash));
    assert_eq!(state["disk"], before["disk"]);
    assert_eq!(studio.on_disk(), TEXT, "only saving writes the file");
    let names: Vec<_> =
        studio.live.recording().trees().iter().map(|tree| tree.file().is_some()).collect();
    assert_eq!(names, [true, true], "the new tree is recorded as one of the file");
}

/// The program runs something else than the file, so the page must not show its state in the text.
#[test]
fn a_file_with_mistakes_is_not_what_runs() {
    let studio = Studio::open("broken", "tree Walker { action Fly; }");
    assert_eq!(studio.state()["running"], Value::Null);
    assert_eq!(studio.told("applied", &json!({})), json!({ "text": null, "version": 0 }));
}

#[test]
fn a_text_with_mistakes_is_not_applied() {
    let mut studio = Studio::open("apply-mistakes", TEXT);
    let told = studio.told("apply", &json!({ "text": TEXT.replace("Walk", "Wlak") }));
    assert_eq!(told["mistakes"].as_array().map(Vec::len), Some(1), "{told}");
    let mut trees = Walks::load(&studio.path).expect("no mistakes");
    assert!(!studio.edits.as_mut().expect("it is there").take(&mut trees));
    assert_eq!(studio.state()["version"], 0);
}

#[test]
fn a_paused_program_takes_the_newest_version_later() {
    let mut studio = Studio::open("apply-paused", TEXT);
    let mut trees = Walks::load(&studio.path).expect("no mistakes");
    studio.live.let_pause(true);
    let paused =
        super::send(studio.live.address(), b"POST /pause HTTP/1.1\r\nHost: localhost\r\n\r\n");
    assert_eq!(paused.0, 200);
    for version in [1, 2] {
        let text = TEXT.replace("Left", &std::format!("Left, steps = {version}"));
        let told = studio.told("apply", &json!({ "text": text }));
        assert_eq!(told, json!({ "version": version, "moved": null }));
    }
    assert_eq!(studio.state()["version"], 0);
    let mut edits = studio.edits.take().expect("it is there");
    assert!(edits.take(&mut trees));
    assert!(!edits.take(&mut trees), "the first version was replaced by the second");
    assert_eq!(studio.state()["version"], 2);
    let (mut walker, mut place) = (trees.tree("Walker").expect("the file has it"), 100);
    walker.tick(&mut place);
    assert_eq!(place, 98);
}

#[test]
fn a_program_that_takes_no_more_says_so() {
    let mut studio = Studio::open("apply-closed", TEXT);
    studio.edits = None;
    let (status, reason) = studio.ask("apply", &json!({ "text": TEXT }));
    assert_eq!((status, &*reason), (409, "this program no longer takes new trees"));
    assert_eq!(studio.ask("check", &json!({ "text": TEXT })).0, 200);
}

#[test]
fn all_pages_are_told_of_changes_on_the_disk() {
    let studio = Studio::open("watch", TEXT);
    let before = studio.state()["disk"]["walker.tree"].clone();
    // Two saves may have the same time; this one is never so long ago that it is trusted.
    let time = SystemTime::now() + Duration::from_secs(3600);
    for round in 0..5 {
        // The same length.
        let text = TEXT.replace("Left", &std::format!("Lef{round}"));
        fs::write(&studio.path, &text).expect("it can be written");
        let file = fs::File::options().write(true).open(&studio.path).expect("it is there");
        file.set_modified(time).expect("it is ours");
        let now = studio.state()["disk"]["walker.tree"].clone();
        assert_ne!(now, before, "{round}");
        assert_eq!(now, studio.told("check", &json!({ "text": text }))["hash"]);
    }
    fs::remove_file(&studio.path).expect("it was there");
    assert_eq!(studio.state()["disk"]["walker.tree"], Value::Null);
}

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
    let (_, told) = super::send(studio.live.address(), line.as_bytes());
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
