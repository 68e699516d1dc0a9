//! The results of actions that `-> NAME` keeps.

use super::Events;
use super::leaf::{Mistaken, Tell};
use crate::{Can, IntoStatus, Status};
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;
use core::task::Poll;

/// What the expression of an action with a result may give: an `Option` or a `Result` of the value, or a `Poll` of the
/// value or of one of these.
#[diagnostic::on_unimplemented(
    message = "this action keeps a `{T}`, and its expression gives `{Self}`",
    label = "gives `{Self}`, not `Option<{T}>` or `Result<{T}, _>`, or a `Poll` of `{T}` or of one of these"
)]
pub trait Results<T> {
    /// The results, for proofs.
    const CAN: Can;
    /// The type of an `Err`.
    type Error;

    fn result(self) -> Poll<Option<T>>;

    /// The result, if nobody takes the value.
    fn untaken(self) -> Result<Status, Self::Error>;
}

/// The result of the expression of an action with a value that nobody takes.
#[inline]
pub fn untaken<T, R: Results<T>>(value: R) -> Result<Untaken<T, R>, R::Error> {
    value.untaken().map(|status| Untaken { status, of: PhantomData })
}

/// Such a status, with the type that says which ones there are.
pub struct Untaken<T, R> {
    status: Status,
    of: PhantomData<(T, R)>,
}

#[diagnostic::do_not_recommend]
impl<T, R: Results<T>> IntoStatus for Untaken<T, R> {
    const CAN: Can = R::CAN;

    #[inline]
    fn status(&self) -> Status {
        self.status
    }
}

const fn ended(is_success: bool) -> Status {
    if is_success { Status::Success } else { Status::Failure }
}

#[diagnostic::do_not_recommend]
impl<T> Results<T> for Option<T> {
    const CAN: Can = Can::ANYTHING.never_runs();

    type Error = Infallible;

    #[inline]
    fn result(self) -> Poll<Option<T>> {
        Poll::Ready(self)
    }

