//! The nodes of a tree, as data.

use crate::picture::line;
use core::fmt;

/// Names a node of a tree: its place in the tree's `NODES`, which are in pre-order.
///
/// A label becomes a constant of the tree's type: `'flee: sequence { … }` in the tree `Soldier`
/// gives `Soldier::FLEE`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    /// The node at this place in the tree's `NODES`.
    #[must_use]
    #[inline]
    pub const fn new(index: u32) -> Self {
        Self(index)
    }

    /// The node's place in the tree's `NODES`.
    #[must_use]
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The same node where its tree is a subtree whose nodes begin at `offset`.
    pub(crate) const fn after(self, offset: u32) -> Self {
        Self(self.0 + offset)
    }
}

impl fmt::Display for NodeId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(&self.0, formatter)
    }
}

/// The kinds with their words, in one place.
macro_rules! kinds {
    ($($kind:ident $word:literal,)*) => {
        /// What kind of node it is: the word of the language that it was written with.
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

            /// The kind that this word of the language stands for; `None` if it is no such word.
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
        }
    };
}

kinds! {
    Condition "condition",
    Action "action",
    Wait "wait",
    Succeed "succeed",
    Fail "fail",
    Running "running",
    Subtree "subtree",
    Sequence "sequence",
    Selector "selector",
    ActiveSequence "active_sequence",
    ActiveSelector "active_selector",
    Parallel "parallel",
    Monitor "monitor",
    RandomSelector "random_selector",
    RandomSequence "random_sequence",
    UtilitySelector "utility_selector",
    If "if",
    Match "match",
    ActiveIf "active_if",
    ActiveMatch "active_match",
    Not "not",
    ForceSuccess "force_success",
    ForceFailure "force_failure",
    Repeat "repeat",
    Retry "retry",
    Guard "guard",
    Timeout "timeout",
    Delay "delay",
    Cooldown "cooldown",
    Every "every",
    Once "once",
    Service "service",
    With "with",
}

impl fmt::Display for NodeKind {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(self.word())
    }
}

/// One node of a tree, as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The node's place in the tree's `NODES`.
    pub id: NodeId,
    /// The node above; the root has none.
    pub parent: Option<NodeId>,
    /// What kind of node it is.
    pub kind: NodeKind,
    /// The label, without its apostrophe.
    pub label: Option<&'static str>,
    /// The source text of a leaf, or of a decorator's or composite's argument; may be empty.
    pub source: &'static str,
    /// The doc comment in front of the node.
    pub description: Option<&'static str>,
    /// The line of the node in its file; 0 where the compiler does not tell it (before Rust 1.88).
    pub line: u32,
    /// The id behind the last node of this node's subtree: `id..end` are it and all below it.
    pub end: NodeId,
}

impl Node {
    /// What to call the node in a log or a picture: its label; or the source of a condition, an
    /// action or a subtree; or else its word.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match (self.label, self.kind) {
            (Some(label), _) => label,
            (None, NodeKind::Condition | NodeKind::Action | NodeKind::Subtree) => self.source,
            (None, kind) => kind.word(),
        }
    }
}

/// As it stands in the source, on one line: `flee: sequence`, `condition npc.health < 20`.
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
