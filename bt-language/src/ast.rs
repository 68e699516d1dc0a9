//! The syntax tree of a tree, as it was written.
//!
//! ```text
//! tree      := attributes visibility "tree" Name generics? "(" binder ":" "&mut" Type ")" where? "{" node "}"
//! node      := doc-comment* ("'label" ":")? (leaf | composite | decorator node)
//! leaf      := "condition" EXPR ";" | "action" EXPR ";" | "wait" "(" D ")" ";" | …
//! composite := word ("(" arguments ")")? "{" node+ "}"
//! decorator := word ("(" arguments ")")?
//! ```

mod expression;
mod expressions;
mod text;

pub use expression::{Argument, Call, Constant, Expression, Meant};

use crate::words::Word;
use proc_macro2::{Ident, Span, TokenStream};

/// One `tree` of a macro call.
pub struct Tree {
    /// The attributes, the visibility and the name.
    pub outline: Outline,
    /// The generics of the header, with its `where` clause.
    pub generics: syn::Generics,
    /// The blackboard of the tree.
    pub blackboard: Blackboard,
    /// The parameters of the tree.
    pub parameters: Vec<Parameter>,
    /// The one node of the tree's block.
    pub root: Node,
}

/// The part of a tree that can be named even if the rest of its header cannot be read.
pub struct Outline {
    /// Attributes and doc comments.
    pub attributes: Vec<syn::Attribute>,
    /// The visibility before `tree`.
    pub visibility: syn::Visibility,
    /// The name after `tree`.
    pub name: Ident,
}

/// `npc: &mut Npc`
pub struct Blackboard {
    /// The name by which the leaves call the blackboard.
    pub binder: Ident,
    /// The type after the `&mut`.
    pub of: TokenStream,
    /// The colon after the binder.
    pub colon: Span,
}

/// `speed: f32`
pub struct Parameter {
    /// The name of the parameter in the leaves.
    pub name: Ident,
    /// Its type.
    pub of: TokenStream,
}

/// One node: its word and arguments, and its children in written order.
pub struct Node {
    /// The word and its arguments.
    pub kind: Kind,
    /// In written order.
    pub children: Vec<Node>,
    /// The `flee` of `'flee:`.
    pub label: Option<Ident>,
    /// The doc comment.
    pub description: Option<String>,
    /// The span of the node's word.
    pub span: Span,
}

