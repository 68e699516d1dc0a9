//! Compiles every file of the folders beside this one and compares what the compiler prints with
//! what it printed before: a `.stderr` beside each mistake; in `accepted` there is none to tell.
//!
//! After a change of the words: `TRYBUILD=overwrite cargo test --package ui`, then read the difference.

#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the words around the messages are those of rustc 1.95"
)]
#[test]
fn messages() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("*/*.rs");
    cases.pass("accepted/*.rs");
}
