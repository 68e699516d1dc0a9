//! The worlds of the examples in a browser: the trees of a file, which the page edits, and the agents that run them.
//!
//! JavaScript sends commands, texts in JSON, through one buffer; see `web/playground.js`.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use examples::example;
use run::Running;
use serde::Deserialize;
use std::cell::RefCell;
use std::collections::BTreeMap;

mod drill;
mod examples;
mod project;
mod robot;
mod run;
mod workshop;
mod world;

/// The texts of files, by their names.
type Texts = BTreeMap<String, String>;

/// A command of the page.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Command {
    /// Starts a world with these texts in place of its own. The response has the texts of the example, and those that the agents run.
    Open {
        /// The name of the world.
        world: String,
        /// The texts that differ from those of the example.
        texts: Texts,
    },
    /// Makes a Cargo project of a world, in a ZIP archive. The response is in base64.
    Project {
        /// The name of the world.
        world: String,
        /// The texts that differ from those of the example.
        texts: Texts,
    },
    /// Runs one step of the world, unless the page has paused it.
    Step,
    /// A request of the live page. The response is a status, a space and the body.
    Ask {
        /// `GET` or `POST`
        method: String,
        /// `/recording?after=7`
        target: String,
        /// The text that is sent.
        body: String,
    },
}

/// A program that does what commands say.
#[derive(Default)]
pub struct Playground {
    world: Option<Box<dyn Running>>,
}

impl Playground {
    /// Does what a command says, and returns the response; an error is a sentence.
    ///
    /// # Errors
    ///
    /// If there is no such world, or none is open.
    pub fn obey(&mut self, command: Command) -> Result<String, String> {
        match command {
            Command::Open { world, texts } => {
                let example = example(&world)?;
                let (running, files) = (example.open)(example.trees, texts)?;
                self.world = Some(running);
                Ok(files.to_string())
            }
            Command::Project { world, texts } => {
                let archive = project::archive(example(&world)?, &texts);
                archive.map(|bytes| STANDARD.encode(bytes)).map_err(|error| error.to_string())
            }
            Command::Step => {
                self.opened()?.step();
                Ok(String::new())
            }
            Command::Ask { method, target, body } => {
                let (status, body) = self.opened()?.answer(&method, &target, &body);
                Ok(format!("{status} {body}"))
            }
        }
    }

    fn opened(&mut self) -> Result<&mut dyn Running, String> {
        match &mut self.world {
            Some(world) => Ok(&mut **world),
            None => Err("no world is open".into()),
        }
    }
}

thread_local! {
    /// The command, and then its response.
    static BUFFER: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
    static PLAYGROUND: RefCell<Playground> = RefCell::default();
}

/// Makes room for a command of so many bytes, and returns its place.
#[allow(unsafe_code, reason = "see Cargo.toml")]
#[unsafe(no_mangle)]
extern "C" fn room(length: usize) -> *const u8 {
    BUFFER.with_borrow_mut(|buffer| {
        buffer.clear();
        buffer.resize(length, 0);
        buffer.as_ptr()
    })
}

/// Does what the command in the buffer says. The response takes its place: `+` and a text, or `-` and a sentence that says
/// what is wrong. Returns its length.
#[allow(unsafe_code, reason = "see Cargo.toml")]
#[unsafe(no_mangle)]
extern "C" fn obey() -> usize {
    let command = BUFFER.take();
    let obeyed = serde_json::from_slice(&command).map_err(|error| error.to_string());
    let obeyed =
        obeyed.and_then(|command| PLAYGROUND.with_borrow_mut(|program| program.obey(command)));
    let response = match obeyed {
        Ok(text) => format!("+{text}"),
        Err(problem) => format!("-{problem}"),
    };
    let length = response.len();
    BUFFER.set(response.into_bytes());
    length
}

/// The place of the response.
#[allow(unsafe_code, reason = "see Cargo.toml")]
#[unsafe(no_mangle)]
extern "C" fn response() -> *const u8 {
    BUFFER.with_borrow(Vec::as_ptr)
}
