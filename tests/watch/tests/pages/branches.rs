//! The page goes on from an earlier tick with a copy of an agent, and shows both runs.

use crate::access::{NAMELESS, TOO_FAINT};
use crate::change::{PAUSED, Workshop, is_shown, wait_for_text};
use crate::pages::{self, open_pausable};
use browser::{Browser, Page, Scheme};
use serde_json::{Value, json};

const TICK: &str = "Number(document.getElementById('tick').value)";
const DONE: &str = "!document.getElementById('copy').hidden";

/// Scrolls to an element and clicks on it.
fn click(page: &Page<'_>, selector: &str) {
    page.run(&format!("document.querySelector({}).scrollIntoView()", json!(selector)));
    page.click(selector);
}

/// The node of the drawing whose text includes this one.
fn node(page: &Page<'_>, text: &str) -> String {
    let nodes = "[...document.querySelectorAll('#tree .node')]";
    let id = page.read(&format!("{nodes}.find((one) => one.textContent.includes('{text}')).id"));
    format!("#{}", id.as_str().expect("there is such a node"))
}

/// Opens the page of the example.
fn open<'b>(browser: &'b Browser, workshop: &Workshop) -> Page<'b> {
    let page = open_pausable(browser, &workshop.url);
    page.wait_until("!document.getElementById('branch').hidden");
    page.wait_until("!document.getElementById('branch-go').disabled");
    page
}

/// Pauses the program after some ticks by day, in which the villager works and is not hungry. Copies are kept from the time
/// on at which the page shows the villager.
fn pause_at_work(page: &Page<'_>) {
    let hungry = node(page, "IsHungry");
    let works = format!("document.querySelector('{hungry}').dataset.state === 'failure'");
    loop {
        page.wait_until(&works);
        page.click("#live-pause");
        page.wait_until(PAUSED);
        page.run("document.querySelector(\"[aria-label='Set hunger']\").click()");
        page.type_text("0");
        page.press("Enter");
        page.run("document.activeElement.blur()");
        page.click("#to-last");
        for _ in 0..20 {
            let tick = page.read(TICK).as_u64().expect("a number");
            page.click("#live-step");
            page.wait_until(&format!("{TICK} > {tick}"));
        }
        // Night may have come.
        if page.read(&works) == true {
            return;
        }
        page.click("#live-pause");
    }
}

