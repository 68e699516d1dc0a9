//! What the kinds of nodes read after their words.

use super::argument::{self, Argument, DRAW};
use super::composite;
use super::cursor::Cursor;
use super::leaf::{self, Act, Place};
use super::node;
use super::notes::{Notes, Parsed};
use super::policies::policies;
use super::{branch, subtree};
use crate::ast::{Expression, Expressions, Literal, Node, Policies, Purpose, Rounds, Subtree};
use crate::nodes::{Definition, Made};
use proc_macro2::Ident;
use std::rc::Rc;
use std::time::Duration;

/// The text after a word, and the expressions that were found in it.
pub(crate) struct Reader<'r> {
    pub(super) input: &'r mut Cursor,
    pub(super) word: &'r Ident,
    pub(super) place: Place,
    pub(super) notes: &'r mut Notes,
    pub(crate) expressions: Expressions,
}

/// The reader of what comes after a word.
#[derive(Clone, Copy)]
pub(crate) enum Read {
    /// Reads the arguments of a leaf or a decorator; nothing if they cannot be read.
    Arguments(fn(&mut Reader<'_>) -> Option<Made>),
    /// Reads everything, with the children.
    Whole(fn(&mut Reader<'_>) -> Parsed<Whole>),
}

/// A definition with its children; no definition if it cannot be read.
pub(crate) type Whole = (Option<Made>, Vec<Node>);

impl Reader<'_> {
    pub(crate) fn push(&mut self, purpose: Purpose, expression: impl Into<Expression>) {
        self.expressions.push(purpose, expression);
    }

    fn pushed(&mut self, purpose: Purpose, expression: Option<Expression>) -> Option<()> {
        expression.map(|expression| self.push(purpose, expression))
    }

    /// Reports arguments.
    pub(crate) fn without_arguments(&mut self) -> Option<()> {
        argument::none(self.input, self.word, self.notes)
    }

    /// The definition of a word without arguments.
    pub(crate) fn no_arguments(&mut self, definition: impl Definition + 'static) -> Option<Made> {
        self.without_arguments().map(|()| Rc::new(definition) as Made)
    }

    /// `(EXPR)`
    pub(crate) fn one(&mut self, argument: &Argument, purpose: Purpose) -> Option<()> {
        let read = argument::one(self.input, self.word, argument, self.notes);
        self.pushed(purpose, read)
    }

    /// `(D)`; returns the length if it is a literal.
    #[allow(clippy::option_option, reason = "it may be unknown, and it may be unreadable")]
    pub(crate) fn length(&mut self) -> Option<Option<Duration>> {
        let length = argument::duration(self.input, self.word, self.notes)?;
        self.push(Purpose::Length, length.value);
        Some(length.known)
    }

    /// `(N)`, or nothing, which means for ever.
    pub(crate) fn count(&mut self) -> Option<Rounds> {
        let (count, rounds) = argument::count(self.input, self.word, self.notes)?;
        self.pushed(Purpose::Count, count);
        Some(rounds)
    }

    /// `(margin = EXPR)`, or nothing.
    pub(crate) fn margin(&mut self) -> Option<()> {
        let margin = argument::margin(self.input, self.word, self.notes)?;
        self.pushed(Purpose::Margin, margin);
        Some(())
    }

    /// `(D, EXPR)`; returns the length if it is a literal.
    #[allow(clippy::option_option, reason = "it may be unknown, and it may be unreadable")]
    pub(crate) fn service(&mut self) -> Option<Option<Duration>> {
        let (length, run) = argument::service(self.input, self.word, self.notes)?;
        self.push(Purpose::Length, length.value);
        self.push(Purpose::Statement, run);
        Some(length.known)
    }

    /// `(EXPR)`; in a file, the vocabulary draws.
    pub(crate) fn draw(&mut self) -> Option<()> {
        let draw = if self.notes.is_file {
            composite::draw_of_vocabulary(self.input, self.word, self.notes)
        } else {
            argument::one(self.input, self.word, &DRAW, self.notes)
        };
        self.pushed(Purpose::Draw, draw)
    }

    /// `(success = P, failure = P)`
    pub(crate) fn policies(&mut self) -> Option<Policies> {
        policies(self.input, self.notes)
    }

    /// The `;` after a leaf, or the rest of one that cannot be read.
    pub(crate) fn end_of_leaf(&mut self, is_readable: bool) {
        if is_readable {
            leaf::finish(self.input, self.word, self.place, self.notes);
        } else {
            self.input.skip_node(self.place);
        }
    }

    /// `;`
    pub(crate) fn constant(&mut self, definition: Made) -> Option<Made> {
        let read = self.without_arguments();
        self.end_of_leaf(true);
        read.map(|()| definition)
    }

    /// `EXPR;`
    pub(crate) fn answer(&mut self) -> Option<()> {
        let read = leaf::condition(self.input, self.word, self.place, self.notes);
        self.pushed(Purpose::Answer, read)
    }

    pub(crate) fn action(&mut self) -> Option<Act> {
        leaf::action(self.input, self.word, self.place, self.notes)
    }

    pub(crate) fn with(&mut self) -> Option<Literal> {
        leaf::with(self.input, self.word, self.place, self.notes)
    }

    pub(crate) fn subtree(&mut self) -> Option<Subtree> {
        subtree::subtree(self.input, self.word, self.place, self.notes)
    }

    /// `{ … }`, after arguments that could be read.
    pub(crate) fn block(&mut self, definition: Option<Made>) -> Parsed<Whole> {
        composite::with_block(self.input, self.word, definition, self.notes)
    }

    /// `{ … }`
    pub(crate) fn plain(&mut self, definition: Made) -> Parsed<Whole> {
        composite::plain(self, definition)
    }

    /// `EXPR { … } else { … }`
    pub(crate) fn branch(&mut self, definition: Made) -> Parsed<Whole> {
        branch::branch(self, definition)
    }

    /// `EXPR { PATTERN => … }`
    pub(crate) fn arms(&mut self, definition: Made) -> Parsed<Whole> {
        branch::arms(self, definition)
    }

    /// A decorator and its node.
    pub(super) fn decorated(&mut self, definition: Option<Made>) -> Parsed<Whole> {
        node::decorated(self, definition)
    }
}
