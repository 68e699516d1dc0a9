//! Texts and messages that nobody writes: damaged, deeply nested, long and random ones.

use fastrand::Rng;
use serde_json::{Map, Value, json};
use std::panic::{RefUnwindSafe, catch_unwind};
use std::sync::LazyLock;

/// The pieces and forms of the texts. In a long text, a part with a number is repeated that often, four times as often in a long
/// run, and as often in every run if the number is in quotes; `#` is the number of the repetition.
static FORMS: LazyLock<Value> =
    LazyLock::new(|| serde_json::from_str(include_str!("../../hostile.json")).expect("JSON"));

pub(super) fn strings(name: &str) -> Vec<&'static str> {
    let all = FORMS[name].as_array().expect("a list");
    all.iter().map(|text| text.as_str().expect("a text")).collect()
}

/// The files of the cases of messages.
pub(super) fn files() -> Vec<&'static str> {
    let cases = include_str!("../../../../bt-language/cases/files.txt").split("=== ").skip(1);
    let text = |case: &'static str| case.split("\n---\n").next()?.split_once('\n');
    cases.map(|case| text(case).expect("a title and a text").1).collect()
}

/// The number of damaged texts if `count` are a sample.
pub(super) fn damaged_texts(count: u64) -> u64 {
    let all = std::env::var("HOSTILE_FILES");
    all.map_or(count, |all| all.parse::<u64>().expect("a number") * count / 4_000)
}

/// A length of texts: four times as long in a long run. In every run a text is long enough that its own length, and
/// not what any text may take, is most of its limits.
pub(super) fn length(of: usize) -> usize {
    if std::env::var_os("HOSTILE_FILES").is_some() { 4 * of } else { of }
}

/// Damaged texts with their seeds, each with at most so many changes.
pub(super) fn damaged(
    count: u64,
    changes: usize,
    sound: &[impl AsRef<str>],
    pieces: &[&str],
) -> impl Iterator<Item = (u64, String)> {
    (0..damaged_texts(count)).map(move |seed| {
        let random = &mut Rng::with_seed(seed);
        let mut text = random.choice(sound).expect("texts").as_ref().to_owned();
        for _ in 0..random.usize(1..=changes) {
            damage(random, &mut text, pieces);
        }
        (seed, text)
    })
}

/// Takes damaged texts.
pub(super) fn each_damaged(
    count: u64,
    changes: usize,
    sound: &[impl AsRef<str>],
    pieces: &[&str],
    take: impl Fn(&str) + RefUnwindSafe,
) {
    for (seed, text) in damaged(count, changes, sound, pieces) {
        assert!(catch_unwind(|| take(&text)).is_ok(), "seed {seed}:\n{text}");
    }
}

/// Removes, repeats or replaces a part of a text, or inserts a piece.
fn damage(random: &mut Rng, text: &mut String, pieces: &[&str]) {
    let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
    let from = random.usize(..places.len());
    let to = places.len().min(from + [1, 2, 6, 12, 40][random.usize(..5)]) - 1;
    let bytes = places[from]..places[to];
    let piece = *random.choice(pieces).expect("pieces");
    match random.u8(..6) {
        0 => text.replace_range(bytes, ""),
        1 => {
            let part = text[bytes].to_owned();
            text.insert_str(places[random.usize(..places.len())], &part);
        }
        2 => text.replace_range(bytes, piece),
        _ => text.insert_str(places[from], piece),
    }
}

/// Deep and long texts, and whether they are sound, if that is known.
pub(super) fn extremes() -> impl Iterator<Item = (String, Option<bool>)> {
    // Just below the limit of depth, and beyond it.
    nested(1_000).chain(nested(1_100)).chain(repeated()).map(|text| (text, None)).chain(long())
}

pub(super) fn nested(count: usize) -> impl Iterator<Item = String> {
    let forms = FORMS["nested"].as_array().expect("a list");
    forms.iter().map(move |form| {
        let [open, close] = [0, 1].map(|index| form[index].as_str().expect("a text"));
        format!("tree Deep {{ {}succeed; {} }}", open.repeat(count), close.repeat(count))
    })
}

/// In a long run, each part alone, in a node that ends, and in one that does not; else in one of these places.
fn repeated() -> impl Iterator<Item = String> {
    strings("repeated").into_iter().enumerate().flat_map(|(number, unit)| {
        let many = unit.repeat(length(3_000) / unit.len());
        let ended = format!("tree A {{ sequence {{ {many} }} }}");
        let places = [format!("tree A {{ {many}"), ended, many];
        let is_taken = move |place: &usize| length(1) > 1 || place % 3 == number % 3;
        (0..3).filter(is_taken).map(move |place| places[place].clone())
    })
}

fn long() -> impl Iterator<Item = (String, Option<bool>)> {
    let forms = FORMS["long"].as_array().expect("a list");
    forms.iter().map(|form| {
        let parts = form["text"].as_array().expect("parts");
        (parts.iter().map(part).collect(), form["sound"].as_bool())
    })
}

fn part(form: &Value) -> String {
    let Some(parts) = form.as_array() else { return form.as_str().expect("a text").to_owned() };
    let unit = parts[0].as_str().expect("a text");
    let scaled = |count: u64| length(count.try_into().expect("a small number"));
    let fixed = || parts[1].as_str().expect("a number").parse().expect("a number");
    let count: usize = parts[1].as_u64().map_or_else(fixed, scaled);
    (0..count).map(|number| unit.replace('#', &number.to_string())).collect()
}

/// Any value of JSON.
pub(super) fn value(random: &mut Rng, depth: usize) -> Value {
    const TEXTS: [&str; 7] =
        ["", "text", "check", "tree A { fail; }", "name", "%", "file:///none.tree"];
    const NAMES: [&str; 6] = ["name", "arguments", "text", "_meta", "requestId", "cursor"];
    match random.u8(..if depth == 0 { 5 } else { 7 }) {
        0 => Value::Null,
        1 => random.bool().into(),
        2 => [0, 1, 7, 40, 4_294_967_295, -1, 5_000_000_000, random.i64(..)][random.usize(..8)]
            .into(),
        3 => TEXTS[random.usize(..TEXTS.len())].into(),
        4 => random.f64().into(),
        5 => (0..random.usize(..4)).map(|_| value(random, depth - 1)).collect(),
        _ => {
            let member = |random: &mut Rng| {
                (NAMES[random.usize(..NAMES.len())].to_owned(), value(random, depth - 1))
            };
            (0..random.usize(..4)).map(|_| member(random)).collect::<Map<_, _>>().into()
        }
    }
}

/// Replaces some members of a message by other values, or by nothing.
pub(super) fn damage_members(random: &mut Rng, message: &mut Value) {
    for (_, member) in message.as_object_mut().expect("an object") {
        match random.usize(..20) {
            0 => *member = Value::Null,
            1 => *member = json!([1, "x", {}]),
            2 => *member = value(random, 2),
            _ => {}
        }
    }
}
