//! The page of the soldier: what it shows is what was recorded.

use browser::{Browser, Page, Scheme};
use bt_core::observe::Mark;
use bt_core::record::{Agent, Recording};
use bt_core::{NodeId, Status};
use serde_json::{Value, json};
use shown::{read_states, states_at};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

mod pages;
mod shown;

/// The example writes it, as a newcomer would have it do.
fn soldier() -> (&'static Path, Recording) {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let path = pages::directory().join("soldier.html");
        let cargo = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--package", "behavior-trees", "--example", "soldier"])
            .args([Path::new("--"), Path::new("--record"), &path])
            .output()
            .expect("cargo runs");
        assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
        path
    });
    let page = fs::read_to_string(path).expect("the example has written it");
    let data = page.split_once("id=\"recording\">").expect("it holds the recording").1;
    let data = data.split_once("</script>").expect("that ends").0;
    (path, Recording::from_json(data).expect("it is a recording"))
}

fn open<'a>(browser: &'a Browser, place: &str) -> (Page<'a>, Recording) {
    let (path, recording) = soldier();
    (browser.open(&format!("file://{}{place}", path.display()), 1280, 800), recording)
}

fn only_agent(recording: &Recording) -> Agent<'_> {
    recording.agents().next().expect("the soldier was recorded")
}

/// The number of the tick that is shown.
fn tick(page: &Page<'_>) -> u64 {
    let text = page.text("#tick-number");
    text.trim_start_matches("Tick ").parse().expect("a tick has a number")
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn every_tick_is_shown_as_it_was_recorded() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "");
    let agent = only_agent(&recording);
    for moment in recording.moments() {
        assert_eq!(tick(&page), moment + 1);
        assert_eq!(read_states(&page), states_at(agent, moment), "tick {}", moment + 1);
        let frame = agent.frame_at(moment).expect("it was ticked in every moment");
        let result = frame.status().expect("nobody aborted it").to_string();
        assert!(page.text("#result").ends_with(&result));
        assert_eq!(read_board(&page), flat(agent.blackboard_at(moment)), "tick {}", moment + 1);
        page.press("ArrowRight");
    }
    assert_eq!(tick(&page), recording.moments().end, "there it ends");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The rows of the blackboard that have a value: [path, text].
fn read_board(page: &Page<'_>) -> Value {
    let rows = "[...document.querySelectorAll('#board li')]
        .map((row) => [JSON.parse(row.dataset.path), row.querySelector('.value').textContent])
        .filter(([, text]) => text !== '')";
    page.read(rows)
}

