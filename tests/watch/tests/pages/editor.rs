//! The editor of the live page: trees that are written on the drawing, by keyboard and by mouse, while they run; and large ones.

use crate::shown::{assert_content, directory};
use crate::village::{
    Program, STATE, Spot, apply, drop_offer, fill, insert, offer, point, said, text, type_behind,
    wait_for_check, wait_for_nodes, wait_for_part, wait_for_selected, wait_for_text,
    without_mistakes,
};
use browser::{Browser, Button, Page, wait_until};
use serde_json::{Value, json};
use std::fmt::Write;

/// What the villagers do before the designer comes.
const WORK: &str = "\
tree Villager {
    selector {
        action Harvest;
        running;
    }
}
";

/// When it is hungry, at most every ten seconds, it eats and then rests for two seconds.
const MEAL: &str = "\
tree Villager {
    selector {
        guard(HungrierThan) cooldown(10.0s) sequence {
            action Eat;
            wait(2.0s);
        }
        action Harvest;
        running;
    }
}
";

/// Drags the handle of a number by this number of steps.
fn drag_number(page: &Page<'_>, steps: u32) {
    let handle = "document.querySelector('#edit-form .drag-number')";
    page.wait_until(handle);
    let (x, y) = page.middle(handle);
    page.press_mouse((x, y));
    for step in (0..=steps).step_by(10) {
        page.move_pressed((x + 4.0 * f64::from(step), y));
    }
    page.release_mouse((x + 4.0 * f64::from(steps), y));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_designer_adds_a_meal_by_mouse_alone() {
    let program = Program::start("designer-mouse", WORK, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.resize(1600, 860);
    wait_for_nodes(&page, 3);
    drop_offer(&page, "sequence", Spot::Above(1), 4);
    drop_offer(&page, "Eat", Spot::On(1), 5);
    drop_offer(&page, "wait", Spot::Below(2), 6);
    drag_number(&page, 10);
    wait_for_part(&page, "wait(2.0s)");
    drop_offer(&page, "cooldown", Spot::Left(1), 7);
    drag_number(&page, 90);
    wait_for_part(&page, "cooldown(10.0s)");
    drop_offer(&page, "guard", Spot::Left(1), 8);
    wait_for_part(&page, "guard(Night)");
    // A condition that is dropped on a guard is its condition.
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("HungrierThan")));
    let (from, to) = (page.middle(&offer("HungrierThan")), point(&page, Spot::On(1)));
    page.press_mouse(from);
    page.move_pressed((from.0 + 8.0, from.1 - 8.0));
    page.move_pressed(to);
    page.wait_until("document.querySelector('.carried').textContent === 'HungrierThan for guard'");
    page.release_mouse(to);
    wait_for_text(&page, MEAL);
    wait_for_selected(&page, 1);
    page.click("#edit-apply");
    apply(&page);
    assert!(wait_until(|| program.bites() == 3));
    page.screenshot(&directory().join("editor-designer.png"));

    // Something goes around a node where it is dropped on its left end.
    drop_offer(&page, "retry", Spot::Left(4), 9);
    wait_for_part(&page, "retry(3) action Eat;");
    wait_for_selected(&page, 4);
    page.click("#edit-undo");
    wait_for_text(&page, MEAL);
    wait_for_nodes(&page, 8);
    // A branch is moved behind the others, and comes back.
    page.drag(point(&page, Spot::On(1)), &[point(&page, Spot::Below(7))]);
    page.wait_until("document.getElementById('edit-text').value.indexOf('Harvest') < document.getElementById('edit-text').value.indexOf('Eat')");
    page.click("#edit-undo");
    wait_for_text(&page, MEAL);
    // Escape ends a drag; nothing is changed.
    let from = point(&page, Spot::On(6));
    page.press_mouse(from);
    page.move_pressed(point(&page, Spot::Above(1)));
    page.press("Escape");
    page.release_mouse(point(&page, Spot::Above(1)));
    assert_eq!(text(&page), MEAL);

    // A click inserts behind the selected node.
    page.click("#tree [data-text='6'] .box");
    wait_for_selected(&page, 6);
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("GoTo")));
    page.drag(page.middle(&offer("GoTo")), &[]);
    wait_for_nodes(&page, 9);
    wait_for_part(&page, "        action Harvest;\n        action GoTo;");
    // Up by one place, with a drag that says where it leads.
    let (from, to) = (point(&page, Spot::On(7)), point(&page, Spot::Above(6)));
    page.press_mouse(from);
    page.move_pressed((from.0 + 8.0, from.1 - 8.0));
    page.move_pressed(to);
    page.wait_until("document.querySelector('#tree .target.over')");
    page.wait_until(
        "document.querySelector('.carried').textContent.startsWith('GoTo into selector')",
    );
    page.screenshot(&directory().join("editor-drag.png"));
    page.release_mouse(to);
    wait_for_part(&page, "        action GoTo;\n        action Harvest;");
    // A word that is dropped on a node that asks is written there; a sequence, and a place between nodes, take a node.
    let mut expected = text(&page);
    for (spot, nodes, from, to) in [
        (Spot::On(1), 9, "guard(HungrierThan)", "guard(Night)"),
        (Spot::On(3), 10, "wait(2.0s);", "wait(2.0s);\n            condition Night;"),
        (Spot::Above(1), 11, "        guard", "        condition Night;\n        guard"),
    ] {
        page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("Night")));
        page.drag(page.middle(&offer("Night")), &[point(&page, spot)]);
        expected = expected.replacen(from, to, 1);
        wait_for_text(&page, &expected);
        wait_for_nodes(&page, nodes);
    }
    page.click("#edit-save");
    page.wait_until(&format!("{STATE} === 'saved · not applied'"));
    assert_eq!(program.text(), expected);
    page.click("#edit-close");
    page.wait_until("document.getElementById('edit').hidden");
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_designer_adds_a_guarded_meal_by_keyboard_alone() {
    let program = Program::start("designer-keyboard", WORK, 1);
    let browser = Browser::still();
    let page = browser.open(&program.url, 1360, 860);
    page.wait_until("document.getElementById('edit-open')");
    page.press("F2");
    page.wait_until("document.activeElement.closest('#tree')");
    wait_for_nodes(&page, 3);
    page.press("Home");
    page.press("ArrowDown");
    wait_for_selected(&page, 1);
    insert(&page, "Enter", "eat", 4);
    insert(&page, "w", "sequence", 5);
    insert(&page, "Tab", "wait", 6);
    fill(&page, "duration", "2s");
    wait_for_part(&page, "wait(2s)");
    page.press("ArrowLeft");
    insert(&page, "w", "cooldown", 7);
    fill(&page, "duration", "10s");
    wait_for_part(&page, "cooldown(10s)");
    insert(&page, "w", "guard", 8);
    fill(&page, "of", "HungrierThan");
    wait_for_part(&page, "guard(HungrierThan)");
    page.press_with(&["Alt"], "ArrowUp");
    page.wait_until("document.getElementById('edit-text').value.indexOf('Eat') < document.getElementById('edit-text').value.indexOf('Harvest')");
    fill(&page, "label", "meal");
    let meal = "\
tree Villager {
    selector {
        'meal: guard(HungrierThan) cooldown(10s) sequence {
            action Eat;
            wait(2s);
        }
        action Harvest;
        running;
    }
}
";
    wait_for_text(&page, meal);
    page.wait_until(
        "document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('meal, guard')",
    );
    page.press_with(&["Control"], "Enter");
    apply(&page);
    assert!(wait_until(|| program.bites() == 3));
    page.press_with(&["Control"], "s");
    page.wait_until(&format!("{STATE} === 'saved · applied'"));
    assert_eq!(program.text(), meal);
    // All edits, of nodes and of fields, are one list: nine edits and a move.
    for _ in 0..10 {
        page.press_with(&["Control"], "z");
    }
    assert_eq!(text(&page), WORK);
    for _ in 0..10 {
        page.press_with(&["Control"], "y");
    }
    wait_for_text(&page, meal);
    wait_for_check(&page);
    wait_for_nodes(&page, 8);
    page.press("Home");
    page.press("ArrowDown");
    wait_for_selected(&page, 1);

    // Copies of the branch, which are removed again.
    page.press_with(&["Control"], "c");
    page.wait_until("document.getElementById('edit-said').textContent === 'Copied as text.'");
    page.press("End");
    page.click("#edit-commands button[title^='Paste']");
    wait_for_nodes(&page, 13);
    page.press("Delete");
    wait_for_nodes(&page, 8);
    page.press("Home");
    page.press("ArrowDown");
    wait_for_selected(&page, 1);
    page.press_with(&["Control"], "d");
    wait_for_nodes(&page, 13);
    wait_for_selected(&page, 6);
    page.press("Delete");
    wait_for_text(&page, meal);
    assert_content(&page);
}

