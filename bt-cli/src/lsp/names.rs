//! Names: where they are declared, where they are used, and new ones for them.

use super::edits::in_files;
use super::server::{Answer, Document, Server, refused};
use super::text::{self, Text};
use super::words::used;
use bt_language::edit::{self, Change, Outline, TokenKind};
use bt_language::file::MOST_BYTES;
use bt_language::vocabulary::Vocabulary;
use bt_language::words::Arguments;
use lsp_server::ErrorCode;
use lsp_types::{
    GotoDefinitionParams, GotoDefinitionResponse, Location, PrepareRenameResponse, ReferenceParams,
    RenameParams, TextDocumentPositionParams, Uri, WorkspaceEdit,
};
use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};

/// A file of trees, as it is in the editor or on the disk.
pub(super) struct File {
    pub(super) uri: Uri,
    pub(super) text: Text,
    /// `None` if it is not open.
    pub(super) version: Option<i32>,
}

/// What stands at a place.
enum Found {
    /// A name that files declare: its places in each file.
    Declared(Vec<File>, Vec<Vec<Range<usize>>>),
    /// The label of a node, and all places of it in its tree.
    Label { node: usize, places: Vec<Range<usize>> },
    /// A word of the vocabulary.
    Word(String),
    /// Another file.
    File(PathBuf),
}

impl Server {
    pub(super) fn definition(
        &self,
        of: &GotoDefinitionParams,
    ) -> Answer<Option<GotoDefinitionResponse>> {
        let of = &of.text_document_position_params;
        let (document, at) = self.place(of)?;
        let found = self.find(of, document, at);
        Ok(found.and_then(|found| self.declared(document, found)).map(Into::into))
    }

    fn declared(&self, document: &Document, found: Found) -> Option<Location> {
        match found {
            Found::Declared(files, places) => {
                let files = files.iter().zip(places);
                files.into_iter().find_map(|(file, places)| {
                    let outline = edit::outline(file.text.as_str());
                    let declared = declarations(file.text.as_str(), &outline);
                    let bytes = declared.into_iter().find(|one| places.contains(one))?;
                    Some(self.location(file.uri.clone(), &file.text, &bytes))
                })
            }
            Found::Label { node, .. } => {
                let label = document.outline().nodes.get(node)?.label.clone()?;
                Some(self.location(document.uri.clone(), &document.text, &label))
            }
            Found::Word(name) => self.word(document, &name),
            Found::File(path) => {
                Some(Location { uri: text::uri(&path)?, range: lsp_types::Range::default() })
            }
        }
    }

    /// Where the program declares a word.
    fn word(&self, document: &Document, name: &str) -> Option<Location> {
        let (path, bytes) = document.words.places.get(name)?;
        let text = Text::new(fs::read_to_string(path).ok()?);
        // The file may have been changed since it was read.
        text.as_str().get(bytes.clone()).filter(|written| written.ends_with(name))?;
        Some(self.location(text::uri(path)?, &text, bytes))
    }

    pub(super) fn references(&self, of: &ReferenceParams) -> Answer<Option<Vec<Location>>> {
        let with_declaration = of.context.include_declaration;
        let of = &of.text_document_position;
        let (document, at) = self.place(of)?;
        let Some(found) = self.find(of, document, at) else { return Ok(None) };
        let mut all = Vec::new();
        match found {
            Found::Declared(files, places) => {
                for (file, places) in files.iter().zip(places) {
                    let outline = edit::outline(file.text.as_str());
                    let declared = declarations(file.text.as_str(), &outline);
                    let wanted = |one: &&Range<usize>| with_declaration || !declared.contains(one);
                    let places = places.iter().filter(wanted);
                    all.extend(places.map(|one| self.location(file.uri.clone(), &file.text, one)));
                }
            }
            Found::Label { places, .. } => {
                let location = |one| self.location(document.uri.clone(), &document.text, one);
                all.extend(places.iter().map(location));
            }
            Found::Word(name) => {
                all.extend(self.word(document, &name).filter(|_| with_declaration));
                for file in self.files(self.packages.trees()) {
                    let written = file.text.as_str();
                    let tokens = edit::tokens(written, document.vocabulary());
                    let tokens = tokens.iter().filter(|token| {
                        is_word(token.kind) && written.get(token.bytes.clone()) == Some(&*name)
                    });
                    let location =
                        |of: &edit::Token| self.location(file.uri.clone(), &file.text, &of.bytes);
                    all.extend(tokens.map(location));
                }
            }
            Found::File(_) => return Ok(None),
        }
        Ok(Some(all))
    }

    pub(super) fn prepare_rename(
        &self,
        of: &TextDocumentPositionParams,
    ) -> Answer<Option<PrepareRenameResponse>> {
        let (document, at) = self.place(of)?;
        let places = match self.find(of, document, at) {
            Some(Found::Declared(_, places)) => places.into_iter().next().unwrap_or_default(),
            Some(Found::Label { places, .. }) => places,
            Some(Found::Word(_) | Found::File(_)) | None => return Ok(None),
        };
        let bytes = places.into_iter().find(|bytes| bytes.start <= at && at <= bytes.end);
        Ok(bytes.map(|bytes| PrepareRenameResponse::RangeWithPlaceholder {
            range: document.text.places(self.encoding).range(&bytes),
            placeholder: document.text()[bytes].to_owned(),
        }))
    }

