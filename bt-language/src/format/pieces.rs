//! The pieces of a text that are printed one after the other, and the gaps between them.
//!
//! Rust keeps its spacing: an expression is one piece, an *atom*.

use crate::ast::{self, Node};
use crate::lexer::{self, Indentation, Lexeme, LexemeClass};
use crate::machine::{Binding, Bound};
use crate::parse::Items;
use crate::vocabulary::declared::{Declaration, Means};
use crate::words::{Arguments, Family, Word};
use proc_macro2::{Span, TokenStream};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

/// The space, or the place for a line break, before a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gap {
    None,
    Space,
    /// A line break.
    Line,
    /// A space, or a line break if the decorators of a node and the node do not fit on one line.
    Chain,
    /// A space or nothing, or a line break if the arguments in these parentheses do not fit on one line.
    Argument {
        is_space: bool,
        /// The index of the opening parenthesis.
        open: usize,
    },
}

impl Gap {
    /// The space if no line is broken here.
    pub(super) const fn flat(self) -> &'static str {
        match self {
            Self::Space | Self::Chain | Self::Argument { is_space: true, .. } => " ",
            Self::None | Self::Line | Self::Argument { is_space: false, .. } => "",
        }
    }
}

/// A token, or an expression.
pub(super) struct Piece {
    pub(super) text: Verbatim,
    pub(super) gap: Gap,
    /// The level of a line that begins with the piece.
    pub(super) level: usize,
    /// The level of comments on lines of their own before it.
    pub(super) comment_level: usize,
    /// The comments before it.
    pub(super) comments: Vec<Comment>,
    /// `true` if an empty line stands before it, after its comments.
    pub(super) is_apart: bool,
    /// `true` for the first piece of an item behind the block of another one.
    pub(super) is_next_item: bool,
    /// `true` for a doc comment after which the line ends.
    pub(super) ends_line: bool,
    /// The innermost parentheses around it.
    pub(super) inside: Option<usize>,
    pub(super) kind: PieceKind,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum PieceKind {
    /// `{` of a block.
    OpenBlock,
    /// `}` of a block.
    CloseBlock,
    /// `(` of arguments.
    OpenArguments,
    /// `)` of arguments.
    CloseArguments,
    Else,
    /// `;` or `,`
    Separator,
    /// A doc comment or an attribute.
    Doc,
    /// An expression.
    Atom,
    /// The `:` of a label.
    LabelColon,
    Arrow,
    /// The first token of an item of the text.
    Item,
    Other,
    /// The end of the text.
    End,
}

/// A comment.
pub(super) struct Comment {
    pub(super) text: String,
    /// `true` for `// …`
    pub(super) is_line: bool,
    /// The number of line breaks before it.
    pub(super) breaks: usize,
    /// `true` if it is the last on its line.
    pub(super) ends_line: bool,
}

/// A text of one line or of several.
pub(super) struct Verbatim {
    pub(super) text: String,
    /// The columns of the line in which it began.
    pub(super) columns: usize,
    /// The lines that begin in a text or in a comment, and cannot move.
    pub(super) fixed_lines: Vec<usize>,
}

/// Returns `true` if the first thing is a comment beside the delimiter of the macro call.
pub(super) fn begin_beside(pieces: &[Piece]) -> bool {
    let first = pieces.first().and_then(|piece| piece.comments.first());
    first.is_some_and(|comment| comment.breaks == 0)
}

/// Splits a text into pieces; the lines of its items have this level.
pub(super) fn pieces(
    indentation: &mut Indentation<'_>,
    lexemes: &[Lexeme],
    atoms: &Atoms,
    level: usize,
) -> Vec<Piece> {
    let (open, pieces, text) = (Vec::new(), Vec::new(), indentation.text);
    let mut walk =
        Walk { text, lexemes, atoms, base: level, open, pieces, indentation, at: 0, last_end: 0 };
    while walk.at < lexemes.len() {
        walk.step();
    }
    walk.pieces
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Block,
    /// With the index of its piece.
    Arguments(usize),
    /// The braces of `Side { Left, Right }` among arguments.
    Inline,
}

struct Walk<'a, 't> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    atoms: &'a Atoms<'a>,
    base: usize,
    open: Vec<Bracket>,
    pieces: Vec<Piece>,
    indentation: &'a mut Indentation<'t>,
    /// The index of the next lexeme.
    at: usize,
    /// The end of the last token.
    last_end: usize,
}

