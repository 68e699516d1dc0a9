//! Trees with random changes, as users may pass them to the macro while they type, or from macros of their own: nothing
//! panics, and rustc can parse the output.
//!
//! `MUTATIONS=1000000 MUTATIONS_SEED=7 cargo test -p bt-macros mutations` makes other changes. A million
//! of them need an optimized macro: `CARGO_PROFILE_DEV_BUILD_OVERRIDE_OPT_LEVEL=2`.

use super::corpus;
use super::tokens::{Place, Token, count, list, read, text, write};
use super::verdict::{expansion, on_a_compilers_stack};
use proc_macro2::{Delimiter, Span, TokenStream};
use std::collections::BTreeMap;
use std::ops::Range;
use std::panic::{set_hook, take_hook};
use std::sync::Arc;
use std::thread;

/// The number of mutations that a build without optimizations makes in some seconds.
const NUMBER: u64 = 250;
/// For each fault the first mutation that has it.
type Faults = BTreeMap<String, u64>;

#[test]
fn mutations_expand() {
    let first = setting("MUTATIONS_SEED").unwrap_or(0);
    let number = setting("MUTATIONS").unwrap_or(NUMBER);
    let threads = thread::available_parallelism().map_or(1, |count| count.get() as u64);
    let share = number.div_ceil(threads);
    let faults: Faults = thread::scope(|scope| {
        let threads: Vec<_> = (first..first + number)
            .step_by(usize::try_from(share).expect("not too many"))
            .map(|from| from..(from + share).min(first + number))
            .map(|seeds| on_a_compilers_stack(scope, || Trees::new().faults(seeds)))
            .collect();
        threads.into_iter().rev().flat_map(|thread| thread.join().expect("no panic")).collect()
    });
    let told = thread::scope(|scope| {
        on_a_compilers_stack(scope, || Trees::new().told(faults)).join().expect("no panic")
    });
    assert!(told.is_empty(), "{told}");
}

fn setting(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

/// The trees that are mutated.
struct Trees {
    whole: Vec<Vec<Token>>,
    small: Vec<Vec<Token>>,
    vocabulary: Vec<Vec<Token>>,
}

impl Trees {
    fn new() -> Self {
        let words = &bt_language::words::nodes().collect::<Vec<_>>();
        Self {
            whole: [corpus::calls(), corpus::trees(words)].concat(),
            small: corpus::small_trees(words),
            vocabulary: vocabulary(words),
        }
    }

    fn faults(&self, seeds: Range<u64>) -> Faults {
        let mut faults = Faults::new();
        for seed in seeds {
            if let Err(fault) = expansion(&write(&self.mutated(seed))) {
                faults.entry(fault).or_insert(seed);
            }
        }
        faults
    }

    /// Describes the faults, with the mutations and the smallest tokens that cause them.
    fn told(&self, faults: Faults) -> String {
        // Shrinking causes panics again and again, which are not printed; panics of other threads are.
        let (hook, here) = (Arc::new(take_hook()), thread::current().id());
        let of_others = Arc::clone(&hook);
        set_hook(Box::new(move |panic| {
            if thread::current().id() != here {
                of_others(panic);
            }
        }));
        let tell = |(fault, seed)| {
            let tokens = self.mutated(seed);
            let whole = text(&tokens);
            let is_same =
                |tokens: &[Token]| expansion(&write(tokens)).is_err_and(|other| other == fault);
            let least = text(&shrink(tokens, &is_same));
            format!("\n{fault}\nof the least tokens: {least}\nof mutation {seed}: {whole}\n")
        };
        let told = faults.into_iter().map(tell).collect();
        set_hook(Box::new(move |panic| hook(panic)));
        told
    }

    /// A tree after one to five changes; most trees are small, because those are ten times as fast.
    fn mutated(&self, seed: u64) -> Vec<Token> {
        let mut random = fastrand::Rng::with_seed(seed);
        let trees = if random.u8(..) < 5 { &self.whole } else { &self.small };
        let tokens = trees[random.usize(..trees.len())].clone();
        let changes = random.u8(1..=5);
        let choose = &mut |limit| random.usize(..limit);
        let mut mutator =
            Mutator { tokens, vocabulary: &self.vocabulary, donors: &self.small, choose };
        (0..changes).for_each(|_| mutator.change());
        mutator.tokens
    }
}

const DELIMITERS: [Delimiter; 4] =
    [Delimiter::Parenthesis, Delimiter::Bracket, Delimiter::Brace, Delimiter::None];

/// Changes tokens, guided by choices.
struct Mutator<'m> {
    tokens: Vec<Token>,
    /// Tokens that can be inserted.
    vocabulary: &'m [Vec<Token>],
    /// Trees from which a part can be inserted.
    donors: &'m [Vec<Token>],
    /// A number below the given one, which is at least 1.
    choose: &'m mut dyn FnMut(usize) -> usize,
}

