use super::{Events, tip_if};
use crate::language::status::never::Function;
use crate::{End, IntoStatus, Status};
use core::fmt;
use core::marker::PhantomData;

/// The results that a `condition` may give: only `bool`. Other types get an error message of this crate.
#[diagnostic::on_unimplemented(
    message = "this must give a `bool`, and it gives `{Self}`",
    label = "gives `{Self}`, not `bool`"
)]
pub trait Answer {
    fn holds(self) -> bool;
}

#[diagnostic::do_not_recommend]
impl Answer for bool {
    #[inline]
    fn holds(self) -> bool {
        self
    }
}

/// `!`, the type of `todo!()`. Stable Rust can name it only as the output of a function type.
#[diagnostic::do_not_recommend]
impl Answer for <fn() -> ! as Function>::Output {
    fn holds(self) -> bool {
        self
    }
}

/// The error type of an action that only passes errors on, as in `npc.open()?; Ok(())`, where the compiler
/// cannot infer one. It has no text.
pub struct Failed;

impl<E: fmt::Debug> From<E> for Failed {
    fn from(_: E) -> Self {
        Self
    }
}

/// Calls a closure once. The result may borrow from the blackboard that the closure has captured.
#[inline]
pub fn evaluate<T>(expression: impl FnOnce() -> T) -> T {
    expression()
}

/// The value of the expression of a `let`: a value, an `Option` or a `Result`.
#[diagnostic::on_unimplemented(
    message = "this `let` keeps a `{T}`, and its expression gives `{Self}`",
    label = "gives `{Self}`, not `{T}`, `Option<{T}>` or `Result<{T}, _>`"
)]
pub trait Gives<T> {
    /// `true` if there always is a value.
    const ALWAYS: bool = false;

