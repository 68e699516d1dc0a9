//! The server: open documents, and what a client sends about them.

use super::check::{self, Version};
use super::text::{self, Encoding, Text};
use super::words::{Packages, Words};
use super::worker::Queue;
use super::{Options, edits, symbols};
use bt_language::edit::{self, Outline};
use bt_language::file::MOST_BYTES;
use bt_language::vocabulary::Vocabulary;
use crossbeam_channel::{Receiver, Sender};
use lsp_server::{ErrorCode, Message, Notification, Request, RequestId, Response, ResponseError};
use lsp_types::notification::{self as notes, Notification as _};
use lsp_types::request::{self as asks, Request as _};
use lsp_types::{InitializeParams, Position, Uri};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use std::cell::OnceCell;
use std::collections::{BTreeMap, VecDeque};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Duration;

/// The maximum number of messages that are looked at in advance, to find requests that are cancelled.
const MOST_AHEAD: usize = 64;

/// A text is checked after a pause: while somebody types, the processor is for the answers.
const PAUSE: Duration = Duration::from_millis(100);

/// An answer, or why there is none.
pub(super) type Answer<T> = Result<T, ResponseError>;

/// The state of the server.
pub(super) struct Server {
    sender: Sender<String>,
    pub(super) options: Options,
    pub(super) encoding: Encoding,
    /// `true` if the client asks for the edits of an action when it is chosen.
    pub(super) resolves: bool,
    pub(super) packages: Packages,
    pub(super) documents: BTreeMap<PathBuf, Document>,
    /// Checks documents.
    checks: Queue,
    /// Proves rules, and runs commands.
    pub(super) proofs: Queue,
    workers: [JoinHandle<()>; 2],
    watches: bool,
    phase: Phase,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    New,
    Running,
    ShutDown,
}

/// An open document.
pub(super) struct Document {
    pub(super) uri: Uri,
    pub(super) version: i32,
    pub(super) text: Text,
    pub(super) words: Arc<Words>,
    outline: OnceCell<Outline>,
}

impl Document {
    pub(super) fn text(&self) -> &str {
        self.text.as_str()
    }

    pub(super) fn vocabulary(&self) -> &Vocabulary {
        &self.words.vocabulary
    }

    /// The nodes, which are looked for once after each change.
    pub(super) fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| edit::outline(self.text()))
    }
}

impl Server {
    pub(super) fn new(sender: Sender<String>, options: Options) -> Self {
        let (checks, checker) = Queue::begin(sender.clone());
        let (proofs, prover) = Queue::begin(sender.clone());
        Self {
            sender,
            encoding: Encoding::Utf16,
            resolves: false,
            packages: Packages::new(options.words.clone()),
            options,
            documents: BTreeMap::new(),
            checks,
            proofs,
            workers: [checker, prover],
            watches: false,
            phase: Phase::New,
        }
    }

    /// Answers until the client goes; returns `true` if it has asked for the end before.
    pub(super) fn run(mut self, receiver: &Receiver<Message>) -> bool {
        let mut waiting = VecDeque::new();
        while let Some(message) = waiting.pop_front().or_else(|| receiver.recv().ok()) {
            waiting.push_front(message);
            let ahead = MOST_AHEAD.saturating_sub(waiting.len());
            waiting.extend(receiver.try_iter().take(ahead));
            self.cancel(&mut waiting);
            match waiting.pop_front() {
                Some(Message::Request(request)) => self.request(request),
                Some(Message::Notification(note)) if note.method == notes::Exit::METHOD => break,
                Some(Message::Notification(note)) if self.phase == Phase::Running => {
                    self.note(note);
                }
                Some(Message::Notification(_) | Message::Response(_)) | None => {}
            }
        }
        self.checks.close();
        self.proofs.close();
        for worker in self.workers {
            let _ = worker.join();
        }
        self.phase == Phase::ShutDown
    }

