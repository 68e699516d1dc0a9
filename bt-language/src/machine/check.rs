//! Whether a machine is sound.

/// What is wrong with a machine.
#[derive(Debug)]
pub struct Fault;
