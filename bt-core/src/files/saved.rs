//! Saves an agent during a run, and restores it.

use super::Trees;
use super::live::Live;
use super::loaded::Loaded;
use super::parameters::no_entry;
use super::play::Vocabulary;
use super::state::State;
use crate::language::private::NOTHING;
use crate::vocabulary::datum::Datum;
use serde::ser::Error as _;
use serde::{Deserialize, Serialize, Serializer};
use std::fmt;
use std::string::String;
use std::sync::Arc;
use std::vec::Vec;

/// The saved state of an agent, read from a serialized [`Loaded`]; [`Trees::restore`] makes an agent of it.
///
/// The types that the vocabulary keeps have to derive `Serialize` and `Deserialize`, and so does the vocabulary.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_core::files::Saved;
///
/// behavior_tree! {
///     #[derive(serde::Serialize, serde::Deserialize)]
///     vocabulary Drill(steps: &mut u32) {
///         action Step => *steps += 1;
///     }
/// }
///
/// let trees = Drill::parse("tree Walk { repeat(3) action Step; }").unwrap();
/// let mut walk = trees.tree("Walk").unwrap();
/// let mut steps = 0;
/// walk.tick(&mut steps);
/// let text = serde_json::to_string(&walk).unwrap();
///
/// let saved: Saved<Drill> = serde_json::from_str(&text).unwrap();
/// let mut walk = trees.restore(saved).unwrap();
/// walk.tick(&mut steps);
/// assert!(walk.is_running());
/// walk.tick(&mut steps);
/// assert!(!walk.is_running() && steps == 3);
/// ```
#[derive(Deserialize)]
#[serde(bound = "V::Held: Deserialize<'de>, V::Own: Deserialize<'de>")]
pub struct Saved<V: Vocabulary> {
    tree: String,
    shape: u64,
    words: Vec<u32>,
    #[serde(rename = "held")]
    payloads: Vec<Option<V::Held>>,
    #[serde(rename = "values", default = "Vec::new")]
    data: Vec<Option<Datum<V::Own>>>,
    #[serde(default)]
    labels: Vec<String>,
}

/// The serialized form. Zeros and empty slots at the end are left out.
#[derive(Serialize)]
#[serde(rename = "Saved", bound = "V::Held: Serialize, V::Own: Serialize")]
struct Writing<'a, V: Vocabulary> {
    tree: &'a str,
    shape: u64,
    words: &'a [u32],
    #[serde(rename = "held")]
    payloads: Vec<Option<&'a V::Held>>,
    #[serde(rename = "values")]
    data: Vec<Option<&'a Datum<V::Own>>>,
    labels: Vec<String>,
}

/// The reason why a saved agent cannot be restored.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RestoreError {
    /// The file has no tree of this name.
    #[non_exhaustive]
    NoTree {
        /// The name.
        tree: String,
    },
    /// The tree is not `pub`, and others of its file are: only trees use it.
    #[non_exhaustive]
    NoEntry {
        /// The name.
        tree: String,
    },
    /// The tree has changed in more than parameters, texts, labels and comments.
    #[non_exhaustive]
    OtherTree {
        /// The name of the tree.
        tree: String,
    },
    /// No run of the tree produces this state.
    #[non_exhaustive]
    Damaged {
        /// The name of the tree.
        tree: String,
        /// The defect.
        problem: &'static str,
    },
}

impl fmt::Display for RestoreError {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoTree { tree } => write!(formatter, "there is no tree `{tree}`"),
            Self::NoEntry { tree } => no_entry(tree, formatter),
            Self::OtherTree { tree } => {
                write!(formatter, "the tree `{tree}` has changed since this state was saved")?;
                formatter.write_str(": make a new agent, or use `resume_by_labels`")
            }
            Self::Damaged { tree, problem } => {
                write!(formatter, "this is no state of the tree `{tree}`: {problem}")
            }
        }
    }
}

impl std::error::Error for RestoreError {}

