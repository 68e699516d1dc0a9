//! Random trees with comments have the same tokens and the same comments in the one layout, which formatting does not
//! change again.
//!
//! More trees than in every run: `FORMAT_TREES=100000 cargo test --release -p meaning --test language format`.

use bt_language::{file, format};
use meaning::disturbed::disturbed;
use meaning::filed::filed;
use meaning::generator::forest;
use meaning::printer;
use meaning::random::Random;
use proc_macro2::TokenStream;

#[test]
fn random_files_keep_their_trees_and_comments() {
    let mut refused = 0;
    for seed in 0..count() {
        let text = printer::file(&filed(forest(seed, "Tree")));
        // A `match` becomes another node there, which may leave a monitor without any.
        if format::file(&text).is_ok() {
            check(seed, &text, format::file);
        } else {
            refused += 1;
        }
    }
    assert!(refused < count() / 10, "{refused} files cannot be read");
}

#[test]
fn random_macro_calls_keep_their_trees_and_comments() {
    for seed in 0..count() {
        let text = printer::source(&forest(seed, "Tree"));
        let text =
            format!("fn before ( ) {{ }}\n\nmod trees {{\n    behavior_tree! {{\n{text}}}\n}}\n");
        check(seed, &text, format::rust);
    }
}

fn count() -> u64 {
    std::env::var("FORMAT_TREES").map_or(100, |text| text.parse().expect("a number"))
}

type Format = fn(&str) -> Result<String, Vec<file::Mistake>>;

fn check(seed: u64, text: &str, format: Format) {
    let mut random = Random::new(seed);
    let source = disturbed(text, &mut random);
    let formatted = format(&source).unwrap_or_else(|mistakes| {
        panic!("seed {seed}: {mistakes:?}\n{source}");
    });
    assert_eq!(
        tokens(&source),
        tokens(&formatted),
        "seed {seed}: other tokens\n{source}\n{formatted}"
    );
    let again = format(&formatted).expect("it can be read again");
    let differs = formatted.lines().zip(again.lines()).position(|(one, other)| one != other);
    let around = |text: &str| {
        let from = differs.unwrap_or(0).saturating_sub(3);
        text.lines().skip(from).take(8).collect::<Vec<_>>().join("\n")
    };
    assert!(
        formatted == again,
        "seed {seed}: the layout changes again from\n{}\nto\n{}",
        around(&formatted),
        around(&again)
    );
    let comments = |text: &str| -> Vec<String> {
        text.split("comment ")
            .skip(1)
            .map(|rest| rest.split('.').next().unwrap().to_owned())
            .collect()
    };
    assert_eq!(comments(&source), comments(&formatted), "seed {seed}: other comments");
    let is_plain = source == text;
    if is_plain {
        assert!(formatted.lines().all(|line| line == line.trim_end()), "{formatted}");
    }
    file::forget();
}

fn tokens(text: &str) -> String {
    text.parse::<TokenStream>().expect("sound tokens").to_string()
}
