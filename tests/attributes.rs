//! Attributes of a tree mean what they mean on any type.
#![deny(warnings)]

use bt_core::{Status, behavior_tree};

behavior_tree! {
    /// Is not there at all.
    #[cfg(any())]
    #[derive(NoSuchTrait)]
    tree Gone(number: &mut NoSuchType) {
        sequence { 'nowhere: action no_such_function(number); subtree NoSuchTree; }
    }

    #[cfg(all())]
    #[cfg_attr(all(), derive(Clone, PartialEq), derive(Debug))]
    #[cfg_attr(any(), derive(NoSuchTrait))]
    #[must_use = "a tree does nothing before it is ticked"]
    tree There(number: &mut u32) {
        repeat(3) action *number += 1;
    }

    #[deprecated = "its author may use it, and so may its own code"]
    #[doc(hidden)]
    tree Old(number: &mut u32) {
        sequence { 'add: action *number += 1; running; }
    }

    #[allow(unreachable_code)]
    #[derive(Debug)]
    tree Unreachable(number: &mut u32) {
        selector { action *number += 1; action *number += 10; }
    }
}

#[test]
fn attributes_decide_what_is_compiled() {
    let mut number = 0;
    let mut there = There::new();
    assert_eq!(there.clone(), there);
    assert_eq!(format!("{there:?}"), format!("{:?}", There::new()));
    assert_eq!(there.tick(&mut number), Status::Running);
    assert_ne!(there, There::new());
}

#[test]
#[allow(deprecated, reason = "this is what is tested")]
fn a_deprecated_tree_is_only_reported_to_its_users() {
    let mut number = 0;
    assert_eq!(Old::new().tick(&mut number), Status::Running);
    assert_eq!(Old::ADD.index(), 1);
}

#[test]
fn what_is_unreachable_can_be_allowed() {
    let mut number = 0;
    assert_eq!(Unreachable::new().tick(&mut number), Status::Success);
    assert_eq!(number, 1);
}
