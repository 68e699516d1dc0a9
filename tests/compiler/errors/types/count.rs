// Counts that are not a `u32`.
use bt_core::behavior_tree;

struct Npc {
    charges: i64,
}

behavior_tree! {
    tree Signed(npc: &mut Npc) {
        repeat(npc.charges) succeed;
    }

    tree Fraction(npc: &mut Npc) {
        repeat(1.5) succeed;
    }

    tree Negative(npc: &mut Npc) {
        repeat(-3) succeed;
    }

    tree Text(npc: &mut Npc) {
        retry("3") fail;
    }
}

fn main() {}
