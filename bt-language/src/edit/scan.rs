//! Finds the nodes of a text by its brackets and words.
//!
//! The parser stops at the first bracket that is not closed, and an editor has such texts all the time. So the scan knows
//! only how nodes begin and end. Tests compare it with the parser on texts without mistakes.

use super::outline::{Node, Outline, Tree};
use super::{arguments, brackets};
use crate::lexer::{self, Kind, Lexeme};
use crate::words::{Children, Family, Word};
use std::ops::Range;

/// The maximum depth of nodes; deeper ones are left out.
const MOST_NESTED: usize = 256;

/// The maximum number of tokens of a key, without those in brackets.
const LONGEST_KEY: usize = 256;

pub(super) struct Scan<'t> {
    text: &'t str,
    /// Without comments, but with documentation.
    all: Vec<Lexeme>,
    /// For each opening bracket, the index of its closing one.
    closing: Vec<Option<usize>>,
    at: usize,
    /// No key begins before this token, so that each token is looked at once for a key.
    without_key: usize,
    depth: usize,
    outline: Outline,
}

impl<'t> Scan<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let mut all = lexer::lexemes(text);
        all.retain(|lexeme| !lexeme.is_comment());
        let closing = brackets::closing(text, &all);
        Self { text, all, closing, at: 0, without_key: 0, depth: 0, outline: Outline::default() }
    }

    pub(super) fn file(mut self) -> Outline {
        while !self.is_done() {
            let start = self.start();
            self.docs();
            if self.is("tree") {
                self.tree(start);
            } else {
                self.at += 1;
            }
        }
        self.outline
    }

    fn tree(&mut self, start: usize) {
        self.at += 1;
        let name = self.current().filter(|lexeme| lexeme.kind == Kind::Word);
        let Some(name) = name else { return };
        self.at += 1;
        if self.is("(") {
            self.skip();
        }
        let index = self.outline.trees.len();
        let first = self.outline.nodes.len();
        self.outline.trees.push(Tree {
            name: name.start..name.end,
            bytes: start..name.end,
            gap: None,
            nodes: first..first,
        });
        let mut gap = None;
        if self.is("{") {
            gap = Some(self.step());
            while !self.is_done() && !self.is("}") {
                if self.node(index, None).is_none() {
                    self.skip();
                }
            }
            self.step();
        }
        let (end, last) = (self.end(), self.outline.nodes.len());
        if let Some(tree) = self.outline.trees.last_mut() {
            tree.bytes.end = end;
            tree.nodes.end = last;
            tree.gap = gap.filter(|_| first == last);
        }
    }

    /// Reads a node with its children; its index. Reads nothing if no node begins here.
    fn node(&mut self, tree: usize, parent: Option<usize>) -> Option<usize> {
        let start = self.start();
        self.docs();
        let key = self.key();
        let start_after_key = if key.is_some() { self.start() } else { start };
        self.docs();
        let label = self.label();
        let word = self.current().filter(|lexeme| lexeme.kind == Kind::Word)?;
        if self.depth == MOST_NESTED {
            return None;
        }
        self.depth += 1;
        let index = self.outline.nodes.len();
        self.outline.nodes.push(Node {
            tree,
            parent,
            children: Vec::new(),
            kind: Word::find(word.text(self.text)),
            item: start..word.end,
            key,
            bytes: start_after_key..word.end,
            head: word.start..word.end,
            word: word.start..word.end,
            label,
            parentheses: None,
            arguments: Vec::new(),
            gaps: Vec::new(),
        });
        self.at += 1;
        self.rest(index);
        self.depth -= 1;
        self.edit(index, |node, end| (node.bytes.end, node.item.end) = (end, end));
        if self.is(",") {
            self.at += 1;
            self.edit(index, |node, end| node.item.end = end);
        }
        if let Some(parent) = parent.and_then(|parent| self.outline.nodes.get_mut(parent)) {
            parent.children.push(index);
        }
        Some(index)
    }

    /// Reads what follows the word of a node.
    fn rest(&mut self, index: usize) {
        let kind = self.outline.nodes.get(index).and_then(|node| node.kind);
        self.arguments(index, kind);
        self.edit(index, |node, end| node.head.end = end);
        match kind.map_or(Family::Composite, Word::family) {
            Family::Decorator => {
                self.decorated(index);
                return;
            }
            Family::Composite if self.is("{") => {
                let is_branch = kind.is_some_and(|kind| kind.children() == Children::Branches);
                self.block(index, is_branch);
                while is_branch && self.is("else") {
                    self.at += 1;
                    if self.is("{") {
                        self.block(index, true);
                    } else if self.node(self.tree_of(index), Some(index)).is_none() {
                        break;
                    }
                }
                return;
            }
            Family::Leaf | Family::Composite => {}
        }
        if self.is(";") {
            self.at += 1;
        }
    }

    /// Reads the child of a decorator. If it is missing, its semicolon is its place.
    fn decorated(&mut self, index: usize) {
        let semicolon = self.current().filter(|lexeme| lexeme.text(self.text) == ";");
        if let Some(semicolon) = semicolon {
            self.at += 1;
            self.edit(index, |node, _| node.gaps.push(semicolon.start));
        } else if self.node(self.tree_of(index), Some(index)).is_none() {
            self.edit(index, |node, end| node.gaps.push(end));
        }
    }

    /// Reads the arguments and names after a word, up to the children or the semicolon.
    fn arguments(&mut self, index: usize, kind: Option<Word>) {
        let is_one = kind.is_some_and(|kind| kind.family() == Family::Decorator);
        if is_one && kind.is_some_and(|kind| kind.arguments().are_bare()) && !self.is("{") {
            // The name of the user's decorator.
            self.at += 1;
        }
        while let Some(lexeme) = self.current() {
            let sign = lexeme.text(self.text);
            if sign == "(" {
                let first = self.at;
                self.skip();
                let given =
                    arguments::of(self.text, self.all.get(first..self.at).unwrap_or_default());
                let bytes = lexeme.start..self.end();
                if let Some(node) = self.outline.nodes.get_mut(index) {
                    node.parentheses = Some(bytes);
                    node.arguments = given;
                }
                if is_one {
                    return;
                }
            } else if is_one || ["{", "}", ";", ","].contains(&sign) || self.begins_node() {
                return;
            } else {
                self.skip();
            }
        }
    }

    /// Reads the children in braces.
    fn block(&mut self, index: usize, is_branch: bool) {
        let tree = self.tree_of(index);
        let opening = self.step();
        let mut gaps = vec![opening];
        while !self.is_done() && !self.is("}") {
            if self.node(tree, Some(index)).is_some() {
                gaps.push(self.end());
            } else {
                self.skip();
            }
        }
        if self.is("}") {
            self.at += 1;
        }
        if let Some(node) = self.outline.nodes.get_mut(index) {
            // A branch has one node.
            if !is_branch || gaps.len() == 1 {
                node.gaps.append(&mut gaps);
            }
        }
    }

    /// `Hunger =>`, if a key stands here.
    fn key(&mut self) -> Option<Range<usize>> {
        if self.at < self.without_key {
            return None;
        }
        let (start, mut at) = (self.start(), self.at);
        for _ in 0..LONGEST_KEY {
            let Some(lexeme) = self.all.get(at) else { break };
            match lexeme.text(self.text) {
                "=>" => {
                    self.at = at + 1;
                    return Some(start..lexeme.end);
                }
                "(" | "[" => at = self.closing.get(at).copied().flatten().unwrap_or(at),
                ")" | "]" | "{" | "}" | ";" | "," => break,
                _ => {}
            }
            at += 1;
        }
        self.without_key = at;
        None
    }

    /// `'flee:`
    fn label(&mut self) -> Option<Range<usize>> {
        let label = self.current().filter(|lexeme| lexeme.kind == Kind::Label)?;
        self.at += 1;
        if self.is(":") {
            self.at += 1;
        }
        Some(label.start + 1..label.end)
    }

    fn docs(&mut self) {
        while self.current().is_some_and(|lexeme| lexeme.kind == Kind::Doc) {
            self.at += 1;
        }
    }

    /// Returns `true` if a node begins on a line of its own here, so that a semicolon is missing before it.
    fn begins_node(&self) -> bool {
        let is_on_new_line = self.current().is_some_and(|lexeme| lexeme.breaks > 0);
        let word = self.current().map(|lexeme| lexeme.text(self.text));
        is_on_new_line
            && word.is_some_and(|word| {
                word == "else" || word.starts_with('\'') || Word::find(word).is_some()
            })
    }

    /// Skips a token, or a bracket with its contents; an opening bracket that is never closed, alone.
    fn skip(&mut self) {
        let closing = self.closing.get(self.at).copied().flatten();
        self.at = closing.unwrap_or(self.at) + 1;
    }

    /// Goes to the next token; the end of this one.
    fn step(&mut self) -> usize {
        self.at = self.all.len().min(self.at + 1);
        self.end()
    }

    fn edit(&mut self, index: usize, edit: impl FnOnce(&mut Node, usize)) {
        let end = self.end();
        if let Some(node) = self.outline.nodes.get_mut(index) {
            edit(node, end);
        }
    }

    fn tree_of(&self, index: usize) -> usize {
        self.outline.nodes.get(index).map_or(0, |node| node.tree)
    }

    fn current(&self) -> Option<Lexeme> {
        self.all.get(self.at).copied()
    }

    fn is(&self, sign: &str) -> bool {
        self.current().is_some_and(|lexeme| lexeme.text(self.text) == sign)
    }

    fn is_done(&self) -> bool {
        self.at >= self.all.len()
    }

    /// The beginning of this token.
    fn start(&self) -> usize {
        self.current().map_or(self.text.len(), |lexeme| lexeme.start)
    }

    /// The end of the token before.
    fn end(&self) -> usize {
        self.at
            .checked_sub(1)
            .and_then(|before| self.all.get(before))
            .map_or(0, |lexeme| lexeme.end)
    }
}
