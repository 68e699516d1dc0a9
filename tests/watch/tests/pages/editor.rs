//! The editor of the live page: trees that are written on the drawing, by keyboard alone and by mouse alone, while they run.

use crate::pages;
use crate::village::Program;
use browser::{Browser, Page, wait_until};
use serde_json::{Value, json};

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

pub(crate) fn text(page: &Page<'_>) -> String {
    let text = page.read("document.getElementById('edit-text').value");
    text.as_str().expect("a field has a text").to_owned()
}

/// Waits until the drawing shows this number of nodes of the text.
pub(crate) fn wait_for_nodes(page: &Page<'_>, nodes: usize) {
    page.wait_until(&format!("document.querySelectorAll('#tree [data-text]').length === {nodes}"));
}

pub(crate) fn wait_for_text(page: &Page<'_>, text: &str) {
    page.wait_until(&format!("document.getElementById('edit-text').value === {}", json!(text)));
}

/// A JavaScript expression for the index of the selected node in the text; null if none is selected.
const SELECTED: &str =
    "document.querySelector('#tree [aria-selected=true]')?.getAttribute('data-text') ?? null";

pub(crate) fn wait_for_selected(page: &Page<'_>, node: usize) {
    page.wait_until(&format!("({SELECTED}) === '{node}'"));
}

/// Waits until the agents run the text.
pub(crate) fn apply(page: &Page<'_>) {
    page.wait_until("document.getElementById('edit-said').textContent.startsWith('Applied')");
    page.wait_until("!document.querySelector('#tree [data-mark]')");
}

/// A browser in which the drawing does not glide.
pub(crate) fn still() -> Browser {
    Browser::start_with(&["--force-prefers-reduced-motion"])
}

/// Inserts an entry of the palette by keyboard; `key` is Enter for a sibling, Tab for a child, w for a node around.
pub(crate) fn insert(page: &Page<'_>, key: &str, name: &str, nodes: usize) {
    page.press(key);
    page.wait_until("document.activeElement.id === 'edit-filter'");
    page.type_text(name);
    page.press("Enter");
    page.wait_until("document.activeElement.closest('#tree')");
    wait_for_nodes(page, nodes);
}

/// Writes into a field of the form and returns to the drawing.
pub(crate) fn fill(page: &Page<'_>, field: &str, text: &str) {
    page.wait_until("document.getElementById('edit-form').ariaBusy !== 'true'");
    page.press("F6");
    page.wait_until("document.activeElement.closest('#edit-form')");
    page.run(&format!("document.querySelector('#edit-form [data-field=\"{field}\"]').select()"));
    page.type_text(text);
    page.press("Enter");
    page.press_with(&["Shift"], "F6");
    page.wait_until("document.activeElement.closest('#tree')");
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_ten_nodes_is_written_by_keyboard_alone() {
    let program = Program::start("keyboard", "tree Villager {\n}\n", 1);
    let browser = Browser::start();
    let page = browser.open(&program.url, 1360, 860);
    page.wait_until("document.getElementById('edit-open')");
    page.press("F2");
    page.wait_until("document.activeElement.closest('#tree')");
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
    wait_for_text(&page, VILLAGER);
    page.wait_until(
        "document.getElementById('edit-mistake-count').textContent === '✓ no mistakes'",
    );
    page.screenshot(&pages::directory().join("editor-keyboard.png"));
    page.press_with(&["Control"], "Enter");
    apply(&page);
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
pub(crate) fn offer(title: &str) -> String {
    format!(
        "[...document.querySelectorAll('#edit-palette li')].find((row) => row.querySelector('.row-title').textContent === '{title}')"
    )
}

/// A place at a node of the drawing.
#[derive(Clone, Copy)]
pub(crate) enum Spot {
    /// On its box.
    On(usize),
    /// At the left end of its box.
    Left(usize),
    /// Between it and what stands above it.
    Above(usize),
    /// Between it and what stands below it.
    Below(usize),
}

/// Returns the point of the window at a node of the text; without nodes, on the tree itself.
pub(crate) fn point(page: &Page<'_>, spot: Spot) -> (f64, f64) {
    // Until the program has checked a text, the drawing shows the one before.
    page.wait_until("document.getElementById('edit-form').ariaBusy !== 'true'");
    let (node, across, down) = match spot {
        Spot::On(node) => (node, 0.5, 0.5),
        Spot::Left(node) => (node, 0.05, 0.5),
        Spot::Above(node) => (node, 0.5, -0.1),
        Spot::Below(node) => (node, 0.5, 1.1),
    };
    let script = format!(
        "(() => {{ const node = document.querySelector(\"#tree [data-text='{node}']\") ?? document.querySelector('#node-0');
            const box = node.querySelector('.box').getBoundingClientRect();
            return [box.x + box.width * {across}, box.y + box.height * {down}]; }})()"
    );
    let place = page.read(&script);
    let number = |index: usize| place[index].as_f64().expect("a node has a place");
    (number(0), number(1))
}

