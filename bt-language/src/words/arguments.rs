//! The shapes of arguments.

/// The shape of the arguments after the word of a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Arguments {
    /// No arguments.
    None,
    /// An expression without parentheses.
    Expression,
    /// An expression without parentheses, or a struct literal.
    Action,
    /// The path of a tree, and possibly the part of the blackboard on which it works.
    Tree,
    /// A struct literal without parentheses.
    Literal,
    /// An expression in parentheses.
    Value,
    /// A duration in parentheses.
    Duration,
    /// A count in parentheses, or nothing for an endless node.
    Count,
    /// A duration and an expression in parentheses.
    Service,
    /// `success` and `failure` in parentheses; each may be left out.
    Policies,
    /// `margin` in parentheses, or nothing.
    Margin,
    /// A name, its type and its value in parentheses.
    Binding,
    /// A name and a range in parentheses.
    Range,
    /// An expression in parentheses whose value is ignored.
    Statement,
}

impl Arguments {
    /// The forms in descriptions.
    pub(super) const fn forms(self) -> &'static [&'static str] {
        match self {
            Self::None => &[""],
            Self::Expression => &["EXPR"],
            Self::Action => &["EXPR", "Type { field: value }", "Type = EXPR"],
            Self::Tree => &["Name", "Name(EXPR)", "Name(NAME = EXPR)"],
            Self::Literal => &["Type { … }"],
            Self::Value | Self::Statement => &["(EXPR)"],
            Self::Duration => &["(D)"],
            Self::Count => &["(N)", ""],
            Self::Service => &["(D, EXPR)"],
            Self::Policies => &["(success = P, failure = P)"],
            Self::Margin => &["", "(margin = EXPR)"],
            Self::Binding => &["(NAME: TYPE = EXPR)"],
            Self::Range => &["(NAME in RANGE)"],
        }
    }

    /// Returns `true` if they are written without parentheses.
    #[must_use]
    pub const fn are_bare(self) -> bool {
        matches!(self, Self::Expression | Self::Action | Self::Tree | Self::Literal)
    }
}
