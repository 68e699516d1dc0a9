//! `stackbt`: nodes are types. Its own composites take a tick for each child, so composites that start
//! over within the tick are written here with its trait.

use crate::contender::Contender;
use crate::soldier::{Attack, EnemyAlive, HealthLow, Patrol, RunAway, SeesEnemy};
use crate::tree::{Action, Condition};
use benches::soldier::Soldier;
use bt_core::Status;
use stackbt::automata_impl::automaton::Automaton;
use stackbt::behavior_tree::base_nodes::{PredicateWait, WaitCondition};
use stackbt::behavior_tree::behavior_tree_node::{BehaviorTreeNode, NodeResult, Statepoint};
use stackbt::behavior_tree::node_runner::NodeRunner;
use std::cell::RefCell;
use std::marker::PhantomData;

/// The world: nodes get their input as a shared reference.
type Input = RefCell<Soldier>;
/// `true` if a node has succeeded.
type Success = bool;

struct ActionWait<A>(PhantomData<A>);

impl<A: Action<Soldier>> WaitCondition for ActionWait<A> {
    type Input = Input;
    type Nonterminal = ();
    type Terminal = Success;

    fn do_end(world: &Input) -> Statepoint<(), Success> {
        match A::act(&mut world.borrow_mut()) {
            Status::Success => Statepoint::Terminal(true),
            Status::Failure => Statepoint::Terminal(false),
            Status::Running => Statepoint::Nonterminal(()),
        }
    }
}

type ActionNode<A> = PredicateWait<ActionWait<A>>;

struct Guard<C, N> {
    node: N,
    condition: PhantomData<C>,
}

impl<C, N: Default> Default for Guard<C, N> {
    fn default() -> Self {
        Self { node: N::default(), condition: PhantomData }
    }
}

impl<C, N> BehaviorTreeNode for Guard<C, N>
where
    C: Condition<Soldier>,
    N: BehaviorTreeNode<Input = Input, Nonterminal = (), Terminal = Success>,
{
    type Input = Input;
    type Nonterminal = ();
    type Terminal = Success;

    fn step(self, world: &Input) -> NodeResult<(), Success, Self> {
        if !C::ask(&world.borrow()) {
            return NodeResult::Terminal(false);
        }
        match self.node.step(world) {
            NodeResult::Nonterminal((), node) => {
                NodeResult::Nonterminal((), Self { node, condition: PhantomData })
            }
            NodeResult::Terminal(success) => NodeResult::Terminal(success),
        }
    }
}

/// The running one of two nodes.
enum ActiveSelector<A, B> {
    First(A),
    Second(B),
}

impl<A: Default, B> Default for ActiveSelector<A, B> {
    fn default() -> Self {
        Self::First(A::default())
    }
}

impl<A, B> BehaviorTreeNode for ActiveSelector<A, B>
where
    A: BehaviorTreeNode<Input = Input, Nonterminal = (), Terminal = Success> + Default,
    B: BehaviorTreeNode<Input = Input, Nonterminal = (), Terminal = Success> + Default,
{
    type Input = Input;
    type Nonterminal = ();
    type Terminal = Success;

    fn step(self, world: &Input) -> NodeResult<(), Success, Self> {
        let (first, second) = match self {
            Self::First(first) => (first, B::default()),
            Self::Second(second) => (A::default(), second),
        };
        match first.step(world) {
            NodeResult::Nonterminal((), first) => NodeResult::Nonterminal((), Self::First(first)),
            NodeResult::Terminal(true) => NodeResult::Terminal(true),
            NodeResult::Terminal(false) => match second.step(world) {
                NodeResult::Nonterminal((), second) => {
                    NodeResult::Nonterminal((), Self::Second(second))
                }
                NodeResult::Terminal(success) => NodeResult::Terminal(success),
            },
        }
    }
}

type Flee = Guard<HealthLow, ActionNode<RunAway>>;
type Fight = Guard<EnemyAlive, ActionNode<Attack>>;
type Engage = Guard<SeesEnemy, ActiveSelector<Flee, Fight>>;

/// The soldier that starts over in every tick.
#[derive(Default)]
pub(crate) struct Reactive(NodeRunner<ActiveSelector<Engage, ActionNode<Patrol>>>);

impl Contender<Soldier> for Reactive {
    fn many(count: usize) -> Vec<Self> {
        (0..count).map(|_| Self::default()).collect()
    }

    fn tick(&mut self, world: &mut Soldier) {
        let input = RefCell::new(world.clone());
        self.0.transition(&input);
        *world = input.into_inner();
    }
}
