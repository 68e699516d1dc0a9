//! Leaves that never return, in a program of edition 2021. There the type of such an expression is
//! inferred as `()` and not as `!`. The library is called `trees` here, and `engine::bt_core`.
#![deny(warnings)]

use trees::{behavior_tree, Status};

struct Npc {
    alive: bool,
}

macro_rules! leave_if {
    ($condition:expr, $value:expr) => {
        if $condition {
            return $value;
        }
    };
}

behavior_tree! {
    #![crate = ::trees]

    tree Conditions(npc: &mut Npc) {
        selector {
            condition npc.alive;
            condition todo!();
            condition { unimplemented!("{}", 1) };
            guard(panic!("no guard")) running;
            if std::unreachable!() { succeed; }
        }
    }

    tree Actions(npc: &mut Npc) {
        selector {
            condition npc.alive;
            action todo!();
            action {
                let _ = 3;
                todo!()
            };
            action std::process::exit(1);
        }
    }

    tree Values(npc: &mut Npc) {
        selector {
            condition npc.alive;
            repeat(todo!()) action npc.alive = true;
            match std::process::exit(1) { 1 => fail, _ => fail }
            utility_selector { todo!() => fail, 0.5 => succeed }
        }
    }

    tree Data(npc: &mut Npc, limit: u32) {
        selector {
            let(count: u32 = if npc.alive { 3 } else { todo!() }) let(more: Vec<u32> = vec![*count]) finally({ npc.alive = true; }) sequence {
                for(round in 0..*count as usize) condition round < more.len();
                running;
            }
            let(gen: u32 = { leave_if!(npc.alive, Some(1)); None }) condition gen < limit;
            let(never: u32 = todo!()) condition *never > 3;
        }
    }

    tree Preferred(npc: &mut Npc) {
        priority_selector {
            !npc.alive => action todo!(),
            { leave_if!(npc.alive, true); todo!() } => active_utility_selector(margin = todo!()) { 0.5 => subtree Data(limit = 2) },
        }
    }

    tree Left(npc: &mut Npc) {
        sequence {
            condition { leave_if!(npc.alive, true); todo!() };
            action { leave_if!(npc.alive, Status::Success); Status::Running };
            if let Some(3) = { leave_if!(npc.alive, true); None } { succeed; }
            match { leave_if!(npc.alive, 7); 3 } {
                7 if { leave_if!(npc.alive, true); false } => succeed,
                _ => fail,
            }
        }
    }
}

#[test]
fn what_never_returns_is_not_reached() {
    let mut npc = Npc { alive: true };
    assert_eq!(Conditions::new().tick(&mut npc), Status::Success);
    assert_eq!(Actions::new().tick(&mut npc), Status::Success);
    assert_eq!(Values::new().tick(&mut npc), Status::Success);
}

#[test]
fn what_is_left_goes_on() {
    assert_eq!(Left::new().tick(&mut Npc { alive: true }), Status::Success);
}

#[test]
fn data_is_kept() {
    let mut npc = Npc { alive: true };
    let mut data = Data::new(2);
    assert_eq!([(); 2].map(|()| data.tick(&mut npc)), [Status::Running, Status::Success]);
    assert_eq!(Preferred::new().tick(&mut npc), Status::Running);
}

behavior_tree! {
    #![crate = ::trees]

    vocabulary Words(npc: &mut Npc) {
        condition Alive => npc.alive;
        condition Never => todo!();
        condition Left => { leave_if!(npc.alive, true); false };
        action Die => npc.alive = false;
        action Panic(text: &'static str = "no", times: u8 = 1) => { let _ = (text, times); todo!() };
        value Unknown: f32 => unimplemented!();
        value Early: u32 => { leave_if!(npc.alive, 3); 1 };
    }

    trees from "words.tree" with Words;
}

#[test]
fn a_file_is_compiled() {
    let mut npc = Npc { alive: true };
    let mut life = Life::new();
    assert_eq!(life.tick(&mut npc), Status::Running);
    assert_eq!(life.tick(&mut npc), Status::Running);
    assert_eq!(life.tick(&mut npc), Status::Success);
    assert!(!npc.alive);
}

/// A crate that exports the library, for programs that depend on nothing else.
mod engine {
    pub(crate) use trees as bt_core;

    macro_rules! behavior_tree {
        ($($trees:tt)*) => {
            $crate::engine::bt_core::behavior_tree! { #![crate = $crate::engine::bt_core] $($trees)* }
        };
    }

    pub(crate) use behavior_tree;
}

mod game {
    use super::engine::behavior_tree;
    use super::engine::bt_core::{observe::Log, Clock, Status};
    use std::time::Duration;

    #[derive(Default)]
    struct Guard {
        time: Duration,
        said: Vec<&'static str>,
    }

    impl Clock for Guard {
        fn now(&self) -> Duration {
            self.time
        }
    }

    behavior_tree! {
        tree Pause(guard: &mut Guard, text: &'static str) {
            cooldown(9s) sequence {
                wait(1s);
                action guard.said.push(text);
            }
        }

        tree Watch(guard: &mut Guard) {
            utility_selector {
                1.0 => parallel { subtree Pause(text = "here"); subtree Pause(text = "there"); },
                0.5 => random_selector(3) { fail; succeed; },
            }
        }
    }

    super::engine::bt_core::behavior_tree! {
        #![crate = super::engine::bt_core]

        vocabulary Rounds(guard: &mut Guard) {
            condition Late(after: Duration = 5s) => guard.time >= after;
            action Say(text: &'static str) => guard.said.push(text);
            subtree Watch;
        }

        trees from "rounds.tree" with Rounds;
    }

    #[test]
    fn a_program_needs_only_the_crate_that_exports_the_library() {
        let (mut guard, mut round) = (Guard::default(), Round::new());
        let mut log = Log::of(&round, String::new());
        assert_eq!(round.tick_with(&mut guard, &mut log), Status::Running);
        guard.time += Duration::from_secs(1);
        assert_eq!(round.tick_with(&mut guard, &mut log), Status::Success);
        assert_eq!(guard.said, ["here", "there", "goes on"]);
        let log = log.into_writer();
        assert!(log.ends_with("so the tree succeeded after Say(text = \"goes on\").\n"), "{log}");
    }
}
