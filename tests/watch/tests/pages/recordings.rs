//! Recordings of any size, without a program that has such a large tree; and one with extreme sizes: a deep tree with long texts,
//! many agents, a large blackboard.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_watch::record::Recording;
use serde_json::{Map, Value, json};

/// Reproducible pseudorandom numbers.
struct Dice(u32);

impl Dice {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (self.0 >> 8) as usize % limit
    }
}

/// A tree with a number of nodes, and a number of ticks of one agent; in each tick some of its leaves
/// run.
pub(crate) fn large(nodes: usize, ticks: usize) -> Recording {
    let mut dice = Dice(7);
    let mut tree = Vec::new();
    grow(&mut tree, None, nodes, &mut dice);
    let mut frames = Vec::new();
    let mut changes = Vec::new();
    let mut tip = None;
    for tick in 0..ticks {
        let (bytes, now) = frame(&tree, tip, &mut dice);
        tip = now;
        frames.push(json!([0, tick, 1, STANDARD.encode(bytes)]));
        let health = 100 - tick % 100;
        let places = [tick % 37, tick % 41];
        changes.push(json!([0, tick, {"health": health, "places": places}]));
    }
    let recording = json!({
        "format": "behavior-tree recording", "version": version(),
        "trees": [{"name": "Garrison", "nodes": tree}],
        "agents": [{"name": "guard", "tree": 0, "blackboard": null}],
        "first": 0, "moments": ticks, "frames": frames, "changes": changes,
    });
    Recording::from_json(&recording.to_string()).expect("it is a recording")
}

/// Adds a subtree of `size` nodes.
fn grow(tree: &mut Vec<Value>, parent: Option<usize>, size: usize, dice: &mut Dice) {
    const WORDS: [&str; 5] = ["sequence", "selector", "parallel", "monitor", "active_selector"];
    const LEAVES: [&str; 4] =
        ["npc.sees_enemy()", "npc.walk_to(cover)", "npc.ammo < 3", "door.open()"];
    let id = tree.len();
    tree.push(Value::Null);
    let mut left = size - 1;
    while left > 0 {
        let part = 1 + dice.below(left.min(size / 3 + 1));
        grow(tree, Some(id), part, dice);
        left -= part;
    }
    let end = tree.len();
    tree[id] = if size == 1 {
        json!({"kind": "action", "parent": parent, "end": end, "source": LEAVES[dice.below(4)]})
    } else if dice.below(3) == 0 {
        json!({"kind": WORDS[dice.below(5)], "parent": parent, "end": end, "label": format!("part_{id}")})
    } else {
        json!({"kind": WORDS[dice.below(5)], "parent": parent, "end": end})
    };
}

/// The bytes of a tick, and the leaf that runs after it: usually the same as before.
fn frame(tree: &[Value], before: Option<usize>, dice: &mut Dice) -> (Vec<u8>, Option<usize>) {
    let is_leaf = |node: &usize| tree[*node]["end"] == *node + 1;
    let leaves: Vec<usize> = (0..tree.len()).filter(is_leaf).collect();
    let tip = match before {
        Some(tip) if dice.below(12) > 0 => tip,
        _ => leaves[dice.below(leaves.len())],
    };
    let first = dice.below(leaves.len());
    let asked = leaves.iter().cycle().skip(first).take(20 + dice.below(40));
    let mut events: Vec<usize> =
        asked.filter(|leaf| **leaf != tip).map(|leaf| leaf << 2 | dice.below(2)).collect();
    events.push(tip << 2 | 2);
    events.extend(before.filter(|before| *before != tip).map(|before| before << 2 | 3));
    let mut bytes = Vec::new();
    for number in [events.len()].into_iter().chain(events).chain([tip]) {
        push_varint(&mut bytes, number);
    }
    (bytes, Some(tip))
}

fn push_varint(bytes: &mut Vec<u8>, mut number: usize) {
    while number > 0x7f {
        bytes.push((number & 0x7f).to_le_bytes()[0] | 0x80);
        number >>= 7;
    }
    bytes.push(number.to_le_bytes()[0]);
}

