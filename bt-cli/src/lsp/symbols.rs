//! What an editor shows of a whole text: its trees and nodes, folds, colors, and what is written beside it.

use super::commands;
use super::server::{Answer, Document, Server};
use super::text::Places;
use bt_language::edit::{self, Call, Node, TokenKind};
use lsp_types::{
    CodeLens, CodeLensParams, Command, DocumentSymbol, DocumentSymbolParams,
    DocumentSymbolResponse, FoldingRange, FoldingRangeKind, FoldingRangeParams, InlayHint,
    InlayHintKind, InlayHintLabel, InlayHintParams, Range, SemanticToken, SemanticTokenModifier,
    SemanticTokenType, SemanticTokens, SemanticTokensLegend, SymbolInformation, SymbolKind, Uri,
    WorkspaceSymbolParams, WorkspaceSymbolResponse,
};
use serde_json::json;
use std::collections::HashMap;

/// The largest depth of symbols: deeper ones are beside their parents, since many clients refuse JSON that is nested more than
/// 128 deep.
const DEEPEST: usize = 40;

/// The maximum number of letters of the name of a symbol.
const LONGEST: usize = 80;

/// The maximum number of symbols of all files.
const MOST_SYMBOLS: usize = 1000;

impl Server {
    pub(super) fn symbols(
        &self,
        of: &DocumentSymbolParams,
    ) -> Answer<Option<DocumentSymbolResponse>> {
        let document = self.document(&of.text_document.uri)?;
        let (text, outline) = (document.text(), document.outline());
        let places = document.text.places(self.encoding);
        // The nodes come before their children, so the last one is done first.
        let mut depths: Vec<usize> = Vec::with_capacity(outline.nodes.len());
        for node in &outline.nodes {
            depths.push(node.parent.map_or(0, |parent| depths[parent] + 1));
        }
        let mut below: Vec<Vec<DocumentSymbol>> = vec![Vec::new(); outline.nodes.len()];
        let mut roots: Vec<Vec<DocumentSymbol>> = vec![Vec::new(); outline.trees.len()];
        for (place, node) in outline.nodes.iter().enumerate().rev() {
            let mut children = std::mem::take(&mut below[place]);
            children.reverse();
            let name = shown(text, node);
            let kind =
                if node.children.is_empty() { SymbolKind::EVENT } else { SymbolKind::OBJECT };
            let own =
                if depths[place] < DEEPEST { Some(std::mem::take(&mut children)) } else { None };
            let name_of = node.label.as_ref().unwrap_or(&node.word);
            let symbol = symbol(name, kind, places.range(&node.bytes), places.range(name_of), own);
            let list = match node.parent {
                Some(parent) => below.get_mut(parent),
                None => roots.get_mut(node.tree),
            };
            if let Some(list) = list {
                children.reverse();
                list.extend(children);
                list.push(symbol);
            }
        }
        let trees = outline.trees.iter().zip(roots).map(|(tree, mut nodes)| {
            nodes.reverse();
            let (range, selected) = (places.range(&tree.bytes), places.range(&tree.name));
            symbol(
                text[tree.name.clone()].to_owned(),
                SymbolKind::CLASS,
                range,
                selected,
                Some(nodes),
            )
        });
        Ok(Some(DocumentSymbolResponse::Nested(trees.collect())))
    }

    /// The trees and labels of all files whose names contain a text.
    pub(super) fn all_symbols(&self, of: &WorkspaceSymbolParams) -> WorkspaceSymbolResponse {
        let query = of.query.to_lowercase();
        let mut all = Vec::new();
        let known = self.packages.trees();
        let others =
            self.documents.keys().filter(|path| !self.packages.trees().any(|of| of == *path));
        for file in self.files(known.chain(others)) {
            let text = file.text.as_str();
            let outline = edit::outline(text);
            let trees = outline.trees.iter().map(|tree| (&tree.name, SymbolKind::CLASS, None));
            let labels = outline.nodes.iter().filter_map(|node| {
                let tree = outline.trees.get(node.tree)?;
                Some((node.label.as_ref()?, SymbolKind::OBJECT, text.get(tree.name.clone())))
            });
            for (bytes, kind, within) in trees.chain(labels) {
                let name = text.get(bytes.clone()).unwrap_or_default();
                if name.to_lowercase().contains(&query) && all.len() < MOST_SYMBOLS {
                    #[allow(deprecated, reason = "the structure has no default")]
                    all.push(SymbolInformation {
                        name: name.to_owned(),
                        kind,
                        tags: None,
                        deprecated: None,
                        location: self.location(file.uri.clone(), &file.text, bytes),
                        container_name: within.map(str::to_owned),
                    });
                }
            }
        }
        WorkspaceSymbolResponse::Flat(all)
    }

