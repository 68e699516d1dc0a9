//! The values that nodes keep: those of `let` and `for`, and the parameters of trees.

use bt_core::behavior_tree;
use bt_watch::record::{Agent, Recorder, Recording};
use serde_json::{Value, json};
use std::fmt;

#[derive(Debug)]
struct Deer {
    id: u32,
}

/// A type that cannot be shown.
struct Secret;

/// A type that only some trees can show.
struct Wrapped<T>(T);

impl<T: fmt::Debug> fmt::Debug for Wrapped<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "<{:?}>", self.0)
    }
}

behavior_tree! {
    tree Go(world: &mut u32, target: (u32, Secret), speed: f32, r#type: Deer) {
        let(steps: u32 = target.0) 'go: repeat action {
            *steps += 1;
            *world += 1;
            let _ = (&target.1, &*speed, r#type.id);
        };
    }

    tree Hunt(world: &mut u32) {
        'hunt: let(prey: Deer = (*world < 3).then_some(Deer { id: *world })) sequence {
            let(secret: Secret = Secret) let(wrapped: Wrapped<Secret> = Wrapped(Secret)) action {
                *world += prey.id;
                let _ = (&*secret, &wrapped.0);
            };
            'rounds: for(round in 0..2) action *world += u32::from(round > 0);
            parallel {
                'tripled: let(number: Option<Wrapped<u32>> = Some(Wrapped(*world * 3))) repeat(2) action {
                    let _ = number;
                };
                'subtree: subtree Go(target = (7, Secret), speed = 1.5, r#type = Deer { id: 1 });
            }
        }
    }

    tree Choices(world: &mut u32) {
        repeat utility_selector {
            (*world % 2) as f32 => let(odd: bool = true) action { let _ = odd; bt_core::Status::Running };
            0.5 => active_utility_selector {
                1.0 => 'even: let(even: u32 = *world) repeat action *even += 2;
            }
        }
    }
}

/// The texts of an agent in a moment, by the labels of their nodes.
fn texts(agent: Agent<'_>, moment: u64) -> Vec<(String, String)> {
    let label = |node: bt_core::NodeId| agent.tree().nodes()[node.index()].name().to_owned();
    agent.values_at(moment).into_iter().map(|(node, text)| (label(node), text)).collect()
}

fn pairs<const N: usize>(pairs: [(&str, &str); N]) -> Vec<(String, String)> {
    pairs.map(|(label, text)| (label.to_owned(), text.to_owned())).into()
}

fn hunt() -> (Recorder, bt_watch::record::AgentId) {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Hunt>("Ada");
    let (mut tree, mut world) = (Hunt::new(), 1);
    for _ in 0..4 {
        recorder.tick(agent, &mut tree, &mut world);
    }
    recorder.abort(agent, &mut tree, &mut world);
    recorder.tick(agent, &mut tree, &mut 9);
    (recorder, agent)
}

#[test]
fn the_values_of_active_nodes_are_recorded() {
    let (recorder, agent) = hunt();
    let ada = recorder.recording().agent(agent).expect("it is there");
    assert_eq!(texts(ada, 0), pairs([("hunt", "prey = Deer { id: 1 }"), ("rounds", "round = 1")]));
    let subtree = ("subtree", "speed = 1.5, type = Deer { id: 1 }");
    assert_eq!(
        texts(ada, 1),
        pairs([
            ("hunt", "prey = Deer { id: 1 }"),
            ("tripled", "number = Some(<9>)"),
            subtree,
            ("let", "steps = 8"),
        ])
    );
    // The other child of the `parallel` has succeeded.
    assert_eq!(
        texts(ada, 2),
        pairs([("hunt", "prey = Deer { id: 1 }"), subtree, ("let", "steps = 9")])
    );
    assert_eq!(texts(ada, 3), [], "it was aborted in this moment");
    assert_eq!(texts(ada, 4), [], "it has not begun");
}