    /// Answers the requests that a later message cancels.
    fn cancel(&mut self, waiting: &mut VecDeque<Message>) {
        let cancelled = |message: &Message| match message {
            Message::Notification(note) if note.method == notes::Cancel::METHOD => {
                serde_json::from_value::<RequestId>(note.params.get("id")?.clone()).ok()
            }
            Message::Notification(_) | Message::Request(_) | Message::Response(_) => None,
        };
        let all: Vec<RequestId> = waiting.iter().filter_map(cancelled).collect();
        for id in all {
            let is_it = |message: &Message| matches!(message, Message::Request(of) if of.id == id);
            match waiting.iter().position(is_it) {
                Some(place) => {
                    waiting.remove(place);
                    self.send(&Message::Response(stopped(id)));
                }
                None => self.proofs.stop(&id.to_string()),
            }
        }
        waiting.retain(|message| cancelled(message).is_none());
    }

    pub(super) fn send(&self, message: &Message) {
        let _ = self.sender.send(json(message));
    }

    fn request(&mut self, request: Request) {
        let Request { id, method, params } = request;
        let answer = match (self.phase, method.as_str()) {
            (Phase::New, asks::Initialize::METHOD) => self.initialize(params),
            (Phase::New, _) => {
                Err(refused(ErrorCode::ServerNotInitialized, "expected `initialize` first"))
            }
            (Phase::ShutDown, _) => {
                Err(refused(ErrorCode::InvalidRequest, "the server is shut down"))
            }
            (Phase::Running, asks::ExecuteCommand::METHOD) => {
                match read(params).and_then(|params| self.command(&id, &params)) {
                    // Another thread answers.
                    Ok(()) => return,
                    Err(error) => Err(error),
                }
            }
            (Phase::Running, asks::Shutdown::METHOD) => {
                self.phase = Phase::ShutDown;
                Ok("null".to_owned())
            }
            (Phase::Running, method) => self.answer(method, params),
        };
        match answer {
            Ok(result) => {
                // Not as a `Value` of its own, which takes longer than the answer if that is large.
                let message =
                    format!(r#"{{"jsonrpc":"2.0","id":{},"result":{result}}}"#, json!(id));
                let _ = self.sender.send(message);
            }
            Err(error) => {
                self.send(&Message::Response(Response { id, result: None, error: Some(error) }));
            }
        }
    }

    /// The answer to a request, in JSON.
    fn answer(&mut self, method: &str, params: Value) -> Answer<String> {
        match method {
            asks::Completion::METHOD => {
                reply::<asks::Completion>(params, |of| self.completion(&of))
            }
            asks::SignatureHelpRequest::METHOD => {
                reply::<asks::SignatureHelpRequest>(params, |of| self.signature(&of))
            }
            asks::HoverRequest::METHOD => reply::<asks::HoverRequest>(params, |of| self.hover(&of)),
            asks::GotoDefinition::METHOD => {
                reply::<asks::GotoDefinition>(params, |of| self.definition(&of))
            }
            asks::References::METHOD => {
                reply::<asks::References>(params, |of| self.references(&of))
            }
            asks::PrepareRenameRequest::METHOD => {
                reply::<asks::PrepareRenameRequest>(params, |of| self.prepare_rename(&of))
            }
            asks::Rename::METHOD => reply::<asks::Rename>(params, |of| self.rename(&of)),
            asks::DocumentSymbolRequest::METHOD => {
                reply::<asks::DocumentSymbolRequest>(params, |of| self.symbols(&of))
            }
            asks::WorkspaceSymbolRequest::METHOD => {
                reply::<asks::WorkspaceSymbolRequest>(params, |of| Ok(Some(self.all_symbols(&of))))
            }
            asks::FoldingRangeRequest::METHOD => {
                reply::<asks::FoldingRangeRequest>(params, |of| self.folds(&of))
            }
            asks::Formatting::METHOD => {
                reply::<asks::Formatting>(params, |of| self.format(&of.text_document.uri, None))
            }
            asks::RangeFormatting::METHOD => reply::<asks::RangeFormatting>(params, |of| {
                self.format(&of.text_document.uri, Some(of.range))
            }),
            asks::SemanticTokensFullRequest::METHOD => {
                reply::<asks::SemanticTokensFullRequest>(params, |of| {
                    Ok(Some(self.tokens(&of.text_document.uri, None)?.into()))
                })
            }
            asks::SemanticTokensRangeRequest::METHOD => {
                reply::<asks::SemanticTokensRangeRequest>(params, |of| {
                    Ok(Some(self.tokens(&of.text_document.uri, Some(of.range))?.into()))
                })
            }
            asks::InlayHintRequest::METHOD => {
                reply::<asks::InlayHintRequest>(params, |of| self.hints(&of))
            }
            asks::CodeActionRequest::METHOD => {
                reply::<asks::CodeActionRequest>(params, |of| self.actions(&of))
            }
            asks::CodeActionResolveRequest::METHOD => {
                reply::<asks::CodeActionResolveRequest>(params, |of| self.resolve(of))
            }
            asks::CodeLensRequest::METHOD => {
                reply::<asks::CodeLensRequest>(params, |of| self.lenses(&of))
            }
            _ => Err(refused(ErrorCode::MethodNotFound, format!("there is no request `{method}`"))),
        }
    }

    fn initialize(&mut self, params: Value) -> Answer<String> {
        let params: InitializeParams = read(params)?;
        let client = params.capabilities;
        let offered = client.general.and_then(|general| general.position_encodings);
        self.encoding = Encoding::of(&offered.unwrap_or_default());
        let actions = client.text_document.and_then(|of| of.code_action);
        self.resolves = actions.is_some_and(|of| of.resolve_support.is_some());
        let watched = client.workspace.and_then(|of| of.did_change_watched_files);
        self.watches = watched.is_some_and(|of| of.dynamic_registration == Some(true));
        self.phase = Phase::Running;
        Ok(json!({
            "capabilities": {
                "positionEncoding": self.encoding.name(),
                "textDocumentSync": {"openClose": true, "change": 2, "save": true},
                "completionProvider": {"triggerCharacters": [" ", "(", "=", "'", ">", ":", "\""]},
                "signatureHelpProvider": {"triggerCharacters": ["(", ","]},
                "hoverProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "renameProvider": {"prepareProvider": true},
                "documentSymbolProvider": true,
                "workspaceSymbolProvider": true,
                "foldingRangeProvider": true,
                "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true,
                "semanticTokensProvider": {"legend": symbols::legend(), "full": true, "range": true},
                "inlayHintProvider": true,
                "codeActionProvider": {"codeActionKinds": edits::KINDS, "resolveProvider": true},
                "codeLensProvider": {},
                "executeCommandProvider": {"commands": super::commands::ALL},
            },
            "serverInfo": {"name": "bt", "version": env!("CARGO_PKG_VERSION")},
        })
        .to_string())
    }

    fn note(&mut self, Notification { method, params }: Notification) {
        match method.as_str() {
            notes::Initialized::METHOD => self.watch(),
            notes::DidOpenTextDocument::METHOD => with(params, |of| self.open(of)),
            notes::DidChangeTextDocument::METHOD => with(params, |of| self.change(of)),
            notes::DidCloseTextDocument::METHOD => with(params, |of| self.close(&of)),
            notes::DidSaveTextDocument::METHOD | notes::DidChangeWatchedFiles::METHOD => {
                self.read_words();
            }
            // A client may send what the server does not know.
            _ => {}
        }
    }

    /// Asks the client to tell when a file changes that declares words.
    fn watch(&self) {
        if self.watches {
            let globs = ["**/*.rs", "**/*.tree", "**/*.json"];
            let watchers = globs.map(|glob| json!({ "globPattern": glob }));
            let registration = json!({
                "id": "words", "method": notes::DidChangeWatchedFiles::METHOD,
                "registerOptions": {"watchers": watchers},
            });
            let (id, method) = ("words".to_owned(), asks::RegisterCapability::METHOD.to_owned());
            let params = json!({"registrations": [registration]});
            self.send(&Message::Request(Request { id: id.into(), method, params }));
        }
    }

    fn open(&mut self, of: lsp_types::DidOpenTextDocumentParams) {
        let lsp_types::TextDocumentItem { uri, version, text, language_id: _ } = of.text_document;
        let path = text::path(&uri);
        let text = Text::new(text);
        let words = Arc::default();
        let document = Document { uri, version, text, words, outline: OnceCell::new() };
        self.documents.insert(path, document);
        self.read_words();
    }

    fn change(&mut self, of: lsp_types::DidChangeTextDocumentParams) {
        let path = text::path(&of.text_document.uri);
        let encoding = self.encoding;
        let Some(document) = self.documents.get_mut(&path) else { return };
        for change in of.content_changes {
            document.text = match change.range {
                Some(range) => document.text.changed(range, &change.text, encoding),
                None => Text::new(change.text),
            };
        }
        (document.version, document.outline) = (of.text_document.version, OnceCell::new());
        // The files that bring this one have other mistakes now.
        let group = self.packages.group(&path);
        self.check(group.iter(), PAUSE);
    }

    fn close(&mut self, of: &lsp_types::DidCloseTextDocumentParams) {
        let uri = &of.text_document.uri;
        if self.documents.remove(&text::path(uri)).is_some() {
            self.checks.stop(&check::key(uri));
            self.proofs.stop(&check::key(uri));
            self.send(&check::published(uri, None, Vec::new()));
        }
    }

    /// Reads the words of all open documents again, as far as their files have changed, and checks the documents.
    fn read_words(&mut self) {
        self.packages.refresh(self.documents.keys());
        for (path, document) in &mut self.documents {
            document.words = Arc::new(self.packages.words(path));
        }
        self.check(self.documents.keys(), Duration::ZERO);
    }

    /// Checks documents, after a time in which they do not change.
    fn check<'p>(&self, paths: impl Iterator<Item = &'p PathBuf>, rest: Duration) {
        let open = self.open_texts();
        for path in paths {
            let Some(document) = self.documents.get(path) else { continue };
            let version = self.version(path, document, &open);
            self.proofs.stop(&check::key(&version.uri));
            self.checks.put_after(rest, version.check(self.proofs.clone()));
        }
    }

