//! The requests of an editor.

use super::units::Units;
use super::{Editor, body, change, check, complete, disk, slot, words};
use crate::live::answer::Answer;
use crate::live::head::Head;
use crate::live::shared::{Shared, locked};
use bt_core::__internal::mark;
use bt_language::file::{self, MOST_BYTES};
use bt_language::format;
use serde_json::{Value, json};
use std::io::Read;
use std::string::ToString;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The maximum number of requests that are answered at the same time, which bounds their memory.
const MOST_BUSY: usize = 8;

#[derive(Clone, Copy)]
enum Request {
    Open,
    Check,
    Complete,
    Hover,
    Change,
    Format,
    Apply,
    Applied,
    Save,
    Revert,
}

impl Request {
    fn at(path: &str) -> Option<Self> {
        Some(match path.strip_prefix("/edit/")? {
            "open" => Self::Open,
            "check" => Self::Check,
            "complete" => Self::Complete,
            "hover" => Self::Hover,
            "change" => Self::Change,
            "format" => Self::Format,
            "apply" => Self::Apply,
            "applied" => Self::Applied,
            "save" => Self::Save,
            "revert" => Self::Revert,
            _ => return None,
        })
    }
}

/// A request that is being answered.
struct Busy<'a>(&'a AtomicUsize);

impl<'a> Busy<'a> {
    fn begin(busy: &'a AtomicUsize) -> Option<Self> {
        let this = Self(busy);
        (busy.fetch_add(1, Ordering::Relaxed) < MOST_BUSY).then_some(this)
    }
}

impl Drop for Busy<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Answers a request that names the server and comes from its own page.
pub(in crate::live) fn answer(head: &Head, client: &mut impl Read, shared: &Shared) -> Answer {
    let path = head.target.split_once('?').map_or(&*head.target, |(path, _)| path);
    let Some(request) = Request::at(path) else {
        return Answer::refusal(404, "there is no such page");
    };
    if head.method != "POST" {
        return Answer::not_allowed("POST");
    }
    let Some(editor) = locked(&shared.editor).clone() else {
        return Answer::refusal(409, "this program does not let its trees be edited");
    };
    let Some(_busy) = Busy::begin(&editor.busy) else {
        return Answer::refusal(503, "there are too many requests at the same time");
    };
    let answered =
        body::read(head, client).and_then(|body| answered(request, &body, &editor, shared));
    answered.map_or_else(|refusal| refusal, |answer| Answer::json(answer.to_string()))
}

fn answered(
    request: Request,
    body: &Value,
    editor: &Editor,
    shared: &Shared,
) -> Result<Value, Answer> {
    let conflict = |problem| Answer::refusal(409, problem);
    Ok(match request {
        Request::Open => open(editor)?,
        Request::Check => check::answer(text(body)?, &editor.words, editor.disk.path()),
        Request::Complete => {
            let (text, at) = text_at(body)?;
            complete::answer(text, at, &editor.words)
        }
        Request::Hover => {
            let (text, at) = text_at(body)?;
            complete::hover(text, at, &editor.words)
        }
        Request::Change => change::answer(text(body)?, &body["change"], &editor.words)?,
        Request::Format => formatted(text(body)?),
        Request::Apply => apply(text(body)?, editor, shared)?,
        Request::Applied => {
            let running = editor.target.running();
            let text = running.source.map(|source| source.text);
            json!({ "text": text.as_deref(), "version": running.version })
        }
        Request::Save => {
            let known = body["disk"].as_str().ok_or_else(|| missing("disk"))?;
            match editor.disk.save(text(body)?, known).map_err(conflict)? {
                disk::Saved::Done(mark) => json!({ "disk": mark }),
                disk::Saved::Changed(text) => {
                    json!({ "changed": { "disk": mark(&text), "text": text } })
                }
            }
        }
        Request::Revert => {
            let text = editor.disk.text().map_err(conflict)?;
            json!({ "disk": mark(&text), "text": text })
        }
    })
}

fn open(editor: &Editor) -> Result<Value, Answer> {
    let text = editor.disk.text().map_err(|problem| Answer::refusal(409, problem))?;
    Ok(json!({
        "path": editor.disk.path().to_string_lossy(),
        "disk": mark(&text),
        "text": text,
        "words": words::words(&editor.words),
        "nodes": words::nodes(&editor.words),
        "may_save": editor.disk.may_save(),
    }))
}

fn formatted(text: &str) -> Value {
    let formatted = format::file(text);
    file::forget();
    match formatted {
        Ok(text) => json!({ "text": text }),
        Err(mistakes) => json!({ "mistakes": check::mistakes(text, &mistakes) }),
    }
}

fn apply(text: &str, editor: &Editor, shared: &Shared) -> Result<Value, Answer> {
    let mistakes = check::read(text, &editor.words, editor.disk.path());
    if !mistakes.is_empty() {
        return Ok(json!({ "mistakes": check::mistakes(text, &mistakes) }));
    }
    let applied = editor.target.apply(text, editor.disk.path(), shared);
    match applied {
        Ok(applied) => Ok(json!({ "version": applied.version, "moved": applied.moved })),
        Err(slot::Refused::Mistakes(mistakes)) => {
            Ok(json!({ "mistakes": check::without_place(&mistakes) }))
        }
        Err(slot::Refused::Closed) => {
            Err(Answer::refusal(409, "this program no longer takes new trees"))
        }
    }
}

fn missing(field: &str) -> Answer {
    Answer::refusal(400, std::format!("the body has no field `{field}` of the right type"))
}

/// The text in the editor.
fn text(body: &Value) -> Result<&str, Answer> {
    let text = body["text"].as_str().ok_or_else(|| missing("text"))?;
    if text.len() > MOST_BYTES {
        let problem = std::format!("a file of trees may have {MOST_BYTES} bytes");
        return Err(Answer::refusal(413, problem));
    }
    Ok(text)
}

/// The text in the editor, and a byte of it.
fn text_at(body: &Value) -> Result<(&str, usize), Answer> {
    let text = text(body)?;
    let at = body["at"].as_u64().and_then(|at| usize::try_from(at).ok());
    let at = at.ok_or_else(|| missing("at"))?;
    Ok((text, Units::of(text).byte(at)))
}