/// Goes to the tick that is this number of ticks before the last one.
fn go_back(page: &Page<'_>, ticks: u64) -> u64 {
    page.click("#to-last");
    let to = page.read(TICK).as_u64().expect("a number") - ticks;
    page.run("document.getElementById('tick').select()");
    page.type_text(&to.to_string());
    page.press("Enter");
    page.wait_until(&format!("{TICK} === {to}"));
    page.run("document.activeElement.blur()");
    to
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_villager_goes_on_from_an_earlier_tick_with_another_answer() {
    let workshop = Workshop::start("branches");
    let browser = Browser::start();
    let page = open(&browser, &workshop);
    pause_at_work(&page);

    // Without a change, the copy does what the villager did, and goes further.
    let tick = go_back(&page, 15);
    click(&page, "#branch-go");
    page.wait_until(DONE);
    assert_eq!(page.text("#copy-title"), format!("Copy from tick {tick}"));
    wait_for_text(&page, "copy-difference", "No difference, as far as the agent has come");
    wait_for_text(&page, "copy-rest", "The copy does the same in this tick.");
    let differs = "document.querySelectorAll('#tree .copied[data-differs]').length";
    assert_eq!(page.read(differs), 0);
    assert!(page.read("document.querySelectorAll('#tree .copied').length").as_u64() > Some(10));
    page.click("#live-pause");
    page.wait_until("document.getElementById('copy-difference').textContent === 'No difference.'");
    click(&page, "#copy-close");
    assert!(!is_shown(&page, "copy"));
    assert_eq!(page.read("document.querySelectorAll('#tree .copied').length"), 0);

    // It is hungry: by the mouse alone.
    pause_at_work(&page);
    let tick = go_back(&page, 15);
    let hungry = node(&page, "IsHungry");
    page.click(&format!("{hungry} .box"));
    page.wait_until("!document.getElementById('force').hidden");
    page.run("document.getElementById('force-status').value = 'success'");
    click(&page, "#force-copy");
    let chosen = page.text("#branch-forced");
    assert!(chosen.contains(": success until released"), "{chosen}");
    click(&page, "#branch-go");
    page.wait_until(DONE);
    let title = page.text("#copy-title");
    assert!(title.starts_with(&format!("Copy from tick {tick} with ")), "{title}");
    assert!(title.ends_with(": success"), "{title}");
    page.wait_until("!document.getElementById('copy-first').hidden");
    assert_eq!(page.text("#copy-first"), format!("tick {tick}"));
    let what = page.text("#copy-what");
    assert!(what.contains(": success in place of failure."), "{what}");
    // What is different is marked in the drawing, listed, and read by a screen reader.
    page.wait_until(&format!("{differs} > 1"));
    let label = page.read(&format!("document.querySelector('{hungry}').ariaLabel"));
    assert!(
        label.as_str().is_some_and(|text| text.ends_with(", copy: success, different")),
        "{label}"
    );
    assert!(page.text("#copy-here").contains("eat"), "{}", page.text("#copy-here"));
    page.screenshot(&pages::directory().join("copy.png"));

    // A tick of the copy that the villager has not come to.
    page.run("document.getElementById('copy-tick').focus()");
    page.press("End");
    wait_for_text(&page, "copy-at", &format!("tick {}, the agent is not there yet", tick + 49));
    assert_eq!(page.read("document.getElementById('copy-rest').textContent"), "");
    click(&page, "#copy-first");
    page.wait_until(&format!("{TICK} === {tick}"));
    // The other villagers have no copy.
    page.press("PageDown");
    page.wait_until("document.getElementById('copy').hidden");
    page.press("PageUp");
    page.wait_until(DONE);
    page.wait_until("!document.getElementById('branch-go').disabled");
    click(&page, "#copy-close");
    assert_eq!(page.read("document.activeElement.id"), "branch-go");
    // The villager itself is not hungry.
    click(&page, "#to-last");
    page.click(&format!("{hungry} .box"));
    assert_eq!(page.read("document.querySelectorAll('#tree .forced').length"), 0);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_villager_goes_on_from_an_earlier_tick_with_the_edited_text() {
    let workshop = Workshop::start("branches-text");
    let browser = Browser::start();
    let page = open(&browser, &workshop);
    pause_at_work(&page);
    page.click("#edit-open");
    page.wait_until("!document.getElementById('edit').hidden && !document.getElementById('branch-edited').hidden");
    page.click("#edit-show-text");
    let text = "document.getElementById('edit-text')";
    page.wait_until(&format!("{text}.value.includes('guard(IsNight)')"));
    // A villager for whom it is always night goes to bed at once.
    page.run(&format!(
        "{text}.focus(); {text}.value = {text}.value.replace(\"'hide: guard(IsNight)\", \"'hide: guard(HasWood(at_least = 0))\"); {text}.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    ));
    let tick = go_back(&page, 15);
    click(&page, "#branch-text");
    click(&page, "#branch-go");
    page.wait_until(DONE);
    assert_eq!(page.text("#copy-title"), format!("Copy from tick {tick} with the edited text"));
    page.wait_until("!document.getElementById('copy-first').hidden");
    assert_eq!(page.text("#copy-first"), format!("tick {tick}"));
    let what = page.text("#copy-what");
    assert!(
        what.contains("GoTo(place = Bed): ") && what.ends_with("in place of nothing."),
        "{what}"
    );
    page.screenshot(&pages::directory().join("copy-text.png"));
    // Nobody has applied it.
    let state = page.text("#edit-state");
    assert!(state.contains("not applied"), "{state}");

    // A text with mistakes has no copy.
    page.run(&format!(
        "{text}.focus(); {text}.value = {text}.value.replace('HasWood', 'HasGold'); {text}.dispatchEvent(new Event('input', {{ bubbles: true }}))"
    ));
    click(&page, "#branch-go");
    wait_for_text(&page, "branch-said", "the text has mistakes, so no copy can run it");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        assert_eq!(page.read(TOO_FAINT)["faint"], json!([]), "{scheme:?}");
    }
    assert_eq!(page.read(NAMELESS), json!([]));
    page.resize(700, 800);
    page.settle();
    assert_eq!(page.read("document.documentElement.scrollWidth <= innerWidth"), true);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
