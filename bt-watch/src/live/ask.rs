//! The question of a page what would have to be different for a node to run. The program answers it: only the program knows
//! what its leaves can return.

use super::Live;
use super::answer::Answer;
use super::shared::{Shared, locked, try_locked};
use crate::record::{AgentId, Recording};
use bt_core::NodeId;
use serde_json::{Value, json};
use std::boxed::Box;
use std::fmt;
use std::string::{String, ToString};
use std::sync::{Arc, Mutex};
use std::vec::Vec;

/// A part of a sentence about the nodes of a tree; a page links the nodes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// A text.
    Text(String),
    /// A node by its name.
    Name(NodeId),
    /// The text in front of a node and its `=>`.
    Key(NodeId),
}

type Answers = Box<dyn Fn(&Recording, AgentId, u64, NodeId) -> Vec<Part> + Send>;

/// The answers of the program, if it has any. The inner lock is held while it answers.
#[derive(Default)]
pub(super) struct Asked(Option<Arc<Mutex<Answers>>>);

impl fmt::Debug for Asked {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_tuple("Asked").field(&self.0.is_some()).finish()
    }
}

impl Live {
    /// Lets pages ask what would have to be different for a node to run in a moment.
    ///
    /// `answer` returns a sentence. It gets a copy of the recording and is called in a thread of the server, for one
    /// question at a time; others are refused meanwhile. `Proof::why_not` of the crate `bt-verify` finds the answer.
    ///
    /// ```
    /// use bt_watch::live::{Live, Part};
    ///
    /// let mut live = Live::start()?;
    /// live.let_ask(|recording, agent, moment, node| {
    ///     let is_active = recording.agent(agent).is_some_and(|agent| agent.active_at(moment).contains(&node));
    ///     let text = if is_active { " runs" } else { " does not run" };
    ///     [Part::Name(node), Part::Text(text.into())].into()
    /// });
    /// # Ok::<(), std::io::Error>(())
    /// ```
    ///
    /// Everyone who can read the recording can ask. A second call replaces the first one.
    pub fn let_ask(
        &mut self,
        answer: impl Fn(&Recording, AgentId, u64, NodeId) -> Vec<Part> + Send + 'static,
    ) {
        locked(&self.shared.asked_why).0 = Some(Arc::new(Mutex::new(Box::new(answer))));
    }
}

/// Returns `true` if the program answers.
pub(super) fn has_answers(shared: &Shared) -> bool {
    locked(&shared.asked_why).0.is_some()
}

/// The parts of the sentence as the page shows them: `[{"node":3}," runs if ",…]`
pub(super) fn answer(shared: &Shared, agent: usize, moment: u64, node: u32) -> Answer {
    let Some(answers) = locked(&shared.asked_why).0.clone() else {
        return Answer::refusal(409, "this program does not say why a node does not run");
    };
    let Some(answers) = try_locked(&answers) else {
        return Answer::refusal(503, "the program still answers another question");
    };
    let recording = shared.look(|recorder| recorder.recording().clone());
    let part = |part| match part {
        Part::Text(text) => Value::from(text),
        Part::Name(node) => json!({ "node": node.index() }),
        Part::Key(node) => json!({ "node": node.index(), "key": true }),
    };
    let parts = answers(&recording, AgentId::new(agent), moment, NodeId::new(node));
    // A page has no names for nodes that the tree does not have.
    let agent = recording.agent(AgentId::new(agent));
    let nodes = agent.map_or(0, |agent| agent.tree().nodes().len());
    let is_known = |part: &Part| match part {
        Part::Text(_) => true,
        Part::Name(node) | Part::Key(node) => node.index() < nodes,
    };
    let parts: Vec<Value> = parts.into_iter().filter(is_known).map(part).collect();
    Answer::json(Value::from(parts).to_string())
}
