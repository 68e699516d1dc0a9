//! Constants, statics and unit structs with the names of variables in generated code: in a pattern, each
//! of them would refer to the item. Leaves can use them.
#![allow(
    non_upper_case_globals,
    non_camel_case_types,
    clippy::upper_case_acronyms,
    reason = "the names are those of variables"
)]

pub(crate) mod constants {
    use super::super::*;

    macro_rules! taken {
        ($($name:ident)*) => { $(const $name: real::u8 = 7;)* };
    }

    ::core::include!("../locals.rs");
    ::core::include!("../every_node.rs");
    ::core::include!("../every_word.rs");

    ::bt_core::behavior_tree! {
        pub(crate) tree Sees(world: &mut World) {
            sequence { condition state == 7; repeat(real::u32::from(left)) action world.done = events == 7; }
        }
    }
}

pub(crate) mod statics {
    use super::super::*;

    macro_rules! taken {
        ($($name:ident)*) => { $(static $name: real::u8 = 7;)* };
    }

    ::core::include!("../locals.rs");
    ::core::include!("../every_node.rs");
    ::core::include!("../every_word.rs");

    ::bt_core::behavior_tree! {
        pub(crate) tree Sees(world: &mut World) {
            sequence { condition state == 7; repeat(real::u32::from(left)) action world.done = events == 7; }
        }
    }
}

pub(crate) mod structs {
    use super::super::*;

    macro_rules! taken {
        ($($name:ident)*) => { $(struct $name;)* };
    }

    ::core::include!("../locals.rs");
    ::core::include!("../every_node.rs");
    ::core::include!("../every_word.rs");

    ::bt_core::behavior_tree! {
        pub(crate) tree Sees(world: &mut World) {
            sequence { condition { let state = state; true }; action { let events = events; world.done = true; }; }
        }
    }
}
