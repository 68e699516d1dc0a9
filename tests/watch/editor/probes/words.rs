//! The words of the language: the places where they are offered, and their descriptions.

use crate::ask::Ask::{Complete, Hover};
use crate::probe::Source::{In, Node, Trees};
use crate::probe::{Probe, probe};

/// Some words of each family that begin a node.
const NODES: &[&str] = &[
    "condition",
    "action",
    "wait",
    "sequence",
    "active_selector",
    "parallel",
    "if",
    "match",
    "not",
    "repeat",
    "with",
];

/// Names that must not be offered where a node begins.
const NAMES: &[&str] = &["walk", "WalkTo", "npc", "health"];

const fn nodes(what: &'static str, node: &'static str) -> Probe {
    probe(what, Complete, Node(node)).wants(NODES).refuses(NAMES)
}

pub(super) const COMPLETION: &[Probe] = &[
    nodes("an empty place", "▮"),
    nodes("behind a node", "action npc.attack(); ▮"),
    nodes("behind a composite", "sequence { succeed; } ▮"),
    nodes("the only place of a block", "sequence { ▮ }"),
    probe("the root", Complete, Trees("tree Probe(npc: &mut Npc) { ▮ }"))
        .wants(NODES)
        .refuses(NAMES),
    nodes("behind a label", "'label: ▮"),
    nodes("behind a decorator", "timeout(1s) ▮"),
    nodes("behind `not`", "not ▮"),
    nodes("behind `=>`", "match npc.mode { Mode::Calm => succeed, _ => ▮ }"),
    nodes("behind a score", "utility_selector { 1.0 => ▮ }"),
    nodes("a branch", "if npc.health > 3 { ▮ }"),
    probe("part of a word", Complete, Node("sel▮"))
        .wants(&["selector", "active_selector"])
        .refuses(&["sequence", "self"]),
    probe("part of a word before a block", Complete, Node("sel▮ { action npc.attack(); }"))
        .wants(&["selector", "active_selector"])
        .refuses(&["sequence", "self"]),
    probe("part of a word before an expression", Complete, Node("acti▮ npc.attack();"))
        .wants(&["action"]),
    probe("part of a word before a node", Complete, Node("time▮ action npc.attack();"))
        .wants(&["timeout"]),
    probe("a policy", Complete, Node("parallel(succ▮)")).wants(&["success"]),
    probe("a policy, not closed", Complete, Trees("tree Probe(npc: &mut Npc) { parallel(succ▮ }"))
        .wants(&["success"]),
    probe("a policy before `=`", Complete, Node("parallel(fai▮ = 1) { succeed; running; }"))
        .wants(&["failure"]),
    probe("any policy", Complete, Node("parallel(▮) { succeed; running; }"))
        .wants(&["success", "failure"])
        .refuses(NAMES),
    probe("a threshold", Complete, Node("parallel(success = ▮) { succeed; running; }"))
        .wants(&["all", "one"])
        .refuses(NAMES),
    probe(
        "part of a threshold",
        Complete,
        Node("monitor(failure = al▮) { condition true; running; }"),
    )
    .wants(&["all"]),
    probe("`else`", Complete, Node("if npc.health > 3 { succeed; } el▮")).wants(&["else"]),
    probe("a tree", Complete, Trees("tr▮")).wants(&["tree"]),
    probe("another tree", Complete, Trees("tree Probe(npc: &mut Npc) { succeed; } pub tr▮"))
        .wants(&["tree"]),
];

const fn word(word: &'static str, of: &'static str, text: &'static [&'static str]) -> Probe {
    probe(word, Hover, In("soldier.rs", of)).wants(text)
}

const fn errand(word: &'static str, of: &'static str, text: &'static [&'static str]) -> Probe {
    probe(word, Hover, In("errands.rs", of)).wants(text)
}

pub(super) const HOVER: &[Probe] = &[
    word("`sequence`", "'flee: ▮sequence {", &["in order"]),
    word("`active_selector`", "▮active_selector {", &["every tick"]),
    word("`condition`", "▮condition npc.health < 20;", &["bool"]),
    word("`action`", "▮action npc.run_away();", &["Status"]),
    word("`action` of a stateful action", "▮action Rest {};", &["Status"]),
    word("`monitor`", "▮monitor {", &["condition"]),
    word("`not`", "▮not condition", &["becomes"]),
    word("`subtree`", "▮subtree Reload", &["tree"]),
    word("`with`", "▮with Rally", &["decorator"]),
    word("`repeat`", "▮repeat action", &["again"]),
    word("`wait`", "▮wait(2s);", &["running"]),
    word("`match`", "▮match npc.mode", &["activation"]),
    word("`tree`", "pub ▮tree Soldier", &["tree"]),
    errand("`parallel`", "▮parallel(success", &["children"]),
    errand("`success`", "parallel(▮success = 2", &["children"]),
    errand("`failure`", "▮failure = all", &["children"]),
    errand("`all`", "failure = ▮all", &["children"]),
    errand("`if`", "▮if let Mode::Alert(3)", &["activation"]),
    errand("`else`", "} ▮else {\n                sequence", &["branch"]),
    errand("`active_if`", "▮active_if npc.health", &["tick"]),
    errand("`active_match`", "▮active_match npc.mode", &["tick"]),
    errand("`random_sequence`", "▮random_sequence(", &["random"]),
    errand("`utility_selector`", "▮utility_selector {", &["score"]),
    errand("`service`", "▮service(500ms", &["while"]),
    errand("`timeout`", "▮timeout(npc.patience)", &["aborted"]),
    errand("`succeed`", "▮succeed;", &["uccess"]),
];
