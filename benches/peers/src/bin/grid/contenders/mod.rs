//! The contenders.

pub(crate) mod brute_force;
pub(crate) mod flat_spatial;
pub(crate) mod kiddo;
pub(crate) mod ours;
pub(crate) mod rstar;
pub(crate) mod tiles;
pub(crate) mod zelll;
