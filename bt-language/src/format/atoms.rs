//! The parts of a text that are Rust, which keep their spacing, and the places at which nodes begin.

use crate::ast::{self, Node};
use crate::lexer::{Kind, Lexeme};
use crate::machine::{Binding, Bound};
use crate::parse::Items;
use crate::vocabulary::declared::{Declaration, Means};
use crate::words::Family;
use proc_macro2::{Span, TokenStream, TokenTree};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The Rust in a text, and its nodes, by their bytes.
#[derive(Default)]
pub(super) struct Atoms {
    /// The end of each piece of Rust, by its beginning.
    ends: BTreeMap<usize, usize>,
    nodes: BTreeSet<usize>,
    pub(super) is_file: bool,
}

impl Atoms {
    /// The nodes of a file, which has no Rust.
    pub(super) fn of_file<'a>(trees: impl Iterator<Item = &'a ast::Tree>) -> Self {
        let mut atoms = Self { is_file: true, ..Self::default() };
        let lexemes = Lexemes { text: "", all: &[] };
        trees.for_each(|tree| atoms.node(&tree.root, &lexemes));
        atoms
    }

    /// The nodes and the Rust of a macro call.
    pub(super) fn of_items(items: &Items, text: &str, all: &[Lexeme]) -> Self {
        let mut atoms = Self::default();
        let lexemes = Lexemes { text, all };
        items.trees.iter().flatten().for_each(|tree| atoms.node(&tree.root, &lexemes));
        items.vocabularies.iter().flatten().for_each(|words| atoms.words(words, &lexemes));
        atoms
    }

    /// The end of the piece of Rust that begins at a byte.
    pub(super) fn end(&self, start: usize) -> Option<usize> {
        self.ends.get(&start).copied()
    }

    /// Returns `true` if the word of a node begins at a byte.
    pub(super) fn is_node(&self, start: usize) -> bool {
        self.nodes.contains(&start)
    }

    fn node(&mut self, node: &Node, lexemes: &Lexemes) {
        let word = start(node.span);
        self.nodes.insert(word);
        if !self.is_file {
            self.arguments(node, word, lexemes);
        }
        node.children.iter().for_each(|child| self.node(child, lexemes));
    }

    fn arguments(&mut self, node: &Node, word: usize, lexemes: &Lexemes) {
        let Some(kind) = &node.kind else { return };
        let values = || node.expressions.iter().map(|(_, value)| value);
        if kind.word().family() == Family::Leaf && kind.word().arguments().are_bare() {
            let tree = node.calls().map(|call| end(&call.tree));
            let last = values().map(|value| end(value)).chain(tree).max();
            return self.leaf(word, last.unwrap_or(0), lexemes);
        }
        if let Some(Binding { of: Bound::Value(of), .. }) = kind.definition().binds() {
            self.expression(&of, lexemes);
        }
        values().for_each(|value| self.expression(value, lexemes));
    }

    /// The Rust behind the word of a leaf: up to its `;` or `,`, which is not in front of `known`.
    fn leaf(&mut self, word: usize, known: usize, lexemes: &Lexemes) {
        let first = lexemes.after(word);
        let Some(begin) = lexemes.all.get(first).map(|lexeme| lexeme.start) else { return };
        let (mut depth, mut last) = (0_usize, begin);
        for lexeme in lexemes.all.iter().skip(first).filter(|lexeme| !lexeme.is_comment()) {
            let sign = lexeme.text(lexemes.text);
            match lexeme.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth == 0 => break,
                Kind::Close => depth -= 1,
                _ if depth == 0 && lexeme.start >= known && [";", ","].contains(&sign) => break,
                _ => {}
            }
            last = lexeme.end;
        }
        if last > begin {
            self.ends.insert(begin, last);
        }
    }

    fn expression(&mut self, tokens: &TokenStream, lexemes: &Lexemes) {
        if let Some(Range { start, end }) = bytes(tokens) {
            self.insert(start, end, lexemes);
        }
    }

    fn insert(&mut self, start: usize, end: usize, lexemes: &Lexemes) {
        let known = self.ends.get(&start).copied().unwrap_or(0);
        self.ends.insert(start, lexemes.balanced(start, end).max(known));
    }

    fn words(&mut self, declaration: &Declaration, lexemes: &Lexemes) {
        for word in &declaration.words {
            let name = start(word.name.span());
            if lexemes.is_subtree(name) {
                self.leaf(lexemes.before(name), 0, lexemes);
            } else if let Some(arrow) = lexemes.arrow(name) {
                self.leaf(arrow, 0, lexemes);
                if let Means::Value(of, _) = &word.means {
                    // With the variants of an enum.
                    if let Some(path) = bytes(&of.path) {
                        self.insert(path.start, lexemes.end_before(arrow), lexemes);
                    }
                }
            }
        }
        if let Some(random) = &declaration.random {
            self.expression(random, lexemes);
        }
    }
}