/// The word of a node with its arguments.
#[derive(Clone)]
pub enum Kind {
    /// A node that cannot be read, with the children that can be read.
    Broken,
    /// `condition EXPR;`
    Condition(Expression),
    /// `action EXPR;`
    Action(Expression),
    /// `action Type { … };`
    Stateful(Literal),
    /// `wait(D);`
    Wait(Duration),
    /// `succeed;`
    Succeed,
    /// `fail;`
    Fail,
    /// `running;`
    Running,
    /// `subtree Name;`, `subtree Name(EXPR);`, `subtree Name(EXPR, speed = 2.0);`
    Subtree {
        /// The path of the tree.
        tree: TokenStream,
        /// The blackboard of the subtree, if that is not this tree's.
        blackboard: Option<Expression>,
        /// The values of its parameters.
        arguments: Vec<(Ident, Expression)>,
    },
    /// `sequence { … }`
    Sequence,
    /// `selector { … }`
    Selector,
    /// `active_sequence { … }`
    ActiveSequence,
    /// `active_selector { … }`
    ActiveSelector,
    /// `parallel(…) { … }`
    Parallel(Policies),
    /// `monitor(…) { condition …; … }`
    Monitor {
        /// The thresholds of the nodes after the conditions.
        policies: Policies,
        /// The number of conditions among the children; they come first.
        conditions: usize,
    },
    /// `random_selector(EXPR) { … }`, `random_sequence(EXPR) { … }`
    Random {
        /// The result of a child that ends it.
        goal: Goal,
        /// The random number.
        draw: Expression,
        /// An expression for each child.
        weights: Vec<Expression>,
    },
    /// `utility_selector { SCORE => … }`
    Utility {
        /// An expression for each child.
        scores: Vec<Expression>,
    },
    /// `priority_selector { COND => … }`
    Priority {
        /// An expression for each child.
        conditions: Vec<Expression>,
    },
    /// `active_utility_selector(margin = EXPR) { SCORE => … }`
    ActiveUtility {
        /// Added to the score of the running child.
        margin: Option<Expression>,
        /// An expression for each child.
        scores: Vec<Expression>,
    },
    /// `if EXPR { … } else { … }`
    If {
        /// `true` if it is decided again at every tick.
        active: bool,
        /// The decision; it may be `let PATTERN = …`.
        condition: Expression,
    },
    /// `match EXPR { PATTERN => … }`
    Match {
        /// `true` if it is decided again at every tick.
        active: bool,
        /// The value that is matched.
        scrutinee: Expression,
        /// A pattern for each child, perhaps with a guard.
        patterns: Vec<Expression>,
    },
    /// `not`
    Not,
    /// `force_success`
    ForceSuccess,
    /// `force_failure`
    ForceFailure,
    /// `repeat(N)`, `repeat`
    Repeat(Option<Expression>),
    /// `retry(N)`, `retry`
    Retry(Option<Expression>),
    /// `guard(EXPR)`
    Guard(Expression),
    /// `timeout(D)`
    Timeout(Duration),
    /// `delay(D)`
    Delay(Duration),
    /// `cooldown(D)`
    Cooldown(Duration),
    /// `every(D)`
    Every(Duration),
    /// `once`
    Once,
    /// `service(D, EXPR)`
    Service(Duration, Expression),
    /// `let(NAME: TYPE = EXPR)`
    Let {
        /// The name.
        name: Ident,
        /// The type of the value.
        of: TokenStream,
        /// Gives the value, or `None`, or `Err`.
        value: Expression,
    },
    /// `for(NAME in RANGE)`
    For {
        /// The name of the current number.
        name: Ident,
        /// The range.
        range: Expression,
    },
    /// `finally(EXPR)`
    Finally(Expression),
    /// `with Type { … }`
    With(Literal),
}

impl Kind {
    /// The word of this kind. A node that cannot be read counts as `running`.
    #[must_use]
    pub const fn word(&self) -> Word {
        match self {
            Self::Condition(_) => Word::Condition,
            Self::Action(_) | Self::Stateful(_) => Word::Action,
            Self::Wait(_) => Word::Wait,
            Self::Succeed => Word::Succeed,
            Self::Fail => Word::Fail,
            Self::Running | Self::Broken => Word::Running,
            Self::Subtree { .. } => Word::Subtree,
            Self::Sequence => Word::Sequence,
            Self::Selector => Word::Selector,
            Self::ActiveSequence => Word::ActiveSequence,
            Self::ActiveSelector => Word::ActiveSelector,
            Self::Parallel(_) => Word::Parallel,
            Self::Monitor { .. } => Word::Monitor,
            Self::Random { goal: Goal::Success, .. } => Word::RandomSelector,
            Self::Random { goal: Goal::Failure, .. } => Word::RandomSequence,
            Self::Utility { .. } => Word::UtilitySelector,
            Self::Priority { .. } => Word::PrioritySelector,
            Self::ActiveUtility { .. } => Word::ActiveUtilitySelector,
            Self::If { active: false, .. } => Word::If,
            Self::If { active: true, .. } => Word::ActiveIf,
            Self::Match { active: false, .. } => Word::Match,
            Self::Match { active: true, .. } => Word::ActiveMatch,
            Self::Not => Word::Not,
            Self::ForceSuccess => Word::ForceSuccess,
            Self::ForceFailure => Word::ForceFailure,
            Self::Repeat(_) => Word::Repeat,
            Self::Retry(_) => Word::Retry,
            Self::Guard(_) => Word::Guard,
            Self::Timeout(_) => Word::Timeout,
            Self::Delay(_) => Word::Delay,
            Self::Cooldown(_) => Word::Cooldown,
            Self::Every(_) => Word::Every,
            Self::Once => Word::Once,
            Self::Service(..) => Word::Service,
            Self::Let { .. } => Word::Let,
            Self::For { .. } => Word::For,
            Self::Finally(_) => Word::Finally,
            Self::With(_) => Word::With,
        }
    }

