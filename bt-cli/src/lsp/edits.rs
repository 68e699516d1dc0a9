//! What helps while one writes: completion, explanations, the layout, and changes that are offered.

use super::check::SUGGESTION;
use super::server::{Answer, Document, Server, read, refused};
use super::text::{difference, layout, number};
use bt_language::edit::{self, Change, Item};
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

/// The kinds of the actions.
pub(super) const KINDS: [CodeActionKind; 2] =
    [CodeActionKind::QUICKFIX, CodeActionKind::REFACTOR_REWRITE];

/// A change of a node that is offered; its edits are made when it is chosen.
#[derive(Serialize, Deserialize)]
struct Offer {
    uri: Uri,
    version: i32,
    node: usize,
    /// The decorator to put around the node; nothing removes the node around its children.
    wrap: Option<String>,
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
        let at = document.text.places(self.encoding).byte(of.range.start);
        if let Some(node) = document.outline().at(at) {
            actions.extend(self.offers(uri, document, node));
        }
        let wanted = actions.into_iter().filter(|one| one.kind.as_ref().is_some_and(is_wanted));
        Ok(Some(wanted.map(CodeActionOrCommand::CodeAction).collect()))
    }

    /// The decorators that can be put around a node, and the removal of one.
    fn offers(&self, uri: &Uri, document: &Document, node: usize) -> Vec<CodeAction> {
        let offer = |title: String, wrap: Option<String>| {
            let offer = Offer { uri: uri.clone(), version: document.version, node, wrap };
            let action = CodeAction {
                title,
                kind: Some(CodeActionKind::REFACTOR_REWRITE),
                data: serde_json::to_value(&offer).ok(),
                ..CodeAction::default()
            };
            // The client may not ask for the edits later.
            if self.resolves { Some(action) } else { self.resolve(action).ok() }
        };
        let is_decorator =
            |word: &Word| word.family() == Family::Decorator && edit::forms(*word).next().is_some();
        let decorators = Word::ALL.iter().copied().filter(is_decorator);
        let wraps = decorators.filter_map(|word| {
            let source = edit::template(word, document.vocabulary());
            offer(format!("Wrap in `{source}`"), Some(source))
        });
        let around = document.outline().nodes.get(node);
        let around = around.filter(|node| !node.children.is_empty()).and_then(|node| {
            let word = &document.text()[node.word.clone()];
            offer(format!("Remove `{word}` around its children"), None)
        });
        around.into_iter().chain(wraps).collect()
    }

    /// Adds the edits of an action.
    pub(super) fn resolve(&self, mut action: CodeAction) -> Answer<CodeAction> {
        let Some(data) = action.data.clone().filter(|_| action.edit.is_none()) else {
            return Ok(action);
        };
        let Offer { uri, version, node, wrap } = read(data)?;
        let document = self.document(&uri)?;
        if document.version != version {
            let what = "the document has changed since this was offered";
            return Err(refused(ErrorCode::ContentModified, what));
        }
        let change = match &wrap {
            Some(source) => Change::Wrap { node, source },
            None => Change::Unwrap { node },
        };
        let edit = self.changed(&uri, document, &change)?;
        action.edit = Some(edit);
        Ok(action)
    }

    /// The edit that a change of a document makes.
    pub(super) fn changed(
        &self,
        uri: &Uri,
        document: &Document,
        change: &Change<'_>,
    ) -> Answer<WorkspaceEdit> {
        let revision = edit::change(document.text(), document.outline(), change)
            .map_err(|error| refused(ErrorCode::RequestFailed, error.to_string()))?;
        let edit = difference(document.text(), &revision.text);
        let edit = document.text.places(self.encoding).edit(edit);
        Ok(in_files([(uri.clone(), Some(document.version), vec![edit])]))
    }
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
