//! The words of the language, and which of them was probably meant.

/// Every word that can begin a node.
pub(crate) const NODES: &[&str] = &[
    "condition",
    "action",
    "wait",
    "succeed",
    "fail",
    "running",
    "subtree",
    "sequence",
    "selector",
    "active_sequence",
    "active_selector",
    "parallel",
    "monitor",
    "random_selector",
    "random_sequence",
    "utility_selector",
    "if",
    "match",
    "active_if",
    "active_match",
    "not",
    "force_success",
    "force_failure",
    "repeat",
    "retry",
    "guard",
    "timeout",
    "delay",
    "cooldown",
    "every",
    "once",
    "service",
    "with",
];

/// Words of other libraries, and what they are called here.
const ELSEWHERE: &[(&str, &str)] = &[
    ("and", "sequence"),
    ("or", "selector"),
    ("seq", "sequence"),
    ("sel", "selector"),
    ("fallback", "selector"),
    ("priority", "selector"),
    ("reactive_sequence", "active_sequence"),
    ("reactive_selector", "active_selector"),
    ("reactive_fallback", "active_selector"),
    ("active_fallback", "active_selector"),
    ("sequence_with_memory", "sequence"),
    ("selector_with_memory", "selector"),
    ("parallel_all", "parallel"),
    ("random", "random_selector"),
    ("shuffle", "random_sequence"),
    ("utility", "utility_selector"),
    ("invert", "not"),
    ("inverter", "not"),
    ("negate", "not"),
    ("succeeder", "force_success"),
    ("always_succeed", "force_success"),
    ("always_success", "force_success"),
    ("failer", "force_failure"),
    ("always_fail", "force_failure"),
    ("always_failure", "force_failure"),
    ("forever", "repeat"),
    ("repeater", "repeat"),
    ("loop", "repeat"),
    ("retry_until_successful", "retry"),
    ("until_success", "retry"),
    ("until_fail", "repeat"),
    ("cond", "condition"),
    ("check", "condition"),
    ("task", "action"),
    ("act", "action"),
    ("if_then_else", "if"),
    ("while_do_else", "active_if"),
    ("switch", "match"),
    ("active_switch", "active_match"),
    ("success", "succeed"),
    ("failure", "fail"),
    ("run", "running"),
    ("sleep", "wait"),
    ("time_limit", "timeout"),
    ("decorator", "with"),
    ("tree", "subtree"),
    ("include", "subtree"),
    ("run_once", "once"),
    ("rate_limit", "every"),
    ("throttle", "every"),
    ("while", "guard"),
];

/// What was probably meant by a word that begins no node.
pub(crate) enum Meant {
    /// Another library's word for it.
    Elsewhere(&'static str),
    /// A word at a small edit distance.
    Near(&'static str),
}

pub(crate) fn meant(written: &str) -> Option<Meant> {
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| plain(other) == plain(written));
    match elsewhere {
        Some((_, word)) => Some(Meant::Elsewhere(word)),
        None => nearest(written, NODES).map(Meant::Near),
    }
}

/// Whether a word begins a node.
pub(crate) fn is_node(word: &proc_macro2::Ident) -> bool {
    NODES.iter().any(|node| word == node)
}

/// `` `condition`, `action`, … ``
pub(crate) fn list() -> String {
    NODES.iter().map(|word| format!("`{word}`")).collect::<Vec<_>>().join(", ")
}

/// `ActiveSelector`, `active-selector` → `activeselector`
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', '_'], "")
}

/// The nearest word at an edit distance of at most two.
pub(crate) fn nearest<'a>(written: &str, words: &[&'a str]) -> Option<&'a str> {
    let written = plain(written);
    words
        .iter()
        .map(|word| (distance(&written, &plain(word)), *word))
        .min()
        .filter(|(distance, word)| *distance <= 2 && *distance * 2 < word.len())
        .map(|(_, word)| word)
}

/// Levenshtein's edit distance, a row of the table at a time.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, to) in right.iter().enumerate() {
            let substituted = diagonal + usize::from(from != *to);
            diagonal = row[j + 1];
            row[j + 1] = substituted.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[right.len()]
}
