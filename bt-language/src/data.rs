//! A machine as bytes, for programs that have the tree and not its text: the nodes with their words, literals and
//! purposes of expressions. The blocks are not written: [`lower`](crate::lower) makes them from the nodes, there as here.
//!
//! ```text
//! sequence { condition npc.is_hurt(); wait(2s); }  →  Sequence 0 0 2, Condition 1 Answer 0 0 0, Wait 1 Length 2 1 2 0
//! node := word, number of expressions, expressions, number of literals, literals, number of children, children
//! expression := purpose, and for a question twice its number, and 1 if the answer is the opposite
//! ```
//!
//! Questions of a tree have the same number if they have the same text, but for `!` in front of it, and the same names in it. Numbers are in groups of seven
//! bits, the lowest first; the highest bit of a byte says that another one follows.

use crate::ast::Purpose;
use crate::machine::{Machine, Node, NodeId};
use crate::nodes::INSIDE;
use std::collections::BTreeMap;

/// Added to the purpose of an expression that is the literal `true`.
pub(crate) const TRUE: u64 = 64;

impl Machine {
    /// The machine as bytes. A subtree is part of it if `called` returns its machine.
    #[must_use]
    pub fn to_bytes<'m>(
        &'m self,
        called: &dyn Fn(&'m Self, NodeId) -> Option<&'m Self>,
    ) -> Vec<u8> {
        let mut bytes = Vec::new();
        self.write(called, &mut bytes);
        bytes
    }

    fn write<'m>(
        &'m self,
        called: &dyn Fn(&'m Self, NodeId) -> Option<&'m Self>,
        bytes: &mut Vec<u8>,
    ) {
        let binders = self.frames.iter().filter_map(|frame| {
            frame.name().map(|name| (frame.node, name.to_string().trim_start_matches("r#").into()))
        });
        let binders: BTreeMap<NodeId, String> = binders.collect();
        let mut questions = BTreeMap::new();
        for node in &self.nodes {
            add(node.word.index(), bytes);
            add(node.expressions.len(), bytes);
            for (purpose, expression) in node.expressions.iter() {
                let text = expression.text();
                // The text of a condition that is always true can be `else`.
                let is_true = expression.to_string() == "true";
                add(*purpose as u64 + if is_true { TRUE } else { 0 }, bytes);
                if purpose.is_asked() {
                    let next = questions.len();
                    let scope = self.scope(node, &text, &binders);
                    let (question, is_opposite) = expression.question();
                    let number = *questions.entry((scope, question)).or_insert(next);
                    add(2 * number + usize::from(is_opposite), bytes);
                }
            }
            let below = called(self, node.id);
            let inside = [INSIDE];
            let literals = if below.is_some() { &inside[..] } else { &node.literals.0 };
            add(literals.len(), bytes);
            for literal in literals {
                add(*literal, bytes);
            }
            add(node.children.len() + usize::from(below.is_some()), bytes);
            if let Some(below) = below {
                below.write(called, bytes);
            }
        }
    }

    /// The innermost node above whose name a text uses; none if it uses no name of a node.
    fn scope(&self, node: &Node, text: &str, binders: &BTreeMap<NodeId, String>) -> Option<NodeId> {
        let mut above = node.parent.filter(|_| !node.scope.is_empty());
        while let Some(of) = above {
            if binders.get(&of).is_some_and(|name| mentions(text, name)) {
                return Some(of);
            }
            above = self[of].parent;
        }
        None
    }
}

/// Returns `true` if a text has a name in it.
pub(crate) fn mentions(text: &str, name: &str) -> bool {
    text.split(|of: char| !(of.is_alphanumeric() || of == '_')).any(|word| word == name)
}

fn add(number: impl TryInto<u64>, bytes: &mut Vec<u8>) {
    let mut rest: u64 = number.try_into().unwrap_or(u64::MAX);
    loop {
        let [low, ..] = rest.to_le_bytes();
        rest >>= 7;
        if rest == 0 {
            return bytes.push(low);
        }
        bytes.push(low | 128);
    }
}

impl Purpose {
    /// Returns `true` for the purpose of an expression that only asks: as long as the blackboard does not change, its
    /// answer is the same.
    pub(crate) const fn is_asked(self) -> bool {
        match self {
            Self::Answer | Self::Decision => true,
            Self::Act
            | Self::Made
            | Self::Decorator
            | Self::Statement
            | Self::Length
            | Self::Lasting
            | Self::Count
            | Self::Weight
            | Self::Draw
            | Self::Score
            | Self::Margin
            | Self::Blackboard
            | Self::Parameter
            | Self::Value
            | Self::Range
            | Self::Scrutinee
            | Self::Pattern
            | Self::Results
            | Self::Lent
            | Self::Assigned => false,
        }
    }
}

/// The bytes that are still to be read.
pub(crate) struct Bytes<'b>(std::slice::Iter<'b, u8>);

impl<'b> Bytes<'b> {
    pub(crate) fn of(bytes: &'b [u8]) -> Self {
        Self(bytes.iter())
    }

    pub(crate) fn number(&mut self) -> Result<u64, String> {
        let (mut number, mut shift) = (0, 0);
        loop {
            let byte = self.0.next().ok_or("the bytes of the machine end too early")?;
            number |= u64::from(byte % 128).checked_shl(shift).unwrap_or_default();
            shift += 7;
            if *byte < 128 {
                return Ok(number);
            }
        }
    }

    /// A number of things, or an index.
    pub(crate) fn place(&mut self) -> Result<usize, String> {
        self.number().map(|number| usize::try_from(number).unwrap_or(usize::MAX))
    }
}