/// The lexemes of a macro call.
struct Lexemes<'a> {
    text: &'a str,
    all: &'a [Lexeme],
}

impl Lexemes<'_> {
    fn at(&self, start: usize) -> usize {
        self.all.partition_point(|lexeme| lexeme.start < start)
    }

    /// The index of the token after the one at a byte.
    fn after(&self, start: usize) -> usize {
        let from = self.at(start) + 1;
        let tokens = self.all.iter().skip(from);
        from + tokens.take_while(|lexeme| lexeme.is_comment()).count()
    }

    /// The beginning of the token before the one at a byte.
    fn before(&self, start: usize) -> usize {
        let mut before = self.all.iter().take(self.at(start)).rev();
        before.find(|lexeme| !lexeme.is_comment()).map_or(0, |lexeme| lexeme.start)
    }

    /// The end of the token before the one at a byte.
    fn end_before(&self, start: usize) -> usize {
        self.all.get(self.at(self.before(start))).map_or(0, |lexeme| lexeme.end)
    }

    fn is_subtree(&self, name: usize) -> bool {
        let before = self.all.get(self.at(self.before(name)));
        before.is_some_and(|lexeme| lexeme.text(self.text) == "subtree")
    }

    /// The beginning of the `=>` after the name of a word.
    fn arrow(&self, name: usize) -> Option<usize> {
        let mut behind = self.all.iter().skip(self.at(name));
        behind.find(|lexeme| lexeme.text(self.text) == "=>").map(|lexeme| lexeme.start)
    }

    /// The end of a range that also has the closing bracket of each opening one.
    fn balanced(&self, start: usize, end: usize) -> usize {
        let (mut depth, mut last) = (0_usize, end);
        for lexeme in self.all.iter().skip(self.at(start)) {
            if lexeme.start >= end && depth == 0 {
                break;
            }
            match lexeme.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !lexeme.is_comment() {
                last = last.max(lexeme.end);
            }
        }
        last
    }
}

fn start(span: Span) -> usize {
    span.byte_range().start
}

fn end(tokens: &TokenStream) -> usize {
    bytes(tokens).map_or(0, |bytes| bytes.end)
}

/// The bytes of tokens; those that the parser has added have none.
fn bytes(tokens: &TokenStream) -> Option<Range<usize>> {
    let mut all: Option<Range<usize>> = None;
    let mut open = vec![tokens.clone().into_iter()];
    while let Some(tokens) = open.last_mut() {
        let Some(token) = tokens.next() else {
            open.pop();
            continue;
        };
        let range = token.span().byte_range();
        if range.end > 0 {
            all = Some(match all {
                None => range,
                Some(all) => all.start.min(range.start)..all.end.max(range.end),
            });
        }
        if let TokenTree::Group(group) = token {
            open.push(group.stream().into_iter());
        }
    }
    all
}
