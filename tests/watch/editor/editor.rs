//! The sample, open in an editor.

use crate::server::{Done, Server, uri};
use crate::text;
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// The file into which the probes write their trees.
pub(crate) const PROBE: &str = "probe.rs";

/// All files of the sample, open in rust-analyzer.
pub(crate) struct Editor {
    pub(crate) server: Server,
    sources: PathBuf,
    files: BTreeMap<String, File>,
    version: u32,
}

/// One open file.
struct File {
    on_disk: String,
    now: String,
}

impl Editor {
    /// Starts rust-analyzer and opens every file.
    pub(crate) fn open(project: &Path, target: &Path) -> Done<Self> {
        let server = Server::start(project, target)?;
        let sources = project.join("src");
        let mut editor = Self { server, sources, files: BTreeMap::new(), version: 0 };
        for entry in fs::read_dir(&editor.sources)? {
            let path = entry?.path();
            let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let text = fs::read_to_string(&path)?;
            editor.server.notify(
                "textDocument/didOpen",
                json!({ "textDocument": {
                    "uri": uri(&path), "languageId": "rust", "version": 0, "text": text,
                } }),
            )?;
            editor.files.insert(name, File { on_disk: text.clone(), now: text });
        }
        Ok(editor)
    }

    /// Changes the text of an open file.
    pub(crate) fn write(&mut self, name: &str, text: &str) -> Done<()> {
        self.version += 1;
        let file = self.files.get_mut(name).ok_or_else(|| format!("there is no {name}"))?;
        text.clone_into(&mut file.now);
        self.server.notify(
            "textDocument/didChange",
            json!({
                "textDocument": { "uri": uri(&self.sources.join(name)), "version": self.version },
                "contentChanges": [{ "text": text }],
            }),
        )
    }

    /// Undoes all changes.
    pub(crate) fn undo(&mut self) -> Done<()> {
        let changed = self.files.iter().filter(|(_, file)| file.now != file.on_disk);
        let texts = changed.map(|(name, file)| (name.clone(), file.on_disk.clone()));
        let texts: Vec<(String, String)> = texts.collect();
        texts.iter().try_for_each(|(name, text)| self.write(name, text))
    }

    /// The current text of a file.
    pub(crate) fn text(&self, name: &str) -> Done<&str> {
        let file = self.files.get(name).ok_or_else(|| format!("there is no {name}"))?;
        Ok(&file.now)
    }

    /// The names of all files.
    pub(crate) fn names(&self) -> Vec<String> {
        self.files.keys().cloned().collect()
    }

    /// Sends a request for a whole file.
    pub(crate) fn ask(&mut self, method: &str, name: &str) -> Done<Value> {
        let document = json!({ "textDocument": { "uri": uri(&self.sources.join(name)) } });
        self.server.request(method, &document)
    }

    /// Sends a request for a place in a file, with further parameters.
    pub(crate) fn ask_at(
        &mut self,
        method: &str,
        name: &str,
        offset: usize,
        more: Value,
    ) -> Done<Value> {
        let mut question = more;
        question["textDocument"] = json!({ "uri": uri(&self.sources.join(name)) });
        question["position"] = text::position(self.text(name)?, offset);
        self.server.request(method, &question)
    }

    /// `world.rs: pub fn attack(&mut self) -> Status {` for a place that an answer names.
    pub(crate) fn place(&self, address: &Value, range: &Value) -> Done<String> {
        let path = address.as_str().unwrap_or_default().trim_start_matches("file://");
        let name = Path::new(path).file_name().unwrap_or_default().to_string_lossy().into_owned();
        let text = match self.files.get(&name) {
            Some(file) => file.now.clone(),
            None => fs::read_to_string(path)?,
        };
        Ok(format!("{name}: {}", text::line_of(&text, text::offset(&text, &range["start"]))))
    }

    /// The name of the file with this address.
    pub(crate) fn name_of(&self, address: &str) -> Option<String> {
        let name = Path::new(address).file_name()?.to_string_lossy().into_owned();
        self.files.contains_key(&name).then_some(name)
    }
}
