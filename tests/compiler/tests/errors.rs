//! Compiles the files in the folders of `errors`, and compares the compiler's messages with the `.stderr` next to each
//! file.
//!
//! The files contain errors that only rustc can find: types, borrows, names, lints. For each kind of
//! place they also contain one message of the macro, to check that rustc shows the place.
//! `bt-language/cases/messages` compares all messages of the macro without rustc.
//!
//! After a change: `TRYBUILD=overwrite cargo test --package compiler --test errors`, then review the difference.

#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the words around the messages are those of rustc 1.95"
)]
#[test]
fn messages() {
    // Without a `pass` among them, one run of cargo checks all files, on all processors.
    let cases = trybuild::TestCases::new();
    cases.compile_fail("errors/*/*.rs");
}
