//! A recording with extreme sizes: a deep tree with long texts, many agents, a large blackboard.

use crate::version::version;
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use bt_watch::record::Recording;
use serde_json::{Map, Value, json};

/// The depth of the tree.
pub(crate) const LEVELS: usize = 30;
/// The number of agents.
pub(crate) const AGENTS: usize = 200;
/// The number of fields of a blackboard.
pub(crate) const FIELDS: usize = 100;

/// Two ticks: in the first the deepest leaf runs, in the second the last one.
pub(crate) fn recording() -> Recording {
    let nodes = nodes();
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
fn nodes() -> Vec<Value> {
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
