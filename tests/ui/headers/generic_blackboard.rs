// A tree whose blackboard stands where generics stand.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol<Npc> {
        running;
    }
}

fn main() {}
