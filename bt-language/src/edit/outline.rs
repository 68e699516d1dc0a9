//! The nodes of a text, with their positions, also of a text with mistakes.

use crate::ast::key_purpose;
use crate::lexer::{self, Lexeme, LexemeClass};
use crate::words::{Arguments, Children, Family, Word};
use std::ops::Range;

/// The trees and nodes of a text. All positions are bytes of the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Outline {
    /// The trees, in written order.
    pub trees: Vec<Tree>,
    /// The nodes of all trees; each one comes before its children.
    pub nodes: Vec<Node>,
    /// The paths of the other files that it brings with `use`, with their quotation marks.
    pub uses: Vec<Range<usize>>,
}

/// A tree of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Tree {
    /// The name.
    pub name: Range<usize>,
    /// From its documentation, or the word `pub` or `tree`, to the closing brace.
    pub bytes: Range<usize>,
    /// `true` if `pub` stands before it.
    pub is_pub: bool,
    /// The parameters of the header.
    pub parameters: Declarations,
    /// The results of the header.
    pub results: Declarations,
    /// The place of the root: after the opening brace.
    pub gap: Option<usize>,
    /// The indexes of its nodes.
    pub nodes: Range<usize>,
}

/// A node of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Node {
    /// The index of its tree.
    pub tree: usize,
    /// The index of its parent; `None` for a root.
    pub parent: Option<usize>,
    /// The indexes of its children.
    pub children: Vec<usize>,
    /// The kind of node; `None` if the language does not have the word.
    pub kind: Option<Word>,
    /// The whole node, with the key before it and the comma after it: `Hunger => action Eat,`
    pub item: Range<usize>,
    /// The key with its arrow: `Hunger =>`
    pub key: Option<Range<usize>>,
    /// The node without its key and the comma, but with its documentation and label.
    pub bytes: Range<usize>,
    /// The word, and what is written after it up to the children or the semicolon.
    pub head: Range<usize>,
    /// The word: `action`
    pub word: Range<usize>,
    /// The name of the label, without its apostrophe.
    pub label: Option<Range<usize>>,
    /// The parentheses with the arguments.
    pub parentheses: Option<Range<usize>>,
    /// The arguments, in written order.
    pub arguments: Vec<Argument>,
    /// The places where a child can be inserted, from the first to the last.
    pub gaps: Vec<usize>,
}

/// An argument as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Argument {
    /// The name before the `=`; `None` if there is only a value.
    pub name: Option<Range<usize>>,
    /// The value.
    pub value: Range<usize>,
}

/// The parameters or the results of a tree.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declarations {
    /// The parentheses around them; `None` if there are none.
    pub parentheses: Option<Range<usize>>,
    /// One after the other, in written order.
    pub all: Vec<Declaration>,
}

/// A name that a text binds, as it is written: `attempts: u32 = 6`, `i in 0..3`, `n = n + 1`
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Declaration {
    /// The whole declaration.
    pub bytes: Range<usize>,
    /// The name.
    pub name: Range<usize>,
    /// The type, which is empty if it is missing after its colon.
    pub of: Option<Range<usize>>,
    /// The value, the default or the range.
    pub value: Option<Range<usize>>,
}

/// A word of the vocabulary with its arguments, as it is written.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Call {
    /// The name.
    pub name: Range<usize>,
    /// The parentheses with the arguments.
    pub parentheses: Option<Range<usize>>,
    /// The arguments, in written order.
    pub arguments: Vec<Argument>,
}

/// The parent of a gap.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// The index of a node.
    Node(usize),
    /// The index of a tree, whose root is missing.
    Tree(usize),
}

/// A place for a node: before the child with this index, or after the last child.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Gap {
    /// The parent.
    pub parent: Parent,
    /// The index among its children.
    pub index: usize,
}

/// The direction in which [`Change::Shift`](super::Change::Shift) moves a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Before the sibling above it.
    Up,
    /// After the sibling below it.
    Down,
    /// Out of its parent, after it.
    Out,
    /// To the end of the sibling above it.
    In,
}

/// Finds the trees and nodes of a text.
///
/// What cannot be read is left out, and so are nodes that are nested more than 256 deep. A word that the language does not
/// have is still a node, without a [kind](Node::kind).
#[must_use]
pub fn outline(text: &str) -> Outline {
    Scan::of(text).file()
}

impl Node {
    /// Returns `true` if the children stand in braces.
    #[must_use]
    pub fn has_block(&self) -> bool {
        self.kind.is_none_or(|kind| kind.family() == Family::Composite) && !self.gaps.is_empty()
    }