impl Walk<'_, '_> {
    /// Makes one piece.
    fn step(&mut self) {
        let comments = self.comments();
        let Some(first) = self.lexemes.get(self.at).copied() else {
            let text = Verbatim { text: String::new(), columns: 0, fixed_lines: Vec::new() };
            self.push(PieceKind::End, Gap::Line, comments, text, 0);
            return;
        };
        let from = self.at;
        let atom = self.atom(first);
        self.at = atom.unwrap_or(from + 1);
        let kind = self.kind(first, atom.is_some());
        let gap = self.gap(first, kind);
        let last = self.lexemes.get(self.at - 1).map_or(first.end, |last| last.end);
        let text = self.verbatim(first.start, last, from);
        self.push(kind, gap, comments, text, first.breaks);
        self.last_end = last;
        match kind {
            PieceKind::OpenBlock => self.open.push(Bracket::Block),
            PieceKind::OpenArguments => self.open.push(Bracket::Arguments(self.pieces.len() - 1)),
            PieceKind::CloseBlock | PieceKind::CloseArguments => drop(self.open.pop()),
            _ => self.inline(first),
        }
    }

    /// Notes a bracket among arguments.
    fn inline(&mut self, lexeme: Lexeme) {
        if self.at == 0 || self.atoms.end(lexeme.start).is_some() || self.open.is_empty() {
            return;
        }
        match lexeme.kind {
            LexemeClass::Open => self.open.push(Bracket::Inline),
            LexemeClass::Close => drop(self.open.pop()),
            _ => {}
        }
    }

    fn push(
        &mut self,
        kind: PieceKind,
        gap: Gap,
        comments: Vec<Comment>,
        text: Verbatim,
        breaks: usize,
    ) {
        let blocks = self.open.iter().filter(|bracket| **bracket == Bracket::Block).count();
        let inner = self.base + blocks;
        let level = if kind == PieceKind::CloseBlock { inner.saturating_sub(1) } else { inner };
        let inside = self.open.iter().rev().find_map(|bracket| match bracket {
            Bracket::Arguments(open) => Some(*open),
            _ => None,
        });
        let is_line_doc =
            kind == PieceKind::Doc && (inside.is_none() || text.text.starts_with("///"));
        let is_next_item = self.open.is_empty()
            && kind != PieceKind::End
            && self.pieces.last().is_some_and(|before| before.kind == PieceKind::CloseBlock);
        self.pieces.push(Piece {
            text,
            gap,
            level,
            comment_level: inner,
            comments,
            is_apart: breaks > 1,
            is_next_item,
            ends_line: is_line_doc,
            inside,
            kind,
        });
    }

    /// The comments before the next token.
    fn comments(&mut self) -> Vec<Comment> {
        let mut comments = Vec::new();
        while let Some(lexeme) = self.lexemes.get(self.at).filter(|lexeme| lexeme.is_comment()) {
            self.at += 1;
            let next = self.lexemes.get(self.at);
            let is_first = self.at == 1 && self.base == 0;
            comments.push(Comment {
                text: lexeme.text(self.text).replace("\r\n", "\n"),
                is_line: lexeme.kind == LexemeClass::LineComment,
                breaks: if is_first { 1 } else { lexeme.breaks },
                ends_line: next.is_none_or(|next| next.breaks > 0),
            });
        }
        comments
    }

    /// The index behind the expression that begins here.
    fn atom(&self, first: Lexeme) -> Option<usize> {
        let sign = first.text(self.text);
        let is_block = matches!(self.open.last(), None | Some(Bracket::Block));
        if is_block && sign == "#" {
            return Some(self.at + lexer::first_bracket(self.rest()));
        }
        let end = if self.open.is_empty() && !self.atoms.is_file {
            if first.kind == LexemeClass::Doc || ["{", "}", ";"].contains(&sign) {
                return None;
            }
            return Some(self.header());
        } else {
            self.atoms.end(first.start)?
        };
        Some(self.at + self.rest().iter().take_while(|next| next.end <= end).count())
    }

