use super::leaf::{Given, Gives, Outcome};
use crate::{Can, IntoStatus};
use core::marker::PhantomData;

/// The facts that only rustc knows about a tree or a vocabulary. Nodes, or words, that are not listed may do anything.
pub struct Facts {
    pub own: &'static [Fact],
    /// The facts of subtrees; their nodes come after this node.
    pub trees: &'static [(u32, &'static Self)],
}

impl Facts {
    pub const NONE: Self = Self { own: &[], trees: &[] };

    /// Writes the facts of a tree whose first node has this place.
    pub(crate) fn write(&self, first: usize, facts: &mut [Option<Fact>]) {
        for fact in self.own {
            if let Some(place) = facts.get_mut(first + fact.node as usize) {
                *place = Some(*fact);
            }
        }
        for (node, below) in self.trees {
            below.write(first + *node as usize + 1, facts);
        }
    }
}

/// The results that the type of an expression allows its node, or its word.
#[derive(Clone, Copy)]
pub struct Fact {
    pub node: u32,
    can: Source,
    /// `true` for a stateful action, which has a `check` and an `end`.
    pub is_stateful: bool,
}

impl Fact {
    /// An expression. The closure is never called; its type tells what the expression gives.
    #[must_use]
    pub const fn typed<K: Known>(node: u32, _: &impl Fn() -> K) -> Self {
        Self { node, can: Source::Type(K::CAN), is_stateful: false }
    }

    /// A stateful action.
    #[must_use]
    pub const fn action(node: u32, can: fn() -> Can) -> Self {
        Self { node, can: Source::Declared(can), is_stateful: true }
    }

    /// A decorator of the user's own.
    #[must_use]
    pub const fn decorator(node: u32, can: fn() -> Can) -> Self {
        Self { node, can: Source::Declared(can), is_stateful: false }
    }

    /// An expression whose type does not say it.
    #[must_use]
    pub const fn of(node: u32, can: Can) -> Self {
        Self { node, can: Source::Type(can), is_stateful: false }
    }

    /// The results.
    pub(crate) fn can(&self) -> Can {
        match self.can {
            Source::Type(can) => can,
            Source::Declared(can) => can(),
        }
    }
}

/// The source of a fact.
#[derive(Clone, Copy)]
enum Source {
    /// The type of an expression.
    Type(Can),
    /// The implementation of a trait.
    Declared(fn() -> Can),
}

/// The type of an expression.
pub trait Known {
    const CAN: Can;
}

/// An expression that gives a status.
pub struct Leaf<T>(PhantomData<T>);

/// The expression of a `let` that keeps a `T`.
pub struct Let<T, G>(PhantomData<(T, G)>);

/// An expression of a wrong type, which the compiler has already reported.
pub struct Unknown;

impl<T: IntoStatus> Known for Leaf<T> {
    const CAN: Can = T::CAN;
}

impl<T, G: Gives<T>> Known for Let<T, G> {
    const CAN: Can = if G::ALWAYS { Can::ANYTHING.never_refuses() } else { Can::ANYTHING };
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

/// Begins a closure that is never called: the compiler infers types in what follows, and checks nothing else.
pub fn never() -> ! {
    unreachable!("the closure of a fact is never called")
}

/// The value of a name in such a closure.
#[must_use]
pub fn any<T>() -> T {
    never()
}
