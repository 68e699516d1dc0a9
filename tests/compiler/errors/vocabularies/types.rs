// Words that name what is not there, or is something else.
use bt_core::behavior_tree;

struct Npc;

struct Walk {
    far: u32,
}

enum Side {
    Left,
}

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        action Walk(far: u32) => Walk { far };
        action Run(far: u32) => Runs { far };
        decorator Brave => Walk { far: 1 };
        action Turn(side: Side { Left, Right }) => drop(side);
        subtree Walk2;
        subtree Shoot;
    }
}

type Shoot = Walk;

fn main() {}