    /// The name after the word, which is a word of the vocabulary or a tree: `action Eat(bites = 3)` → `Eat`
    #[must_use]
    pub fn name(&self, text: &str) -> Option<Range<usize>> {
        self.kind.filter(|kind| kind.arguments().are_bare())?;
        let rest = text.get(self.word.end..self.head.end)?;
        let first = lexer::lexemes(rest).into_iter().find(|lexeme| !lexeme.is_comment())?;
        let start = self.word.end;
        (first.kind == LexemeClass::Word).then(|| start + first.start..start + first.end)
    }

    /// The words that the node calls, first in its key and then in its head, without those that are values of
    /// arguments. `guard(Near(within = 6))` → `Near(within = 6)`
    #[must_use]
    pub fn calls(&self, text: &str) -> Vec<Call> {
        let mut calls = Vec::new();
        if let Some(key) = &self.key {
            add_calls(text, &tokens(text, key), &mut calls);
        }
        // What stands there begins with a name, or with its type.
        if !self.kind.is_some_and(declares) {
            let (head, _) = self.split(text);
            add_calls(text, &head, &mut calls);
        }
        calls
    }

    /// The name that the node binds or changes. `let(n: u32 = 1)` → `n: u32 = 1`
    #[must_use]
    pub fn declaration(&self, text: &str) -> Option<Declaration> {
        let kind = self.kind.filter(|kind| declares(*kind))?;
        let whole = if kind.arguments().are_bare() {
            self.expression(text)?
        } else {
            let inside = self.parentheses.clone()?;
            inside.start + 1..inside.end.saturating_sub(1)
        };
        declaration(text, &tokens(text, &whole))
    }

    /// The text after the word of a node without parentheses, up to the results. `action Eat(bites = 3);` → `Eat(bites = 3)`
    ///
    /// It is empty if it is missing; `None` for all other nodes.
    #[must_use]
    pub fn expression(&self, text: &str) -> Option<Range<usize>> {
        self.kind.filter(|kind| kind.arguments().are_bare())?;
        Some(bytes(&self.split(text).0).unwrap_or(self.word.end..self.word.end))
    }

    /// The names that take the results. `action Find -> (place, size);` → `(place, size)`
    #[must_use]
    pub fn results(&self, text: &str) -> Option<Range<usize>> {
        let (_, behind) = self.split(text);
        let (arrow, names) = behind.split_first()?;
        Some(bytes(names).unwrap_or(arrow.end..arrow.end))
    }

    /// The documentation in front of the node, with its slashes.
    #[must_use]
    pub fn documentation(&self, text: &str) -> Option<Range<usize>> {
        documentation(text, self.item.start..self.word.start)
    }

    /// The tokens between the word and the arrow of its results, and the rest from the arrow on.
    pub(super) fn split(&self, text: &str) -> (Vec<Lexeme>, Vec<Lexeme>) {
        let mut head = tokens(text, &(self.word.end..self.head.end));
        let arrow = head.iter().position(|lexeme| lexeme.text(text) == "->");
        let behind = head.split_off(arrow.unwrap_or(head.len()));
        (head, behind)
    }

    /// The node as if it were only one of its calls, whose arguments are changed like those of a node.
    pub(super) fn of_call(&self, text: &str, call: usize) -> Option<Self> {
        let call = self.calls(text).into_iter().nth(call)?;
        Some(Self {
            kind: None,
            head: call.name.clone(),
            word: call.name,
            parentheses: call.parentheses,
            arguments: call.arguments,
            ..self.clone()
        })
    }

    /// Returns `true` if a key stands before each child.
    pub(super) fn has_keys(&self) -> bool {
        self.kind.is_some_and(|kind| key_purpose(kind.children()).is_some())
    }

    /// Returns `true` if a child may be ticked while another one is active.
    pub(super) fn overlaps(&self) -> bool {
        self.kind.is_none_or(|kind| kind.row().overlaps)
    }

    /// Returns `true` for a decorator, whose child stands after it.
    pub(super) fn is_decorator(&self) -> bool {
        self.kind.is_some_and(|kind| kind.family() == Family::Decorator)
    }
}

impl Tree {
    /// The documentation in front of the tree, with its slashes.
    #[must_use]
    pub fn documentation(&self, text: &str) -> Option<Range<usize>> {
        documentation(text, self.bytes.start..self.name.start)
    }
}

impl Argument {
    /// The bytes of the value, with its name.
    pub(super) fn bytes(&self) -> Range<usize> {
        self.name.as_ref().map_or(self.value.start, |name| name.start)..self.value.end
    }
}

