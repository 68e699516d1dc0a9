//! Rules that stand in the language: the macro proves them, and so do the proofs of a program.

use bt_core::rules::Claim;
use bt_core::{Action, Can, Status, behavior_tree};
use bt_verify::{Reason, Rules, Runs};

struct Npc {
    health: i64,
    enemy: bool,
    steps: u32,
}

impl Npc {
    fn run_away(&mut self) -> Status {
        self.health += 1;
        Status::Running
    }
}

struct Attack {}

impl Action<Npc> for Attack {
    const CAN: Can = Can::ANYTHING.never_fails().never_refuses();

    fn tick(&mut self, npc: &mut Npc) -> Status {
        npc.enemy = false;
        Status::Success
    }
}

behavior_tree! {
    #[cfg(test)]
    pub tree Soldier(npc: &mut Npc) {
        active_selector {
            'flee: guard(npc.health < 20) 'run: action npc.run_away();
            'fight: sequence {
                'enemy: condition npc.enemy;
                'attack: action Attack {};
            }
            'legs: subtree Legs;
        }
    }

    tree Legs(npc: &mut Npc) {
        sequence {
            'step: action npc.steps += 1;
            'look: condition npc.enemy;
        }
    }

    #[allow(deprecated, reason = "a test decides one of them")]
    rules Soldier {
        /// Who runs away does not fight.
        never 'flee && 'fight;
        never 'attack.failed;
        never 'legs.'step.failed;
        always 'legs.'look.ticked -> 'legs.'step.succeeded;
        after 'fight next 'flee.ticked;
        whenever 'attack.running until 'attack.aborted || 'attack.succeeded;
        possible 'attack.aborted && 'run.running;
        possible 'legs.'look.failed && root.failed;
        possible 'run.started;
    }

    tree Patrol<N: Clone>(npc: &mut (Npc, N)) {
        sequence {
            'see: condition npc.0.enemy;
            'go: action Status::Running;
        }
    }

    // More than the macro may try, so that tests do it.
    #[limit(transitions = 3)]
    #[allow(deprecated, reason = "tests decide")]
    rules Legs {
        /// Looks only where it has stepped.
        always 'look.ticked -> 'step.succeeded;
        possible root.succeeded;
    }

    // With types that are parameters, rustc asks where the rules are used.
    rules Patrol {
        never 'see.succeeded && 'go.failed;
    }
}

#[test]
fn rules_of_the_language_are_rules() {
    let proof = bt_verify::explore::<Soldier>();
    proof.check(&Rules::of(Soldier::RULES)).unwrap();
    assert_eq!(Soldier::RULES.len(), 9);
    assert!(matches!(Soldier::RULES[4].claim, Claim::AfterNext(..)));
    assert_eq!(Soldier::RULES[0].description, Some("Who runs away does not fight."));
    assert_eq!(Soldier::RULES[6].text, "possible 'attack.aborted && 'run.running");
    assert!(Soldier::RULES[0].place.file().ends_with("stated.rs"));
    // Without what types say, some of them are broken.
    let legs = bt_verify::explore::<Legs>();
    legs.check(&Rules::of(Legs::RULES)).unwrap();
}

#[test]
fn mutants_and_worlds_are_checked_by_them() {
    let proof = bt_verify::explore::<Soldier>();
    let rules = Rules::of(Soldier::RULES);
    let mutants = proof.mutants(&rules).unwrap();
    assert!(mutants.caught() > mutants.missed().count(), "{mutants}");
    bt_verify::simulate(
        &proof,
        &rules,
        Runs::of(0..3, 100),
        || (Soldier::new(), Npc { health: 30, enemy: false, steps: 0 }),
        |soldier, npc, chance| {
            npc.enemy |= chance.one_in(3);
            npc.health -= chance.between(0..10);
            soldier.tick(npc);
        },
    )
    .unwrap();
}

#[test]
fn a_rule_that_does_not_hold_names_its_place() {
    let mut rule = Soldier::RULES[0];
    rule.claim = match Soldier::RULES[8].claim {
        Claim::Possible(question) => Claim::Never(question),
        other => panic!("{other:?}"),
    };
    let broken = bt_verify::explore::<Soldier>().check(&Rules::of(&[rule])).unwrap_err();
    assert_eq!((broken.reason(), broken.len()), (&Reason::Broken, 1));
    assert!(broken.to_string().contains("stated.rs"), "{broken}");
}