    #[inline]
    fn untaken(self) -> Result<Status, Self::Error> {
        Ok(ended(self.is_some()))
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Results<T> for Result<T, E> {
    const CAN: Can = Can::ANYTHING.never_runs().never_fails().or_error::<E>();

    type Error = E;

    #[inline]
    fn result(self) -> Poll<Option<T>> {
        Poll::Ready(self.ok())
    }

    #[inline]
    fn untaken(self) -> Result<Status, Self::Error> {
        self.map(|_| Status::Success)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Results<T> for Poll<T> {
    const CAN: Can = Can::ANYTHING.never_fails();

    type Error = Infallible;

    #[inline]
    fn result(self) -> Poll<Option<T>> {
        self.map(Some)
    }

    #[inline]
    fn untaken(self) -> Result<Status, Self::Error> {
        Ok(if self.is_ready() { Status::Success } else { Status::Running })
    }
}

#[diagnostic::do_not_recommend]
impl<T> Results<T> for Poll<Option<T>> {
    const CAN: Can = Can::ANYTHING;

    type Error = Infallible;

    #[inline]
    fn result(self) -> Self {
        self
    }

    #[inline]
    fn untaken(self) -> Result<Status, Self::Error> {
        Ok(match self {
            Poll::Ready(value) => ended(value.is_some()),
            Poll::Pending => Status::Running,
        })
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Results<T> for Poll<Result<T, E>> {
    const CAN: Can = Can::ANYTHING.never_fails().or_error::<E>();

    type Error = E;

    #[inline]
    fn result(self) -> Poll<Option<T>> {
        self.map(Result::ok)
    }

    #[inline]
    fn untaken(self) -> Result<Status, Self::Error> {
        match self {
            Poll::Ready(value) => value.map(|_| Status::Success),
            Poll::Pending => Ok(Status::Running),
        }
    }
}

/// The value of the expression of an action that keeps a `T`.
pub struct Produced<T, R> {
    value: R,
    of: PhantomData<T>,
}

impl<T, R: Results<T>> Produced<T, R> {
    #[inline]
    pub fn by(value: R) -> Self {
        Self { value, of: PhantomData }
    }
}

/// Reports the text of an `Err`. As in [`Outcome`](super::Outcome), this method is chosen over [`Tell::tell`] wherever
/// the error has a text.
impl<T, E: fmt::Display> Produced<T, Result<T, E>> {
    #[inline]
    pub fn tell(self, events: impl Events, node: u32) -> Poll<Option<T>> {
        Poll::Ready(described(self.value, events, node))
    }
}

impl<T, E: fmt::Display> Produced<T, Poll<Result<T, E>>> {
    #[inline]
    pub fn tell(self, events: impl Events, node: u32) -> Poll<Option<T>> {
        match self.value {
            Poll::Ready(value) => Poll::Ready(described(value, events, node)),
            Poll::Pending => {
                events.leaf(node, Status::Running);
                Poll::Pending
            }
        }
    }
}

#[inline]
fn described<T, E: fmt::Display>(value: Result<T, E>, events: impl Events, node: u32) -> Option<T> {
    match value {
        Ok(value) => {
            events.leaf(node, Status::Success);
            Some(value)
        }
        Err(error) => {
            events.error(node, Status::Failure, format_args!("{error}"));
            None
        }
    }
}

impl<T, R: Results<T>> Tell for Produced<T, R> {
    type Told = Poll<Option<T>>;

    #[inline]
    fn tell(self, events: impl Events, node: u32) -> Poll<Option<T>> {
        let result = self.value.result();
        events.leaf(node, status_of(&result));
        result
    }
}

impl<T, R> Mistaken for Produced<T, R> {
    type Told = Poll<Option<T>>;

    fn tell(&self, _: impl Events, _: u32) -> Poll<Option<T>> {
        Poll::Ready(None)
    }
}

#[inline]
fn status_of<T>(result: &Poll<Option<T>>) -> Status {
    match result {
        Poll::Ready(Some(_)) => Status::Success,
        Poll::Ready(None) => Status::Failure,
        Poll::Pending => Status::Running,
    }
}

/// The status of an action, whose value is kept.
#[inline]
pub fn kept<T>(result: Poll<Option<T>>, keep: impl FnOnce(T)) -> Status {
    let status = status_of(&result);
    if let Poll::Ready(Some(value)) = result {
        keep(value);
    }
    status
}

/// A value that a node has given: the macro refuses a tree in which a node can be ticked before that and uses it.
///
/// # Panics
///
/// If there is none: the state of the tree was changed while it was saved.
#[must_use]
#[inline]
pub const fn present<T>(value: &Option<T>) -> &T {
    match value {
        Some(value) => value,
        None => missing(),
    }
}

/// The same, to change it.
///
/// # Panics
///
/// If there is none.
#[must_use]
#[inline]
pub const fn present_mut<T>(value: &mut Option<T>) -> &mut T {
    match value {
        Some(value) => value,
        None => missing(),
    }
}

/// Takes the result of an action that has just succeeded.
///
/// # Panics
///
/// If it has not.
#[must_use]
#[inline]
pub(super) fn taken<T>(value: &mut Option<T>) -> T {
    match value.take() {
        Some(value) => value,
        None => missing(),
    }
}

#[cold]
const fn missing() -> ! {
    panic!("a value is missing that an action or a tree has given")
}

/// Events of a leaf with a result. An observer cannot answer success in its place, because it has no value.
#[derive(Clone, Copy)]
pub struct WithResult<E>(pub E);

impl<E: Events> Events for WithResult<E> {
    const IS_QUIET: bool = E::IS_QUIET;
    const ANSWERS: bool = E::ANSWERS;

    #[inline]
    fn answer(self, node: u32) -> Option<Status> {
        self.0.answer(node).filter(|answer| *answer != Status::Success)
    }

    #[inline]
    fn leaf(self, node: u32, status: Status) {
        self.0.leaf(node, status);
    }

    #[inline]
    fn asked(self, node: u32, holds: bool) {
        self.0.asked(node, holds);
    }

    #[inline]
    fn error(self, node: u32, status: Status, error: fmt::Arguments<'_>) {
        self.0.error(node, status, error);
    }

    #[inline]
    fn failed(self, node: u32, error: fmt::Arguments<'_>) {
        self.0.failed(node, error);
    }

    #[inline]
    fn finished(self, node: u32, status: Status) {
        self.0.finished(node, status);
    }

    #[inline]
    fn ticked(self, node: u32) {
        self.0.ticked(node);
    }

    #[inline]
    fn decided(self, node: u32, about: u32, answer: bool) {
        self.0.decided(node, about, answer);
    }

    #[inline]
    fn aborted(self, tip: u32, keep: u32) {
        self.0.aborted(tip, keep);
    }

    #[inline]
    fn within(self, offset: u32) -> Self {
        Self(self.0.within(offset))
    }
}
