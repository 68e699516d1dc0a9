//! The numbers of children.

/// How many children a node takes, and how they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Children {
    /// None: the node ends with `;`.
    None,
    /// One, behind the node.
    One,
    /// One or more in braces.
    Block,
    /// One condition or more, then one node or more, in braces.
    Watched,
    /// One or more in braces; each may have a weight in front of it.
    Weighted,
    /// One or more in braces, each with a score in front of it.
    Scored,
    /// One or more in braces, each with a condition in front of it.
    Conditional,
    /// One or two: in braces, and in braces behind `else`.
    Branches,
    /// One for each arm in braces.
    Arms,
}

impl Children {
    /// How they are written in descriptions.
    pub(super) const fn form(self) -> &'static str {
        match self {
            Self::None => ";",
            Self::One => " node",
            Self::Block | Self::Weighted => " { … }",
            Self::Watched => " { condition …; … node … }",
            Self::Scored => " { SCORE => node … }",
            Self::Conditional => " { COND => node … }",
            Self::Branches => " { node } else { node }",
            Self::Arms => " { PATTERN => node, … }",
        }
    }

    /// Returns `true` if a node may have `count` children, of which the first `conditions` are conditions
    /// and `keys` have something in front of them.
    pub(crate) const fn take(self, count: usize, conditions: usize, keys: usize) -> bool {
        match self {
            Self::None => count == 0,
            Self::One => count == 1,
            Self::Block => count > 0,
            Self::Watched => count > conditions,
            Self::Branches => count == 1 || count == 2,
            Self::Weighted | Self::Scored | Self::Conditional | Self::Arms => {
                count > 0 && count == keys
            }
        }
    }
}
