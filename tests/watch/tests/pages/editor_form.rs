//! The editor of the live page: the fields of its form, and trees before anything runs them.

use crate::shown::{assert_content, directory};
use crate::village::{
    Program, SELECTED, said, text, wait_for_check, wait_for_part, wait_for_selected,
};
use browser::{Browser, Page, wait_until};
use serde_json::json;

const WORK: &str = "\
tree Villager {
    sequence {
        subtree Main;
        running;
    }
}

tree Main {
    succeed;
}
";

/// Writes into a field of the form and presses Enter.
fn fill(page: &Page<'_>, field: &str, text: &str) {
    page.wait_until(&format!("document.querySelector('#edit-form [data-field={field}]')"));
    page.run(&format!("document.querySelector('#edit-form [data-field={field}]').select()"));
    page.type_text(text);
    page.press("Enter");
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn labels_and_trees_get_names() {
    let program = Program::start("label", WORK, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.click("#tree [data-text='0'] .box");
    fill(&page, "label", "run away");
    wait_for_part(&page, "'run_away: sequence {");
    // The page was not loaded again: the list of edits is still there.
    assert_eq!(page.read("location.search"), "");
    page.press_with(&["Control"], "z");
    assert_eq!(text(&page), WORK);

    fill(&page, "label", "run + away");
    said(&page, "A label is");
    assert_eq!(text(&page), WORK);

    // A tree is renamed with the nodes that use it.
    page.click("#tree [data-tree=Main] .header");
    fill(&page, "tree-name", "Work");
    wait_for_part(&page, "tree Work {");
    assert_eq!(text(&page), WORK.replace("Main", "Work"));
    fill(&page, "tree-name", "Villager");
    page.wait_until("document.getElementById('edit-said').textContent === '`Villager` is already declared in line 1; choose another name.'");
    page.wait_until("document.querySelector('#edit-form [data-field=tree-name]').value === 'Work'");
    assert_content(&page);
}

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_file_is_edited_before_it_has_trees_and_before_there_are_agents() {
    let program = Program::start("first-tree", "", 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.wait_until("document.getElementById('edit-shows').textContent === 'villager 0 runs the tree Villager, which this text does not have.'");
    page.click("#edit-commands button[title^='Add a tree']");
    wait_for_part(&page, "tree Villager {");
    page.wait_until(
        "document.getElementById('edit-target').textContent.includes('root of Villager')",
    );
    assert_content(&page);

    // The text has the trees, and there are no agents.
    let program = Program::start("nobody", WORK, 0);
    let page = program.edit(&browser);
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 4");
    assert_eq!(page.read("document.querySelectorAll('#tree [data-mark]').length"), 0);
    page.click("#tree [data-text='2'] .box");
    page.press("Delete");
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 3");
    page.click("#edit-close");
    page.wait_until("document.querySelector('#node-0 .title').textContent === 'no agent yet'");
    assert_content(&page);
}

const MEAL: &str = "\
tree Villager {
    sequence {
        action Eat(bites = 3);
        action GoTo(place = Home);
    }
}
";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn the_keyboard_focus_stays_in_the_editor_also_while_a_field_is_applied() {
    let program = Program::start("typed", MEAL, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.click("#tree [data-text='1'] .box");
    for (bites, key) in [(7, "Enter"), (9, "s")] {
        page.wait_until("document.querySelector('#edit-form [data-field=bites]')");
        page.run("document.querySelector('#edit-form [data-field=bites]').select()");
        page.type_text(&bites.to_string());
        page.press_with(&["Control"], key);
        let expected = MEAL.replace("bites = 3", &format!("bites = {bites}"));
        match key {
            "Enter" => assert!(wait_until(|| program.bites() == bites)),
            _ => assert!(wait_until(|| program.text() == expected)),
        }
        assert_eq!(text(&page), expected);
        page.wait_until("document.activeElement.dataset.field === 'bites'");
    }
    // Back to the first text, for the focus.
    page.press_with(&["Shift"], "F6");
    for _ in 0..2 {
        page.press_with(&["Control"], "z");
    }
    wait_for_part(&page, "Eat(bites = 3)");
    let has_focus =
        |element: &str| page.wait_until(&format!("document.activeElement.matches(\"{element}\")"));
    // Escape leaves a field, and drops what was typed.
    for (node, field) in [(0, "label"), (1, "bites"), (2, "place")] {
        page.click(&format!("#tree [data-text='{node}'] .box"));
        page.wait_until(&format!("document.querySelector('#edit-form [data-field={field}]')"));
        page.run(&format!("document.querySelector('#edit-form [data-field={field}]').focus()"));
        if field != "place" {
            page.type_text("8");
        }
        page.press("Escape");
        has_focus("#tree [role=treeitem]");
    }
    wait_for_check(&page);
    assert_eq!(text(&page), MEAL);
    // A choice in the form, and the button of a default, which is gone then.
    page.run("document.querySelector('#edit-form [data-field=place]').focus()");
    page.press("ArrowDown");
    wait_for_part(&page, "GoTo(place = Field)");
    has_focus("[data-field=place]");
    page.click("#edit-form button[data-field=place]");
    wait_for_part(&page, "action GoTo;");
    has_focus("select[data-field=place]");
    // A choice in the palette.
    page.click("#edit-palette [data-place='0']");
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 4");
    has_focus("#tree [role=treeitem]");
    // A completion.
    page.click("#tree [data-text='1'] .box");
    page.wait_until("document.querySelector('#edit-form [data-field=of]')");
    page.run("document.querySelector('#edit-form [data-field=of]').select()");
    page.type_text("Sle");
    page.wait_until("document.querySelector('#edit-popup:not([hidden]) [role=option]')");
    page.press("ArrowDown");
    page.press("Enter");
    wait_for_part(&page, "action Sleep;");
    has_focus("[data-field=of]");
    assert_content(&page);
}

const DATA: &str = "\
tree Villager {
    let(n: u32 = 1) for(i in 0..3) sequence {
        set n = n + 1;
        match n {
            1 => action Eat(bites = n);
            _ => subtree Rest(times = n);
        }
    }
}

tree Rest(times: u32 = 2) {
    repeat(times) action Eat;
}
";

/// A change of a binding, of an argument, of a pattern or of a header leaves all else as it is.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn nodes_that_bind_names_and_headers_are_changed() {
    let program = Program::start("data", DATA, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    let mut expected = DATA.to_owned();
    for (node, field, value, from, to) in [
        (0, "name", "count", "n = n + 1", "count = count + 1"),
        (0, "name", "n", "count = count + 1", "n = n + 1"),
        (0, "value", "2", "n: u32 = 1", "n: u32 = 2"),
        (0, "type", "u64", "n: u32 = 2", "n: u64 = 2"),
        (1, "range", "0..9", "i in 0..3", "i in 0..9"),
        (1, "name", "round", "i in 0..9", "round in 0..9"),
        (3, "value", "n - 1", "set n = n + 1", "set n = n - 1"),
        (4, "of", "n + 1", "match n {", "match n + 1 {"),
        (5, "bites", "n + 1", "bites = n)", "bites = n + 1)"),
        (5, "key", "1 | 2", "1 => ", "1 | 2 => "),
        (6, "times", "3", "times = n)", "times = 3)"),
        (6, "tree", "Rest", "subtree Rest(times = 3);", "subtree Rest;"),
        // The tree has a parameter that is not given.
        (6, "times", "7", "subtree Rest;", "subtree Rest(times = 7);"),
    ] {
        page.click(&format!("#tree [data-text='{node}'] .box"));
        fill(&page, field, value);
        wait_for_part(&page, to);
        let of_names = [("n: u32", "count: u32"), ("match n", "match count"), ("= n)", "= count)")];
        match field {
            "name" if node == 0 => {
                let forth = value == "count";
                for (short, long) in of_names {
                    let (from, to) = if forth { (short, long) } else { (long, short) };
                    expected = expected.replace(from, to);
                }
            }
            _ => {}
        }
        expected = expected.replace(from, to);
        assert_eq!(text(&page), expected);
    }
    // The type is no word of the vocabulary.
    page.click("#tree [data-text='0'] .box");
    page.wait_until("document.querySelector('#edit-form h2').textContent.startsWith('let')");
    assert_eq!(page.read("document.querySelectorAll('#edit-form .call').length"), 0);

    page.click("#edit-revert");
    wait_for_part(&page, "let(n: u32 = 1) for(i in 0..3)");
    assert_eq!(text(&page), DATA);
    changes_a_header(&page);
}

/// The offers below a field, as one text.
fn wait_for_offers(page: &Page<'_>, offers: &str) {
    page.wait_until(&format!(
        "[...document.querySelectorAll('#edit-popup:not([hidden]) .offer')].map((offer) => offer.textContent).join(' ') === '{offers}'"
    ));
}

/// The next checks of the text wait in `holds`.
const HOLD_CHECKS: &str = "
    window.holds = [];
    const send = window.fetch;
    window.fetch = async (...asked) => {
        if (String(asked[0]).includes('/check?')) await new Promise((go) => holds.push(go));
        return send(...asked);
    };
    0";

/// Each field of a header offers what fits.
fn changes_a_header(page: &Page<'_>) {
    page.click("#tree [data-tree=Rest] .header");
    fill(page, "parameters-0-name", "rounds");
    wait_for_part(page, "tree Rest(rounds: u32 = 2) {");
    wait_for_part(page, "repeat(rounds) action");
    wait_for_part(page, "subtree Rest(rounds = n);");
    fill(page, "parameters-0-value", "");
    wait_for_part(page, "tree Rest(rounds: u32) {");
    page.click("#edit-form [data-add=parameters]");
    wait_for_part(page, "tree Rest(rounds: u32, parameter: u32 = 0) {");
    page.click("#edit-form [data-add=results]");
    wait_for_part(page, "-> (result: u32) {");
    page.wait_until("document.activeElement.dataset.field === 'results-0-name'");
    page.screenshot(&directory().join("editor-header.png"));
    fill(page, "parameters-1-type", "Dur");
    wait_for_part(page, "parameter: Dur = 0");
    page.run("document.querySelector('#edit-form [data-field=parameters-1-type]').focus()");
    page.press_with(&["Control"], " ");
    wait_for_offers(page, "Duration");
    page.press("ArrowDown");
    page.press("Enter");
    wait_for_part(page, "parameter: Duration = 0");
    page.click("#edit-form [aria-label='Remove rounds']");
    wait_for_part(page, "tree Rest(parameter: Duration = 0) -> (result: u32) {");
    page.wait_until("!document.querySelector(\"#edit-form [aria-label='Remove rounds']\")");

    // A row that is selected while the text is being checked stays selected.
    page.run(HOLD_CHECKS);
    page.run(
        "document.querySelector(\"#edit-form [aria-label='Remove result']\").scrollIntoView()",
    );
    page.click("#edit-form [aria-label='Remove result']");
    page.wait_until(
        "document.getElementById('edit-text').value.includes('tree Rest(parameter: Duration = 0) {')",
    );
    page.click("#tree [data-text='5'] .box");
    page.wait_until("holds.length > 0");
    page.run("holds.forEach((go) => go())");

    // Names in scope of the right type, behind what is written.
    page.wait_until("document.querySelector('#edit-form [data-field=bites]')");
    page.run("document.querySelector('#edit-form [data-field=bites]').select()");
    page.type_text("1 + ");
    page.press_with(&["Control"], " ");
    wait_for_offers(page, "n");
    page.press("ArrowDown");
    page.press("Enter");
    page.wait_until(
        "document.getElementById('edit-text').value.includes('action Eat(bites = 1 + n);')",
    );
    assert_content(page);
}

const KINDS: &str = "\
tree Villager {
    selector {
        guard(Night) repeat(3) action Eat;
        if Night {
            action Harvest;
        }
        service(1s, Harvest) finally(Harvest) wait(2s);
        random_selector {
            action Harvest;
        }
        active_utility_selector {
            0.5 => action Harvest;
        }
        parallel {
            action Harvest;
        }
        cooldown(5s) action Harvest;
        pipeline {
            action Harvest;
        }
        let(n: u32 = 1) for(i in 0..3) set n = n + 1;
        subtree Rest;
    }
}

