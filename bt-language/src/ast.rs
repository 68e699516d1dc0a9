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
mod text;

pub use crate::nodes::Kind;
pub use expression::{Argument, Call, Constant, Expression, Expressions, Meant, Purpose};

use crate::words::{Children, Word};
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
    /// The word and its arguments; `None` if the node cannot be read.
    pub kind: Option<Kind>,
    /// The expressions of the arguments and the keys.
    pub expressions: Expressions,
    /// In written order.
    pub children: Vec<Node>,
    /// The `flee` of `'flee:`.
    pub label: Option<Ident>,
    /// The doc comment.
    pub description: Option<String>,
    /// The span of the node's word.
    pub span: Span,
}

/// The purpose of the expressions in front of the children.
pub(crate) const fn key_purpose(children: Children) -> Option<Purpose> {
    match children {
        Children::None
        | Children::One
        | Children::Block
        | Children::Watched
        | Children::Branches => None,
        Children::Weighted => Some(Purpose::Weight),
        Children::Scored => Some(Purpose::Score),
        Children::Conditional => Some(Purpose::Answer),
        Children::Arms => Some(Purpose::Pattern),
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Form {
    /// A struct literal.
    Literal,
    /// Any expression: `Walk = Walk::to(npc.home)`
    Expression,
}

/// `Shoot(&mut npc.weapon, speed = 2.0)`
#[derive(Clone)]
pub struct Subtree {
    /// The path of the tree.
    pub tree: TokenStream,
    /// The blackboard of the subtree, if that is not this tree's.
    pub blackboard: Option<Expression>,
    /// The values of its parameters.
    pub arguments: Vec<(Ident, Expression)>,
}

/// A length of time: a literal such as `250ms`, or an expression.
#[derive(Clone)]
pub struct Duration {
    /// A Rust expression for it.
    pub value: Expression,
    /// Its length, if it is a literal.
    pub known: Option<std::time::Duration>,
}

/// The known part of a length of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Size {
    /// `0s`: it has passed in the tick of the activation.
    Zero,
    /// `2s`: it has not passed in the tick of the activation.
    Positive,
    /// An expression, for which both are possible.
    Unknown,
}

impl Size {
    /// The size of a length, if it is a literal.
    pub(crate) fn of(known: Option<std::time::Duration>) -> Self {
        match known {
            Some(length) if length.is_zero() => Self::Zero,
            Some(_) => Self::Positive,
            None => Self::Unknown,
        }
    }
}

/// The number of rounds of a loop.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rounds {
    /// Without end.
    Endless,
    /// An expression, which may also be 0.
    Unknown,
    /// A literal, which is at least 1.
    Known(u32),
}

impl Rounds {
    /// The number, if it is a literal.
    pub(crate) fn known(self) -> Option<u32> {
        match self {
            Self::Known(rounds) => Some(rounds),
            Self::Endless | Self::Unknown => None,
        }
    }
}

/// The thresholds of a parallel.
#[derive(Clone)]
pub struct Policies {
    /// The number of children that have to succeed.
    pub success: Threshold,
    /// The number of children that have to fail.
    pub failure: Threshold,
}

impl Node {
    /// The word of the node; one that cannot be read counts as `running`.
    #[must_use]
    pub fn word(&self) -> Word {
        self.kind.as_ref().map_or(Word::Running, Kind::word)
    }

    /// The text of the arguments.
    #[must_use]
    pub fn source(&self) -> String {
        self.kind
            .as_ref()
            .map_or_else(String::new, |kind| kind.definition().text(&self.expressions))
    }

    /// The weights, scores, conditions or patterns in front of the children.
    pub fn keys(&self) -> impl Iterator<Item = &Expression> {
        let purpose = self.kind.as_ref().and_then(|kind| key_purpose(kind.word().children()));
        purpose.into_iter().flat_map(|purpose| self.expressions.of(purpose))
    }

    /// The texts in front of the children. A weight of 1 need not be written.
    #[must_use]
    pub fn key_texts(&self) -> Vec<Option<String>> {
        let default = (self.word().children() == Children::Weighted).then_some("1");
        let texts = self.keys().map(Expression::text);
        texts.map(|text| Some(text).filter(|text| Some(text.as_str()) != default)).collect()
    }

    /// The tree that the node calls.
    #[must_use]
    pub fn calls(&self) -> Option<&Subtree> {
        self.kind.as_ref()?.definition().calls()
    }

    /// Makes the node one that cannot be read, after a mistake in it was reported.
    pub(crate) fn reject(&mut self) {
        self.kind = None;
        self.expressions = Expressions::default();
    }
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
