//! The results of reading, besides the trees.

use crate::mirror::{Meaning, Mirror};
pub(crate) use crate::mistakes::Mistake;
use crate::mistakes::Mistakes;
use proc_macro2::{Span, TokenStream};

/// The mistakes, and the mirror for an editor.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) mistakes: Mistakes,
    pub(crate) mirror: Mirror,
    /// `true` for the text of a file, in which words of a vocabulary stand where a macro call has Rust.
    pub(super) is_file: bool,
    /// The current nesting depth of nodes.
    depth: usize,
    /// `true` if more nodes are nested than can be read; the rest of the input is then ignored.
    pub(super) is_too_deep: bool,
}

/// The maximum nesting depth of nodes: the compiler's stack is limited.
const DEPTH: usize = 1_024;

/// The same in a file, which a thread of a program reads.
const DEPTH_OF_FILES: usize = 128;

/// The result of reading, or the mistake.
pub(crate) type Parsed<T> = Result<T, Mistake>;

impl Notes {
    /// For the text of a file.
    pub(crate) fn of_file() -> Self {
        Self { is_file: true, mirror: Mirror::off(), ..Self::default() }
    }

    pub(crate) fn error(&mut self, span: Span, text: impl Into<String>) {
        self.mistakes.add(span, text);
    }

    /// Reports an unreadable part, and goes on without it.
    pub(crate) fn read<T>(&mut self, parsed: Parsed<T>) -> Option<T> {
        parsed.map_err(|mistake| self.mistakes.push(mistake)).ok()
    }

    /// Reads a node inside of a node, unless too many are nested.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
        span: Span,
    ) -> Parsed<T> {
        let most = if self.is_file { DEPTH_OF_FILES } else { DEPTH };
        if self.depth >= most {
            let text = format!(
                "more than {most} nodes are nested here; move a part into a tree of its own"
            );
            self.is_too_deep = true;
            return Err(Mistake::new(span, text));
        }
        self.depth += 1;
        let parsed = read(self);
        self.depth -= 1;
        parsed
    }

    /// Passes an expression to the mirror as it was written, whether or not it can be read.
    pub(crate) fn value(&mut self, meaning: Meaning, tokens: &TokenStream) {
        self.mirror.value(meaning, tokens);
    }
}
