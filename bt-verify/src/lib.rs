//! Proofs about behavior trees: what a tree can never do, shown in a unit test.
//!
//! ```toml
//! [dev-dependencies]
//! bt-verify = { path = "../behavior-tree/bt-verify" } # where the clone of the repository is
//! ```
//!
//! [`explore`] visits every state of a tree under every answer of its leaves, and a rule is a closure that is asked
//! about each tick. If the rule can be broken, the error is the shortest run that breaks it.
//!
//! ```
//! use bt_core::behavior_tree;
//! use bt_verify::Rules;
//!
//! struct Npc;
//!
//! impl Npc {
//!     # fn is_hurt(&self) -> bool { false }
//!     # fn flee(&mut self) -> bool { true }
//!     # fn fight(&mut self) -> bool { true }
//!     // …
//! }
//!
//! behavior_tree! {
//!     tree Soldier(npc: &mut Npc) {
//!         active_selector {
//!             sequence {
//!                 'hurt: condition npc.is_hurt();
//!                 'flee: action npc.flee();
//!             }
//!             'fight: action npc.fight();
//!         }
//!     }
//! }
//!
//! let proof = bt_verify::explore::<Soldier>();
//! assert!(proof.is_complete());
//! assert!(proof.unreached().is_empty());
//! let rules = Rules::new()
//!     .never(|tick| tick.is_active(Soldier::FLEE) && tick.is_active(Soldier::FIGHT));
//! proof.check(&rules).unwrap();
//! ```
//!
//! The [guide] shows more, step by step. A tree that is loaded from text is explored by `explore_loaded`, with the feature
//! `files`.
//!
//! # What is known, and what is not
//!
//! The tree is not compiled for a proof, and none of its expressions is evaluated. Each may give any value of its
//! type in every tick:
//!
//! * A condition, the decision of an `if` or a `guard`: yes or no. In one tree the same text gives the same answer as
//!   long as no action, or other expression that may change the blackboard, has been evaluated in between in the same
//!   tick; see [`Limits::same_answers`]. A subtree is a tree of its own each time it is used.
//! * An action: the statuses that its type allows. `()` succeeds, a `bool` and a `Result` of it never run, a `Status` is
//!   any status; other types, stateful actions and decorators say it in [`IntoStatus::CAN`], [`Action::CAN`] and
//!   [`Decorator::CAN`]. A `let` whose type is that of its expression always begins. An expression
//!   that is still `todo!()` may give anything.
//! * A `match`, a `random_selector`, scores: any arm, any order. A decorator of the user's own ticks its child or
//!   does not.
//! * Time: a deadline that was set in an earlier tick may have passed or not, and each deadline on its own. A literal
//!   of zero has always passed.
//! * Counts and ranges: literals are exact; other expressions may be any number. The rules of a vocabulary, and `bt prove`, know
//!   also what a file computes from literals; a proof of this crate does not.
//! * The tree may be aborted or stopped between two ticks. A stop is a tick, with the rules of one, as often as a cleanup
//!   runs in it; another tick may come between two ticks of a stop. A stop that finds nothing to clean up is an abort.
//!
//! So a rule that holds here holds for every blackboard. A rule that is broken here may hold in the program, because
//! its world is less than arbitrary: [`Proof::assume`] says in what way.
//!
//! # What leaves a proof
//!
//! A run that no proof has seen takes one of these:
//!
//! * A declaration that is not true: a `CAN` that excludes a result that happens. [`Declarations`] finds it.
//! * A condition that changes its answer by itself in a tick, or a question that changes the blackboard.
//! * A clock that moves during a tick or has come to its end.
//! * A panic of a leaf that is caught, if the tree is ticked after it.
//! * [`Loaded::renew`] if the agent goes on in a version whose parameters are others: a `repeat(1)` may be in the third round
//!   of the `repeat(5)` before.
//! * [`Loaded::resume_by_labels`]: its tick begins in the middle of the tree. It leaves out no answer that a rule of the
//!   vocabulary needs; other rules, and the ticks after it, may be broken.
//! * The state of a compiled tree, or of an agent of a file, that was saved and edited, or that was saved with another version
//!   of the tree.
//! * A `subtree` whose type is a parameter, or whose tree is a word of the vocabulary: of its nodes nothing is known, also not
//!   its cleanups when the tree is stopped.
//!
//! [`simulate`] compares each tick with the proof and finds the first four.
//!
//! [`Loaded::renew`]: bt_core::files::Loaded::renew
//! [`Loaded::resume_by_labels`]: bt_core::files::Loaded::resume_by_labels
//!
//! [`IntoStatus::CAN`]: bt_core::IntoStatus::CAN
//! [`Action::CAN`]: bt_core::Action::CAN
//! [`Decorator::CAN`]: bt_core::Decorator::CAN
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod chance;
mod counterexample;
mod coverage;
mod declarations;
mod failure;
mod mutants;
mod proof;
mod replayed;
mod report;
mod rule;
mod rules;
mod simulate;
mod tick;
mod watcher;
mod why_not;

#[doc = include_str!("guide.md")]
pub mod guide {}