    /// The index behind the header of the item that begins here: up to its block or its `;`.
    fn header(&self) -> usize {
        let is_inside = |(depth, lexeme): &(usize, &Lexeme)| {
            *depth > 0 || !["{", ";"].contains(&lexeme.text(self.text))
        };
        let inside = lexer::with_depth(self.rest()).take_while(is_inside).enumerate();
        let last = inside.filter(|(_, (_, lexeme))| !lexeme.is_comment()).last();
        self.at + last.map_or(1, |(index, _)| index + 1)
    }

    /// The lexemes that are not yet in a piece.
    fn rest(&self) -> &[Lexeme] {
        self.lexemes.get(self.at..).unwrap_or_default()
    }

    fn kind(&self, first: Lexeme, is_atom: bool) -> PieceKind {
        let sign = first.text(self.text);
        let is_block = matches!(self.open.last(), None | Some(Bracket::Block));
        match first.kind {
            LexemeClass::Doc => PieceKind::Doc,
            _ if is_atom && sign == "#" && is_block => PieceKind::Doc,
            _ if is_atom && self.open.is_empty() => PieceKind::Item,
            _ if is_atom => PieceKind::Atom,
            LexemeClass::Open if is_block && sign == "{" => PieceKind::OpenBlock,
            LexemeClass::Open if sign == "(" => PieceKind::OpenArguments,
            LexemeClass::Close if self.open.last() == Some(&Bracket::Block) => {
                PieceKind::CloseBlock
            }
            LexemeClass::Close if matches!(self.open.last(), Some(Bracket::Arguments(_))) => {
                PieceKind::CloseArguments
            }
            LexemeClass::Word if is_block && sign == "else" => PieceKind::Else,
            LexemeClass::Word if self.open.is_empty() && ["pub", "tree"].contains(&sign) => {
                PieceKind::Item
            }
            LexemeClass::Punct if sign == ";" || sign == "," => PieceKind::Separator,
            LexemeClass::Punct if sign == "=>" => PieceKind::Arrow,
            LexemeClass::Punct if sign == ":" && is_block => PieceKind::LabelColon,
            _ => PieceKind::Other,
        }
    }

    /// The gap before a piece.
    fn gap(&self, first: Lexeme, kind: PieceKind) -> Gap {
        let Some(before) = self.pieces.last() else { return Gap::Line };
        if self.atoms.is_in_rule(first.start) {
            return self.gap_in_rule(before, first);
        }
        if let Some(gap) = self.gap_of_sign(before, first, kind).filter(|_| self.atoms.is_file) {
            return gap;
        }
        match self.open.last() {
            Some(Bracket::Arguments(open)) => self.gap_of_argument(before, first, kind, *open),
            Some(Bracket::Inline) => self.gap_in_braces(before, first),
            _ => self.gap_of_block(before, first, kind),
        }
    }

    /// The gap in a rule: `always !'rest -> ('flee || 'legs.'walk.running);`
    fn gap_in_rule(&self, before: &Piece, first: Lexeme) -> Gap {
        match (before.text.text.as_str(), first.text(self.text)) {
            ("!" | "." | "(", _) | (_, "." | ")" | ";") => Gap::None,
            _ => Gap::Space,
        }
    }

