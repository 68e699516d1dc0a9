//! Writes the initial corpus of the target `text`: the trees of the examples as seeds, and the
//! words of the language and of Rust as a dictionary.

#[path = "../../src/tests/mutation/mod.rs"]
#[allow(dead_code, unused_imports, reason = "the targets and the tests need more of it")]
mod mutation;

use mutation::{corpus, text, vocabulary};
use std::path::Path;

fn main() -> std::io::Result<()> {
    let words = &bt_macros::words();
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus");
    let seeds = corpus.join("text");
    std::fs::create_dir_all(&seeds)?;
    let trees = [corpus::calls(), corpus::small_trees(words)].concat();
    for (number, tree) in trees.iter().enumerate() {
        std::fs::write(seeds.join(format!("tree-{number}")), text(tree))?;
    }
    let pieces = vocabulary(words);
    let entries: String = pieces.iter().map(|piece| entry(text(piece).trim())).collect();
    std::fs::write(corpus.join("words.dict"), entries)?;
    println!("{} trees, {} words", trees.len(), pieces.len());
    Ok(())
}

/// A line of a dictionary: `"sequence"`.
fn entry(word: &str) -> String {
    let letter = |byte: u8| match byte {
        b'"' | b'\\' => format!("\\{}", char::from(byte)),
        b' '..=b'~' => char::from(byte).to_string(),
        _ => format!("\\x{byte:02X}"),
    };
    let word: String = word.bytes().map(letter).collect();
    if word.is_empty() { String::new() } else { format!("\"{word}\"\n") }
}
