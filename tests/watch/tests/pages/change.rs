//! The page changes what a running program sees: it sets fields, forces answers, and stops before a leaf; and it goes on from an
//! earlier tick with a copy of an agent, and shows both runs.

use crate::live::PAUSED;
use crate::program::Program;
use crate::shown::{NAMELESS, TOO_FAINT, assert_content, command, directory, open, open_pausable};
use browser::{Browser, Page, Scheme, wait_until};
use bt_watch::record::{Frame, Recording};
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(4);

fn wait_for_text(page: &Page<'_>, id: &str, text: &str) {
    let text = Value::from(text);
    page.wait_until(&format!("document.getElementById('{id}').textContent.includes({text})"));
}

const SET: &str = "document.querySelector(\"[aria-label='Set health']\")";

/// The value of the health that the page shows.
fn health(page: &Page<'_>) -> String {
    page.text("#board [data-path='[\"health\"]'] .value")
}

fn is_shown(page: &Page<'_>, id: &str) -> bool {
    page.read(&format!("document.getElementById('{id}').checkVisibility()")) == true
}

/// The fill of the diamond and the name of a node.
fn marked(page: &Page<'_>, node: u32) -> Value {
    page.read(&format!(
        "[document.querySelector('#node-{node} .forced')?.dataset.kind ?? null, document.querySelector('#node-{node}').ariaLabel]"
    ))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_field_is_set_and_an_answer_is_forced() {
    let program = Program::start_changeable(PAUSE);
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.press("p");
    page.wait_until(PAUSED);
    // A moment is recorded shortly before the tick is counted.
    let tick = "Number(document.getElementById('tick').value)";
    assert!(program.stands_still() && wait_until(|| page.read(tick) == program.ticks()));
    page.wait_until(&format!("{SET}?.checkVisibility()"));
    let settable = "[...document.querySelectorAll('#board .set')].filter((one) => one.checkVisibility()).length";
    assert_eq!(page.read(settable), 1, "`rising` is not named by the program");
    page.run(&format!("{SET}.focus()"));
    page.press("Enter");
    assert_eq!(page.read("document.activeElement.id"), "set-value");
    assert_eq!(page.read("document.activeElement.value"), health(&page));

    page.type_text("many");
    page.press("Enter");
    wait_for_text(&page, "set-said", "health: invalid type: string \"many\", expected u32");
    assert_eq!(page.read("document.getElementById('set-value').ariaInvalid"), "true");
    page.run("document.getElementById('set-value').select()");
    page.type_text("1000");
    page.press("Enter");
    wait_for_text(&page, "set-said", "health = 1000 from the next tick of the agent on");
    assert!(!is_shown(&page, "set-form"));
    assert_eq!(page.read(&format!("document.activeElement === {SET}")), true);

    let before = program.ticks();
    page.press("s");
    page.wait_until(&format!("{tick} === {}", before + 1));
    assert_eq!(health(&page), "1000");
    wait_for_text(&page, "touched", "health was set to 1000");
    wait_for_text(&page, "because", "health was set to 1000.");
    page.wait_until("document.getElementById('set-said').textContent === ''");
    let spoken = page.read("document.getElementById('timeline').ariaValueText");
    let spoken = spoken.as_str().expect("the slider has a text");
    assert!(spoken.ends_with(", changed from the page: set: health = 1000"), "{spoken}");
    page.press("s");
    page.wait_until(&format!("{tick} === {}", before + 2));
    assert!(!is_shown(&page, "touched"));
    assert!(is_shown(&page, "legend-touched"));
    page.run("document.activeElement.blur()");
    page.press("M");
    assert_eq!(page.read(tick), before + 1);

    // Escape closes the form and changes nothing.
    page.run(&format!("{SET}.focus()"));
    page.press("Enter");
    page.type_text("3");
    page.press("Escape");
    assert!(!is_shown(&page, "set-form"));
    assert_eq!(page.read(&format!("document.activeElement === {SET}")), true);

    // An answer is forced; composites are never asked.
    page.press("End");
    page.click("#node-0 .box");
    page.wait_until("document.getElementById('force').hidden");
    page.click("#node-2 .box");
    page.wait_until("!document.getElementById('force').hidden");
    let answers = "[...document.getElementById('force-status').options].map((one) => one.value)";
    assert_eq!(page.read(answers), json!(["success", "failure"]));
    page.click("#force-answer");
    page.wait_until("document.querySelector('#node-2 .forced')");
    wait_for_text(&page, "force-now", "forced: success until released");
    assert_eq!(page.text("#live-release"), "Release 1 forced");
    let label = marked(&page, 2)[1].as_str().expect("it has a name").to_owned();
    assert!(label.contains(", answer forced: success until released"), "{label}");
    assert_eq!(marked(&page, 2)[0], "now");

    // It holds whatever the health is.
    page.press("p");
    assert!(program.goes_on(130));
    page.press("p");
    page.wait_until(PAUSED);
    page.wait_until("document.querySelector('#node-3').dataset.state === 'running'");
    assert_eq!(marked(&page, 2)[0], "tick");
    wait_for_text(&page, "touched", "npc.health < 20 was forced");
    page.screenshot(&directory().join("forced.png"));

    page.press("r");
    page.wait_until("document.getElementById('live-release').hidden");
    assert_eq!(marked(&page, 2)[0], "tick", "it was forced in the tick that is shown");
    // A comparison with a recorded value.
    page.run("document.getElementById('force-status').value = 'failure'");
    page.run("document.getElementById('force-until').value = 'while'");
    page.run("document.getElementById('force-until').dispatchEvent(new Event('change'))");
    page.run("document.getElementById('force-while').focus()");
    page.type_text("mana < 3");
    page.press("Enter");
    wait_for_text(&page, "force-said", "there is no recorded field `mana`");
    page.run("document.getElementById('force-while').select()");
    page.type_text("health < 10");
    page.press("Enter");
    wait_for_text(&page, "force-now", "forced: failure while health < 10");
    assert_eq!(page.text("#force-said"), "");
    page.click("#live-release");
    page.wait_until("document.getElementById('force-now').hidden");
    page.run("document.activeElement.blur()");
    page.press("p");
    assert!(program.goes_on(3));
    assert_content(&page);
    let saved = program.end();
    let moment = before; // Moments are counted from 0.
    let agent = saved.agents().next().expect("the guard was recorded");
    let frame = agent.frame_at(moment).expect("it was ticked");
    assert!(frame.set().eq([("health", "1000")]));
    shows_the_marks_when_saved(&browser, &saved);
}

/// The page of a recording in a file shows which answers were forced.
fn shows_the_marks_when_saved(browser: &Browser, recording: &Recording) {
    let agent = recording.agents().next().expect("the guard was recorded");
    let is_changed =
        |frame: &Frame<'_>| frame.forced().next().is_some() || frame.set().next().is_some();
    let frames = agent.frames().filter(is_changed);
    let moments: Vec<u64> = frames.map(|frame| frame.moments().start).collect();
    let page = open(browser, recording, "forced.html", "#tick=1");
    for moment in &moments[..2] {
        page.press("m");
        assert_eq!(page.read("Number(document.getElementById('tick').value)"), moment + 1);
    }
    assert_eq!(
        marked(&page, 2),
        json!(["tick", "npc.health < 20, condition, answer forced in this tick"])
    );
    assert_eq!(page.text("#touched li"), "npc.health < 20 was forced");
    wait_for_text(&page, "because", "The answer of npc.health < 20 was forced.");
    assert!(is_shown(&page, "legend-touched"));
    assert!(!is_shown(&page, "force") && !is_shown(&page, "set-form"));
    // A pixel of the diamond on the timeline has the color of the mark.
    let pixels = "(() => {
        const canvas = document.getElementById('timeline-canvas');
        const probe = document.createElement('i');
        probe.style.color = 'var(--plot)';
        document.body.append(probe);
        const [red, green, blue] = getComputedStyle(probe).color.match(/\\d+/g).map(Number);
        probe.remove();
        const { data } = canvas.getContext('2d').getImageData(0, 20, canvas.width, 7);
        let count = 0;
        for (let at = 0; at < data.length; at += 4) if (data[at] === red && data[at + 1] === green && data[at + 2] === blue) count += 1;
        return count;
    })()";
    page.prefer(Scheme::Light);
    assert!(page.read(pixels).as_u64() > Some(5), "{}", page.read(pixels));
    page.run("document.activeElement.blur()");
    page.press("Home");
    assert!(!is_shown(&page, "touched"));
    assert_eq!(marked(&page, 2)[0], Value::Null);
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_stops_before_a_leaf_and_that_can_be_read_in_a_small_window() {
    let program = Program::start_changeable(PAUSE);
    let browser = Browser::still();
    let page = open_pausable(&browser, &program.url);
    page.click("#node-2 .box");
    page.wait_until("!document.getElementById('breakpoint-before').hidden");
    page.press("B");
    page.wait_until("document.querySelector('#node-2 .breakpoint[data-kind=before]')");
    page.wait_until(PAUSED);
    page.wait_until("!document.getElementById('waits').hidden");
    assert!(program.stands_still());
    let said = page.text("#waits p");
    let expected = format!(
        "In the middle of tick {}, before the tree asks npc.health < 20. Nothing has a result yet.",
        program.ticks() + 1
    );
    assert_eq!(said, expected);
    assert_eq!(page.text("#result"), "stopped");
    let label = marked(&page, 2)[1].as_str().expect("it has a name").to_owned();
    assert!(label.contains(", breakpoint before it"), "{label}");
    page.screenshot(&directory().join("stopped-before.png"));

    // The answer of the leaf before which it waits is forced; a step ends with the tick.
    let ticks = program.ticks();
    page.run("document.getElementById('force-until').value = 'asked'");
    page.run("document.getElementById('force-status').value = 'success'");
    page.press("r");
    page.wait_until("document.querySelector('#node-2 .forced')");
    page.press("s");
    page.wait_until("document.getElementById('waits').hidden");
    page.wait_until(&format!("Number(document.getElementById('tick').value) === {}", ticks + 1));
    page.wait_until("document.querySelector('#node-2 .forced')?.dataset.kind === 'tick'");
    assert_eq!(page.read("document.querySelector('#node-3').dataset.state"), "running");
    assert_eq!(page.text("#touched li"), "npc.health < 20 was forced");

    // All that changes the program can be read and used.
    page.run("document.getElementById('force-until').value = 'released'");
    page.press("r");
    page.wait_until("!document.getElementById('live-release').hidden");
    page.run(&format!("{SET}.click()"));
    page.type_text("few");
    page.press("Enter");
    wait_for_text(&page, "set-said", "expected u32");
    for scheme in [Scheme::Light, Scheme::Dark] {
        page.prefer(scheme);
        page.run("Promise.all(document.getAnimations().map((one) => one.finished))");
        let found = page.read(TOO_FAINT);
        assert!(found["seen"].as_u64() > Some(40), "{found}");
        assert_eq!(found["faint"], json!([]), "{scheme:?}");
    }
    assert_eq!(page.read(NAMELESS), json!([]));
    for (width, height) in [(1280, 800), (700, 800)] {
        page.resize(width, height);
        page.settle();
        assert_eq!(page.read("document.documentElement.scrollWidth <= innerWidth"), true);
        for id in [
            "live-release",
            "set-value",
            "set-cancel",
            "force-answer",
            "force-until",
            "breakpoint-before",
        ] {
            page.run(&format!("document.getElementById('{id}').scrollIntoView()"));
            let place = page.read(&format!(
                "(() => {{ const box = document.getElementById('{id}').getBoundingClientRect();
                    const top = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
                    return [box.width, box.height, top?.id]; }})()"
            ));
            assert_eq!(place[2], id, "{id} is covered at a width of {width}: {place}");
            assert!(
                place[0].as_f64() > Some(20.0) && place[1].as_f64() > Some(18.0),
                "{id}: {place}"
            );
        }
        page.screenshot(&directory().join(format!("change-{width}.png")));
    }
    page.click("#breakpoint-before");
    page.wait_until("document.querySelector('#node-2 .breakpoint') === null");
    page.click("#live-pause");
    assert!(program.goes_on(3));
    assert_content(&page);
    program.end();
}

