//! The mistakes and the nodes of a text, for a page.

use super::files::Reading;
use bt_core::__internal::mark;
use bt_core::files::Mistakes;
use bt_language::edit::{
    self, Argument, Call, Declaration, Declarations, Disabled, Outline, Parent, Tree, Units,
};
use bt_language::file::Mistake;
use bt_language::vocabulary::Vocabulary;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::string::String;
use std::vec::Vec;

/// The byte order mark, which is not counted in the positions of mistakes.
const MARK: char = '\u{feff}';

/// The trees and nodes of a text, its hash, and all files with their mistakes.
pub(super) fn answer(text: &str, words: &Vocabulary, reading: &Reading) -> Value {
    let outline = edit::outline(text);
    let units = Units::of(text);
    let shown = Shown { text, units: &units, words, outline: &outline };
    json!({
        "files": reading.names,
        "owners": reading.owners,
        "mistakes": mistakes(text, &reading.mistakes),
        "trees": outline.trees.iter().map(|tree| shown.tree(tree)).collect::<Vec<_>>(),
        "nodes": (0..outline.nodes.len()).map(|index| shown.node(index)).collect::<Vec<_>>(),
        "disabled": edit::disabled(text, &outline).iter().map(|one| shown.disabled(one)).collect::<Vec<_>>(),
        "hash": mark(text),
    })
}

/// The mistakes of a text and of other files, as JSON; positions in other files are lines and columns only.
pub(super) fn mistakes(text: &str, mistakes: &[Mistake]) -> Vec<Value> {
    let units = Units::of(text);
    let mark = if text.starts_with(MARK) { MARK.len_utf8() } else { 0 };
    let shown = |mistake: &Mistake| {
        let [start, end] = match mistake.file {
            Some(_) => [0, 0],
            None => units.range(&(mistake.bytes.start + mark..mistake.bytes.end + mark)),
        };
        json!({
            "file": mistake.file, "start": start, "end": end,
            "line": mistake.start.line, "column": mistake.start.column,
            "message": mistake.text, "help": null,
        })
    };
    mistakes.iter().map(shown).collect()
}

/// Mistakes of the text as a whole, as JSON.
pub(super) fn without_place(mistakes: &Mistakes) -> Vec<Value> {
    let shown = |mistake: &bt_core::files::Mistake| {
        json!({
            "start": 0, "end": 0, "line": 1, "column": 1, "message": mistake.text, "help": null,
        })
    };
    mistakes.iter().map(shown).collect()
}

fn part<'t>(text: &'t str, bytes: &Range<usize>) -> &'t str {
    text.get(bytes.clone()).unwrap_or_default()
}

/// A text with what is known about it.
struct Shown<'a> {
    text: &'a str,
    units: &'a Units<'a>,
    words: &'a Vocabulary,
    outline: &'a Outline,
}

impl Shown<'_> {
    fn tree(&self, tree: &Tree) -> Value {
        let [start, end] = self.units.range(&tree.bytes);
        let all = |declarations: &Declarations| -> Vec<Value> {
            declarations.all.iter().map(|one| self.declaration(one)).collect()
        };
        json!({
            "name": part(self.text, &tree.name),
            "at": self.units.unit(tree.name.start),
            "start": start, "end": end, "pub": tree.is_pub,
            "description": self.description(tree.documentation(self.text)),
            "parameters": all(&tree.parameters),
            "results": all(&tree.results),
            "gap": tree.gap.map(|gap| self.units.unit(gap)),
        })
    }

    /// A node that is disabled, with what stands before its children.
    fn disabled(&self, disabled: &Disabled) -> Value {
        let Disabled { bytes, at, source, .. } = disabled;
        let Parent::Node(parent) = at.parent else { return Value::Null };
        let tree = std::format!("tree T {{{source}\n}}");
        let outline = edit::outline(&tree);
        let head = outline.nodes.first().map(|node| node.item.start..node.head.end);
        let [start, end] = self.units.range(bytes);
        json!({
            "parent": parent, "gap": at.index, "start": start, "end": end,
            "source": source, "head": part(&tree, &head.unwrap_or_default()),
            "nodes": outline.nodes.len(),
        })
    }

    fn declaration(&self, declaration: &Declaration) -> Value {
        json!({
            "whole": self.units.range(&declaration.bytes),
            "name": self.units.range(&declaration.name),
            "type": self.optional(declaration.of.clone()),
            "value": self.optional(declaration.value.clone()),
        })
    }

    fn optional(&self, bytes: Option<Range<usize>>) -> Option<[usize; 2]> {
        bytes.map(|bytes| self.units.range(&bytes))
    }

    fn description(&self, documentation: Option<Range<usize>>) -> Option<String> {
        documentation.map(|bytes| edit::undocumented(part(self.text, &bytes)))
    }

    fn node(&self, index: usize) -> Value {
        let node = &self.outline.nodes[index];
        let [start, end] = self.units.range(&node.bytes);
        let name = node.name(self.text).map(|name| part(self.text, &name));
        let gaps: Vec<usize> = node.gaps.iter().map(|gap| self.units.unit(*gap)).collect();
        let fields: BTreeMap<_, _> = self
            .outline
            .fields(self.text, index)
            .into_iter()
            .map(|field| (field.part.name, self.optional(field.bytes)))
            .collect();
        json!({
            "parent": node.parent,
            "tree": node.tree,
            "kind": node.kind.map(bt_language::words::Word::name),
            "word": part(self.text, &node.word),
            "name": name,
            "label": node.label.as_ref().map(|label| part(self.text, label)),
            "key": node.key.as_ref().map(|key| part(self.text, key)),
            "start": start, "end": end,
            "head": self.units.range(&node.head),
            "item": self.units.unit(node.item.start),
            "gaps": gaps,
            "block": node.has_block(),
            "description": self.description(node.documentation(self.text)),
            "fields": fields,
            "calls": node.calls(self.text).iter().map(|call| self.call(call)).collect::<Vec<_>>(),
        })
    }

    /// A word of the vocabulary in the key or the head of a node.
    fn call(&self, call: &Call) -> Value {
        let name = part(self.text, &call.name);
        let end = call.parentheses.as_ref().map_or(call.name.end, |parentheses| parentheses.end);
        let [start, end_unit] = self.units.range(&(call.name.start..end));
        json!({
            "name": name,
            "start": start, "end": end_unit,
            "arguments": self.arguments(&call.arguments, name, end),
        })
    }

    /// The arguments that are given, and the parameters of the word that are not, which would stand before a byte.
    fn arguments(&self, arguments: &[Argument], name: &str, end: usize) -> Vec<Value> {
        let mut given = BTreeSet::new();
        let mut shown = Vec::new();
        for (index, argument) in arguments.iter().enumerate() {
            let [start, end] = self.units.range(&argument.value);
            let name = argument.name.as_ref().map(|name| part(self.text, name));
            given.extend(name);
            let index = std::format!("{index}");
            shown.push(json!({
                "name": name.unwrap_or(&index), "value": part(self.text, &argument.value),
                "start": start, "end": end, "given": true,
            }));
        }
        let at = self.units.unit(end);
        let word = self.words.place(name).and_then(|word| self.words.words.get(word));
        for parameter in word.iter().flat_map(|word| &word.parameters) {
            if !given.contains(&*parameter.name) {
                shown.push(json!({
                    "name": parameter.name, "value": parameter.default_text(),
                    "start": at, "end": at, "given": false,
                }));
            }
        }
        shown
    }
}
