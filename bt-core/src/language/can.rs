//! The results that a type allows, for proofs.

/// The results that a leaf or a decorator can give, as its type declares them.
///
/// Proofs of the crate `bt-verify` try exactly these. A result counts as possible until it is ruled out, so a declaration
/// makes a proof more precise; one that is not true makes it wrong.
///
/// ```
/// use bt_core::{Can, IntoStatus};
///
/// assert_eq!(<()>::CAN, Can::ANYTHING.never_fails().never_runs());
/// assert_eq!(bool::CAN, Can::ANYTHING.never_runs());
/// assert_eq!(Result::<(), String>::CAN, bool::CAN);
/// // An error that has no value never happens.
/// assert_eq!(Result::<(), core::convert::Infallible>::CAN, <()>::CAN);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct Can {
    fails: bool,
    runs: bool,
    refuses: bool,
}

impl Can {
    /// Success, failure and running; also a `check` that returns `false`.
    pub const ANYTHING: Self = Self { fails: true, runs: true, refuses: true };

    /// The same without failure.
    #[must_use]
    pub const fn never_fails(self) -> Self {
        Self { fails: false, ..self }
    }

    /// The same without running.
    #[must_use]
    pub const fn never_runs(self) -> Self {
        Self { runs: false, ..self }
    }

    /// The same for a `check` that always returns `true`.
    #[must_use]
    pub const fn never_refuses(self) -> Self {
        Self { refuses: false, ..self }
    }

    /// The same with running.
    pub(crate) const fn runs_too(self) -> Self {
        Self { runs: true, ..self }
    }

    /// The results of a `Result` whose `Ok` has these.
    pub(crate) const fn or_error<E>(self) -> Self {
        // Where there is no error, there is one value, which takes no space.
        if size_of::<Result<(), E>>() == 0 { self } else { Self { fails: true, ..self } }
    }

    /// Returns `true` if failure is among the results.
    #[must_use]
    pub const fn fails(self) -> bool {
        self.fails
    }

    /// Returns `true` if running is among the results.
    #[must_use]
    pub const fn runs(self) -> bool {
        self.runs
    }

    /// Returns `true` if `check` may return `false`.
    #[must_use]
    pub const fn refuses(self) -> bool {
        self.refuses
    }
}