    /// The gap in an expression of a file: `!A && B <= -3`, `condition (A || B) && C;`
    fn gap_of_sign(&self, before: &Piece, first: Lexeme, kind: PieceKind) -> Option<Gap> {
        let (last, sign) = (before.text.text.as_str(), first.text(self.text));
        let is_sign = |text| {
            ["&&", "||", "==", "!=", "<=", ">=", "<", ">", "->", "+", "-", "*", "/", "%", "=", "|"]
                .contains(&text)
        };
        let is_word = |word: &str| {
            word == "in"
                || Word::find(word).is_some_and(|word| word.arguments() == Arguments::Expression)
        };
        let has_left_side = |piece: Option<&Piece>| {
            piece.is_some_and(|piece| {
                let text = piece.text.text.as_str();
                let is_operand =
                    |last: char| last.is_alphanumeric() || ['_', ')', '"'].contains(&last);
                text.ends_with(is_operand) && !is_word(text)
            })
        };
        let second = self.pieces.len().checked_sub(2).and_then(|place| self.pieces.get(place));
        match (before.kind, kind) {
            (PieceKind::Other, _) if last == "!" => Some(Gap::None),
            (PieceKind::Other, _) if last == "-" && !has_left_side(second) => Some(Gap::None),
            (PieceKind::Other, _) if last == ".." => Some(Gap::None),
            (_, PieceKind::Other) if sign == ".." => Some(Gap::None),
            (_, PieceKind::Other)
                if sign == "-" && !is_sign(last) && !has_left_side(Some(before)) =>
            {
                None
            }
            (PieceKind::Other, _) if is_sign(last) => Some(Gap::Space),
            (_, PieceKind::Other) if is_sign(sign) => Some(Gap::Space),
            (PieceKind::Other, _) if is_word(last) && ["(", "!"].contains(&sign) => {
                Some(Gap::Space)
            }
            _ => None,
        }
    }

    fn gap_of_block(&self, before: &Piece, first: Lexeme, kind: PieceKind) -> Gap {
        match (before.kind, kind) {
            (_, PieceKind::Separator | PieceKind::LabelColon) => Gap::None,
            (PieceKind::OpenBlock | PieceKind::Separator | PieceKind::End, _)
            | (_, PieceKind::CloseBlock | PieceKind::End) => Gap::Line,
            // Doc comments after a decorator.
            (PieceKind::Doc, _) if before.gap == Gap::Chain => Gap::Chain,
            // Also `else =>` stands below its comment.
            (PieceKind::Doc, _) => Gap::Line,
            (_, PieceKind::OpenBlock | PieceKind::Arrow | PieceKind::Else) => Gap::Space,
            (PieceKind::CloseBlock, _) => Gap::Line,
            _ if ["=", "->"].contains(&first.text(self.text)) => Gap::Space,
            (PieceKind::Other, _) if ["=", "->"].contains(&&*before.text.text) => Gap::Space,
            (_, PieceKind::OpenArguments) if before.kind != PieceKind::Atom => Gap::None,
            (PieceKind::Else | PieceKind::LabelColon | PieceKind::Item, _) => Gap::Space,
            (PieceKind::Arrow, _) => Gap::Chain,
            _ if self.begins_node(first, kind) => Gap::Chain,
            (_, PieceKind::Atom) | (PieceKind::Atom, _) => Gap::Space,
            _ => self.as_written(before, first),
        }
    }

    /// Returns `true` if a node begins here, with its comment, its label or its word.
    fn begins_node(&self, first: Lexeme, kind: PieceKind) -> bool {
        kind == PieceKind::Doc
            || first.kind == LexemeClass::Label
            || self.atoms.is_node(first.start)
    }

    fn gap_of_argument(&self, before: &Piece, first: Lexeme, kind: PieceKind, open: usize) -> Gap {
        match (before.kind, kind) {
            (_, PieceKind::Separator) => Gap::None,
            (_, PieceKind::CloseArguments) | (PieceKind::OpenArguments, _) => {
                Gap::Argument { is_space: false, open }
            }
            (PieceKind::Separator | PieceKind::Doc, _) => Gap::Argument { is_space: true, open },
            (PieceKind::Other, PieceKind::OpenArguments) if before.text.text != "=" => Gap::None,
            _ => self.gap_in_braces(before, first),
        }
    }

    fn gap_in_braces(&self, before: &Piece, first: Lexeme) -> Gap {
        let sign = first.text(self.text);
        let last = before.text.text.as_str();
        match (last, sign) {
            (_, ":" | ",") => Gap::None,
            ("=" | ":" | "," | "{", _) | (_, "=" | "{" | "}") => Gap::Space,
            _ => self.as_written(before, first),
        }
    }