/// Drags an entry of the palette to a place.
pub(crate) fn drop_offer(page: &Page<'_>, title: &str, spot: Spot, nodes: usize) {
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer(title)));
    let from = page.middle(&offer(title));
    let to = point(page, spot);
    page.drag(from, &[to]);
    wait_for_nodes(page, nodes);
    page.wait_until(&format!(
        "document.querySelector('#edit-form h2')?.textContent.startsWith('{title}')"
    ));
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_ten_nodes_is_written_by_mouse_alone() {
    let program = Program::start("mouse", "tree Villager {\n}\n", 1);
    let browser = still();
    let page = program.edit(&browser);
    page.wait_until("document.querySelector('#tree [data-tree=Villager]')");
    drop_offer(&page, "selector", Spot::On(0), 1);
    drop_offer(&page, "sequence", Spot::On(0), 2);
    drop_offer(&page, "HungrierThan", Spot::On(1), 3);
    drop_offer(&page, "Eat", Spot::Below(2), 4);
    drop_offer(&page, "sequence", Spot::Below(1), 5);
    drop_offer(&page, "Sleep", Spot::On(4), 6);
    drop_offer(&page, "Night", Spot::Above(5), 7);
    drop_offer(&page, "sequence", Spot::Below(4), 8);
    drop_offer(&page, "Harvest", Spot::On(7), 9);
    // A click inserts behind the selected node.
    page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer("GoTo")));
    page.drag(page.middle(&offer("GoTo")), &[]);
    wait_for_nodes(&page, 10);
    // Up by one place, with a drag.
    let (from, to) = (point(&page, Spot::On(9)), point(&page, Spot::Above(8)));
    page.press_mouse(from);
    page.move_pressed((from.0 + 8.0, from.1 - 8.0));
    page.move_pressed(to);
    page.wait_until("document.querySelector('#tree .target.over')");
    page.wait_until("document.querySelector('.carried').textContent === 'GoTo into sequence'");
    page.screenshot(&pages::directory().join("editor-drag.png"));
    page.release_mouse(to);
    wait_for_text(&page, VILLAGER);
    page.click("#edit-apply");
    apply(&page);
    page.click("#edit-save");
    page.wait_until("document.getElementById('edit-state').textContent === 'saved · applied'");
    assert_eq!(program.text(), VILLAGER);
    page.screenshot(&pages::directory().join("editor-mouse.png"));
    page.click("#edit-close");
    page.wait_until("document.getElementById('edit').hidden");
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

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
    let browser = still();
    let page = program.edit(&browser);
    page.resize(1600, 860);
    wait_for_nodes(&page, 3);
    drop_offer(&page, "sequence", Spot::Above(1), 4);
    drop_offer(&page, "Eat", Spot::On(1), 5);
    drop_offer(&page, "wait", Spot::Below(2), 6);
    drag_number(&page, 10);
    page.wait_until("document.getElementById('edit-text').value.includes('wait(2.0s)')");
    drop_offer(&page, "cooldown", Spot::Left(1), 7);
    drag_number(&page, 90);
    page.wait_until("document.getElementById('edit-text').value.includes('cooldown(10.0s)')");
    drop_offer(&page, "guard", Spot::Left(1), 8);
    page.wait_until("document.getElementById('edit-text').value.includes('guard(Night)')");
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
    page.screenshot(&pages::directory().join("editor-designer.png"));

    // Something goes around a node where it is dropped on its left end.
    drop_offer(&page, "retry", Spot::Left(4), 9);
    page.wait_until("document.getElementById('edit-text').value.includes('retry(3) action Eat;')");
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// A word that is dropped on a node that asks or runs it is written there; elsewhere it is a new node.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_dropped_word_is_the_argument_of_a_node() {
    let before = "\
tree Villager {
    selector {
        guard(Night) sequence {
            action Eat;
        }
        if Night {
            action Sleep;
        }
        service(1s, Harvest) running;
    }
}
";
    let program = Program::start("dropped", before, 1);
    let browser = still();
    let page = program.edit(&browser);
    page.resize(1600, 860);
    page.rest();
    wait_for_nodes(&page, 8);
    let mut expected = before.to_owned();
    for (word, spot, nodes, from, to) in [
        ("HungrierThan", Spot::On(1), 8, "guard(Night)", "guard(HungrierThan)"),
        ("HungrierThan", Spot::On(4), 8, "if Night", "if HungrierThan"),
        ("Sleep", Spot::On(6), 8, "(1s, Harvest)", "(1s, Sleep)"),
        // A sequence takes a node.
        ("Night", Spot::On(2), 9, "Eat;", "Eat;\n            condition Night;"),
        // So does a place between nodes.
        ("Night", Spot::Above(1), 10, "        guard", "        condition Night;\n        guard"),
    ] {
        page.run(&format!("{}.scrollIntoView({{ block: 'center' }})", offer(word)));
        page.drag(page.middle(&offer(word)), &[point(&page, spot)]);
        expected = expected.replacen(from, to, 1);
        wait_for_text(&page, &expected);
        wait_for_nodes(&page, nodes);
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_designer_adds_a_guarded_meal_by_keyboard_alone() {
    let program = Program::start("designer-keyboard", WORK, 1);
    let browser = still();
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
    page.wait_until("document.getElementById('edit-text').value.includes('wait(2s)')");
    page.press("ArrowLeft");
    insert(&page, "w", "cooldown", 7);
    fill(&page, "duration", "10s");
    page.wait_until("document.getElementById('edit-text').value.includes('cooldown(10s)')");
    insert(&page, "w", "guard", 8);
    fill(&page, "of", "HungrierThan");
    page.wait_until("document.getElementById('edit-text').value.includes('guard(HungrierThan)')");
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
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
    let browser = still();
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
    page.screenshot(&pages::directory().join("editor-stays.png"));

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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
