//! The mistakes in the trees of one text: all are collected, each with its span.

use crate::place;
use proc_macro2::Span;

/// The maximum number of mistakes that are reported.
pub(crate) const MOST_MISTAKES: usize = 100;

/// The maximum number of mistakes in a file that are kept: more than are reported, because they are not found in the
/// order of the text.
const MOST_OF_FILE: usize = 1_000;

/// One mistake: its span, and a text.
#[derive(Clone, Debug)]
pub struct Mistake {
    /// The tokens that are wrong.
    pub span: Span,
    /// One sentence that says what is wrong and what to do.
    pub text: String,
}

/// The mistakes of one text, in the order in which they were found.
#[derive(Debug, Default)]
pub struct Mistakes {
    found: Vec<Mistake>,
    is_file: bool,
}

impl Mistake {
    pub(crate) fn new(span: Span, text: impl Into<String>) -> Self {
        Self { span, text: text.into() }
    }

    /// A mistake that `syn` has found; `end` is the span for missing tokens, which `syn` does not
    /// know.
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

impl Mistakes {
    /// For a file, of which only the first mistakes are kept: it may be large, and nothing but mistakes.
    pub(crate) fn of_file() -> Self {
        Self { found: Vec::new(), is_file: true }
    }

    /// Returns `true` if no more mistakes are kept.
    pub(crate) fn is_full(&self) -> bool {
        self.is_file && self.found.len() >= MOST_OF_FILE
    }

    /// Adds a mistake.
    pub fn push(&mut self, mistake: impl Into<Mistake>) {
        if !self.is_full() {
            self.found.push(mistake.into());
        }
    }

    pub(crate) fn add(&mut self, span: Span, text: impl Into<String>) {
        self.push(Mistake::new(span, text));
    }

    /// Adds an error of `syn` about an expression, a type or a header.
    pub(crate) fn push_syn(&mut self, error: syn::Error) {
        for one in error {
            self.add(one.span(), one.to_string());
        }
    }

    /// Returns `true` if there are none.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(crate) fn count(&self) -> usize {
        self.found.len()
    }

    /// The mistakes in the order of the source.
    #[must_use]
    pub fn in_order(mut self) -> Vec<Mistake> {
        self.found.sort_by_cached_key(|mistake| place::order(mistake.span));
        // Two readers may miss the same tokens.
        self.found.dedup_by(|one, other| {
            one.text == other.text && place::order(one.span) == place::order(other.span)
        });
        self.found
    }
}
