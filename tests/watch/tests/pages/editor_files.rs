//! The editor of the live page: its text, with mistakes and completion, and its files, which no page and no program loses.

use crate::shown::{assert_content, directory};
use crate::village::{Program, STATE, said, text, type_behind, wait_for_text};
use browser::{Browser, Page, wait_until};
use serde_json::{Value, json};
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
fn words_are_underlined_completed_and_explained() {
    let program = Program::start("mistake", MEAL, 1);
    let browser = Browser::still();
    let page = program.edit_text(&browser);
    wait_for_mistakes(&page, 0);
    type_behind(&page, "action Eat", "");
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
    page.screenshot(&directory().join("editor-mistake.png"));
    // A text with mistakes is not applied; it can be saved.
    page.press_with(&["Control"], "Enter");
    said(&page, "Not applied");
    // The sentence leads to the place, and completion mends it.
    page.run("document.activeElement.blur()");
    page.click("#edit-mistakes .go");
    page.type_text("Ea");
    type_keys(&page, "t");
    wait_for_mistakes(&page, 0);
    assert_eq!(text(&page), MEAL);
    assert_eq!(page.read("document.querySelector('#edit-lines .wrong')"), Value::Null);

    // What can stand at the cursor is offered.
    type_behind(&page, "bites = 3);", "");
    page.press("Enter");
    type_keys(&page, "acti");
    page.wait_until("document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'action'");
    page.press("Enter");
    type_keys(&page, "G");
    page.wait_until(
        "document.querySelector('#edit-popup [aria-selected=true] .offer')?.textContent === 'GoTo'",
    );
    page.screenshot(&directory().join("editor-completion.png"));
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
    type_behind(&page, "place = Market);", "");
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
    page.screenshot(&directory().join("editor-hover.png"));
    // The tree follows the cursor, and the cursor follows the tree.
    type_behind(&page, "Hungrier", "");
    page.wait_until("document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('HungrierThan')");
    page.click("#tree [data-text='3'] .box");
    page.press_with(&["Shift"], "F6");
    page.wait_until("document.activeElement.id === 'edit-text'");
    page.wait_until("document.getElementById('edit-text').value.slice(document.getElementById('edit-text').selectionStart).startsWith('action GoTo')");
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_parameter_is_dragged_while_two_hundred_agents_run() {
    let program = Program::start("crowd", MEAL, 200);
    assert!(wait_until(|| program.bites() == 600));
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    type_behind(&page, "action Eat", "");
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
    page.screenshot(&directory().join("editor-slider.png"));
    page.release_mouse((x + 32.0, y));
    assert!(program.ticks() > ticks, "the program goes on");
    assert!(text(&page).contains("// Twice a day."), "{}", text(&page));
    // The whole drag is one edit.
    page.click("#edit-undo");
    assert_eq!(text(&page), MEAL);
    assert!(wait_until(|| program.bites() == 600));
    // The versions that the drag has made are no further agents.
    assert_eq!(page.read("document.getElementById('agent').options.length"), 200);
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn text_survives_a_reload_and_a_change_on_disk() {
    let program = Program::start("disk", MEAL, 1);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    type_behind(&page, "Twice a day.", "");
    // The text of another program, which had this address before, stays, too.
    page.run("sessionStorage.setItem('behavior-tree-editor', JSON.stringify({ texts: { '/a.tree': { 'a.tree': '' } } }))");
    page.type_text(" Or more.");
    page.wait_until(&format!("{STATE} === 'not saved · not applied'"));
    page.reload();
    let kept = "'/a.tree' in JSON.parse(sessionStorage.getItem('behavior-tree-editor')).texts";
    assert_eq!(page.read(kept), true);
    // It is offered until somebody decides.
    for _ in 0..2 {
        page.wait_until("document.querySelector('[data-note=unsaved] button')");
        assert_eq!(text(&page), MEAL);
        page.reload();
    }
    page.wait_until("document.querySelector('[data-note=unsaved] button')");
    page.screenshot(&directory().join("editor-reload.png"));
    page.click("[data-note=unsaved] button");
    page.wait_until("document.getElementById('edit-text').value.includes('Twice a day. Or more.')");
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(program.text(), MEAL.replace("day.", "day. Or more."));
    // Saved text is not offered.
    page.reload();
    page.wait_until("/mistake/.test(document.getElementById('edit-mistake-count').textContent)");
    assert_eq!(page.read("document.querySelector('[data-note=unsaved]')"), Value::Null);

    // The file changes on disk meanwhile.
    page.click("#edit-show-text");
    let saved = MEAL.replace("day.", "day. Or more.");
    type_behind(&page, "Or more.", "");
    page.type_text(" Mine.");
    let theirs = saved.replace("a day", "a week");
    fs::write(&program.file, &theirs).expect("the file can be written");
    page.wait_until("document.querySelector('[data-note=disk]')");
    let lines = page.text("[data-note=disk] .difference");
    assert!(lines.contains("Mine.") && lines.contains("a week"), "{lines}");
    page.screenshot(&directory().join("editor-disk.png"));
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
    for (on_disk, notes) in [(&*theirs, 0), (&*saved, 1), (&*theirs, 0)] {
        fs::write(&program.file, on_disk).expect("the file can be written");
        page.wait_until(&format!(
            "document.querySelectorAll('[data-note=disk]').length === {notes}"
        ));
    }
    // The next one is kept, and replaces the file.
    fs::write(&program.file, saved.replace("bites = 3", "bites = 5"))
        .expect("the file can be written");
    page.wait_until("document.querySelector('[data-note=disk]')");
    page.click("[data-note=disk] button:nth-of-type(2)");
    page.click("#edit-save");
    page.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(program.text(), saved.replace("more.", "more. Mine."));
    assert_content(&page);
}

const VILLAGE: &str = "\
use \"rooms/kitchen.tree\";
tree Villager {
    active_selector {
        condition HungrierThan(limit = 1000);
        subtree Meal;
    }
}
";

const KITCHEN: &str = "\
// Twice a day.
tree Meal {
    sequence {
        action Eat(bites = 3);
        action Harvest;
    }
}
";

const NAME: &str = "rooms/kitchen.tree";

fn start(name: &str) -> Program {
    Program::start_with(name, VILLAGE, &[(NAME, KITCHEN)], 1)
}

fn kitchen(program: &Program) -> String {
    fs::read_to_string(program.folder().join(NAME)).expect("the file can be read")
}

/// Waits for the buttons of the files, and for the one that is pressed.
fn wait_for_files(page: &Page<'_>, buttons: [&str; 2], pressed: usize) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#edit-files button')].map((button) => button.textContent)) === JSON.stringify({}) && document.querySelectorAll('#edit-files button')[{pressed}].ariaPressed === 'true'",
        json!(buttons)
    ));
}

