// A tree that is `Clone` and has a parameter that is not.
use bt_core::behavior_tree;

struct Npc;

struct Ticket;

behavior_tree! {
    #[derive(Clone)]
    tree Patrol(npc: &mut Npc, ticket: Ticket, speed: f32) {
        sequence {
            condition matches!(*ticket, Ticket);
            condition *speed > 3.0;
        }
    }
}

fn main() {}