    pub(super) fn open_texts(&self) -> check::Open {
        let texts = self.documents.iter().map(|(path, of)| (path.clone(), of.text.shared()));
        Arc::new(texts.collect())
    }

    /// A document as it is now, for another thread.
    pub(super) fn version(&self, path: &Path, document: &Document, open: &check::Open) -> Version {
        Version {
            uri: document.uri.clone(),
            path: path.to_owned(),
            number: document.version,
            text: document.text.clone(),
            words: Arc::clone(&document.words),
            open: Arc::clone(open),
            encoding: self.encoding,
        }
    }

    /// The document with an address.
    pub(super) fn document(&self, uri: &Uri) -> Answer<&Document> {
        let document = self.documents.get(&text::path(uri)).ok_or_else(|| {
            refused(ErrorCode::InvalidParams, format!("`{}` is not open", uri.as_str()))
        })?;
        if document.text().len() > MOST_BYTES {
            let what = format!("a file of trees has at most {MOST_BYTES} bytes");
            return Err(refused(ErrorCode::RequestFailed, what));
        }
        Ok(document)
    }

    /// The document with an address, and the byte of a position in it.
    pub(super) fn place(
        &self,
        of: &lsp_types::TextDocumentPositionParams,
    ) -> Answer<(&Document, usize)> {
        let document = self.document(&of.text_document.uri)?;
        let position: Position = of.position;
        Ok((document, document.text.places(self.encoding).byte(position)))
    }
}

