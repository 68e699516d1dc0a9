//! Attributes of a tree have the same meaning as on any type.
#![deny(warnings)]

use bt_core::{Status, behavior_tree};

behavior_tree! {
    /// This tree is removed by its `cfg`.
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

    #[cfg(any())]
    tree GoneToo(number: &mut u32, by: NoSuchType) {
        let(more: NoSuchType = no_such_function(by)) for(round in 0..NOTHING) finally(no_such_function(round)) running;
    }

    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[must_use = "a tree does nothing before it is ticked"]
    tree Adds(number: &mut u32, by: u32) {
        let(more: u32 = *by) for(_round in 0..2) finally(*number += 1) sequence {
            priority_selector { *more > 100 => fail; true => action *number += *more; }
            action *more += 1;
        }
    }

    #[deprecated = "its author may use it, and so may its own code"]
    #[doc(hidden)]
    tree OldAdds(number: &mut u32, by: u32) {
        let(more: u32 = *by) sequence { subtree Adds(by = *more); running; }
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

#[test]
fn a_tree_with_data_derives_what_it_is_asked_to() {
    let mut number = 0;
    let mut adds = Adds::new(10);
    let idle = adds;
    assert_eq!(adds.tick(&mut number), Status::Running);
    assert!(adds != idle && adds > idle && idle < Adds::new(11));
    assert_eq!(std::collections::HashSet::from([idle, Adds::new(10), adds]).len(), 2);
    assert_eq!(adds.tick(&mut number), Status::Success);
    assert_eq!((number, adds), (10 + 1 + 11 + 1, idle));
    let text = format!("{adds:?}");
    assert!(text.contains("by: 10"), "{text}");
}

#[test]
#[allow(deprecated, reason = "this is what is tested")]
fn a_deprecated_tree_may_have_parameters() {
    let mut number = 0;
    let mut old = OldAdds::new(1);
    assert_eq!([(); 3].map(|()| old.tick(&mut number)), [Status::Running; 3]);
    assert_eq!(number, 1 + 1 + 2 + 1);
}
