//! Recordings that are difficult for a page: hostile texts, agents that rest, and a large recording.

use crate::large;
use crate::pages::directory;
use crate::shown::{read_states, states_at};
use crate::version::version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use browser::{Browser, Page, Scheme};
use bt_core::behavior_tree;
use bt_watch::record::{Recorder, Recording};
use serde::Serialize;
use serde_json::{Value, json};

fn open<'a>(browser: &'a Browser, recording: &Recording, name: &str) -> Page<'a> {
    let path = directory().join(name);
    recording.save_page(&path).expect("the folder for pages can be written");
    browser.open(&format!("file://{}", path.display()), 1280, 800)
}

const HOSTILE: &str =
    "</script><script>document.title='taken'</script><!-- <b>\"it's\"</b> &lt; \u{2028}🦀\n";

#[derive(Serialize)]
struct Npc {
    __proto__: &'static str,
    text: &'static str,
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_run_may_be_as_long_as_a_recording_can_be() {
    let moments = 1_u64 << 48;
    let text = |moments: u64| {
        let node = json!({"kind": "action", "parent": null, "end": 1});
        // One event: the node 0 succeeds.
        let frame = json!([0, 0, moments, STANDARD.encode([1, 1])]);
        let recording = json!({
            "format": "behavior-tree recording", "version": version(),
            "trees": [{"name": "Long", "nodes": [node]}],
            "agents": [{"name": "long", "tree": 0}],
            "first": 0, "moments": moments, "frames": [frame], "changes": [],
        });
        recording.to_string()
    };
    assert!(Recording::from_json(&text(moments + 1)).is_err());
    let recording = Recording::from_json(&text(moments)).expect("it is a recording");
    let browser = Browser::start();
    let page = open(&browser, &recording, "long.html");
    page.press("End");
    page.wait_until(&format!("document.getElementById('tick').value === '{moments}'"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

behavior_tree! {
    tree Hostile(npc: &mut Npc) {
        selector {
            /// <img src=x onerror="document.title='taken'">
            condition npc.text == "</script><script>document.title='taken'</script>🦀";
            action Err::<(), _>(HOSTILE);
            'rest: running;
        }
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn hostile_texts_are_shown_as_they_are() {
    let mut recorder = Recorder::with_capacity(100_000);
    let mut npc = Npc { __proto__: HOSTILE, text: HOSTILE };
    for name in [HOSTILE, "constructor"] {
        let agent = recorder.agent::<Hostile>(name);
        recorder.tick_with_snapshot(agent, &mut Hostile::new(), &mut npc);
    }
    let browser = Browser::start();
    let page = open(&browser, recorder.recording(), "hostile.html");

    assert_eq!(page.read("document.title"), "Hostile");
    assert_eq!(page.read("document.scripts.length"), 2);
    assert_eq!(page.read("document.getElementById('agent').options[0].text.length > 40"), true);
    page.click("#node-1 .box");
    let source = recorder.recording().trees()[0].nodes()[1].source.clone();
    assert_eq!(page.read("document.getElementById('detail-name').textContent"), &*source);
    let description = page.text("#detail-description");
    assert_eq!(description.trim(), "<img src=x onerror=\"document.title='taken'\">");
    page.click("summary");
    page.wait_until("document.querySelector('#events .error:not(:empty)')");
    assert_eq!(
        page.read("document.querySelector('#events .error:not(:empty)').textContent"),
        HOSTILE.replace('\u{2028}', r"\u{2028}")
    );
    let values = "[...document.querySelectorAll('#board .value')].map((value) => JSON.parse(value.textContent))";
    assert_eq!(page.read(values), json!([HOSTILE, HOSTILE]));
    let keys = "[...document.querySelectorAll('#board .key')].map((key) => key.textContent)";
    assert_eq!(page.read(keys), json!(["__proto__", "text"]));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// A text with a control character that reorders it, an invisible character, and an emoji that consists
/// of several characters.
const UNSEEN: &str = "a\u{202e}b\u{200b}c\u{7} 👩\u{200d}🚀 שלום";
const SEEN: &str = "a\\u{202e}b\\u{200b}c\\u{7} 👩\u{200d}🚀 שלום";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_cannot_be_seen_is_shown() {
    let node = json!({
        "kind": "condition", "parent": null, "end": 1, "source": UNSEEN, "description": UNSEEN,
    });
    let frame = json!([0, 0, 1, STANDARD.encode([1, 0]), [[0, UNSEEN]]]);
    let recording = json!({
        "format": "behavior-tree recording", "version": version(),
        "trees": [{"name": UNSEEN, "nodes": [node]}],
        "agents": [{"name": UNSEEN, "tree": 0}, {"name": "other", "tree": 0}],
        "first": 0, "moments": 1, "frames": [frame], "changes": [[0, 0, {UNSEEN: UNSEEN}]],
    });
    let recording = Recording::from_json(&recording.to_string()).expect("it is a recording");
    let browser = Browser::start();
    let page = open(&browser, &recording, "unseen.html");
    page.click("#node-0 .box");
    page.click("summary");
    page.wait_until("document.querySelector('#events .error:not(:empty)')");
    assert_eq!(page.read("document.title"), SEEN.replace(r"\u{7}", "␇"));
    for selector in [
        "#tree-name",
        "#agent option",
        "#node-0 .title",
        "#doing .go",
        "#detail-name",
        "#events .error",
        "#detail-description",
        "#board .key",
    ] {
        let text = page.read(&format!("document.querySelector('{selector}').textContent"));
        assert_eq!(text, SEEN, "{selector}");
    }
    let value = page.read("document.querySelector('#board .value').textContent");
    let value = value.as_str().expect("it is a text");
    assert_eq!(value, r#""a\u202eb\u200bc\u0007 👩‍🚀 שלום""#);
    assert_eq!(serde_json::from_str::<Value>(value).expect("it is JSON"), UNSEEN);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

behavior_tree! {
    tree Guard(orders: &mut u32) {
        selector {
            'march: sequence {
                condition *orders > 0;
                running;
            }
            'stand: running;
        }
    }
    tree Other(orders: &mut u32) {
        action *orders += 1;
    }
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn agents_come_and_rest_and_are_aborted() {
    let mut recorder = Recorder::with_capacity(100_000);
    let guards = ["Ada", "Grace"].map(|name| recorder.agent::<Guard>(name));
    let (mut trees, mut orders) = ([Guard::new(), Guard::new()], 1);
    for moment in 0..10 {
        recorder.next_moment();
        recorder.tick(guards[0], &mut trees[0], &mut orders);
        if moment < 4 {
            recorder.tick(guards[1], &mut trees[1], &mut 0);
        }
        if moment == 6 {
            recorder.abort(guards[1], &mut trees[1], &mut 0);
        }
    }
    let late = recorder.agent::<Other>("late");
    recorder.tick(late, &mut Other::new(), &mut orders);

    let mut recording = recorder.into_recording();
    check_all(&recording);
    recording.forget_before(5);
    check_all(&recording);
}

/// Checks every moment of every agent.
fn check_all(recording: &Recording) {
    let browser = Browser::start();
    let page = open(&browser, recording, "agents.html");
    for (place, agent) in recording.agents().enumerate() {
        assert_eq!(page.text("#tree-name"), agent.tree().name());
        assert_eq!(page.read("document.getElementById('agent').selectedIndex"), place);
        page.press("Home");
        for moment in recording.moments() {
            assert_eq!(read_states(&page), states_at(agent, moment), "{}: {moment}", agent.name());
            let rests = agent.frame_at(moment).is_none();
            assert_eq!(page.text("#result") == "not ticked", rests, "{}: {moment}", agent.name());
            page.press("ArrowRight");
        }
        page.press("PageDown");
    }
    page.wait_until("location.hash.includes('agent=late')");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_step_touches_only_what_changed() {
    let recording = large::recording(500, 10_000);
    let agent = recording.agents().next().expect("somebody was recorded");
    let browser = Browser::start();
    let page = open(&browser, &recording, "large-steps.html");
    page.click("#fit");
    page.click("#fit");
    page.click("#follow");
    for moment in [0, 1, 2, 500, 4_999, 9_999, 9_998] {
        let before = read_states(&page);
        page.run(
            "window.touched = new Set(); window.records = 0;
             window.watch = new MutationObserver((all) => {
                 records += all.length;
                 for (const one of all) touched.add(one.target.closest('.node').dataset.node);
             });
             watch.observe(document.getElementById('tree'), {
                 subtree: true, childList: true, attributes: true, characterData: true,
             }); 0",
        );
        page.run(&format!("location.hash = '#tick={}'", moment + 1));
        page.wait_until(&format!("document.getElementById('tick').value == {}", moment + 1));
        let touched = page
            .read("watch.disconnect(), [[...touched].map(Number).sort((a, b) => a - b), records]");

        let now = states_at(agent, moment);
        assert_eq!(read_states(&page), now, "tick {}", moment + 1);
        let changed = (0..now.len()).filter(|node| before[*node] != now[*node]);
        let changed: Vec<usize> = changed.collect();
        assert_eq!(touched[0], json!(changed), "tick {}", moment + 1);
        assert!(touched[1].as_u64() <= Some(2 * changed.len() as u64), "state and sign");
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn pictures_are_taken_for_a_person_to_look_at() {
    let recording = large::recording(500, 10_000);
    let browser = Browser::start();
    let page = open(&browser, &recording, "large.html");
    let shot = |name: &str| page.screenshot(&directory().join(name));
    page.prefer(Scheme::Light);
    shot("large-light.png");
    page.click("#fit");
    shot("large-fit-light.png");
    page.click("#fit");
    page.prefer(Scheme::Dark);
    shot("large-fit-dark.png");
    page.click("#fold-idle");
    page.press("c");
    shot("large-folded-dark.png");
    page.resize(800, 600);
    page.settle();
    shot("large-small-dark.png");
    page.press("?");
    shot("keys-dark.png");
    page.prefer(Scheme::Light);
    let light = page.read("getComputedStyle(document.body).backgroundColor");
    page.prefer(Scheme::Dark);
    assert_ne!(page.read("getComputedStyle(document.body).backgroundColor"), light);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The encoder of the large recording relies on this.
#[test]
fn base64_is_what_the_page_reads() {
    assert_eq!(STANDARD.encode([2, 5, 2, 1]), "AgUCAQ==");
}
