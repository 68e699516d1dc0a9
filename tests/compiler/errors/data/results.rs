// Results that a `let` cannot keep.
use bt_core::{Action, Output, Status, behavior_tree};

struct Npc {
    ids: Vec<u32>,
}

impl Npc {
    fn nearest(&self) -> Option<usize> {
        self.ids.len().checked_sub(1)
    }
}

struct Seek {}

impl Action<Npc> for Seek {
    fn tick(&mut self, _: &mut Npc) -> Status {
        Status::Success
    }
}

impl Output<(u32, u32)> for Seek {
    fn output(&mut self) -> (u32, u32) {
        (1, 2)
    }
}

behavior_tree! {
    tree AnotherType(npc: &mut Npc) {
        let(id: u32) sequence {
            action npc.nearest() -> id;
            condition *id > 3;
        }
    }

    tree ValueItself(npc: &mut Npc) {
        let(id: usize) sequence {
            action npc.ids.len() -> id;
            condition *id > 3;
        }
    }

    tree OneOfTwo(npc: &mut Npc) {
        let(id: u32) sequence {
            action Seek {} -> id;
            condition *id > 3;
        }
    }

    tree Changes(npc: &mut Npc) {
        let(id: u32) let(other: u32) sequence {
            action Seek {} -> (id, other);
            condition {
                *id = *other;
                true
            };
        }
    }

    tree WrongResult(npc: &mut Npc) {
        let(id: usize) sequence {
            subtree Gives -> id;
            condition *id > 3;
        }
    }

    tree Gives(npc: &mut Npc) -> (id: u32) {
        action Some(3) -> id;
    }

    tree Elsewhere(npc: &mut Npc) {
        let(id: u32) sequence {
            subtree other::Silent -> id;
            subtree other::Walk;
            condition *id > 3;
        }
    }

    tree Missing(npc: &mut Npc) {
        let(id: u32) sequence {
            selector {
                action Some(3) -> id;
                succeed;
            }
            condition *id > 3;
        }
    }
}

mod other {
    use super::Npc;

    bt_core::behavior_tree! {
        pub tree Silent(npc: &mut Npc) {
            succeed;
        }

        // Nobody takes it.
        pub tree Walk(npc: &mut Npc) -> (id: u32) {
            action npc.ids.pop() -> id;
        }
    }
}

fn main() {}
