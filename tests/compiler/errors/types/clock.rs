// Nodes that use time on a blackboard without a clock.
use bt_core::behavior_tree;

struct Npc;

impl Npc {
    fn walk(&mut self) {}
}

behavior_tree! {
    tree Cooldown(npc: &mut Npc) {
        cooldown(2s) action npc.walk();
    }

    tree Delay(npc: &mut Npc) {
        delay(2s) action npc.walk();
    }

    tree Every(npc: &mut Npc) {
        every(2s) action npc.walk();
    }

    tree Service(npc: &mut Npc) {
        service(2s, npc.walk()) running;
    }

    tree Timeout(npc: &mut Npc) {
        timeout(2s) action npc.walk();
    }

    tree Wait(npc: &mut Npc) {
        wait(2s);
    }
}

fn main() {}
