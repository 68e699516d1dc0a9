//! The contents of a page with a tree, and the expected contents.

use browser::Page;
use bt_core::NodeId;
use bt_core::observe::Mark;
use bt_watch::record::Agent;

/// The state of each node in a moment: `idle`, or the word of its last event or of its activity.
pub(crate) fn states_at(agent: Agent<'_>, moment: u64) -> Vec<String> {
    let mut states = vec!["idle".to_owned(); agent.tree().nodes().len()];
    let mut set = |node: NodeId, state: String| states[node.index()] = state;
    for (node, mark) in agent.frame_at(moment).into_iter().flat_map(|frame| frame.events()) {
        match mark {
            Mark::Ticked(result) => set(node, result.to_string()),
            Mark::Aborted => set(node, "aborted".to_owned()),
        }
    }
    agent.active_at(moment).into_iter().for_each(|node| set(node, "running".to_owned()));
    states
}

/// The states that the page shows.
pub(crate) fn read_states(page: &Page<'_>) -> Vec<String> {
    let states =
        page.read("[...document.querySelectorAll('.node')].map((node) => node.dataset.state)");
    let states = states.as_array().expect("there are nodes").iter();
    states.map(|state| state.as_str().expect("a state is a word").to_owned()).collect()
}
