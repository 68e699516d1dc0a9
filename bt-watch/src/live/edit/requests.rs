//! The requests of an editor.

use super::files::{Disk, Reading, Saved, Texts};
use super::{Editor, body, change, check, complete, slot, words};
use crate::live::answer::Answer;
use crate::live::branch;
use crate::live::head::Head;
use crate::live::requests::refusal_of_others;
use crate::live::shared::{Shared, locked};
use bt_core::__internal::mark;
use bt_language::edit::Units;
use bt_language::file::MOST_BYTES;
use bt_language::{file, format};
use serde_json::{Value, json};
use std::io::Read;
use std::string::{String, ToString};
use std::sync::Arc;
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
    Rename,
    Format,
    Apply,
    Applied,
    Save,
    Revert,
    Branch,
}

impl Request {
    fn at(path: &str) -> Option<Self> {
        Some(match path.strip_prefix("/edit/")? {
            "open" => Self::Open,
            "check" => Self::Check,
            "complete" => Self::Complete,
            "hover" => Self::Hover,
            "change" => Self::Change,
            "rename" => Self::Rename,
            "format" => Self::Format,
            "apply" => Self::Apply,
            "applied" => Self::Applied,
            "save" => Self::Save,
            "revert" => Self::Revert,
            "branch" => Self::Branch,
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
    let (path, query) = head.target.split_once('?').unwrap_or((&head.target, ""));
    let Some(request) = Request::at(path) else {
        return Answer::refusal(404, "there is no such page");
    };
    if head.method != "POST" {
        return Answer::not_allowed("POST");
    }
    let Some(editor) = locked(&shared.editor).clone() else {
        return Answer::refusal(409, "this program does not let its trees be edited");
    };
    if let Some(refusal) = refusal_of_others(query, shared) {
        return refusal;
    }
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
    let disk = || editor.files.disk(file(body, editor)?).map_err(conflict);
    Ok(match request {
        Request::Open => open(disk()?.as_ref(), editor)?,
        Request::Check => check::answer(text(body)?, &editor.words, &read(body, editor)?),
        Request::Complete => {
            let (text, at) = text_at(body)?;
            match &body["change"] {
                Value::Null => complete::answer(text, Units::of(text).byte(at), &editor.words),
                change => complete::in_change(text, change, at, &editor.words)?,
            }
        }
        Request::Hover => {
            let (text, at) = text_at(body)?;
            complete::hover(text, Units::of(text).byte(at), &editor.words)
        }
        Request::Change if change::is_of_trees(&body["change"]) => {
            let texts = editor.files.all(&read(body, editor)?, &given(body, editor)?);
            change::of_trees(&texts, file(body, editor)?, &body["change"], &editor.words)?
        }
        Request::Change => change::answer(text(body)?, &body["change"], &editor.words)?,
        Request::Rename => rename(body, editor)?,
        Request::Format => formatted(text(body)?),
        Request::Apply => apply(text(body)?, &read(body, editor)?, editor, shared)?,
        Request::Applied => {
            let running = editor.target.running();
            let source = running.source.unwrap_or_default();
            let text = source.get(file(body, editor)?).map(|of| &of.text);
            json!({ "text": text, "version": running.version })
        }
        Request::Save => {
            let known = body["disk"].as_str().ok_or_else(|| missing("disk"))?;
            match disk()?.save(text(body)?, known).map_err(conflict)? {
                Saved::Done(mark) => json!({ "disk": mark }),
                Saved::Changed(text) => {
                    json!({ "changed": { "disk": mark(&text), "text": text } })
                }
            }
        }
        Request::Revert => {
            let text = disk()?.text().map_err(conflict)?;
            json!({ "disk": mark(&text), "text": text })
        }
        Request::Branch => branched(body, editor, shared)?,
    })
}

fn open(disk: &Disk, editor: &Editor) -> Result<Value, Answer> {
    let text = disk.text().map_err(conflict)?;
    Ok(json!({
        "path": editor.files.path().to_string_lossy(),
        "file": editor.files.first(),
        "disk": mark(&text),
        "text": text,
        "words": words::words(&editor.words),
        "nodes": words::nodes(&editor.words),
        "patterns": words::common(&editor.words),
        "may_save": disk.may_save(),
    }))
}

/// Gives the name at a place of the text a new one, in all files.
fn rename(body: &Value, editor: &Editor) -> Result<Value, Answer> {
    let (text, at) = text_at(body)?;
    let name = body["name"].as_str().ok_or_else(|| missing("name"))?;
    let texts = editor.files.all(&read(body, editor)?, &given(body, editor)?);
    Ok(change::rename(&texts, (file(body, editor)?, Units::of(text).byte(at)), name, &editor.words))
}

fn formatted(text: &str) -> Value {
    let formatted = format::file(text);
    file::forget();
    match formatted {
        Ok(text) => json!({ "text": text }),
        Err(mistakes) => json!({ "mistakes": check::mistakes(text, &mistakes) }),
    }
}

fn apply(text: &str, reading: &Reading, editor: &Editor, shared: &Shared) -> Result<Value, Answer> {
    if !reading.mistakes.is_empty() {
        return Ok(json!({ "mistakes": check::mistakes(text, &reading.mistakes) }));
    }
    let first = (editor.files.first(), editor.files.path());
    match editor.target.apply(Arc::clone(&reading.source), first, shared) {
        Ok(applied) => Ok(json!({ "version": applied.version, "moved": applied.moved })),
        Err(slot::Refused::Mistakes(mistakes)) => {
            Ok(json!({ "mistakes": check::without_place(&mistakes) }))
        }
        Err(slot::Refused::Closed) => {
            Err(Answer::refusal(409, "this program no longer takes new trees"))
        }
    }
}

/// Runs a copy of an agent with the text in the editor.
fn branched(body: &Value, editor: &Editor, shared: &Shared) -> Result<Value, Answer> {
    let reading = read(body, editor)?;
    if !reading.mistakes.is_empty() {
        return Ok(json!({ "refused": "the text has mistakes, so no copy can run it" }));
    }
    let text = (Arc::clone(&reading.source), editor.files.first(), editor.files.path());
    branch::answer(shared, &body["wish"], Some(text))
}

fn conflict(problem: String) -> Answer {
    Answer::refusal(409, problem)
}

fn missing(field: &str) -> Answer {
    Answer::refusal(400, std::format!("the body has no field `{field}` of the right type"))
}

/// The name of the file that the page edits: without one, the first file.
fn file<'a>(body: &'a Value, editor: &'a Editor) -> Result<&'a str, Answer> {
    match &body["file"] {
        Value::Null => Ok(editor.files.first()),
        name => name.as_str().ok_or_else(|| missing("file")),
    }
}

/// Reads the text in the editor with all other files: as the page has them, or else as they are on the disk.
fn read(body: &Value, editor: &Editor) -> Result<Reading, Answer> {
    let texts = given(body, editor)?;
    editor.files.read(file(body, editor)?, &texts, &editor.words).map_err(conflict)
}

/// The texts that the page has: the one in the editor, and others that are not saved, in `texts`.
fn given(body: &Value, editor: &Editor) -> Result<Texts, Answer> {
    let mut texts = Texts::new();
    for (name, other) in body["texts"].as_object().into_iter().flatten() {
        texts.insert(name.clone(), bounded(other, "texts")?.into());
    }
    texts.insert(file(body, editor)?.into(), text(body)?.into());
    for name in texts.keys() {
        editor.files.disk(name).map_err(conflict)?;
    }
    Ok(texts)
}

/// The text in the editor.
fn text(body: &Value) -> Result<&str, Answer> {
    bounded(&body["text"], "text")
}

fn bounded<'a>(text: &'a Value, field: &str) -> Result<&'a str, Answer> {
    let text = text.as_str().ok_or_else(|| missing(field))?;
    if text.len() > MOST_BYTES {
        let problem = std::format!("a file of trees may have {MOST_BYTES} bytes");
        return Err(Answer::refusal(413, problem));
    }
    Ok(text)
}

/// The text in the editor, and a place in it.
fn text_at(body: &Value) -> Result<(&str, usize), Answer> {
    let text = text(body)?;
    let at = body["at"].as_u64().and_then(|at| usize::try_from(at).ok());
    Ok((text, at.ok_or_else(|| missing("at"))?))
}
