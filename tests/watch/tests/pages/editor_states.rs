//! The editor of the live page: its rows have the states of the running agents, if these run the text.

use crate::pages;
use crate::village::Program;
use browser::{Browser, Page};
use serde_json::{Value, json};

const TREES: &str = "\
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

/// Waits until the rows have these states; those of trees have none.
fn wait_for_states(page: &Page<'_>, states: &Value) {
    page.wait_until(&format!(
        "JSON.stringify([...document.querySelectorAll('#edit-rows > div')].map((row) => row.dataset.state ?? null)) === JSON.stringify({states})"
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
fn rows_have_the_states_of_an_agent_that_runs_the_text() {
    let program = Program::start("states", TREES, 2);
    let browser = Browser::start();
    let page = program.edit(&browser);
    let states = json!([null, "running", "failure", "failure", "idle", "running", null, "running"]);
    let none = json!([null, null, null, null, null, null, null, null]);
    wait_for_states(&page, &states);
    assert!(page.text("#edit-shows").starts_with("villager 0, tick "));
    page.screenshot(&pages::directory().join("editor-states.png"));

    // The same nodes with another parameter are another text.
    replace(&page, "1000", "900");
    wait_for_states(&page, &none);
    assert_eq!(page.text("#edit-shows"), "villager 0 runs another text.");
    page.press_with(&["Control"], "Enter");
    wait_for_states(&page, &states);

    // A paused program shows its states to an editor that is opened then.
    page.press("F2");
    page.press("p");
    page.wait_until("document.getElementById('live-state').textContent.includes('paused')");
    page.run("for (const row of document.querySelectorAll('#edit-rows > div')) row.removeAttribute('data-state')");
    page.press("F2");
    wait_for_states(&page, &states);
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