    fn given(self) -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T> Gives<T> for T {
    const ALWAYS: bool = true;

    #[inline]
    fn given(self) -> Option<T> {
        Some(self)
    }
}

#[diagnostic::do_not_recommend]
impl<T> Gives<T> for Option<T> {
    #[inline]
    fn given(self) -> Option<T> {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T, E> Gives<T> for Result<T, E> {
    const ALWAYS: bool = !<() as IntoStatus>::CAN.or_error::<E>().fails();

    #[inline]
    fn given(self) -> Option<T> {
        self.ok()
    }
}

/// The value of the expression of a `let` that keeps a `T`.
pub struct Given<T, G> {
    value: G,
    of: PhantomData<T>,
}

impl<T, G: Gives<T>> Given<T, G> {
    #[inline]
    pub fn by(value: G) -> Self {
        Self { value, of: PhantomData }
    }
}

/// Reports the text of an `Err`. As in [`Outcome`], this method is chosen over [`Tell::tell`] wherever the error
/// has a text.
impl<T, E: fmt::Display> Given<T, Result<T, E>> {
    /// The value; `None` if the expression gave an `Err`.
    #[inline]
    pub fn tell(self, events: impl Events, node: u32) -> Option<T> {
        match self.value {
            Ok(value) => Some(value),
            Err(error) => {
                events.failed(node, format_args!("{error}"));
                None
            }
        }
    }
}

/// The result of a condition that is not a node of its own.
#[inline]
pub fn holds<T: Answer>(answer: T) -> bool {
    answer.holds()
}

/// Reports the result of a condition and returns it.
#[inline]
pub fn ask<T: Answer>(answer: T, events: impl Events, node: u32) -> bool {
    let holds = answer.holds();
    events.asked(node, holds);
    holds
}

/// Negates the result of a condition and reports the end of the `not`.
#[inline]
pub fn not(holds: bool, events: impl Events, node: u32) -> bool {
    events.finished(node, Status::from(!holds));
    !holds
}

/// The value of an `action`'s expression.
pub struct Outcome<T> {
    value: T,
}

#[inline]
pub fn action<T: IntoStatus>(value: T) -> Outcome<T> {
    Outcome { value }
}

/// Reports a result with the text of its `Err`. An inherent method has priority over a trait's, so this
/// method is chosen over [`Tell::tell`] wherever the value is [`Described`]. It is also chosen for an
/// expression that never returns: its type is not yet inferred when the method is chosen, and becomes `!`
/// later, or `()` in edition 2021.
impl<T: Described> Outcome<T> {
    #[inline]
    pub fn tell(self, events: impl Events, node: u32) -> Status {
        self.value.describe(events, node)
    }
}

/// Results of an action that may carry an error text.
pub trait Described {
    fn describe(self, events: impl Events, node: u32) -> Status;
}

impl<T: IntoStatus, E: fmt::Display> Described for Result<T, E> {
    #[inline]
    fn describe(self, events: impl Events, node: u32) -> Status {
        match self {
            Ok(value) => {
                let status = value.into_status();
                events.leaf(node, status);
                status
            }
            Err(error) => {
                events.error(node, Status::Failure, format_args!("{error}"));
                Status::Failure
            }
        }
    }
}

impl Described for () {
    #[inline]
    fn describe(self, events: impl Events, node: u32) -> Status {
        events.leaf(node, Status::Success);
        Status::Success
    }
}

impl Described for <fn() -> ! as Function>::Output {
    fn describe(self, _: impl Events, _: u32) -> Status {
        self
    }
}

/// Reports results that have no error text.
pub trait Tell {
    /// A status; for a `let`, its value.
    type Told;

    fn tell(self, events: impl Events, node: u32) -> Self::Told;
}

impl<T, G: Gives<T>> Tell for Given<T, G> {
    type Told = Option<T>;

    #[inline]
    fn tell(self, _: impl Events, _: u32) -> Option<T> {
        self.value.given()
    }
}

impl<T: IntoStatus> Tell for Outcome<T> {
    type Told = Status;

    #[inline]
    fn tell(self, events: impl Events, node: u32) -> Status {
        let status = self.value.into_status();
        events.leaf(node, status);
        status
    }
}

/// Replaces [`Tell`] where a value gives no status, or not what a `let` keeps: the compiler has already reported that, and a missing
/// method would be a second error. Methods that take a reference are found after those that take a value.
pub trait Mistaken {
    type Told;

    fn tell(&self, events: impl Events, node: u32) -> Self::Told;

    /// Replaces the methods of the same name of [`Outcome`] and [`Given`].
    fn fact(&self) -> super::facts::Unknown {
        super::facts::Unknown
    }
}

impl<T, G> Mistaken for Given<T, G> {
    type Told = Option<T>;

    fn tell(&self, _: impl Events, _: u32) -> Option<T> {
        None
    }
}

impl<T> Mistaken for Outcome<T> {
    type Told = Status;

    fn tell(&self, _: impl Events, _: u32) -> Status {
        Status::Failure
    }
}

/// Reports a leaf's status and returns it.
#[inline]
pub fn decided(status: Status, events: impl Events, node: u32) -> Status {
    events.leaf(node, status);
    status
}

/// An answer in place of a stateful action, if the observer was asked for one in this tick.
type Asked = Option<Option<Status>>;

/// Asks for an answer in place of a stateful action that would begin, for [`stateful_answer`]. Returns `true` if the
/// answer ends the action.
#[inline]
pub fn is_answered<E: Events>(asked: &mut Asked, events: E, node: u32) -> bool {
    if !E::ANSWERS {
        return false;
    }
    let answer = events.answer(node);
    *asked = Some(answer);
    answer.is_some_and(Status::is_finished)
}

/// The observer's answer in place of a stateful action, which is reported.
#[inline]
pub fn stateful_answer<E: Events>(asked: &mut Asked, events: E, node: u32) -> Option<Status> {
    if !E::ANSWERS {
        return None;
    }
    let answer = asked.take().unwrap_or_else(|| events.answer(node));
    answer.map(|status| decided(status, events, node))
}

/// Returns `true` if an answer ends a stateful action with this status before it has begun; this is reported.
#[inline]
pub fn ends<E: Events>(answer: Option<Status>, status: Status, events: E, node: u32) -> bool {
    let ends = E::ANSWERS && answer == Some(status);
    if ends {
        events.leaf(node, status);
    }
    ends
}

/// Returns `true` if a `wait` goes on, by its deadline or by the observer's answer.
#[inline]
pub fn waits<E: Events>(by_deadline: bool, events: E, node: u32) -> bool {
    if !E::ANSWERS {
        return by_deadline;
    }
    match events.answer(node) {
        Some(Status::Running) => true,
        Some(Status::Success) => false,
        Some(Status::Failure) | None => by_deadline,
    }
}

/// The [`End`](crate::End) of a stateful action that has finished with this status.
#[must_use]
#[inline]
pub const fn end_of(status: Status) -> End {
    if matches!(status, Status::Success) { End::Success } else { End::Failure }
}

/// Leaves a region in which one leaf can run.
#[inline]
pub fn leave(runs: &mut bool, node: u32, events: impl Events, keep: u32) {
    events.aborted(tip_if(*runs, node), keep);
    *runs = false;
}