    /// Trees, nodes with children, and comments of several lines.
    pub(super) fn folds(&self, of: &FoldingRangeParams) -> Answer<Option<Vec<FoldingRange>>> {
        let document = self.document(&of.text_document.uri)?;
        let (text, outline) = (document.text(), document.outline());
        let places = document.text.places(self.encoding);
        let line = |byte: usize| places.position(byte).line;
        let trees = outline.trees.iter().map(|tree| line(tree.name.start)..line(tree.bytes.end));
        let nodes = outline.nodes.iter().filter(|node| node.has_block());
        let nodes = nodes.map(|node| line(node.word.start)..line(node.bytes.end));
        // The closing brace stays.
        let blocks =
            trees.chain(nodes).map(|lines| (lines.start..lines.end.saturating_sub(1), None));
        let mut comments: Vec<std::ops::Range<u32>> = Vec::new();
        for token in edit::tokens(text, document.vocabulary()) {
            let lines = line(token.bytes.start)..line(token.bytes.end);
            match comments.last_mut() {
                _ if !is_comment(token.kind) => {}
                Some(last) if last.end + 1 == lines.start => last.end = lines.end,
                _ => comments.push(lines),
            }
        }
        let comments = comments.into_iter().map(|lines| (lines, Some(FoldingRangeKind::Comment)));
        let folds = blocks.chain(comments).filter(|(lines, _)| lines.start < lines.end);
        let folds = folds.map(|(lines, kind)| FoldingRange {
            start_line: lines.start,
            end_line: lines.end,
            kind,
            ..FoldingRange::default()
        });
        Ok(Some(folds.collect()))
    }

    pub(super) fn tokens(&self, uri: &Uri, range: Option<Range>) -> Answer<SemanticTokens> {
        let document = self.document(uri)?;
        let (text, places) = (document.text(), document.text.places(self.encoding));
        let wanted = range.map_or(0..text.len(), |range| places.bytes(range));
        let mut data = Vec::new();
        let (mut line, mut column) = (0, 0);
        for token in edit::tokens(text, document.vocabulary()) {
            let bytes = token.bytes;
            if bytes.end < wanted.start || wanted.end < bytes.start {
                continue;
            }
            let mut start = bytes.start;
            // A token ends with its line.
            for part in text[bytes].split_inclusive('\n') {
                let end = start + part.trim_end().len();
                let Range { start: from, end: to } = places.range(&(start..end));
                start += part.len();
                if from == to {
                    continue;
                }
                data.push(SemanticToken {
                    delta_line: from.line - line,
                    delta_start: if from.line == line {
                        from.character - column
                    } else {
                        from.character
                    },
                    length: to.character - from.character,
                    token_type: legend_place(token.kind),
                    token_modifiers_bitset: u32::from(token.kind == TokenKind::Doc),
                });
                (line, column) = (from.line, from.character);
            }
        }
        Ok(SemanticTokens { result_id: None, data })
    }

    /// The parameters that a call leaves out, with their defaults.
    pub(super) fn hints(&self, of: &InlayHintParams) -> Answer<Option<Vec<InlayHint>>> {
        let document = self.document(&of.text_document.uri)?;
        let (text, places) = (document.text(), document.text.places(self.encoding));
        let wanted = places.bytes(of.range);
        let defaults = Defaults::of(document);
        let nodes = document.outline().nodes.iter();
        let nodes =
            nodes.filter(|node| node.head.end >= wanted.start && node.item.start <= wanted.end);
        let calls =
            nodes.flat_map(|node| node.calls(text).into_iter().map(move |call| (node, call)));
        let hints = calls.filter_map(|(_, call)| defaults.hint(text, &call, &places));
        Ok(Some(hints.collect()))
    }

    pub(super) fn lenses(&self, of: &CodeLensParams) -> Answer<Option<Vec<CodeLens>>> {
        let document = self.document(&of.text_document.uri)?;
        let places = document.text.places(self.encoding);
        let has_pub = document.outline().trees.iter().any(|tree| tree.is_pub);
        let lenses = document.outline().trees.iter().flat_map(|tree| {
            let name = &document.text()[tree.name.clone()];
            let range = places.range(&tree.name);
            // A helper keeps the rules as a part of the trees that call it.
            let has_rules = document.words.is_known && (tree.is_pub || !has_pub);
            let offered = if has_rules { &commands::ALL[..] } else { &commands::ALL[..1] };
            let arguments = Some(vec![json!(of.text_document.uri), json!(name)]);
            offered.iter().map(move |command| {
                let title = command.trim_start_matches("bt.").to_owned();
                let arguments = arguments.clone();
                let command = Command { title, command: (*command).to_owned(), arguments };
                CodeLens { range, command: Some(command), data: None }
            })
        });
        Ok(Some(lenses.collect()))
    }
}

