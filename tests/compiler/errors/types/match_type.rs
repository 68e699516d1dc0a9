// A pattern of another type.
use bt_core::behavior_tree;

enum Mode {
    Calm,
    Angry,
}

struct Npc {
    mode: Mode,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        match npc.mode {
            Mode::Calm => running,
            3 => fail,
            _ => succeed,
        }
    }
}

fn main() {}
