//! `behaviortree-rs`: another BehaviorTree.CPP in Rust, `async` as well.

use super::xml::{self, Build, Leaf, Tick};
use crate::ambient::{self, Ambient};
use crate::contender::Contender;
use crate::tree::Tree;
use behaviortree_rs::basic_types::{NodeCategory, NodeStatus};
use behaviortree_rs::macros::build_node_ptr;
use behaviortree_rs::nodes::NodeResult;
use behaviortree_rs::tree::AsyncTree;
use behaviortree_rs::{Blackboard, Factory, bt_node};
use bt_core::Status;
use futures::FutureExt;
use futures::executor::block_on;
use std::marker::PhantomData;

pub(crate) struct Agent<T> {
    tree: AsyncTree,
    of: PhantomData<T>,
}

impl<W: Ambient + Clone, T: Tree<W, Build>> Contender<W> for Agent<T> {
    fn many(count: usize) -> Vec<Self> {
        let mut build = Build::default();
        let tree = T::build(&mut build);
        let mut factory = Factory::new();
        for leaf in &build.leaves {
            register(&mut factory, leaf);
        }
        factory.register_bt_from_text(xml::document(&tree)).expect("a tree");
        let mut tree = || {
            let blackboard = Blackboard::create();
            let tree = factory.instantiate_async_tree(&blackboard, "Tree");
            block_on(tree).expect("the tree that is registered")
        };
        (0..count).map(|_| Self { tree: tree(), of: PhantomData }).collect()
    }

    fn tick(&mut self, world: &mut W) {
        let tick = || self.tree.tick_exactly_once().now_or_never();
        ambient::lend(world, tick).expect("no leaf waits").expect("no leaf gives an error");
    }
}

fn register(factory: &mut Factory, leaf: &Leaf) {
    let (tick, name) = (leaf.tick, &leaf.name);
    if leaf.asks {
        let node = move |config, _| build_node_ptr!(config, "ConditionNode", ConditionNode, tick);
        factory.register_node(name, node, NodeCategory::Action);
    } else {
        let node = move |config, _| build_node_ptr!(config, "ActionNode", ActionNode, tick);
        factory.register_node(name, node, NodeCategory::Action);
    }
}

fn status(status: Status) -> NodeStatus {
    match status {
        Status::Success => NodeStatus::Success,
        Status::Failure => NodeStatus::Failure,
        Status::Running => NodeStatus::Running,
    }
}

#[bt_node(SyncActionNode)]
struct ConditionNode {
    tick: Tick,
}

#[bt_node(SyncActionNode, tick = tick)]
impl ConditionNode {
    async fn tick(&mut self) -> NodeResult {
        Ok(status((self.tick)()))
    }
}

#[bt_node(StatefulActionNode)]
struct ActionNode {
    tick: Tick,
}

#[bt_node(StatefulActionNode, on_start = on_start, on_running = on_running)]
impl ActionNode {
    async fn on_start(&mut self) -> NodeResult {
        Ok(status((self.tick)()))
    }

    async fn on_running(&mut self) -> NodeResult {
        Ok(status((self.tick)()))
    }
}
