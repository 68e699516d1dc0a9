//! Trees with obvious answers, so that the runs themselves can be trusted: a node is never ticked if its label begins
//! with `never`.

use super::{Verdict, model, said, tree};
use bt_language::ast::Node;
use std::fmt::Write;

/// Makes all runs of a tree, and checks it; `returns` has a letter for each status of the root.
fn check(body: &str, returns: &str) {
    let source = runs(body, returns);
    assert_eq!(said(&source), expected(&source, returns), "{body}");
}

/// Makes all runs of a tree, and returns its text.
fn runs(body: &str, returns: &str) -> String {
    let source = format!("tree Plain(b: &mut B) {{ {body} }}");
    let seen = model::explore(&source, usize::MAX).expect("it is small");
    assert_eq!(Verdict::from(seen), expected(&source, returns), "{body}");
    source
}

fn expected(source: &str, returns: &str) -> Verdict {
    let mut never = Vec::new();
    collect_never(&tree(source).root, &mut never);
    Verdict {
        ticked: never.iter().map(|never| !never).collect(),
        statuses: returns.chars().collect(),
    }
}

/// In pre-order.
fn collect_never(node: &Node, never: &mut Vec<bool>) {
    never.push(node.label.as_ref().is_some_and(|label| label.to_string().starts_with("never")));
    for child in &node.children {
        collect_never(child, never);
    }
}

#[test]
fn leaves() {
    check("condition b.c();", "sf");
    check("action b.a();", "sfr");
    check("action A {};", "sfr");
    check("subtree S;", "sfr");
    check("succeed;", "s");
    check("fail;", "f");
    check("running;", "r");
    check("wait(1s);", "sr");
    check("wait(0s);", "s");
    check("wait(b.d());", "sr");
}

#[test]
fn in_order() {
    check("selector { force_success action b.a(); 'never: action b.b(); }", "sr");
    check("sequence { force_failure action b.a(); 'never: action b.b(); }", "fr");
    check("sequence { running; 'never: fail; }", "r");
    check("sequence { wait(1s); action b.a(); fail; }", "fr");
    // The condition is not evaluated again, so the tree never returns success and failure in turn.
    check("sequence { once condition b.c(); wait(1s); }", "sfr");
    check("selector { sequence { succeed; fail; } condition b.c(); }", "sf");
}

#[test]
fn starting_over() {
    // Whenever the condition is evaluated again, the wait is aborted or has just ended.
    check("active_sequence { condition b.c(); wait(1s); }", "sfr");
    check("active_selector { wait(1s); 'never: action b.a(); }", "sr");
    check("active_sequence { wait(1s); running; }", "r");
    // The running repeat is aborted in every tick in which the first child does not fail.
    check(
        "active_selector { repeat(2) condition b.c(); sequence { wait(1s); action b.a(); } }",
        "sfr",
    );
    // In each tick in which the wait ends, the node after it is new.
    check(
        "active_sequence { wait(1s); parallel(success = one) { wait(1s); running; } 'never: fail; }",
        "r",
    );
}

#[test]
fn parallels() {
    check(
        "parallel(success = one) {
            repeat(2) force_success condition b.c();
            sequence { wait(1s); 'never1: wait(1s); 'never2: action b.a(); }
        }",
        "sr",
    );
    check(
        "parallel(success = one) {
            repeat(3) force_success condition b.c();
            sequence { wait(1s); wait(1s); 'never1: wait(1s); 'never2: action b.a(); }
        }",
        "sr",
    );
    check("parallel { succeed; fail; 'never: action b.a(); }", "f");
    check("parallel(failure = all) { succeed; fail; 'never: action b.a(); }", "f");
    check("parallel(success = 2, failure = all) { succeed; fail; action b.a(); }", "sfr");
    check("parallel(success = one) { succeed; 'never: action b.a(); }", "s");
    check("parallel(success = one, failure = 2) { condition b.c(); fail; 'never: succeed; }", "sf");
    // A finished child is not ticked again.
    check("parallel { condition b.c(); wait(1s); }", "sfr");
    check("parallel(success = one) { succeed; }", "s");
    // In the second tick the first child decides before the other goes on.
    check("parallel(success = one) { wait(1s); sequence { wait(1s); fail; } }", "sfr");
    check(
        "parallel(success = one) {
            repeat(2) succeed;
            sequence { wait(1s); 'never: fail; }
        }",
        "sr",
    );
}

