// The place of a value, which no expression sees.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Hidden(npc: &mut Npc) {
        let(id: u32) sequence {
            condition __let_id.is_none();
            action Some(3) -> id;
            condition *id > 3;
        }
    }
}

fn main() {}
