//! Which brackets belong together, also in a text in which some are missing.

use crate::lexer::{Kind, Lexeme};

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
            Kind::Open => {
                *waiting += 1;
                open.push((at, kind));
            }
            Kind::Close if *waiting > 0 => {
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
