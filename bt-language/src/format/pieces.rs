//! The pieces of a text that are printed one after the other, and the gaps between them.

use super::atoms::Atoms;
use super::gap::Gap;
use crate::lexer::{self, Kind, Lexeme};

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
    pub(super) role: Role,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
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

/// The pieces of a text.
pub(super) struct Pieces {
    pub(super) all: Vec<Piece>,
}

impl Pieces {
    /// Returns `true` if the first thing is a comment beside the delimiter of the macro call.
    pub(super) fn begins_beside(&self) -> bool {
        let first = self.all.first().and_then(|piece| piece.comments.first());
        first.is_some_and(|comment| comment.breaks == 0)
    }
}

/// Splits a text into pieces; the lines of its items have this level.
pub(super) fn pieces(text: &str, lexemes: &[Lexeme], atoms: &Atoms, level: usize) -> Pieces {
    let (open, pieces) = (Vec::new(), Vec::new());
    let mut walk = Walk { text, lexemes, atoms, base: level, open, pieces, at: 0, last_end: 0 };
    while walk.at < lexemes.len() {
        walk.step();
    }
    Pieces { all: walk.pieces }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Bracket {
    Block,
    /// With the index of its piece.
    Arguments(usize),
    /// The braces of `Side { Left, Right }` among arguments.
    Inline,
}

struct Walk<'a> {
    text: &'a str,
    lexemes: &'a [Lexeme],
    atoms: &'a Atoms,
    base: usize,
    open: Vec<Bracket>,
    pieces: Vec<Piece>,
    /// The index of the next lexeme.
    at: usize,
    /// The end of the last token.
    last_end: usize,
}

