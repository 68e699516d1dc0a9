//! State machines of `statig`, `smlang` and `rust-fsm`, which have no trees. The decisions of the
//! reactive soldier are written by hand here; each machine stores the running action.

use crate::contender::Contender;
use benches::soldier::{Npc, Soldier};
use bt_core::Status;

/// Runs one tick, and returns the running action.
fn decide(world: &mut Soldier) -> Option<Runs> {
    if world.sees_enemy() {
        if world.health_low() {
            match world.run_away() {
                Status::Failure => {}
                status => return (status == Status::Running).then_some(Runs::RunAway),
            }
        }
        if world.enemy_alive() {
            match world.attack() {
                Status::Failure => {}
                status => return (status == Status::Running).then_some(Runs::Attack),
            }
        }
    }
    (world.patrol() == Status::Running).then_some(Runs::Patrol)
}

#[derive(Clone, Copy)]
pub(crate) enum Runs {
    RunAway,
    Attack,
    Patrol,
}

/// `statig`.
#[allow(
    clippy::ref_option,
    clippy::trivially_copy_pass_by_ref,
    reason = "events come by reference"
)]
pub(crate) mod hierarchical {
    use super::{Contender, Runs, Soldier, decide};
    use statig::prelude::{IntoStateMachineExt, Outcome, Transition, state_machine};

    #[derive(Default)]
    pub(crate) struct Machine;

    #[state_machine(initial = "State::idle()", state(derive(Clone, Copy)))]
    impl Machine {
        #[state]
        fn idle(event: &Option<Runs>) -> Outcome<State> {
            next(*event)
        }

        #[state]
        fn running_away(event: &Option<Runs>) -> Outcome<State> {
            next(*event)
        }

        #[state]
        fn attacking(event: &Option<Runs>) -> Outcome<State> {
            next(*event)
        }

        #[state]
        fn patrolling(event: &Option<Runs>) -> Outcome<State> {
            next(*event)
        }
    }

    fn next(runs: Option<Runs>) -> Outcome<State> {
        Transition(match runs {
            None => State::idle(),
            Some(Runs::RunAway) => State::running_away(),
            Some(Runs::Attack) => State::attacking(),
            Some(Runs::Patrol) => State::patrolling(),
        })
    }

    pub(crate) struct Agent(statig::blocking::StateMachine<Machine>);

    impl Contender<Soldier> for Agent {
        fn many(count: usize) -> Vec<Self> {
            (0..count).map(|_| Self(Machine.state_machine())).collect()
        }

        fn tick(&mut self, world: &mut Soldier) {
            self.0.handle(&decide(world));
        }
    }
}

/// `smlang`.
pub(crate) mod transitions {
    use super::{Contender, Runs, Soldier, decide};
    use smlang::statemachine;

    statemachine! {
        transitions: {
            *Idle | RunningAway | Attacking | Patrolling + Finish = Idle,
            Idle | RunningAway | Attacking | Patrolling + RunAway = RunningAway,
            Idle | RunningAway | Attacking | Patrolling + Attack = Attacking,
            Idle | RunningAway | Attacking | Patrolling + Patrol = Patrolling,
        }
    }

    pub(crate) struct Nothing;

    impl StateMachineContext for Nothing {}

    pub(crate) struct Agent(StateMachine<Nothing>);

    impl Contender<Soldier> for Agent {
        fn many(count: usize) -> Vec<Self> {
            (0..count).map(|_| Self(StateMachine::new(Nothing))).collect()
        }

        fn tick(&mut self, world: &mut Soldier) {
            let event = match decide(world) {
                None => Events::Finish,
                Some(Runs::RunAway) => Events::RunAway,
                Some(Runs::Attack) => Events::Attack,
                Some(Runs::Patrol) => Events::Patrol,
            };
            self.0.process_event(event).expect("every state takes every event");
        }
    }
}

/// `rust-fsm`.
pub(crate) mod alphabet {
    use super::{Contender, Runs, Soldier, decide};
    use rust_fsm::state_machine;

    state_machine! {
        soldier(Idle)

        Idle => { Finish => Idle, RunAway => RunningAway, Attack => Attacking, Patrol => Patrolling },
        RunningAway => { Finish => Idle, RunAway => RunningAway, Attack => Attacking, Patrol => Patrolling },
        Attacking => { Finish => Idle, RunAway => RunningAway, Attack => Attacking, Patrol => Patrolling },
        Patrolling => { Finish => Idle, RunAway => RunningAway, Attack => Attacking, Patrol => Patrolling }
    }

    pub(crate) struct Agent(soldier::StateMachine);

    impl Contender<Soldier> for Agent {
        fn many(count: usize) -> Vec<Self> {
            (0..count).map(|_| Self(soldier::StateMachine::new())).collect()
        }

        fn tick(&mut self, world: &mut Soldier) {
            let input = match decide(world) {
                None => soldier::Input::Finish,
                Some(Runs::RunAway) => soldier::Input::RunAway,
                Some(Runs::Attack) => soldier::Input::Attack,
                Some(Runs::Patrol) => soldier::Input::Patrol,
            };
            self.0.consume(&input).expect("every state takes every input");
        }
    }
}
