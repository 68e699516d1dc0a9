//! The editor of the live page with a tree of 1,000 nodes.

use crate::pages;
use crate::village::Program;
use browser::Browser;
use serde_json::Value;
use std::fmt::Write;

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

/// Measures the time from an input to the next drawing of the page.
const MEASURE: &str = "window.times = [];
    document.getElementById('edit-text').addEventListener('input', () => {
        const begin = performance.now();
        requestAnimationFrame(() => {
            const channel = new MessageChannel();
            channel.port1.onmessage = () => window.times.push(performance.now() - begin);
            channel.port2.postMessage(0);
        });
    }, { capture: true }); 0";

/// Measures the time from each press of the key Delete to the next drawing of the tree.
const REDRAWN: &str = "
    window.redrawn = [];
    let pressed = null;
    document.addEventListener('keydown', ({ key }) => { if (key === 'Delete') pressed = performance.now(); }, { capture: true });
    new MutationObserver(() => {
        if (pressed !== null) window.redrawn.push(performance.now() - pressed);
        pressed = null;
    }).observe(document.querySelector('#tree .world'), { childList: true }); 0";

#[test]
#[ignore = "needs Chromium: .ci/browser"]
fn a_tree_of_1000_nodes_is_edited() {
    let program = Program::start("large", &large(), 20);
    let browser = Browser::start();
    let page = program.edit_text(&browser);
    page.wait_until("document.querySelectorAll('#tree [data-text]').length === 1000");
    page.run(
        "(() => { const field = document.getElementById('edit-text'); field.focus();
        const at = field.value.indexOf('number 60.') + 10; field.setSelectionRange(at, at); })()",
    );
    page.run(MEASURE);
    let typed = " the quick brown fox eats while the lazy dog sleeps in the sun";
    for letter in typed.chars() {
        page.press(&letter.to_string());
    }
    page.wait_until(&format!("window.times.length === {}", typed.len()));
    let median =
        page.read("[...window.times].sort((one, other) => one - other)[window.times.length >> 1]");
    let worst = page.read("Math.max(...window.times)");
    println!("a keystroke in 1,000 nodes: median {median} ms, longest {worst} ms");
    assert!(
        page.read("document.getElementById('edit-lines').textContent.includes('in the sun')")
            == true
    );
    // The tree is drawn again too: a node that is removed, and comes back.
    page.press("F6");
    page.wait_until("document.activeElement.closest('#tree')");
    page.press("End");
    page.run(REDRAWN);
    for _ in 0..5 {
        page.press("Delete");
        page.wait_until("document.querySelectorAll('#tree [data-text]').length === 999");
        page.press_with(&["Control"], "z");
        page.wait_until("document.querySelectorAll('#tree [data-text]').length === 1000");
        page.wait_until("document.querySelector('#tree [aria-selected=true]')?.getAttribute('data-text') === '999'");
    }
    let shortest = page.read("Math.min(...window.redrawn)");
    println!("a node of 1,000 is removed from the drawing after {shortest} ms");
    page.screenshot(&pages::directory().join("editor-large.png"));
    assert_eq!(page.complaints(), [Value::Null; 0]);
}
