//! The reasons of changes, which a page shows. They are found when the page is written, not in a tick.

use super::TreeNode;
use super::frame::node_and_mark;
use super::recording::{Recording, Run, Track};
use super::save;
use bt_core::__internal::{Comparison, Part, Row, Tick};
use bt_core::{NodeId, NodeKind};
use std::format;
use std::mem;
use std::string::String;
use std::vec::Vec;

impl Row for TreeNode {
    fn parent(&self) -> Option<NodeId> {
        self.parent
    }

    fn end(&self) -> NodeId {
        self.end
    }

    fn kind(&self) -> NodeKind {
        self.kind
    }

    fn has_label(&self) -> bool {
        self.label.is_some()
    }
}

/// The reasons of all agents in JSON, one on each line.
pub(super) fn lines(recording: &Recording) -> Vec<String> {
    recording.agents.iter().flat_map(|track| lines_of(recording, track)).collect()
}

fn lines_of(recording: &Recording, track: &Track) -> impl Iterator<Item = String> {
    let nodes = &recording.trees[track.tree].nodes;
    let mut before = None;
    track.runs.iter().filter_map(move |run| line(nodes, track.id, run, before.replace(run)))
}

/// The reason in the first moment of a run, after the run before it; `None` if there is nothing to explain.
pub(super) fn line(
    nodes: &[TreeNode],
    agent: usize,
    run: &Run,
    before: Option<&Run>,
) -> Option<String> {
    // An agent that rested in between has no tick before.
    let before = before.filter(|before| before.end() == run.moment);
    if before.is_some_and(|before| before.frame == run.frame) {
        return None;
    }
    let (now, before) = (tick(run), before.map(tick));
    let mut change = Comparison { rows: nodes, now: &now, before: before.as_ref() }.change();
    change.reason.extend(touched(run, !change.reason.is_empty()));
    let is_empty = change.reason.is_empty() && change.others.is_empty();
    (!is_empty).then(|| save::reason(agent, run.moment, &change))
}

/// What a page has changed: `hunger was set to 100. The answer of eat was forced.`
fn touched(run: &Run, mut goes_on: bool) -> Vec<Part> {
    let Some(touched) = &run.frame.touched else { return Vec::new() };
    let mut space = || if mem::replace(&mut goes_on, true) { " " } else { "" };
    let mut parts = Vec::new();
    for (field, value) in &touched.set {
        parts.push(Part::Text(format!("{}{field} was set to {value}.", space()).into()));
    }
    for leaf in &touched.forced {
        parts.push(Part::Text(format!("{}The answer of ", space()).into()));
        parts.extend([Part::Name(*leaf), Part::Text(" was forced.".into())]);
    }
    parts
}

fn tick(run: &Run) -> Tick {
    Tick {
        events: run.frame.events().map(node_and_mark).collect(),
        errors: run.frame.errors.to_vec(),
        tips: run.frame.tips().collect(),
        has_panicked: run.frame.unfinished,
    }
}

#[cfg(test)]
mod tests {
    use super::lines;
    use crate::record::Recorder;
    use bt_core::behavior_tree;
    use std::format;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    behavior_tree! {
        tree Fall(height: &mut u32) {
            active_selector {
                'far: guard(*height > 3) running;
                parallel {
                    sequence {
                        condition *height < 10;
                        action assert_ne!(*height, 2, "the ground");
                        running;
                    }
                    condition *height > 0;
                }
            }
        }
    }

    #[test]
    fn a_page_has_the_reasons_of_all_changes() {
        let mut recorder = Recorder::with_capacity(10_000);
        let agent = recorder.agent::<Fall>("it");
        let mut fall = Fall::new();
        let mut tick = |recorder: &mut Recorder, mut height: u32| {
            let tick = || recorder.tick(agent, &mut fall, &mut height);
            assert_eq!(catch_unwind(AssertUnwindSafe(tick)).is_err(), height == 2);
            if height == 2 {
                fall = Fall::new();
            }
        };
        for height in [4, 4, 1, 4, 2, 2, 1] {
            tick(&mut recorder, height);
        }
        // It rests, so the tick before the next one is unknown.
        recorder.next_moment();
        recorder.next_moment();
        tick(&mut recorder, 4);
        recorder.next_moment();
        recorder.abort(agent, &mut fall, &mut 4);
        let far = r#"{"node":1,"written":true}"#;
        let panicked = r#"["The program panicked in the middle of this tick."]"#;
        let expected = [
            format!(
                r#"[0,2,[{far}," turned false",{{"changes":1}},", so ",{{"node":7}}," took over from ",{{"node":1}},", and ",{{"node":2}}," was aborted","."],[]]"#
            ),
            format!(
                r#"[0,3,[{far}," turned true",{{"changes":1}},", so ",{{"node":1}}," took over from ",{{"node":7}},"."],[]]"#
            ),
            // The second event is the failure of the guard, which was running.
            format!("[0,4,{panicked},[1]]"),
            format!("[0,5,{panicked},[]]"),
            r#"[0,6,[{"node":6}," succeeded",{"changes":6},", ",{"node":8}," was true",{"changes":8},", so ",{"node":3}," went on to ",{"node":7},"."],[]]"#.into(),
            r#"[0,9,["The tree was aborted."],[]]"#.into(),
        ];
        assert_eq!(lines(recorder.recording()), expected);
    }
}
