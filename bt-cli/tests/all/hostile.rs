//! Whatever a text contains: nothing panics or overflows the stack, memory and work are bounded, and a mistake has a place.
//!
//! Damaged, deep and long texts (`corpus`) go through all that takes a text of trees: the parser with the checks and the lowering,
//! the layout, the editor and the loader are here, the formats of other tools in `foreign`, the servers in `lsp` and `mcp`.
//!
//! More and longer texts: `HOSTILE_FILES=50000 cargo test -p bt-cli --test all hostile`.

mod corpus;
mod foreign;
mod lsp;
#[cfg(feature = "serve")]
mod mcp;

use crate::vocabularies::{drill, village};
use allocation_counter::measure;
use bt_core::files::{Mistakes, Trees};
use bt_core::{Clock, Status, behavior_tree};
use bt_language::{edit, file, format, lower};
use corpus::{each_damaged, extremes, files, length, nested, strings};
use std::cell::Cell;
use std::time::Duration;

/// What the work with a text may take.
#[derive(Clone, Copy)]
struct Limits {
    /// The most bytes of memory for each byte of the text, beside `FREE_BYTES`.
    bytes: u64,
    /// The most allocations for each byte of the text, beside `FREE_ALLOCATIONS`: work that is counted.
    allocations: u64,
}

/// For the first mistakes of any text: it may have a thousand.
const FREE_BYTES: u64 = 1 << 20;
const FREE_ALLOCATIONS: u64 = 1 << 20;

const READ: Limits = Limits { bytes: 1_000, allocations: 50 };

/// Does something with a text within limits.
fn measured<T>(text: &str, limits: Limits, work: impl FnOnce() -> T) -> T {
    let mut result = None;
    let taken = measure(|| result = Some(work()));
    check(text, limits, 0, taken.bytes_max);
    let most = limits.allocations * text.len() as u64 + FREE_ALLOCATIONS;
    let (count, shown) = (taken.count_total, shown(text));
    assert!(count <= most, "{count} allocations for the {} bytes of {shown}", text.len());
    result.expect("it was done")
}

fn check(text: &str, limits: Limits, more: u64, bytes: u64) {
    let most = limits.bytes * text.len() as u64 + more + FREE_BYTES;
    assert!(bytes <= most, "{bytes} bytes for the {} bytes of {}", text.len(), shown(text));
}

fn shown(text: &str) -> String {
    text.chars().take(60).collect()
}

/// Reads a file, and lowers what could be read; returns whether it is sound.
fn read(text: &str) -> bool {
    measured(text, READ, || {
        let reading = file::read(text, drill());
        let lines = text.lines().count().max(1) + 1;
        for mistake in &reading.mistakes {
            assert!(!mistake.text.is_empty());
            assert!((1..=lines).contains(&mistake.start.line), "{mistake:?} in {text}");
            assert!(mistake.start <= mistake.end, "{mistake:?} in {text}");
            assert!(mistake.show("file").to_string().lines().count() >= 5, "{mistake:?}");
        }
        let is_sound = reading.mistakes.is_empty();
        for tree in reading.trees {
            let lowered = lower("Tree", None, &tree.scope(), tree.root, &reading.lines);
            if is_sound {
                let machine = lowered.unwrap_or_else(|internal| panic!("{internal} in {text}"));
                assert_eq!(machine.check().map_err(|faults| faults.len()), Ok(()), "{text}");
            }
        }
        file::forget();
        is_sound
    })
}

/// Lays a text out, again what was laid out, and asks as an editor does at its middle and its end.
fn edit(text: &str) {
    if let Ok(formatted) = measured(text, READ, || format::file(text)) {
        let again = measured(text, READ, || format::file(&formatted));
        assert_eq!(again.as_ref(), Ok(&formatted), "{text}");
    }
    let middle = (text.len() / 2..=text.len()).find(|at| text.is_char_boundary(*at));
    for at in [text.len(), middle.expect("the end")] {
        measured(text, READ, || edit::complete(text, at, drill()));
        measured(text, READ, || edit::hover(text, at, drill()));
        measured(text, READ, || edit::signature(text, at, drill()));
    }
    measured(text, READ, || edit::tokens(text, drill()));
    measured(text, READ, || edit::outline(text));
    file::forget();
}

#[test]
fn damaged_files_are_read() {
    each_damaged(4_000, 7, &files(), &strings("pieces"), |text| _ = read(text));
}

#[test]
fn damaged_files_are_edited() {
    each_damaged(1_000, 7, &files(), &strings("pieces"), edit);
}

#[test]
fn extreme_files_are_read() {
    let deeper = nested(length(2_000)).map(|text| (text, None));
    for (text, is_sound) in extremes().chain(deeper) {
        let found = read(&text);
        assert!(is_sound.is_none_or(|is_sound| is_sound == found), "{}: {found}", shown(&text));
    }
}

#[test]
fn extreme_files_are_edited() {
    extremes().for_each(|(text, _)| edit(&text));
}