    /// A space if there was space.
    fn as_written(&self, before: &Piece, first: Lexeme) -> Gap {
        let is_minus = self.atoms.is_file && before.text.text == "-";
        if is_minus || self.last_end == first.start { Gap::None } else { Gap::Space }
    }

    /// The text between two bytes: on one line, or as it is.
    fn verbatim(&mut self, start: usize, end: usize, from: usize) -> Verbatim {
        let written = self.text.get(start..end).unwrap_or_default();
        let inside: Vec<&Lexeme> =
            self.lexemes.iter().skip(from).take_while(|lexeme| lexeme.end <= end).collect();
        let has_lines = written.contains('\n') || inside.iter().any(|lexeme| lexeme.is_comment());
        let columns = self.indentation.at(start);
        if !has_lines {
            let mut text = String::new();
            let mut last = start;
            for lexeme in inside {
                if lexeme.start > last {
                    text.push(' ');
                }
                text.push_str(lexeme.text(self.text));
                last = lexeme.end;
            }
            return Verbatim { text, columns, fixed_lines: Vec::new() };
        }
        let breaks = written.match_indices('\n').map(|(at, _)| start + at);
        let is_fixed = |at: usize| {
            let behind = inside.partition_point(|lexeme| lexeme.end <= at);
            inside.get(behind).is_some_and(|lexeme| lexeme.start <= at)
        };
        let fixed_lines =
            breaks.zip(1..).filter(|(at, _)| is_fixed(*at)).map(|(_, line)| line).collect();
        Verbatim { text: written.replace("\r\n", "\n"), columns, fixed_lines }
    }
}

/// The Rust in a text, and its nodes, by their bytes.
#[derive(Default)]
pub(super) struct Atoms<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    /// The end of each piece of Rust, by its beginning.
    ends: BTreeMap<usize, usize>,
    nodes: BTreeSet<usize>,
    /// The ends of rules, by their beginnings.
    rules: BTreeMap<usize, usize>,
    is_file: bool,
}

