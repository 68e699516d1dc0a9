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
    let program = Program::start("states", TREES, 2);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    let states = json!(["running", "failure", "failure", "idle", "running", "running"]);
    wait_for_states(&page, &states);
    wait_for_new(&page, &[]);

    // The same nodes with another parameter are another text; what stays goes on.
    replace(&page, "1000", "900");
    wait_for_new(&page, &["2"]);
    wait_for_states(&page, &states);
    page.screenshot(&pages::directory().join("editor-states.png"));
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
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
