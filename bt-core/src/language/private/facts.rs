use super::leaf::{Given, Gives, Outcome};
use super::result::{Produced, Results};
use crate::{Can, IntoStatus};
use core::marker::PhantomData;
#[cfg(feature = "facts")]
use std::collections::BTreeMap;

/// The facts about a tree or a vocabulary, for proofs. Nodes, or words, that are not listed may do anything.
#[cfg(feature = "facts")]
pub struct Facts {
    /// The machine of a tree as `bt_language` writes it.
    pub machine: &'static [u8],
    /// The facts that only rustc knows.
    pub own: &'static [Fact],
    /// The facts of subtrees; their nodes come after this node.
    pub trees: &'static [(u32, &'static Self)],
}

#[cfg(feature = "facts")]
impl Facts {
    pub const NONE: Self = Self { machine: &[], own: &[], trees: &[] };
}

/// The facts about a tree with its subtrees, by the places of the nodes.
#[cfg(feature = "facts")]
#[derive(Default)]
pub struct Collected {
    pub can: BTreeMap<usize, Can>,
    /// The machines of the subtrees, by the nodes that call them.
    pub subtrees: BTreeMap<usize, &'static [u8]>,
}

#[cfg(feature = "facts")]
impl Collected {
    /// The facts of a tree.
    #[must_use]
    pub fn of(tree: &Facts) -> Self {
        let mut all = Self::default();
        all.add_below(0, tree);
        all
    }

    /// Adds those of a subtree that is called at this place.
    pub(crate) fn add(&mut self, call: usize, tree: &Facts) {
        self.subtrees.insert(call, tree.machine);
        self.add_below(call + 1, tree);
    }

    fn add_below(&mut self, first: usize, tree: &Facts) {
        for fact in tree.own {
            self.can.insert(first + fact.node as usize, fact.can);
        }
        for (node, below) in tree.trees {
            self.add(first + *node as usize, below);
        }
    }
}

/// The results that the type of an expression allows its node, or its word.
#[derive(Clone, Copy)]
pub struct Fact {
    pub node: u32,
    pub can: Can,
}

impl Fact {
    /// An expression. The closure is never called; its type tells what the expression gives.
    #[must_use]
    pub const fn typed<K: Known>(node: u32, _: &impl Fn() -> K) -> Self {
        Self { node, can: K::CAN }
    }

    /// A stateful action, a decorator of the user's own, or an expression whose type does not say it.
    #[must_use]
    pub const fn of(node: u32, can: Can) -> Self {
        Self { node, can }
    }

    /// The same for an action that runs until a future with this output is ready.
    #[must_use]
    pub const fn awaited(self) -> Self {
        Self { can: self.can.runs_too(), ..self }
    }
}

/// The output of a future, in a closure that is never called.
#[must_use]
pub fn output<F: IntoFuture>(_: F) -> F::Output {
    never()
}

/// The type of an expression.
pub trait Known {
    const CAN: Can;
}

/// An expression that gives a status.
pub struct Leaf<T>(PhantomData<T>);

/// The expression of a `let` that keeps a `T`.
pub struct Let<T, G>(PhantomData<(T, G)>);

/// The expression of an action that keeps a `T`.
pub struct LeafWithResult<T, R>(PhantomData<(T, R)>);

/// An expression of a wrong type, which the compiler has already reported.
pub struct Unknown;

// In a file, a word that is no stateful action begins when its arguments are read, and nothing can refuse that.
impl<T: IntoStatus> Known for Leaf<T> {
    const CAN: Can = T::CAN.never_refuses();
}

impl<T, G: Gives<T>> Known for Let<T, G> {
    const CAN: Can = if G::ALWAYS { Can::ANYTHING.never_refuses() } else { Can::ANYTHING };
}

impl<T, R: Results<T>> Known for LeafWithResult<T, R> {
    const CAN: Can = R::CAN.never_refuses();
}

impl Known for Unknown {
    const CAN: Can = Can::ANYTHING;
}

impl<T: IntoStatus> Outcome<T> {
    #[must_use]
    pub fn fact(self) -> Leaf<T> {
        never()
    }
}

impl<T, G: Gives<T>> Given<T, G> {
    #[must_use]
    pub fn fact(self) -> Let<T, G> {
        never()
    }
}

impl<T, R: Results<T>> Produced<T, R> {
    #[must_use]
    pub fn fact(self) -> LeafWithResult<T, R> {
        never()
    }
}

/// Begins a closure that is never called: the compiler infers types in what follows, and checks nothing else.
pub fn never() -> ! {
    unreachable!("the closure of a fact is never called")
}

/// The value of a name in such a closure.
#[must_use]
pub fn any<T>() -> T {
    never()
}