/// The defaults of the parameters of words and of the trees of a text, as they are written.
struct Defaults<'d>(HashMap<&'d str, Vec<(&'d str, String)>>);

impl<'d> Defaults<'d> {
    fn of(document: &'d Document) -> Self {
        let text = document.text();
        let trees = document.outline().trees.iter().map(|tree| {
            let parameters = tree.parameters.all.iter().filter_map(|one| {
                Some((text.get(one.name.clone())?, text.get(one.value.clone()?)?.to_owned()))
            });
            (text.get(tree.name.clone()).unwrap_or_default(), parameters.collect())
        });
        let words = document.vocabulary().words.iter().map(|word| {
            let parameters = word.parameters.iter();
            let parameters = parameters.filter_map(|one| Some((&*one.name, one.default_text()?)));
            (&*word.name, parameters.collect())
        });
        Self(trees.chain(words).collect())
    }

    fn hint(&self, text: &str, call: &Call, places: &Places<'_>) -> Option<InlayHint> {
        let all = self.0.get(text.get(call.name.clone())?)?;
        let given: Vec<&str> =
            call.arguments.iter().filter_map(|one| text.get(one.name.clone()?)).collect();
        let missing = all.iter().filter(|(name, _)| !given.contains(name));
        let missing: Vec<String> =
            missing.map(|(name, value)| format!("{name} = {value}")).collect();
        if missing.is_empty() {
            return None;
        }
        let missing = missing.join(", ");
        let (at, label) = match &call.parentheses {
            Some(inside) if text.get(inside.clone())?.ends_with(')') => {
                let comma = if call.arguments.is_empty() { "" } else { ", " };
                (inside.end - 1, format!("{comma}{missing}"))
            }
            // It is not closed yet.
            Some(_) => return None,
            None => (call.name.end, format!("({missing})")),
        };
        Some(InlayHint {
            position: places.position(at),
            label: InlayHintLabel::String(label),
            kind: Some(InlayHintKind::PARAMETER),
            text_edits: None,
            tooltip: None,
            padding_left: None,
            padding_right: None,
            data: None,
        })
    }
}

/// `'flee: sequence`, `action Eat(bites = 3)`
fn shown(text: &str, node: &Node) -> String {
    let label = node.label.as_ref().and_then(|label| text.get(label.clone()));
    let label = label.map_or_else(String::new, |label| format!("'{label}: "));
    let head = text.get(node.head.clone()).unwrap_or_default().trim_end_matches([';', '{']);
    let head = head.split_whitespace().collect::<Vec<_>>().join(" ");
    format!("{label}{head}").chars().take(LONGEST).collect()
}

fn symbol(
    name: String,
    kind: SymbolKind,
    range: Range,
    selection_range: Range,
    children: Option<Vec<DocumentSymbol>>,
) -> DocumentSymbol {
    #[allow(deprecated, reason = "the structure has no default")]
    DocumentSymbol {
        name,
        detail: None,
        kind,
        tags: None,
        deprecated: None,
        range,
        selection_range,
        children,
    }
}

fn is_comment(kind: TokenKind) -> bool {
    matches!(kind, TokenKind::Comment | TokenKind::Doc)
}

/// The types of tokens, in the order of [`legend_place`].
pub(super) fn legend() -> SemanticTokensLegend {
    SemanticTokensLegend {
        token_types: vec![
            SemanticTokenType::KEYWORD,
            SemanticTokenType::COMMENT,
            SemanticTokenType::STRING,
            SemanticTokenType::NUMBER,
            SemanticTokenType::new("label"),
            SemanticTokenType::CLASS,
            SemanticTokenType::FUNCTION,
            SemanticTokenType::PROPERTY,
            SemanticTokenType::TYPE,
            SemanticTokenType::ENUM_MEMBER,
            SemanticTokenType::PARAMETER,
            SemanticTokenType::VARIABLE,
        ],
        token_modifiers: vec![SemanticTokenModifier::DOCUMENTATION],
    }
}

fn legend_place(kind: TokenKind) -> u32 {
    match kind {
        TokenKind::Keyword => 0,
        TokenKind::Comment | TokenKind::Doc => 1,
        TokenKind::Text => 2,
        TokenKind::Number => 3,
        TokenKind::Label => 4,
        TokenKind::Tree => 5,
        TokenKind::Word => 6,
        TokenKind::Value => 7,
        TokenKind::Type => 8,
        TokenKind::Choice => 9,
        TokenKind::Argument => 10,
        _ => 11,
    }
}
