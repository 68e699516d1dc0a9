//! A recording of any size, without a program that has such a large tree.

use crate::version::version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_watch::record::Recording;
use serde_json::{Value, json};

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
pub(crate) fn recording(nodes: usize, ticks: usize) -> Recording {
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
