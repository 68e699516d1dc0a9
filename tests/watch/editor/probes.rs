//! The tables of probes, sorted by request.

use crate::ask::Ask::{Color, Complete, Define, Diagnose, Hover, Refer, Rename, Sign};
use crate::probe::Source::{In, Node, Trees};
use crate::probe::{Probe, probe};

/// Every probe, under its heading.
pub(crate) const ALL: &[(&str, &[Probe])] = &[
    ("Completion of fields and methods", MEMBERS),
    ("Completion of names", COMPLETED_NAMES),
    ("Completion beside other mistakes", BESIDE_MISTAKES),
    ("Completion of the language's words", WORDS),
    ("Hover", EXPLAINED),
    ("Hover on the language's words", WORDS_EXPLAINED),
    ("Hover while a leaf is broken", EXPLAINED_WHILE_BROKEN),
    ("Go to definition", DEFINITIONS),
    ("Find references", REFERENCES),
    ("Rename", RENAMES),
    ("Colours", COLORS),
    ("Mistakes that are told", DIAGNOSTICS),
];

// Completions while an expression in a tree is being typed.

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

const MEMBERS: &[Probe] = &[
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

const COMPLETED_NAMES: &[Probe] = &[
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

const BESIDE_MISTAKES: &[Probe] = &[
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

// The words of the language: the places where they are offered, and their descriptions.

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
const NOT_WORDS: &[&str] = &["walk", "WalkTo", "npc", "health"];

const fn nodes(what: &'static str, node: &'static str) -> Probe {
    probe(what, Complete, Node(node)).wants(NODES).refuses(NOT_WORDS)
}

const WORDS: &[Probe] = &[
    nodes("an empty place", "▮"),
    nodes("behind a node", "action npc.attack(); ▮"),
    nodes("behind a composite", "sequence { succeed; } ▮"),
    nodes("the only place of a block", "sequence { ▮ }"),
    probe("the root", Complete, Trees("tree Probe(npc: &mut Npc) { ▮ }"))
        .wants(NODES)
        .refuses(NOT_WORDS),
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
        .refuses(NOT_WORDS),
    probe("a threshold", Complete, Node("parallel(success = ▮) { succeed; running; }"))
        .wants(&["all", "one"])
        .refuses(NOT_WORDS),
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

const WORDS_EXPLAINED: &[Probe] = &[
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

// The text that appears when the pointer is above a name.

const EXPLAINED: &[Probe] = &[
    probe("a field", Hover, In("soldier.rs", "condition npc.▮health < 20;"))
        .wants(&["The rest of its life"]),
    probe("a method", Hover, In("soldier.rs", "action npc.▮run_away();"))
        .wants(&["Runs to a safe place"]),
    probe("a function", Hover, In("soldier.rs", "action ▮walk(npc, 1)"))
        .wants(&["Walks a number of steps"]),
    probe("a path", Hover, In("soldier.rs", "action actions::▮reload(weapon);"))
        .wants(&["Fills the magazine"]),
    probe("a stateful action", Hover, In("soldier.rs", "action ▮WalkTo { place: npc"))
        .wants(&["Walks to a place"]),
    probe("its field", Hover, In("soldier.rs", "action WalkTo { ▮place: npc"))
        .wants(&["Where it goes"]),
    probe("a decorator", Hover, In("soldier.rs", "with ▮Rally"))
        .wants(&["while the fear is small"]),
    probe("a subtree", Hover, In("soldier.rs", "subtree ▮Patrol,"))
        .wants(&["Walks from place to place"]),
    probe("a tree's name", Hover, In("soldier.rs", "pub tree ▮Soldier(npc"))
        .wants(&["runs away when it is hurt"]),
    probe("the binder of the header", Hover, In("soldier.rs", "Soldier(▮npc: &mut Npc)"))
        .wants(&["npc: &mut Npc"]),
    probe("the binder in a condition", Hover, In("soldier.rs", "condition ▮npc.health < 20;"))
        .wants(&["npc: &mut Npc"]),
    probe("the binder in an action", Hover, In("soldier.rs", "action ▮npc.run_away();"))
        .wants(&["npc: &mut Npc"]),
    probe("the blackboard's type", Hover, In("soldier.rs", "Soldier(npc: &mut ▮Npc)"))
        .wants(&["The knowledge of a soldier"]),
    probe("a variant in a pattern", Hover, In("soldier.rs", "Mode::▮Calm => action"))
        .wants(&["Nothing has happened"]),
    probe("a variable of a block", Hover, In("soldier.rs", "let ▮far = npc"))
        .wants(&["let far: i32"]),
    probe("a variable of a pattern", Hover, In("soldier.rs", "Mode::Alert(▮distance) if"))
        .wants(&["distance: u32"]),
    probe("in a score", Hover, In("errands.rs", "npc.▮fear => action")).wants(&["elsewhere"]),
    probe("in a weight", Hover, In("errands.rs", "npc.▮attempts => once")).wants(&["doors"]),
    probe("in a service", Hover, In("errands.rs", "npc.▮look_around())"))
        .wants(&["Turns its head"]),
    probe("in a duration", Hover, In("errands.rs", "every(npc.▮patience / 2)"))
        .wants(&["stand still"]),
    probe("in a guard", Hover, In("errands.rs", "guard(npc.▮health > 1)")).wants(&["its life"]),
    probe("in a count", Hover, In("errands.rs", "retry(npc.▮attempts)")).wants(&["doors"]),
    probe("a generic", Hover, In("errands.rs", "navigator: &mut ▮N)")).wants(&["N: Navigator"]),
    probe("a method of a generic", Hover, In("errands.rs", "condition navigator.▮arrived()"))
        .wants(&["Whether it has arrived"]),
    probe("a label's constant in code", Hover, In("soldier.rs", "Soldier::▮FLEE"))
        .wants(&["pub const FLEE: "]),
];

/// A tree with one broken leaf; the cursors are on all other leaves.
const fn broken(what: &'static str, trees: &'static str) -> Probe {
    probe(what, Hover, Trees(trees))
}

const EXPLAINED_WHILE_BROKEN: &[Probe] = &[
    broken("an unfinished leaf", "tree Probe(npc: &mut Npc) {
        selector {
            sequence { condition npc.▮health > 3; action ▮walk(npc, 1); condition npc. ; action ▮Rest {}; }
            with ▮Rally { limit: npc.▮fear } subtree ▮Patrol;
            'late: action npc.▮attack();
        }
    }").wants(&["its life", "Walks a number", "Sits down", "Lets its node", "elsewhere", "from place", "Shoots"]),
    broken("no `;`", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; action npc. action ▮walk(npc, 1); action npc.▮attack(); }
    }").wants(&["its life", "Walks a number", "Shoots"]),
    broken("an unknown word", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; acton npc.attack(); action ▮walk(npc, 1); }
    }").wants(&["its life", "Walks a number"]),
    broken("an unknown word before a block", "tree Probe(npc: &mut Npc) {
        selector { condition npc.▮health > 3; sequense { action ▮walk(npc, 1); } action npc.▮attack(); }
    }").wants(&["its life", "Walks a number", "Shoots"]),
    broken("a broken header", "tree Probe(npc: Npc) {
        selector { condition npc.▮health > 3; action ▮walk(npc, 1); }
    }").wants(&["its life", "Walks a number"]),
    broken("a broken tree before", "tree Broken(npc: &mut Npc) { sequence { condition npc. } }
        tree Probe(npc: &mut Npc) { action ▮walk(npc, 1); }
    ").wants(&["Walks a number"]),
    broken("a broken leaf in another tree", "tree Probe(npc: &mut Npc) { action ▮walk(npc, 1); }
        tree Broken(npc: &mut Npc) { sequence { condition npc. } }
    ").wants(&["Walks a number"]),
    probe("the tree itself, in code", Complete, Trees("tree Probe(npc: &mut Npc) { sequence { condition npc. } } }
        pub fn code() { Probe::▮ "
    )).permits("syntax-error").wants(&["new", "NODES"]),
];

// Definitions of names.

/// A probe from this place to exactly one other.
const fn defined(what: &'static str, place: &'static str, to: &'static [&'static str]) -> Probe {
    probe(what, Define, In("soldier.rs", place)).wants(to).count(1)
}

const DEFINITIONS: &[Probe] = &[
    defined("a function", "action ▮walk(npc, 1)", &["actions.rs: pub fn walk("]),
    defined("a method", "action npc.▮run_away();", &["world.rs: pub fn run_away("]),
    defined("a field", "condition npc.▮health < 20;", &["world.rs: pub health: i32"]),
    defined("the binder in a condition", "condition ▮npc.health < 20;", &["pub tree Soldier(npc"]),
    defined("the binder in an action", "action ▮npc.run_away();", &["pub tree Soldier(npc"]),
    defined("a stateful action", "action ▮WalkTo { place: npc", &["actions.rs: pub struct WalkTo"]),
    defined("its field", "action WalkTo { ▮place: npc", &["actions.rs: pub place: i32"]),
    defined("a decorator", "with ▮Rally", &["actions.rs: pub struct Rally"]),
    defined("a variant in a pattern", "Mode::▮Calm => action", &["world.rs: Calm,"]),
    defined("a variable of a pattern", "if ▮distance > 3", &["Mode::Alert(distance)"]),
    defined("a variable of a block", "walk(npc, ▮far)", &["let far = npc.health + 3;"]),
    defined("a subtree", "subtree ▮Patrol,", &["soldier.rs: pub tree Patrol("]),
    defined("a subtree on a part", "subtree ▮Reload(", &["soldier.rs: tree Reload("]),
    defined("a tree in code", "soldier: &mut ▮Soldier", &["soldier.rs: pub tree Soldier("]),
    defined("a label's constant in code", "Soldier::▮FLEE", &["soldier.rs: 'flee: sequence"]),
    defined("a tree's method in code", "soldier.▮tick(npc)", &["soldier.rs: "]),
    defined("`sequence`", "'flee: ▮sequence {", &["pub struct sequence"]),
    defined("`condition`", "▮condition npc.health < 20;", &["pub struct condition"]),
    probe("a generic", Define, In("errands.rs", "navigator: &mut ▮N)"))
        .wants(&["tree Arrive<N"])
        .count(1),
    probe("in a score", Define, In("errands.rs", "npc.▮fear => action"))
        .wants(&["pub fear"])
        .count(1),
    probe("in a service", Define, In("errands.rs", "npc.▮look_around())"))
        .wants(&["look_around"])
        .count(1),
    probe("in a random number", Define, In("errands.rs", "random_selector(npc.▮draw())"))
        .wants(&["pub fn draw("])
        .count(1),
];

// The places where a name is used, requested inside and outside of the macro.

const fn used(what: &'static str, file: &'static str, place: &'static str) -> Probe {
    probe(what, Refer, In(file, place))
}

const WALK: &[&str] = &["action walk(npc, 1),", "walk(npc, far)", "pub fn walk", "walk(npc, 3);"];
const WALK_TO: &[&str] = &[
    "'there: action WalkTo",
    "'back: action WalkTo",
    "impl Action<Npc> for WalkTo",
    "delay(1.5s)",
];
const HEALTH: &[&str] =
    &["condition npc.health < 20", "pub health", "active_if npc.health", "guard(npc.health > 1)"];
const BINDER: &[&str] = &[
    "pub tree Soldier(npc",
    "condition npc.health < 20",
    "action npc.run_away()",
    "is_tired(npc)",
    "&mut npc.weapon",
    "limit: npc.fear",
    "match npc.mode",
    "walk(npc, far)",
];

const REFERENCES: &[Probe] = &[
    used("a function, from its definition", "actions.rs", "pub fn ▮walk(").wants(WALK),
    used("a function, from a leaf", "soldier.rs", "action ▮walk(npc, 1)").wants(WALK),
    used("a field, from its definition", "world.rs", "pub ▮health: i32").wants(HEALTH),
    used("a field, from a leaf", "soldier.rs", "condition npc.▮health < 20").wants(HEALTH),
    used("a stateful action, from its definition", "actions.rs", "pub struct ▮WalkTo")
        .wants(WALK_TO),
    used("a stateful action, from a leaf", "soldier.rs", "action ▮WalkTo { place: npc")
        .wants(WALK_TO),
    used("the binder, from the header", "soldier.rs", "Soldier(▮npc: &mut Npc)")
        .wants(BINDER)
        .count(14),
    used("the binder, from a leaf", "soldier.rs", "action ▮npc.run_away()").wants(BINDER).count(14),
    used("a tree, from its header", "soldier.rs", "pub tree ▮Patrol(")
        .wants(&["subtree Patrol,", "pub tree Patrol"])
        .count(2),
    used("a tree, from a subtree", "soldier.rs", "subtree ▮Patrol,")
        .wants(&["subtree Patrol,", "pub tree Patrol"])
        .count(2),
    used("a variable of a block", "soldier.rs", "let ▮far = npc")
        .wants(&["let far", "walk(npc, far)"])
        .count(2),
    used("a variable of a pattern", "soldier.rs", "Mode::Alert(▮distance) if")
        .wants(&["Mode::Alert(distance)"])
        .count(2),
    used("a label's constant, from code", "soldier.rs", "Soldier::▮FLEE").wants(&["Soldier::FLEE"]),
];

// Renaming inside and outside of the macro; there are no errors afterwards.

const fn renamed(
    name: &'static str,
    what: &'static str,
    file: &'static str,
    place: &'static str,
) -> Probe {
    probe(what, Rename(name), In(file, place)).refuses(&["refused", " at \""])
}

const STRIDE: &[&str] = &[
    "actions.rs: pub fn stride(",
    "soldier.rs: use crate::actions::{self, Rally, Rest, WalkTo, is_tired, stride};",
    "soldier.rs: Mode::Calm => action stride(npc, 1),",
    "errands.rs: action stride(npc, 1);",
    "soldier.rs: stride(npc, 3);",
];
const LIFE: &[&str] = &[
    "world.rs: pub life: i32,",
    "soldier.rs: condition npc.life < 20;",
    "errands.rs: active_if npc.life > 3",
    "errands.rs: guard(npc.life > 1)",
    "soldier.rs: let far = npc.life + 3;",
];
const GO_TO: &[&str] = &[
    "actions.rs: pub struct GoTo {",
    "soldier.rs: 'there: action GoTo {",
    "errands.rs: guard(npc.health > 1) delay(1.5s) action GoTo {",
    "soldier.rs: (Rest {}, GoTo {",
];
const HERO: &[&str] = &[
    "pub tree Soldier(hero: &mut Npc)",
    "condition hero.health < 20;",
    "action hero.run_away();",
    "not condition is_tired(hero);",
    "subtree Reload(&mut hero.weapon);",
    "with Rally { limit: hero.fear + 1.0 } repeat action hero.attack();",
    "match hero.mode {",
    "action walk(hero, 1),",
    "let far = hero.health + 3;",
    "hero.look_around();",
];
const WALKS: &[&str] = &["pub tree Walks(npc", "subtree Walks,"];
const GOAL: &[&str] = &["pub goal: i32", "action WalkTo { goal: npc.health", "self.goal -="];

const RENAMES: &[Probe] = &[
    renamed("stride", "a function, at its definition", "actions.rs", "pub fn ▮walk(").wants(STRIDE),
    renamed("stride", "a function, in a leaf", "soldier.rs", "action ▮walk(npc, 1)").wants(STRIDE),
    renamed("life", "a field, at its definition", "world.rs", "pub ▮health: i32").wants(LIFE),
    renamed("life", "a field, in a leaf", "soldier.rs", "condition npc.▮health < 20").wants(LIFE),
    renamed("GoTo", "a stateful action, at its definition", "actions.rs", "pub struct ▮WalkTo")
        .wants(GO_TO),
    renamed("GoTo", "a stateful action, in a leaf", "soldier.rs", "action ▮WalkTo { place: npc")
        .wants(GO_TO),
    renamed("goal", "its field, at its definition", "actions.rs", "pub ▮place: i32").wants(GOAL),
    renamed("goal", "its field, in a leaf", "soldier.rs", "action WalkTo { ▮place: npc")
        .wants(GOAL),
    renamed("hero", "the binder, in the header", "soldier.rs", "Soldier(▮npc: &mut Npc)")
        .wants(HERO)
        .count(13),
    renamed("hero", "the binder, in a leaf", "soldier.rs", "action ▮npc.run_away()")
        .wants(HERO)
        .count(13),
    renamed("Walks", "a tree, in its header", "soldier.rs", "pub tree ▮Patrol(")
        .wants(WALKS)
        .count(2),
    renamed("Walks", "a tree, in a subtree", "soldier.rs", "subtree ▮Patrol,")
        .wants(WALKS)
        .count(2),
    renamed("Quiet", "a variant, in a pattern", "soldier.rs", "Mode::▮Calm => action")
        .wants(&["world.rs: Quiet,", "Mode::Quiet => action"]),
    renamed("wide", "a variable of a block", "soldier.rs", "let ▮far = npc")
        .wants(&["let wide = npc.health + 3;", "walk(npc, wide)"])
        .count(2),
    renamed("gap", "a variable of a pattern", "soldier.rs", "Mode::Alert(▮distance) if")
        .wants(&["Mode::Alert(gap) if gap > 3 => subtree Patrol,"])
        .count(1),
    renamed("PANIC", "a label, at its constant in code", "soldier.rs", "Soldier::▮FLEE")
        .wants(&["'PANIC: sequence {", "node == Soldier::PANIC;"])
        .count(2),
];

// The colors of words, which show the kind of thing that they name.

const fn colored(what: &'static str, place: &'static str, kind: &'static [&'static str]) -> Probe {
    probe(what, Color, In("soldier.rs", place)).wants(kind).count(1)
}

const COLORS: &[Probe] = &[
    colored("a field", "condition npc.▮health < 20", &["property"]),
    colored("a method", "action npc.▮run_away()", &["method"]),
    colored("a function", "action ▮walk(npc, 1)", &["function"]),
    colored("the binder", "condition ▮npc.health < 20", &["parameter"]),
    colored("a stateful action", "action ▮WalkTo { place: npc", &["struct"]),
    colored("a tree", "pub tree ▮Soldier(", &["struct"]),
    colored("a subtree", "subtree ▮Patrol,", &["struct"]),
    colored("a variant", "Mode::▮Calm => action", &["enumMember"]),
    colored("a number", "npc.health < ▮20", &["number"]),
    colored("`sequence`", "'flee: ▮sequence {", &["struct"]),
    colored("`condition`", "▮condition npc.health < 20", &["struct"]),
    colored("`monitor`", "▮monitor {", &["struct"]),
    colored("`not`", "▮not condition", &["struct"]),
    colored("`tree`", "pub ▮tree Soldier", &["struct"]),
    colored("`match`", "▮match npc.mode", &["struct"]),
];

// Errors in an editor before anything is compiled: none in correct trees, and each mistake once.

/// An error of rust-analyzer in an expression, reported once.
const fn native(what: &'static str, node: &'static str, code: &'static [&'static str]) -> Probe {
    probe(what, Diagnose, Node(node)).wants(code).count(1)
}

/// The macro's own message, and no other one.
const fn ours(what: &'static str, node: &'static str, told: &'static [&'static str]) -> Probe {
    probe(what, Diagnose, Node(node)).wants(told).count(1)
}

const DIAGNOSTICS: &[Probe] = &[
    probe("a correct file", Diagnose, In("soldier.rs", "▮behavior_tree! {")).count(0),
    probe("a correct file", Diagnose, In("errands.rs", "▮behavior_tree! {")).count(0),
    probe("a correct probe", Diagnose, Node("▮condition npc.health > 3;")).count(0),
    ours("an unfinished leaf", "▮condition npc.;", &["a name is missing behind this"]),
    ours("no `;`", "▮condition npc.health > 3", &["expected `;` behind this `condition`"]),
    ours("an unfinished path", "▮action actions::;", &["a name is missing behind this"]),
    ours("an unknown word", "▮acton npc.attack();", &["did you mean `action`?"]),
    ours("an unknown word before a block", "▮sequense { succeed; }", &["did you mean `sequence`?"]),
    ours(
        "a word of another library",
        "▮fallback { action npc.attack(); }",
        &["is called `selector` here"],
    ),
    ours("an empty block", "▮sequence { }", &["has no children"]),
    ours(
        "a wrong policy",
        "▮parallel(sucess = 1) { action npc.attack(); action npc.run_away(); }",
        &["no policy `sucess`"],
    ),
    ours("a number without a unit", "▮wait(2);", &["unit"]),
    ours("a decorator without a node", "▮timeout(1s);", &["has nothing to decorate"]),
    ours("a node that cannot be reached", "▮succeed;", &["never fails"]),
    probe("three mistakes", Diagnose, Node("▮condition npc.; acton npc.attack(); wait(2);"))
        .wants(&["a name is missing behind this", "did you mean `action`?", "unit"])
        .count(3),
    probe("a broken header", Diagnose, Trees("▮tree Probe(npc: Npc) { succeed; }"))
        .wants(&["a tree borrows its blackboard"])
        .count(1),
    probe("a tree without a root", Diagnose, Trees("▮tree Probe(npc: &mut Npc) { }"))
        .wants(&["is empty"])
        .count(1),
    native("a condition of another type", "▮condition npc.health;", &["E0308"]),
    native("a duration of another type", "▮timeout(npc.health) action npc.attack();", &["E0308"]),
    native("a count of another type", "▮repeat(npc.fear) action npc.attack();", &["E0308"]),
    native(
        "a score of another type",
        "▮utility_selector { npc.health => action npc.attack(); }",
        &["E0308"],
    ),
    native("an argument of another type", "▮action walk(npc, true);", &["E0308"]),
    native("a missing argument", "▮action walk(npc);", &["E0061"]),
    native("a missing field", "▮action WalkTo { place: 1 };", &["E0063"]),
];