pub use chance::Chance;
pub use counterexample::{Counterexample, Reason};
pub use coverage::Coverage;
pub use declarations::Declarations;
pub use failure::{Disturbance, Failure};
pub use mutants::{Mutant, Mutants, Verdict};
pub use proof::Proof;
pub use report::{Abilities, Unreached};
pub use rules::{Rules, RulesAfter, RulesWhenever};
pub use simulate::{Runs, Simulated, simulate};
pub use tick::Tick;
pub use why_not::{Answer, Change, NoAnswer, WhyNot};

use bt_core::__internal::Collected;
use bt_core::{Machine, Node, NodeId, NodeKind};
use bt_language::explore::Bounds;
use bt_language::words::Word;
use counterexample::one_line;
use std::path::PathBuf;

/// How far an exploration goes, and what it takes for granted: `Limits { states: 1_000, ..Limits::default() }`.
#[derive(Clone, Debug)]
pub struct Limits {
    /// The largest number of states; a million by default.
    pub states: usize,
    /// The largest number of parts of ticks that are tried; five million by default. See [`Proof::transitions`].
    pub transitions: u64,
    /// `true` if the same text has the same answer in one tick until the blackboard may have changed; `true` by
    /// default. Conditions that are random, or count how often they are asked, need `false`.
    pub same_answers: bool,
    /// The folder in which the page of a counterexample is saved; by default the folder `bt-verify` among the
    /// system's temporary files. `None` saves nothing.
    pub pages: Option<PathBuf>,
}

impl Limits {
    fn bounds(&self) -> Bounds<'static> {
        Bounds { states: self.states, transitions: self.transitions, stop: None }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            states: 1_000_000,
            transitions: 5_000_000,
            same_answers: true,
            pages: Some(std::env::temp_dir().join("bt-verify")),
        }
    }
}

/// Explores all states of a tree that was compiled.
#[must_use]
pub fn explore<T: Machine>() -> Proof {
    explore_with::<T>(Limits::default())
}

/// Explores the states of a tree that was compiled, up to a limit.
#[must_use]
pub fn explore_with<T: Machine>(limits: Limits) -> Proof {
    let name = core::any::type_name::<T>();
    let nodes = <T as Machine>::nodes();
    let facts = (T::FACTS.machine, Collected::of(&T::FACTS));
    Proof::of(name.split('<').next().unwrap_or(name), nodes, facts, limits)
}

/// Explores all states of a tree that was loaded.
#[cfg(feature = "files")]
#[must_use]
pub fn explore_loaded<V: bt_core::files::Vocabulary>(tree: &bt_core::files::Loaded<V>) -> Proof {
    explore_loaded_with(tree, Limits::default())
}

/// Explores the states of a tree that was loaded, up to a limit.
#[cfg(feature = "files")]
#[must_use]
pub fn explore_loaded_with<V: bt_core::files::Vocabulary>(
    tree: &bt_core::files::Loaded<V>,
    limits: Limits,
) -> Proof {
    Proof::of(tree.name(), tree.nodes(), tree.facts(), limits)
}

/// The recording of a run of a tree with these nodes; for each tick, `true` if the tree was aborted before it.
#[doc(hidden)]
#[must_use]
pub fn recording(
    name: String,
    nodes: Vec<Node>,
    run: Vec<(bool, bt_language::explore::Seen)>,
) -> bt_watch::record::Recording {
    let tree = std::sync::Arc::new(Tree { name, nodes });
    let place = core::panic::Location::caller();
    Counterexample::new(&tree, place, Reason::Broken, run).recording()
}

/// The id of a node of a subtree, in the tree that contains it.
///
/// ```
/// use bt_core::behavior_tree;
/// use bt_verify::inside;
///
/// behavior_tree! {
///     tree Legs(steps: &mut u32) { sequence { succeed; 'walk: action *steps += 1; } }
///     tree Body(steps: &mut u32) { sequence { condition *steps > 0; 'legs: subtree Legs; } }
/// }
///
/// assert_eq!(Body::node(inside(Body::LEGS, Legs::WALK)).label, Some("walk"));
/// ```
#[must_use]
pub const fn inside(subtree: NodeId, node: NodeId) -> NodeId {
    NodeId::new(subtree.number().saturating_add(1).saturating_add(node.number()))
}

/// A tree as it is shown.
#[derive(Debug)]
struct Tree {
    name: String,
    nodes: Vec<Node>,
}

impl Tree {
    /// The name of a node in a sentence: its label or its text, or else its word and its arguments.
    fn named(&self, node: NodeId) -> String {
        let Some(node) = self.nodes.get(node.index()) else { return String::new() };
        match node.label {
            Some(label) => label.into(),
            None if node.kind.is_named_by_source() && !node.source.is_empty() => {
                one_line(node.source)
            }
            None => node.to_string(),
        }
    }

    /// The text in front of a node, or else its name.
    fn key(&self, node: NodeId) -> String {
        let key = self.nodes.get(node.index()).and_then(|node| node.key);
        key.map_or_else(|| self.named(node), one_line)
    }
}

/// The word of a kind, with the answers of the language. Both lists have the same order.
const fn word(kind: NodeKind) -> Word {
    Word::ALL[kind as usize]
}
