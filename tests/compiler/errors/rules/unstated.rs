use bt_core::behavior_tree;
use bt_core::observe::Monitor;

behavior_tree! {
    tree Lamp(dark: &mut bool) {
        active_selector { 'shine: guard(*dark) running; 'rest: running; }
    }
}

fn main() {
    let _ = Monitor::<Lamp>::new();
}
