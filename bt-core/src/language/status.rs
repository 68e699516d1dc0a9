//! The result of a tick of a node, and conversions into it.

use super::can::Can;
use core::fmt;

/// The result of a tick of a node or of a whole tree.
///
/// ```
/// use bt_core::Status;
///
/// assert!(Status::Running.is_running());
/// assert_eq!(!Status::Success, Status::Failure);
/// assert_eq!(!Status::Running, Status::Running);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Status {
    /// The node has finished and has reached its goal.
    Success,
    /// The node has finished and has not reached its goal.
    Failure,
    /// The node needs more ticks.
    Running,
}

impl Status {
    /// Returns `true` if the node needs more ticks.
    #[must_use]
    #[inline]
    pub const fn is_running(self) -> bool {
        matches!(self, Self::Running)
    }

    /// Returns `true` if the node has finished, with success or with failure.
    #[must_use]
    #[inline]
    pub const fn is_finished(self) -> bool {
        !self.is_running()
    }
}

/// Exchanges success and failure, as the decorator `not` does.
impl core::ops::Not for Status {
    type Output = Self;

    #[inline]
    fn not(self) -> Self {
        match self {
            Self::Success => Self::Failure,
            Self::Failure => Self::Success,
            Self::Running => Self::Running,
        }
    }
}

/// `true` is success, `false` is failure.
impl From<bool> for Status {
    #[inline]
    fn from(success: bool) -> Self {
        if success { Self::Success } else { Self::Failure }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.pad(match self {
            Self::Success => "success",
            Self::Failure => "failure",
            Self::Running => "running",
        })
    }
}

/// How an [`Action`](crate::Action) or a [`Decorator`](crate::Decorator) ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum End {
    /// Its tick returned [`Status::Success`].
    Success,
    /// Its tick returned [`Status::Failure`].
    Failure,
    /// It was running and was stopped by a node above it or by the program.
    Aborted,
}

/// A result of the expression of an `action`: `Status`, `bool`, `()`, or a `Result` of these.
///
/// ```
/// use bt_core::{IntoStatus, Status};
///
/// assert_eq!(().status(), Status::Success);
/// assert_eq!(false.status(), Status::Failure);
/// assert_eq!(Ok::<_, &str>(Status::Running).status(), Status::Running);
/// assert_eq!(Err::<bool, _>("no path").status(), Status::Failure);
/// ```
#[diagnostic::on_unimplemented(
    message = "an `action` cannot give `{Self}`",
    label = "gives `{Self}`",
    note = "an `action` gives a `Status`, a `bool`, `()`, or a `Result` of one of these",
    note = "a stateful action is a struct literal, `action Type {{ field: value }};`, or is made by an expression: `action Type = Type::new();`"
)]
pub trait IntoStatus {
    /// The statuses that a value of this type can mean, for proofs: any, if the type does not say.
    const CAN: Can = Can::ANYTHING;

    /// The status that this value means.
    fn status(&self) -> Status;

    /// Does the same for a value that is not used again. A status that is never borrowed need not be stored
    /// in memory before a `match` reads it.
    #[doc(hidden)]
    #[inline]
    fn into_status(self) -> Status
    where
        Self: Sized,
    {
        self.status()
    }
}

#[diagnostic::do_not_recommend]
impl IntoStatus for Status {
    #[inline]
    fn status(&self) -> Status {
        *self
    }

    #[inline]
    fn into_status(self) -> Status {
        self
    }
}

#[diagnostic::do_not_recommend]
impl IntoStatus for bool {
    const CAN: Can = Can::ANYTHING.never_runs();

    #[inline]
    fn status(&self) -> Status {
        Status::from(*self)
    }

    #[inline]
    fn into_status(self) -> Status {
        Status::from(self)
    }
}

#[diagnostic::do_not_recommend]
impl IntoStatus for () {
    const CAN: Can = bool::CAN.never_fails();

    #[inline]
    fn status(&self) -> Status {
        Status::Success
    }
}

#[diagnostic::do_not_recommend]
impl<T: IntoStatus, E> IntoStatus for Result<T, E> {
    const CAN: Can = T::CAN.or_error::<E>();

    #[inline]
    fn status(&self) -> Status {
        match self {
            Ok(value) => value.status(),
            Err(_) => Status::Failure,
        }
    }
    #[inline]
    fn into_status(self) -> Status {
        match self {
            Ok(value) => value.into_status(),
            Err(_) => Status::Failure,
        }
    }
}

/// `!`, the type of `todo!()`. Stable Rust can name it only as the output of a function type.
pub(crate) mod never {
    use super::{IntoStatus, Status};

    pub trait Function {
        type Output;
    }

    impl<T> Function for fn() -> T {
        type Output = T;
    }

    #[diagnostic::do_not_recommend]
    impl IntoStatus for <fn() -> ! as Function>::Output {
        fn status(&self) -> Status {
            *self
        }
    }
}
