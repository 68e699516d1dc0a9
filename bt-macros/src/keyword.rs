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

/// The nearest word at an edit distance of at most two.
pub(crate) fn nearest<'a>(written: &str, words: &[&'a str]) -> Option<&'a str> {
    let written = written.to_lowercase().replace('-', "_");
    words
        .iter()
        .map(|word| (distance(&written, word), *word))
        .min()
        .filter(|(distance, word)| *distance <= 2 && *distance < word.len())
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
