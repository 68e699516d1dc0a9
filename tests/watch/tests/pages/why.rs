//! The sentence of the page that says why another node runs than in the tick before.

use crate::pages::directory;
use browser::{Browser, Page};
use bt_core::{Clock, Node, NodeId, NodeKind, Status, behavior_tree};
use bt_watch::live::{Live, Part};
use bt_watch::record::Recorder;
use serde::Serialize;
use serde_json::Value;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

#[derive(Default, Serialize)]
struct Gun {
    shells: u32,
}

#[derive(Default, Serialize)]
struct Npc {
    #[serde(skip)]
    time: Duration,
    health: u32,
    hungry: bool,
    shells: u32,
    seen: bool,
    gun: Gun,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        self.time
    }
}

behavior_tree! {
    tree Shoot(gun: &mut Gun) {
        sequence {
            condition gun.shells > 0;
            running;
        }
    }

    tree Life(npc: &mut Npc) {
        active_selector {
            'heal: guard(npc.health < 30) timeout(3s) running;
            'eat: sequence {
                condition npc.hungry;
                wait(2s);
                action npc.dinner();
            }
            'fight: subtree Shoot(&mut npc.gun);
            active_if npc.seen {
                'hide: priority_selector {
                    npc.health < 50 => 'crouch: running;
                    true => 'stand: running;
                }
            } else {
                repeat 'idle: sequence {
                    wait(2s);
                    succeed;
                }
            }
        }
    }
}

impl Npc {
    fn dinner(&mut self) -> Result<Status, &'static str> {
        if self.seen { Err("somebody comes") } else { Ok(Status::Success) }
    }
}

