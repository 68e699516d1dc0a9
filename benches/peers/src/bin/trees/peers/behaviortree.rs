//! `behaviortree`: BehaviorTree.CPP in Rust. Its ticks are `async`, but none of these ever waits.

use super::xml::{self, Build, Leaf};
use crate::ambient::{self, Ambient};
use crate::contender::Contender;
use crate::tree::Tree;
use behaviortree::prelude::{Arc, BehaviorKind, BehaviorState, BehaviorTree, BehaviorTreeFactory};
use bt_core::Status;
use futures::FutureExt;
use std::marker::PhantomData;

pub(crate) struct Agent<T> {
    tree: BehaviorTree,
    of: PhantomData<T>,
}

impl<W: Ambient + Clone, T: Tree<W, Build>> Contender<W> for Agent<T> {
    fn many(count: usize) -> Vec<Self> {
        let mut build = Build::default();
        let tree = T::build(&mut build);
        let mut factory = BehaviorTreeFactory::new().expect("the behaviors of the library");
        for leaf in &build.leaves {
            register(&mut factory, leaf);
        }
        factory.register_behavior_tree_from_text(&xml::document(&tree)).expect("a tree");
        let mut tree = || factory.create_tree("Tree").expect("the tree that is registered");
        (0..count).map(|_| Self { tree: tree(), of: PhantomData }).collect()
    }

    fn tick(&mut self, world: &mut W) {
        let tick = || self.tree.tick_exactly_once().now_or_never();
        ambient::lend(world, tick).expect("no leaf waits").expect("no leaf gives an error");
    }
}

fn register(factory: &mut BehaviorTreeFactory, leaf: &Leaf) {
    let tick = leaf.tick;
    let tick = move || {
        Ok(match tick() {
            Status::Success => BehaviorState::Success,
            Status::Failure => BehaviorState::Failure,
            Status::Running => BehaviorState::Running,
        })
    };
    let kind = if leaf.asks { BehaviorKind::Condition } else { BehaviorKind::Action };
    factory
        .register_simple_function(&leaf.name, Arc::new(Box::new(tick)), kind)
        .expect("a name of its own");
}