/// Why, the blackboard, the timeline and the drawing stay, and so do its camera and its selection.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_page_stays_while_its_tree_is_edited() {
    let trees = "\
tree Villager {
    active_selector {
        'night: active_sequence {
            condition Night;
            running;
        }
        'meal: sequence {
            condition HungrierThan(limit = 1000);
            action Eat;
        }
        subtree Rest;
    }
}

tree Rest {
    'rest: running;
}
";
    let program = Program::start("stays", trees, 1);
    let browser = Browser::still();
    let page = browser.open(&program.url, 1360, 860);
    page.wait_until("document.getElementById('edit-open')");
    page.wait_until("document.querySelector('#node-4')");
    page.click("#node-1 .fold");
    page.click("#zoom-out");
    page.click("#node-4 .box");
    let scale =
        "document.querySelector('#tree .world').getAttribute('transform').split('scale')[1]";
    let before = page.read(scale);
    page.click("#edit-open");
    // The node of the text is the one that was selected, also in the form.
    wait_for_selected(&page, 4);
    page.wait_until("document.querySelector('#edit-form [data-field=label]')?.value === 'meal'");
    assert_eq!(page.read(scale), before);
    assert_eq!(page.read("document.querySelector('#node-1').ariaExpanded"), "false");
    // Why it is night, or no longer.
    page.wait_until("Number(document.getElementById('tick').value) > 105");
    page.press("[");
    for part in ["#tree", "#because", "#board", "#timeline", "#edit-form", "#edit-palette"] {
        page.wait_until(&format!("document.querySelector('{part}').checkVisibility()"));
        page.wait_until(&format!(
            "(() => {{ const box = document.querySelector('{part}').getBoundingClientRect(); return box.bottom > 0 && box.top < innerHeight && box.width > 100; }})()"
        ));
    }
    // The nodes go on with the states of the agent.
    page.click("#to-last");
    page.settle();
    page.wait_until(
        "document.querySelector(\"#tree [data-text='4']\").dataset.state === 'failure'",
    );
    let tick = page.read("Number(document.getElementById('tick').value)");
    page.wait_until(&format!("Number(document.getElementById('tick').value) > {tick}"));

    // One selection for the drawing, the text and the form.
    page.click("#edit-show-text");
    page.wait_until("document.querySelector('#edit-lines .chosen').textContent.includes('meal')");
    page.click("#tree [data-text='6'] .box");
    page.wait_until("document.querySelector('#edit-lines .chosen').textContent.includes('Eat')");
    page.run(
        "(() => { const field = document.getElementById('edit-text'); field.focus();
        const at = field.value.indexOf('subtree'); field.setSelectionRange(at, at); })()",
    );
    wait_for_selected(&page, 7);
    page.wait_until("document.querySelector('#edit-form [data-owner]')");
    // From the node that uses a tree to the tree, by mouse and by its header.
    page.click("#edit-form [data-owner]");
    page.wait_until(
        "document.querySelector('#edit-form [data-field=tree-name]')?.value === 'Rest'",
    );
    page.click("#tree [data-tree=Villager] .header");
    page.wait_until(
        "document.querySelector('#edit-form [data-field=tree-name]')?.value === 'Villager'",
    );
    page.screenshot(&directory().join("editor-stays.png"));

    // What is edited is drawn before the agents run it; what they run keeps its state.
    page.click("#edit-show-text");
    page.click("#tree [data-text='4'] .box");
    page.press("w");
    page.wait_until("document.activeElement.id === 'edit-filter'");
    page.type_text("retry");
    page.press("Enter");
    wait_for_nodes(&page, 10);
    let marked = page
        .read("[...document.querySelectorAll('#tree [data-mark]')].map((node) => node.ariaLabel)");
    assert_eq!(marked, json!(["retry(3), retry, not applied, idle"]));
    page.wait_until(
        "document.querySelector(\"#tree [data-text='5']\").dataset.state === 'failure'",
    );
    page.press_with(&["Control"], "Enter");
    apply(&page);
    wait_for_selected(&page, 4);
    page.click("#edit-close");
    page.wait_until("document.getElementById('edit').hidden");
    assert_eq!(page.text("#detail-name"), "retry(3)");
    assert_eq!(page.read("document.querySelector('#node-1').ariaExpanded"), "false");
    assert_eq!(page.read(scale), before);
    assert_content(&page);
}

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

