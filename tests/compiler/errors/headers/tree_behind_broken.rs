// A tree after one whose header is broken, although both name a lifetime `'tree`.
use bt_core::behavior_tree;

struct Npc<'tree>(&'tree str);

behavior_tree! {
    tree Patrol<'tree>(npc: Npc<'tree>) where Npc<'tree>: Sized

    tree Guard<'tree>(npc: &mut Npc<'tree>) where Npc<'tree>: Sized {
        condition npc.name;
    }
}

fn main() {}
