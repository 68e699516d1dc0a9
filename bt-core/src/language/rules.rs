//! Rules about trees as data: what `rules Soldier { … }` in [`behavior_tree!`](crate::behavior_tree) leaves in the program.

use crate::NodeId;
use core::panic::Location;

/// A rule about a tree, an element of its constant `RULES`.
///
/// ```
/// use bt_core::behavior_tree;
///
/// behavior_tree! {
///     tree Lamp(night: &mut bool) {
///         active_selector { 'shine: guard(*night) running; 'rest: running; }
///     }
///     rules Lamp {
///         /// A lamp that shines does not rest.
///         never 'shine && 'rest;
///     }
/// }
///
/// assert_eq!(Lamp::RULES[0].text, "never 'shine && 'rest");
/// assert_eq!(Lamp::RULES[0].description, Some("A lamp that shines does not rest."));
/// ```
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_structs, reason = "a program may have rules of its own")]
pub struct Rule {
    /// What the rule demands.
    pub claim: Claim,
    /// The rule as it is written, without its `;`.
    pub text: &'static str,
    /// Its doc comment.
    pub description: Option<&'static str>,
    /// Where it is written.
    pub place: &'static Location<'static>,
}

/// What a rule demands of the ticks of a tree.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "who checks a rule has to know all claims")]
pub enum Claim {
    /// The question is true in no tick.
    Never(Question),
    /// The question is true in every tick.
    Always(Question),
    /// The question is true in a tick of some run.
    Possible(Question),
    /// In the tick after one in which the first is true, the second is true.
    AfterNext(Question, Question),
    /// Once the first is true, it stays true up to the tick before one in which the second is true.
    WheneverUntil(Question, Question),
}

/// A question about a tick.
#[derive(Clone, Copy, Debug)]
#[allow(clippy::exhaustive_enums, reason = "who answers a question has to know all forms")]
pub enum Question {
    /// A property of a node.
    Is(NodeId, Property),
    /// `!`
    Not(&'static Self),
    /// `&&`
    Both(&'static [Self; 2]),
    /// `||`
    Either(&'static [Self; 2]),
    /// `->`: the second is true, or the first is not.
    Implies(&'static [Self; 2]),
}

/// What a rule can ask about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(clippy::exhaustive_enums, reason = "who answers a question has to know all properties")]
pub enum Property {
    /// `'flee` or `'flee.active`: the node is active after the tick.
    Active,
    /// `'flee.ticked`: it was ticked.
    Ticked,
    /// `'flee.started`: it began in the tick.
    Started,
    /// `'flee.succeeded`: it returned success.
    Succeeded,
    /// `'flee.failed`: it returned failure.
    Failed,
    /// `'flee.running`: it returned running.
    Running,
    /// `'flee.aborted`: it was aborted.
    Aborted,
}

impl Question {
    /// Answers the question; `is` answers it for one node. Every node is asked about.
    pub fn holds(&self, is: &mut dyn FnMut(NodeId, Property) -> bool) -> bool {
        let mut both = |of: &[Self; 2]| (of[0].holds(is), of[1].holds(is));
        match self {
            Self::Both(of) => {
                let (first, second) = both(of);
                first && second
            }
            Self::Either(of) => {
                let (first, second) = both(of);
                first || second
            }
            Self::Implies(of) => {
                let (first, second) = both(of);
                !first || second
            }
            Self::Not(of) => !of.holds(is),
            Self::Is(node, property) => is(*node, *property),
        }
    }
}
