//! Completions while an expression in a tree is being typed.

use crate::ask::Ask::{Complete, Sign};
use crate::probe::Source::{Node, Trees};
use crate::probe::{Probe, probe};

/// Fields of the blackboard, which are offered after its name.
const FIELDS: &[&str] = &["health", "mode", "weapon", "patience"];

/// The methods that an action can call in addition.
const METHODS: &[&str] = &["health", "weapon", "attack", "look_around", "run_away"];

const VARIANTS: &[&str] = &["Calm", "Alert", "Fleeing"];

/// After a dot there must be no words of the language and no names of the file.
const ELSEWHERE: &[&str] = &["sequence", "condition", "walk", "WalkTo", "npc"];

const fn fields(what: &'static str, node: &'static str) -> Probe {
    probe(what, Complete, Node(node)).wants(FIELDS).refuses(ELSEWHERE)
}

const fn methods(what: &'static str, node: &'static str) -> Probe {
    probe(what, Complete, Node(node)).wants(METHODS).refuses(ELSEWHERE)
}

pub(super) const MEMBERS: &[Probe] = &[
    fields("a condition", "condition npc.▮;"),
    probe("part of a field", Complete, Node("condition npc.hea▮;"))
        .wants(&["health"])
        .refuses(FIELDS_BUT_HEALTH),
    probe("part of a method", Complete, Node("condition npc.sees▮;")).wants(&["sees_enemy"]),
    fields("no `;`, a node on the next line", "condition npc.▮"),
    probe(
        "the end of a block, no `;`",
        Complete,
        Trees("tree Probe(npc: &mut Npc) { sequence { action npc.attack(); condition npc.▮ } }"),
    )
    .wants(FIELDS)
    .refuses(ELSEWHERE),
    probe("the root", Complete, Trees("tree Probe(npc: &mut Npc) { condition npc.▮ }"))
        .wants(FIELDS)
        .refuses(ELSEWHERE),
    fields("behind an operator", "condition npc.health > 1 && npc.▮;"),
    fields("in front of an operator", "condition npc.▮ && npc.health > 1;"),
    fields("behind `not`", "not condition npc.▮;"),
    probe("a field of a field", Complete, Node("condition npc.weapon.▮ > 3;")).wants(&["rounds"]),
    methods("an action", "action npc.▮;"),
    methods("a labelled action", "'label: action npc.▮;"),
    methods("an argument", "action walk(npc.▮);").permits("E0061"),
    methods("a second argument", "action walk(npc, npc.▮);"),
    methods("a block", "action { let x = 1; npc.▮ };"),
    methods("a statement in a block", "action { npc.▮; Status::Success };"),
    methods("a closure", "action { let far = |by: i32| by + npc.▮; walk(npc, far(1)) };"),
    methods("a macro in a leaf", "action { assert!(npc.▮); };"),
    methods("an assignment", "action npc.▮ = 3;"),
    methods("a field of a stateful action", "action WalkTo { place: npc.▮ };").permits("E0063"),
    fields("`if`", "if npc.▮ { succeed; }"),
    methods("a branch of `if`", "if npc.health > 3 { action npc.▮; }"),
    methods("a branch of `else`", "if npc.health > 3 { succeed; } else { action npc.▮; }"),
    fields("`active_if`", "active_if npc.▮ { succeed; }"),
    fields("`match`", "match npc.▮ { _ => succeed }"),
    methods("an arm of `match`", "match npc.mode { Mode::Calm => action npc.▮, _ => succeed }"),
    fields("the guard of an arm", "match npc.mode { _ if npc.▮ => succeed, _ => fail }"),
    fields("`guard`", "guard(npc.▮) action npc.attack();"),
    methods("behind a decorator", "timeout(1s) action npc.▮;"),
    fields("`wait`", "wait(npc.▮);"),
    fields("`timeout`", "timeout(npc.▮) action npc.attack();"),
    fields("`repeat`", "repeat(npc.▮) action npc.attack();"),
    methods("`service`", "service(1s, npc.▮) action npc.attack();"),
    fields("a score", "utility_selector { npc.▮ => action npc.attack(); }"),
    methods("a random number", "random_selector(npc.▮) { action npc.attack(); succeed; }"),
    fields("a weight", "random_selector(3) { npc.▮ => action npc.attack(); succeed; }"),
    fields("the condition of a `monitor`", "monitor { condition npc.▮; action npc.attack(); }"),
    methods("the node of a `monitor`", "monitor { condition npc.sees_enemy(); action npc.▮; }"),
    fields("a decorator's field", "with Rally { limit: npc.▮ } action npc.attack();"),
    fields("a part of the blackboard", "subtree Patrol(&mut npc.▮);"),
    methods("deep inside", "sequence { parallel { selector { 'deep: action npc.▮; } } }"),
];

