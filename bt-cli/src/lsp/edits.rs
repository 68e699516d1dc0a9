//! What helps while one writes: completion, explanations, the layout, and changes that are offered.

use super::check::SUGGESTION;
use super::server::{Answer, Document, Server, read, refused};
use super::text::{difference, layout, number};
use bt_language::edit::{self, Change, ExtractError, Item, Outline, Revision};
use bt_language::vocabulary::Vocabulary;
use bt_language::words::{Family, Word};
use bt_language::{file, format};
use lsp_server::ErrorCode;
use lsp_types::{
    CodeAction, CodeActionKind, CodeActionOrCommand, CodeActionParams, CodeActionResponse,
    CompletionItem, CompletionItemKind, CompletionParams, CompletionResponse, Diagnostic,
    DocumentChanges, Documentation, Hover, HoverContents, HoverParams, MarkupContent, MarkupKind,
    OneOf, OptionalVersionedTextDocumentIdentifier, ParameterInformation, ParameterLabel, Range,
    SignatureHelp, SignatureHelpParams, SignatureInformation, TextDocumentEdit, TextEdit, Uri,
    WorkspaceEdit,
};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::fmt::Display;

/// The kinds of the actions.
pub(super) const KINDS: [CodeActionKind; 4] = [
    CodeActionKind::QUICKFIX,
    CodeActionKind::REFACTOR_EXTRACT,
    CodeActionKind::REFACTOR_INLINE,
    CodeActionKind::REFACTOR_REWRITE,
];

/// The maximum number of names that are tried for a new tree.
const MOST_NAMES: usize = 100;

/// A change that is offered; its edits are made when it is chosen, because that takes longer than an answer may.
#[derive(Serialize, Deserialize)]
struct Offer {
    uri: Uri,
    version: i32,
    change: Offered,
}

#[derive(Serialize, Deserialize)]
enum Offered {
    /// Puts a decorator around a node.
    Wrap { node: usize, source: String },
    /// Removes the node around its children.
    Unwrap { node: usize },
    /// Makes a tree from nodes.
    Extract { nodes: Vec<usize> },
    /// Puts a tree in the place of a node that uses it.
    Inline { node: usize },
}

impl Server {
    pub(super) fn completion(&self, of: &CompletionParams) -> Answer<Option<CompletionResponse>> {
        let (document, at) = self.place(&of.text_document_position)?;
        let completion = edit::complete(document.text(), at, document.vocabulary());
        let range = document.text.places(self.encoding).range(&completion.replaces);
        let items = completion.items.into_iter().enumerate();
        let items = items.map(|(place, item)| completed(item, place, range)).collect();
        Ok(Some(CompletionResponse::Array(items)))
    }

    pub(super) fn signature(&self, of: &SignatureHelpParams) -> Answer<Option<SignatureHelp>> {
        let (document, at) = self.place(&of.text_document_position_params)?;
        let signature = edit::signature(document.text(), at, document.vocabulary());
        Ok(signature.map(|signature| {
            let unit = |byte: usize| number(signature.title[..byte].encode_utf16().count());
            let parameters =
                signature.parameters.iter().map(|(bytes, text)| ParameterInformation {
                    label: ParameterLabel::LabelOffsets([unit(bytes.start), unit(bytes.end)]),
                    documentation: text.clone().map(Documentation::String),
                });
            let active = signature.active.map(number);
            let information = SignatureInformation {
                parameters: Some(parameters.collect()),
                label: signature.title.clone(),
                documentation: signature.documentation.clone().map(Documentation::String),
                active_parameter: active,
            };
            let signatures = vec![information];
            SignatureHelp { signatures, active_signature: Some(0), active_parameter: active }
        }))
    }

    pub(super) fn hover(&self, of: &HoverParams) -> Answer<Option<Hover>> {
        let (document, at) = self.place(&of.text_document_position_params)?;
        let hover = edit::hover(document.text(), at, document.vocabulary());
        Ok(hover.map(|hover| {
            let title = format!("```\n{}\n```", hover.title);
            let value = match hover.documentation {
                Some(text) => format!("{title}\n\n{text}"),
                None => title,
            };
            let markup = MarkupContent { kind: MarkupKind::Markdown, value };
            let range = document.text.places(self.encoding).range(&hover.bytes);
            Hover { contents: HoverContents::Markup(markup), range: Some(range) }
        }))
    }

    /// Lays out a document, or what is in a range of it.
    pub(super) fn format(&self, uri: &Uri, range: Option<Range>) -> Answer<Option<Vec<TextEdit>>> {
        let document = self.document(uri)?;
        let formatted = format::file(document.text());
        file::forget();
        // A text with mistakes has no layout; the mistakes are shown already.
        let Ok(formatted) = formatted else { return Ok(None) };
        let places = document.text.places(self.encoding);
        let edits = layout(document.text(), &formatted).into_iter();
        let wanted = range.map(|range| places.bytes(range));
        let is_wanted = |bytes: &std::ops::Range<usize>| {
            wanted.as_ref().is_none_or(|of| of.start <= bytes.start && bytes.end <= of.end)
        };
        let edits = edits.filter(|(bytes, _)| is_wanted(bytes));
        Ok(Some(edits.map(|edit| places.edit(edit)).collect()))
    }

