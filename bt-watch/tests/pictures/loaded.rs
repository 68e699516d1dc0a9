//! A loaded tree has the same pictures as the compiled one.

use super::{Guard, Npc, Words};
use bt_core::observe::Marks;
use bt_watch::picture::Picture;

/// The guard in a file.
const GUARD: &str = "tree Guard {
    active_selector {
        /// Asked in every tick.
        'flee: sequence {
            condition HealthBelow(limit = 20);
            running;
        }
        'fight: monitor {
            condition HealthAbove(limit = 50);
            repeat 'attack: selector {
                timeout(2s) action Reach;
                'aim: action Aim;
            }
        }
        subtree Stroll;
    }
}";

#[test]
fn a_loaded_tree_is_drawn_as_the_compiled_one() {
    let mut guard = Words::parse(GUARD).unwrap().tree("Guard").unwrap();
    let mut marks = Marks::new(guard.nodes());
    let mut npc = Npc { health: 100 };
    marks.tick(&mut guard, &mut npc);
    npc.health = 10;
    marks.tick(&mut guard, &mut npc);
    let words = [
        ("npc.health < 20", "HealthBelow(limit = 20)"),
        ("npc.health > 50", "HealthAbove(limit = 50)"),
        ("npc.reach(\"a < b\")", "Reach"),
        ("npc.aim()", "Aim"),
    ];
    let named = |text: &str| {
        words.iter().fold(text.to_owned(), |text, (code, word)| text.replace(code, word))
    };
    let compiled = Picture::new(Guard::NODES).marks(&super::marks()).text().to_string();
    let loaded = Picture::new(guard.nodes()).marks(&marks);
    assert_eq!(loaded.text().to_string(), named(&compiled));
    assert!(loaded.svg().to_string().contains("HealthBelow(limit = 20)"));
    assert!(loaded.dot().to_string().contains("whistle"), "the nodes of the vocabulary's tree");
    assert!(loaded.mermaid().to_string().contains("HealthAbove"));
}