fn open_file(page: &Page<'_>, name: &str) {
    page.click(&format!("#edit-files [data-file='{name}']"));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn nodes_and_mistakes_lead_to_their_file() {
    let program = start("files-node");
    let browser = Browser::start();
    let page = browser.open(&program.url, 1360, 860);
    // The action of the tree that the file brings.
    page.wait_until("document.querySelector('#tree [data-node=\"4\"]')");
    page.click("#tree [data-node=\"4\"]");
    page.wait_until(
        "document.getElementById('detail-line').textContent.endsWith('rooms/kitchen.tree')",
    );
    assert!(page.text("#detail-line").starts_with("line 4 of "));
    page.click("#edit-node");
    wait_for_files(&page, ["village.tree", NAME], 1);
    wait_for_text(&page, KITCHEN);
    page.wait_until(
        "document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('Eat')",
    );
    assert!(page.text("#edit-path").ends_with("/rooms/kitchen.tree"));
    // Its nodes have the states of the agent.
    let states = json!(["failure", "success", "failure"]);
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-text]')].map((node) => node.dataset.state)) === JSON.stringify({states})"
    ));
    page.screenshot(&directory().join("editor-files.png"));
    // The node that uses the tree leads to it, too.
    open_file(&page, "village.tree");
    wait_for_text(&page, VILLAGE);
    page.run("document.getElementById('edit-text').focus()");
    type_behind(&page, "subtree ", "");
    page.wait_until("document.querySelector('#edit-form [data-owner]')");
    page.click("#edit-form [data-owner]");
    wait_for_text(&page, KITCHEN);
    page.wait_until("document.querySelector('#tree .head')?.dataset.tree === 'Meal'");

    // A mistake is shown in its file.
    type_behind(&page, "action Eat", "x");
    wait_for_files(&page, ["village.tree", &format!("{NAME} • ✗ 1")], 1);
    assert_eq!(page.text("#edit-lines .wrong"), "Eatx");
    // It is also told where another file is shown, and leads back.
    open_file(&page, "village.tree");
    wait_for_text(&page, VILLAGE);
    wait_for_files(&page, ["village.tree", &format!("{NAME} • ✗ 1")], 0);
    page.wait_until("document.querySelectorAll('#edit-mistakes li').length === 1");
    assert!(page.text("#edit-mistakes").starts_with("rooms/kitchen.tree:4:16 "));
    assert_eq!(page.read("document.querySelector('#edit-lines .wrong')"), Value::Null);
    page.press_with(&["Control"], "Enter");
    said(&page, "Not applied. rooms/kitchen.tree:4:");
    page.screenshot(&directory().join("editor-files-mistake.png"));
    page.click("#edit-mistakes .go");
    page.wait_until("document.getElementById('edit-text').value.slice(document.getElementById('edit-text').selectionStart).startsWith('Eatx')");
    page.click("#edit-undo");
    wait_for_files(&page, ["village.tree", NAME], 1);
    // A tree that the first file needs.
    type_behind(&page, "tree Meal", "s");
    wait_for_files(&page, ["village.tree ✗ 1", &format!("{NAME} •")], 1);
    assert_eq!(program.text(), VILLAGE);
    assert_eq!(kitchen(&program), KITCHEN);
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn files_are_applied_and_renamed_together_and_saved_alone() {
    let program = start("files-save");
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    assert!(wait_until(|| program.bites() == 3));
    wait_for_files(&page, ["village.tree", NAME], 0);
    type_behind(&page, "subtree Meal", "s");
    wait_for_files(&page, ["village.tree • ✗ 1", NAME], 0);
    open_file(&page, NAME);
    wait_for_text(&page, KITCHEN);
    type_behind(&page, "tree Meal", "s");
    type_behind(&page, "bites = ", "4");
    wait_for_files(&page, ["village.tree •", &format!("{NAME} •")], 1);
    page.press_with(&["Control"], "Enter");
    page.wait_until("document.getElementById('edit-said').textContent === 'Applied to 1 agent.'");
    assert!(wait_until(|| program.bites() == 43));
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE} === 'saved · applied'"));
    wait_for_files(&page, ["village.tree •", NAME], 1);
    let meals = KITCHEN.replace("Meal", "Meals").replace("= 3", "= 43");
    assert_eq!((&*program.text(), &*kitchen(&program)), (VILLAGE, &*meals));

    // The other file still has its own text and its own edits.
    open_file(&page, "village.tree");
    wait_for_text(&page, &VILLAGE.replace("Meal", "Meals"));
    page.wait_until(&format!("{STATE} === 'not saved · applied'"));
    page.click("#edit-undo");
    wait_for_text(&page, VILLAGE);
    page.click("#edit-redo");
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE} === 'saved · applied'"));
    assert_eq!(program.text(), VILLAGE.replace("Meal", "Meals"));

    // A name that is changed in one file is changed in all of them, as one edit.
    open_file(&page, NAME);
    wait_for_text(&page, &meals);
    page.click("#tree [data-tree=Meals] .header");
    page.wait_until("document.querySelector('#edit-form [data-field=tree-name]')");
    page.run("document.querySelector('#edit-form [data-field=tree-name]').select()");
    page.type_text("Dinner");
    page.press("Enter");
    let names = ["village.tree •", &format!("{NAME} •")];
    wait_for_files(&page, names, 1);
    wait_for_text(&page, &meals.replace("Meals", "Dinner"));
    // The node of the file that is not shown has it in the drawing, too.
    page.wait_until("[...document.querySelectorAll('#tree .node')].some((node) => node.ariaLabel.startsWith('Dinner, subtree'))");
    page.wait_until(
        "document.getElementById('edit-mistake-count').textContent === '✓ no mistakes'",
    );
    page.press_with(&["Control"], "z");
    wait_for_files(&page, ["village.tree", NAME], 1);
    page.press_with(&["Control"], "y");
    wait_for_files(&page, names, 1);
    // A file that was changed since keeps its text.
    open_file(&page, "village.tree");
    let village = VILLAGE.replace("Meal", "Dinner");
    wait_for_text(&page, &village);
    type_behind(&page, "1000", "0");
    open_file(&page, NAME);
    page.press_with(&["Control"], "z");
    wait_for_text(&page, &meals);
    open_file(&page, "village.tree");
    wait_for_text(&page, &village.replace("1000", "10000"));
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn each_file_is_guarded_against_loss() {
    let program = start("files-disk");
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    wait_for_files(&page, ["village.tree", NAME], 0);
    open_file(&page, NAME);
    wait_for_text(&page, KITCHEN);
    type_behind(&page, "Twice a day.", " Mine.");
    let theirs = KITCHEN.replace("Twice", "Once");
    fs::write(program.folder().join(NAME), &theirs).expect("the file can be written");
    page.wait_until("document.querySelector('[data-note=disk]')");
    // The note belongs to its file.
    open_file(&page, "village.tree");
    wait_for_text(&page, VILLAGE);
    assert_eq!(page.read("document.querySelector('[data-note=disk]')"), Value::Null);
    open_file(&page, NAME);
    page.wait_until("document.querySelector('[data-note=disk]')");
    page.press_with(&["Control"], "s");
    said(&page, "Not saved: the file has");
    assert_eq!(kitchen(&program), theirs);
    // The text survives a reload, in which the first file is shown.
    open_file(&page, "village.tree");
    wait_for_text(&page, VILLAGE);
    page.reload();
    wait_for_files(&page, ["village.tree", &format!("{NAME} •")], 0);
    assert_eq!(page.read("document.querySelector('[data-note=unsaved]')"), Value::Null);
    open_file(&page, NAME);
    page.wait_until("document.querySelector('[data-note=unsaved]')");
    wait_for_text(&page, &theirs);
    page.click("[data-note=unsaved] button");
    wait_for_text(&page, &KITCHEN.replace("day.", "day. Mine."));
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(kitchen(&program), KITCHEN.replace("day.", "day. Mine."));
    assert_eq!(program.text(), VILLAGE);
    assert_content(&page);
}

