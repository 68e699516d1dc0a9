// A cleanup that takes time, of a tree in another call, which the guard cannot know.
use bt_core::behavior_tree;

behavior_tree! {
    tree Fly(height: &mut u32) {
        finally { action *height -= 1; } action *height += 1;
    }
}

behavior_tree! {
    tree Guarded(height: &mut u32) {
        guard(*height < 3) subtree Fly;
    }
    tree Plain(height: &mut u32) {
        sequence { subtree Fly; action *height += 1; }
    }
}

fn main() {}
