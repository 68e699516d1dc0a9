//! The editor of the live page: mistakes, completion, parameters of running agents, other pages, the disk.

use crate::pages;
use crate::village::Program;
use browser::{Browser, Page, wait_until};
use serde_json::Value;
use std::fs;

const MEAL: &str = "\
tree Villager {
    sequence {
        // Twice a day.
        condition HungrierThan(limit = 10);
        action Eat(bites = 3);
    }
}
";

const STATE: &str = "document.getElementById('edit-state').textContent";

fn text(page: &Page<'_>) -> String {
    let text = page.read("document.getElementById('edit-text').value");
    text.as_str().expect("a field has a text").to_owned()
}

/// Puts the cursor behind the first place of these letters.
fn go_behind(page: &Page<'_>, letters: &str) {
    page.run(&format!(
        "(() => {{ const field = document.getElementById('edit-text'); field.focus();
            const at = field.value.indexOf('{letters}') + {}; field.setSelectionRange(at, at); }})()",
        letters.len()
    ));
    page.settle();
}

/// Types letters one by one, as a person does.
fn type_keys(page: &Page<'_>, letters: &str) {
    for letter in letters.chars() {
        page.press(&letter.to_string());
    }
}

/// Waits for the number of mistakes, which belongs to the current text.
fn wait_for_mistakes(page: &Page<'_>, count: usize) {
    page.wait_until(&format!("document.querySelectorAll('#edit-mistakes li').length === {count}"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_mistake_is_underlined_told_and_mended() {
    let program = Program::start("mistake", MEAL, 1);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    wait_for_mistakes(&page, 0);
    go_behind(&page, "action Eat");
    type_keys(&page, "x");
    wait_for_mistakes(&page, 1);
    assert_eq!(page.text("#edit-lines .wrong"), "Eatx");
    assert!(
        page.text("#edit-mistakes").contains("did you mean `Eat`?"),
        "{}",
        page.text("#edit-mistakes")
    );
    assert_eq!(
        page.read("document.querySelector('#tree [data-mark=wrong] .title').textContent"),
        "Eatx(bites = 3)"
    );
    page.screenshot(&pages::directory().join("editor-mistake.png"));
    // A text with mistakes is not applied; it can be saved.
    page.press_with(&["Control"], "Enter");
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Not applied')");
    // The sentence leads to the place, and completion mends it.
    page.run("document.activeElement.blur()");
    page.click("#edit-mistakes .go");
    page.type_text("Ea");
    type_keys(&page, "t");
    wait_for_mistakes(&page, 0);
    assert_eq!(text(&page), MEAL);
    assert_eq!(page.read("document.querySelector('#edit-lines .wrong')"), Value::Null);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn words_are_completed_and_explained() {
    let program = Program::start("complete", MEAL, 1);
    let browser = Browser::start_with(&["--force-prefers-reduced-motion"]);
    let page = program.edit_text(&browser);
    go_behind(&page, "bites = 3);");
    page.press("Enter");
    type_keys(&page, "acti");
    page.wait_until("document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'action'");
    page.press("Enter");
    type_keys(&page, "G");
    page.wait_until(
        "document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'GoTo'",
    );
    page.screenshot(&pages::directory().join("editor-completion.png"));
    page.press("Tab");
    type_keys(&page, "(pl");
    page.wait_until("document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent.startsWith('place')");
    page.press("Tab");
    if !text(&page).contains("place = ") {
        type_keys(&page, " = ");
    }
    type_keys(&page, "M");
    page.wait_until("document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'Market'");
    page.press("Tab");
    type_keys(&page, ");");
    wait_for_mistakes(&page, 0);
    assert!(text(&page).contains("        action GoTo(place = Market);\n    }"), "{}", text(&page));
    // A parenthesis comes with the one that closes it, and goes with it.
    let row = "document.getElementById('edit-text').value.split('\\n')[6]";
    let caret = "document.getElementById('edit-text').selectionStart - document.getElementById('edit-text').value.lastIndexOf('\\n', document.getElementById('edit-text').selectionStart - 1) - 1";
    go_behind(&page, "place = Market);");
    page.press("Enter");
    type_keys(&page, "wa");
    page.wait_until(
        "document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'wait'",
    );
    // The next letter belongs to the word, also before the program has answered.
    page.run(
        "window.holds = [];
        const send = window.fetch;
        window.fetch = async (...asked) => {
            if (window.holds && String(asked[0]).includes('/complete?')) await new Promise((go) => holds.push(go));
            return send(...asked);
        };
        0",
    );
    type_keys(&page, "i");
    page.press("Enter");
    page.run(
        "const held = window.holds; window.holds = null; held.forEach((go) => go()); held.length",
    );
    page.wait_until(
        "document.querySelector('#edit-popup [role=option] .offer')?.textContent === 'Pause'",
    );
    let row = |text: &str, at: u32| {
        page.wait_until(&format!("{row}.trim() === '{text}' && {caret} === {at}"));
    };
    row("wait()", 13);
    page.press("Backspace");
    row("wait", 12);
    type_keys(&page, "(2s);");
    row("wait(2s);", 17);
    // The word under the mouse.
    let word = "[...document.querySelectorAll('#edit-lines .look-word')].find((part) => part.textContent === 'Eat')";
    page.point_at(page.middle(word));
    page.wait_until(
        "document.getElementById('edit-hover').textContent.includes('Eats until it is full.')",
    );
    page.screenshot(&pages::directory().join("editor-hover.png"));
    // The tree follows the cursor, and the cursor follows the tree.
    go_behind(&page, "Hungrier");
    page.wait_until("document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('HungrierThan')");
    page.click("#tree [data-text='3'] .box");
    page.press_with(&["Shift"], "F6");
    page.wait_until("document.activeElement.id === 'edit-text'");
    page.wait_until("document.getElementById('edit-text').value.slice(document.getElementById('edit-text').selectionStart).startsWith('action GoTo')");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_parameter_is_dragged_while_two_hundred_agents_run() {
    let program = Program::start("crowd", MEAL, 200);
    assert!(wait_until(|| program.bites() == 600));
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    go_behind(&page, "action Eat");
    page.wait_until("document.querySelector('#edit-form [data-field=bites]')");
    page.click("#edit-at-once");
    let (x, y) = page.middle("document.querySelector('#edit-form [data-field=bites]').parentElement.querySelector('.drag-number')");
    let ticks = program.ticks();
    page.press_mouse((x, y));
    for step in 1..=8 {
        page.move_pressed((x + 4.0 * f64::from(step), y));
    }
    // While the button is still pressed, the agents have the number.
    page.wait_until("document.getElementById('edit-text').value.includes('Eat(bites = 11)')");
    assert!(wait_until(|| program.bites() == 200 * 11));
    page.screenshot(&pages::directory().join("editor-slider.png"));
    page.release_mouse((x + 32.0, y));
    assert!(program.ticks() > ticks, "the program goes on");
    assert!(text(&page).contains("// Twice a day."), "{}", text(&page));
    // The whole drag is one edit.
    page.click("#edit-undo");
    assert_eq!(text(&page), MEAL);
    assert!(wait_until(|| program.bites() == 600));
    // The versions that the drag has made are no further agents.
    assert_eq!(page.read("document.getElementById('agent').options.length"), 200);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_page_is_told_what_another_one_applies_and_saves() {
    let program = Program::start("two", MEAL, 1);
    // A page in the background is not drawn, so each one has a browser.
    let browsers = [Browser::start(), Browser::start()];
    let [one, other] = browsers.each_ref().map(|browser| program.edit_text(browser));
    go_behind(&one, "bites = ");
    one.press("4");
    one.press_with(&["Control"], "Enter");
    one.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    assert!(wait_until(|| program.bites() == 43));
    other.wait_until(&format!("{STATE} === 'saved · not applied'"));
    one.press_with(&["Control"], "s");
    one.wait_until(&format!("{STATE} === 'saved · applied'"));
    // The other page has no text of its own, so it shows the new one.
    other.wait_until("document.getElementById('edit-text').value.includes('bites = 43')");
    other.wait_until(&format!("{STATE} === 'saved · applied'"));
    assert_eq!(one.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn text_that_is_not_saved_survives_a_reload() {
    let program = Program::start("reload", MEAL, 1);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    go_behind(&page, "Twice a day.");
    // The text of another program, which had this address before, stays, too.
    page.run("sessionStorage.setItem('behavior-tree-editor', JSON.stringify({ texts: { '/a.tree': { 'a.tree': '' } } }))");
    page.type_text(" Or more.");
    page.wait_until(&format!("{STATE} === 'not saved · not applied'"));
    page.reload();
    let kept = "'/a.tree' in JSON.parse(sessionStorage.getItem('behavior-tree-editor')).texts";
    assert_eq!(page.read(kept), true);
    page.wait_until("document.querySelector('[data-note=unsaved]')");
    assert_eq!(text(&page), MEAL);
    page.screenshot(&pages::directory().join("editor-reload.png"));
    page.click("[data-note=unsaved] button");
    page.wait_until("document.getElementById('edit-text').value.includes('Twice a day. Or more.')");
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(program.text(), MEAL.replace("day.", "day. Or more."));
    // Saved text is not offered.
    page.reload();
    page.wait_until("/mistake/.test(document.getElementById('edit-mistake-count').textContent)");
    assert_eq!(page.read("document.querySelector('[data-note=unsaved]')"), Value::Null);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_file_that_changed_on_disk_is_shown_and_never_overwritten() {
    let program = Program::start("disk", MEAL, 1);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    go_behind(&page, "Twice a day.");
    page.type_text(" Mine.");
    let theirs = MEAL.replace("a day", "a week");
    fs::write(&program.file, &theirs).expect("the file can be written");
    page.wait_until("document.querySelector('[data-note=disk]')");
    let lines = page.text("[data-note=disk] .difference");
    assert!(lines.contains("Mine.") && lines.contains("a week"), "{lines}");
    page.screenshot(&pages::directory().join("editor-disk.png"));
    // Saving is refused until the user has decided.
    page.press_with(&["Control"], "s");
    page.wait_until("document.querySelectorAll('[data-note=disk]').length === 1");
    assert_eq!(program.text(), theirs);
    page.click("[data-note=disk] button:nth-of-type(1)");
    page.wait_until("document.getElementById('edit-text').value.includes('a week')");
    assert_eq!(text(&page), theirs);
    page.click("#edit-undo");
    assert!(text(&page).contains("Mine."), "{}", text(&page));
    // A file that is as before again differs no more.
    for (on_disk, notes) in [(&*theirs, 0), (MEAL, 1), (&theirs, 0)] {
        fs::write(&program.file, on_disk).expect("the file can be written");
        page.wait_until(&format!(
            "document.querySelectorAll('[data-note=disk]').length === {notes}"
        ));
    }
    // The next one is kept, and replaces the file.
    fs::write(&program.file, MEAL.replace("bites = 3", "bites = 5"))
        .expect("the file can be written");
    page.wait_until("document.querySelector('[data-note=disk]')");
    page.click("[data-note=disk] button:nth-of-type(2)");
    page.click("#edit-save");
    page.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(program.text(), MEAL.replace("day.", "day. Mine."));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