/// The depth of the tree.
pub(crate) const LEVELS: usize = 30;
/// The number of agents.
pub(crate) const AGENTS: usize = 200;
/// The number of fields of a blackboard.
pub(crate) const FIELDS: usize = 100;

/// Two ticks: in the first the deepest leaf runs, in the second the last one.
pub(crate) fn extreme() -> Recording {
    let nodes = chain();
    let last = nodes.len() - 1;
    let deepest = LEVELS - 1;
    // Events and tips: `node << 2 | what`; 2 is running, 3 aborted.
    let first = [1, deepest << 2 | 2, deepest];
    let aborted = (1..LEVELS).rev().map(|node| node << 2 | 3);
    let second = [LEVELS, last << 2 | 2].into_iter().chain(aborted).chain([last]);
    let frames = [first.to_vec(), second.collect()].map(|numbers| {
        let bytes = numbers.into_iter().flat_map(|number| match u8::try_from(number) {
            Ok(number) if number < 0x80 => vec![number],
            _ => vec![(number & 0x7f | 0x80).to_le_bytes()[0], (number >> 7).to_le_bytes()[0]],
        });
        STANDARD.encode(bytes.collect::<Vec<_>>())
    });
    let name =
        |agent: usize| format!("agent {agent} of the third company of the northern garrison");
    let recording = json!({
        "format": "behavior-tree recording", "version": version(),
        "trees": [{"name": "AVeryLongNameOfATreeThatSomebodyHasWrittenWithoutMercyForAnybody", "nodes": nodes}],
        "agents": (0..AGENTS).map(|agent| json!({"name": name(agent), "tree": 0})).collect::<Vec<_>>(),
        "first": 0, "moments": 2,
        "frames": (0..2)
            .flat_map(|moment| (0..AGENTS).map(move |agent| (agent, moment)))
            .map(|(agent, moment)| json!([agent, moment, 1, frames[moment]]))
            .collect::<Vec<_>>(),
        "changes": [[0, 0, fields(0)], [0, 1, fields(1)]],
    });
    Recording::from_json(&recording.to_string()).expect("it is a recording")
}

/// A chain of nodes, and a leaf at the root.
fn chain() -> Vec<Value> {
    let long = "npc.the_distance_to(&npc.nearest_enemy_in_sight_that_is_not_behind_cover()) < npc.range_of_weapon_in_hand";
    let mut nodes: Vec<Value> = (0..LEVELS)
        .map(|level| {
            let parent = level.checked_sub(1);
            let kind = if level + 1 == LEVELS { "condition" } else { "sequence" };
            let source = if level + 1 == LEVELS { long } else { "" };
            json!({
                "kind": kind, "parent": parent, "end": LEVELS, "source": source,
                "label": format!("a_long_label_of_the_node_in_level_{level}_which_goes_on_and_on"),
                "description": "A description that is long, too. ".repeat(9),
            })
        })
        .collect();
    nodes[0]["end"] = json!(LEVELS + 1);
    nodes.push(json!({"kind": "action", "parent": 0, "end": LEVELS + 1, "source": long}));
    nodes
}

/// Plain fields, long ones and nested ones.
fn fields(moment: usize) -> Map<String, Value> {
    let nested = json!({"a": {"b": {"c": {"d": {"e": {"f": {"g": {"h": moment}}}}}}}});
    let mut fields: Map<String, Value> = (0..FIELDS - 3)
        .map(|field| (format!("field_{field:02}"), json!(field * (1 + moment))))
        .collect();
    fields.insert("a_field_with_a_long_name_and_a_long_value".into(), json!("word ".repeat(60)));
    fields.insert("unbroken".into(), json!("x".repeat(300 + moment)));
    fields.insert("nested".into(), nested);
    fields
}

/// The version for recordings that tests write by hand.
fn version() -> Value {
    let saved = Recording::default().to_json();
    serde_json::from_str::<Value>(&saved).expect("it is JSON")["version"].take()
}