    pub(super) fn rename(&self, of: &RenameParams) -> Answer<Option<WorkspaceEdit>> {
        let place = &of.text_document_position;
        let (document, at) = self.place(place)?;
        let new = of.new_name.as_str();
        if let Some(Found::Label { node, .. }) = self.find(place, document, at) {
            let label = new.trim_start_matches('\'');
            Self::check_label(document, node, label)?;
            let change = Change::Label { node, label };
            return self.changed(document, &change).map(Some);
        }
        let files = self.group(document);
        let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
        let places = edit::rename(&texts, (0, at), new, document.vocabulary())
            .map_err(|error| refused(ErrorCode::RequestFailed, error.to_string()))?;
        let changed = files.iter().zip(places).filter(|(_, places)| !places.is_empty());
        Ok(Some(in_files(changed.map(|(file, bytes)| {
            let places = file.text.places(self.encoding);
            let edits = bytes.into_iter().map(|bytes| places.edit((bytes, new.to_owned())));
            (file.uri.clone(), file.version, edits.collect())
        }))))
    }

    /// Refuses what is no label, or is that of another node of the tree.
    fn check_label(document: &Document, node: usize, label: &str) -> Answer<()> {
        let written = format!("'{label}");
        let tokens = edit::tokens(&written, &Vocabulary::default());
        let is_label =
            |of: &edit::Token| of.kind == TokenKind::Label && of.bytes.end == written.len();
        let nodes = &document.outline().nodes;
        let tree = nodes.get(node).map(|node| node.tree);
        let is_taken = nodes.iter().enumerate().any(|(other, of)| {
            let known = of.label.clone().and_then(|of| document.text().get(of));
            other != node && Some(of.tree) == tree && known == Some(label)
        });
        let what = match (tokens.first().is_some_and(is_label), is_taken) {
            (true, false) => return Ok(()),
            (true, true) => {
                format!("the tree has the label `{written}` already; choose another name")
            }
            (false, _) => {
                format!("`{label}` cannot be a label; write one word of letters, digits and `_`")
            }
        };
        Err(refused(ErrorCode::RequestFailed, what))
    }

    fn find(
        &self,
        of: &TextDocumentPositionParams,
        document: &Document,
        at: usize,
    ) -> Option<Found> {
        let text = document.text();
        let outline = document.outline();
        let touches = |bytes: &Range<usize>| bytes.start <= at && at <= bytes.end;
        if let Some((_, name)) = used(text, outline).find(|(bytes, _)| touches(bytes)) {
            let path = text::path(&of.text_document.uri);
            return Some(Found::File(path.parent()?.join(name)));
        }
        let tokens = edit::tokens(text, document.vocabulary());
        // Of two that touch, `'flee` and `:`, none of which is a name, or `a` and `b`, the one behind is meant.
        let token = tokens.iter().rfind(|token| touches(&token.bytes))?;
        let name = text.get(token.bytes.clone())?;
        if token.kind == TokenKind::Label {
            let label = name.trim_start_matches('\'');
            let tree = outline.trees.iter().find(|tree| touches(&tree.bytes))?;
            let has_it = |node: &usize| {
                let of = outline.nodes.get(*node).and_then(|node| node.label.clone());
                of.is_some_and(|of| text.get(of) == Some(label))
            };
            let node = tree.nodes.clone().find(has_it)?;
            let labels = tokens.iter().filter(|one| {
                one.kind == TokenKind::Label
                    && tree.bytes.contains(&one.bytes.start)
                    && text.get(one.bytes.clone()) == Some(name)
            });
            let places = labels.map(|one| one.bytes.start + 1..one.bytes.end).collect();
            return Some(Found::Label { node, places });
        }
        let files = self.group(document);
        let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
        // With the same name, nothing is in the way.
        match edit::rename(&texts, (0, at), name, &Vocabulary::default()) {
            Ok(places) => Some(Found::Declared(files, places)),
            Err(_) if is_word(token.kind) => Some(Found::Word(name.to_owned())),
            Err(_) => None,
        }
    }

    /// The files that belong together with a document, which is the first.
    pub(super) fn group(&self, document: &Document) -> Vec<File> {
        let group = self.packages.group(&text::path(&document.uri));
        let (uri, text) = (document.uri.clone(), document.text.clone());
        let first = File { uri, text, version: Some(document.version) };
        std::iter::once(first).chain(self.files(group.iter().skip(1))).collect()
    }

    /// Files as they are in the editor, or on the disk; those that cannot be read are left out.
    pub(super) fn files<'p>(
        &self,
        paths: impl Iterator<Item = &'p PathBuf>,
    ) -> impl Iterator<Item = File> {
        paths.filter_map(|path| match self.documents.get(path) {
            Some(of) => {
                let (uri, text) = (of.uri.clone(), of.text.clone());
                Some(File { uri, text, version: Some(of.version) })
            }
            None => {
                let text = fs::read_to_string(path).ok().filter(|of| of.len() <= MOST_BYTES)?;
                Some(File {
                    uri: text::uri(Path::new(path))?,
                    text: Text::new(text),
                    version: None,
                })
            }
        })
    }

    pub(super) fn location(&self, uri: Uri, text: &Text, bytes: &Range<usize>) -> Location {
        Location { uri, range: text.places(self.encoding).range(bytes) }
    }
}

/// Returns `true` for what the program declares.
fn is_word(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Word | TokenKind::Value | TokenKind::Type)
}

/// The names that a text declares.
fn declarations(text: &str, outline: &Outline) -> Vec<Range<usize>> {
    let headers = outline.trees.iter().flat_map(|tree| {
        let all = tree.parameters.all.iter().chain(&tree.results.all);
        std::iter::once(tree.name.clone()).chain(all.map(|one| one.name.clone()))
    });
    // `set` gives a name that is declared already another value.
    let binds = outline
        .nodes
        .iter()
        .filter(|node| node.kind.is_some_and(|kind| kind.arguments() != Arguments::Assignment));
    let bound = binds.filter_map(|node| Some(node.declaration(text)?.name));
    headers.chain(bound).collect()
}
