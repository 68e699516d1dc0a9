//! The items of earlier macro calls, so that two trees of one name in one module are one mistake.
//!
//! rustc would keep the first type and add the methods of both trees to it: an error for each method, trait and
//! call. A macro cannot ask in which module it is called. But two calls of one file are in the same module if the
//! text between them closes all brackets that it opens and no others.

use crate::files::OwnTokens;
use bt_language::ast::Outline;
use bt_language::mistakes::{Mistake, Mistakes};
use bt_language::place::{Lines, ends};
use proc_macro2::{Span, TokenStream};
use std::fs;
use std::path::PathBuf;

/// The text of a macro call: a line (the first is 1) and a column (the first is 0).
#[derive(Clone)]
pub(crate) struct Call {
    file: PathBuf,
    start: (usize, usize),
    end: (usize, usize),
}

impl Call {
    /// None if the compiler does not tell, as before Rust 1.88, or in an editor.
    pub(crate) fn at(span: Span) -> Option<Self> {
        let file = span.local_file()?;
        Some(Self { file, start: ends(span, true), end: ends(span, false) })
    }

    /// Returns `true` if a later call of the same file is in the same module.
    fn is_beside(&self, later: &Self) -> bool {
        let between = || {
            let text = fs::read_to_string(&self.file).ok()?.replace("\r\n", "\n");
            let (end, start) = (offset(&text, self.end)?, offset(&text, later.start)?);
            text.get(end..start).map(str::to_owned)
        };
        self.file == later.file && between().is_some_and(|text| is_balanced(&text))
    }
}

/// The byte at a line and column.
fn offset(text: &str, (line, column): (usize, usize)) -> Option<usize> {
    let before: usize = text.split_inclusive('\n').take(line.checked_sub(1)?).map(str::len).sum();
    let rest = text.get(before..)?.trim_start_matches('\u{feff}');
    let place = rest.char_indices().map(|(place, _)| place).nth(column)?;
    Some(text.len() - rest.len() + place)
}

fn is_balanced(text: &str) -> bool {
    // The compiler would report brackets without a partner itself.
    let _own = OwnTokens::begin();
    text.parse::<TokenStream>().is_ok()
}

/// The items of the calls that the compiler has expanded so far.
pub(crate) struct Earlier {
    items: Vec<Item>,
}

struct Item {
    name: String,
    line: usize,
    call: Call,
}

impl Earlier {
    /// None at all.
    pub(crate) const fn new() -> Self {
        Self { items: Vec::new() }
    }

    /// Removes the items of a call that have the name of an item of an earlier call in the same module.
    pub(crate) fn keep_new<T>(
        &mut self,
        items: &mut Vec<Result<T, Outline>>,
        outline: impl Fn(&Result<T, Outline>) -> &Outline,
        (call, lines): (&Call, &Lines),
        mistakes: &mut Mistakes,
    ) {
        items.retain(|item| {
            let Outline { name, attributes, .. } = outline(item);
            // The two need not exist in the same program.
            if attributes.iter().any(|attribute| attribute.path().is_ident("cfg")) {
                return true;
            }
            let first = self.items.iter().find(|of| name == &of.name && of.call.is_beside(call));
            if let Some(Item { line, .. }) = first {
                let text = format!(
                    "two items of this module are called `{name}`, the first in line {line}; give this one another name"
                );
                mistakes.push(Mistake { span: name.span(), text });
                return false;
            }
            let line = lines.line(name.span());
            self.items.push(Item { name: name.to_string(), line, call: call.clone() });
            true
        });
    }
}

#[cfg(test)]
mod tests {
    use super::{is_balanced, offset};

    #[test]
    fn a_place_is_found_in_a_text() {
        let text = "\u{feff}one\nzwölf { }\n\nend";
        let at = |line, column| offset(text, (line, column)).map(|place| &text[place..]);
        assert_eq!(at(1, 1), Some("ne\nzwölf { }\n\nend"));
        assert_eq!(at(2, 6), Some("{ }\n\nend"));
        assert_eq!(at(4, 2), Some("d"));
        assert_eq!([at(4, 3), at(5, 0), at(0, 0)], [None; 3]);
    }

    #[test]
    fn only_what_closes_its_own_brackets_stays_in_a_module() {
        for text in ["", "fn a() { \"}\" }", "// }\nmod a { struct B; }", "/* { */ 'a' '\\''"] {
            assert!(is_balanced(text), "{text}");
        }
        for text in ["}", "} mod a {", "mod a {", "fn a() { ']' ]"] {
            assert!(!is_balanced(text), "{text}");
        }
    }
}
