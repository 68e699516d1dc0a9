//! `vocabulary Drill(npc: &mut Npc) { … }` and `trees from "…" with Drill;`, as they were written.

use super::{Parameter, Role, Rule, Type, Vocabulary, Word};
use crate::ast::{Blackboard, Constant, Expression, Literal, Outline, Subtree};
use crate::names::plain;
use crate::rules::{Claim, NamedWord};
use proc_macro2::{Ident, Span, TokenStream};

/// One `vocabulary` of a macro call.
pub struct Declaration {
    /// Attributes, visibility and name.
    pub outline: Outline,
    /// The lifetimes of the header, with its `where` clause.
    pub generics: syn::Generics,
    /// The blackboard that the words work on.
    pub blackboard: Blackboard,
    /// The words that can be read, in the order of their declaration. No two have the same name.
    pub words: Vec<DeclaredWord>,
    /// `random => EXPR;`
    pub random: Option<Expression>,
    /// The rules, in the order of their declaration.
    pub rules: Vec<DeclaredRule>,
    /// The largest number of parts of ticks for the proofs of a tree, from `#[limit(transitions = N)]`.
    pub limit: Option<u64>,
    /// `false` if a part of it could not be read; then a file may name words that are not here.
    pub is_whole: bool,
}

/// A word of a vocabulary.
pub struct DeclaredWord {
    /// Its name.
    pub name: Ident,
    /// Its parameters, in the order of their declaration.
    pub parameters: Vec<DeclaredParameter>,
    /// The results of an action; one without a name of its own has the name of the word.
    pub results: Vec<DeclaredParameter>,
    /// The role of the word, and its Rust code.
    pub means: Means,
    /// Its doc comment.
    pub(crate) description: Option<String>,
}

/// A rule that every tree of a file keeps.
pub struct DeclaredRule {
    /// What it demands.
    pub claim: Claim<NamedWord>,
    /// The doc comment.
    pub description: Option<String>,
    /// The span of its first word.
    pub span: Span,
}

/// The Rust code of a word.
pub enum Means {
    /// A condition.
    Condition(Expression),
    /// An action.
    Action(Expression),
    /// The value of a stateful action.
    Stateful(Literal),
    /// The value of a decorator.
    Decorator(Literal),
    /// A tree without parameters.
    Subtree(Subtree),
    /// A `value` of a type.
    Value(DeclaredType, Expression),
    /// A type of the program, by its path.
    Type(TokenStream),
}

/// `limit: i32 = 20`
pub struct DeclaredParameter {
    /// Its name.
    pub name: Ident,
    /// Its type.
    pub of: DeclaredType,
    /// `true` for `&Type`.
    pub by_reference: bool,
    /// The literal after `=`.
    pub(crate) default: Option<Constant>,
    /// Its doc comment.
    pub(crate) description: Option<String>,
}

/// The type of a parameter or of a `value`.
#[derive(Clone)]
pub struct DeclaredType {
    /// The type as data.
    pub of: Type,
    /// The path as written, without the variants of an enum.
    pub path: TokenStream,
    /// The variants of an enum.
    pub variants: Vec<Ident>,
}

/// `pub trees from "trees/soldier.tree" with Drill;`
pub struct File {
    /// The attributes before `trees`, for each of the trees.
    pub attributes: Vec<syn::Attribute>,
    /// Before `trees`, for each of the trees.
    pub visibility: syn::Visibility,
    /// The path as it was written.
    pub path: String,
    /// The position of the path.
    pub span: Span,
    /// The name of the vocabulary.
    pub vocabulary: Ident,
}

impl Declaration {
    /// The words as data.
    #[must_use]
    pub fn vocabulary(&self) -> Vocabulary {
        Vocabulary {
            words: self.words.iter().map(DeclaredWord::word).collect(),
            has_random: self.random.is_some(),
            has_clock: None,
            rules: self.rules.iter().map(DeclaredRule::rule).collect(),
            limit: self.limit,
            accepts_unproved: false,
        }
    }
}

impl DeclaredRule {
    /// The rule as data.
    pub(crate) fn rule(&self) -> Rule {
        Rule { claim: self.claim.of_words(), description: self.description.clone() }
    }
}

impl DeclaredWord {
    /// The word as data.
    pub(crate) fn word(&self) -> Word {
        Word {
            name: plain(&self.name),
            role: self.role(),
            parameters: self.parameters.iter().map(DeclaredParameter::parameter).collect(),
            results: self.results.iter().map(DeclaredParameter::parameter).collect(),
            description: self.description.clone(),
            can: None,
        }
    }

    /// The type of a `value`.
    #[must_use]
    pub fn value_type(&self) -> Option<&DeclaredType> {
        match &self.means {
            Means::Value(of, _) => Some(of),
            Means::Condition(_)
            | Means::Action(_)
            | Means::Stateful(_)
            | Means::Decorator(_)
            | Means::Type(_)
            | Means::Subtree(_) => None,
        }
    }

    /// The role of the word.
    pub(crate) fn role(&self) -> Role {
        match &self.means {
            Means::Value(of, _) => Role::Value(of.of.clone()),
            Means::Condition(_) => Role::Condition,
            Means::Action(_) => Role::Action { is_stateful: false },
            Means::Stateful(_) => Role::Action { is_stateful: true },
            Means::Decorator(_) => Role::Decorator,
            Means::Type(_) => Role::Type,
            Means::Subtree(Subtree { blackboard, .. }) => {
                Role::Subtree { part: blackboard.as_ref().map(Expression::text) }
            }
        }
    }
}

impl DeclaredParameter {
    fn parameter(&self) -> Parameter {
        Parameter {
            name: plain(&self.name),
            of: self.of.of.clone(),
            by_reference: self.by_reference,
            default: self.default.clone(),
            description: self.description.clone(),
        }
    }
}
