//! Prints a tree instead of telling its story: `--picture svg`, or after a tick: `--picture svg 37`.

use bt_core::picture::Picture;
use std::env;

/// What is to be printed.
pub(crate) struct Draw {
    format: String,
    /// After this tick.
    pub(crate) tick: Option<u32>,
}

impl Draw {
    /// What the program's arguments ask for.
    pub(crate) fn wanted() -> Option<Self> {
        let mut arguments = env::args().skip_while(|argument| argument != "--picture").skip(1);
        let format = arguments.next()?;
        let tick = arguments.next().and_then(|tick| tick.parse().ok());
        Some(Self { format, tick })
    }

    pub(crate) fn print(&self, picture: Picture<'_>) {
        match self.format.as_str() {
            "dot" => print!("{}", picture.dot()),
            "mermaid" => print!("{}", picture.mermaid()),
            "svg" => print!("{}", picture.svg()),
            _ => print!("{}", picture.text()),
        }
    }
}