tree Rest(times: u32 = 2) {
    repeat(times) action Eat;
}
";

/// Each part of each node has a field; parts that are left out are added, and removed by an empty field.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn each_part_of_a_node_is_a_field_with_a_name_and_room() {
    let program = Program::start("kinds", KINDS, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.resize(1360, 1100);
    let mut expected = KINDS.to_owned();
    for (node, field, value, from, to) in [
        (1, "of", "Night && HungrierThan", "guard(Night)", "guard(Night && HungrierThan)"),
        (1, "label", "meal", "guard(Night &&", "'meal: guard(Night &&"),
        (1, "description", "At night.", "        'meal", "        /// At night.\n        'meal"),
        (1, "description", "", "        /// At night.\n", ""),
        (2, "count", "5", "repeat(3)", "repeat(5)"),
        (2, "every", "2", "repeat(5)", "repeat(5, every = 2s)"),
        (2, "count", "", "repeat(5, every", "repeat(every"),
        (2, "every", "", "repeat(every = 2s)", "repeat"),
        (4, "of", "Hunger < 9.0", "if Night", "if Hunger < 9.0"),
        (6, "every", "500ms", "service(1s,", "service(500ms,"),
        (6, "of", "Eat(bites = 2)", "500ms, Harvest)", "500ms, Eat(bites = 2))"),
        (7, "of", "Sleep", "finally(Harvest)", "finally(Sleep)"),
        (8, "duration", "Pause", "wait(2s)", "wait(Pause)"),
        (10, "key", "3", "_selector {\n            action", "_selector {\n            3 => action"),
        (10, "key", "", "3 => ", ""),
        (
            11,
            "margin",
            "0.1",
            "active_utility_selector {",
            "active_utility_selector(margin = 0.1) {",
        ),
        (12, "key", "Hunger", "0.5 =>", "Hunger =>"),
        (11, "margin", "", "(margin = 0.1)", ""),
        (13, "success", "one", "parallel {", "parallel(success = one) {"),
        (13, "failure", "2", "(success = one)", "(success = one, failure = 2)"),
        (13, "success", "", "(success = one, failure", "(failure"),
        (15, "duration", "6", "cooldown(5s)", "cooldown(6s)"),
        (18, "key", "9s", "pipeline {\n            action", "pipeline {\n            9s => action"),
        (19, "value", "2", "n: u32 = 1", "n: u32 = 2"),
        (20, "range", "0..9", "0..3", "0..9"),
        (21, "value", "7", "n + 1", "7"),
        (22, "times", "3", "subtree Rest;", "subtree Rest(times = 3);"),
        (22, "times", "", "subtree Rest(times = 3);", "subtree Rest;"),
    ] {
        page.click(&format!("#tree [data-text='{node}'] .box"));
        let place = format!("document.querySelector('#edit-form [data-field={field}]')");
        page.wait_until(&place);
        page.run(&format!("{place}.select()"));
        page.press("Delete");
        page.type_text(value);
        page.press("Enter");
        expected = expected.replacen(from, to, 1);
        page.wait_until(&format!(
            "document.getElementById('edit-text').value === {}",
            json!(expected)
        ));
        wait_for_check(&page);
        // The node stays selected, and its field has the focus.
        page.wait_until(&format!("document.activeElement.dataset.field === '{field}'"));
        assert_eq!(page.read(SELECTED), node.to_string());
    }
    // A choice that may be left out, and another branch.
    page.click("#tree [data-text='15'] .box");
    page.wait_until("document.querySelector('#edit-form select[data-field=after]')?.value === ''");
    page.run("document.querySelector('#edit-form [data-field=after]').focus()");
    page.press("ArrowDown");
    wait_for_part(&page, "cooldown(6s, after = end)");
    page.click("#edit-form button[data-field=after]");
    wait_for_part(&page, "cooldown(6s) ");
    page.click("#tree [data-text='4'] .box");
    page.click("#edit-form button[data-field=else]");
    wait_for_part(&page, "        } else {\n            running;\n        }");
    page.wait_until("document.querySelector('#edit-form button[data-field=else]')?.textContent === 'Remove else'");
    page.click("#edit-form button[data-field=else]");
    page.wait_until(&format!("document.getElementById('edit-text').value === {}", json!(expected)));
    // In a narrow window, too.
    page.resize(700, 900);
    for node in [1, 2, 6, 13, 15, 19, 22] {
        page.run(&format!("document.querySelector(\"#tree [data-text='{node}'] .box\").dispatchEvent(new MouseEvent('click', {{ bubbles: true }}))"));
        wait_for_selected(&page, node);
        let fields = page.read(
            "[...document.querySelectorAll('#edit-form :is(input, select, textarea)')].map((one) => {
                const box = one.getBoundingClientRect();
                const frame = document.getElementById('edit-form').getBoundingClientRect();
                return [one.ariaLabel || one.labels[0]?.firstChild.textContent, box.width > 60 && box.left >= frame.left && box.right <= frame.right];
            })",
        );
        let fields = fields.as_array().expect("a list");
        assert!(fields.len() > 2, "{fields:?}");
        for field in fields {
            assert!(field[0].as_str().is_some_and(|name| !name.is_empty()), "{fields:?}");
            assert_eq!(field[1], true, "{fields:?}");
        }
    }
    page.screenshot(&directory().join("editor-fields-narrow.png"));
    assert_content(&page);
}

