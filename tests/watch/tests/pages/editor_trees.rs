//! The editor of the live page: several nodes, trees that are made of nodes, and nodes that are disabled.

use crate::editor::{
    Spot, drop_offer, fill, insert, offer, point, still, text, wait_for_nodes, wait_for_selected,
    wait_for_text,
};
use crate::pages;
use crate::village::Program;
use browser::{Button, Page, wait_until};
use serde_json::{Value, json};

const DAY: &str = "\
tree Villager {
    selector {
        let(bites: u32 = 3) sequence {
            condition HungrierThan;
            action Eat(bites = bites); // dinner
            action Sleep;
        }
        action Harvest;
        running;
    }
}
";

/// The condition and the meal stand in a sequence of their own, which is a tree.
const EXTRACTED: &str = "\
tree Villager {
    selector {
        let(bites: u32 = 3) sequence {
            subtree Meal(bites = bites); // dinner
            action Sleep;
        }
        action Harvest;
        running;
    }
}

tree Meal(bites: u32) {
    sequence {
        condition HungrierThan;
        action Eat(bites = bites);
    }
}
";

fn said(page: &Page<'_>, sentence: &str) {
    page.wait_until(&format!(
        "document.getElementById('edit-said').textContent.startsWith({})",
        json!(sentence)
    ));
}

/// Waits for the nodes of the text that are selected.
fn wait_for_chosen(page: &Page<'_>, nodes: &[usize]) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-text][aria-selected=true]')].map((node) => Number(node.dataset.text))) === '{}'",
        json!(nodes)
    ));
}

fn without_mistakes(page: &Page<'_>) {
    page.wait_until(
        "document.getElementById('edit-mistake-count').textContent === '✓ no mistakes'",
    );
}

