//! The word that was probably meant by an unknown word.

use super::nodes;

/// Words of other libraries, with the words of this language.
pub(crate) const ELSEWHERE: &[(&str, &str)] = &[
    ("and", "sequence"),
    ("or", "selector"),
    ("seq", "sequence"),
    ("select", "selector"),
    ("weighted_selector", "random_selector"),
    ("probability_selector", "random_selector"),
    ("concurrent", "parallel"),
    ("simultaneous", "parallel"),
    ("when_all", "parallel"),
    ("when_any", "parallel(success = one)"),
    ("race", "parallel(success = one)"),
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
    ("invertor", "not"),
    ("negate", "not"),
    ("negation", "not"),
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
    ("keep_running_until_failure", "repeat"),
    ("cond", "condition"),
    ("check", "condition"),
    ("query", "condition"),
    ("is", "condition"),
    ("task", "action"),
    ("act", "action"),
    ("leaf", "action"),
    ("do", "action"),
    ("execute", "action"),
    ("call", "action"),
    ("if_then_else", "if"),
    ("while_do_else", "active_if"),
    ("switch", "match"),
    ("active_switch", "active_match"),
    ("success", "succeed"),
    ("failure", "fail"),
    ("run", "running"),
    ("idle", "running"),
    ("wait_forever", "running"),
    ("noop", "succeed"),
    ("skip", "succeed"),
    ("sleep", "wait"),
    ("time_limit", "timeout"),
    ("decorator", "with"),
    ("tree", "subtree"),
    ("include", "subtree"),
    ("run_once", "once"),
    ("one_shot", "once"),
    ("rate_limit", "every"),
    ("throttle", "every"),
    ("limiter", "every"),
    ("precondition", "guard"),
    ("ensure", "guard"),
    ("eternal_guard", "guard"),
    ("while", "guard"),
];

/// The probable meaning of an unknown word.
pub(crate) enum Meant {
    /// The word of another library for it.
    Elsewhere(&'static str),
    /// A word at a small edit distance.
    Near(&'static str),
}

pub(crate) fn meant(written: &str) -> Option<Meant> {
    let elsewhere = ELSEWHERE.iter().find(|(other, _)| plain(other) == plain(written));
    match elsewhere {
        Some((_, word)) => Some(Meant::Elsewhere(word)),
        None => nearest(written, &mut nodes()).map(Meant::Near),
    }
}

/// `ActiveSelector`, `active-selector` → `activeselector`
fn plain(word: &str) -> String {
    word.to_lowercase().replace(['-', '_'], "")
}

/// The nearest word at an edit distance of at most two.
#[must_use]
pub fn nearest<'a>(written: &str, words: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let written = plain(written);
    words
        .map(|word| (distance(&written, &plain(word)), word))
        .min()
        .filter(|(distance, word)| *distance <= 2 && *distance * 2 < word.len())
        .map(|(_, word)| word)
}

/// `` ; did you mean `Patrol`? ``, or a list of all if they are few.
pub(crate) fn advice(written: &str, names: &mut dyn Iterator<Item = &str>, has: &str) -> String {
    const FEW: usize = 8;
    let names: Vec<&str> = names.collect();
    if let Some(near) = nearest(written, &mut names.iter().copied()) {
        return format!("; did you mean `{near}`?");
    }
    let names: Vec<String> = names.iter().map(|name| format!("`{name}`")).collect();
    match names.split_last() {
        Some((last, [])) => format!("; {has} {last}"),
        Some((last, others)) if others.len() < FEW => {
            format!("; {has} {} and {last}", others.join(", "))
        }
        _ => String::new(),
    }
}

/// Levenshtein's edit distance, a row of the table at a time.
fn distance(left: &str, right: &str) -> usize {
    let right: Vec<char> = right.chars().collect();
    let mut row: Vec<usize> = (0..=right.len()).collect();
    for (i, from) in left.chars().enumerate() {
        let (mut diagonal, mut before) = (i, i + 1);
        let mut next = vec![before];
        for (to, above) in right.iter().zip(row.into_iter().skip(1)) {
            let substituted = diagonal + usize::from(from != *to);
            before = substituted.min(before + 1).min(above + 1);
            diagonal = above;
            next.push(before);
        }
        row = next;
    }
    row.last().copied().unwrap_or_default()
}