/// A click on a field selects its value, and offers all words that fit.
#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn words_are_chosen_by_mouse_alone_and_by_keyboard_alone() {
    let program = Program::start("chosen", KINDS, 1);
    let browser = Browser::still();
    let page = program.edit(&browser);
    page.resize(1360, 1100);
    let click = |element: &str| page.drag(page.middle(element), &[]);
    let field = |name: &str| format!("document.querySelector('#edit-form [data-field={name}]')");
    let option = |label: &str| {
        format!(
            "[...document.querySelectorAll('#edit-popup:not([hidden]) [role=option]')].find((one) => one.querySelector('.offer').textContent === '{label}')"
        )
    };
    // The handle of a number, which an optional part has, too.
    let drag = |name: &str, steps: f64| {
        let handle = format!("{}.parentElement.querySelector('.drag-number')", field(name));
        page.wait_until(&handle);
        let (x, y) = page.middle(&handle);
        page.drag((x, y), &[(x + 4.0 * steps, y)]);
    };
    for (node, name, offers, chosen, written) in [
        (1, "of", "Night HungrierThan", "HungrierThan", "guard(HungrierThan) repeat"),
        (4, "of", "Night HungrierThan", "HungrierThan", "if HungrierThan {"),
        (6, "of", "Eat Harvest GoTo Sleep", "Sleep", "service(1s, Sleep)"),
        (7, "of", "Eat Harvest GoTo Sleep", "Eat", "finally(Eat)"),
        (8, "duration", "Pause", "Pause", "wait(Pause)"),
        (12, "key", "Hunger", "Hunger", "Hunger => action"),
        (13, "success", "all one", "one", "parallel(success = one)"),
        (11, "margin", "Hunger", "Hunger", "_selector(margin = Hunger)"),
    ] {
        click(&format!("document.querySelector(\"#tree [data-text='{node}'] .box\")"));
        wait_for_selected(&page, node);
        page.wait_until(&field(name));
        click(&field(name));
        wait_for_offers(&page, offers);
        click(&option(chosen));
        wait_for_part(&page, written);
    }
    click("document.querySelector(\"#tree [data-text='2'] .box\")");
    drag("count", 4.0);
    wait_for_part(&page, "repeat(7) action");
    drag("every", 20.0);
    wait_for_part(&page, "repeat(7, every = 2.0s) action");
    click("document.querySelector('#edit-form button[data-field=count]')");
    wait_for_part(&page, "repeat(every = 2.0s) action");
    click("document.querySelector(\"#tree [data-text='10'] .box\")");
    drag("key", 3.0);
    wait_for_part(&page, "3 => action Harvest;");

    // By keyboard: an arrow opens the offers of a field.
    page.click("#tree [data-text='1'] .box");
    wait_for_selected(&page, 1);
    page.press(" ");
    page.wait_until("document.activeElement.dataset.field === 'of'");
    wait_for_offers(&page, "Night HungrierThan");
    page.press("ArrowDown");
    page.press("Enter");
    wait_for_part(&page, "guard(Night) repeat");
    page.wait_until("document.activeElement.dataset.field === 'of'");
    page.press("Escape");
    page.wait_until("document.activeElement.matches('#tree [role=treeitem]')");
    // A number, from its field.
    page.press("ArrowDown");
    page.press(" ");
    page.wait_until("document.activeElement.dataset.field === 'count'");
    page.press("ArrowUp");
    wait_for_part(&page, "repeat(1, every = 2.0s)");
    assert_content(&page);
}
