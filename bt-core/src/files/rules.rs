//! The rules of a vocabulary about the trees of a file, as a proof, a simulation or an observer takes them.

use super::Trees;
use super::code::{Code, short};
use super::loaded::Loaded;
use super::play::Vocabulary;
use crate::NodeId;
use crate::language::rules::{Claim, Property, Question, Rule};
use bt_language::rules;
use std::boxed::Box;
use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};
use std::vec::Vec;

impl<V: Vocabulary> Trees<V> {
    /// The trees that the program can make, each with the rules of the vocabulary that it could break: their words are the nodes in which
    /// they stand.
    ///
    /// The rules were proved when the file was read. Such rules are for observers of a running program, and for simulations.
    ///
    /// ```
    /// use bt_core::behavior_tree;
    ///
    /// behavior_tree! {
    ///     vocabulary Drill(safe: &mut bool) {
    ///         condition IsSafe => *safe;
    ///         action Fire => *safe = false;
    ///         /// Nobody fires blindly.
    ///         rule always Fire.ticked -> IsSafe.succeeded;
    ///     }
    /// }
    ///
    /// let trees = Drill::parse("tree Guard { sequence { condition IsSafe; action Fire; } } tree Idle { running; }")?;
    /// let rules: Vec<_> = trees.rules().collect();
    /// assert_eq!(rules[0].0, "Guard");
    /// assert_eq!(rules[0].1[0].text, "always Fire.ticked -> IsSafe.succeeded");
    /// assert!(rules[1].1.is_empty());
    /// # Ok::<(), bt_core::files::Mistakes>(())
    /// ```
    pub fn rules(&self) -> impl Iterator<Item = (&'static str, Vec<Rule>)> + '_ {
        self.names().filter_map(|name| Some((name, of_code::<V>(self.code(name)?))))
    }
}

impl<V: Vocabulary> Loaded<V> {
    /// The rules of the vocabulary that the tree could break; see [`Trees::rules`].
    #[must_use]
    pub fn rules(&self) -> Vec<Rule> {
        of_code::<V>(&self.state.code)
    }
}

/// Finds the node at a place of a proof, which knows nothing of the nodes of trees of the program.
fn find(code: &Code) -> impl Fn(&usize) -> NodeId + use<> {
    let is_own = |place: &usize| !code.foreign.iter().any(|range| range.contains(place));
    let own: Vec<usize> = (0..code.nodes.len()).filter(is_own).collect();
    move |place| NodeId(short(own.get(*place).copied().unwrap_or_default()))
}

/// What a rule needs to be true in the first tick of an agent, or else the rule may be broken: `always Fire.ticked ->
/// IsSafe.succeeded` needs the answer of `IsSafe`.
pub(super) fn needs(code: &Code) -> Vec<(NodeId, rules::Property)> {
    let (find, mut needs) = (find(code), Vec::new());
    for (_, claim) in &code.rules {
        let mut add = |place: &usize, property| needs.push((find(place), property));
        match claim {
            rules::Claim::Always(question) => needed(question, true, &mut add),
            rules::Claim::Never(question) => needed(question, false, &mut add),
            // They demand nothing of a first tick.
            rules::Claim::Possible(_)
            | rules::Claim::AfterNext(..)
            | rules::Claim::WheneverUntil(..) => {}
        }
    }
    needs
}

/// Visits what makes a question true, or false.
fn needed(
    of: &rules::Question<usize>,
    to_be: bool,
    visit: &mut impl FnMut(&usize, rules::Property),
) {
    match of {
        rules::Question::Is(place, property) if to_be => visit(place, *property),
        rules::Question::Is(..) => {}
        rules::Question::Not(of) => needed(of, !to_be, visit),
        rules::Question::Both(of) | rules::Question::Either(of) => {
            needed(&of.0, to_be, visit);
            needed(&of.1, to_be, visit);
        }
        rules::Question::Implies(of) => {
            needed(&of.0, !to_be, visit);
            needed(&of.1, to_be, visit);
        }
    }
}

/// The rules about a tree, whose nodes are found.
fn of_code<V: Vocabulary>(code: &Code) -> Vec<Rule> {
    let find = find(code);
    let rules = code.rules.iter().filter_map(|(rule, claim)| {
        let of = V::RULES.get(*rule)?;
        let one = |of| question(of, &find);
        let claim = match claim {
            rules::Claim::Never(of) => Claim::Never(one(of)),
            rules::Claim::Always(of) => Claim::Always(one(of)),
            rules::Claim::Possible(of) => Claim::Possible(one(of)),
            rules::Claim::AfterNext(first, next) => Claim::AfterNext(one(first), one(next)),
            rules::Claim::WheneverUntil(holds, ends) => Claim::WheneverUntil(one(holds), one(ends)),
        };
        Some(Rule { claim, text: of.text, description: of.description, place: of.place })
    });
    rules.collect()
}

fn question(of: &rules::Question<usize>, find: &impl Fn(&usize) -> NodeId) -> Question {
    let both = |of: &(rules::Question<usize>, rules::Question<usize>)| {
        kept([question(&of.0, find), question(&of.1, find)])
    };
    match of {
        rules::Question::Is(place, property) => {
            let is = match *property {
                rules::Property::Active => Property::Active,
                rules::Property::Ticked => Property::Ticked,
                rules::Property::Started => Property::Started,
                rules::Property::Succeeded => Property::Succeeded,
                rules::Property::Failed => Property::Failed,
                rules::Property::Running => Property::Running,
                rules::Property::Aborted => Property::Aborted,
                rules::Property::Answered { in_front, yes } => Property::Answered { in_front, yes },
            };
            Question::Is(find(place), is)
        }
        rules::Question::Not(of) => {
            let of = question(of, find);
            Question::Not(&kept([of, of])[0])
        }
        rules::Question::Both(of) => Question::Both(both(of)),
        rules::Question::Either(of) => Question::Either(both(of)),
        rules::Question::Implies(of) => Question::Implies(both(of)),
    }
}

/// What tells two questions apart: the form, the node or the address of its parts, the property.
type Key = (u8, usize, Option<Property>);

static KEPT: Mutex<BTreeMap<[Key; 2], &'static [Question; 2]>> = Mutex::new(BTreeMap::new());

/// The same questions, kept for ever, each once, as texts are: a file that is loaded again brings only those that are new.
fn kept(questions: [Question; 2]) -> &'static [Question; 2] {
    let mut all = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = [key(&questions[0]), key(&questions[1])];
    all.entry(key).or_insert_with(|| Box::leak(Box::new(questions)))
}

fn key(of: &Question) -> Key {
    match of {
        Question::Is(node, property) => (0, node.index(), Some(*property)),
        Question::Not(of) => (1, core::ptr::from_ref::<Question>(of).addr(), None),
        Question::Both(of) => (2, of.as_ptr().addr(), None),
        Question::Either(of) => (3, of.as_ptr().addr(), None),
        Question::Implies(of) => (4, of.as_ptr().addr(), None),
    }
}
