// Nodes that run or choose among several, nested deeper than the compiler can go.
use bt_core::behavior_tree;

struct Npc;

behavior_tree! {
    tree Patrol(npc: &mut Npc) {
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        parallel { running; utility_selector { 1.0 => running; 2.0 =>
        running;
        }}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}}
    }
}

fn main() {}
