//! Chains of conditions and patterns that are left early: a returned value is the decision.

use bt_core::Status::{Failure, Success};
use bt_core::behavior_tree;

struct Npc {
    enemy: Option<u32>,
    name: Option<String>,
}

macro_rules! leave_if {
    ($condition:expr, $answer:expr) => {
        if $condition {
            return $answer;
        }
    };
}

macro_rules! name {
    ($npc:expr) => {
        $npc.name
    };
}

behavior_tree! {
    tree Written(npc: &mut Npc) {
        if let Some(enemy) = npc.enemy
            && { if enemy == 7 { return true; } enemy > 3 }
            && let Some(name) = &npc.name
            && !name.is_empty()
        {
            succeed;
        }
    }

    tree InAMacro(npc: &mut Npc) {
        active_if let Some(enemy) = npc.enemy
            && { leave_if!(enemy == 7, true); enemy > 3 }
            && let Some(name) = &name!(npc)
            && { leave_if!(name == "nobody", false); !name.is_empty() }
        {
            succeed;
        }
    }

    /// The value cannot be moved.
    tree InPlace(npc: &mut Npc) {
        if let Some(_) = name!(npc) && let None = npc.enemy { succeed; }
    }
}

#[test]
fn chains_of_conditions_and_patterns_are_left() {
    let run = |enemy, name: &str| {
        let mut npc = Npc { enemy, name: Some(name.into()) };
        [
            Written::new().tick(&mut npc),
            InAMacro::new().tick(&mut npc),
            InPlace::new().tick(&mut npc),
        ]
    };
    assert_eq!(run(None, "nobody"), [Failure, Failure, Success]);
    assert_eq!(run(Some(3), "somebody"), [Failure; 3]);
    assert_eq!(run(Some(4), "somebody"), [Success, Success, Failure]);
    assert_eq!(run(Some(4), ""), [Failure; 3]);
    assert_eq!(run(Some(4), "nobody"), [Success, Failure, Failure]);
    assert_eq!(run(Some(7), "nobody"), [Success, Success, Failure]);
}
