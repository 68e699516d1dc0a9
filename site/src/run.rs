//! A world that is open, with the live page of its agents.

use crate::Texts;
use crate::examples::{Opened, Text};
use crate::world::World;
use bt_core::files::{Loaded, Trees};
use bt_watch::live::{Edits, Live};
use bt_watch::record::AgentId;
use serde_json::json;
use std::collections::BTreeMap;

/// A world that is open.
pub(crate) trait Running {
    fn step(&mut self);

    fn answer(&self, method: &str, target: &str, body: &str) -> (u16, String);
}

pub(crate) struct Run<W: World> {
    live: Live,
    edits: Edits<W::Words>,
    trees: Trees<W::Words>,
    agents: Vec<Agent<W>>,
}

struct Agent<W: World> {
    id: AgentId,
    tree: Loaded<W::Words>,
    body: W::Body,
}

impl<W: World> Run<W> {
    /// Starts the world with these texts in place of those of the example; returns it with its files as JSON.
    ///
    /// As long as a text has mistakes, the agents do nothing.
    pub(crate) fn open(example: &[Text], mut texts: Texts) -> Result<Opened, String> {
        for (name, text) in example {
            texts.entry((*name).into()).or_insert_with(|| (*text).into());
        }
        let rest = format!("tree {} {{ running; }}", W::ROOT);
        let resting = Trees::<W::Words>::parse(&rest).map_err(|mistakes| mistakes.to_string())?;
        let first = W::FILE;
        let mut live = Live::without_server();
        live.let_pause(true);
        let problem = |error: std::io::Error| error.to_string();
        live.let_change(true).map_err(problem)?;
        let pairs = texts.iter().map(|(name, text)| (name.as_str(), text.as_str()));
        let mut edits = live.let_edit_texts(first, pairs).map_err(problem)?;
        // The page's own way: it refuses a text with mistakes.
        let apply = json!({ "file": first, "text": texts[first], "texts": texts });
        let _ = live.answer("POST", "/edit/apply", &apply.to_string());
        let mut trees = resting.clone();
        edits.take(&mut trees);
        let mut agent = |(name, body)| {
            let tree = trees.tree(W::ROOT).or_else(|| resting.tree(W::ROOT));
            let tree = tree.ok_or_else(|| format!("there is no tree `{}`", W::ROOT))?;
            Ok(Agent { id: live.agent_of(name, &tree), tree, body })
        };
        let agents = W::bodies().into_iter().map(&mut agent).collect::<Result<_, String>>()?;
        let example: BTreeMap<_, _> = example.iter().copied().collect();
        let files = json!({ "first": first, "example": example, "texts": texts });
        Ok((Box::new(Self { live, edits, trees, agents }), files))
    }
}

impl<W: World> Running for Run<W> {
    fn step(&mut self) {
        let is_new = self.edits.take(&mut self.trees);
        if is_new {
            for Agent { tree, body, .. } in &mut self.agents {
                tree.renew(&self.trees, body);
            }
        }
        if self.live.is_paused() {
            return;
        }
        for Agent { id, tree, body } in &mut self.agents {
            W::advance(body);
            self.live.set_fields(*id, |fields| W::let_set(body, fields));
            self.live.tick_with_snapshot(*id, tree, body);
        }
    }

    fn answer(&self, method: &str, target: &str, body: &str) -> (u16, String) {
        self.live.answer(method, target, body)
    }
}
