//! What was written.
//!
//! ```text
//! tree      := attributes visibility "tree" Name generics? "(" binder ":" "&mut" Type ")" where? "{" node "}"
//! node      := doc-comment* ("'label" ":")? (leaf | composite | decorator node)
//! leaf      := "condition" EXPR ";" | "action" EXPR ";" | "wait" "(" D ")" ";" | …
//! composite := word ("(" arguments ")")? "{" node+ "}"
//! decorator := word ("(" arguments ")")?
//! ```

use proc_macro2::{Ident, Span, TokenStream};

/// One `tree` of a macro call.
pub(crate) struct Tree {
    pub(crate) outline: Outline,
    pub(crate) generics: syn::Generics,
    pub(crate) blackboard: Blackboard,
    pub(crate) root: Node,
}

/// What of a tree can be named even if the rest of its header cannot be read.
pub(crate) struct Outline {
    pub(crate) attributes: Vec<syn::Attribute>,
    pub(crate) visibility: syn::Visibility,
    pub(crate) name: Ident,
}

/// `npc: &mut Npc`
pub(crate) struct Blackboard {
    pub(crate) binder: Ident,
    /// Behind the `&mut`.
    pub(crate) of: TokenStream,
    /// Behind the binder.
    pub(crate) colon: Span,
}

/// One node: its word and arguments, and its children in written order.
pub(crate) struct Node {
    pub(crate) kind: Kind,
    pub(crate) children: Vec<Node>,
    pub(crate) label: Option<Ident>,
    pub(crate) description: Option<String>,
    /// The word that it begins with.
    pub(crate) span: Span,
}

/// The word of a node with its arguments.
pub(crate) enum Kind {
    /// What cannot be read, with those of its children that can be.
    Broken,
    Condition(TokenStream),
    Action(TokenStream),
    Stateful(Literal),
    Wait(Duration),
    Succeed,
    Fail,
    Running,
    Subtree {
        tree: TokenStream,
        blackboard: Option<TokenStream>,
    },
    Sequence,
    Selector,
    ActiveSequence,
    ActiveSelector,
    Parallel(Policies),
    /// The first `conditions` children are conditions.
    Monitor {
        policies: Policies,
        conditions: usize,
    },
    /// `weights` has an expression for each child.
    Random {
        goal: Goal,
        draw: TokenStream,
        weights: Vec<TokenStream>,
    },
    /// An expression for each child.
    Utility {
        scores: Vec<TokenStream>,
    },
    If {
        active: bool,
        condition: TokenStream,
    },
    /// A pattern for each child.
    Match {
        active: bool,
        scrutinee: TokenStream,
        patterns: Vec<TokenStream>,
    },
    Not,
    ForceSuccess,
    ForceFailure,
    Repeat(Option<TokenStream>),
    Retry(Option<TokenStream>),
    Guard(TokenStream),
    Timeout(Duration),
    Delay(Duration),
    Cooldown(Duration),
    Every(Duration),
    Once,
    Service(Duration, TokenStream),
    With(Literal),
}

impl Kind {
    /// Whether a node with so many children keeps data while it is active, other than which leaf
    /// runs.
    pub(crate) fn keeps_data(&self, children: usize) -> bool {
        match self {
            Self::Parallel(_) => children > 1,
            Self::Monitor { conditions, .. } => children > conditions + 1,
            Self::Repeat(count) | Self::Retry(count) => count.is_some(),
            Self::Random { .. }
            | Self::Utility { .. }
            | Self::Timeout(_)
            | Self::Every(_)
            | Self::Service(..)
            | Self::With(_) => true,
            _ => false,
        }
    }
}

/// A struct literal: `Walk { to: npc.home }` has the type `Walk`.
pub(crate) struct Literal {
    /// Its type, as it may also stand in an expression: `Walk::<Npc>`
    pub(crate) path: TokenStream,
    /// As it was written.
    pub(crate) value: TokenStream,
}

/// A length of time; `constant` if it is a literal: `250ms`.
pub(crate) struct Duration {
    pub(crate) value: TokenStream,
    pub(crate) text: String,
    pub(crate) constant: bool,
}

/// What ends a random composite: the first success, or the first failure.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Goal {
    Success,
    Failure,
}

/// When a parallel ends.
pub(crate) struct Policies {
    pub(crate) success: Threshold,
    pub(crate) failure: Threshold,
}

impl Policies {
    /// What differs from `success = all, failure = one`.
    pub(crate) fn text(&self) -> String {
        let written = |name, threshold: Threshold, default| {
            let word = threshold.word();
            (word != default).then(|| format!("{name} = {word}"))
        };
        let success = written("success", self.success, "all");
        let failure = written("failure", self.failure, "one");
        success.into_iter().chain(failure).collect::<Vec<_>>().join(", ")
    }
}

/// How many children it takes.
#[derive(Clone, Copy)]
pub(crate) enum Threshold {
    All,
    Number(u32, Span),
}

impl Threshold {
    pub(crate) fn of(self, children: u32) -> u32 {
        match self {
            Self::All => children,
            Self::Number(number, _) => number,
        }
    }

    fn word(self) -> String {
        match self {
            Self::All => "all".into(),
            Self::Number(1, _) => "one".into(),
            Self::Number(number, _) => number.to_string(),
        }
    }
}
