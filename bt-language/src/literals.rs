//! The literals of a node's arguments as numbers: what a definition knows besides its expressions.
//!
//! ```text
//! timeout(1.5s)  →  500000001 1          parallel(success = one)  →  1 0
//! ```
//!
//! A definition writes them, and the row of its word reads them in the same order.

use crate::ast::{After, Policies, Rounds, Threshold};
use proc_macro2::Span;
use std::time::Duration;

/// The literals of one node.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Literals(pub(crate) Vec<u64>);

const NANOS: u64 = 1_000_000_000;

impl Literals {
    pub(crate) fn add_number(&mut self, number: u64) {
        self.0.push(number);
    }

    pub(crate) fn add_count(&mut self, count: usize) {
        self.add_number(u64::try_from(count).unwrap_or(u64::MAX));
    }

    /// A length, or 0 if it is not a literal.
    pub(crate) fn add_length(&mut self, length: Option<Duration>) {
        match length {
            None => self.add_number(0),
            Some(length) => {
                self.add_number(1 + u64::from(length.subsec_nanos()));
                self.add_number(length.as_secs());
            }
        }
    }

    pub(crate) fn add_rounds(&mut self, rounds: Rounds) {
        self.add_number(match rounds {
            Rounds::Endless => 0,
            Rounds::Unknown => 1,
            Rounds::Known(count) => 2 + u64::from(count),
        });
    }

    pub(crate) fn add_after(&mut self, after: After) {
        self.add_number(match after {
            After::Work => 0,
            After::End => 1,
            After::Success => 2,
        });
    }

    pub(crate) fn add_policies(&mut self, policies: &Policies) {
        for threshold in [policies.success, policies.failure] {
            self.add_number(match threshold {
                Threshold::All => 0,
                Threshold::Number(number, _) => u64::from(number),
            });
        }
    }

    pub(crate) fn read(&self) -> Reading<'_> {
        Reading(self.0.iter())
    }
}

/// The literals that are still to be read.
pub(crate) struct Reading<'l>(std::slice::Iter<'l, u64>);

impl Reading<'_> {
    pub(crate) fn number(&mut self) -> u64 {
        self.0.next().copied().unwrap_or_default()
    }

    pub(crate) fn count(&mut self) -> usize {
        usize::try_from(self.number()).unwrap_or(usize::MAX)
    }

    pub(crate) fn length(&mut self) -> Option<Duration> {
        let nanos = self.number().checked_sub(1)?;
        let nanos = u32::try_from(nanos.min(NANOS - 1)).unwrap_or_default();
        Some(Duration::new(self.number(), nanos))
    }

    pub(crate) fn rounds(&mut self) -> Rounds {
        match self.number() {
            0 => Rounds::Endless,
            1 => Rounds::Unknown,
            more => Rounds::Known(u32::try_from(more - 2).unwrap_or(u32::MAX)),
        }
    }

    pub(crate) fn after(&mut self) -> After {
        match self.number() {
            0 => After::Work,
            1 => After::End,
            _ => After::Success,
        }
    }

    pub(crate) fn policies(&mut self) -> Policies {
        let mut threshold = || match self.number() {
            0 => Threshold::All,
            number => {
                Threshold::Number(u32::try_from(number).unwrap_or(u32::MAX), Span::call_site())
            }
        };
        Policies { success: threshold(), failure: threshold() }
    }
}