impl Mutator<'_> {
    /// Makes one change.
    fn change(&mut self) {
        match self.below(14) {
            0 | 1 => self.delete(),
            2 => self.double(),
            3 => self.swap(),
            4 | 5 => self.replace(),
            6 => self.insert(),
            7 => self.nest(),
            8 => self.unnest(),
            9 => self.delimit_anew(),
            10 => self.empty(),
            11 => self.double_subtree(),
            12 => self.move_subtree(),
            _ => self.transplant(),
        }
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.choose)(limit.max(1))
    }

    /// Any token; `None` if there is none.
    fn place(&mut self) -> Option<Place> {
        let all = count(&self.tokens);
        if all == 0 {
            return None;
        }
        let chosen = self.below(all);
        Some(Place::nth(&self.tokens, chosen))
    }

    /// A place for an insertion: before a token, or anywhere in a group.
    fn gap(&mut self) -> Place {
        let Some(mut place) = self.place() else { return Place { groups: Vec::new(), index: 0 } };
        if let Token::Group(_, _, inner) = &self.list(&place.groups)[place.index] {
            let length = inner.len();
            if self.below(2) == 0 {
                place.groups.push(place.index);
                place.index = self.below(length + 1);
            }
        }
        place
    }

    fn list(&mut self, groups: &[usize]) -> &mut Vec<Token> {
        list(&mut self.tokens, groups)
    }

    fn delete(&mut self) {
        let Some(place) = self.place() else { return };
        self.list(&place.groups).remove(place.index);
    }

    fn double(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let token = list[place.index].clone();
        list.insert(place.index, token);
    }

    /// Two tokens of one list.
    fn swap(&mut self) {
        let Some(place) = self.place() else { return };
        let length = self.list(&place.groups).len();
        let other = self.below(length);
        self.list(&place.groups).swap(place.index, other);
    }

    fn replace(&mut self) {
        let Some(place) = self.place() else { return };
        let piece = self.piece();
        self.list(&place.groups).splice(place.index..=place.index, piece);
    }

    fn insert(&mut self) {
        let piece = self.piece();
        self.put(piece);
    }

    fn piece(&mut self) -> Vec<Token> {
        let chosen = self.below(self.vocabulary.len());
        self.vocabulary[chosen].clone()
    }

    fn put(&mut self, tokens: Vec<Token>) {
        let place = self.gap();
        self.list(&place.groups).splice(place.index..place.index, tokens);
    }

    /// Puts a run of tokens into delimiters.
    fn nest(&mut self) {
        let Some(place) = self.place() else { return };
        let rest = self.list(&place.groups).len() - place.index;
        let length = self.below(rest + 1);
        let delimiter = DELIMITERS[self.below(DELIMITERS.len())];
        let list = self.list(&place.groups);
        let run = place.index..place.index + length;
        let inner: Vec<Token> = list.splice(run, []).collect();
        list.insert(place.index, Token::Group(delimiter, Span::call_site(), inner));
    }

    /// Takes away the delimiters around a token.
    fn unnest(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        let list = self.list(&groups);
        if let Token::Group(_, _, inner) = list.remove(index) {
            list.splice(index..index, inner);
        }
    }

    /// Replaces the delimiters around a token by others.
    fn delimit_anew(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        let other = DELIMITERS[self.below(DELIMITERS.len())];
        if let Token::Group(delimiter, ..) = &mut self.list(&groups)[index] {
            *delimiter = other;
        }
    }

    /// Removes the tokens in the delimiters around a token.
    fn empty(&mut self) {
        let Some((groups, index)) = self.group() else { return };
        if let Token::Group(_, _, inner) = &mut self.list(&groups)[index] {
            inner.clear();
        }
    }

    /// The group around any token, with the list that contains it.
    fn group(&mut self) -> Option<(Vec<usize>, usize)> {
        let mut groups = self.place()?.groups;
        let index = groups.pop()?;
        Some((groups, index))
    }

    fn double_subtree(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let subtree = list[place.index..subtree_end(list, place.index)].to_vec();
        self.put(subtree);
    }

    fn move_subtree(&mut self) {
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let end = subtree_end(list, place.index);
        let subtree = list.splice(place.index..end, []).collect();
        self.put(subtree);
    }

    /// Replaces a subtree by one of another tree.
    fn transplant(&mut self) {
        let donor = self.below(self.donors.len());
        let Some(donor) = self.donors.get(donor) else { return };
        let mut donor = donor.clone();
        let chosen = self.below(count(&donor));
        let from = Place::nth(&donor, chosen);
        let list = list(&mut donor, &from.groups);
        let subtree = list[from.index..subtree_end(list, from.index)].to_vec();
        let Some(place) = self.place() else { return };
        let list = self.list(&place.groups);
        let end = subtree_end(list, place.index);
        list.splice(place.index..end, subtree);
    }
}

