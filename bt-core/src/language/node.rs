//! The nodes of a tree, as data.

pub(crate) mod line;

use core::fmt;

/// The id of a node: its index in the tree's `NODES`, which is in pre-order.
///
/// A label becomes a constant of the tree's type: `'flee: sequence { … }` in the tree `Soldier`
/// gives `Soldier::FLEE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The id of the node at this index of the tree's `NODES`.
    #[must_use]
    #[inline]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The node's index in the tree's `NODES`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same index as a number of 32 bits, as [`new`](NodeId::new) takes it.
    #[must_use]
    #[inline]
    pub const fn number(self) -> u32 {
        self.0
    }

    /// The id of the same node in a tree that contains this one as a subtree whose nodes begin at `offset`.
    pub(crate) const fn after(self, offset: u32) -> Self {
        Self(self.0 + offset)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

/// The family of a kind of node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Family {
    Leaf,
    Composite,
    Decorator,
}

/// Whether a node that begins and ends in one tick does the same in the next tick, if its expressions that only look at the
/// blackboard give the same results and its children do the same.
#[cfg(feature = "alloc")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Repeats {
    /// It does.
    Always,
    /// It may do something else, or does something again.
    Never,
    /// It does if it has failed because of a child.
    AfterChildFailed,
}

/// Declares the kinds in the order of the crate `bt-language`, with their words, their families and whether they repeat
/// what they did, and `bare` where the arguments stand without parentheses.
macro_rules! kinds {
    (@parentheses) => { true };
    (@parentheses bare) => { false };
    ($($kind:ident $word:literal $family:ident $repeats:ident $($bare:ident)?,)*) => {
        /// The kind of a node: the word of the language that it was written with.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        #[non_exhaustive]
        #[allow(missing_docs, reason = "each is the word of the language that it stands for")]
        pub enum NodeKind {
            $($kind,)*
        }

        impl NodeKind {
            /// All kinds, in the order of their declaration.
            pub const ALL: &'static [Self] = &[$(Self::$kind,)*];

            /// The word of the language.
            ///
            /// ```
            /// assert_eq!(bt_core::NodeKind::ActiveSelector.word(), "active_selector");
            /// ```
            #[must_use]
            pub const fn word(self) -> &'static str {
                match self {
                    $(Self::$kind => $word,)*
                }
            }

            /// The kind with this word; `None` if the language does not have the word.
            ///
            /// ```
            /// use bt_core::NodeKind;
            ///
            /// assert_eq!(NodeKind::from_word("active_selector"), Some(NodeKind::ActiveSelector));
            /// assert_eq!(NodeKind::from_word("fallback"), None);
            /// ```
            #[must_use]
            pub fn from_word(word: &str) -> Option<Self> {
                match word {
                    $($word => Some(Self::$kind),)*
                    _ => None,
                }
            }

            #[doc(hidden)]
            #[must_use]
            pub const fn family(self) -> Family {
                match self {
                    $(Self::$kind => Family::$family,)*
                }
            }

            #[cfg(feature = "alloc")]
            pub(crate) const fn repeats(self) -> Repeats {
                match self {
                    $(Self::$kind => Repeats::$repeats,)*
                }
            }

            /// Returns `true` if the name of a node without a label is its source.
            #[doc(hidden)]
            #[must_use]
            pub const fn is_named_by_source(self) -> bool {
                matches!(self.family(), Family::Leaf) && !self.has_parentheses()
            }

            /// Returns `true` if the arguments of such a node stand in parentheses.
            #[doc(hidden)]
            #[must_use]
            pub const fn has_parentheses(self) -> bool {
                match self {
                    $(Self::$kind => kinds!(@parentheses $($bare)?),)*
                }
            }
        }
    };
}

include!("node/kinds.rs");

impl fmt::Display for NodeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.word())
    }
}

/// One node of a tree, as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The id of the node: its index in the tree's `NODES`.
    pub id: NodeId,
    /// The parent; `None` for the root.
    pub parent: Option<NodeId>,
    /// The kind of the node.
    pub kind: NodeKind,
    /// The label, without its apostrophe.
    pub label: Option<&'static str>,
    /// The text in front of the node and its `=>`: the condition of a child of a `priority_selector`, the score of
    /// one of a utility selector, the pattern of an arm of a `match`, a weight.
    pub key: Option<&'static str>,
    /// The source text of a leaf, or of a decorator's or composite's argument; may be empty.
    pub source: &'static str,
    /// The doc comment before the node.
    pub description: Option<&'static str>,
    /// The header of the tree that begins with this node, if the tree has parameters or results:
    /// `Navigate(goal: Pose, attempts: u32 = 6) -> (path: Path)`. The blackboard is left out.
    pub header: Option<&'static str>,
    /// The line of the node in its file; 0 before Rust 1.88, where macros cannot read it.
    pub line: u32,
    /// The id after the last node of this node's subtree: the ids `id..end` are the node and everything below
    /// it.
    pub end: NodeId,
}

impl Node {
    /// The name of the node in a log or a picture: its label if it has one, otherwise the source of a
    /// condition, an action or a subtree, otherwise its word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match (self.label, self.kind) {
            (Some(label), _) => label,
            (None, kind) if kind.is_named_by_source() => self.source,
            (None, kind) => kind.word(),
        }
    }

    /// The number of ancestors in `nodes`, which may be a part of a table.
    #[doc(hidden)]
    #[must_use]
    pub fn depth(&self, nodes: &[Self]) -> usize {
        // In a part of a table, another node may be at the index of the parent.
        let parent = |id: &NodeId| nodes.get(id.index())?.parent.filter(|parent| parent < id);
        core::iter::successors(self.parent, parent).count()
    }
}

/// Prints the node as in the source, on one line: `flee: sequence`, `condition npc.health < 20`.
///
/// ```
/// use bt_core::behavior_tree;
///
/// behavior_tree! {
///     tree Walk(steps: &mut u32) {
///         'often: repeat(3) action *steps += 1;
///     }
/// }
///
/// let nodes = Walk::NODES.iter().map(ToString::to_string);
/// assert!(nodes.eq(["often: repeat(3)", "action *steps += 1"]));
/// ```
impl fmt::Display for Node {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        line::Written { node: self, longest: usize::MAX }.fmt(formatter)
    }
}
