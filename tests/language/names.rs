//! Names that end in a number do not collide: with its node id appended, `gate_1` at node 1 is different
//! from `gate_` at node 11.
#![deny(warnings)]
#![allow(clippy::ptr_arg, reason = "a blackboard may be a `Vec`")]

use bt_core::{Status, behavior_tree};

behavior_tree! {
    tree Doors(visited: &mut Vec<u32>) {
        sequence {
            // This is node 1; the target of its first child comes after the end of node 11.
            'gate_1: selector {
                action { visited.push(2); visited.len() > 1 };
                sequence {
                    condition visited.is_empty();
                    condition visited.is_empty();
                    condition visited.is_empty();
                    condition visited.is_empty();
                    condition visited.is_empty();
                    condition visited.is_empty();
                    condition visited.is_empty();
                    'gate_: selector {
                        action visited.is_empty();
                        action { visited.push(13); visited.is_empty() };
                    }
                    action { visited.push(14); visited.is_empty() };
                }
            }
            action visited.push(15);
        }
    }

    tree Lamps(lamps: &mut [bool; 12]) {
        sequence {
            'lamp_11: action { lamps[11] = !lamps[11]; Status::from(!lamps[11]) };
            condition true; condition true; condition true; condition true; condition true;
            condition true; condition true; condition true; condition true;
            'lamp_1: action { lamps[1] = true; Status::Running };
        }
    }
}

#[test]
fn a_composite_is_left_where_it_ends() {
    let mut visited = vec![0];
    assert_eq!(Doors::NODES[11].label, Some("gate_"));
    assert_eq!(Doors::new().tick(&mut visited), Status::Success);
    assert_eq!(visited, [0, 2, 15]);
}

#[test]
fn an_action_goes_on_where_it_was() {
    let mut lamps = [false; 12];
    lamps[11] = true;
    let mut tree = Lamps::new();
    for _ in 0..3 {
        assert_eq!(tree.tick(&mut lamps), Status::Running);
        assert!(lamps[1] && !lamps[11]);
        assert!(tree.active().any(|node| node == Lamps::LAMP_1));
    }
}
