//! The values that the nodes of a tree keep while they are active: those of `let` and `for`, and parameters.

use super::snapshot::Name;
use bt_core::__internal::{Kept, Visit};
use bt_core::Inspect;
use bt_core::NodeId;
use serde_json::Value;
use std::fmt::{self, Write};
use std::string::{String, ToString};
use std::vec::Vec;

/// A longer value is cut: a list of thousands of points would take the place of everything else.
const LONGEST: usize = 400;

/// The values of a tree in a moment, as text: `prey = Deer { id: 7 }`.
#[derive(Debug, Default)]
pub(super) struct Values {
    text: String,
    /// The nodes, and where their texts end.
    ends: Vec<(NodeId, usize)>,
}

/// The texts that are set, and the nodes that keep nothing any more.
pub(super) type Changes = (Vec<(Name, Value)>, Vec<Name>);

impl Values {
    /// Reads the values that a tree keeps. Returns the changes since these values, if there are some, which are what
    /// `scratch` was.
    pub(super) fn take(&mut self, tree: &impl Inspect, scratch: &mut Self) -> Option<Changes> {
        scratch.clear();
        tree.visit_kept(&mut Kept::new(&mut *scratch));
        if scratch.text == self.text && scratch.ends == self.ends {
            return None;
        }
        std::mem::swap(self, scratch);
        let (now, before) = (&*self, &*scratch);
        let set = now.iter().filter(|(node, text)| before.text_of(*node) != Some(text));
        let gone = before.iter().filter(|(node, _)| now.text_of(*node).is_none());
        let set = set.map(|(node, text)| (name(node), text.into())).collect();
        Some((set, gone.map(|(node, _)| name(node)).collect()))
    }

    fn clear(&mut self) {
        self.text.clear();
        self.ends.clear();
    }

    fn iter(&self) -> impl Iterator<Item = (NodeId, &str)> {
        self.ends.iter().scan(0, |begin, (node, end)| {
            let text = &self.text[*begin..*end];
            *begin = *end;
            Some((*node, text))
        })
    }

    fn text_of(&self, node: NodeId) -> Option<&str> {
        self.iter().find_map(|(other, text)| (other == node).then_some(text))
    }
}

impl Visit for Values {
    fn visit(&mut self, node: NodeId, name: &'static str, value: &dyn fmt::Debug) {
        let begin = self.text.len();
        match self.ends.last() {
            Some((last, _)) if *last == node => {
                self.ends.pop();
                self.text.push_str(", ");
            }
            _ => {}
        }
        let most = begin + LONGEST;
        let mut text = Limited { text: &mut self.text, most };
        if write!(text, "{name} = {value:?}").is_err() {
            self.text.push('…');
        }
        self.ends.push((node, self.text.len()));
    }
}

/// The name of a node's value in a recording: its id.
fn name(node: NodeId) -> Name {
    node.index().to_string().into()
}

/// The node of a name.
pub(super) fn node_of(name: &str) -> Option<NodeId> {
    let node = NodeId::new(name.parse().ok()?);
    (self::name(node) == name).then_some(node)
}

/// A text with a maximum number of bytes.
struct Limited<'t> {
    text: &'t mut String,
    most: usize,
}

impl Write for Limited<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        let left = self.most.saturating_sub(self.text.len());
        if part.len() <= left {
            self.text.push_str(part);
            return Ok(());
        }
        let fits = (0..=left).rev().find(|end| part.is_char_boundary(*end)).unwrap_or(0);
        self.text.push_str(&part[..fits]);
        Err(fmt::Error)
    }
}
