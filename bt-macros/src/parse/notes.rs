//! What reading leaves behind beside the trees.

use crate::error::Errors;
use crate::ide::{Meaning, Mirror};
use proc_macro2::{Span, TokenStream};

/// What is wrong, and what an editor shall know.
#[derive(Default)]
pub(crate) struct Notes {
    pub(crate) errors: Errors,
    pub(crate) mirror: Mirror,
    /// How many nodes are being read, one in the other.
    depth: usize,
}

/// How many nodes may be nested: the compiler's stack is not endless.
const DEPTH: usize = 1_024;

/// One mistake, with the words for it.
pub(crate) struct Mistake {
    pub(crate) span: Span,
    pub(crate) text: String,
}

/// What was read, or why it could not be.
pub(crate) type Parsed<T> = Result<T, Mistake>;

impl Mistake {
    pub(crate) fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// What `syn` says; `end` is the place of what is missing, which it does not know.
    pub(crate) fn of_syn(error: &syn::Error, end: Span) -> Self {
        let text = error.to_string();
        match text.strip_prefix("unexpected end of input") {
            Some(rest) => match rest.strip_prefix(": ") {
                Some(ours) => Self::new(end, ours),
                None => Self::new(end, format!("something is missing here{rest}")),
            },
            None => Self { span: error.span(), text },
        }
    }
}

impl Notes {
    pub(crate) fn error(&mut self, span: Span, text: impl Into<String>) {
        self.errors.push(span, text);
    }

    /// Tells of what could not be read, and goes on without it.
    pub(crate) fn read<T>(&mut self, parsed: Parsed<T>) -> Option<T> {
        parsed.map_err(|mistake| self.errors.push(mistake.span, mistake.text)).ok()
    }

    /// Reads a node in a node, unless too many are nested.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Parsed<T>,
        span: Span,
    ) -> Parsed<T> {
        if self.depth >= DEPTH {
            let text = format!(
                "more than {DEPTH} nodes are nested here; move a part into a tree of its own"
            );
            return Err(Mistake::new(span, text));
        }
        self.depth += 1;
        let parsed = read(self);
        self.depth -= 1;
        parsed
    }

    /// An expression as it was written, whether or not it can be read.
    pub(crate) fn value(&mut self, meaning: Meaning, tokens: &TokenStream) {
        self.mirror.value(meaning, tokens);
    }
}
