// Two labels that would be one constant.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            'runAway: succeed;
            'run_away: running;
        }
    }
}

fn main() {}
