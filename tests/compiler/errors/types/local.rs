// A leaf that uses a local variable of the function around the macro.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Nothing(npc: &mut Npc) {
        running;
    }
}

fn main() {
    let speed = 3;
    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            condition speed > 2;
        }
    }
    assert!(speed > 2);
}