const FIELDS_BUT_HEALTH: &[&str] = &["mode", "weapon", "patience"];

pub(super) const NAMES: &[Probe] = &[
    probe("a stateful action, no `;`", Complete, Node("action Wal▮")).wants(&["WalkTo"]),
    probe("a function", Complete, Node("action wal▮;")).wants(&["walk"]),
    probe("a function in a condition", Complete, Node("condition is_▮;")).wants(&["is_tired"]),
    probe("the blackboard", Complete, Node("action walk(▮);")).permits("E0061").wants(&["npc"]),
    probe("the blackboard in a condition", Complete, Node("condition n▮;")).wants(&["npc"]),
    probe("a variable of a block", Complete, Node("action { let distance = 1; walk(npc, dis▮) };"))
        .wants(&["distance"]),
    probe("the fields of a stateful action", Complete, Node("action WalkTo { ▮ };"))
        .permits("E0063")
        .wants(&["place", "pace"])
        .refuses(ELSEWHERE),
    probe("the other field", Complete, Node("action WalkTo { place: 1, ▮ };"))
        .permits("E0063")
        .wants(&["pace"])
        .refuses(&["place", "sequence"]),
    probe("a decorator", Complete, Node("with Ra▮")).wants(&["Rally"]),
    probe("a decorator in front of a node", Complete, Node("with Ra▮ action npc.attack();"))
        .wants(&["Rally"]),
    probe("the fields of a decorator", Complete, Node("with Rally { ▮ } action npc.attack();"))
        .permits("E0063")
        .wants(&["limit"])
        .refuses(ELSEWHERE),
    probe("a subtree", Complete, Node("subtree Pat▮;")).wants(&["Patrol"]),
    probe(
        "a subtree of this macro call",
        Complete,
        Trees("tree Near(npc: &mut Npc) { succeed; } tree Probe(npc: &mut Npc) { subtree Ne▮; }"),
    )
    .wants(&["Near"]),
    probe("a path to a subtree", Complete, Node("subtree crate::soldier::▮;"))
        .wants(&["Patrol", "Soldier"])
        .refuses(ELSEWHERE),
    probe("a path", Complete, Node("action actions::▮;"))
        .wants(&["walk", "reload", "WalkTo"])
        .refuses(&["sequence", "npc"]),
    probe("a path, no `;`", Complete, Node("action actions::▮"))
        .wants(&["walk", "reload", "WalkTo"])
        .refuses(&["sequence", "npc"]),
    probe(
        "a pattern in a leaf",
        Complete,
        Node("condition match npc.mode { Mode::▮ => true, _ => false };"),
    )
    .permits("E0308")
    .wants(VARIANTS)
    .refuses(ELSEWHERE),
    probe(
        "a pattern of `match`",
        Complete,
        Node("match npc.mode { Mode::▮ => succeed, _ => fail }"),
    )
    .wants(VARIANTS)
    .refuses(ELSEWHERE),
    probe("a score, nothing behind it", Complete, Node("utility_selector { ▮ }"))
        .wants(&["npc"])
        .refuses(&["sequence"]),
    probe("a pattern, nothing written", Complete, Node("match npc.mode { ▮ }"))
        .wants(&["Mode", "Mode::Calm"])
        .refuses(&["sequence"]),
    probe("another pattern", Complete, Node("match npc.mode { Mode::Calm => succeed, ▮ }"))
        .permits("E0004")
        .wants(&["Mode"])
        .refuses(&["sequence"]),
    probe("a pattern, nothing behind it", Complete, Node("match npc.mode { Mode::▮ }"))
        .wants(VARIANTS)
        .refuses(ELSEWHERE),
    probe("a pattern of `if let`", Complete, Node("if let Mode::▮ = npc.mode { succeed; }"))
        .wants(VARIANTS)
        .refuses(ELSEWHERE),
    probe("a blackboard", Complete, Trees("tree Probe(npc: &mut N▮) { succeed; }")).wants(&["Npc"]),
    probe(
        "a bound of a generic",
        Complete,
        Trees("tree Probe<N: crate::errands::Nav▮>(npc: &mut N) { succeed; }"),
    )
    .wants(&["Navigator"]),
    probe("a name of another module", Complete, Node("action Naviga▮;"))
        .wants(&["Navigator (import)"]),
    probe(
        "a tree, in code",
        Complete,
        Trees(
            "tree Probe(npc: &mut Npc) { succeed; } }\n pub fn code(mut probe: Probe) { probe.▮ ",
        ),
    )
    .permits("syntax-error")
    .wants(&["tick", "tick_with", "abort", "abort_with", "is_running", "active"])
    .refuses(&["tick_parts", "abort_parts", "tip_parts"]),
    probe("the arguments of a function", Sign, Node("action walk(npc, ▮);"))
        .permits("E0061")
        .wants(&["fn walk(npc: &mut Npc, steps: i32)"])
        .count(1),
];