    pub(super) fn actions(&self, of: &CodeActionParams) -> Answer<Option<CodeActionResponse>> {
        let uri = &of.text_document.uri;
        let document = self.document(uri)?;
        let only = of.context.only.as_deref();
        let is_wanted = |kind: &CodeActionKind| {
            let fits = |only: &CodeActionKind| {
                let rest = kind.as_str().strip_prefix(only.as_str());
                rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
            };
            only.is_none_or(|only| only.iter().any(fits))
        };
        let fixes = of.context.diagnostics.iter().filter_map(|one| fix(uri, document, one));
        let mut actions: Vec<CodeAction> = fixes.collect();
        let bytes = document.text.places(self.encoding).bytes(of.range);
        for (title, kind, change) in offers(document, &bytes) {
            if !is_wanted(&kind) {
                continue;
            }
            let offer = Offer { uri: uri.clone(), version: document.version, change };
            let data = serde_json::to_value(&offer).ok();
            let action = CodeAction { title, kind: Some(kind), data, ..CodeAction::default() };
            // The client may not ask for the edits later.
            actions.extend(if self.resolves { Some(action) } else { self.resolve(action).ok() });
        }
        let wanted = actions.into_iter().filter(|one| one.kind.as_ref().is_some_and(is_wanted));
        Ok(Some(wanted.map(CodeActionOrCommand::CodeAction).collect()))
    }

    /// Adds the edits of an action.
    pub(super) fn resolve(&self, mut action: CodeAction) -> Answer<CodeAction> {
        let Some(data) = action.data.clone().filter(|_| action.edit.is_none()) else {
            return Ok(action);
        };
        let Offer { uri, version, change } = read(data)?;
        let document = self.document(&uri)?;
        if document.version != version {
            let what = "the document has changed since this was offered";
            return Err(refused(ErrorCode::ContentModified, what));
        }
        action.edit = Some(match change {
            Offered::Wrap { node, source } => {
                self.changed(document, &Change::Wrap { node, source: &source })?
            }
            Offered::Unwrap { node } => self.changed(document, &Change::Unwrap { node })?,
            Offered::Extract { nodes } => self.extraction(document, &nodes)?,
            Offered::Inline { node } => self.inlining(document, node)?,
        });
        Ok(action)
    }

    /// Makes a tree from nodes.
    fn extraction(&self, document: &Document, nodes: &[usize]) -> Answer<WorkspaceEdit> {
        let files = self.group(document);
        let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
        let words = without_rules(document);
        let first = nodes.first().and_then(|node| document.outline().nodes.get(*node));
        let label = first.and_then(|node| node.label.clone());
        let stem = in_capitals(label.map_or("Part", |label| &document.text()[label]));
        let mut number = 1;
        let extracted = loop {
            let name = if number == 1 { stem.clone() } else { format!("{stem}{number}") };
            let extracted = edit::extract(&texts, (0, nodes), &name, &words);
            file::forget();
            number += 1;
            // Another name may be free.
            if number > MOST_NAMES || !matches!(extracted, Err(ExtractError::Name(_))) {
                break extracted;
            }
        };
        self.revised(document, extracted)
    }

    /// Puts a tree in the place of a node that uses it.
    fn inlining(&self, document: &Document, node: usize) -> Answer<WorkspaceEdit> {
        let files = self.group(document);
        let texts: Vec<&str> = files.iter().map(|file| file.text.as_str()).collect();
        let inlined = edit::inline(&texts, (0, node), &without_rules(document));
        file::forget();
        self.revised(document, inlined)
    }

    /// The edit that a change of a document makes.
    pub(super) fn changed(
        &self,
        document: &Document,
        change: &Change<'_>,
    ) -> Answer<WorkspaceEdit> {
        self.revised(document, edit::change(document.text(), document.outline(), change))
    }

    fn revised(
        &self,
        document: &Document,
        revision: Result<Revision, impl Display>,
    ) -> Answer<WorkspaceEdit> {
        let revision =
            revision.map_err(|why| refused(ErrorCode::RequestFailed, why.to_string()))?;
        let edit = difference(document.text(), &revision.text);
        let edit = document.text.places(self.encoding).edit(edit);
        Ok(in_files([(document.uri.clone(), Some(document.version), vec![edit])]))
    }
}

