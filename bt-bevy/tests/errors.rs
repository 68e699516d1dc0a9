//! Compiles the files in `errors`, and compares the compiler's messages with the `.stderr` next to each file.
//!
//! After a change: `TRYBUILD=overwrite cargo test --test errors`, then review the difference.

#[rustversion::attr(
    not(stable(1.95)),
    ignore = "the words around the messages are those of rustc 1.95"
)]
#[test]
fn messages() {
    trybuild::TestCases::new().compile_fail("tests/errors/*.rs");
}
