//! The number of children.

/// The number of children of a node, and how they are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Children {
    /// None: the node ends with `;`.
    None,
    /// One, after the word.
    One,
    /// One or more in braces.
    Block,
    /// One condition or more, then one node or more, in braces.
    Watched,
    /// One or more in braces; each may have a weight before it.
    Weighted,
    /// One or more in braces, each with a score before it.
    Scored,
    /// One or more in braces, each with a condition before it.
    Conditional,
    /// One or two: in braces, and in braces after `else`.
    Branches,
    /// One for each arm in braces.
    Arms,
}

impl Children {
    /// The form in descriptions.
    pub(crate) const fn form(self) -> &'static str {
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

    /// Returns `true` if a node may have `count` children, if the first `conditions` of them are
    /// conditions and `keys` of them have a key before them.
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