#[test]
fn monitors() {
    check("monitor { condition b.c(); succeed; }", "sf");
    check("monitor { condition b.c(); not condition b.d(); running; }", "fr");
    check("monitor(success = one) { condition b.c(); succeed; 'never: fail; }", "sf");
    check("not monitor { condition b.c(); fail; }", "s");
}

#[test]
fn choices() {
    check("random_selector(b.r()) { succeed; 3 => fail; }", "s");
    check("random_sequence(b.r()) { succeed; b.w() => condition b.c(); }", "sf");
    check("utility_selector { b.s() => succeed; }", "sf");
    check("random_selector(b.r()) { fail; fail; }", "f");
    check("random_selector(b.r()) { succeed; sequence { fail; 'never: fail; } }", "s");
    check("if b.c() { succeed; } else { running; }", "sr");
    check("if b.c() { succeed; }", "sf");
    check("match b.m() { 1 => succeed, _ => running }", "sr");
    // A decision that is kept, and one that is made again.
    check("sequence { if b.c() { wait(1s); } else { running; } action b.a(); }", "sfr");
    check("if b.c() { running; } else { running; }", "r");
    check("active_if b.c() { running; } else { fail; }", "fr");
    check("active_if b.c() { running; }", "fr");
    check("active_match b.m() { 1 => repeat(2) succeed, _ => running }", "sr");
}

#[test]
fn results() {
    check("not succeed;", "f");
    check("not running;", "r");
    check("force_failure succeed;", "f");
    check("force_success running;", "r");
    check("guard(b.c()) running;", "fr");
    check("guard(b.c()) succeed;", "sf");
    check("with W {} succeed;", "sfr");
    check("with W {} running;", "sfr");
    // The stored result is kept after the root has ended.
    check("once sequence { condition b.c(); running; }", "fr");
    check("selector { once fail; running; }", "r");
    check("sequence { not once condition b.c(); once condition b.c(); }", "sf");
}

#[test]
fn rounds() {
    check("repeat succeed;", "r");
    check("repeat condition b.c();", "fr");
    check("repeat(1) succeed;", "s");
    check("repeat(2) succeed;", "sr");
    check("repeat(b.n()) fail;", "sf");
    check("repeat(b.n()) succeed;", "sr");
    check("repeat(b.n()) running;", "sr");
    check("retry(1) fail;", "f");
    check("retry(3) condition b.c();", "sfr");
    check("retry fail;", "r");
    check("retry(b.n()) succeed;", "sf");
    check("repeat(every = 1s) succeed;", "r");
    check("repeat(2, every = 1s) succeed;", "sr");
    check("retry(every = 1s) condition b.c();", "sr");
    // Three rounds are three ticks: the wait, its success, the next wait.
    check("repeat(3) sequence { wait(1s); succeed; }", "sr");
}

