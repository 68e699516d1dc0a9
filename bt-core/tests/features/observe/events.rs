//! Which events nodes with preferences and values report, and in which order.

use bt_core::observe::Log;
use bt_core::{Status, behavior_tree};

/// The values of the conditions and the scores.
#[derive(Default)]
struct Wants {
    first: bool,
    scores: [f32; 2],
    status: Option<Status>,
}

impl Wants {
    fn status(&self) -> Status {
        self.status.unwrap_or(Status::Running)
    }
}

behavior_tree! {
    tree Prefers(wants: &mut Wants) {
        'kept: let(number: u32 = wants.scores[0].is_finite().then_some(3)) 'rounds: for(round in 0..2) 'end: finally(*number += 1)
            'choice: priority_selector {
                wants.first => 'urgent: action wants.status(),
                round == 1 => 'best: active_utility_selector(margin = 1.0) {
                    wants.scores[0] => 'low: action wants.status(),
                    wants.scores[1] => 'high: action wants.status(),
                },
                true => 'rest: action wants.status(),
            }
    }
}

/// The lines of a tick without its heading, and the labels of the nodes that are active after it.
fn seen(tree: &mut Prefers, wants: &mut Wants) -> (Vec<String>, String) {
    let mut log = Log::new(Prefers::NODES, String::new());
    log.tick(tree, wants);
    let lines = log.into_writer().lines().skip(1).map(|line| line.trim().to_owned()).collect();
    let labels = tree.active().filter_map(|id| Prefers::NODES[id.index()].label);
    (lines, labels.collect::<Vec<_>>().join(" "))
}

#[test]
fn who_prefers_another_aborts_before_it_ticks() {
    let (mut tree, mut wants) = (Prefers::new(), Wants::default());
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(lines, ["running  rest: action wants.status()"]);
    assert_eq!(active, "kept rounds end choice rest");
    wants.first = true;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(
        lines,
        ["aborted  rest: action wants.status()", "running  urgent: action wants.status()"]
    );
    assert_eq!(active, "kept rounds end choice urgent");
    // Between two rounds no node below the `for` is active.
    wants.status = Some(Status::Success);
    let (lines, active) = seen(&mut tree, &mut wants);
    let ended = ["success  urgent: action wants.status()", "success  choice: priority_selector"];
    assert_eq!(lines[..2], ended);
    assert_eq!(lines[2..].len(), 1, "{lines:?}");
    assert_eq!(active, "kept rounds");
    (wants.first, wants.status) = (false, None);
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(lines, ["running  low: action wants.status()"]);
    assert_eq!(active, "kept rounds end choice best low");
    wants.scores[1] = 1.5;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!(
        lines,
        ["aborted  low: action wants.status()", "running  high: action wants.status()"]
    );
    assert_eq!(active, "kept rounds end choice best high");
    // With NaN scores the running child is aborted, and no other child is ticked.
    wants.scores = [0.0, f32::NAN];
    wants.status = Some(Status::Failure);
    let (lines, _) = seen(&mut tree, &mut wants);
    let expected = ["aborted  high: action wants.status()", "failure  low: action wants.status()"];
    assert_eq!(lines[..2], expected);
    assert!(lines[2].starts_with("failure  best:"), "{lines:?}");
    assert_eq!(lines[3], "failure  rest: action wants.status()");
    assert!(lines.last().is_some_and(|line| line.starts_with("failure  kept:")), "{lines:?}");
    assert!(!tree.is_running());
}

#[test]
fn what_has_no_value_fails_and_tells_nothing_of_its_child() {
    let (mut tree, mut wants) = (Prefers::new(), Wants::default());
    wants.scores[0] = f32::NAN;
    let (lines, active) = seen(&mut tree, &mut wants);
    assert_eq!((lines.len(), active.as_str()), (1, ""));
    assert!(lines[0].starts_with("failure  kept: let"), "{lines:?}");
}

#[test]
fn aborts_are_told_from_the_inside_out() {
    let (mut tree, mut wants, mut log) =
        (Prefers::new(), Wants::default(), Log::new(Prefers::NODES, String::new()));
    tree.tick(&mut wants);
    tree.abort_with(&mut wants, &mut log);
    let told = log.into_writer();
    let labels: Vec<_> = told
        .lines()
        .filter(|line| line.starts_with("  aborted"))
        .map(|line| line.trim().trim_start_matches("aborted").trim().split(':').next().unwrap())
        .collect();
    assert_eq!(labels, ["rest", "choice", "end", "rounds", "kept"]);
}