/// Waits for the nodes of the text that are selected.
fn wait_for_chosen(page: &Page<'_>, nodes: &[usize]) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-text][aria-selected=true]')].map((node) => Number(node.dataset.text))) === '{}'",
        json!(nodes)
    ));
}

fn undo(page: &Page<'_>, text: &str) {
    page.press_with(&["Control"], "z");
    wait_for_text(page, text);
    wait_for_check(page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn trees_are_made_and_put_in_place_by_keyboard_alone() {
    let program = Program::start("trees-keyboard", DAY, 1);
    let browser = Browser::still();
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
    wait_for_part(&page, "subtree Meal(bites = bites)");
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
    wait_for_part(&page, "let(bites: u32 = 3) sequence {\n            sequence {");
    page.press_with(&["Control"], "z");
    wait_for_text(&page, &extracted);
    wait_for_check(&page);
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
    page.screenshot(&directory().join("editor-disabled.png"));
    page.press_with(&["Control"], "/");
    wait_for_text(&page, DAY);
    wait_for_selected(&page, 4);
    assert_content(&page);
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
    let browser = Browser::still();
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
    wait_for_part(&page, "subtree Dinner(");
    command(&page, "Delete");
    page.wait_until("document.querySelector('[data-note=remove-tree]')?.textContent.includes('One node uses it: village.tree:4.')");
    page.screenshot(&directory().join("editor-trees.png"));
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
    wait_for_part(&page, "//- action Harvest;\n        //- running;");
    // An only child is needed.
    click(&[], 1);
    wait_for_chosen(&page, &[1]);
    command(&page, "Disable");
    said(&page, "The node above cannot");
    page.click("#tree [data-mark=off] .box");
    page.wait_until("document.querySelector('#tree [aria-selected=true]')?.ariaLabel.startsWith('action Harvest, disabled')");
    command(&page, "Disable");
    wait_for_part(&page, "    action Harvest;\n        //- running;");
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_pattern_is_inserted_and_filled() {
    let program = Program::start(
        "pattern",
        "tree Villager {\n    selector {\n        running;\n    }\n}\n",
        1,
    );
    let browser = Browser::still();
    let page = program.edit(&browser);
    wait_for_nodes(&page, 2);
    page.press("Home");
    wait_for_selected(&page, 0);
    insert(&page, "Tab", "from time to time", 5);
    said(&page, "Choose what stands in the place of “running” (k).");
    wait_for_selected(&page, 4);
    insert(&page, "k", "eat", 5);
    wait_for_part(&page, "guard(Night) cooldown(10s) action Eat;");
    fill(&page, "bites", "5");
    wait_for_part(&page, "action Eat(bites = 5);");
    drop_offer(&page, "Harvest", Spot::Above(1), 6);
    page.resize(700, 860);
    for button in ["Extract…", "Inline", "Disable", "Delete"] {
        let box_of = format!(
            "(() => {{ const box = [...document.querySelectorAll('#edit-commands button')].find((button) => button.textContent === '{button}').getBoundingClientRect(); return box.left >= 0 && box.right <= innerWidth; }})()"
        );
        assert_eq!(page.read(&box_of), true, "{button}");
    }
    page.screenshot(&directory().join("editor-narrow.png"));
    assert_content(&page);
}

const REST: &str = "\
tree Villager {
    active_selector {
        sequence {
            condition HungrierThan(limit = 1000);
            action Eat;
        }
        subtree Rest;
    }
}

tree Rest {
    'rest: running;
}
";

/// Waits until the nodes of the text have these states.
fn wait_for_states(page: &Page<'_>, states: &Value) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-text]')].map((node) => node.dataset.state)) === JSON.stringify({states})"
    ));
}

