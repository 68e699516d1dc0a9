//! The words of a vocabulary as nodes, none of them in another.

use crate::ast::{Cleanup, Expressions, Literal, Purpose};
use crate::machine::{Call, ExpressionId, Literals, Made, Node, NodeId};
use crate::vocabulary::declared::{Declaration, Means};
use crate::words::Word;
use proc_macro2::Span;
use std::rc::Rc;

/// The Rust code of a word.
pub enum Code {
    /// A `bool`.
    Condition(ExpressionId),
    /// The expression of an action.
    Action(ExpressionId),
    /// The value of a stateful action.
    Stateful(Made),
    /// The value of a decorator.
    Decorator(Made),
    /// Another tree.
    Tree(Call),
    /// A `value`.
    Value(ExpressionId),
    /// A type, which does nothing.
    Type,
}

/// The nodes of a vocabulary.
pub struct WordNodes {
    /// A node for each word, and one for `random`.
    pub nodes: Vec<Node>,
    /// The code of each word.
    pub code: Vec<Code>,
    /// The expression of `random`.
    pub random: Option<ExpressionId>,
}

/// Makes a node for each word.
#[must_use]
pub fn lower_words(of: &Declaration) -> WordNodes {
    let mut words = WordNodes { nodes: Vec::new(), code: Vec::new(), random: None };
    for word in &of.words {
        let (kind, purpose) = match &word.means {
            Means::Condition(_) => (Word::Condition, Purpose::Answer),
            Means::Action(_) => (Word::Action, Purpose::Act),
            Means::Stateful(_) => (Word::Action, Purpose::Made),
            Means::Decorator(_) => (Word::With, Purpose::Decorator),
            Means::Subtree(_) => (Word::Subtree, Purpose::Blackboard),
            Means::Value(..) | Means::Type(_) => (Word::Condition, Purpose::Value),
        };
        let mut expressions = Expressions::default();
        match &word.means {
            Means::Condition(value) | Means::Action(value) | Means::Value(_, value) => {
                expressions.push(purpose, value.clone());
            }
            Means::Stateful(made) | Means::Decorator(made) => {
                expressions.push(purpose, made.value.clone());
            }
            Means::Subtree(subtree) => {
                subtree.blackboard.iter().for_each(|part| expressions.push(purpose, part.clone()));
            }
            Means::Type(_) => {}
        }
        let node = words.node(kind, expressions, word.name.span());
        let value = only(node);
        let made = |of: &Literal| Made { path: of.path.clone(), form: of.form, value };
        words.code.push(match &word.means {
            Means::Condition(_) => Code::Condition(value),
            Means::Action(_) => Code::Action(value),
            Means::Stateful(of) => Code::Stateful(made(of)),
            Means::Decorator(of) => Code::Decorator(made(of)),
            Means::Subtree(of) => Code::Tree(Call {
                tree: of.tree.clone(),
                blackboard: of.blackboard.as_ref().map(|_| value),
                arguments: Vec::new(),
                // A loaded tree does not know its cleanups.
                cleanup: Cleanup::Refused,
            }),
            Means::Value(..) => Code::Value(value),
            Means::Type(_) => Code::Type,
        });
    }
    if let Some(random) = &of.random {
        let mut expressions = Expressions::default();
        expressions.push(Purpose::Draw, random.clone());
        words.random = Some(only(words.node(Word::Action, expressions, of.outline.name.span())));
    }
    words
}

impl WordNodes {
    fn node(&mut self, word: Word, expressions: Expressions, span: Span) -> &Node {
        let place = self.nodes.len();
        self.nodes.push(Node {
            id: NodeId::new(place),
            word,
            name: String::new(),
            expressions,
            literals: Literals::default(),
            cell: None,
            end: NodeId::new(place + 1),
            parent: None,
            children: Vec::new(),
            label: None,
            description: None,
            key: None,
            source: String::new(),
            span,
            line: 0,
            scope: Rc::from([]),
            gives: Vec::new(),
            subtrees_before: 0,
            has_end: false,
            cleans_up: false,
        });
        &self.nodes[place]
    }
}

/// The only expression of a node.
fn only(node: &Node) -> ExpressionId {
    ExpressionId { node: node.id, place: 0 }
}
