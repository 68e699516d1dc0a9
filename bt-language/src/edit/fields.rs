//! The parts of a node that a form shows as fields. They are made from the forms of its kind, so no kind is forgotten.

use super::outline::{Node, Outline, declares, tokens};
use crate::grammar::{Argument, Forms, Piece, Slot};
use crate::lexer::{Lexeme, LexemeClass};
use crate::words::{Children, Word};
use std::ops::Range;

/// A part that a node can have: an argument, a name, its results, its key, or another branch.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// The name, which no other part of the node has.
    pub name: &'static str,
    /// The name for a person: `condition`, `score`
    pub label: String,
    /// What can be written there.
    pub of: Slot,
    /// `false` if it may be left out.
    pub is_required: bool,
    /// Where it is written.
    pub(super) place: Place,
}

/// A part as it is written.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The part.
    pub part: Part,
    /// Its value; `None` if it is missing or left out.
    pub bytes: Option<Range<usize>>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Place {
    /// The argument with this index in the parentheses.
    At(usize),
    /// The argument with the name of the part.
    Named,
    /// Behind the word, without parentheses.
    Expression,
    /// The name of a declaration.
    Name,
    /// The type of a declaration.
    Type,
    /// The value or the range of a declaration, with the sign in front of it.
    Value(&'static str),
    /// Behind the arrow.
    Results,
    /// In front of the arrow of a child.
    Key,
    /// Behind the children: a node that has `else` in front of it.
    Else,
}

/// Returns the parts of a kind of node.
#[doc(hidden)]
#[must_use]
pub fn parts(word: Word) -> Vec<Part> {
    let mut parts = all(word);
    parts.retain(|part| part.place != Place::Key);
    parts
}

/// Returns the part that stands in front of each child of a kind of node.
#[doc(hidden)]
#[must_use]
pub fn key_part(word: Word) -> Option<Part> {
    all(word).into_iter().find(|part| part.place == Place::Key)
}

/// The parts of all forms of a kind, with the key of its children.
fn all(word: Word) -> Vec<Part> {
    let mut all = Vec::new();
    for form in Forms::of_any().of(word) {
        add(word, &form, true, &mut all);
    }
    all
}

fn add(word: Word, pieces: &[Piece], is_required: bool, all: &mut Vec<Part>) {
    let part = |name, of: &Slot, is_required, place| {
        let label = match (name, word.children()) {
            ("key", Children::Weighted) => "weight",
            ("key", Children::Scored) => "score",
            // The time, the condition, the word or the pattern.
            ("of" | "key", _) => of.name(),
            (name, _) => name,
        };
        vec![Part { name, label: label.to_lowercase(), of: of.clone(), is_required, place }]
    };
    for piece in pieces {
        let more = match piece {
            Piece::Member("else", of) => part("else", of, false, Place::Else),
            Piece::Member("key", of) => part("key", of, is_required, Place::Key),
            Piece::Text(_)
            | Piece::ByName(_)
            | Piece::Member(_, Slot::Node | Slot::Asked | Slot::Other) => continue,
            Piece::Member(name, of) => {
                let place = match of {
                    Slot::Names(_) => Place::Results,
                    Slot::Type(_) => Place::Type,
                    Slot::Name if declares(word) => Place::Name,
                    Slot::Range => Place::Value(" in "),
                    _ if declares(word) => Place::Value(" = "),
                    _ => Place::Expression,
                };
                part(name, of, is_required, place)
            }
            Piece::Arguments(arguments) => {
                let place = |(index, one): (usize, &Argument)| {
                    let place = if one.is_named { Place::Named } else { Place::At(index) };
                    part(one.name, &one.of, one.is_required, place)
                };
                arguments.iter().enumerate().flat_map(place).collect()
            }
            Piece::Optional(inner) => {
                add(word, inner, false, all);
                continue;
            }
            Piece::List { item, .. } => {
                add(word, item, is_required, all);
                continue;
            }
        };
        for part in more {
            if !all.iter().any(|known| known.name == part.name) {
                all.push(part);
            }
        }
    }
}

impl Outline {
    /// Returns the fields of a node with this index, first its key and then its other parts.
    #[doc(hidden)]
    #[must_use]
    pub fn fields(&self, text: &str, node: usize) -> Vec<Field> {
        let Some(node) = self.nodes.get(node) else { return Vec::new() };
        let key = self.parent(node).and_then(|parent| key_part(parent.kind?));
        let own = node.kind.map(parts).unwrap_or_default();
        // A cleanup in braces has the place of the argument.
        let has_cleanup = node.is_decorator() && node.children.len() > 1;
        let has_place = |part: &Part| !has_cleanup || part.place == Place::Key;
        let all = key.into_iter().chain(own).filter(has_place);
        all.map(|part| Field { bytes: self.bytes(text, node, &part), part }).collect()
    }

    fn bytes(&self, text: &str, node: &Node, part: &Part) -> Option<Range<usize>> {
        let declaration = || node.declaration(text);
        match part.place {
            Place::At(index) => {
                let argument = node.arguments.get(index).filter(|one| one.name.is_none())?;
                Some(argument.value.clone())
            }
            Place::Named => {
                let is_it = |name: &Range<usize>| text.get(name.clone()) == Some(part.name);
                let mut all = node.arguments.iter();
                Some(all.find(|one| one.name.as_ref().is_some_and(is_it))?.value.clone())
            }
            Place::Expression => node.expression(text).filter(|bytes| !bytes.is_empty()),
            Place::Name => Some(declaration()?.name),
            Place::Type => declaration()?.of,
            Place::Value(_) => declaration()?.value,
            Place::Results => node.results(text),
            Place::Key => {
                let key = node.key.clone()?;
                let end = tokens(text, &key).iter().rev().nth(1).map_or(key.start, |last| last.end);
                Some(key.start..end)
            }
            Place::Else => self.otherwise(text, node),
        }
    }

    /// The last branch with its `else`, and with its braces.
    fn otherwise(&self, text: &str, node: &Node) -> Option<Range<usize>> {
        let last = self.nodes.get(*node.children.last()?)?;
        let is_else = |bytes: &Range<usize>| text.get(bytes.clone()) == Some("else");
        let key = last.key.as_ref().and_then(|key| tokens(text, key).first().map(Lexeme::bytes));
        if key.is_some_and(|key| is_else(&key)) {
            return Some(last.item.clone());
        }
        let before = node.children.iter().rev().nth(1).and_then(|one| self.nodes.get(*one))?;
        let between = tokens(text, &(before.item.end..last.item.start));
        let word = between
            .iter()
            .rfind(|lexeme| lexeme.kind == LexemeClass::Word && is_else(&lexeme.bytes()))?;
        Some(word.start..node.bytes.end)
    }
}

impl Slot {
    /// Returns the name of what can be written there: a type, or a word such as `condition`.
    #[must_use]
    pub fn name(&self) -> &str {
        match self {
            Self::Answer => "condition",
            Self::Value(of) | Self::Known(of) => of.as_ref().map_or("value", |of| of.name()),
            Self::Count => "count",
            Self::Range => "range",
            Self::Threshold => "threshold",
            Self::Choice(_) => "choice",
            Self::Action(_) => "action",
            Self::AtOnce => "action at once",
            Self::Decorator => "decorator",
            Self::Tree => "subtree",
            Self::Name => "name",
            Self::Names(_) => "names",
            Self::Type(_) => "type",
            Self::Pattern(_) => "pattern",
            Self::Node | Self::Asked | Self::Other | Self::Else => "node",
        }
    }
}