/// Waits until these nodes of the text are marked, because the agent does not run them.
fn wait_for_new(page: &Page<'_>, nodes: &[&str]) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#tree [data-mark=new]')].map((node) => node.dataset.text)) === JSON.stringify({})",
        json!(nodes)
    ));
}

/// Replaces letters of the text.
fn replace(page: &Page<'_>, letters: &str, by: &str) {
    page.run(&format!(
        "(() => {{ const field = document.getElementById('edit-text'); field.focus();
            const at = field.value.indexOf('{letters}'); field.setSelectionRange(at, at + {}); }})()",
        letters.len()
    ));
    page.settle();
    page.type_text(by);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn nodes_have_the_states_of_an_agent_that_runs_them() {
    let program = Program::start("states", REST, 2);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    let states = json!(["running", "failure", "failure", "idle", "running", "running"]);
    wait_for_states(&page, &states);
    wait_for_new(&page, &[]);

    // The same nodes with another parameter are another text; what stays goes on.
    replace(&page, "1000", "900");
    wait_for_new(&page, &["2"]);
    wait_for_states(&page, &states);
    page.screenshot(&directory().join("editor-states.png"));
    page.press_with(&["Control"], "Enter");
    wait_for_new(&page, &[]);
    wait_for_states(&page, &states);

    // A node that the agent does not have has no state.
    replace(&page, "action Eat", "running");
    wait_for_new(&page, &["3"]);

    // A paused program shows its states to an editor that is opened then.
    page.press_with(&["Control"], "z");
    wait_for_new(&page, &[]);
    page.press("F2");
    page.press("p");
    page.wait_until("document.getElementById('live-state').textContent.includes('paused')");
    page.press("F2");
    wait_for_states(&page, &states);
    assert_content(&page);
}