impl Walk<'_> {
    /// Makes one piece.
    fn step(&mut self) {
        let comments = self.comments();
        let Some(first) = self.lexemes.get(self.at).copied() else {
            self.push(Role::End, Gap::Line, comments, self.verbatim(0, 0, 0), 0);
            return;
        };
        let from = self.at;
        let atom = self.atom(first);
        self.at = atom.unwrap_or(from + 1);
        let role = self.role(first, atom.is_some());
        let gap = self.gap(first, role);
        let last = self.lexemes.get(self.at - 1).map_or(first.end, |last| last.end);
        let text = self.verbatim(first.start, last, from);
        self.push(role, gap, comments, text, first.breaks);
        self.last_end = last;
        match role {
            Role::OpenBlock => self.open.push(Bracket::Block),
            Role::OpenArguments => self.open.push(Bracket::Arguments(self.pieces.len() - 1)),
            Role::CloseBlock | Role::CloseArguments => drop(self.open.pop()),
            _ => self.inline(first),
        }
    }

    /// Notes a bracket among arguments.
    fn inline(&mut self, lexeme: Lexeme) {
        if self.at == 0 || self.atoms.end(lexeme.start).is_some() || self.open.is_empty() {
            return;
        }
        match lexeme.kind {
            Kind::Open => self.open.push(Bracket::Inline),
            Kind::Close => drop(self.open.pop()),
            _ => {}
        }
    }

    fn push(
        &mut self,
        role: Role,
        gap: Gap,
        comments: Vec<Comment>,
        text: Verbatim,
        breaks: usize,
    ) {
        let blocks = self.open.iter().filter(|bracket| **bracket == Bracket::Block).count();
        let inner = self.base + blocks;
        let level = if role == Role::CloseBlock { inner.saturating_sub(1) } else { inner };
        let inside = self.open.iter().rev().find_map(|bracket| match bracket {
            Bracket::Arguments(open) => Some(*open),
            _ => None,
        });
        let is_line_doc = role == Role::Doc && (inside.is_none() || text.text.starts_with("///"));
        let is_next_item = self.open.is_empty()
            && role != Role::End
            && self.pieces.last().is_some_and(|before| before.role == Role::CloseBlock);
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
            role,
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
                is_line: lexeme.kind == Kind::LineComment,
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
            return Some(self.behind_brackets(self.at));
        }
        let end = if self.open.is_empty() && !self.atoms.is_file {
            if first.kind == Kind::Doc || ["{", "}", ";"].contains(&sign) {
                return None;
            }
            return Some(self.header());
        } else {
            self.atoms.end(first.start)?
        };
        Some(self.at + self.lexemes.iter().skip(self.at).take_while(|next| next.end <= end).count())
    }

    /// The index behind the attribute that begins here.
    fn behind_brackets(&self, at: usize) -> usize {
        let mut depth = 0_usize;
        for (index, lexeme) in self.lexemes.iter().enumerate().skip(at) {
            match lexeme.kind {
                Kind::Open => depth += 1,
                Kind::Close if depth <= 1 => return index + 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
        self.lexemes.len()
    }

    /// The index behind the header of the item that begins here: up to its block or its `;`.
    fn header(&self) -> usize {
        let (mut depth, mut last) = (0_usize, self.at + 1);
        for (index, lexeme) in self.lexemes.iter().enumerate().skip(self.at) {
            let sign = lexeme.text(self.text);
            if depth == 0 && ["{", ";"].contains(&sign) {
                break;
            }
            match lexeme.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                _ => {}
            }
            if !lexeme.is_comment() {
                last = index + 1;
            }
        }
        last
    }

    fn role(&self, first: Lexeme, is_atom: bool) -> Role {
        let sign = first.text(self.text);
        let is_block = matches!(self.open.last(), None | Some(Bracket::Block));
        match first.kind {
            Kind::Doc => Role::Doc,
            _ if is_atom && sign == "#" && is_block => Role::Doc,
            _ if is_atom && self.open.is_empty() => Role::Item,
            _ if is_atom => Role::Atom,
            Kind::Open if is_block && sign == "{" => Role::OpenBlock,
            Kind::Open if sign == "(" => Role::OpenArguments,
            Kind::Close if self.open.last() == Some(&Bracket::Block) => Role::CloseBlock,
            Kind::Close if matches!(self.open.last(), Some(Bracket::Arguments(_))) => {
                Role::CloseArguments
            }
            Kind::Word if is_block && sign == "else" => Role::Else,
            Kind::Word if self.open.is_empty() && sign == "tree" => Role::Item,
            Kind::Punct if sign == ";" || sign == "," => Role::Separator,
            Kind::Punct if sign == "=>" => Role::Arrow,
            Kind::Punct if sign == ":" && is_block => Role::LabelColon,
            _ => Role::Other,
        }
    }

    /// The gap before a piece.
    fn gap(&self, first: Lexeme, role: Role) -> Gap {
        let Some(before) = self.pieces.last() else { return Gap::Line };
        match self.open.last() {
            Some(Bracket::Arguments(open)) => self.gap_of_argument(before, first, role, *open),
            Some(Bracket::Inline) => self.gap_in_braces(before, first),
            _ => self.gap_of_block(before, first, role),
        }
    }

    fn gap_of_block(&self, before: &Piece, first: Lexeme, role: Role) -> Gap {
        match (before.role, role) {
            (_, Role::Separator | Role::LabelColon) => Gap::None,
            (Role::OpenBlock | Role::Separator | Role::End, _)
            | (_, Role::CloseBlock | Role::End) => Gap::Line,
            (Role::CloseBlock, Role::Else) | (_, Role::OpenBlock | Role::Arrow | Role::Else) => {
                Gap::Space
            }
            (Role::CloseBlock, _) => Gap::Line,
            (Role::Doc, _) => {
                if self.is_in_chain() {
                    Gap::Chain
                } else {
                    Gap::Line
                }
            }
            (_, Role::OpenArguments) if before.role != Role::Atom => Gap::None,
            (Role::Else | Role::LabelColon | Role::Item, _) => Gap::Space,
            (Role::Arrow, _) => Gap::Chain,
            _ if self.begins_node(first, role) => Gap::Chain,
            (_, Role::Atom) | (Role::Atom, _) => Gap::Space,
            _ => self.as_written(before, first),
        }
    }

    /// Returns `true` if the doc comments before this piece stand after a decorator.
    fn is_in_chain(&self) -> bool {
        let mut docs = self.pieces.iter().rev().take_while(|piece| piece.role == Role::Doc);
        docs.any(|piece| piece.gap == Gap::Chain)
    }

    /// Returns `true` if a node begins here, with its comment, its label or its word.
    fn begins_node(&self, first: Lexeme, role: Role) -> bool {
        role == Role::Doc || first.kind == Kind::Label || self.atoms.is_node(first.start)
    }

    fn gap_of_argument(&self, before: &Piece, first: Lexeme, role: Role, open: usize) -> Gap {
        let is_first = before.role == Role::OpenArguments;
        match (before.role, role) {
            (_, Role::Separator) => Gap::None,
            (_, Role::CloseArguments) => Gap::Argument { is_space: false, open },
            _ if is_first => Gap::Argument { is_space: false, open },
            (Role::Separator | Role::Doc, _) => Gap::Argument { is_space: true, open },
            (_, Role::OpenArguments) if before.role == Role::Other => {
                if before.text.text == "=" {
                    Gap::Space
                } else {
                    Gap::None
                }
            }
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
    fn verbatim(&self, start: usize, end: usize, from: usize) -> Verbatim {
        let written = self.text.get(start..end).unwrap_or_default();
        let inside: Vec<&Lexeme> =
            self.lexemes.iter().skip(from).take_while(|lexeme| lexeme.end <= end).collect();
        let has_lines = written.contains('\n') || inside.iter().any(|lexeme| lexeme.is_comment());
        let columns = lexer::columns_before(self.text, start);
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
        let is_fixed =
            |at: usize| inside.iter().any(|lexeme| (lexeme.start..lexeme.end).contains(&at));
        let fixed_lines =
            breaks.zip(1..).filter(|(at, _)| is_fixed(*at)).map(|(_, line)| line).collect();
        Verbatim { text: written.replace("\r\n", "\n"), columns, fixed_lines }
    }
}
