//! Proofs: what is explored, what rules say, and what a counterexample shows.

mod all_runs;
mod filed;
mod monitor;
mod mutants;
mod random;
mod real_runs;
mod rules;
mod simulate;
mod stated;
mod time;
mod types;
mod why_not;
mod words;
mod written;

use bt_core::{NodeId, Status, behavior_tree};
use bt_verify::{Counterexample, Proof, Rules};

/// Checks rules that hold.
fn keeps(proof: &Proof, rules: &Rules) {
    proof.check(rules).unwrap();
}

/// The shortest run that breaks one of the rules.
fn breaks(proof: &Proof, rules: &Rules) -> Counterexample {
    proof.check(rules).unwrap_err()
}

/// A soldier as in the guide.
struct Npc {
    health: u32,
    enemy: bool,
}

impl Npc {
    fn run_away(&mut self) -> Status {
        self.health += 1;
        Status::Running
    }

    fn attack(&mut self) -> Status {
        self.enemy = false;
        Status::Success
    }
}

behavior_tree! {
    tree Soldier(npc: &mut Npc) {
        active_selector {
            sequence {
                condition npc.enemy;
                active_selector {
                    'flee: sequence {
                        'hurt: condition npc.health < 20;
                        'run: action npc.run_away();
                    }
                    'fight: monitor {
                        condition !npc.enemy;
                        action npc.attack();
                    }
                }
            }
            'patrol: action npc.attack();
        }
    }
}

#[test]
fn a_soldier_is_explored() {
    let proof = bt_verify::explore::<Soldier>();
    assert!(proof.is_complete(), "{:?}", proof.problem());
    assert!(proof.unreached().is_empty(), "{proof}");
    // What flees is not asked again whether there is an enemy.
    let kept = [NodeId::new(0), NodeId::new(1), NodeId::new(3), Soldier::FLEE, Soldier::RUN];
    assert_eq!(proof.unreached().never_aborted(), kept);
    // Nothing runs, or one of three actions does.
    assert_eq!(proof.states(), 4);
    assert!(proof.traps().is_empty());
    let hurt = proof.node(Soldier::HURT).unwrap();
    assert!(hurt.succeeds && hurt.fails && !hurt.runs && !hurt.aborted);
    let fight = proof.node(Soldier::FIGHT).unwrap();
    assert!(fight.succeeds && fight.fails && fight.runs && fight.aborted);
    // Each leaf finishes at once.
    assert_eq!(proof.longest_run(), Some(1));
}

#[test]
fn a_soldier_never_does_two_things() {
    let proof = bt_verify::explore::<Soldier>();
    keeps(
        &proof,
        &Rules::new().never(|tick| tick.is_active(Soldier::FLEE) && tick.is_active(Soldier::FIGHT)),
    );
    keeps(
        &proof,
        &Rules::new().always(|tick| {
            tick.result(Soldier::HURT) != Some(Status::Success) || tick.is_ticked(Soldier::RUN)
        }),
    );
}

#[test]
fn the_shortest_run_is_found() {
    let proof = bt_verify::explore::<Soldier>();
    let broken = breaks(
        &proof,
        &Rules::new().never(|tick| tick.was_active(Soldier::FLEE) && tick.started(Soldier::FIGHT)),
    );
    // It flees in the first tick, and fights in the second.
    assert_eq!(broken.len(), 2, "{broken}");
    let statuses: Vec<Status> = broken.ticks().map(|tick| tick.status()).collect();
    assert_eq!(statuses[0], Status::Running);
    let text = broken.to_string();
    for part in ["tick 1: running", "condition npc.health < 20: success", "tick 2: ", "Soldier"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    assert_eq!(format!("{broken:?}").trim(), text);
}
