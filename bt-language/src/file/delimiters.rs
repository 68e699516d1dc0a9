//! Texts that cannot be split into tokens: unbalanced brackets, unterminated strings and comments, unknown characters.

use super::Mistake;
use proc_macro2::LexError;

/// The mistake in a text that cannot be split into tokens.
pub(super) fn mistake(text: &str, error: &LexError) -> Mistake {
    let scan = Scan { text, at: 0, lines: lines(text), open: Vec::new(), unlike: None };
    scan.find().err().unwrap_or_else(|| {
        let what = "this is no word, number, text or sign of the language";
        let found = Mistake::of_span(text, error.span(), what);
        if found.source.chars().nth(found.start.column - 1) == Some('\'') {
            let what =
                "expected the name of a label after this `'`; a text has double quotes: `\"…\"`";
            return Mistake::of_span(text, error.span(), what);
        }
        found
    })
}

/// A line of the text.
struct Line {
    start: usize,
    /// The number of spaces at its beginning.
    indentation: usize,
    is_empty: bool,
}

fn lines(text: &str) -> Vec<Line> {
    let mut start = 0;
    let line = |line: &str| {
        let indentation = line.len() - line.trim_start_matches([' ', '\t']).len();
        let found = Line { start, indentation, is_empty: line.trim().is_empty() };
        start += line.len();
        found
    };
    text.split_inclusive('\n').map(line).collect()
}

/// A scanner that moves through a text from bracket to bracket.
struct Scan<'t> {
    text: &'t str,
    /// The byte that is read next.
    at: usize,
    lines: Vec<Line>,
    /// The brackets that are open: their bytes and characters.
    open: Vec<(usize, char)>,
    /// The first bracket that is closed in a line with another indentation, and the one that closes it: one of them probably
    /// belongs to a bracket that is missing.
    unlike: Option<(usize, usize)>,
}

impl Scan<'_> {
    /// Scans to the end, or to the first mistake.
    fn find(mut self) -> Result<(), Mistake> {
        while let Some(letter) = self.rest().chars().next() {
            let from = self.at;
            self.at += letter.len_utf8();
            match letter {
                '"' => self.quoted(from)?,
                '\'' => self.apostrophe(),
                '/' if self.rest().starts_with('/') => {
                    self.at += self.rest().find('\n').unwrap_or(self.rest().len());
                }
                '/' if self.rest().starts_with('*') => self.comment(from)?,
                '(' | '[' | '{' => self.open.push((from, letter)),
                ')' | ']' | '}' => self.close(from, letter)?,
                _ => {}
            }
        }
        match self.open.last() {
            None => Ok(()),
            Some((from, open)) => Err(self.never_closed(*from, *open)),
        }
    }

    /// The mistake of a bracket that is open at the end of the text.
    fn never_closed(&self, from: usize, open: char) -> Mistake {
        let close = closing(open);
        match self.unlike {
            Some((open, by)) if self.indentation(by) < self.indentation(open) => {
                let is_out = |line: &&Line| {
                    open < line.start
                        && !line.is_empty
                        && line.indentation <= self.indentation(open)
                };
                let line = self.lines.iter().find(is_out).map_or(by, |line| line.start);
                let line = self.line(line);
                let text = format!(
                    "this `{{` is never closed; by the indentation, `}}` is missing before line {line}"
                );
                Mistake::at(self.text, open..open + 1, text)
            }
            _ => {
                let text = format!("this `{open}` is never closed; write `{close}`");
                Mistake::at(self.text, from..from + 1, text)
            }
        }
    }

    /// The mistake of a bracket that closes nothing.
    fn closes_nothing(&self, from: usize, found: char) -> Mistake {
        let opened = self.unlike.and_then(|(open, by)| {
            let indentation = self.indentation(by);
            let above = self.lines.get(..self.line(by).checked_sub(1)?)?;
            let is_alike = |line: &&Line| !line.is_empty && line.indentation == indentation;
            let start = above.iter().rfind(is_alike)?.start;
            if start <= open {
                return None;
            }
            let line = self.text.get(start..)?.lines().next()?;
            Some((by, start + line.len() - line.trim_start().len()..start + line.trim_end().len()))
        });
        match opened {
            Some((by, line)) if !line.is_empty() => {
                let text = format!(
                    "by the indentation, `{{` is missing in this line: `}}` in line {} closes it",
                    self.line(by)
                );
                Mistake::at(self.text, line, text)
            }
            _ => {
                let text = format!("this `{found}` closes nothing; remove it");
                Mistake::at(self.text, from..from + 1, text)
            }
        }
    }

    /// The number of the line of a byte.
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|line| line.start <= at)
    }

    /// The number of spaces at the beginning of the line of a byte.
    fn indentation(&self, at: usize) -> usize {
        let line = self.line(at).checked_sub(1).and_then(|line| self.lines.get(line));
        line.map_or(0, |line| line.indentation)
    }

    fn rest(&self) -> &str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// Skips the rest of a string.
    fn quoted(&mut self, from: usize) -> Result<(), Mistake> {
        let mut is_escaped = false;
        for (place, letter) in self.rest().char_indices() {
            match letter {
                _ if is_escaped => is_escaped = false,
                '\\' => is_escaped = true,
                '"' => {
                    self.at += place + 1;
                    return Ok(());
                }
                _ => {}
            }
        }
        Err(Mistake::at(self.text, from..from + 1, "this text has no end; write `\"` after it"))
    }

    /// Skips the rest of a character literal; a label has only one apostrophe.
    fn apostrophe(&mut self) {
        let mut letters = self.rest().char_indices();
        if let (Some((_, letter)), Some((_, '\''))) = (letters.next(), letters.next()) {
            self.at += letter.len_utf8() + 1;
        }
    }

    /// Skips a comment, which may contain other comments.
    fn comment(&mut self, from: usize) -> Result<(), Mistake> {
        let mut depth = 0_usize;
        self.at = from;
        loop {
            let rest = self.rest();
            let Some(close) = rest.find("*/") else {
                let text = "this comment has no end; write `*/` after it";
                return Err(Mistake::at(self.text, from..from + 2, text));
            };
            let open = rest.get(..close).and_then(|before| before.find("/*"));
            if let Some(open) = open {
                depth += 1;
                self.at += open + 2;
            } else {
                depth = depth.saturating_sub(1);
                self.at += close + 2;
            }
            if depth == 0 {
                return Ok(());
            }
        }
    }

    fn close(&mut self, from: usize, found: char) -> Result<(), Mistake> {
        match self.open.pop() {
            Some((opened, open)) if closing(open) == found => {
                let is_block = found == '}' && self.line(opened) != self.line(from);
                if is_block && self.indentation(opened) != self.indentation(from) {
                    self.unlike.get_or_insert((opened, from));
                }
                Ok(())
            }
            Some((opened, open)) => {
                let line = self.line(opened);
                let close = closing(open);
                let text = format!(
                    "expected `{close}` before this `{found}`: the `{open}` in line {line} is still open"
                );
                Err(Mistake::at(self.text, from..from + 1, text))
            }
            None => Err(self.closes_nothing(from, found)),
        }
    }
}

const fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
