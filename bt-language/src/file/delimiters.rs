//! Texts that cannot be split into tokens: unbalanced brackets, unterminated strings and comments, unknown characters.

use super::Mistake;
use proc_macro2::LexError;

/// The mistake in a text that cannot be split into tokens.
pub(super) fn mistake(text: &str, error: &LexError) -> Mistake {
    let scan = Scan { text, at: 0, open: Vec::new() };
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

/// A scanner that moves through a text from bracket to bracket.
struct Scan<'t> {
    text: &'t str,
    /// The byte that is read next.
    at: usize,
    /// The brackets that are open: their bytes and characters.
    open: Vec<(usize, char)>,
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
            Some((from, open)) => {
                let text = format!("this `{open}` is never closed; write `{}`", closing(*open));
                Err(Mistake::at(self.text, *from..from + 1, text))
            }
        }
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
        let text = match self.open.pop() {
            Some((_, open)) if closing(open) == found => return Ok(()),
            Some((opened, open)) => {
                let line = self.text.get(..opened).map_or(0, |text| text.matches('\n').count()) + 1;
                format!(
                    "this `{found}` does not fit the `{open}` in line {line}, which `{}` closes",
                    closing(open)
                )
            }
            None => format!("this `{found}` closes nothing; remove it"),
        };
        Err(Mistake::at(self.text, from..from + 1, text))
    }
}

const fn closing(open: char) -> char {
    match open {
        '(' => ')',
        '[' => ']',
        _ => '}',
    }
}
