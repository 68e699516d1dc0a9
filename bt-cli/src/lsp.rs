//! `bt lsp`: the language of files of trees in any editor, by the Language Server Protocol.
//!
//! What an editor asks is answered from the text at once, by the services of `bt_language` that the live page has too. Mistakes,
//! proofs and pictures are computed by other threads, and end when the text changes.

mod check;
mod commands;
mod edits;
mod names;
mod server;
mod stdio;
mod symbols;
mod text;
mod words;
mod worker;

use crossbeam_channel::{Receiver, Sender};
use lsp_server::Message;
use std::path::PathBuf;

/// How a server is run.
#[derive(Clone, Debug)]
pub struct Options {
    /// The file with the words of the program; without one they are found next to the trees.
    pub words: Option<PathBuf>,
    /// The program `bt`, which draws trees.
    pub program: PathBuf,
}

/// Answers the messages of a client, in JSON, until it goes; returns `true` if it has said so before.
#[must_use]
pub fn serve(messages: &Receiver<Message>, answers: Sender<String>, options: Options) -> bool {
    server::Server::new(answers, options).run(messages)
}

/// Answers the client at the standard input and output.
#[must_use]
pub fn serve_stdio(options: Options) -> bool {
    let (messages, answers, writer) = stdio::connection();
    let has_ended = serve(&messages, answers, options);
    // The answers are written when nobody can send more.
    let _ = writer.join();
    has_ended
}