/// Ticks, one per second, each with the change before it and the expected sentence.
type Story = [(fn(&mut Npc), &'static str)];

const STORY: &Story = &[
    (|npc| npc.health = 90, ""),
    (|npc| npc.health = 70, ""),
    (|_| (), "wait(2s) succeeded, so repeat waits."),
    (|_| (), "repeat went on to idle."),
    (
        |npc| npc.health = 20,
        "guard(npc.health < 30) turned true (health 70 → 20), so heal took over from idle, and wait(2s) was aborted.",
    ),
    (|_| (), ""),
    (|_| (), ""),
    (|_| (), "timeout(3s) failed, so idle took over from heal, and running was aborted."),
    (|npc| npc.health = 90, ""),
    (
        |npc| npc.seen = true,
        "active_if npc.seen chose again (seen false → true), so hide took over from idle, and wait(2s) was aborted.",
    ),
    (
        |npc| npc.health = 40,
        "npc.health < 50 turned true (health 90 → 40), so crouch took over from stand.",
    ),
    (
        |npc| npc.hungry = true,
        "npc.hungry turned true (hungry false → true), so eat took over from hide, and crouch was aborted.",
    ),
    // The field `shells` of the blackboard is not the field of the same name in a part.
    (|npc| (npc.hungry, npc.shells) = (false, 1), ""),
    (
        |npc| npc.gun.shells = 1,
        "wait(2s) succeeded, npc.dinner() failed (somebody comes), so fight runs now.",
    ),
    (|npc| npc.gun.shells = 0, ""),
    (
        |npc| (npc.hungry, npc.seen) = (true, false),
        "npc.hungry turned true (hungry false → true), so eat took over from fight, and running was aborted.",
    ),
    (|_| (), ""),
    (|_| (), "wait(2s) succeeded, so the tree succeeded after npc.dinner()."),
    (|_| (), "The tree started again: eat runs now."),
];

behavior_tree! {
    tree Fall(height: &mut u32) {
        sequence {
            condition *height < 10;
            action assert_ne!(*height, 2, "the ground");
            running;
        }
    }
}

fn sentence(page: &Page<'_>) -> String {
    let text = "document.getElementById('because').checkVisibility()
        ? document.querySelector('#because p').textContent : ''";
    page.read(text).as_str().expect("it is a text").to_owned()
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_panic_is_named() {
    let mut recorder = Recorder::with_capacity(10_000);
    let agent = recorder.agent::<Fall>("it");
    let mut fall = Fall::new();
    for mut height in [4, 3, 2, 1] {
        let tick = || recorder.tick_with_snapshot(agent, &mut fall, &mut height);
        assert_eq!(catch_unwind(AssertUnwindSafe(tick)).is_err(), height == 2);
        fall = Fall::new();
    }
    let path = directory().join("panic.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    let panicked = ("The program panicked in the middle of this tick.", "■ panicked");
    let running = "▶ running";
    for expected in [("", running), ("", running), panicked, ("running runs now.", running)] {
        let word = page.read("document.getElementById('result').textContent");
        assert_eq!((&*sentence(&page), word.as_str()), (expected.0, Some(expected.1)));
        page.press("ArrowRight");
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_reason_is_named() {
    let mut recorder = Recorder::with_capacity(100_000);
    let agent = recorder.agent::<Life>("npc");
    let (mut life, mut npc) = (Life::new(), Npc::default());
    for (change, _) in STORY {
        change(&mut npc);
        recorder.tick_with_snapshot(agent, &mut life, &mut npc);
        npc.time += Duration::from_secs(1);
    }
    recorder.next_moment();
    recorder.abort(agent, &mut life, &mut npc);
    let path = directory().join("why.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    for (place, (_, expected)) in STORY.iter().enumerate() {
        assert_eq!(sentence(&page), *expected, "tick {}", place + 1);
        page.press("ArrowRight");
    }
    assert_eq!(sentence(&page), "The tree was aborted.");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_reason_why_a_node_is_not_ticked_is_named() {
    let mut recorder = Recorder::with_capacity(100_000);
    let agent = recorder.agent::<Life>("npc");
    let (mut life, mut npc) = (Life::new(), Npc { health: 90, ..Npc::default() });
    recorder.tick_with_snapshot(agent, &mut life, &mut npc);
    recorder.next_moment();
    let path = directory().join("why-not.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    let sentence = |tick: usize, node: NodeId| {
        page.run(&format!("location.hash = 'tick={tick}&node={}'", node.index()));
        page.settle();
        let text = "document.getElementById('why-not').checkVisibility()
            ? document.querySelector('#why-not p').textContent : ''";
        page.read(text).as_str().expect("it is a text").to_owned()
    };
    // Below `eat` and below `heal`.
    let [wait, timeout] = [Life::EAT, Life::HEAL].map(|above| {
        let is_it = |node: &&Node| node.id > above && node.kind != NodeKind::Condition;
        Life::NODES.iter().find(is_it).expect("there is such a node").id
    });
    assert_eq!(sentence(1, wait), "npc.hungry failed, and eat did not tick wait(2s).");
    page.click("#why-not .go");
    page.settle();
    assert_eq!(page.text("#detail-name"), "npc.hungry");
    assert_eq!(sentence(1, Life::EAT), "", "it was ticked");
    assert_eq!(sentence(1, timeout), "heal failed and did not tick timeout(3s).");
    assert_eq!(
        sentence(1, Life::CROUCH),
        "repeat is running, and active_if npc.seen did not tick hide, which is above it."
    );
    assert_eq!(sentence(2, Life::CROUCH), "", "the agent rests");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_says_what_would_let_a_node_run() {
    let mut live = Live::start().expect("the system lets it listen");
    let agent = live.agent::<Life>("npc");
    let (mut tree, mut npc) = (Life::new(), Npc { health: 90, ..Npc::default() });
    live.tick(agent, &mut tree, &mut npc);
    live.next_moment();
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    page.run(&format!("location.hash = 'tick=1&node={}'", Life::CROUCH.index()));
    page.wait_until("document.getElementById('why-not').checkVisibility()");
    assert_eq!(page.read("document.getElementById('ask-why').hidden"), true);
    live.let_ask(|_, agent, moment, node| {
        let text = format!(" of agent {} runs after moment {moment} if ", agent.index());
        [Part::Name(node), Part::Text(text), Part::Key(node), Part::Text(" holds".into())].into()
    });
    page.wait_until("!document.getElementById('ask-why').hidden");
    page.click("#ask-why");
    page.wait_until("document.getElementById('would').textContent !== ''");
    let answer = "crouch of agent 0 runs after moment 0 if npc.health < 50 holds";
    assert_eq!(page.text("#would"), answer);
    page.run(&format!("location.hash = 'tick=1&node={}'", Life::STAND.index()));
    page.wait_until("document.getElementById('would').textContent === ''");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
