// Expressions that are no futures, futures of the wrong kind, and outputs of the wrong type.
use bt_core::behavior_tree;
use std::future::{Future, ready};
use std::rc::Rc;

struct Npc {
    health: u32,
    name: Rc<str>,
}

impl Npc {
    async fn look(&mut self) -> bool {
        self.health > 0
    }

    fn later(&self) -> impl Future<Output = u32> {
        ready(self.health)
    }
}

async fn shout(name: Rc<str>) {
    ready(()).await;
    drop(name);
}

behavior_tree! {
    tree NoFuture(npc: &mut Npc) {
        await npc.health;
    }

    tree Output(npc: &mut Npc) {
        await ready(npc.health);
    }

    tree Result(npc: &mut Npc) {
        let(health: u32) sequence {
            await ready(npc.health) -> health;
            condition *health > 0;
        }
    }

    tree Borrows(npc: &mut Npc) {
        await npc.look();
    }

    tree Captures(npc: &mut Npc) {
        let(health: u32) sequence {
            await async { Some(npc.health) } -> health;
            condition *health > 0;
        }
    }

    tree NotSend(npc: &mut Npc) {
        await shout(npc.name.clone());
    }

    tree Question(npc: &mut Npc) {
        await ready(()).ok()?;
    }
}

fn main() {}
