//! The page of the soldier shows what was recorded; hostile texts are texts.

use crate::shown::{self, assert_content, directory, read_states, soldier, states_at};
use browser::{Browser, Page, Scheme};
use bt_core::observe::Mark;
use bt_core::{NodeId, behavior_tree};
use bt_watch::record::{Agent, Recorder};
use serde::Serialize;
use serde_json::json;
use std::path::Path;
use std::{env, fs};

/// The number of the tick that the page shows.
fn tick(page: &Page<'_>) -> u64 {
    let text = page.text("#tick-number");
    text.trim_start_matches("Tick ").parse().expect("a tick has a number")
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_soldier_is_shown_explained_and_played() {
    let (path, recording) = soldier();
    let agent = recording.agents().next().expect("the soldier was recorded");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}#tick=37", path.display()), 1280, 800);
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
    let health = |moment| agent.blackboard_at(moment).expect("it was recorded")["health"].clone();
    let row = "#board [data-path='[\"health\"]'][data-changed]";
    assert_eq!(page.text(&format!("{row} .value")), health(36).to_string());
    assert!(page.text(&format!("{row} .before")).starts_with(&health(35).to_string()));
    assert!(health(36).as_u64() < Some(20) && health(35).as_u64() >= Some(20));
    page.prefer(Scheme::Light);
    page.screenshot(&directory().join("soldier.png"));
    compare_picture(&page);
    page.prefer(Scheme::Dark);
    page.screenshot(&directory().join("soldier-dark.png"));

    // From change to change, there and back.
    let marks = marks(agent);
    assert!(marks.contains(&37) && marks.len() > 8);
    page.press("Home");
    for mark in &marks {
        page.press("]");
        assert_eq!(tick(&page), *mark);
        assert_eq!(read_states(&page), states_at(agent, mark - 1), "tick {mark}");
    }
    page.click("#to-mark-before");
    assert_eq!(tick(&page), marks[marks.len() - 2]);

    // Played so slowly that it is far from its end, and then to the end.
    let set_speed = |speed: u32| {
        page.run(&format!("document.getElementById('speed').value = '{speed}'"));
        page.run("document.getElementById('speed').dispatchEvent(new Event('change'))");
    };
    let last = recording.moments().end;
    let is_paused = "document.getElementById('play').ariaLabel === 'Play'";
    page.run("document.activeElement.blur()");
    page.press("Home");
    set_speed(1);
    page.press(" ");
    page.wait_until("document.getElementById('tick').value > 2");
    page.press(" ");
    assert_eq!(page.read(is_paused), true);
    page.click_at("#timeline", 0.5);
    assert_eq!(tick(&page), last / 2 + 1);
    set_speed(200);
    page.click("#play");
    page.wait_until(&format!("{is_paused} && document.getElementById('tick').value == {last}"));
    page.click("#tick");
    page.run("document.getElementById('tick').select()");
    page.type_text("23");
    page.press("Enter");
    assert_eq!(tick(&page), 23);
    page.wait_until("location.hash === '#tick=23'");
    page.run("location.hash = '#tick=31&node=4'");
    page.wait_until("document.getElementById('tick-number').innerText === 'Tick 31'");
    assert_eq!(page.text("#detail-name"), "flee");

    // Folded, and unfolded by a search.
    let nodes = agent.tree().nodes();
    let seen = || page.read("document.querySelectorAll('.node:not([display])').length");
    page.click("#fit");
    let place = nodes.iter().position(|node| node.name() == "sequence").expect("it fights");
    let hidden = nodes[place].end.index() - place - 1;
    page.click(&format!("#node-{place} .fold circle"));
    assert_eq!(seen(), nodes.len() - hidden);
    page.press("/");
    page.type_text("ATTACK act");
    page.press("Enter");
    assert_eq!(page.text("#search-result"), "1 of 1");
    page.click("#fit");
    assert_eq!(seen(), nodes.len(), "what hides it is unfolded");
    assert_eq!(page.text("#detail-name"), "attack");
    assert_content(&page);
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

const HOSTILE: &str =
    "</script><script>document.title='taken'</script><!-- <b>\"it's\"</b> &lt; \u{2028}🦀\n";

#[derive(Serialize)]
struct Npc {
    __proto__: &'static str,
    text: &'static str,
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
    let page = shown::open(&browser, recorder.recording(), "hostile.html", "");

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
    assert_content(&page);
}
