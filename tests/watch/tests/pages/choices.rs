//! Conditions, scores and patterns in front of the children of a choice, on the page.

use crate::pages::directory;
use browser::Browser;
use bt_core::behavior_tree;
use bt_watch::record::{Recorder, Recording};
use serde_json::{Value, json};

behavior_tree! {
    tree Life(hunger: &mut f32) {
        sequence {
            priority_selector {
                *hunger > 0.9 => 'eat: sequence { succeed; }
                true => action *hunger += 0.5;
            }
            active_utility_selector {
                *hunger => 'hunt: repeat action *hunger -= 0.1;
                0.25 => repeat(2) succeed;
            }
            match *hunger > 0.5 { true => 'sleep: succeed, false => fail }
        }
    }
}

/// The two lines of each node that is chosen.
const LINES: &str = "[...document.querySelectorAll('#tree .node')]
    .map((node) => [node.querySelector('.title').textContent, node.querySelector('.detail')?.textContent ?? null])
    .filter(([, detail]) => detail?.includes('=>'))";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_shows_what_a_child_is_chosen_by() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Life>("wolf");
    let (mut tree, mut hunger) = (Life::new(), 1.0);
    for _ in 0..3 {
        recorder.tick(agent, &mut tree, &mut hunger);
    }
    let recording = recorder.into_recording();
    assert_eq!(Recording::from_json(&recording.to_json()).expect("a recording"), recording);
    let path = directory().join("choices.html");
    recording.save_page(&path).expect("the folder for pages can be written");
    let browser = Browser::start();
    let page = browser.open(&format!("file://{}", path.display()), 1280, 800);
    page.settle();
    let expected = json!([
        ["eat", "*hunger > 0.9 => sequence"],
        ["*hunger += 0.5", "true => action"],
        ["hunt", "*hunger => repeat"],
        ["repeat(2)", "0.25 =>"],
        ["sleep", "true => succeed"],
        ["fail", "false =>"],
    ]);
    assert_eq!(page.read(LINES), expected);
    let hint = "document.querySelector('#node-2 > title').textContent";
    assert_eq!(page.read(hint), "*hunger > 0.9 => 'eat: sequence");
    page.click("#node-2 .box");
    page.settle();
    assert_eq!(page.text("#detail-source"), "*hunger > 0.9 =>");
    page.screenshot(&directory().join("choices.png"));
    page.press("/");
    page.type_text("0.25");
    page.press("Enter");
    page.settle();
    assert_eq!(page.text("#search-result"), "1 of 1");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
