//! The options of the command line.

use crate::world::body::Kind;
use lexopt::{Arg, Parser, ValueExt};
use std::ffi::OsString;
use std::path::PathBuf;

pub(crate) const USAGE: &str = "\
arena [options]
    --agents N        the number of animals and shepherds (2000)
    --seed N          another world (7)
    --tree FILE       the trees; the program reads the file again when it is saved (arena.tree)
    --select KIND     selects a sheep, a hunter or a shepherd, and follows it with the camera
    --live            starts the live page at once, as the key L does
    --port N          the port of the live page; 0 is a free one (0)
    --frames N        ends after this number of frames, each of one step, and prints the frame budget
    --picture FILE    writes the last of these frames to a PNG file
    --no-window       does the steps of the frames without a window
    --help            prints this text";

#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Options {
    pub(crate) agents: usize,
    pub(crate) seed: u64,
    pub(crate) tree: Option<PathBuf>,
    pub(crate) select: Option<Kind>,
    pub(crate) live: bool,
    pub(crate) port: u16,
    pub(crate) frames: Option<u32>,
    pub(crate) picture: Option<PathBuf>,
    pub(crate) has_window: bool,
    pub(crate) help: bool,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            agents: 2000,
            seed: 7,
            tree: None,
            select: None,
            live: false,
            port: 0,
            frames: None,
            picture: None,
            has_window: true,
            help: false,
        }
    }
}

/// More agents than this do not fit into memory on all machines.
const MOST_AGENTS: usize = 1_000_000;

impl Options {
    /// Reads the arguments without the name of the program; the error says what there is.
    pub(crate) fn parse(
        arguments: impl IntoIterator<Item = impl Into<OsString>>,
    ) -> Result<Self, String> {
        let mut options = Self::default();
        let parser = Parser::from_args(arguments);
        options.read(parser).map_err(|error| format!("error: {error}\n\n{USAGE}"))?;
        options.check().map_err(|problem| format!("error: {problem}\n\n{USAGE}"))?;
        Ok(options)
    }

    fn read(&mut self, mut parser: Parser) -> Result<(), lexopt::Error> {
        while let Some(argument) = parser.next()? {
            match argument {
                Arg::Long("agents") => self.agents = parser.value()?.parse()?,
                Arg::Long("seed") => self.seed = parser.value()?.parse()?,
                Arg::Long("tree") => self.tree = Some(parser.value()?.into()),
                Arg::Long("select") => self.select = Some(parser.value()?.parse_with(kind)?),
                Arg::Long("live") => self.live = true,
                Arg::Long("port") => self.port = parser.value()?.parse()?,
                Arg::Long("frames") => self.frames = Some(parser.value()?.parse()?),
                Arg::Long("picture") => self.picture = Some(parser.value()?.into()),
                Arg::Long("no-window") => self.has_window = false,
                Arg::Long("help") | Arg::Short('h') => self.help = true,
                other => return Err(other.unexpected()),
            }
        }
        Ok(())
    }

    fn check(&self) -> Result<(), &'static str> {
        if !(1..=MOST_AGENTS).contains(&self.agents) {
            return Err("--agents is a number from 1 to 1000000");
        }
        match self.frames {
            Some(0) => Err("--frames is at least 1"),
            None if self.picture.is_some() => Err("--picture needs --frames"),
            None if !self.has_window => Err("--no-window needs --frames"),
            Some(_) if self.picture.is_some() && !self.has_window => {
                Err("--picture needs a window: leave --no-window out")
            }
            _ => Ok(()),
        }
    }
}

fn kind(text: &str) -> Result<Kind, &'static str> {
    let mut kinds = Kind::ALL.into_iter();
    kinds.find(|kind| kind.name() == text).ok_or("the kinds are sheep, hunter and shepherd")
}
