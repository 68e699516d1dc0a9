//! The editor of the live page: the files that the first one brings with `use`.

use crate::pages;
use crate::village::Program;
use browser::{Browser, Page, wait_until};
use serde_json::{Value, json};
use std::fs;

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

const STATE: &str = "document.getElementById('edit-state').textContent";

fn start(name: &str) -> Program {
    Program::start_with(name, VILLAGE, &[(NAME, KITCHEN)], 1)
}

fn kitchen(program: &Program) -> String {
    fs::read_to_string(program.folder().join(NAME)).expect("the file can be read")
}

fn wait_for_text(page: &Page<'_>, text: &str) {
    page.wait_until(&format!("document.getElementById('edit-text').value === {}", json!(text)));
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

/// Puts the cursor behind the first place of these letters, and types others.
fn type_behind(page: &Page<'_>, letters: &str, typed: &str) {
    page.run(&format!(
        "(() => {{ const field = document.getElementById('edit-text'); field.focus();
            const at = field.value.indexOf('{letters}') + {}; field.setSelectionRange(at, at); }})()",
        letters.len()
    ));
    page.settle();
    page.type_text(typed);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_node_leads_to_its_file() {
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
    page.screenshot(&pages::directory().join("editor-files.png"));
    // The node that uses the tree leads to it, too.
    open_file(&page, "village.tree");
    wait_for_text(&page, VILLAGE);
    page.run("document.getElementById('edit-text').focus()");
    type_behind(&page, "subtree ", "");
    page.wait_until("document.querySelector('#edit-form [data-owner]')");
    page.click("#edit-form [data-owner]");
    wait_for_text(&page, KITCHEN);
    page.wait_until("document.querySelector('#tree .head')?.dataset.tree === 'Meal'");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_mistake_is_shown_in_its_file() {
    let program = start("files-mistake");
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    wait_for_files(&page, ["village.tree", NAME], 0);
    open_file(&page, NAME);
    wait_for_text(&page, KITCHEN);
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
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Not applied. rooms/kitchen.tree:4:')");
    page.screenshot(&pages::directory().join("editor-files-mistake.png"));
    page.click("#edit-mistakes .go");
    page.wait_until("document.getElementById('edit-text').value.slice(document.getElementById('edit-text').selectionStart).startsWith('Eatx')");
    page.click("#edit-undo");
    wait_for_files(&page, ["village.tree", NAME], 1);
    // A tree that the first file needs.
    type_behind(&page, "tree Meal", "s");
    wait_for_files(&page, ["village.tree ✗ 1", &format!("{NAME} •")], 1);
    assert_eq!(program.text(), VILLAGE);
    assert_eq!(kitchen(&program), KITCHEN);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn files_are_applied_together_and_saved_alone() {
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
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
    page.wait_until(
        "document.getElementById('edit-said').textContent.startsWith('Not saved: the file has')",
    );
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The names in all files are changed, and come back, as one edit.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_has_its_new_name_in_all_files() {
    let program = start("files-rename");
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    wait_for_files(&page, ["village.tree", NAME], 0);
    open_file(&page, NAME);
    wait_for_text(&page, KITCHEN);
    page.click("#tree [data-tree=Meal] .header");
    page.wait_until("document.querySelector('#edit-form [data-field=tree-name]')");
    page.run("document.querySelector('#edit-form [data-field=tree-name]').select()");
    page.type_text("Dinner");
    page.press("Enter");
    let names = ["village.tree •", &format!("{NAME} •")];
    wait_for_files(&page, names, 1);
    wait_for_text(&page, &KITCHEN.replace("Meal", "Dinner"));
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
    wait_for_text(&page, KITCHEN);
    open_file(&page, "village.tree");
    wait_for_text(&page, &village.replace("1000", "10000"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
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
    type_behind(&one, "bites = 3", "0");
    type_behind(&other, "action Sleep;", " action Harvest;");
    let first = TREES.replace("= 3", "= 30");
    let both = first.replace("Sleep;", "Sleep; action Harvest;");

    // What one page applies is in the text that the other one applies.
    one.press_with(&["Control"], "Enter");
    one.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    merged(&other);
    wait_for_text(&other, &both);
    other.press_with(&["Control"], "Enter");
    other.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    other.press_with(&["Control"], "s");
    other.wait_until(&format!("{STATE} === 'saved · applied'"));
    assert_eq!(program.text(), both);
    // The first page has not saved its part, and takes the file with both.
    wait_for_text(&one, &both);
    one.wait_until(&format!("{STATE} === 'saved · applied'"));

    // A page that was merged with what is on the disk has both as an edit.
    type_behind(&one, "// Lies down", " at once");
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
        assert_eq!(page.complaints(), [Value::Null; 0]);
    }
}
