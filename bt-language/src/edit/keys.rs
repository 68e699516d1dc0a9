//! The keys of children: the conditions, scores and weights before them.

use super::change::Changed;
use super::layout::{self, Edit};
use super::outline::{Node, Outline, outline};
use super::template::{first_call, fits_key};
use crate::vocabulary::Vocabulary;
use crate::words::{Children, Word};

/// Gives the children of a changed node, or the changed child, the keys that they need: the first fitting word of the
/// vocabulary. Without such a word, a score is `0.5`, and a condition stays missing.
///
/// ```
/// use bt_language::edit::{self, Change, Gap, Parent};
/// use bt_language::vocabulary::Vocabulary;
///
/// let text = "tree Villager { random_selector { 3 => running; } }";
/// let at = Gap { parent: Parent::Node(0), index: 1 };
/// let insert = Change::Insert { at, source: "succeed;" };
/// let changed = edit::change(text, &edit::outline(text), &insert).unwrap();
/// let changed = edit::with_keys(changed, &Vocabulary::default());
/// assert_eq!(changed.text, "tree Villager { random_selector { 3 => running; 1 => succeed; } }");
/// ```
#[must_use]
pub fn with_keys(changed: Changed, vocabulary: &Vocabulary) -> Changed {
    let Changed { text, select } = changed;
    let outline = outline(&text);
    let is_changed = |node: &Node, parent: &Node| {
        let is_within = select.start <= node.bytes.start && node.bytes.end <= select.end;
        let is_below = parent.word.start <= select.end && select.start <= parent.word.end;
        is_within || is_below
    };
    let edit = |node: &Node| {
        let parent = outline.nodes.get(node.parent?)?;
        let is_missing = node.key.is_none() && is_changed(node, parent);
        let key = key(parent, &outline, vocabulary).filter(|_| is_missing)?;
        Some((node.bytes.start..node.bytes.start, format!("{key} => ")))
    };
    let edits: Vec<Edit> = outline.nodes.iter().filter_map(edit).collect();
    let length = |before: usize| -> usize {
        edits.iter().filter(|(place, _)| place.start <= before).map(|(_, key)| key.len()).sum()
    };
    // The selection is still that of the nodes, without the key before the first one.
    let select = select.start + length(select.start)..select.end + length(select.end);
    Changed { text: layout::apply(&text, edits), select }
}

/// The key that a child needs; `None` if it needs none, or if the vocabulary has no condition for it.
fn key(parent: &Node, outline: &Outline, vocabulary: &Vocabulary) -> Option<String> {
    match parent.kind?.children() {
        Children::Weighted => {
            let has_weight =
                |child: &usize| outline.nodes.get(*child).is_some_and(|child| child.key.is_some());
            parent.children.iter().any(has_weight).then(|| "1".to_owned())
        }
        keys => {
            let literal = || (keys == Children::Scored).then(|| "0.5".to_owned());
            first_call(vocabulary, |role| fits_key(keys, role)).or_else(literal)
        }
    }
}

/// The edits that remove the keys of a node's children, if the node becomes one without keys or with other ones.
pub(super) fn without_keys(node: &Node, outline: &Outline, word: &str) -> Vec<Edit> {
    let kinds = (Word::find(word), node.kind);
    let (Some(new), Some(old)) = kinds else { return Vec::new() };
    if new.children() == old.children() {
        return Vec::new();
    }
    let children = node.children.iter().filter_map(|child| outline.nodes.get(*child));
    let edit = |child: &Node| Some((child.key.clone()?.start..child.bytes.start, String::new()));
    children.filter_map(edit).collect()
}
