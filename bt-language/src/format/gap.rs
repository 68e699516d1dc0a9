//! The gaps between the pieces of a text.

/// The space, or the place for a line break, before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    Space,
    /// A line break.
    Line,
    /// A space, or a line break if the decorators of a node and the node do not fit on one line.
    Chain,
    /// A space or nothing, or a line break if the arguments in these parentheses do not fit on one line.
    Argument {
        is_space: bool,
        /// The index of the opening parenthesis.
        open: usize,
    },
}

impl Gap {
    /// The space if no line is broken here.
    pub(super) const fn flat(self) -> &'static str {
        match self {
            Self::Space | Self::Chain | Self::Argument { is_space: true, .. } => " ",
            Self::None | Self::Line | Self::Argument { is_space: false, .. } => "",
        }
    }
}