impl Outline {
    /// Returns `true` if only the trees that are `pub` are entries, which a program can make.
    pub(super) fn has_pub(&self) -> bool {
        self.trees.iter().any(|tree| tree.is_pub)
    }

    /// The parent of a node.
    pub(super) fn parent(&self, node: &Node) -> Option<&Node> {
        self.nodes.get(node.parent?)
    }

    /// The nodes above a node, the parent first.
    pub(super) fn above(&self, node: &Node) -> impl Iterator<Item = &Node> {
        std::iter::successors(self.parent(node), |above| self.parent(above))
    }

    /// The children of a node.
    pub(super) fn children(&self, node: &Node) -> impl Iterator<Item = &Node> {
        node.children.iter().filter_map(|child| self.nodes.get(*child))
    }

    /// The index of the innermost node that contains a byte, or ends there.
    #[must_use]
    pub fn at(&self, byte: usize) -> Option<usize> {
        let contains = |node: &Node| node.bytes.start <= byte && byte <= node.bytes.end;
        self.nodes.iter().rposition(contains)
    }

    /// The place of a gap in the text; `None` if there is no such gap.
    #[must_use]
    pub fn place(&self, gap: Gap) -> Option<usize> {
        match gap.parent {
            Parent::Node(node) => self.nodes.get(node)?.gaps.get(gap.index).copied(),
            Parent::Tree(tree) => self.trees.get(tree)?.gap.filter(|_| gap.index == 0),
        }
    }

    /// Returns `true` if a node is another one, or is below it.
    pub(super) fn is_within(&self, node: usize, ancestor: usize) -> bool {
        let mut current = Some(node);
        while let Some(index) = current {
            if index == ancestor {
                return true;
            }
            current = self.nodes.get(index).and_then(|node| node.parent);
        }
        false
    }

    /// The index of a node among the children of its parent.
    pub(super) fn rank(&self, node: usize) -> Option<(usize, usize)> {
        let parent = self.nodes.get(node)?.parent?;
        let children = &self.nodes.get(parent)?.children;
        Some((parent, children.iter().position(|child| *child == node)?))
    }
}

impl Word {
    /// Returns `true` if the name of a decorator of the program stands after the word, and then the child.
    pub(super) fn names_decorator(self) -> bool {
        self.family() == Family::Decorator && self.arguments().are_bare()
    }
}

/// The maximum depth of nodes; deeper ones are left out.
const MOST_NESTED: usize = 256;

/// The maximum number of tokens of a key, without those in brackets.
const LONGEST_KEY: usize = 256;

