//! The page of the soldier shows what was recorded.

use crate::example::soldier;
use crate::pages;
use crate::shown::{read_states, states_at};
use browser::{Browser, Page, Scheme};
use bt_core::observe::Mark;
use bt_core::{NodeId, Status};
use bt_watch::record::{Agent, Recording};
use serde_json::{Value, json};
use std::path::Path;
use std::{env, fs};

fn open<'a>(browser: &'a Browser, place: &str) -> (Page<'a>, Recording) {
    let (path, recording) = soldier();
    (browser.open(&format!("file://{}{place}", path.display()), 1280, 800), recording)
}

fn only_agent(recording: &Recording) -> Agent<'_> {
    recording.agents().next().expect("the soldier was recorded")
}

/// The number of the tick that the page shows.
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

/// The rows that `read_board` reads: values without parts first, then the rest.
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
    assert_eq!(texts("#doing"), json!(["flee", "run_away"]));
    assert_eq!(texts("#because"), json!(["hurt", "flee", "attack"]));
    let because = page.text("#because p");
    let because = because.split_whitespace().collect::<Vec<_>>().join(" ");
    assert_eq!(because, "hurt turned true (health 26 → 17), so flee took over from attack.");
    page.wait_until(
        "document.getElementById('said').textContent.includes('took over from attack')",
    );
    assert_eq!(texts("#halted"), json!(["attack", "monitor"]));

    let agent = only_agent(&recording);
    let health = |moment| agent.blackboard_at(moment).expect("it was recorded")["health"].clone();
    let row = "#board [data-path='[\"health\"]'][data-changed]";
    assert_eq!(page.text(&format!("{row} .value")), health(36).to_string());
    assert!(page.text(&format!("{row} .before")).starts_with(&health(35).to_string()));
    assert!(health(36).as_u64() < Some(20) && health(35).as_u64() >= Some(20));
    page.prefer(Scheme::Light);
    page.screenshot(&pages::directory().join("soldier.png"));
    compare_picture(&page);
    page.prefer(Scheme::Dark);
    page.screenshot(&pages::directory().join("soldier-dark.png"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// Compares the text of the page with the text of the picture in the README. The pixels depend on the
/// version of Chromium, so they are not compared. `BLESS=1` takes the picture again.
fn compare_picture(page: &Page<'_>) {
    let text = page.read("document.body.innerText");
    let lines = text.as_str().expect("it is a text").lines().map(str::trim);
    let text: String =
        lines.filter(|line| !line.is_empty()).flat_map(|line| [line, "\n"]).collect();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/soldier");
    if env::var_os("BLESS").is_some() {
        page.screenshot(&folder.join("page.png"));
        fs::write(folder.join("page.txt"), &text).expect("the text can be written");
    }
    let expected = fs::read_to_string(folder.join("page.txt")).unwrap_or_default();
    assert_eq!(
        text, expected,
        "examples/soldier/page.png shows another text: `BLESS=1 .ci/browser` takes it again"
    );
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

    // So slowly that it is far from its end.
    let set_speed = |speed: u32| {
        page.run(&format!("document.getElementById('speed').value = '{speed}'"));
        page.run("document.getElementById('speed').dispatchEvent(new Event('change'))");
    };
    set_speed(1);
    page.press(" ");
    page.wait_until("document.getElementById('tick').value > 2");
    page.press(" ");
    let stopped = tick(&page);
    page.run("new Promise((done) => setTimeout(done, 400))");
    assert_eq!(tick(&page), stopped, "it pauses");

    page.click_at("#timeline", 0.5);
    assert_eq!(tick(&page), last / 2 + 1);
    set_speed(20);
    page.click("#play");
    page.wait_until("document.getElementById('play').ariaLabel === 'Play'");
    assert_eq!(tick(&page), last, "it stops at the end");

    page.click("#tick");
    page.run("document.getElementById('tick').select()");
    page.type_text("23");
    page.press("Enter");
    assert_eq!(tick(&page), 23);
    page.wait_until("location.hash === '#tick=23'");
    page.run("location.hash = '#tick=31&node=4'");
    page.wait_until("document.getElementById('tick-number').innerText === 'Tick 31'");
    assert_eq!(page.text("#detail-name"), "flee");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The moments in which the result of the root or the active nodes change, which the page marks.
fn marks(agent: Agent<'_>) -> Vec<u64> {
    let mut marks = Vec::new();
    let mut before = None;
    for frame in agent.frames() {
        let is_leaf = |(node, mark): &(NodeId, Mark)| {
            agent.tree().nodes()[node.index()].end.index() == node.index() + 1
                && *mark != Mark::Aborted
        };
        let doing = if frame.active().is_empty() {
            let leaf = frame.events().filter(is_leaf).last();
            leaf.map(|(node, _)| Vec::from([node])).unwrap_or_default()
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

/// The ticks for which `is` returns `true`, given the states of the tick and of the tick before.
fn ticks_where(agent: Agent<'_>, is: impl Fn(&[String], &[String]) -> bool) -> Vec<u64> {
    let states: Vec<_> = (0..98).map(|moment| states_at(agent, moment)).collect();
    let pairs = (2..).zip(states.windows(2));
    pairs.filter(|(_, pair)| is(&pair[0], &pair[1])).map(|(tick, _)| tick).collect()
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn it_jumps_to_aborts_to_errors_and_to_the_changes_of_a_node() {
    let browser = Browser::start();
    let (page, recording) = open(&browser, "");
    let agent = only_agent(&recording);
    let goes_through = |keys: [&str; 2], ticks: &[u64]| {
        page.press("Home");
        for expected in ticks {
            page.press(keys[0]);
            assert_eq!(tick(&page), *expected, "{}", keys[0]);
        }
        for expected in ticks.iter().rev().skip(1) {
            page.press(keys[1]);
            assert_eq!(tick(&page), *expected, "{}", keys[1]);
        }
    };
    let aborts = ticks_where(agent, |_, now| now.iter().any(|state| state == "aborted"));
    assert!(aborts.contains(&37));
    goes_through(["x", "X"], &aborts);
    let has_error =
        |moment: &u64| agent.frame_at(*moment).is_some_and(|frame| frame.errors().next().is_some());
    let errors: Vec<_> = (0..98).filter(has_error).map(|moment| moment + 1).collect();
    assert!(!errors.is_empty());
    goes_through(["e", "E"], &errors);

    let nodes = agent.tree().nodes();
    let hurt =
        nodes.iter().position(|node| *node.source == *"npc.health < 20").expect("it is asked");
    page.click(&format!("#node-{hurt} .box"));
    let changes = ticks_where(agent, |before, now| before[hurt] != now[hurt]);
    assert!(changes.contains(&37));
    goes_through(["v", "V"], &changes);
    page.press("Home");
    page.click("#node-after");
    assert_eq!(tick(&page), changes[0]);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn only_what_changed_of_the_blackboard_is_shown_on_demand() {
    let browser = Browser::start();
    let (page, _) = open(&browser, "#tick=37");
    let keys = "[...document.querySelectorAll('#board .key')].map((key) => key.textContent)";
    assert_eq!(page.text("#only-changed"), "3 changed");
    page.press("d");
    assert_eq!(page.read(keys), json!(["health", "position", "enemies.1.position"]));
    page.press("ArrowRight");
    assert_eq!(page.read(keys), json!(["position"]));
    page.click("#only-changed");
    assert!(page.read(keys).as_array().is_some_and(|keys| keys.len() > 8));
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
    // Nodes outside of the window are not drawn.
    let seen = || {
        page.click("#fit");
        page.read("document.querySelectorAll('.node:not([display])').length")
    };
    let (all, fight) = (nodes.len(), nodes.iter().find(|node| node.name() == "sequence"));
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
    page.type_text("ATTACK act");
    assert_eq!(page.text("#search-result"), "1 found");
    page.press("Enter");
    assert_eq!(seen(), all, "what hides it is unfolded");
    assert_eq!(page.text("#detail-name"), "attack");
    assert_eq!(page.text("#search-result"), "1 of 1");
    page.press("Escape");
    assert_eq!(page.read("document.querySelectorAll('.found').length"), 0);

    page.click("#fold-idle");
    assert!(seen().as_u64() < Some(all as u64));
    page.press("u");
    assert_eq!(seen(), all);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
