//! Pieces → text: indentation, line breaks, comments.

use super::WIDTH;
use super::pieces::{Gap, Piece, PieceKind, Verbatim};
use crate::lexer::{INDENT, columns};
use std::collections::BTreeMap;

/// Prints pieces; lines of level 0 have this indentation.
pub(super) fn print(pieces: &[Piece], base: usize) -> String {
    let mut printer = Printer {
        pieces,
        base,
        output: String::new(),
        level: 0,
        run: 0,
        chain_is_broken: false,
        head: 0,
        deeper: Vec::new(),
        arguments: BTreeMap::new(),
    };
    for (index, piece) in pieces.iter().enumerate() {
        printer.piece(index, piece);
    }
    printer.output
}

struct Printer<'a> {
    pieces: &'a [Piece],
    base: usize,
    output: String,
    /// The level of the current line.
    level: usize,
    /// The level of the line on which the current node begins.
    run: usize,
    /// `true` if the current node does not stand on the line of its decorators.
    chain_is_broken: bool,
    /// The level of the line of the last decorator, or of the node.
    head: usize,
    /// The additional levels in each open block.
    deeper: Vec<usize>,
    /// The level of the line of each opening parenthesis whose arguments have lines of their own.
    arguments: BTreeMap<usize, usize>,
}