/// Finds the nodes of a text by its brackets and words.
///
/// The parser stops at the first bracket that is not closed, and an editor has such texts all the time. So the scan knows
/// only how nodes begin and end. Tests compare it with the parser on texts without mistakes.
struct Scan<'t> {
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
    fn of(text: &'t str) -> Self {
        let mut all = lexer::lexemes(text);
        all.retain(|lexeme| !lexeme.is_comment());
        let closing = closing(text, &all);
        Self { text, all, closing, at: 0, without_key: 0, depth: 0, outline: Outline::default() }
    }

    fn file(mut self) -> Outline {
        while !self.is_done() {
            let start = self.start();
            self.docs();
            let is_pub = self.is("pub");
            while self.is("pub") {
                self.at += 1;
            }
            if self.is("tree") {
                self.tree(start, is_pub);
            } else {
                let is_use = self.is("use");
                self.at += 1;
                let path = self.current().filter(|path| path.kind == LexemeClass::Literal);
                self.outline.uses.extend(path.filter(|_| is_use).map(|path| path.bytes()));
            }
        }
        self.outline
    }

    fn tree(&mut self, start: usize, is_pub: bool) {
        self.at += 1;
        let Some(name) = self.current().filter(|name| name.kind == LexemeClass::Word) else {
            return;
        };
        self.at += 1;
        let parameters = self.declarations();
        let mut results = Declarations::default();
        if self.is("->") {
            self.at += 1;
            results = self.declarations();
        }
        let index = self.outline.trees.len();
        let first = self.outline.nodes.len();
        self.outline.trees.push(Tree {
            name: name.bytes(),
            bytes: start..name.end,
            is_pub,
            parameters,
            results,
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

    /// Reads declarations in parentheses, if they begin here.
    fn declarations(&mut self) -> Declarations {
        if !self.is("(") {
            return Declarations::default();
        }
        let (first, start) = (self.at, self.start());
        self.skip();
        let all = self.all.get(first + 1..self.at.saturating_sub(1)).unwrap_or_default();
        Declarations {
            parentheses: Some(start..self.end()),
            all: parts(self.text, all).filter_map(|part| declaration(self.text, part)).collect(),
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
        let word = self.current().filter(|lexeme| lexeme.kind == LexemeClass::Word)?;
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
            head: word.bytes(),
            word: word.bytes(),
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
                // A cleanup in braces.
                if kind.map(Word::arguments) == Some(Arguments::Statement) && self.is("{") {
                    self.block(index, true);
                }
                self.decorated(index);
                return;
            }
            Family::Composite if self.is("{") => {
                let is_branch = kind.is_some_and(|kind| kind.children() == Children::Branches);
                self.block(index, is_branch);
                while is_branch && self.is("else") && !self.is_key() {
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
        if self.is(";") {
            let semicolon = self.start();
            self.at += 1;
            self.edit(index, |node, _| node.gaps.push(semicolon));
        } else if self.node(self.tree_of(index), Some(index)).is_none() {
            self.edit(index, |node, end| node.gaps.push(end));
        }
    }

    /// Reads the arguments and names after a word, up to the children or the semicolon.
    fn arguments(&mut self, index: usize, kind: Option<Word>) {
        let is_one = kind.is_some_and(|kind| kind.family() == Family::Decorator);
        if kind.is_some_and(Word::names_decorator) && !self.is("{") {
            // The name of the user's decorator.
            self.at += 1;
        }
        let mut is_behind_arrow = false;
        while let Some(lexeme) = self.current() {
            let sign = lexeme.text(self.text);
            if sign == "->" {
                is_behind_arrow = true;
                self.at += 1;
            } else if sign == "(" && !is_behind_arrow {
                let first = self.at;
                self.skip();
                let read = arguments(self.text, self.all.get(first..self.at).unwrap_or_default());
                self.edit(index, |node, end| {
                    (node.parentheses, node.arguments) = (Some(lexeme.start..end), read);
                });
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
        // A branch has one node.
        if !is_branch || gaps.len() == 1 {
            self.edit(index, |node, _| node.gaps.append(&mut gaps));
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
        let label = self.current().filter(|lexeme| lexeme.kind == LexemeClass::Label)?;
        self.at += 1;
        if self.is(":") {
            self.at += 1;
        }
        Some(label.start + 1..label.end)
    }

    fn docs(&mut self) {
        while self.current().is_some_and(|lexeme| lexeme.kind == LexemeClass::Doc) {
            self.at += 1;
        }
    }

    /// Returns `true` if an arrow follows the current word: `else => node`
    fn is_key(&self) -> bool {
        self.all.get(self.at + 1).is_some_and(|next| next.text(self.text) == "=>")
    }

    /// Returns `true` if a node begins on a line of its own here, so that a semicolon is missing before it.
    fn begins_node(&self) -> bool {
        self.current().filter(|lexeme| lexeme.breaks > 0).is_some_and(|lexeme| {
            let word = lexeme.text(self.text);
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
        let before = self.at.checked_sub(1).and_then(|before| self.all.get(before));
        before.map_or(0, |lexeme| lexeme.end)
    }
}

/// For each opening bracket, the index of its closing one; `None` for all other tokens.
///
/// A closing bracket belongs to the last open one of its kind, and those that were opened after it stay open:
/// `{ ( }` → `{` belongs to `}`.
pub(super) fn closing(text: &str, lexemes: &[Lexeme]) -> Vec<Option<usize>> {
    let mut closing = vec![None; lexemes.len()];
    let mut open: Vec<(usize, usize)> = Vec::new();
    let mut count = [0_usize; 3];
    for (at, lexeme) in lexemes.iter().enumerate() {
        let sign = lexeme.text(text);
        let Some(kind) = ["()", "[]", "{}"].iter().position(|pair| pair.contains(sign)) else {
            continue;
        };
        let Some(waiting) = count.get_mut(kind) else { continue };
        match lexeme.kind {
            LexemeClass::Open => {
                *waiting += 1;
                open.push((at, kind));
            }
            LexemeClass::Close if *waiting > 0 => {
                while let Some((opening, of)) = open.pop() {
                    if let Some(waiting) = count.get_mut(of) {
                        *waiting -= 1;
                    }
                    if of == kind {
                        if let Some(entry) = closing.get_mut(opening) {
                            *entry = Some(at);
                        }
                        break;
                    }
                }
            }
            _ => {}
        }
    }
    closing
}

/// The arguments of parentheses with their contents: `(bites = 3, "slow")`
fn arguments(text: &str, lexemes: &[Lexeme]) -> Vec<Argument> {
    let inside = lexemes.get(1..lexemes.len().saturating_sub(1)).unwrap_or_default();
    let argument = |part: &[Lexeme]| match part {
        [name, equals, value @ ..]
            if name.kind == LexemeClass::Word && equals.text(text) == "=" =>
        {
            let value = bytes(value).unwrap_or(equals.end..equals.end);
            Some(Argument { name: Some(name.bytes()), value })
        }
        value => bytes(value).map(|value| Argument { name: None, value }),
    };
    parts(text, inside).filter_map(argument).collect()
}

/// The tokens between the commas.
pub(super) fn parts<'l>(text: &str, lexemes: &'l [Lexeme]) -> impl Iterator<Item = &'l [Lexeme]> {
    let mut depths = lexer::with_depth(lexemes);
    lexemes.split(move |_| {
        depths.next().is_some_and(|(depth, lexeme)| depth == 0 && lexeme.text(text) == ",")
    })
}

/// `attempts: u32 = 6`, `i in 0..Size(of = 2)`, `n = n + 1`
pub(super) fn declaration(text: &str, part: &[Lexeme]) -> Option<Declaration> {
    let (name, rest) = part.split_first()?;
    let is = |sign: &'static str| move |lexeme: &Lexeme| lexeme.text(text) == sign;
    let is_range = rest.first().is_some_and(is("in"));
    let equals = if is_range { Some(0) } else { rest.iter().position(is("=")) };
    let (head, tail) = rest.split_at(equals.unwrap_or(rest.len()));
    let behind = |(sign, rest): (&Lexeme, &[Lexeme])| bytes(rest).unwrap_or(sign.end..sign.end);
    let of = head.split_first().filter(|(colon, _)| is(":")(colon)).map(behind);
    let is_known = name.kind == LexemeClass::Word && (head.is_empty() || of.is_some());
    is_known.then_some(Declaration {
        bytes: bytes(part)?,
        name: name.bytes(),
        of,
        value: tail.split_first().map(behind),
    })
}

/// Returns `true` if a name is bound or changed by what stands after the word.
pub(super) fn declares(kind: Word) -> bool {
    matches!(kind.arguments(), Arguments::Binding | Arguments::Range | Arguments::Assignment)
}

/// The first doc comments that follow each other in a part of a text.
fn documentation(text: &str, part: Range<usize>) -> Option<Range<usize>> {
    let lexemes = lexer::lexemes(text.get(part.clone())?);
    let is_doc = |lexeme: &&Lexeme| lexeme.kind == LexemeClass::Doc;
    let mut docs = lexemes.iter().skip_while(|lexeme| !is_doc(lexeme)).take_while(is_doc);
    let first = docs.next()?;
    let last = docs.last().unwrap_or(first);
    Some(part.start + first.start..part.start + last.end)
}

/// The text of documentation, without its slashes.
#[doc(hidden)]
#[must_use]
pub fn undocumented(documentation: &str) -> String {
    let inner = |comment: &Lexeme| {
        let comment = comment.text(documentation);
        let block = || comment.strip_prefix("/**")?.strip_suffix("*/");
        comment.strip_prefix("///").or_else(block).unwrap_or(comment).trim().to_owned()
    };
    lexer::lexemes(documentation).iter().map(inner).collect::<Vec<_>>().join("\n")
}

/// The tokens of a part of a text, without comments and documentation.
pub(super) fn tokens(text: &str, part: &Range<usize>) -> Vec<Lexeme> {
    let mut lexemes = lexer::lexemes(text.get(part.clone()).unwrap_or_default());
    lexemes.retain(|lexeme| !lexeme.is_prose());
    for lexeme in &mut lexemes {
        lexeme.start += part.start;
        lexeme.end += part.start;
    }
    lexemes
}

fn bytes(lexemes: &[Lexeme]) -> Option<Range<usize>> {
    Some(lexemes.first()?.start..lexemes.last()?.end)
}

fn add_calls(text: &str, lexemes: &[Lexeme], calls: &mut Vec<Call>) {
    let sign = |at: usize| lexemes.get(at).map_or("", |lexeme| lexeme.text(text));
    let mut at = 0;
    while let Some(lexeme) = lexemes.get(at) {
        let is_value = at.checked_sub(1).is_some_and(|before| sign(before) == "=");
        at += 1;
        if lexeme.kind != LexemeClass::Word || is_value || sign(at) == "=" {
            continue;
        }
        let rest = lexemes.get(at..).unwrap_or_default();
        let length = if sign(at) == "(" { lexer::first_bracket(rest) } else { 0 };
        let inside = rest.get(..length).unwrap_or_default();
        calls.push(Call {
            name: lexeme.bytes(),
            parentheses: bytes(inside),
            arguments: arguments(text, inside),
        });
        at += length;
    }
}
