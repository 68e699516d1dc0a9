//! A client of `bt lsp` that says what it is told to, and a program with files of trees for it.

use bt_cli::lsp::{Options, serve};
use crossbeam_channel::{Receiver, Sender, unbounded};
use lsp_server::{Message, Notification, Request, RequestId, Response, ResponseError};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread::JoinHandle;

pub(crate) const WORDS: &str = "
behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        /// Whether it has eaten too little.
        condition Hungry(limit: u32 = 20) => npc.hunger > limit;
        /// Goes somewhere.
        action GoTo(
            /// where it goes
            place: Place { Home, Inn },
            speed: f32 = 4.0,
        ) => GoTo { place, speed };
        action Eat => npc.eat();
        action Fire => npc.fire();
        condition IsSafe => npc.is_safe();
        /// It fires only when it has looked around.
        rule always Fire.ticked -> IsSafe.succeeded;
    }
}
";

pub(crate) const HOUSE: &str = "use \"rooms/kitchen.tree\";

/// A day at home.
tree Day(visits: u32, rest: u32 = 3) {
    'day: sequence {
        // first of all
        // to the kitchen
        subtree Kitchen(meals = visits);
        let(trip: u32 = 2) repeat(trip) action GoTo(place = Home);
        'often: selector {
            condition Hungry;
            action Eat;
        }
    }
}
";

pub(crate) const KITCHEN: &str = "tree Kitchen(meals: u32) {
    repeat(meals) action Eat;
}
";

/// A folder with a package.
pub(crate) struct Program {
    pub(crate) folder: PathBuf,
}

impl Program {
    /// The package has the name of its test.
    pub(crate) fn new(name: &str) -> Self {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("lsp").join(name);
        let _ = fs::remove_dir_all(&folder);
        let program = Self { folder };
        program.write("Cargo.toml", "[package]\nname = \"drill\"\n");
        program.write("src/words.rs", WORDS);
        program.write("trees/house.tree", HOUSE);
        program.write("trees/rooms/kitchen.tree", KITCHEN);
        program
    }

    pub(crate) fn write(&self, name: &str, text: &str) {
        let path = self.folder.join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("can write");
        fs::write(path, text).expect("can write");
    }

    pub(crate) fn uri(&self, name: &str) -> String {
        let path = self.folder.join(name).to_str().expect("a path").replace('\\', "/");
        format!("file://{}{path}", if path.starts_with('/') { "" } else { "/" })
    }
}

/// The position behind a part of a text, in UTF-16.
#[track_caller]
pub(crate) fn behind(text: &str, part: &str) -> Value {
    let end = text.find(part).unwrap_or_else(|| panic!("no {part:?} in {text}")) + part.len();
    position(text, end)
}

/// The position of a byte, in UTF-16.
pub(crate) fn position(text: &str, byte: usize) -> Value {
    let before = &text[..byte];
    let line = before.rfind('\n').map_or(0, |at| at + 1);
    json!({"line": before.matches('\n').count(), "character": before[line..].encode_utf16().count()})
}

pub(crate) struct Client {
    sender: Sender<Message>,
    receiver: Receiver<String>,
    server: JoinHandle<bool>,
    id: i32,
    /// All notifications so far.
    pub(crate) notes: Vec<Notification>,
    /// The open documents, with their versions.
    texts: BTreeMap<String, (i32, String)>,
    pub(crate) capabilities: Value,
}

impl Client {
    pub(crate) fn new() -> Self {
        Self::with(
            &json!({"textDocument": {"codeAction": {"resolveSupport": {"properties": ["edit"]}}}}),
            None,
        )
    }

    pub(crate) fn with(capabilities: &Value, words: Option<PathBuf>) -> Self {
        let mut client = Self::silent(words);
        let answer = client.ask("initialize", json!({"capabilities": capabilities}));
        client.capabilities = answer["capabilities"].clone();
        client.tell("initialized", json!({}));
        client
    }

    /// A client that has not said anything.
    pub(crate) fn silent(words: Option<PathBuf>) -> Self {
        let ((sender, messages), (answers, receiver)) = (unbounded(), unbounded());
        let options = Options { words, program: env!("CARGO_BIN_EXE_bt").into() };
        let server = std::thread::spawn(move || serve(&messages, answers, options));
        let (notes, texts) = (Vec::new(), BTreeMap::new());
        Self { sender, receiver, server, id: 0, notes, texts, capabilities: Value::Null }
    }

    pub(crate) fn send(&self, message: Message) {
        self.sender.send(message).expect("the server runs");
    }

    /// The next message of the server.
    fn next(&self) -> Message {
        let message = self.receiver.recv().expect("the server runs");
        serde_json::from_str(&message).expect("it sends messages")
    }

    pub(crate) fn tell(&self, method: &str, params: Value) {
        self.send(Notification { method: method.to_owned(), params }.into());
    }

    /// Sends a request; returns its number.
    pub(crate) fn begin(&mut self, method: &str, params: Value) -> RequestId {
        self.id += 1;
        let id = RequestId::from(self.id);
        self.send(Request { id: id.clone(), method: method.to_owned(), params }.into());
        id
    }

