//! `behavior-tree-lite`: boxed nodes; leaves reach the world through a callback over `dyn Any`.

use crate::contender::Contender;
use crate::tree::{self, Action, Active, Condition, Leaf, Memory, Nodes, Tree};
use behavior_tree_lite::{
    BehaviorCallback, BehaviorNode, BehaviorNodeContainer, BehaviorResult, Context, Registry,
};
use bt_core::Status;
use std::any::Any;
use std::cell::Cell;
use std::marker::PhantomData;

pub(crate) struct Agent<T> {
    tree: BehaviorNodeContainer,
    context: Context,
    of: PhantomData<T>,
}

impl<W: 'static, T: Tree<W, Build>> Contender<W> for Agent<T> {
    fn many(count: usize) -> Vec<Self> {
        (0..count)
            .map(|_| {
                let tree = T::build(&mut Build::default());
                Self { tree, context: Context::default(), of: PhantomData }
            })
            .collect()
    }

    fn tick(&mut self, world: &mut W) {
        let mut callback = |call: &dyn Any| {
            let call = call.downcast_ref::<Call<W>>()?;
            call.status.set((call.leaf)(world));
            None
        };
        self.tree.tick(&mut callback, &mut self.context);
    }
}

/// The argument of a leaf's callback. It also returns the status, because a return value of the callback
/// would be boxed.
struct Call<W> {
    leaf: Leaf<W>,
    status: Cell<Status>,
}

struct LeafNode<W>(Leaf<W>);

impl<W: 'static> BehaviorNode for LeafNode<W> {
    fn tick(&mut self, callback: BehaviorCallback, _context: &mut Context) -> BehaviorResult {
        let call = Call { leaf: self.0, status: Cell::new(Status::Failure) };
        callback(&call);
        match call.status.get() {
            Status::Success => BehaviorResult::Success,
            Status::Failure => BehaviorResult::Fail,
            Status::Running => BehaviorResult::Running,
        }
    }
}

#[derive(Default)]
pub(crate) struct Build(Registry);

impl Build {
    fn composite(&self, name: &str, children: Vec<BehaviorNodeContainer>) -> BehaviorNodeContainer {
        let node = self.0.build(name).expect("a node that is registered");
        let mut node = BehaviorNodeContainer::new_raw(node);
        for child in children {
            node.add_child(child).expect("any number of children");
        }
        node
    }
}

impl<W: 'static> Nodes<W> for Build {
    type Node = BehaviorNodeContainer;

    fn condition<C: Condition<W>>(&mut self) -> Self::Node {
        BehaviorNodeContainer::new_node(LeafNode(tree::ask::<W, C>))
    }

    fn action<A: Action<W>>(&mut self) -> Self::Node {
        BehaviorNodeContainer::new_node(LeafNode(A::act))
    }
}

impl<W: 'static> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<Self::Node>) -> Self::Node {
        self.composite("Sequence", children)
    }

    fn selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        self.composite("Fallback", children)
    }
}

impl<W: 'static> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: Self::Node) -> Self::Node {
        let condition = Nodes::<W>::condition::<C>(self);
        self.composite("ReactiveSequence", vec![condition, node])
    }

    fn active_selector(&mut self, children: Vec<Self::Node>) -> Self::Node {
        self.composite("ReactiveFallback", children)
    }
}