    /// The weights, scores, conditions or patterns in front of the children.
    pub(crate) fn keys(&self) -> &[Expression] {
        match self {
            Self::Random { weights: keys, .. }
            | Self::Utility { scores: keys }
            | Self::ActiveUtility { scores: keys, .. }
            | Self::Priority { conditions: keys }
            | Self::Match { patterns: keys, .. } => keys,
            _ => &[],
        }
    }

    /// Returns `true` if a node with `children` children keeps data while it is active, in addition
    /// to the leaf that runs.
    #[must_use]
    pub fn keeps_data(&self, children: usize) -> bool {
        match self {
            Self::Parallel(_) => children > 1,
            Self::Monitor { conditions, .. } => children > conditions + 1,
            Self::Repeat(count) | Self::Retry(count) => count.is_some(),
            Self::Random { .. }
            | Self::Utility { .. }
            | Self::ActiveUtility { .. }
            | Self::Timeout(_)
            | Self::Every(_)
            | Self::Service(..)
            | Self::Let { .. }
            | Self::For { .. }
            | Self::Finally(_)
            | Self::With(_) => true,
            _ => false,
        }
    }

    /// Returns `true` if the node starts its child again for ever. Such a node is a position itself
    /// between two rounds.
    #[must_use]
    pub const fn is_endless(&self) -> bool {
        matches!(self, Self::Repeat(None) | Self::Retry(None))
    }
}

/// A value of a user's type: `Walk { to: npc.home }` and `Walk = Walk::to(npc.home)` both have the
/// type `Walk`.
#[derive(Clone)]
pub struct Literal {
    /// The type, in the form that is also valid in an expression: `Walk::<Npc>`
    pub path: TokenStream,
    /// The struct literal, or the expression after `=`, as it was written.
    pub value: Expression,
    /// Which of the two.
    pub form: Form,
}

/// The forms of a value of a user's type.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// A struct literal.
    Literal,
    /// Any expression: `Walk = Walk::to(npc.home)`
    Expression,
}

/// A length of time: a literal such as `250ms`, or an expression.
#[derive(Clone)]
pub struct Duration {
    /// A Rust expression for it.
    pub value: Expression,
    /// As it was written.
    pub text: String,
    /// Its length, if it is a literal.
    pub constant: Option<std::time::Duration>,
}

impl Duration {
    /// Returns `true` if it is a literal.
    #[must_use]
    pub const fn is_constant(&self) -> bool {
        self.constant.is_some()
    }
}

/// The result that ends a random composite.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Goal {
    /// The first success ends it: `random_selector`.
    Success,
    /// The first failure ends it: `random_sequence`.
    Failure,
}

/// The thresholds of a parallel.
#[derive(Clone)]
pub struct Policies {
    /// The number of children that have to succeed.
    pub success: Threshold,
    /// The number of children that have to fail.
    pub failure: Threshold,
}

impl Policies {
    /// The thresholds that differ from `success = all, failure = one`.
    #[must_use]
    pub fn text(&self) -> String {
        let written = |name, threshold: Threshold, default| {
            let word = threshold.word();
            (word != default).then(|| format!("{name} = {word}"))
        };
        let success = written("success", self.success, "all");
        let failure = written("failure", self.failure, "one");
        success.into_iter().chain(failure).collect::<Vec<_>>().join(", ")
    }
}

/// A number of children.
#[derive(Clone, Copy)]
pub enum Threshold {
    /// `all`
    All,
    /// A number with its span; `one` is 1.
    Number(u32, Span),
}

impl Threshold {
    /// The number for a node with this number of children.
    #[must_use]
    pub fn of(self, children: u32) -> u32 {
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