/// Each text that appears while a person writes, with the cursor everywhere.
#[test]
fn unfinished_files_are_edited() {
    let text = "/// Ä\ntree A { 'x: if Hungry { action GoTo(to = Inn, speed = -1.5); } else /* 😀 */ { wait(\"2\"); } } ' ' \\ ( [ {";
    for end in text.char_indices().map(|(end, _)| end).chain([text.len()]) {
        let written = &text[..end];
        for at in 0..=end + 2 {
            let completion = edit::complete(written, at, village());
            assert!(completion.replaces.start <= at && completion.items.len() < 100);
            let hover = edit::hover(written, at, village());
            assert!(hover.is_none_or(|hover| hover.bytes.end <= end));
        }
    }
    let text = "tree A(goal: Pose, n: u32 = -(3 + 2)) -> (way: Path) { for(i in 0..Health * 2) let(p: Path) sequence { action Plan(goal = Spot(number = i + 1)) -> (p, q); set n = n + -1; match Aim { Left | Right => subtree A(goal = (goal), n = 1 - 2s) -> way; _ => fail } } }";
    for end in 0..=text.len() {
        edit(&text[..end]);
        let rest = &text[end..];
        assert!(edit::complete(rest, rest.len() / 2, drill()).items.len() < 100);
    }
}

/// A number of steps, which is also the time.
struct Steps(u32);

impl Clock for Steps {
    fn now(&self) -> Duration {
        Duration::from_secs(self.0.into())
    }
}

behavior_tree! {
    vocabulary Walk(steps: &mut Steps) {
        condition Fewer(than: u32 = 3) => steps.0 < than;
        action Step(count: u32 = 1) => steps.0 = steps.0.saturating_add(count);
        action Stay => Status::Running;
        value Three: u32 => 3;
        random => 1;
    }
}

/// For a text that is loaded …
const LOADED: Limits = Limits { bytes: 800, allocations: 0 };
/// … or refused.
const REFUSED: Limits = Limits { bytes: 300, allocations: 0 };
/// The most bytes of memory for each node, which may be there many times as a subtree …
const FOR_A_NODE: u64 = 1_000;
/// … and for each byte of an ordinary file.
const FOR_AN_ORDINARY_BYTE: u64 = 50;

/// Loads a text.
fn load(text: &str) -> Result<Trees<Walk>, Mistakes> {
    let mut result = None;
    let bytes = measure(|| result = Some(Walk::parse(text))).bytes_max;
    let result = result.expect("it was read");
    let nodes = |trees: &Trees<Walk>| -> usize {
        trees.names().map(|name| trees.tree(name).map_or(0, |tree| tree.nodes().len())).sum()
    };
    let (limits, nodes) = result.as_ref().map_or((REFUSED, 0), |trees| (LOADED, nodes(trees)));
    check(text, limits, FOR_A_NODE * nodes as u64, bytes);
    result
}

/// Loads a text and runs its first tree; returns whether it was loaded.
fn run(text: &str) -> bool {
    match load(text) {
        Err(mistakes) => {
            assert!(mistakes.iter().all(|mistake| mistake.start.is_some()));
            false
        }
        Ok(trees) => {
            let name = trees.names().next().expect("a file has a tree");
            let (mut steps, mut agent) = (Steps(0), trees.tree(name).expect("it is there"));
            for _ in 0..10 {
                agent.tick(&mut steps);
            }
            agent.abort(&mut steps);
            true
        }
    }
}

#[test]
fn damaged_files_are_refused_or_run() {
    thread_local!(static LOADED: Cell<u64> = const { Cell::new(0) });
    let count = |text: &str| LOADED.set(LOADED.get() + u64::from(run(text)));
    each_damaged(2_000, 2, &strings("loaded"), &strings("pieces"), count);
    assert!(LOADED.get() > corpus::damaged_texts(2_000) / 100, "{}", LOADED.get());
}

#[test]
fn extreme_files_are_refused_or_run() {
    let loaded = extremes().filter(|(text, _)| run(text)).count();
    assert!(loaded > 5, "{loaded}");
    // Each tree contains the next one twice.
    let twice =
        |place| format!("tree T{place}{{sequence{{subtree T{0};subtree T{0};}}}}", place + 1);
    let doubled: String = (0..11).map(twice).collect();
    let trees = load(&format!("{doubled}tree T11{{wait(1s);}}")).expect("a sound file");
    assert_eq!(trees.tree("T0").expect("it is there").nodes().len(), (1 << 13) - 3);
}

/// Trees are lowered and joined one after the other.
#[test]
fn the_memory_for_an_ordinary_file_is_small() {
    const TREE: &str = "
/// Walks to the end, and rests from time to time.
tree Walk# {
    active_selector {
        'rests: sequence {
            condition Fewer(than = 20);
            action Stay;
        }
        timeout(10s) parallel(success = 1) {
            action Stay;
            cooldown(2s) action Step(count = 2);
        }
        guard(Fewer(than = 4)) repeat sequence {
            /// To the first place.
            action Step(count = 12);
            wait(2s);
            if Fewer {
                action Stay;
            } else {
                subtree Rest;
            }
        }
    }
}
";
    let many: String = (0..150).map(|number: u32| TREE.replace('#', &number.to_string())).collect();
    let text = format!("{many}\ntree Rest {{\n    wait(3s);\n}}\n");
    let mut trees = None;
    let bytes = measure(|| trees = Some(Walk::parse(&text))).bytes_max;
    assert!(trees.is_some_and(|trees| trees.is_ok()));
    let most = FOR_AN_ORDINARY_BYTE * text.len() as u64;
    assert!(bytes <= most, "{bytes} bytes for the {} bytes of the text", text.len());
}