pub(super) const BESIDE_MISTAKES: &[Probe] = &[
    methods("another unfinished leaf before", "condition npc.; action npc.▮;"),
    methods("another unfinished leaf behind", "action npc.▮; condition npc.;"),
    methods("an unknown word before", "acton npc.attack(); action npc.▮;"),
    methods("an unknown word behind", "action npc.▮; acton npc.attack();"),
    methods("an unknown word around", "sequense { action npc.▮; }"),
    methods("a wrong argument around", "parallel(sucess = 3) { action npc.▮; }"),
    methods("a node that is missing before", "timeout(1s); action npc.▮;"),
    methods("a block that is missing before", "sequence action npc.▮;"),
    methods("a second node in a branch", "if npc.health > 3 { succeed; action npc.▮; }"),
    methods("a branch without a condition", "if { action npc.▮; }"),
    methods("a duration without a unit", "wait(2); action npc.▮;"),
    methods("a node that cannot be reached", "succeed; action npc.▮;"),
    methods("a wrong score", "utility_selector { => action npc.▮; }"),
    methods("an arm without `=>`", "match npc.mode { Mode::Calm action npc.▮; }"),
    probe("a second root", Complete, Trees("tree Probe(npc: &mut Npc) { succeed; action npc.▮; }"))
        .wants(METHODS)
        .refuses(ELSEWHERE),
    probe(
        "a broken tree before",
        Complete,
        Trees(
            "tree Broken(npc: &mut Npc) { sequence { condition npc. } }
         tree Probe(npc: &mut Npc) { action npc.▮; }",
        ),
    )
    .wants(METHODS)
    .refuses(ELSEWHERE),
    probe(
        "trees in a function",
        Complete,
        Trees(
            "tree Probe(npc: &mut Npc) { succeed; } }
             pub fn code() { behavior_tree! { tree Inner(npc: &mut Npc) { action npc.▮; } }",
        ),
    )
    .wants(METHODS)
    .refuses(ELSEWHERE),
    probe(
        "a broken header before",
        Complete,
        Trees("tree Broken(npc) { succeed; } tree Probe(npc: &mut Npc) { action npc.▮; }"),
    )
    .wants(METHODS)
    .refuses(ELSEWHERE),
];