/// The running example with a copy of its file; dropping it ends the program.
struct Workshop {
    program: Child,
    url: String,
}

impl Workshop {
    /// `name` is that of the copy.
    fn start(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = directory().join(format!("{name}.tree"));
        fs::copy(root.join("examples/workshop/villager.tree"), &file).expect("it can be copied");
        let program = command("workshop").arg("--edit").arg(&file).stdout(Stdio::piped()).spawn();
        let mut program = program.expect("it runs");
        let output = program.stdout.take().expect("it is piped");
        let line = BufReader::new(output).lines().next().expect("it says where to edit the file");
        let line = line.expect("it says that in UTF-8");
        let (_, url) = line.rsplit_once(" at ").expect("it says where to edit the file");
        Self { program, url: url.to_owned() }
    }
}

impl Drop for Workshop {
    fn drop(&mut self) {
        self.program.kill().ok();
        self.program.wait().ok();
    }
}

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
fn open_workshop<'b>(browser: &'b Browser, workshop: &Workshop) -> Page<'b> {
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
    let page = open_workshop(&browser, &workshop);
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
    page.screenshot(&directory().join("copy.png"));

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

    // It eats because the page says so.
    // Its hunger decides for `eat`, and the answer of the condition for going to the kitchen.
    page.wait_until("document.querySelector(\"[aria-label='Set hunger']\")?.checkVisibility()");
    page.run("document.querySelector(\"[aria-label='Set hunger']\").click()");
    page.type_text("55");
    page.press("Enter");
    page.click(&format!("{hungry} .box"));
    page.wait_until("!document.getElementById('force').hidden");
    page.run("document.activeElement.blur()");
    page.press("r");
    let step = || {
        let before = page.read(TICK);
        page.press("s");
        page.wait_until(&format!("{TICK} !== {before}"));
    };
    step();
    wait_for_text(&page, "touched", "hunger was set to 55");
    // The villager may be on its way to something else.
    let touched = "document.getElementById('touched').textContent";
    let is_asked = wait_until(|| {
        let is_forced = page.read(&format!("{touched}.includes('IsHungry was forced')")) == true;
        if !is_forced {
            step();
        }
        is_forced
    });
    assert!(is_asked, "the villager is never asked whether it is hungry");
    page.screenshot(&directory().join("workshop.png"));
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_villager_goes_on_from_an_earlier_tick_with_the_edited_text() {
    let workshop = Workshop::start("branches-text");
    let browser = Browser::start();
    let page = open_workshop(&browser, &workshop);
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
    page.screenshot(&directory().join("copy-text.png"));
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
    assert_content(&page);
}
