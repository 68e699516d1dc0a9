//! A tree as indented text.

use super::{Picture, Piece};
use bt_core::__internal::{Line, Written, key};
use bt_core::Status;
use bt_core::observe::Mark;
use core::fmt;

/// A tree as text, a line for each node; made by [`Picture::text`].
///
/// With marks, a sign shows the last event of each node: `▶` running, `✓` success, `✗` failure, `■` aborted,
/// `·` no event. The error of an action that has failed follows the action.
#[derive(Clone, Copy, Debug)]
pub struct Text<'a> {
    picture: Picture<'a>,
    colored: bool,
}

/// The maximum number of characters of an expression, so that a line fits into a terminal.
const LONGEST: usize = 48;

impl<'a> Text<'a> {
    pub(super) const fn new(picture: Picture<'a>) -> Self {
        Self { picture, colored: false }
    }

    /// Turns colors for marks on or off, as escape codes of terminals.
    #[must_use]
    pub const fn colored(self, colored: bool) -> Self {
        Self { colored, ..self }
    }

    fn line(&self, piece: &Piece<'_>, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let indent = 2 * piece.node.depth(self.picture.nodes);
        let written = Written { node: piece.node, longest: LONGEST };
        let more = piece.more();
        let key = Key(key(piece.node, LONGEST));
        write!(formatter, "{:indent$}", "")?;
        if self.picture.is_marked() {
            let (sign, color) = sign(piece.mark);
            self.paint(color, format_args!("{sign} {key}{written}{more}"), formatter)?;
        } else {
            write!(formatter, "{key}{written}{more}")?;
        }
        if let Some(text) = piece.error {
            let error = Line { text, longest: usize::MAX };
            self.paint(RED, format_args!("  \"{error}\""), formatter)?;
        }
        writeln!(formatter)
    }

    fn paint(
        &self,
        color: &str,
        text: fmt::Arguments<'_>,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        if self.colored {
            write!(formatter, "\x1b[{color}m{text}\x1b[0m")
        } else {
            formatter.write_fmt(text)
        }
    }
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(heading) = self.picture.heading() {
            writeln!(formatter, "{heading}")?;
        }
        self.picture.pieces().try_for_each(|piece| self.line(&piece, formatter))
    }
}

/// `npc.is_hungry() => `
struct Key<'a>(Option<Line<'a>>);

impl fmt::Display for Key<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |key| write!(formatter, "{key} => "))
    }
}

const RED: &str = "31";

const fn sign(mark: Option<Mark>) -> (char, &'static str) {
    match mark {
        None => ('·', "2"),
        Some(Mark::Aborted) => ('■', "35"),
        Some(Mark::Ticked(Status::Running)) => ('▶', "1;36"),
        Some(Mark::Ticked(Status::Success)) => ('✓', "32"),
        Some(Mark::Ticked(Status::Failure)) => ('✗', RED),
    }
}