impl Printer<'_> {
    fn piece(&mut self, index: usize, piece: &Piece) {
        let is_first = self.last(index).is_none_or(|last| last.kind == PieceKind::OpenBlock);
        let deeper = self.deeper.last().copied().unwrap_or(0);
        match piece.gap {
            Gap::Line => {
                self.run = piece.level + deeper;
                self.head = self.run;
                self.chain_is_broken = self.is_chain_too_long(index);
                self.line(piece, self.run, piece.comment_level + deeper, Blank::Keep { is_first });
            }
            Gap::Chain if self.chain_is_broken => {
                self.head = self.run + 1;
                self.line(piece, self.head, self.head, Blank::Drop);
            }
            Gap::Argument { open, .. } => match self.arguments.get(&open).copied() {
                Some(level) => {
                    let inner = level + usize::from(piece.kind != PieceKind::CloseArguments);
                    self.line(piece, inner, level + 1, Blank::Drop);
                }
                None => self.inline(piece),
            },
            _ => self.inline(piece),
        }
        self.verbatim(&piece.text);
        match piece.kind {
            PieceKind::OpenBlock => self.deeper.push(self.head.saturating_sub(piece.level)),
            PieceKind::CloseBlock => drop(self.deeper.pop()),
            _ => {}
        }
        if piece.kind == PieceKind::OpenArguments && self.are_arguments_too_long(index) {
            self.arguments.insert(index, self.level);
        }
    }

    /// The text of the current line.
    fn last_line(&self) -> &str {
        self.output.rsplit('\n').next().unwrap_or_default()
    }

    fn last(&self, index: usize) -> Option<&Piece> {
        self.pieces.get(index.checked_sub(1)?)
    }

    /// Begins a line, after comments.
    fn line(&mut self, piece: &Piece, level: usize, comment_level: usize, blank: Blank) {
        let mut needs_blank = piece.is_next_item;
        let mut is_first = blank == Blank::Keep { is_first: true };
        let mut has_own_line = false;
        for comment in &piece.comments {
            if comment.breaks > 0 {
                let is_apart = blank != Blank::Drop && comment.breaks > 1 && !is_first;
                self.break_line(comment_level, is_apart || needs_blank);
                (needs_blank, has_own_line) = (false, true);
            } else if !self.output.is_empty() {
                self.output.push(' ');
            }
            is_first = false;
            self.output.push_str(&comment.text);
        }
        let is_beside = piece.comments.last().is_some_and(|last| !last.ends_line) && has_own_line;
        if piece.kind == PieceKind::End {
            return;
        }
        if is_beside {
            self.output.push(' ');
        } else {
            let is_apart = blank != Blank::Drop && piece.is_apart && !is_first;
            let is_apart = is_apart && piece.kind != PieceKind::CloseBlock;
            self.break_line(level, is_apart || needs_blank);
        }
        self.level = level;
    }

    fn break_line(&mut self, level: usize, with_blank: bool) {
        if !self.output.is_empty() {
            self.output.push_str(if with_blank { "\n\n" } else { "\n" });
        }
        self.level = level;
        self.output.push_str(&" ".repeat(self.base + level * INDENT));
    }

    /// Continues the line; after a comment that ends it, on a further one.
    fn inline(&mut self, piece: &Piece) {
        let mut continues = true;
        for comment in &piece.comments {
            if continues {
                self.output.push(' ');
            } else {
                self.break_line(self.continuation(piece), false);
            }
            self.output.push_str(&comment.text);
            continues = !comment.is_line;
        }
        if !continues {
            self.break_line(self.continuation(piece), false);
        } else if !piece.comments.is_empty() && piece.kind != PieceKind::Separator {
            self.output.push(' ');
        } else {
            self.output.push_str(piece.gap.flat());
        }
    }

    fn continuation(&self, piece: &Piece) -> usize {
        let around = piece.inside.and_then(|open| self.arguments.get(&open).copied());
        match around {
            Some(level) => level + 2,
            None if piece.kind == PieceKind::Else => self.run,
            None => self.run + 1,
        }
    }

    /// Prints a text; its further lines move as far as its first one did.
    fn verbatim(&mut self, text: &Verbatim) {
        let lines: Vec<&str> = text.text.split('\n').collect();
        let now = if lines.len() > 1 { columns(self.last_line()) } else { 0 };
        for (index, line) in lines.iter().enumerate() {
            let is_fixed = |line: usize| text.fixed_lines.binary_search(&line).is_ok();
            let line = if is_fixed(index + 1) || index + 1 == lines.len() {
                line
            } else {
                line.trim_end()
            };
            if index == 0 {
                self.output.push_str(line);
                continue;
            }
            self.output.push('\n');
            if is_fixed(index) {
                self.output.push_str(line);
            } else if !line.trim().is_empty() {
                let moved = (columns(line) + now).saturating_sub(text.columns);
                self.output.push_str(&" ".repeat(moved));
                self.output.push_str(line.trim_start());
            }
        }
    }

    /// Returns `true` if the decorators of a node and the node need several lines.
    fn is_chain_too_long(&self, from: usize) -> bool {
        let run = self.pieces.iter().enumerate().skip(from);
        let mut run = run.take_while(|(index, piece)| *index == from || piece.gap != Gap::Line);
        let is_forced = run.any(|(index, piece)| {
            let has_break = piece.gap == Gap::Chain && has_line_comment(piece);
            index > from && (has_break || (piece.ends_line && piece.inside.is_none()))
        });
        is_forced || self.base + self.run * INDENT + self.width(from, false) > WIDTH
    }

    fn are_arguments_too_long(&self, open: usize) -> bool {
        let mut depth = 1_usize;
        for piece in self.pieces.iter().skip(open + 1) {
            if piece.ends_line || has_line_comment(piece) {
                return true;
            }
            match piece.kind {
                PieceKind::OpenArguments => depth += 1,
                PieceKind::CloseArguments => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                break;
            }
        }
        self.last_line().chars().count() + self.width(open + 1, true) > WIDTH
    }

    /// The width of the pieces from here to the next line break, or any number above the maximum.
    fn width(&self, from: usize, with_gap: bool) -> usize {
        let mut width = 0;
        for (index, piece) in self.pieces.iter().enumerate().skip(from) {
            if index > from || with_gap {
                let breaks = piece.gap == Gap::Line
                    || (piece.gap == Gap::Chain && self.chain_is_broken && with_gap);
                if breaks {
                    return width;
                }
                for comment in &piece.comments {
                    width += 1 + first_line(&comment.text);
                    if comment.is_line || comment.text.contains('\n') {
                        return width;
                    }
                }
                width += piece.gap.flat().len();
            }
            width += first_line(&piece.text.text);
            if width > WIDTH || piece.text.text.contains('\n') {
                return width;
            }
        }
        width
    }
}

fn has_line_comment(piece: &Piece) -> bool {
    piece.comments.iter().any(|comment| comment.is_line)
}

fn first_line(text: &str) -> usize {
    text.split('\n').next().unwrap_or_default().trim_end().chars().count()
}

/// Which empty lines stay.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Blank {
    Keep {
        /// `true` behind the brace of a block, where none stays.
        is_first: bool,
    },
    Drop,
}
