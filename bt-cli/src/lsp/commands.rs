//! The commands of a code lens: a picture of a tree, and the proofs of its rules, as messages.

use super::server::{Answer, Server, refused, stopped};
use super::text;
use super::worker::{Done, Job, Work};
use crate::command::prove::report;
use bt_language::file;
use lsp_server::{ErrorCode, Message, Notification, RequestId, Response};
use lsp_types::notification::{Notification as _, ShowMessage};
use lsp_types::{ExecuteCommandParams, MessageType, ShowMessageParams, Uri};
use serde_json::Value;
use std::io::{self, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

const DRAW: &str = "bt.draw";
const PROVE: &str = "bt.prove";

const TEXT: &str = "text";
const SVG: &str = "svg";

/// The names of the commands; a picture needs no words.
pub(super) const ALL: [&str; 2] = [DRAW, PROVE];

impl Server {
    /// Runs a command in another thread, which answers the request.
    pub(super) fn command(&self, id: &RequestId, of: &ExecuteCommandParams) -> Answer<()> {
        let wrong = || {
            let what = "expected the address of a document, the name of a tree, and possibly `svg`";
            refused(ErrorCode::InvalidParams, what)
        };
        let (uri, tree, is_shown) = match of.arguments.as_slice() {
            [uri, tree] => (uri, tree, true),
            // The client shows such a picture itself.
            [uri, tree, format] if of.command == DRAW && format == SVG => (uri, tree, false),
            _ => return Err(wrong()),
        };
        let uri: Uri = serde_json::from_value(uri.clone()).map_err(|_| wrong())?;
        let tree = tree.as_str().ok_or_else(wrong)?.to_owned();
        let document = self.document(&uri)?;
        let path = text::path(&uri);
        let version = self.version(&path, document, &self.open_texts());
        let program = self.options.program.clone();
        let run: Work<Result<String, String>> = match of.command.as_str() {
            DRAW => {
                let format = if is_shown { TEXT } else { SVG };
                Box::new(move |_| draw(&program, &tree, format, version.text.as_str()))
            }
            PROVE => Box::new(move |stop| {
                let (text, words) = (version.text.as_str(), &version.words.vocabulary);
                let proved = file::prove(text, words, "", &mut version.other(), Some(stop));
                file::forget();
                let with_mistakes = || "the file has mistakes; correct them first".to_owned();
                let (reading, proofs) = proved.map_err(|_| with_mistakes())?;
                let mut trees = reading.trees.iter().zip(&proofs);
                let found = trees.find(|(of, _)| of.outline.name == tree);
                match found.ok_or_else(with_mistakes)? {
                    (of, _) if !of.is_entry() => Err(format!(
                        "`{tree}` is not `pub`, so the trees that call it keep the rules"
                    )),
                    (_, of) if of.proofs.is_empty() => Err("the words have no rules".to_owned()),
                    (_, of) => Ok(report(&tree, of)),
                }
            }),
            other => {
                let what = format!("there is no command `{other}`");
                return Err(refused(ErrorCode::InvalidParams, what));
            }
        };
        let (key, answered) = (id.to_string(), id.clone());
        let run = move |stop: &Arc<AtomicBool>| {
            let messages = match run(stop) {
                Ok(text) => {
                    let shown = is_shown.then(|| {
                        let message = text.clone();
                        let shown = ShowMessageParams { typ: MessageType::INFO, message };
                        Message::Notification(Notification::new(
                            ShowMessage::METHOD.to_owned(),
                            shown,
                        ))
                    });
                    let answer = Response::new_ok(answered, Value::from(text));
                    shown.into_iter().chain([Message::Response(answer)]).collect()
                }
                Err(why) => {
                    let code = ErrorCode::RequestFailed as i32;
                    vec![Message::Response(Response::new_err(answered, code, why))]
                }
            };
            Done { messages, next: None }
        };
        let stopped = Some(Message::Response(stopped(id.clone())));
        self.proofs.put(Job { key, run: Box::new(run), stopped });
        Ok(())
    }
}

/// Draws a tree with `bt draw`, in a process of its own: its texts are freed when that ends.
fn draw(program: &Path, tree: &str, format: &str, text: &str) -> Result<String, String> {
    let failed = |error: io::Error| format!("`bt draw`: {error}");
    let mut child = Command::new(program)
        .args(["draw", &format!("--tree={tree}"), &format!("--format={format}"), "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(failed)?;
    if let Some(mut input) = child.stdin.take() {
        input.write_all(text.as_bytes()).map_err(failed)?;
    }
    let ended = child.wait_with_output().map_err(failed)?;
    let written = if ended.status.success() { ended.stdout } else { ended.stderr };
    let written = String::from_utf8_lossy(&written).into_owned();
    if ended.status.success() { Ok(written) } else { Err(written) }
}