const TREES: &str = "\
tree Villager {
    sequence {
        action Eat(bites = 3);
        subtree Rest;
    }
}

// Lies down.
tree Rest {
    sequence {
        action Sleep;
        running;
    }
}
";

/// Whatever one page does, the other one has it too, and none writes over it.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn two_pages_edit_two_trees_of_one_file() {
    let program = Program::start("two-pages", TREES, 3);
    // A page in the background is not drawn, so each one has a browser.
    let browsers = [Browser::start(), Browser::start()];
    let [one, other] = browsers.each_ref().map(|browser| program.edit_text(browser));
    let merged = |page: &Page<'_>| {
        page.wait_until(
            "document.getElementById('edit-said').textContent.includes('both changes are here')",
        );
    };
    // A page without a text of its own is told that the agents run another text, and shows it once it is saved.
    type_behind(&one, "// Lies", " often");
    one.press_with(&["Control"], "Enter");
    other.wait_until(&format!("{STATE} === 'saved · not applied'"));
    one.press_with(&["Control"], "s");
    one.wait_until(&format!("{STATE} === 'saved · applied'"));
    let trees = TREES.replace("Lies", "Lies often");
    wait_for_text(&other, &trees);
    other.wait_until(&format!("{STATE} === 'saved · applied'"));
    type_behind(&one, "bites = 3", "0");
    type_behind(&other, "action Sleep;", " action Harvest;");
    let first = trees.replace("= 3", "= 30");
    let both = first.replace("Sleep;", "Sleep; action Harvest;");

    // What one page applies is in the text that the other one applies.
    one.press_with(&["Control"], "Enter");
    said(&one, "Applied");
    merged(&other);
    wait_for_text(&other, &both);
    other.press_with(&["Control"], "Enter");
    said(&other, "Applied");
    other.press_with(&["Control"], "s");
    other.wait_until(&format!("{STATE} === 'saved · applied'"));
    assert_eq!(program.text(), both);
    // The first page has not saved its part, and takes the file with both.
    wait_for_text(&one, &both);
    one.wait_until(&format!("{STATE} === 'saved · applied'"));

    // A page that was merged with what is on the disk has both as an edit.
    type_behind(&one, "// Lies often down", " at once");
    type_behind(&other, "bites = 30", "0");
    one.press_with(&["Control"], "s");
    merged(&other);
    let now = both.replace("down", "down at once");
    wait_for_text(&other, &now.replace("= 30", "= 300"));
    other.click("#edit-undo");
    wait_for_text(&other, &both.replace("= 30", "= 300"));
    other.click("#edit-redo");
    other.press_with(&["Control"], "s");
    other.wait_until(&format!("{STATE}.startsWith('saved')"));
    assert_eq!(program.text(), now.replace("= 30", "= 300"));
    wait_for_text(&one, &now.replace("= 30", "= 300"));

    // The same line is a matter for a person.
    type_behind(&one, "bites = 300", "1");
    type_behind(&other, "bites = 300", "2");
    one.press_with(&["Control"], "s");
    other.wait_until("document.querySelector('[data-note=disk]')");
    wait_for_text(&other, &now.replace("= 30", "= 3002"));
    assert_eq!(program.text(), now.replace("= 30", "= 3001"));
    for page in [&one, &other] {
        assert_content(page);
    }
}
