//! The common patterns of the guide, as nodes that an editor inserts.

use super::complete::first_call;
use crate::check::meaning::is_answer;
use crate::file;
use crate::vocabulary::Vocabulary;

/// A common pattern: some nodes that do a usual thing together.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Pattern {
    /// The name.
    pub name: &'static str,
    /// A description in one line.
    pub description: &'static str,
    /// The nodes. The leaves `running` and `succeed` stand for those that the author writes.
    pub source: String,
}

/// The word in place of a condition.
const CONDITION: &str = "CONDITION";

/// Name, description and nodes.
const ALL: &[[&str; 3]] = &[
    [
        "most important first",
        "each node interrupts those after it",
        "active_selector {\n    guard(CONDITION) running;\n    guard(CONDITION) running;\n    running;\n}",
    ],
    [
        "first that is wanted",
        "the first node whose condition is true; it keeps its turn until an earlier one is wanted",
        "priority_selector {\n    CONDITION => running;\n    CONDITION => running;\n    else => running;\n}",
    ],
    [
        "as long as",
        "the node is interrupted when the condition becomes false",
        "guard(CONDITION) running;",
    ],
    [
        "if all are true",
        "the node, if the condition is true when it begins",
        "sequence {\n    condition CONDITION;\n    running;\n}",
    ],
    [
        "from time to time",
        "the node at most once in ten seconds, while a condition is true",
        "guard(CONDITION) cooldown(10s) running;",
    ],
    [
        "once in a while, or go on",
        "the node at most once in ten seconds; the sequence around it goes on",
        "force_success cooldown(10s) succeed;",
    ],
    [
        "try again, for a limited time",
        "up to three attempts, each for at most five seconds",
        "retry(3) timeout(5s) running;",
    ],
    [
        "or else",
        "the second node if the first one fails",
        "selector {\n    timeout(5s) running;\n    succeed;\n}",
    ],
    [
        "repair and try again",
        "when the first node fails, the second one repairs and the first begins again, up to three times",
        "recover(3) {\n    timeout(5s) running;\n    succeed;\n}",
    ],
    [
        "patrol",
        "goes round for ever, with a rest at each place",
        "repeat sequence {\n    succeed;\n    wait(2s);\n    succeed;\n    wait(2s);\n}",
    ],
    [
        "something else each time",
        "one of the nodes by chance, again and again",
        "repeat random_selector {\n    succeed;\n    succeed;\n}",
    ],
    [
        "plan again while following",
        "the first node again every second, while the second one runs",
        "pipeline {\n    1s => succeed;\n    running;\n}",
    ],
    [
        "clean up afterwards",
        "the nodes in braces follow, however the node ends",
        "finally {\n    succeed;\n} running;",
    ],
];

/// Returns the common patterns that a file with this vocabulary can have, with its first condition where they need one.
///
/// The thread keeps texts until it calls [`file::forget`].
///
/// ```
/// use bt_language::edit;
/// use bt_language::vocabulary::{Role, Vocabulary, Word};
///
/// let words = vec![Word::new("Hungry", Role::Condition)];
/// let patterns = edit::patterns(&Vocabulary { words, ..Vocabulary::default() });
/// let guarded = patterns.iter().find(|pattern| pattern.name == "as long as").unwrap();
/// assert_eq!(guarded.source, "guard(Hungry) running;");
/// ```
#[must_use]
pub fn patterns(vocabulary: &Vocabulary) -> Vec<Pattern> {
    let condition = first_call(vocabulary, is_answer).unwrap_or_default();
    let pattern = |[name, description, source]: &[&'static str; 3]| {
        let source = source.replace(CONDITION, &condition);
        let tree = format!("tree T {{ {source} }}");
        let is_possible = file::read(&tree, vocabulary).mistakes.is_empty();
        is_possible.then_some(Pattern { name, description, source })
    };
    ALL.iter().filter_map(pattern).collect()
}

#[cfg(test)]
mod tests {
    use super::{ALL, patterns};
    use crate::file;
    use crate::vocabulary::{Role, Vocabulary, Word};

    /// A pattern needs no words of a program but a condition.
    #[test]
    fn each_pattern_is_a_tree() {
        let words = vec![Word::new("Wanted", Role::Condition)];
        let vocabulary =
            Vocabulary { words, has_random: true, has_clock: Some(true), ..Vocabulary::default() };
        let possible: Vec<_> = patterns(&vocabulary).iter().map(|pattern| pattern.name).collect();
        let all: Vec<_> = ALL.iter().map(|[name, ..]| *name).collect();
        assert_eq!(possible, all);
        // Without conditions, random numbers and time, those that need none are left.
        let few = Vocabulary { has_clock: Some(false), ..Vocabulary::default() };
        assert!((1..all.len()).contains(&patterns(&few).len()));
        file::forget();
    }
}
