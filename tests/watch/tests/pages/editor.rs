//! The editor of the live page: trees that are written by keyboard alone and by mouse alone.

use crate::pages;
use crate::village::Program;
use browser::{Browser, Page, wait_until};
use serde_json::Value;

/// Ten nodes.
const VILLAGER: &str = "\
tree Villager {
    selector {
        sequence {
            condition HungrierThan;
            action Eat;
        }
        sequence {
            condition Night;
            action Sleep;
        }
        sequence {
            action GoTo;
            action Harvest;
        }
    }
}
";

fn text(page: &Page<'_>) -> String {
    let text = page.read("document.getElementById('edit-text').value");
    text.as_str().expect("a field has a text").to_owned()
}

/// Waits until the tree shows this number of nodes, and the text is checked.
fn wait_for_nodes(page: &Page<'_>, nodes: usize) {
    page.wait_until(&format!(
        "document.querySelectorAll('#edit-rows [data-node]').length === {nodes}"
    ));
}

/// Inserts an entry of the palette by keyboard; `key` is Enter for a sibling, Tab for a child.
fn insert(page: &Page<'_>, key: &str, name: &str, nodes: usize) {
    page.press(key);
    page.wait_until("document.activeElement.id === 'edit-filter'");
    page.type_text(name);
    page.press("Enter");
    page.wait_until("document.activeElement.id === 'edit-rows'");
    wait_for_nodes(page, nodes);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_ten_nodes_is_written_by_keyboard_alone() {
    let program = Program::start("keyboard", "tree Villager {\n}\n", 1);
    let browser = Browser::start();
    let page = browser.open(&program.url, 1360, 860);
    page.wait_until("document.getElementById('edit-open')");
    page.press("F2");
    page.wait_until("document.activeElement.id === 'edit-text'");
    page.wait_until("document.querySelector('#edit-rows [role=treeitem]')");
    page.press("F6");
    page.wait_until("document.activeElement.id === 'edit-rows'");
    page.press("Home");
    insert(&page, "Tab", "selector", 1);
    insert(&page, "Tab", "sequence", 2);
    insert(&page, "Tab", "hungr", 3);
    insert(&page, "Enter", "eat", 4);
    // Back to the first sequence.
    page.press("ArrowLeft");
    insert(&page, "Enter", "sequence", 5);
    insert(&page, "Tab", "night", 6);
    insert(&page, "Enter", "sleep", 7);
    page.press("ArrowLeft");
    insert(&page, "Enter", "sequence", 8);
    insert(&page, "Tab", "harvest", 9);
    insert(&page, "Enter", "goto", 10);
    page.press_with(&["Alt"], "ArrowUp");
    page.wait_until("document.getElementById('edit-text').value.indexOf('GoTo') < document.getElementById('edit-text').value.indexOf('Harvest')");
    assert_eq!(text(&page), VILLAGER);
    page.wait_until(
        "document.getElementById('edit-mistake-count').textContent === '✓ no mistakes'",
    );
    page.screenshot(&pages::directory().join("editor-keyboard.png"));
    page.press_with(&["Control"], "Enter");
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    page.press_with(&["Control"], "s");
    page.wait_until("document.getElementById('edit-state').textContent === 'saved · applied'");
    assert_eq!(program.text(), VILLAGER);
    assert!(wait_until(|| program.bites() == 3));

    // All edits are one list: ten nodes and a move.
    for _ in 0..11 {
        page.press_with(&["Control"], "z");
    }
    assert_eq!(text(&page), "tree Villager {\n}\n");
    for _ in 0..11 {
        page.press_with(&["Control"], "y");
    }
    assert_eq!(text(&page), VILLAGER);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// A JavaScript expression for the row of the palette with this title.
fn offer(title: &str) -> String {
    format!(
        "[...document.querySelectorAll('#edit-palette li')].find((row) => row.querySelector('.row-title').textContent === '{title}')"
    )
}

/// Drags an entry of the palette to a gap: behind the row with this index, at a depth.
fn drop_offer(page: &Page<'_>, title: &str, (row, depth): (usize, u32), nodes: usize) {
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer(title)));
    let from = page.middle(&offer(title));
    let to = below(page, row, depth);
    page.drag(from, &[to]);
    wait_for_nodes(page, nodes);
}

/// The lower edge of a row, at the indentation of a depth.
fn below(page: &Page<'_>, row: usize, depth: u32) -> (f64, f64) {
    let script = format!(
        "(() => {{ const box = document.querySelectorAll('#edit-rows > div')[{row}].getBoundingClientRect(); return [box.x, box.bottom]; }})()"
    );
    let place = page.read(&script);
    let number = |index: usize| place[index].as_f64().expect("a row has a place");
    (number(0) + 6.0 + f64::from(depth) * 18.0 + 9.0, number(1))
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_ten_nodes_is_written_by_mouse_alone() {
    let program = Program::start("mouse", "tree Villager {\n}\n", 1);
    let browser = Browser::start();
    let page = program.edit(&browser);
    drop_offer(&page, "selector", (0, 1), 1);
    drop_offer(&page, "sequence", (1, 2), 2);
    drop_offer(&page, "HungrierThan", (2, 3), 3);
    drop_offer(&page, "Eat", (3, 3), 4);
    drop_offer(&page, "sequence", (4, 2), 5);
    drop_offer(&page, "Sleep", (5, 3), 6);
    drop_offer(&page, "Night", (5, 3), 7);
    drop_offer(&page, "sequence", (7, 2), 8);
    drop_offer(&page, "Harvest", (8, 3), 9);
    // A click inserts behind the selected node.
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("GoTo")));
    let (x, y) = page.middle(&offer("GoTo"));
    page.drag((x, y), &[]);
    wait_for_nodes(&page, 10);
    // Up by one place, with a drag.
    let from = page
        .middle("document.querySelectorAll('#edit-rows > div')[10].querySelector('.row-title')");
    let to = below(&page, 8, 3);
    page.press_mouse(from);
    page.move_pressed((from.0 + 8.0, from.1 - 8.0));
    page.move_pressed(to);
    page.screenshot(&pages::directory().join("editor-drag.png"));
    page.release_mouse(to);
    page.wait_until("document.getElementById('edit-text').value.indexOf('GoTo') < document.getElementById('edit-text').value.indexOf('Harvest')");
    assert_eq!(text(&page), VILLAGER);
    page.click("#edit-apply");
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    page.click("#edit-save");
    page.wait_until("document.getElementById('edit-state').textContent === 'saved · applied'");
    assert_eq!(program.text(), VILLAGER);
    page.screenshot(&pages::directory().join("editor-mouse.png"));
    page.click("#edit-close");
    page.wait_until("document.getElementById('edit').hidden");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
