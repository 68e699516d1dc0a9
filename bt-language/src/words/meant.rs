//! The word that was probably meant by an unknown word.

use super::{Word, nodes};

/// The probable meaning of an unknown word.
pub(crate) enum Meant {
    /// The word of another library for it.
    Elsewhere(&'static str),
    /// A word at a small edit distance.
    Near(&'static str),
}

pub(crate) fn meant(written: &str) -> Option<Meant> {
    match elsewhere(&plain(written)) {
        Some(here) => Some(Meant::Elsewhere(here)),
        None => nearest(written, &mut nodes()).map(Meant::Near),
    }
}

/// The word or the form of a node that has another name in another library.
fn elsewhere(name: &str) -> Option<&'static str> {
    let rows = || Word::ALL.iter().map(|word| word.row());
    let words = rows().flat_map(|row| row.elsewhere.iter().map(|other| (*other, row.word)));
    let forms = rows().flat_map(|row| row.elsewhere_forms.iter().copied());
    words.chain(forms).find(|(other, _)| plain(other) == name).map(|(_, here)| here)
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