impl<'a> Atoms<'a> {
    /// The nodes of a file, which has no Rust.
    pub(super) fn of_file<'t>(trees: impl Iterator<Item = &'t ast::Tree>) -> Self {
        let mut atoms = Self { is_file: true, ..Self::default() };
        trees.for_each(|tree| atoms.node(&tree.root));
        atoms
    }

    /// The nodes and the Rust of a macro call.
    pub(super) fn of_items(items: &Items, text: &'a str, lexemes: &'a [Lexeme]) -> Self {
        let mut atoms = Self { text, lexemes, ..Self::default() };
        items.trees.iter().flatten().for_each(|tree| atoms.node(&tree.root));
        items.vocabularies.iter().flatten().for_each(|words| atoms.words(words));
        let of_trees = items.rules.iter().flat_map(|rules| &rules.rules).map(|rule| rule.span);
        let of_words = items.vocabularies.iter().flatten().flat_map(|words| &words.rules);
        for span in of_trees.chain(of_words.map(|rule| rule.span)) {
            let start = start(span);
            let end = atoms.from(start).iter().find(|lexeme| lexeme.text(text) == ";");
            atoms.rules.extend(end.map(|end| (start, end.end)));
        }
        atoms
    }

    /// Returns `true` for a byte behind the first word of a rule.
    fn is_in_rule(&self, at: usize) -> bool {
        self.rules.range(..at).next_back().is_some_and(|(_, end)| at < *end)
    }

    /// The end of the piece of Rust that begins at a byte.
    fn end(&self, start: usize) -> Option<usize> {
        self.ends.get(&start).copied()
    }

    /// Returns `true` if the word of a node begins at a byte.
    fn is_node(&self, start: usize) -> bool {
        self.nodes.contains(&start)
    }

    fn node(&mut self, node: &Node) {
        let word = start(node.span);
        self.nodes.insert(word);
        if !self.is_file {
            self.arguments(node, word);
        }
        node.children.iter().for_each(|child| self.node(child));
    }

    fn arguments(&mut self, node: &Node, word: usize) {
        let Some(kind) = &node.kind else { return };
        let values = || node.expressions.iter().map(|(_, value)| value);
        if kind.word().family() == Family::Leaf && kind.word().arguments().are_bare() {
            let tree = node.calls().map(|call| end(&call.tree));
            let last = values().map(|value| end(value)).chain(tree).max();
            return self.leaf(word, last.unwrap_or(0));
        }
        match kind.definition().binds() {
            Some(Binding { of: Bound::Value(of) | Bound::Place(of), .. }) => self.expression(&of),
            Some(Binding { of: Bound::Number, .. }) | None => {}
        }
        values().for_each(|value| self.expression(value));
    }

    /// The Rust behind the word of a leaf: up to its `;` or `,`, which is not in front of `least`.
    fn leaf(&mut self, word: usize, least: usize) {
        let mut tokens =
            self.from(word).iter().filter(|lexeme| !lexeme.is_comment()).skip(1).peekable();
        let Some(first) = tokens.peek().copied() else { return };
        let is_inside = |(depth, lexeme): &(usize, &Lexeme)| {
            let is_separator = [";", ","].contains(&lexeme.text(self.text));
            *depth > 0
                || (lexeme.kind != LexemeClass::Close && (lexeme.start < least || !is_separator))
        };
        if let Some((_, last)) = lexer::with_depth(tokens).take_while(is_inside).last() {
            self.ends.insert(first.start, last.end);
        }
    }

    fn expression(&mut self, tokens: &TokenStream) {
        if let Some(Range { start, end }) = bytes(tokens) {
            self.insert(start, end);
        }
    }

    fn insert(&mut self, start: usize, end: usize) {
        let end = self.balanced(start, end);
        self.ends.entry(start).and_modify(|longest| *longest = end.max(*longest)).or_insert(end);
    }

    fn words(&mut self, declaration: &Declaration) {
        for word in &declaration.words {
            let name = start(word.name.span());
            if let Means::Type(path) = &word.means {
                self.expression(path);
                continue;
            }
            let before = self.before(name);
            if let Some(subtree) = before.filter(|word| word.text(self.text) == "subtree") {
                self.leaf(subtree.start, 0);
            } else if let Some(arrow) = self.arrow(name) {
                self.leaf(arrow, 0);
                let Means::Value(of, _) = &word.means else { continue };
                // That of a type of the program stands elsewhere.
                let path = bytes(&of.path).filter(|path| path.start > name);
                if let (Some(path), Some(last)) = (path, self.before(arrow)) {
                    // With the variants of an enum.
                    self.insert(path.start, last.end);
                }
            }
        }
        if let Some(random) = &declaration.random {
            self.expression(random);
        }
    }

    /// The lexemes from a byte on.
    fn from(&self, start: usize) -> &'a [Lexeme] {
        let first = self.lexemes.partition_point(|lexeme| lexeme.start < start);
        self.lexemes.get(first..).unwrap_or_default()
    }

    /// The token before the one at a byte.
    fn before(&self, start: usize) -> Option<&'a Lexeme> {
        let count = self.lexemes.partition_point(|lexeme| lexeme.start < start);
        self.lexemes.iter().take(count).rfind(|lexeme| !lexeme.is_comment())
    }

    /// The beginning of the `=>` after the name of a word.
    fn arrow(&self, name: usize) -> Option<usize> {
        let mut behind = self.from(name).iter();
        behind.find(|lexeme| lexeme.text(self.text) == "=>").map(|lexeme| lexeme.start)
    }

    /// The end of a range that also has the closing bracket of each opening one.
    fn balanced(&self, start: usize, end: usize) -> usize {
        let inside = lexer::with_depth(self.from(start))
            .take_while(|(depth, lexeme)| lexeme.start < end || *depth > 0);
        let tokens = inside.filter(|(_, lexeme)| !lexeme.is_comment());
        tokens.map(|(_, lexeme)| lexeme.end).fold(end, usize::max)
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
    let bytes = super::flat(tokens.clone()).map(|token| token.span().byte_range());
    let all = |all: Range<usize>, one: Range<usize>| all.start.min(one.start)..all.end.max(one.end);
    bytes.filter(|bytes| bytes.end > 0).reduce(all)
}
