//! The mistakes of a document: those of `bt check` at once, the rules that it breaks when they are proved.

use super::text::{self, Encoding, Text};
use super::words::{Words, used};
use super::worker::{Done, Job, Queue};
use bt_language::edit;
use bt_language::file::{self, Doubtful, Mistake, Used};
use bt_language::vocabulary::Vocabulary;
use lsp_server::{Message, Notification};
use lsp_types::notification::{Notification as _, PublishDiagnostics};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    PublishDiagnosticsParams, Uri,
};
use serde_json::json;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// The member of the data of a diagnostic that has the word which was probably meant.
pub(super) const SUGGESTION: &str = "suggestion";

/// The texts of the open documents.
pub(super) type Open = Arc<BTreeMap<PathBuf, Arc<str>>>;

/// A version of a document.
#[derive(Clone)]
pub(super) struct Version {
    pub(super) uri: Uri,
    pub(super) path: PathBuf,
    pub(super) number: i32,
    pub(super) text: Text,
    pub(super) words: Arc<Words>,
    pub(super) open: Open,
    pub(super) encoding: Encoding,
}

impl Version {
    /// Checks the text, and then has `prover` prove the rules, if there are no other mistakes.
    pub(super) fn check(self, prover: Queue) -> Job {
        let key = key(&self.uri);
        let run = move |_: &Arc<AtomicBool>| {
            // An earlier version may still be proved.
            prover.stop(self.uri.as_str());
            let rules = !self.words.vocabulary.rules.is_empty();
            let without = Vocabulary { rules: Vec::new(), ..self.words.vocabulary.clone() };
            let (mistakes, used) = if self.words.is_known {
                let reading =
                    file::read_with(self.text.as_str(), &without, &|_| 0, &mut self.other());
                (reading.mistakes, reading.used)
            } else {
                (file::trees(self.text.as_str()).err().unwrap_or_default(), Vec::new())
            };
            file::forget();
            let messages = vec![self.published(&mistakes, &used)];
            let is_sound = mistakes.is_empty();
            Done { messages, next: (rules && is_sound).then(|| (prover, self.prove())) }
        };
        Job { key, run: Box::new(run), stopped: None }
    }

    fn prove(self) -> Job {
        let key = key(&self.uri);
        let run = move |stop: &Arc<AtomicBool>| {
            let words = &self.words.vocabulary;
            let reading = file::read_until(self.text.as_str(), words, &mut self.other(), stop);
            file::forget();
            let mut mistakes = reading.mistakes;
            for of in reading.demands {
                // What only the types of the program decide, the program may accept.
                for mut mistake in of.doubtful.iter().filter_map(Doubtful::mistake) {
                    mistake.is_warning = true;
                    mistakes.push(mistake);
                }
                mistakes.extend(of.vacuous);
            }
            let messages = vec![self.published(&mistakes, &reading.used)];
            Done { messages, next: None }
        };
        Job { key, run: Box::new(run), stopped: None }
    }

    /// Reads the files that the text brings, as they are in the editor.
    pub(super) fn other(&self) -> impl FnMut(&str) -> Result<String, String> + use<'_> {
        let mut beside = file::beside(&self.path);
        let folder = self.path.parent().unwrap_or(Path::new(""));
        move |name| match self.open.get(&folder.join(name)) {
            Some(text) => Ok(text.to_string()),
            None => beside(name),
        }
    }

    fn published(&self, mistakes: &[Mistake], used: &[Used]) -> Message {
        let places = self.text.places(self.encoding);
        let mark =
            self.text.as_str().len() - self.text.as_str().trim_start_matches('\u{feff}').len();
        let diagnostic = |mistake: &Mistake| {
            let other = mistake.file.as_ref().map(|name| self.elsewhere(name, mistake, used));
            let (bytes, message, related_information) = other.unwrap_or_else(|| {
                let bytes = mark + mistake.bytes.start..mark + mistake.bytes.end;
                (bytes, mistake.text.clone(), None)
            });
            let suggestion = mistake.suggestion().filter(|_| mistake.file.is_none());
            Diagnostic {
                range: places.range(&bytes),
                severity: Some(if mistake.is_warning {
                    DiagnosticSeverity::WARNING
                } else {
                    DiagnosticSeverity::ERROR
                }),
                source: Some("bt".to_owned()),
                message,
                related_information,
                data: suggestion.map(|word| json!({ SUGGESTION: word })),
                ..Diagnostic::default()
            }
        };
        published(&self.uri, Some(self.number), mistakes.iter().map(diagnostic).collect())
    }

    /// A mistake in another file, reported where this one brings it.
    fn elsewhere(
        &self,
        name: &str,
        mistake: &Mistake,
        files: &[Used],
    ) -> (std::ops::Range<usize>, String, Option<Vec<DiagnosticRelatedInformation>>) {
        let outline = edit::outline(self.text.as_str());
        let uses: Vec<_> = used(self.text.as_str(), &outline).collect();
        let direct = uses.iter().find(|(_, used)| *used == name).or(uses.first());
        let bytes = direct.map_or(0..0, |(bytes, _)| bytes.clone());
        let location = files.iter().find(|used| used.name == name).and_then(|used| {
            let uri = text::uri(&self.path.parent()?.join(name))?;
            let text = Text::new(used.text.as_str());
            let range = text.places(self.encoding).range(&mistake.bytes);
            let message = mistake.text.clone();
            Some(DiagnosticRelatedInformation { location: Location { uri, range }, message })
        });
        let message = format!("{name}:{}: {}", mistake.start.line, mistake.text);
        (bytes, message, location.map(|location| vec![location]))
    }
}

/// The key of the jobs about a document.
pub(super) fn key(uri: &Uri) -> String {
    uri.as_str().to_owned()
}

pub(super) fn published(uri: &Uri, version: Option<i32>, diagnostics: Vec<Diagnostic>) -> Message {
    let params = PublishDiagnosticsParams { uri: uri.clone(), diagnostics, version };
    Message::Notification(Notification::new(PublishDiagnostics::METHOD.to_owned(), params))
}
