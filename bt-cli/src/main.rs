//! The command `bt`.

fn main() {}
