//! The values that nodes keep while they are active, beside the nodes.

use crate::pages::directory;
use browser::{Browser, Page};
use bt_core::behavior_tree;
use bt_watch::live::Live;
use bt_watch::record::{Agent, Recorder};
use serde_json::{Value, json};

#[derive(Debug)]
struct Deer {
    id: u32,
}

struct Secret;

fn near(world: u32) -> Option<Deer> {
    (world < 40).then_some(Deer { id: world })
}

behavior_tree! {
    tree Go(world: &mut u32, speed: f32) {
        'go: repeat action { *world += 1; *speed += 0.5; };
    }

    tree Hunt(world: &mut u32) {
        'hunt: let(prey: Deer = near(*world)) sequence {
            'aim: for(shot in 0..3) action { *world += prey.id; let _ = shot; };
            'hidden: let(secret: Secret = Secret) repeat(2) action { let _ = &*secret; };
            'flight: subtree Go(speed = 1.5);
        }
    }
}

/// The second line of each node that has a label.
const LINES: &str = "[...document.querySelectorAll('#tree .node')]
    .map((node) => [node.querySelector('.title').textContent, node.querySelector('.detail')?.textContent ?? null])
    .filter(([title]) => ['hunt', 'aim', 'hidden', 'flight'].includes(title))";

fn lines(page: &Page<'_>) -> Value {
    page.settle();
    page.read(LINES)
}

const IDLE: [&str; 4] = [
    "let(prey: Deer = near(*world))",
    "for(shot in 0..3)",
    "let(secret: Secret = Secret)",
    "subtree Go(speed = 1.5)",
];

/// The lines of a tick in which these nodes keep values.
fn expected(kept: &[(usize, &str)]) -> Value {
    let text = |place: usize| kept.iter().find(|(node, _)| *node == place).map(|(_, text)| *text);
    let lines = ["hunt", "aim", "hidden", "flight"].into_iter().enumerate();
    lines.map(|(place, label)| json!([label, text(place).unwrap_or(IDLE[place])])).collect()
}

const PREY: (usize, &str) = (0, "prey = Deer { id: 5 }");

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_shows_the_values_of_each_tick() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Hunt>("hunter");
    let (mut tree, mut world) = (Hunt::new(), 5);
    for _ in 0..6 {
        recorder.tick(agent, &mut tree, &mut world);
    }
    recorder.abort(agent, &mut tree, &mut world);
    recorder.tick(agent, &mut tree, &mut 90);
    let path = directory().join("kept_values.html");
    recorder.recording().save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    assert_eq!(lines(&page), expected(&[PREY, (1, "shot = 1")]));
    page.click("#node-0 .box");
    page.settle();
    assert_eq!(page.text("#detail-value"), "prey = Deer { id: 5 }");
    let spoken = "document.querySelector('#node-0').getAttribute('aria-label')";
    assert_eq!(page.read(spoken), "hunt, let, running, prey = Deer { id: 5 }");
    page.press("ArrowRight");
    assert_eq!(lines(&page), expected(&[PREY, (1, "shot = 2")]));
    page.screenshot(&directory().join("kept_values.png"));
    page.press("ArrowRight");
    assert_eq!(lines(&page), expected(&[PREY]), "a type that is not `Debug`");
    page.press("ArrowRight");
    assert_eq!(lines(&page), expected(&[PREY, (3, "speed = 2.0")]));
    // The header of the tree stands above its first node, and in the details of the node that calls the tree.
    let headers = "[...document.querySelectorAll('#tree .header')].map((header) => [header.parentNode.id, header.textContent])";
    assert_eq!(page.read(headers), json!([["node-8", "Go(speed: f32)"]]));
    assert_eq!(page.text("#detail-header"), "");
    for node in [8, 7] {
        page.click(&format!("#node-{node} .box"));
        page.settle();
        assert_eq!(page.text("#detail-header"), "Go(speed: f32)");
    }
    page.screenshot(&directory().join("headers.png"));
    page.click("#node-0 .box");
    page.press("End");
    assert_eq!(lines(&page), expected(&[]));
    assert_eq!(page.text("#detail-value"), "");
    page.press("Home");
    assert_eq!(lines(&page), expected(&[PREY, (1, "shot = 1")]));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_live_page_follows_the_values() {
    let mut live = Live::at("127.0.0.1:0").expect("the system lets it listen");
    let hunter = live.agent::<Hunt>("hunter");
    let (mut tree, mut world) = (Hunt::new(), 5);
    live.tick(hunter, &mut tree, &mut world);
    let browser = Browser::start();
    let page = browser.open(&live.url(), 1280, 800);
    page.wait_until("document.getElementById('live-state').textContent === '● live'");
    for _ in 0..50 {
        live.tick(hunter, &mut tree, &mut world);
    }
    page.wait_until("document.getElementById('tick').value === '51'");
    let recording = live.recording();
    let agent: Agent<'_> = recording.agents().next().expect("it was recorded");
    let values = agent.values_at(50);
    let speed = &values.last().expect("it is there").1;
    assert_eq!(lines(&page), expected(&[PREY, (3, speed)]));
    live.abort(hunter, &mut tree, &mut world);
    live.next_moment();
    page.wait_until("document.querySelector('#node-0 .detail').textContent.startsWith('let')");
    assert_eq!(lines(&page), expected(&[]));
    page.press("ArrowLeft");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
