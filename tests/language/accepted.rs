//! Trees that the macro accepts, without a warning.
#![deny(warnings)]
#![allow(clippy::all, clippy::pedantic, reason = "what looks unusual is the subject")]

/// Unreachable nodes, where they are allowed.
mod allowed {
    use bt_core::{Clock, Status, behavior_tree};
    use std::time::Duration;

    struct Npc {
        alive: bool,
    }

    impl Clock for Npc {
        fn now(&self) -> Duration {
            Duration::ZERO
        }
    }

    behavior_tree! {
        #[allow(unreachable_code)]
        tree Patrol(npc: &mut Npc) {
            selector {
                repeat(3) fail;
                succeed;
                action npc.alive = false;
            }
        }

        // A node that keeps something about its beginning never begins.
        #[allow(unreachable_code)]
        tree Rest(npc: &mut Npc) {
            selector {
                wait(1s);
                cooldown(1s) action if npc.alive { Status::Running } else { Status::Failure };
            }
        }
    }

    #[test]
    fn unreachable_nodes_are_allowed() {
        Patrol::new().tick(&mut Npc { alive: true });
        assert_eq!(Rest::new().tick(&mut Npc { alive: true }), Status::Running);
    }
}

/// Nodes after earlier siblings that may fail.
mod behind_fallible {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            selector {
                guard(npc.alive) succeed;
                sequence {
                    condition npc.alive;
                    running;
                }
                monitor {
                    condition npc.alive;
                    running;
                }
                if npc.alive {
                    succeed;
                }
                utility_selector {
                    1.0 => succeed;
                }
                random_selector(3) {
                    fail;
                    action npc.alive;
                }
                succeed;
            }
        }
    }

    #[test]
    fn nodes_stand_behind_what_may_fail() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Nodes after a repeat and a retry that end.
mod behind_repeat {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                repeat(2) succeed;
                retry action npc.alive;
                selector {
                    retry(2) fail;
                    succeed;
                }
            }
        }
    }

    #[test]
    fn nodes_stand_behind_a_repeat_that_ends() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Children of a parallel after a child that runs.
mod behind_running {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            parallel(success = one, failure = all) {
                running;
                action npc.alive;
                succeed;
            }
        }
    }

    #[test]
    fn children_stand_behind_one_that_runs() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Leaves that look like something else.
mod expressions {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                condition if npc.alive { true } else { false };
                condition match npc.alive {
                    true => true,
                    false => false,
                };
                condition { npc.alive } && true;
                condition matches!(npc, Npc { alive: true });
                condition (|| npc.alive)();
                action {
                    let speed = 3;
                    speed > 2
                };
            }
        }
    }

    #[test]
    fn leaves_are_any_expression() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// A macro call without trees, and a tree that is never ticked.
mod nothing {
    use bt_core::behavior_tree;

    struct Npc;

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            running;
        }
    }

    behavior_tree! {}
}

/// All types that an action may give.
mod statuses {
    use bt_core::{Status, behavior_tree};

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                action Status::Success;
                action true;
                action ();
                action npc.alive = true;
                action Ok::<(), String>(());
                action Ok::<bool, u32>(npc.alive);
                action Ok::<Result<Status, u32>, String>(Ok(Status::Success));
                action Some(()).ok_or("nothing");
            }
        }
    }

    #[test]
    fn actions_give_any_status() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Conditions and arguments with `todo!()`.
mod todo {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                condition npc.alive && false;
                condition todo!();
                guard(todo!()) succeed;
                if todo!() {
                    succeed;
                }
                repeat(todo!()) succeed;
            }
        }
    }

    #[test]
    fn conditions_and_arguments_are_still_to_be_written() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Leaves with `todo!()`.
mod todo_action {
    use bt_core::behavior_tree;

    struct Npc {
        alive: bool,
    }

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                condition npc.alive && false;
                condition todo!();
                action todo!("walk");
                action unimplemented!();
                action {
                    let _ = 3;
                    todo!()
                };
                action std::process::exit(1);
                action if npc.alive { std::process::exit(1) } else { todo!() };
                guard(todo!()) running;
            }
        }
    }

    #[test]
    fn leaves_are_still_to_be_written() {
        Patrol::new().tick(&mut Npc { alive: true });
    }
}

/// Words of the language as names of fields and functions.
mod words_as_names {
    use bt_core::behavior_tree;

    struct Npc {
        not: bool,
        repeat: u32,
    }

    impl Npc {
        fn wait(&mut self) {}
    }

    fn sequence(_: &mut Npc) {}

    behavior_tree! {
        tree Patrol(npc: &mut Npc) {
            sequence {
                condition !npc.not;
                condition npc.repeat == 0;
                action npc.wait();
                action sequence(npc);
            }
        }
    }

    #[test]
    fn words_are_names_of_fields_and_functions() {
        Patrol::new().tick(&mut Npc { not: false, repeat: 0 });
    }
}
