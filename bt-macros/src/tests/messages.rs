//! The trees with mistakes of `bt-language/cases/messages`: the macro reports the same mistakes as the
//! language, and its expansion can be parsed.

use super::verdict::expansion;
use std::fs;
use std::path::Path;

/// The errors of the expansion of a case, and the number of its messages.
fn errors_and_messages(case: &str) -> (Result<usize, String>, usize) {
    let (_, case) = case.split_once('\n').expect("a title");
    let (trees, messages) = case.split_once("\n---\n").expect("trees and messages");
    (expansion(trees.parse().expect("sound tokens")), messages.trim().lines().count())
}

#[test]
fn each_mistake_is_one_error_of_the_expansion() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../bt-language/cases/messages");
    let mut cases = 0;
    for file in fs::read_dir(folder).expect("the folder of messages") {
        let text = fs::read_to_string(file.expect("a file").path()).expect("a text");
        for case in format!("\n{text}").split("\n=== ").skip(1) {
            let (errors, messages) = errors_and_messages(case);
            assert_eq!(errors, Ok(messages), "{case}");
            cases += 1;
        }
    }
    assert!(cases > 300, "only {cases} cases are found");
}
