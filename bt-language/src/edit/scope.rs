//! The names that a text binds with `let`, with `for`, and in the headers of its trees, also in a text with mistakes.

use super::outline::{Declaration, closing, declaration, parts};
use crate::lexer::{self, Lexeme, LexemeClass};
use crate::vocabulary::{Integer, Type, Vocabulary};
use crate::words::{Family, Word};

/// A name, and where it is bound.
#[derive(Clone)]
#[allow(clippy::struct_field_names, reason = "the name itself")]
pub(super) struct Name {
    pub(super) name: String,
    /// `None` if it cannot be read.
    pub(super) of: Option<Type>,
    pub(super) binder: Binder,
    /// The name, its type and perhaps its default, as they are written.
    pub(super) signature: String,
    /// The beginning of the name in the text.
    pub(super) start: usize,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Binder {
    Let,
    /// A `let` without a value.
    Place,
    For,
    Parameter,
    Result,
}

/// The header of a tree.
#[derive(Clone)]
pub(super) struct Header {
    pub(super) name: String,
    pub(super) parameters: Vec<Name>,
    pub(super) results: Vec<Name>,
    /// `tree Go(goal: Pose) -> (path: Path)`
    pub(super) signature: String,
}

/// Tokens, and the brackets among them.
struct Tokens<'t> {
    text: &'t str,
    all: &'t [Lexeme],
    closing: Vec<Option<usize>>,
    vocabulary: &'t Vocabulary,
}

/// The headers of all trees.
pub(super) fn headers(text: &str, vocabulary: &Vocabulary) -> Vec<Header> {
    let mut all = lexer::lexemes(text);
    all.retain(|lexeme| !lexeme.is_prose());
    let tokens = Tokens { text, all: &all, closing: closing(text, &all), vocabulary };
    let headers = (0..all.len()).filter(|at| tokens.sign(*at) == "tree");
    headers.filter_map(|at| Some(tokens.header(at)?.0)).collect()
}

/// The names in scope behind the last token, from the outermost to the innermost.
pub(super) fn in_scope(text: &str, all: &[Lexeme], vocabulary: &Vocabulary) -> Vec<Name> {
    let tokens = Tokens { text, all, closing: closing(text, all), vocabulary };
    let mut names: Vec<(usize, Name)> = Vec::new();
    let (mut open, mut at) = (Vec::new(), 0);
    while at < all.len() {
        let (sign, depth) = (tokens.sign(at), open.len());
        match sign {
            "tree" if depth == 0 => {
                names.clear();
                if let Some((header, end)) = tokens.header(at) {
                    let of_header = header.parameters.into_iter().chain(header.results);
                    names.extend(of_header.map(|name| (depth, name)));
                    at = end;
                    continue;
                }
            }
            "let" | "for" => {
                if let Some((name, end)) = tokens.binding(at) {
                    names.push((depth, name));
                    at = end;
                    continue;
                }
            }
            "(" | "[" | "{" => open.push(at),
            ")" | "]" | "}" => {
                let before = open.pop().and_then(|open: usize| open.checked_sub(1));
                let word = before.and_then(|before| Word::find(tokens.sign(before)));
                // The node of a decorator comes behind a block: `finally { … }`
                let is_decorator = word.is_some_and(|word| word.family() == Family::Decorator);
                let goes_on = sign != "}" || tokens.sign(at + 1) == "else" || is_decorator;
                end_nodes(&mut names, open.len() + usize::from(goes_on));
            }
            ";" | "," => end_nodes(&mut names, depth),
            _ => {}
        }
        at += 1;
    }
    names.into_iter().map(|(_, name)| name).collect()
}

/// Removes the names of this depth and of those below, which are the last ones.
fn end_nodes(names: &mut Vec<(usize, Name)>, depth: usize) {
    while names.last().is_some_and(|(of, _)| *of >= depth) {
        names.pop();
    }
}

/// The name that is written at a byte, if it is bound there.
pub(super) fn bound_at(text: &str, start: usize, vocabulary: &Vocabulary) -> Option<Name> {
    let mut all = lexer::lexemes(text);
    all.retain(|lexeme| !lexeme.is_prose());
    let tokens = Tokens { text, all: &all, closing: closing(text, &all), vocabulary };
    let place = all.iter().position(|lexeme| lexeme.start == start)?;
    let before = place.checked_sub(2).filter(|_| tokens.sign(place - 1) == "(");
    let binding = before.and_then(|before| Some(tokens.binding(before)?.0));
    let headers = || headers(text, vocabulary).into_iter();
    let of_headers =
        || headers().flat_map(|header| header.parameters.into_iter().chain(header.results));
    binding.into_iter().chain(of_headers()).find(|name| name.start == start)
}