/// Reads the parameters of a request.
pub(super) fn read<T: DeserializeOwned>(params: Value) -> Answer<T> {
    serde_json::from_value(params)
        .map_err(|error| refused(ErrorCode::InvalidParams, error.to_string()))
}

/// Answers a request.
fn reply<R: asks::Request>(
    params: Value,
    answer: impl FnOnce(R::Params) -> Answer<R::Result>,
) -> Answer<String> {
    let answer = answer(read(params)?)?;
    serde_json::to_string(&answer)
        .map_err(|error| refused(ErrorCode::InternalError, error.to_string()))
}

/// Does what a notification says, if it can be read.
fn with<T: DeserializeOwned>(params: Value, act: impl FnOnce(T)) {
    if let Ok(params) = serde_json::from_value(params) {
        act(params);
    }
}

pub(super) fn refused(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

/// A message as it is sent.
pub(super) fn json(message: &Message) -> String {
    #[derive(Serialize)]
    struct Sent<'m> {
        jsonrpc: &'static str,
        #[serde(flatten)]
        message: &'m Message,
    }
    serde_json::to_string(&Sent { jsonrpc: "2.0", message }).unwrap_or_default()
}

/// The answer to a request that is cancelled.
pub(super) fn stopped(id: RequestId) -> Response {
    let error = refused(ErrorCode::RequestCanceled, "the request is cancelled");
    Response { id, result: None, error: Some(error) }
}
