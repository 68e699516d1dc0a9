// Stateful actions up to a generic argument or a field; the nodes behind them are still read.
use bt_core::behavior_tree;

struct Npc {
    number: u32,
}

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        sequence {
            action npcs::Walk<u8,
            wait(2);
            match npc.number { 0 => action Walk<u8, 1 => wait(3), _ => fail }
            action Walk<u8> { speed: };
            wait(4);
            action npc.number = 1, 2;
        }
    }
}

fn main() {}