impl Tokens<'_> {
    fn sign(&self, at: usize) -> &str {
        self.all.get(at).map_or("", |lexeme| lexeme.text(self.text))
    }

    /// The text of some tokens, with single spaces.
    fn written(&self, tokens: &[Lexeme]) -> String {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return String::new();
        };
        let text = self.text.get(first.start..last.end).unwrap_or_default();
        text.split_whitespace().collect::<Vec<_>>().join(" ")
    }

    /// The header of the tree that begins here, and the index behind it.
    fn header(&self, at: usize) -> Option<(Header, usize)> {
        let name = self.all.get(at + 1).filter(|name| name.kind == LexemeClass::Word)?;
        let mut end = at + 2;
        let (mut parameters, mut results) = (Vec::new(), Vec::new());
        if self.sign(end) == "(" {
            let closing = (*self.closing.get(end)?)?;
            parameters = self.list(end + 1, closing, Binder::Parameter);
            end = closing + 1;
        }
        if self.sign(end) == "->" && self.sign(end + 1) == "(" {
            let closing = (*self.closing.get(end + 1)?)?;
            results = self.list(end + 2, closing, Binder::Result);
            end = closing + 1;
        }
        let signature = self.written(self.all.get(at..end)?);
        let name = name.text(self.text).to_owned();
        Some((Header { name, parameters, results, signature }, end))
    }

    /// `goal: Pose, attempts: u32 = 6`
    fn list(&self, from: usize, to: usize, binder: Binder) -> Vec<Name> {
        let inside = self.all.get(from..to).unwrap_or_default();
        parts(self.text, inside).filter_map(|part| self.name(part, binder)).collect()
    }

    /// `attempts: u32 = 6`
    fn name(&self, part: &[Lexeme], binder: Binder) -> Option<Name> {
        let Declaration { name, of, .. } = declaration(self.text, part)?;
        let of = of?;
        let inside = part.iter().filter(|lexeme| of.start <= lexeme.start && lexeme.end <= of.end);
        let of: String = inside.map(|lexeme| lexeme.text(self.text)).collect();
        Some(Name {
            name: self.text.get(name.clone())?.to_owned(),
            of: self.vocabulary.type_named(&of),
            binder,
            signature: self.written(part),
            start: name.start,
        })
    }

    /// The name of the `let` or `for` that begins here, and the index behind its parentheses.
    fn binding(&self, at: usize) -> Option<(Name, usize)> {
        let end =
            self.closing.get(at + 1).copied().flatten().filter(|_| self.sign(at + 1) == "(")?;
        let inside = self.all.get(at + 2..end)?;
        if self.sign(at) == "let" {
            let has_value = declaration(self.text, inside)?.value.is_some();
            let binder = if has_value { Binder::Let } else { Binder::Place };
            return Some((self.name(inside, binder)?, end + 1));
        }
        let [_, word, ..] = inside else { return None };
        let is_for = self.sign(at) == "for" && word.text(self.text) == "in";
        let start = declaration(self.text, inside).filter(|_| is_for)?.name;
        let name = self.text.get(start.clone())?.to_owned();
        let of = Integer::named("usize").cloned().map(Type::Integer);
        let signature = format!("{name}: usize");
        Some((Name { name, of, binder: Binder::For, signature, start: start.start }, end + 1))
    }
}

impl Name {
    pub(super) fn can_change(&self) -> bool {
        self.binder != Binder::For
    }

    /// Where the name is bound, for a person.
    pub(super) fn description(&self, text: &str) -> String {
        let line = text.get(..self.start).unwrap_or_default().matches('\n').count() + 1;
        match self.binder {
            Binder::Let => format!("kept by the `let` in line {line}"),
            Binder::Place => {
                format!("kept by the `let` in line {line}, when an action gives it with `->`")
            }
            Binder::For => format!("the number of the round of the `for` in line {line}"),
            Binder::Parameter => format!("a parameter of the tree in line {line}"),
            Binder::Result => format!("a result of the tree in line {line}"),
        }
    }
}
