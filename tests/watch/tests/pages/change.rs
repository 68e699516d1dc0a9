//! The page changes what a running program sees: it sets fields, forces answers, and stops before a leaf.

use crate::access::{NAMELESS, TOO_FAINT};
use crate::example;
use crate::pages::{self, open_pausable};
use crate::program::Program;
use browser::{Browser, Page, Scheme, wait_until};
use bt_watch::record::Recording;
use serde_json::{Value, json};
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;
use std::process::{Child, Stdio};
use std::time::Duration;

const PAUSE: Duration = Duration::from_millis(4);

pub(crate) fn wait_for_text(page: &Page<'_>, id: &str, text: &str) {
    let text = Value::from(text);
    page.wait_until(&format!("document.getElementById('{id}').textContent.includes({text})"));
}

pub(crate) const PAUSED: &str = "document.getElementById('live-state').textContent === '❚❚ paused'";
const SET: &str = "document.querySelector(\"[aria-label='Set health']\")";

/// The value of the health that the page shows.
fn health(page: &Page<'_>) -> String {
    page.text("#board [data-path='[\"health\"]'] .value")
}

pub(crate) fn is_shown(page: &Page<'_>, id: &str) -> bool {
    page.read(&format!("document.getElementById('{id}').checkVisibility()")) == true
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_field_is_set_by_keyboard() {
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
    page.press("p");
    assert!(program.goes_on(3));
    let saved = program.end();
    let moment = before; // Moments are counted from 0.
    let agent = saved.agents().next().expect("the guard was recorded");
    let frame = agent.frame_at(moment).expect("it was ticked");
    assert!(frame.set().eq([("health", "1000")]));
}

/// The fill of the diamond and the name of a node.
fn marked(page: &Page<'_>, node: u32) -> Value {
    page.read(&format!(
        "[document.querySelector('#node-{node} .forced')?.dataset.kind ?? null, document.querySelector('#node-{node}').ariaLabel]"
    ))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn an_answer_is_forced_until_it_is_released() {
    let program = Program::start_changeable(PAUSE);
    let browser = Browser::start();
    let page = open_pausable(&browser, &program.url);
    page.press("p");
    page.wait_until(PAUSED);
    // Composites are never asked.
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
    page.screenshot(&pages::directory().join("forced.png"));

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
    assert_eq!(page.complaints(), [Value::Null; 0]);
    let saved = program.end();
    shows_the_marks_when_saved(&browser, &saved);
}

/// The page of a recording in a file shows which answers were forced.
fn shows_the_marks_when_saved(browser: &Browser, recording: &Recording) {
    let agent = recording.agents().next().expect("the guard was recorded");
    let frames = agent.frames().filter(|frame| frame.forced().next().is_some());
    let moments: Vec<u64> = frames.map(|frame| frame.moments().start).collect();
    let path = pages::directory().join("forced.html");
    recording.save_page(&path).expect("the page can be written");
    let page = browser.open(&format!("file://{}#tick=1", path.display()), 1280, 800);
    page.press("m");
    assert_eq!(page.read("Number(document.getElementById('tick').value)"), moments[0] + 1);
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_program_stops_before_a_leaf() {
    let program = Program::start_changeable(PAUSE);
    let browser = Browser::start();
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
    page.screenshot(&pages::directory().join("stopped-before.png"));

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
    page.press("B");
    page.wait_until("document.querySelector('#node-2 .breakpoint') === null");
    page.press("p");
    assert!(program.goes_on(20));
    assert_eq!(page.complaints(), [Value::Null; 0]);
    program.end();
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn what_changes_the_program_can_be_read_and_used_in_a_small_window() {
    let program = Program::start_changeable(PAUSE);
    let browser = Browser::start_with(&["--force-prefers-reduced-motion"]);
    let page = open_pausable(&browser, &program.url);
    page.click("#node-2 .box");
    page.wait_until("!document.getElementById('force').hidden");
    page.press("r");
    page.wait_until("document.querySelector('#node-2 .forced')");
    page.press("B");
    page.wait_until("!document.getElementById('waits').hidden");
    page.press("s");
    page.wait_until("document.querySelector('#node-2 .forced')?.dataset.kind === 'tick'");
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
        page.screenshot(&pages::directory().join(format!("change-{width}.png")));
    }
    page.click("#breakpoint-before");
    page.wait_until("document.querySelector('#node-2 .breakpoint') === null");
    page.click("#live-pause");
    assert!(program.goes_on(3));
    assert_eq!(page.complaints(), [Value::Null; 0]);
    program.end();
}

/// The running example with a copy of its file; dropping it ends the program.
pub(crate) struct Workshop {
    program: Child,
    pub(crate) url: String,
}

impl Workshop {
    /// `name` is that of the copy.
    pub(crate) fn start(name: &str) -> Self {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
        let file = pages::directory().join(format!("{name}.tree"));
        fs::copy(root.join("examples/workshop/villager.tree"), &file).expect("it can be copied");
        let program =
            example::command("workshop").arg("--edit").arg(&file).stdout(Stdio::piped()).spawn();
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

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_villager_of_the_workshop_eats_because_the_page_says_so() {
    let workshop = Workshop::start("workshop");
    let browser = Browser::start();
    let page = open_pausable(&browser, &workshop.url);
    page.press("p");
    page.wait_until(PAUSED);
    // Its hunger decides for `eat`, and the answer of the condition for going to the kitchen.
    page.wait_until("document.querySelector(\"[aria-label='Set hunger']\")?.checkVisibility()");
    page.run("document.querySelector(\"[aria-label='Set hunger']\").click()");
    page.type_text("55");
    page.press("Enter");
    let condition = "[...document.querySelectorAll('#tree .node')].find((one) => one.textContent.includes('IsHungry'))";
    let node = page.read(&format!("{condition}.id"));
    let node = node.as_str().expect("there is such a node").to_owned();
    page.click(&format!("#{node} .box"));
    page.wait_until("!document.getElementById('force').hidden");
    page.run("document.activeElement.blur()");
    page.press("r");
    // The villager may be on its way to something else.
    let tick = "Number(document.getElementById('tick').value)";
    let touched = "document.getElementById('touched').textContent";
    let is_forced = format!("{touched}.includes('IsHungry was forced')");
    let is_asked = wait_until(|| {
        let before = page.read(tick);
        page.press("s");
        page.wait_until(&format!("{tick} !== {before}"));
        page.read(&is_forced) == true
    });
    assert!(is_asked, "the villager is never asked whether it is hungry");
    page.screenshot(&pages::directory().join("workshop.png"));
    page.press("M");
    page.press("Home");
    page.press("m");
    wait_for_text(&page, "touched", "hunger was set to 55");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