#[test]
fn times() {
    check("timeout(1s) running;", "fr");
    check("timeout(0s) running;", "f");
    check("timeout(b.d()) running;", "fr");
    check("timeout(0s) sequence { wait(1s); 'never: succeed; }", "f");
    check("timeout(1s) sequence { wait(1s); wait(1s); action b.a(); }", "sfr");
    check("delay(1s) succeed;", "sr");
    check("delay(0s) fail;", "f");
    check("timeout(0s) delay(1s) 'never: succeed;", "f");
    check("timeout(0s) delay(b.d()) succeed;", "sf");
    check("cooldown(1s) succeed;", "sf");
    check("cooldown(0s) succeed;", "s");
    // A child that is aborted cools down too.
    check("cooldown(1s) running;", "fr");
    check("cooldown(0s) running;", "r");
    check("cooldown(1s, after = end) running;", "fr");
    // Only a success begins it, and there is none, or none after which it is ticked again.
    check("cooldown(1s, after = success) running;", "r");
    check("once cooldown(1s, after = success) wait(1s);", "sr");
    check("repeat(2) cooldown(1s) succeed;", "sfr");
    check("every(1s) succeed;", "s");
    check("timeout(0s) every(1s) retry(2) fail;", "f");
    check("repeat(2) service(1s, b.a()) condition b.c();", "sfr");
    // In each tick one event happens, and no more.
    check(
        "parallel(success = one) {
            repeat(2) succeed;
            every(1s) sequence { wait(1s); 'never: fail; }
        }",
        "sr",
    );
}

fn check_ticks(node: &str, latest: Option<usize>) {
    check(&beside(node, latest), "sr");
}

/// A node that never fails, beside a sequence that reaches one more node in each tick. The node must have succeeded in
/// the tick with the number `latest`, if there is one.
fn beside(node: &str, latest: Option<usize>) -> String {
    let mut beside = String::new();
    for tick in 1..=6 {
        if latest.is_some_and(|latest| latest <= tick) {
            write!(beside, "'never{tick}: ").expect("text");
        }
        beside += "wait(1s); ";
    }
    format!("parallel(success = one) {{ {node} sequence {{ {beside} }} }}")
}

#[test]
fn numbers_of_ticks() {
    check_ticks("wait(1s);", None);
    check_ticks("repeat(2) succeed;", Some(2));
    check_ticks("repeat(4) force_success condition b.c();", Some(4));
    check_ticks("repeat(2) force_success repeat(2) condition b.c();", Some(4));
    check_ticks("not retry(3) fail;", Some(3));
    check_ticks("repeat(2, every = 0s) succeed;", Some(2));
    check_ticks("repeat(2, every = 1s) succeed;", None);
    check_ticks("repeat(b.n()) succeed;", None);
    check_ticks("sequence { repeat(2) succeed; repeat(3) succeed; }", Some(4));
    check_ticks("active_sequence { repeat(2) succeed; repeat(3) succeed; }", None);
    check_ticks("parallel { repeat(2) succeed; repeat(4) succeed; }", Some(4));
    // The first child has finished and is not ticked again, so it cannot fail when the second succeeds.
    check_ticks(
        "selector { parallel { condition b.c(); repeat(2) succeed; } repeat(2) succeed; }",
        Some(2),
    );
    check_ticks("selector { guard(b.c()) repeat(2) succeed; repeat(2) succeed; }", Some(3));
    check_ticks("random_sequence(b.r()) { repeat(2) succeed; repeat(3) succeed; }", Some(4));
    check_ticks("random_selector(b.r()) { repeat(2) succeed; repeat(3) succeed; }", Some(3));
    check_ticks("if b.c() { repeat(2) succeed; } else { repeat(3) succeed; }", Some(3));
    check_ticks("active_if b.c() { repeat(2) succeed; } else { repeat(2) succeed; }", None);
    check_ticks("match b.m() { 1 => repeat(2) succeed, _ => repeat(3) succeed }", Some(3));
    check_ticks("every(0s) repeat(2) succeed;", Some(2));
    check_ticks("every(1s) repeat(2) succeed;", None);
    check_ticks("service(1s, b.a()) repeat(2) succeed;", Some(2));
    check_ticks("delay(0s) repeat(2) succeed;", Some(2));
    // The check does not know that each round after the first finds the result of the first.
    runs(&beside("repeat(2) once repeat(2) succeed;", Some(3)), "sr");
    check_ticks("repeat(2) force_success cooldown(1s) repeat(3) succeed;", Some(6));
    check_ticks("force_success timeout(1s) running;", None);
}