    /// The answer to a request.
    pub(crate) fn answer(&mut self, of: &RequestId) -> Result<Value, ResponseError> {
        loop {
            match self.next() {
                Message::Response(Response { id, result, error }) if id == *of => {
                    return error.map_or(Ok(result.unwrap_or_default()), Err);
                }
                Message::Notification(note) => self.notes.push(note),
                Message::Request(_) | Message::Response(_) => {}
            }
        }
    }

    pub(crate) fn try_ask(&mut self, method: &str, params: Value) -> Result<Value, ResponseError> {
        let id = self.begin(method, params);
        self.answer(&id)
    }

    #[track_caller]
    pub(crate) fn ask(&mut self, method: &str, params: Value) -> Value {
        self.try_ask(method, params).unwrap_or_else(|error| panic!("{method}: {error:?}"))
    }

    /// Asks about a position of a document.
    #[track_caller]
    pub(crate) fn ask_at(&mut self, method: &str, uri: &str, at: &Value) -> Value {
        self.ask(method, json!({"textDocument": {"uri": uri}, "position": at}))
    }

    pub(crate) fn open(&mut self, uri: &str, text: &str) {
        self.texts.insert(uri.to_owned(), (0, text.to_owned()));
        let item = json!({"uri": uri, "languageId": "behavior-tree", "version": 0, "text": text});
        self.tell("textDocument/didOpen", json!({"textDocument": item}));
    }

    /// Replaces a part of a document by an edit, and keeps the text for [`Client::text`].
    #[track_caller]
    pub(crate) fn replace(&mut self, uri: &str, old: &str, new: &str) {
        let (version, text) = self.texts.get_mut(uri).expect("an open document");
        let start = text.find(old).unwrap_or_else(|| panic!("no {old:?} in {text}"));
        let range =
            json!({"start": position(text, start), "end": position(text, start + old.len())});
        text.replace_range(start..start + old.len(), new);
        *version += 1;
        let document = json!({"uri": uri, "version": version});
        let changes = json!([{"range": range, "text": new}]);
        let params = json!({"textDocument": document, "contentChanges": changes});
        self.tell("textDocument/didChange", params);
    }

    /// The diagnostics of the version that is open, as soon as they are as expected.
    pub(crate) fn diagnostics(
        &mut self,
        uri: &str,
        expected: impl Fn(&[Value]) -> bool,
    ) -> Vec<Value> {
        let version = self.texts.get(uri).map(|(version, _)| *version);
        let is_it = |note: &Notification| {
            let is_about =
                note.method == "textDocument/publishDiagnostics" && note.params["uri"] == uri;
            is_about && note.params["version"].as_i64() == version.map(i64::from)
        };
        loop {
            let last = self.notes.iter().rfind(|note| is_it(note));
            let last = last.and_then(|note| note.params["diagnostics"].as_array());
            if let Some(found) = last.filter(|found| expected(found)) {
                return found.clone();
            }
            match self.next() {
                Message::Notification(note) => self.notes.push(note),
                Message::Request(_) | Message::Response(_) => {}
            }
        }
    }

    /// The next request of the server.
    pub(crate) fn asked(&mut self) -> Request {
        loop {
            match self.next() {
                Message::Request(request) => return request,
                Message::Notification(note) => self.notes.push(note),
                Message::Response(_) => {}
            }
        }
    }

    /// Ends the server.
    pub(crate) fn end(mut self) {
        self.ask("shutdown", Value::Null);
        self.tell("exit", Value::Null);
        assert!(self.server.join().expect("it does not panic"));
    }

    /// Goes without a word.
    pub(crate) fn vanish(self) -> bool {
        let Self { sender, receiver, server, .. } = self;
        drop((sender, receiver));
        server.join().expect("it does not panic")
    }
}

/// A text after edits of it.
pub(crate) fn edited(text: &str, edits: &Value) -> String {
    let byte = |at: &Value| {
        let (line, column) =
            (at["line"].as_u64().expect("a line"), at["character"].as_u64().expect("a column"));
        let mut start = 0;
        for _ in 0..line {
            start += text[start..].find('\n').map_or(text.len() - start, |end| end + 1);
        }
        let mut units = 0;
        let letters = text[start..].char_indices();
        let mut letters = letters.skip_while(|(_, letter)| {
            let is_before = units < column;
            units += u64::try_from(letter.len_utf16()).expect("a number");
            is_before
        });
        letters.next().map_or(text.len(), |(at, _)| start + at)
    };
    let mut all: Vec<(usize, usize, &str)> = edits
        .as_array()
        .expect("edits")
        .iter()
        .map(|edit| {
            let new = edit["newText"].as_str().expect("a text");
            (byte(&edit["range"]["start"]), byte(&edit["range"]["end"]), new)
        })
        .collect();
    all.sort_unstable();
    let mut edited = text.to_owned();
    for (start, end, new) in all.into_iter().rev() {
        edited.replace_range(start..end, new);
    }
    edited
}