fn undo(page: &Page<'_>, text: &str) {
    page.press_with(&["Control"], "z");
    wait_for_text(page, text);
    page.wait_until("document.getElementById('edit-form').ariaBusy !== 'true'");
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn trees_are_made_and_put_in_place_by_keyboard_alone() {
    let program = Program::start("trees-keyboard", DAY, 1);
    let browser = still();
    let page = browser.open(&program.url, 1360, 860);
    page.wait_until("document.getElementById('edit-open')");
    page.press("F2");
    page.wait_until("document.activeElement.closest('#tree')");
    wait_for_nodes(&page, 8);
    page.press("Home");
    for node in 1..=3 {
        page.press("ArrowDown");
        wait_for_selected(&page, node);
    }
    // Two siblings, which move together and back.
    page.press_with(&["Shift"], "ArrowDown");
    wait_for_chosen(&page, &[3, 4]);
    said(&page, "2 nodes are selected.");
    page.press_with(&["Alt"], "ArrowDown");
    page.wait_until("document.getElementById('edit-text').value.indexOf('Sleep') < document.getElementById('edit-text').value.indexOf('Hungrier')");
    wait_for_chosen(&page, &[4, 5]);
    page.press_with(&["Alt"], "ArrowUp");
    wait_for_text(&page, DAY);
    wait_for_chosen(&page, &[3, 4]);
    // They become a tree; what it needs becomes a parameter.
    page.press("t");
    page.wait_until("document.activeElement.closest('[data-note=extract]')");
    page.type_text("Meal");
    page.press("Enter");
    page.wait_until("document.activeElement.closest('#tree')");
    page.wait_until(
        "document.getElementById('edit-text').value.includes('subtree Meal(bites = bites)')",
    );
    without_mistakes(&page);
    let extracted = text(&page);
    assert_eq!(
        extracted.replace("; // dinner\n            action Sleep", ";\n            action Sleep"),
        EXTRACTED.replace("; // dinner\n            action Sleep", ";\n            action Sleep"),
        "{extracted}"
    );
    page.press_with(&["Control"], "Enter");
    assert!(wait_until(|| program.bites() == 3));
    // From the node to the tree, whose name changes wherever it is used.
    page.press("F6");
    page.wait_until("document.activeElement.closest('#edit-form')");
    for _ in 0..9 {
        if page.read("document.activeElement.matches('[data-owner]')") == true {
            break;
        }
        page.press_with(&["Shift"], "Tab");
    }
    page.press("Enter");
    page.wait_until(
        "document.querySelector('#edit-form [data-field=tree-name]')?.value === 'Meal'",
    );
    fill(&page, "tree-name", "Dinner");
    wait_for_text(&page, &extracted.replace("Meal", "Dinner"));
    undo(&page, &extracted);
    // It comes back into the place of its node.
    page.press("Home");
    for node in 1..=3 {
        page.press("ArrowDown");
        wait_for_selected(&page, node);
    }
    page.press("i");
    page.wait_until("document.getElementById('edit-text').value.includes('let(bites: u32 = 3) sequence {\\n            sequence {')");
    page.press_with(&["Control"], "z");
    wait_for_text(&page, &extracted);
    page.wait_until("document.getElementById('edit-form').ariaBusy !== 'true'");
    undo(&page, DAY);
    // A node is a comment until it is enabled again.
    page.press("Home");
    for node in 1..=4 {
        page.press("ArrowDown");
        wait_for_selected(&page, node);
    }
    page.press_with(&["Control"], "/");
    let disabled = DAY.replace("action Eat", "//- action Eat");
    wait_for_text(&page, &disabled);
    page.wait_until("document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('action Eat(bites = bites), disabled')");
    without_mistakes(&page);
    page.press_with(&["Control", "Shift"], "f");
    said(&page, "It is formatted already.");
    page.screenshot(&pages::directory().join("editor-disabled.png"));
    page.press_with(&["Control"], "/");
    wait_for_text(&page, DAY);
    wait_for_selected(&page, 4);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// Presses a button of the toolbar.
fn command(page: &Page<'_>, text: &str) {
    let button = format!(
        "[...document.querySelectorAll('#edit-commands button')].find((button) => button.textContent === {})",
        json!(text)
    );
    page.drag(page.middle(&button), &[]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn trees_are_made_and_put_in_place_by_mouse_alone() {
    let program = Program::start("trees-mouse", DAY, 1);
    let browser = still();
    let page = program.edit(&browser);
    wait_for_nodes(&page, 8);
    let click = |held: &[&str], node: usize| {
        let (x, y) = point(&page, Spot::On(node));
        page.click_with(held, [x, y], Button::Left);
    };
    click(&[], 3);
    wait_for_chosen(&page, &[3]);
    click(&["Shift"], 5);
    wait_for_chosen(&page, &[3, 4, 5]);
    click(&["Control"], 5);
    wait_for_chosen(&page, &[3, 4]);
    // Both are dragged behind the action.
    page.drag(point(&page, Spot::On(3)), &[point(&page, Spot::Below(5))]);
    page.wait_until("document.getElementById('edit-text').value.indexOf('Sleep') < document.getElementById('edit-text').value.indexOf('Hungrier')");
    wait_for_chosen(&page, &[4, 5]);
    page.click("#edit-undo");
    wait_for_text(&page, DAY);
    // They are wrapped into one node.
    click(&[], 3);
    click(&["Shift"], 4);
    wait_for_chosen(&page, &[3, 4]);
    command(&page, "Wrap…");
    page.wait_until("document.getElementById('edit-target').textContent === 'Wrap the 2 nodes in'");
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("sequence")));
    page.drag(page.middle(&offer("sequence")), &[]);
    wait_for_nodes(&page, 9);
    wait_for_selected(&page, 3);
    command(&page, "Extract…");
    page.wait_until("document.activeElement.closest('[data-note=extract]')");
    page.type_text("Meal");
    page.click("[data-note=extract] button");
    wait_for_nodes(&page, 10);
    without_mistakes(&page);
    // Then it gets another name, and is deleted with its use.
    page.click("#tree [data-tree=Meal] .header");
    page.wait_until(
        "document.querySelector('#edit-form [data-field=tree-name]')?.value === 'Meal'",
    );
    page.run("document.querySelector('#edit-form [data-field=tree-name]').select()");
    page.type_text("Dinner");
    page.press("Enter");
    page.wait_until(
        "document.querySelector('#edit-form [data-field=tree-name]')?.value === 'Dinner'",
    );
    page.wait_until("document.getElementById('edit-text').value.includes('subtree Dinner(')");
    command(&page, "Delete");
    page.wait_until("document.querySelector('[data-note=remove-tree]')?.textContent.includes('One node uses it: village.tree:4.')");
    page.screenshot(&pages::directory().join("editor-trees.png"));
    page.click("[data-note=remove-tree] button");
    page.wait_until("!document.getElementById('edit-text').value.includes('Dinner')");
    page.click("#edit-undo");
    wait_for_nodes(&page, 10);
    page.click("#tree [data-text='3'] .box");
    wait_for_selected(&page, 3);
    command(&page, "Inline");
    page.wait_until("!document.getElementById('edit-text').value.includes('subtree')");
    wait_for_nodes(&page, 12);
    // Two nodes are disabled, and one of them comes back.
    click(&[], 7);
    wait_for_chosen(&page, &[7]);
    click(&["Control"], 8);
    wait_for_chosen(&page, &[7, 8]);
    command(&page, "Disable");
    page.wait_until("document.getElementById('edit-text').value.includes('//- action Harvest;\\n        //- running;')");
    // An only child is needed.
    click(&[], 1);
    wait_for_chosen(&page, &[1]);
    command(&page, "Disable");
    page.wait_until(
        "document.getElementById('edit-said').textContent.startsWith('The node above cannot')",
    );
    page.click("#tree [data-mark=off] .box");
    page.wait_until("document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('action Harvest, disabled')");
    command(&page, "Disable");
    page.wait_until("document.getElementById('edit-text').value.includes('    action Harvest;\\n        //- running;')");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_pattern_is_inserted_and_filled() {
    let program = Program::start(
        "pattern",
        "tree Villager {\n    selector {\n        running;\n    }\n}\n",
        1,
    );
    let browser = still();
    let page = program.edit(&browser);
    wait_for_nodes(&page, 2);
    page.press("Home");
    wait_for_selected(&page, 0);
    insert(&page, "Tab", "from time to time", 5);
    said(&page, "Choose what stands in the place of “running” (k).");
    wait_for_selected(&page, 4);
    insert(&page, "k", "eat", 5);
    page.wait_until("document.getElementById('edit-text').value.includes('guard(Night) cooldown(10s) action Eat;')");
    fill(&page, "bites", "5");
    page.wait_until(
        "document.getElementById('edit-text').value.includes('action Eat(bites = 5);')",
    );
    drop_offer(&page, "Harvest", Spot::Above(1), 6);
    page.resize(700, 860);
    for button in ["Extract…", "Inline", "Disable", "Delete"] {
        let box_of = format!(
            "(() => {{ const box = [...document.querySelectorAll('#edit-commands button')].find((button) => button.textContent === '{button}').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }})()"
        );
        assert_eq!(page.read(&box_of), true, "{button}");
    }
    page.screenshot(&pages::directory().join("editor-narrow.png"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
