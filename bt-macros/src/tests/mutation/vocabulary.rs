//! Tokens that may be inserted into a tree: words, punctuation, literals and groups, likely and unlikely
//! ones.

use super::token::{Token, read};
use proc_macro2::{Delimiter, Span, TokenStream};

/// Words that mean something to Rust or to an argument.
const WORDS: &str = "tree all one success failure pub crate super self Self where for dyn impl as \
    async await const static unsafe extern fn struct enum trait type use mod let mut ref return \
    break continue move loop while else in true false box try yield union auto default macro_rules \
    compile_error bt_core npc cx _ __ _1 r#move r#type r#loop r#sequence r#tree r#_a Status ß ŉ İ 日本";

/// Punctuation, and tokens that contain it.
const MARKS: &str = "; , : :: . .. ..= ... = == => -> <- ! != ? # $ @ ~ & && | || + += - -= * ** / % \
    ^ < << <= > >> >= 'a 'static 'flee: 'self: '_: 'r#loop: 'ß: 'RUN_AWAY: 'runAway: ::<> <'a> <T> -1 !x";

/// Numbers with units, suffixes and sizes of all kinds.
const NUMBERS: &str = "0 1 2 3 255 256 4294967295 4294967296 340282366920938463463374607431768211456 \
    0s 1ns 2us 250ms 2s 3min 1h 2S 2parsecs 1.5s 1.5 1. 1e3 1e3s 1e-5h 1e400s 1e99999999999s \
    0.0000000000000001ns 1_000us 1__s 0x10ms 0xffs 0b1s 0o7h 0b 0u8 1u32 1i64 1usize 1f32 1.0f64 2.5e3min \
    99999999999999999999h 18446744073709551616s";

/// Phrases with spaces, and string literals.
const PHRASES: &[&str] = &[
    "/// A comment.",
    "//! A comment inside.",
    "#[doc = \"text\"]",
    "#[doc(hidden)]",
    "#![doc = \"text\"]",
    "#[allow(unreachable_code)]",
    "#[cfg(any())]",
    "#[derive(Debug, Default)]",
    "#[cfg_attr(any(), derive(Debug))]",
    "pub(in super::super)",
    "tree T(npc: &mut Npc) { succeed; }",
    "tree T<'a, N: Walk, const C: usize>(cx: &mut Ctx<'a, N>) where N: Copy { fail; }",
    "condition npc.",
    "condition |x| x;",
    "condition x = { y };",
    "action return;",
    "action break 'a;",
    "action npc.await;",
    "action Walk { ..npc };",
    "action <A as B>::C { x: 1 };",
    "action a::<A, B>(npc);",
    "action async { 1 };",
    "action let x = 1;",
    "action #[cfg(any())] x;",
    "action unsafe { x };",
    "with A::<B> { x: 1 }",
    "with A",
    "subtree <A as B>::C(&mut npc.x);",
    "if let Some(x) = npc.x { succeed; }",
    "if npc.x && let 1 = 2 { succeed; } else if y { fail; }",
    "match x { 1 | 2 if y => fail, A { .. } => succeed, x @ 1..=2 => running }",
    "parallel(success = 1, failure = all) { running; }",
    "monitor { condition x; running; }",
    "random_selector(x) { 3 => fail; succeed; }",
    "utility_selector { 0.5 => fail; x => succeed, }",
    "service(2s, x)",
    "repeat(0)",
    "dyn World + 'a",
    "for<'a> fn(&'a u8)",
    "impl Fn() -> bool",
    "x as u8 < 2",
    "x..",
    "1 + 1",
    "a = b",
    "a = b = c",
    "a == b == c",
    "..",
    "$x",
    "\"text\"",
    "\"{}\"",
    "\"text\"s",
    "'c'",
    "'c'ms",
    "b\"bytes\"",
    "b'b'",
    "c\"text\"",
    "r\"raw\"",
    "r#\"raw\"#",
    "br##\"raw\"##",
    "()",
    "[]",
    "{}",
    "(,)",
];

/// Tokens that a `macro_rules!` may have put between invisible delimiters.
const CAPTURED: &[&str] = &[
    "",
    "npc",
    "tree",
    "sequence",
    "condition",
    "2s",
    "3",
    "'flee",
    "'flee:",
    ";",
    "=>",
    "1 + 1",
    "npc.health",
    "&mut Npc",
    "npc: &mut Npc",
    "dyn World + 'a",
    "Walk { steps: 1 }",
    "Walk",
    "a::b",
    "{ fail; }",
    "(npc: &mut Npc)",
    "succeed;",
    "x = 1",
    "return",
    "pub",
    "pub(crate)",
    "#[derive(Debug)]",
    "_",
    "Some(1) | None",
];

/// All of these, as lists of a few tokens.
pub(crate) fn vocabulary(words_of_the_language: &[&str]) -> Vec<Vec<Token>> {
    let single = [WORDS, MARKS, NUMBERS].into_iter().flat_map(str::split_whitespace);
    let texts = words_of_the_language.iter().copied().chain(single);
    let mut pieces: Vec<_> = texts.chain(PHRASES.iter().copied()).filter_map(sound).collect();
    pieces.extend(
        CAPTURED
            .iter()
            .copied()
            .filter_map(sound)
            .map(|inner| vec![Token::Group(Delimiter::None, Span::call_site(), inner)]),
    );
    pieces
}

/// The tokens of a text; `None` if the lexer refuses it.
fn sound(text: &str) -> Option<Vec<Token>> {
    text.parse::<TokenStream>().ok().map(read)
}
