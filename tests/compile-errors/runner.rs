//! Compiles the files of the folders beside this one, and compares what the compiler prints with the
//! `.stderr` beside each file.
//!
//! They are what only rustc can tell: types, borrows, names, lints; and for each kind of place one message
//! of the macro, which proves that the place arrives. All messages of the macro itself are compared
//! without rustc, in `bt-language/messages`.
//!
//! After a change: `TRYBUILD=overwrite cargo test --package compile-errors`, then read the difference.

#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the words around the messages are those of rustc 1.95"
)]
#[test]
fn messages() {
    // Without a `pass` among them, all files are checked in one run of cargo, on all processors.
    let cases = trybuild::TestCases::new();
    cases.compile_fail("*/*.rs");
}