/// What `read_board` reads: what has no parts first, then the rest.
fn flat(blackboard: Option<serde_json::Map<String, Value>>) -> Value {
    fn add(rows: &mut Vec<Value>, path: &[String], value: &Value) {
        let below = |key: &str| [path, &[key.to_owned()]].concat();
        match value {
            Value::Object(fields) if !fields.is_empty() => {
                fields.iter().for_each(|(key, value)| add(rows, &below(key), value));
            }
            Value::Array(items) if !items.is_empty() => {
                let items = items.iter().enumerate();
                items.for_each(|(key, value)| add(rows, &below(&key.to_string()), value));
            }
            value => rows.push(json!([path, value.to_string()])),
        }
    }
    let blackboard = blackboard.expect("it was recorded");
    let (mut plain, mut nested) = (Vec::new(), Vec::new());
    for (key, value) in &blackboard {
        let rows = if value.is_object() || value.is_array() { &mut nested } else { &mut plain };
        add(rows, std::slice::from_ref(key), value);
    }
    plain.append(&mut nested);
    plain.into()
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_newcomer_sees_why_the_soldier_ran_away() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "#tick=37");
    let texts = |selector: &str| {
        page.read(&format!(
            "[...document.querySelectorAll('{selector} .go')].map((go) => go.innerText)"
        ))
    };
    assert_eq!(tick(&page), 37);
    assert_eq!(texts("#doing"), json!(["flee", "npc.run_to_shelter()"]));
    assert_eq!(texts("#reasons"), json!(["npc.health < 20"]));
    assert_eq!(page.text("#reasons .was"), "✗");
    assert_eq!(page.text("#reasons .sign"), "✓");
    assert_eq!(texts("#halted"), json!(["reload", "attack", "fight"]));

    let agent = only_agent(&recording);
    let health = |moment| agent.blackboard_at(moment).expect("it was recorded")["health"].clone();
    let row = "#board [data-path='[\"health\"]'][data-changed]";
    assert_eq!(page.text(&format!("{row} .value")), health(36).to_string());
    assert!(page.text(&format!("{row} .before")).starts_with(&health(35).to_string()));
    assert!(health(36).as_u64() < Some(20) && health(35).as_u64() >= Some(20));
    // That of the README: examples/soldier/page.png.
    page.prefer(Scheme::Light);
    page.screenshot(&pages::directory().join("soldier.png"));
    page.prefer(Scheme::Dark);
    page.screenshot(&pages::directory().join("soldier-dark.png"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn it_is_played_and_scrubbed() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "");
    let last = recording.moments().end;

    page.press("End");
    assert_eq!(tick(&page), last);
    page.press("ArrowRight");
    assert_eq!(tick(&page), last, "there is nothing behind the end");
    page.press("Home");
    page.press("ArrowLeft");
    assert_eq!(tick(&page), 1);

    page.press(" ");
    page.wait_until("document.getElementById('tick').value > 3");
    page.press(" ");
    let stopped = tick(&page);
    page.run("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(tick(&page), stopped, "it pauses");

    page.click_at("#timeline", 0.5);
    assert_eq!(tick(&page), last / 2 + 1);
    page.click("#play");
    page.wait_until("document.getElementById('play').ariaLabel === 'Play'");
    assert_eq!(tick(&page), last, "it stops at the end");

    page.click("#tick");
    page.run("document.getElementById('tick').select()");
    page.type_text("23");
    page.press("Enter");
    assert_eq!(tick(&page), 23);
    page.wait_until("location.hash === '#tick=23'");
    page.run("location.hash = '#tick=31&node=1'");
    page.wait_until("document.getElementById('tick-number').innerText === 'Tick 31'");
    assert_eq!(page.text("#detail-name"), "flee");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The moments in which the result of the root or what is active changes, as the design of the page has it.
fn marks(agent: Agent<'_>) -> Vec<u64> {
    let mut marks = Vec::new();
    let mut before = None;
    for frame in agent.frames() {
        let leaf = frame
            .events()
            .filter(|(node, _)| agent.tree().nodes()[node.index()].end.index() == node.index() + 1);
        let doing = if frame.active().is_empty() {
            leaf.last().map(|(node, _)| Vec::from([node])).unwrap_or_default()
        } else {
            frame.active()
        };
        let now = (frame.status(), doing);
        if before.as_ref().is_some_and(|before| *before != now) {
            marks.push(frame.moments().start + 1);
        }
        before = Some(now);
    }
    marks
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn it_jumps_from_change_to_change() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "");
    let marks = marks(only_agent(&recording));
    assert!(marks.contains(&37) && marks.len() > 8);
    for mark in &marks {
        page.press("]");
        assert_eq!(tick(&page), *mark);
    }
    for mark in marks.iter().rev().skip(1) {
        page.click("#to-mark-before");
        assert_eq!(tick(&page), *mark);
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn nodes_are_counted() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "#tick=60");
    let agent = only_agent(&recording);
    for (index, node) in agent.tree().nodes().iter().enumerate() {
        page.press("ArrowDown");
        assert_eq!(page.text("#detail-name"), node.name());
        let id = NodeId::new(index.try_into().expect("trees are small"));
        let count = |mark: Mark| {
            let frames = (0..60).filter_map(|moment| agent.frame_at(moment));
            let events = frames.flat_map(|frame| frame.events());
            events.filter(|event| *event == (id, mark)).count().to_string()
        };
        let shown = |word: &str| page.text(&format!("[data-count={word}]"));
        assert_eq!(shown("succeeded"), count(Mark::Ticked(Status::Success)));
        assert_eq!(shown("failed"), count(Mark::Ticked(Status::Failure)));
        assert_eq!(shown("aborted"), count(Mark::Aborted));
        let ticked = (0..60).filter(|moment| {
            let frame = agent.frame_at(*moment).expect("it was ticked in every moment");
            let ended = |event| matches!(event, (node, Mark::Ticked(_)) if node == id);
            frame.active().contains(&id) || frame.events().any(ended)
        });
        assert_eq!(shown("ticked"), ticked.count().to_string());
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn subtrees_fold_and_a_search_unfolds_them() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "#tick=50");
    let nodes = only_agent(&recording).tree().nodes();
    // What lies outside the window is not drawn.
    let seen = || {
        page.click("#fit");
        page.read("document.querySelectorAll('.node:not([display])').length")
    };
    let (all, fight) = (nodes.len(), nodes.iter().find(|node| node.name() == "fight"));
    let fight = fight.expect("it fights");
    let place = nodes.iter().position(|node| node == fight).expect("it is there");
    let hidden = fight.end.index() - place - 1;

    assert_eq!(seen(), all);
    page.click(&format!("#node-{place} .fold circle"));
    assert_eq!(seen(), all - hidden);
    assert_eq!(
        page.read(&format!("document.querySelector('#node-{place} .fold').textContent")),
        hidden.to_string()
    );

    page.press("/");
    page.type_text("RELOAD tick");
    assert_eq!(page.text("#search-result"), "1 found");
    page.press("Enter");
    assert_eq!(seen(), all, "what hides it is unfolded");
    assert_eq!(page.text("#detail-name"), "reload");
    assert_eq!(page.text("#search-result"), "1 of 1");
    page.press("Escape");
    assert_eq!(page.read("document.querySelectorAll('.found').length"), 0);

    page.click("#fold-idle");
    assert!(seen().as_u64() < Some(all as u64));
    page.press("u");
    assert_eq!(seen(), all);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