#[test]
fn only_changes_are_saved_and_files_without_values_are_read() {
    let (recorder, _) = hunt();
    let recording = recorder.into_recording();
    let text = recording.to_json();
    assert_eq!(text.matches("Deer { id: 1 }\"").count(), 2, "{text}");
    assert_eq!(text.matches("steps = 8").count(), 1, "{text}");
    assert_eq!(Recording::from_json(&text).unwrap(), recording);
    let mut later = recording.clone();
    later.forget_before(2);
    let mut loaded = Recording::from_json(&later.to_json()).unwrap();
    assert_eq!(loaded, later);
    let id = loaded.agents().next().unwrap().id();
    assert_eq!(texts(loaded.agent(id).unwrap(), 2), texts(recording.agent(id).unwrap(), 2));
    loaded.forget_before(4);
    assert_eq!(texts(loaded.agent(id).unwrap(), 4), []);

    let mut old: Value = serde_json::from_str(&text).unwrap();
    old.as_object_mut().unwrap().remove("values");
    let old = Recording::from_json(&old.to_string()).unwrap();
    assert_eq!(old.agent(id).unwrap().values_at(1), []);
    assert_eq!(old.agent(id).unwrap().active_at(1), recording.agent(id).unwrap().active_at(1));
}

#[test]
fn what_is_no_value_of_a_node_is_refused() {
    let (recorder, _) = hunt();
    let file: Value = serde_json::from_str(&recorder.recording().to_json()).unwrap();
    for (values, problem) in [
        (json!({"99": "x = 1"}), "there is no node 99"),
        (json!({"01": "x = 1"}), "there is no node 01"),
        (json!({"prey": "x = 1"}), "there is no node prey"),
        (json!({"1": 7}), "the value of node 1 is no text"),
    ] {
        let mut changed = file.clone();
        changed["values"] = json!([[0, 1, values]]);
        let error = Recording::from_json(&changed.to_string()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
        let mut begun = file.clone();
        begun["agents"][0]["values"] = values;
        let error = Recording::from_json(&begun.to_string()).unwrap_err().to_string();
        assert!(error.contains(problem), "{error}");
    }
}

#[test]
fn the_child_that_was_chosen_is_looked_into() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Choices>("Eve");
    let mut tree = Choices::new();
    recorder.tick(agent, &mut tree, &mut 1);
    let eve = |recorder: &Recorder| texts(recorder.recording().agent(agent).unwrap(), 0);
    assert_eq!(eve(&recorder), pairs([("let", "odd = true")]));
    recorder.abort(agent, &mut tree, &mut 1);
    recorder.tick(agent, &mut tree, &mut 4);
    let eve = recorder.recording().agent(agent).unwrap();
    assert_eq!(texts(eve, 1), pairs([("even", "even = 6")]));
}

behavior_tree! {
    tree Crowded(list: &mut Vec<u32>, name: &'static str) {
        let(all: Vec<u32> = list.clone()) repeat action { let _ = (all.len(), name.len()); };
    }
}

#[test]
fn a_tree_of_its_own_shows_its_parameters_and_long_values_are_cut() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Crowded>("Bob");
    let mut tree = Crowded::new("é".repeat(1_000).leak());
    recorder.tick(agent, &mut tree, &mut (0..100_000).collect());
    let values = recorder.recording().agent(agent).unwrap().values_at(0);
    let [(node, text)] = values.as_slice() else { panic!("{values:?}") };
    assert_eq!(node.index(), 0);
    assert!(text.starts_with("name = \"éé") && text.len() < 1_000, "{text}");
    assert!(text.contains("é…, all = [0, 1, 2, ") && text.ends_with('…'), "{text}");
    assert!(recorder.bytes() < 4_000);
}

behavior_tree! {
    tree Plain(world: &mut u32) {
        sequence { action *world += 1; running; }
    }
}

#[test]
fn a_tree_without_values_has_none_in_its_file() {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Plain>("Ada");
    recorder.tick(agent, &mut Plain::new(), &mut 0);
    assert!(!recorder.recording().to_json().contains("values"));
}