impl<V: Vocabulary> fmt::Debug for Saved<V> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Saved").field("tree", &self.tree).finish_non_exhaustive()
    }
}

impl<V: Vocabulary> Saved<V> {
    /// The name of the tree.
    #[must_use]
    pub fn tree(&self) -> &str {
        &self.tree
    }

    /// The labels at which the agent was active, for [`Loaded::resume_by_labels`]: the innermost ones, each with the labels
    /// around it, as in `fight/reload`.
    #[must_use]
    pub fn labels(&self) -> &[String] {
        &self.labels
    }
}

/// The name of the tree and the state of the agent are saved, without the tree itself.
impl<V: Vocabulary<Held: Serialize, Own: Serialize>> Serialize for Loaded<V> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let state = &self.state;
        let live = Live::of(&state.code, &state.words).map_err(S::Error::custom)?;
        let words = live.words.iter().rposition(|word| *word != 0).map_or(0, |last| last + 1);
        let slots = live.payloads.iter().chain(&state.code.trees).map(|(slot, _)| *slot);
        let mut payloads = Vec::new();
        for slot in slots {
            payloads.resize(payloads.len().max(slot + 1), None);
            payloads[slot] = state.payload(slot);
        }
        let mut data = Vec::new();
        for (place, _) in &live.data {
            data.resize(data.len().max(place + 1), None);
            data[*place] = state.datum(*place);
        }
        let writing = Writing::<V> {
            tree: self.name(),
            shape: state.code.shape,
            words: &live.words[..words],
            payloads,
            data,
            labels: self.labels(),
        };
        writing.serialize(serializer)
    }
}

impl<V: Vocabulary> Trees<V> {
    /// Restores a saved agent, which continues where it was saved.
    ///
    /// The tree may have changed as for [`Loaded::renew`]: running nodes continue if only parameters, texts, labels or
    /// comments have changed. Here, a parameter has to keep its form: a literal remains a literal, and `repeat` without a
    /// count remains without one.
    ///
    /// # Errors
    ///
    /// An error if the file no longer has the tree, if only other trees use it, if the tree has changed, or if the state is
    /// damaged. A manual
    /// change that leaves the state valid is not detected: the agent can be ticked.
    pub fn restore(&self, saved: Saved<V>) -> Result<Loaded<V>, RestoreError> {
        let Saved { tree, shape, mut words, mut payloads, mut data, labels: _ } = saved;
        let Some(code) = self.code(&tree) else {
            return Err(if self.is_helper(&tree) {
                RestoreError::NoEntry { tree }
            } else {
                RestoreError::NoTree { tree }
            });
        };
        if shape != code.shape {
            return Err(RestoreError::OtherTree { tree });
        }
        let damaged = |problem| RestoreError::Damaged { tree: tree.clone(), problem };
        let is_too_long = payloads.len() > code.slots || data.len() > code.data;
        if words.len() > code.words || is_too_long {
            return Err(damaged("it is too long"));
        }
        words.resize(code.words, 0);
        let live = Live::of(code, &words).map_err(damaged)?;
        let mut state = State::new(Arc::clone(code));
        state.words = live.words.into();
        for (place, is_always_there) in &live.data {
            let value = data.get_mut(*place).and_then(Option::take);
            if value.is_none() && *is_always_there {
                return Err(damaged("the value of a name is missing"));
            }
            state.set_datum(*place, value);
        }
        for (slot, word) in live.payloads.iter().chain(&code.trees) {
            let payload = payloads.get_mut(*slot).and_then(Option::take);
            let payload = payload.filter(|payload| V::word(payload) == *word);
            let payload = payload.ok_or_else(|| damaged("a value is missing"))?;
            state.set_payload(*slot, Some(payload));
        }
        for (slot, _) in &code.trees {
            let runs = state.payload(*slot).is_some_and(|tree| V::tip(tree, 0) != NOTHING);
            if runs && live.trees.iter().all(|(active, _)| active != slot) {
                return Err(damaged("a subtree runs that is not active"));
            }
        }
        Ok(Loaded { state })
    }
}
