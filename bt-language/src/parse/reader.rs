//! The state of reading: the text after the word of a node, and the results besides the trees.
//!
//! The methods of [`Reader`] stand with what they read: arguments in `argument`, leaves in `leaf`,
//! blocks and keys in `children`, the node of a decorator in `node`.

use super::cursor::Cursor;
use crate::ast::{Expression, Expressions, Node, Purpose};
use crate::mirror::{Meaning, Mirror};
pub(crate) use crate::mistakes::Mistake;
use crate::mistakes::Mistakes;
use crate::nodes::Made;
use proc_macro2::{Ident, Span, TokenStream};

/// The result of reading, or the mistake.
pub(crate) type Result<T, E = Mistake> = std::result::Result<T, E>;

/// The context of a node: in an arm, between `=>` and `,`, a comma may end it as well as `;`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Context {
    Block,
    Arm,
}

/// The text after a word, and the expressions that were found in it.
pub(crate) struct Reader<'r> {
    pub(super) input: &'r mut Cursor,
    pub(super) word: &'r Ident,
    pub(super) context: Context,
    pub(super) notes: &'r mut Notes,
    pub(crate) expressions: Expressions,
}

/// The function that reads what comes after a word.
#[derive(Clone, Copy)]
pub(crate) enum Parser {
    /// Reads the arguments of a leaf or a decorator; nothing if they cannot be read.
    Arguments(fn(&mut Reader<'_>) -> Option<Made>),
    /// Reads everything, with the children.
    Node(fn(&mut Reader<'_>) -> Result<WithChildren<Made>>),
}

/// A part of a node, or nothing if it cannot be read; and the children.
pub(crate) type WithChildren<T> = (Option<T>, Vec<Node>);

impl<'r> Reader<'r> {
    pub(super) fn new(
        input: &'r mut Cursor,
        word: &'r Ident,
        context: Context,
        notes: &'r mut Notes,
    ) -> Self {
        Self { input, word, context, notes, expressions: Expressions::default() }
    }

    pub(crate) fn push(&mut self, purpose: Purpose, expression: impl Into<Expression>) {
        self.expressions.push(purpose, expression);
    }
}

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

impl Notes {
    /// For the text of a file.
    pub(crate) fn of_file() -> Self {
        let mistakes = Mistakes::of_file();
        Self { is_file: true, mistakes, mirror: Mirror::off(), ..Self::default() }
    }

    pub(crate) fn error(&mut self, span: Span, text: impl Into<String>) {
        self.mistakes.add(span, text);
    }

    /// Reports an unreadable part, and goes on without it.
    pub(crate) fn read<T>(&mut self, result: Result<T>) -> Option<T> {
        result.map_err(|mistake| self.mistakes.push(mistake)).ok()
    }

    /// Reads a node inside of a node, unless too many are nested.
    pub(crate) fn deeper<T>(
        &mut self,
        read: impl FnOnce(&mut Self) -> Result<T>,
        span: Span,
    ) -> Result<T> {
        let most = if self.is_file { DEPTH_OF_FILES } else { DEPTH };
        if self.depth >= most {
            let text = format!(
                "more than {most} nodes are nested here; move a part into a tree of its own"
            );
            self.is_too_deep = true;
            return Err(Mistake::new(span, text));
        }
        self.depth += 1;
        let result = read(self);
        self.depth -= 1;
        result
    }

    /// Passes an expression to the mirror as it was written, whether or not it can be read.
    pub(crate) fn value(&mut self, meaning: Meaning, tokens: &TokenStream) {
        self.mirror.value(meaning, tokens);
    }
}