/// The index after the `;` or the block at which a subtree ends that begins here.
fn subtree_end(list: &[Token], from: usize) -> usize {
    let ends = |token: &Token| match token {
        Token::Single(single) => single.to_string() == ";",
        Token::Group(delimiter, ..) => *delimiter == Delimiter::Brace,
    };
    list[from..].iter().position(ends).map_or(list.len(), |end| from + end + 1)
}

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
fn vocabulary(words_of_the_language: &[&str]) -> Vec<Vec<Token>> {
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

/// The numbers of tokens that are removed at once.
const RUNS: [usize; 5] = [32, 8, 3, 2, 1];

/// Removes tokens, and delimiters around tokens, as long as the rest `fails`.
fn shrink(mut tokens: Vec<Token>, fails: &dyn Fn(&[Token]) -> bool) -> Vec<Token> {
    while let Some(smaller) = smaller(&tokens, fails) {
        tokens = smaller;
    }
    tokens
}

/// The tokens after one pass of removals; `None` if nothing can be removed.
fn smaller(tokens: &[Token], fails: &dyn Fn(&[Token]) -> bool) -> Option<Vec<Token>> {
    let mut least = tokens.to_vec();
    for run in RUNS {
        let mut chosen = 0;
        while chosen < count(&least) {
            let smaller = [without(&least, chosen, run), opened(&least, chosen)]
                .into_iter()
                .flatten()
                .find(|smaller| fails(smaller));
            match smaller {
                Some(smaller) => least = smaller,
                None => chosen += 1,
            }
        }
    }
    (count(&least) < count(tokens)).then_some(least)
}

/// The tokens without a run of `run` tokens, if there are as many.
fn without(tokens: &[Token], chosen: usize, run: usize) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let place = Place::nth(&tokens, chosen);
    let list = list(&mut tokens, &place.groups);
    if place.index + run > list.len() {
        return None;
    }
    list.drain(place.index..place.index + run);
    Some(tokens)
}

/// Tokens without the delimiters of one group.
fn opened(tokens: &[Token], chosen: usize) -> Option<Vec<Token>> {
    let mut tokens = tokens.to_vec();
    let place = Place::nth(&tokens, chosen);
    let list = list(&mut tokens, &place.groups);
    let Token::Group(_, _, inner) = list[place.index].clone() else { return None };
    list.splice(place.index..=place.index, inner);
    Some(tokens)
}
