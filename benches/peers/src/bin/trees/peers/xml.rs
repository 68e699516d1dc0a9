//! A tree as XML in the format of BehaviorTree.CPP, for the libraries that read it.

use crate::ambient::{self, Ambient};
use crate::tree::{self, Action, Active, Condition, Memory, Nodes};
use bt_core::Status;

/// A leaf that finds its world in the thread-local.
pub(crate) type Tick = fn() -> Status;

pub(crate) struct Leaf {
    /// The name under which it is registered.
    pub(crate) name: String,
    /// `true` if it is a condition.
    pub(crate) asks: bool,
    pub(crate) tick: Tick,
}

/// Nodes are pieces of XML.
#[derive(Default)]
pub(crate) struct Build {
    pub(crate) leaves: Vec<Leaf>,
}

impl Build {
    fn leaf(&mut self, name: &str, asks: bool, tick: Tick) -> String {
        let name = format!("{name}{}", self.leaves.len());
        let node = format!("<{name}/>");
        self.leaves.push(Leaf { name, asks, tick });
        node
    }
}

fn composite(name: &str, children: &[String]) -> String {
    format!("<{name}>{}</{name}>", children.concat())
}

/// The document around a tree.
pub(crate) fn document(tree: &str) -> String {
    format!(r#"<root BTCPP_format="4"><BehaviorTree ID="Tree">{tree}</BehaviorTree></root>"#)
}

impl<W: Ambient> Nodes<W> for Build {
    type Node = String;

    fn condition<C: Condition<W>>(&mut self) -> String {
        self.leaf(C::NAME, true, || ambient::with(tree::ask::<W, C>))
    }

    fn action<A: Action<W>>(&mut self) -> String {
        self.leaf(A::NAME, false, || ambient::with(A::act))
    }
}

impl<W: Ambient> Memory<W> for Build {
    fn sequence(&mut self, children: Vec<String>) -> String {
        composite("Sequence", &children)
    }

    fn selector(&mut self, children: Vec<String>) -> String {
        composite("Fallback", &children)
    }
}

impl<W: Ambient> Active<W> for Build {
    fn guard<C: Condition<W>>(&mut self, node: String) -> String {
        let condition = Nodes::<W>::condition::<C>(self);
        composite("ReactiveSequence", &[condition, node])
    }

    fn active_selector(&mut self, children: Vec<String>) -> String {
        composite("ReactiveFallback", &children)
    }
}