/// The changes of the selected nodes that are offered, with their titles. Whether they are possible is found out when they are
/// chosen.
fn offers(
    document: &Document,
    bytes: &std::ops::Range<usize>,
) -> Vec<(String, CodeActionKind, Offered)> {
    let (text, outline) = (document.text(), document.outline());
    let mut all = Vec::new();
    let nodes = selected(outline, bytes);
    if !nodes.is_empty() {
        let title = "Extract into a tree".to_owned();
        all.push((title, CodeActionKind::REFACTOR_EXTRACT, Offered::Extract { nodes }));
    }
    let here = outline.at(bytes.start);
    let Some((node, of)) = here.and_then(|node| Some((node, outline.nodes.get(node)?))) else {
        return all;
    };
    if let Some(name) = of.name(text).filter(|_| of.kind.is_some_and(Word::calls_tree)) {
        let title = format!("Put the tree `{}` in place", &text[name]);
        all.push((title, CodeActionKind::REFACTOR_INLINE, Offered::Inline { node }));
    }
    let mut rewrite = |title, change| all.push((title, CodeActionKind::REFACTOR_REWRITE, change));
    if !of.children.is_empty() {
        let title = format!("Remove `{}` around its children", &text[of.word.clone()]);
        rewrite(title, Offered::Unwrap { node });
    }
    let is_decorator =
        |word: &Word| word.family() == Family::Decorator && edit::forms(*word).next().is_some();
    for word in Word::ALL.iter().copied().filter(is_decorator) {
        let source = edit::template(word, document.vocabulary());
        rewrite(format!("Wrap in `{source}`"), Offered::Wrap { node, source });
    }
    all
}

/// The outermost nodes in a selection; the one at its beginning, if it has none.
fn selected(outline: &Outline, bytes: &std::ops::Range<usize>) -> Vec<usize> {
    let nodes = &outline.nodes;
    let is_in = |node: &edit::Node| bytes.start <= node.bytes.start && node.bytes.end <= bytes.end;
    let all = nodes.iter().enumerate().filter(|(_, node)| {
        is_in(node) && !node.parent.and_then(|parent| nodes.get(parent)).is_some_and(is_in)
    });
    let mut all: Vec<usize> = all.map(|(node, _)| node).collect();
    if all.is_empty() {
        all.extend(outline.at(bytes.start));
    }
    all
}

/// The words without their rules, of which a change of the text proves none.
fn without_rules(document: &Document) -> Vocabulary {
    Vocabulary { rules: Vec::new(), ..document.vocabulary().clone() }
}

/// `go_home` → `GoHome`
fn in_capitals(name: &str) -> String {
    let capital = |part: &str| {
        let mut letters = part.chars();
        letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect::<String>()
    };
    name.split('_').map(capital).collect()
}

/// Edits of several files, each with its version if it is open.
pub(super) fn in_files(
    files: impl IntoIterator<Item = (Uri, Option<i32>, Vec<TextEdit>)>,
) -> WorkspaceEdit {
    let files = files.into_iter().map(|(uri, version, edits)| TextDocumentEdit {
        text_document: OptionalVersionedTextDocumentIdentifier { uri, version },
        edits: edits.into_iter().map(OneOf::Left).collect(),
    });
    let changes = DocumentChanges::Edits(files.collect());
    WorkspaceEdit { document_changes: Some(changes), ..WorkspaceEdit::default() }
}

fn completed(item: Item, place: usize, range: Range) -> CompletionItem {
    let kind = match item.kind {
        "node" | "keyword" => CompletionItemKind::KEYWORD,
        "condition" | "action" | "decorator" => CompletionItemKind::FUNCTION,
        "value" => CompletionItemKind::PROPERTY,
        "subtree" | "tree" => CompletionItemKind::CLASS,
        "type" => CompletionItemKind::STRUCT,
        "parameter" => CompletionItemKind::FIELD,
        "choice" => CompletionItemKind::ENUM_MEMBER,
        "label" => CompletionItemKind::REFERENCE,
        _ => CompletionItemKind::VARIABLE,
    };
    CompletionItem {
        kind: Some(kind),
        detail: Some(item.detail).filter(|detail| !detail.is_empty()),
        documentation: item.documentation.map(Documentation::String),
        // The order is by what is written, and then that of the vocabulary.
        sort_text: Some(format!("{place:05}")),
        filter_text: Some(if item.kind == "label" {
            item.insert.clone()
        } else {
            item.label.clone()
        }),
        text_edit: Some(TextEdit::new(range, item.insert).into()),
        label: item.label,
        ..CompletionItem::default()
    }
}

/// The action that writes the word that a message proposes.
fn fix(uri: &Uri, document: &Document, diagnostic: &Diagnostic) -> Option<CodeAction> {
    let word = diagnostic.data.as_ref()?.get(SUGGESTION).and_then(Value::as_str)?;
    let edit = TextEdit::new(diagnostic.range, word.to_owned());
    Some(CodeAction {
        title: format!("Write `{word}`"),
        kind: Some(CodeActionKind::QUICKFIX),
        diagnostics: Some(vec![diagnostic.clone()]),
        edit: Some(in_files([(uri.clone(), Some(document.version), vec![edit])])),
        is_preferred: Some(true),
        ..CodeAction::default()
    })
}
