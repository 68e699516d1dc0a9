// A tree that is `Clone` and keeps a value that is not.
use bt_core::behavior_tree;

struct Npc;

struct Ticket;

behavior_tree! {
    #[derive(Clone)]
    tree Patrol(npc: &mut Npc) {
        let(ticket: Ticket = Ticket) parallel {
            condition matches!(*ticket, Ticket);
            random_selector(3) {
                running;
                for(round in 0..3) condition round > 1 && matches!(*ticket, Ticket);
            }
        }
    }
}

fn main() {}