/// A selector with 249 sequences of three leaves, and three leaves: 1,000 nodes.
fn large() -> String {
    let mut text = String::from("tree Villager {\n    selector {\n");
    for number in 0..249 {
        let sequence = format!(
            "        // The meal number {number}.\n        sequence {{\n            condition HungrierThan(limit = {});\n            \
             action GoTo(place = Market, speed = 2.5);\n            action Eat(bites = {});\n        }}\n",
            number % 90,
            number + 1
        );
        text.push_str(&sequence);
    }
    let _ = write!(
        text,
        "        action Sleep;\n        action Harvest;\n        running;\n    }}\n}}\n"
    );
    text
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_1000_nodes_is_edited() {
    let program = Program::start("large", &large(), 20);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 1000");
    type_behind(&page, "number 60.", "");
    let typed = " the quick brown fox eats while the lazy dog sleeps in the sun";
    for letter in typed.chars() {
        page.press(&letter.to_string());
    }
    assert!(
        page.read("document.getElementById('edit-lines').textContent.includes('in the sun')")
            == true
    );
    // The tree is drawn again too: a node that is removed, and comes back.
    page.press("F6");
    page.wait_until("document.activeElement.closest('#tree')");
    page.press("End");
    for _ in 0..5 {
        page.press("Delete");
        page.wait_until("document.querySelectorAll('#tree [data-text]').length === 999");
        page.press_with(&["Control"], "z");
        page.wait_until("document.querySelectorAll('#tree [data-text]').length === 1000");
        page.wait_until("document.querySelector('#tree [aria-selected=true]')?.getAttribute('data-text') === '999'");
    }
    page.screenshot(&directory().join("editor-large.png"));
    assert_content(&page);
}
