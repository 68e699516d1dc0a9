// Matches that do not cover everything.
use bt_core::behavior_tree;

enum Mode {
    Calm,
    Angry,
}

struct Npc {
    mode: Mode,
    health: u32,
}

behavior_tree! {
    tree OfVariants(npc: &mut Npc) {
        match npc.mode {
            Mode::Calm => running,
        }
    }

    tree OfNumbers(npc: &mut Npc) {
        match npc.health {
            0 => fail,
            1..20 => running,
        }
    }
}

fn main() {}
