//! The futures that `await` polls.

use super::{Events, NoEvents, decided, taken};
use crate::{Action, Can, Output, Status, Wake};
use alloc::boxed::Box;
use alloc::string::{String, ToString};
use core::cell::RefCell;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::pin::Pin;
use core::task::{Context, Poll, Waker};

/// The future of an `await` with a result of this type.
pub type Await<T = ()> = AwaitState<T, dyn Future<Output = Ended<T>> + Send>;

/// The same after `?Send`.
pub type AwaitHere<T = ()> = AwaitState<T, dyn Future<Output = Ended<T>>>;

/// The state of an `await`, of the size of a pointer.
pub struct AwaitState<T, F: ?Sized>(Box<Task<T, F>>);

struct Task<T, F: ?Sized> {
    /// Before its first tick, and after it has been saved or cloned, there is no future; then the next tick begins one.
    future: Option<Exclusive<Pin<Box<F>>>>,
    /// The result of the tick in which it succeeded, until it is taken in the same tick.
    given: Option<T>,
    wake: Wake,
}

/// A mutex that is never locked: it lets a future be a part of a tree that is `Sync`.
#[cfg(feature = "std")]
type Exclusive<F> = std::sync::Mutex<F>;
/// Only the standard library has mutexes.
#[cfg(not(feature = "std"))]
type Exclusive<F> = RefCell<F>;

/// The result of an action, and the text of its `Err`.
pub struct Ended<T> {
    result: Poll<Option<T>>,
    error: Option<String>,
}

/// What an action tells: a status, or the value that it gives.
pub trait Told<T> {
    fn result(self) -> Poll<Option<T>>;
}

impl Told<()> for Status {
    fn result(self) -> Poll<Option<()>> {
        match self {
            Self::Success => Poll::Ready(Some(())),
            Self::Failure => Poll::Ready(None),
            Self::Running => Poll::Pending,
        }
    }
}

impl<T> Told<T> for Poll<Option<T>> {
    fn result(self) -> Self {
        self
    }
}

impl<T, F: ?Sized> AwaitState<T, F> {
    /// Returns `true` if there is no future.
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        self.0.future.is_none()
    }
}

impl<T, F: Future<Output = Ended<T>> + ?Sized> AwaitState<T, F> {
    /// Polls the future; without a waker it is polled again in the next tick. If its output is not finished, the next
    /// tick begins another.
    pub fn poll(&mut self, waker: Option<&Waker>, events: impl Events, node: u32) -> Status {
        let Self(task) = self;
        task.wake = Wake::NextTick;
        // It is dropped if it panics.
        let Some(mut future) = task.future.take() else {
            return decided(Status::Running, events, node);
        };
        let mut context = Context::from_waker(waker.unwrap_or(Waker::noop()));
        #[cfg(feature = "std")]
        let inner = future.get_mut().unwrap_or_else(std::sync::PoisonError::into_inner);
        #[cfg(not(feature = "std"))]
        let inner = future.get_mut();
        let Poll::Ready(ended) = inner.as_mut().poll(&mut context) else {
            task.future = Some(future);
            if waker.is_some() {
                task.wake = Wake::OnEvent;
            }
            return decided(Status::Running, events, node);
        };
        if let Some(error) = ended.error {
            events.error(node, Status::Failure, format_args!("{error}"));
            return Status::Failure;
        }
        let status = match &ended.result {
            Poll::Ready(Some(_)) => Status::Success,
            Poll::Ready(None) => Status::Failure,
            Poll::Pending => Status::Running,
        };
        if let Poll::Ready(given) = ended.result {
            task.given = given;
        }
        decided(status, events, node)
    }
}

impl<T: 'static> Await<T> {
    /// Begins with a future; `tell` gives the result of its output.
    pub fn begin<F, R>(
        &mut self,
        future: F,
        tell: impl FnOnce(F::Output, ErrorText<'_>) -> R + Send + 'static,
    ) where
        // rustc shows this line to a tree with a future that is not `Send`.
        F: IntoFuture<IntoFuture: Send + 'static>, // one that is not `Send`: `await ?Send EXPR;`
        R: Told<T>,
    {
        let future = future.into_future();
        let future = async move { ErrorText::ended(future.await, tell) };
        self.0.future = Some(Exclusive::new(Box::pin(future)));
    }
}

impl<T: 'static> AwaitHere<T> {
    /// The same.
    pub fn begin<F, R>(
        &mut self,
        future: F,
        tell: impl FnOnce(F::Output, ErrorText<'_>) -> R + 'static,
    ) where
        F: IntoFuture<IntoFuture: 'static>,
        R: Told<T>,
    {
        let future = future.into_future();
        let future = async move { ErrorText::ended(future.await, tell) };
        self.0.future = Some(Exclusive::new(Box::pin(future)));
    }
}

/// A copy of a running tree begins with a future of its own.
impl<T, F: ?Sized> Clone for AwaitState<T, F> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<T, F: ?Sized> Default for AwaitState<T, F> {
    fn default() -> Self {
        Self(Box::new(Task { future: None, given: None, wake: Wake::NextTick }))
    }
}

/// Trees are equal if they are at the same place, whatever their futures are.
impl<T, F: ?Sized> PartialEq for AwaitState<T, F> {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

impl<T, F: ?Sized> Eq for AwaitState<T, F> {}

impl<T, F: ?Sized> Hash for AwaitState<T, F> {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl<T, F: ?Sized> fmt::Debug for AwaitState<T, F> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(if self.is_idle() { "Await" } else { "Await(…)" })
    }
}

#[diagnostic::do_not_recommend]
impl<T, F, Blackboard> Action<Blackboard> for AwaitState<T, F>
where
    F: Future<Output = Ended<T>> + ?Sized,
    Blackboard: ?Sized,
{
    const CAN: Can = Can::ANYTHING.never_refuses();

    // The code of a tree calls `poll`.
    fn tick(&mut self, _: &mut Blackboard) -> Status {
        self.poll(None, NoEvents::<false>, 0)
    }

    fn next_wake(&self) -> Wake {
        self.0.wake
    }
}

/// The result, in the tick in which it has succeeded.
impl<T, F: ?Sized> Output<T> for AwaitState<T, F> {
    fn output(&mut self) -> T {
        taken(&mut self.0.given)
    }
}

#[cfg(feature = "serde")]
impl<T, F: ?Sized> serde::Serialize for AwaitState<T, F> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

#[cfg(feature = "serde")]
impl<'de, T, F: ?Sized> serde::Deserialize<'de> for AwaitState<T, F> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer).map(|()| Self::default())
    }
}

/// Receives the text of an `Err`.
#[derive(Clone, Copy)]
pub struct ErrorText<'t>(&'t RefCell<Option<String>>);

impl ErrorText<'_> {
    fn ended<T, O, R: Told<T>>(output: O, tell: impl FnOnce(O, ErrorText<'_>) -> R) -> Ended<T> {
        let error = RefCell::new(None);
        let result = tell(output, ErrorText(&error)).result();
        Ended { result, error: error.into_inner() }
    }
}

impl Events for ErrorText<'_> {
    fn error(self, _: u32, _: Status, error: fmt::Arguments<'_>) {
        *self.0.borrow_mut() = Some(error.to_string());
    }

    fn leaf(self, _: u32, _: Status) {}

    fn asked(self, _: u32, _: bool) {}

    fn failed(self, _: u32, _: fmt::Arguments<'_>) {}

    fn finished(self, _: u32, _: Status) {}

    fn ticked(self, _: u32) {}

    fn decided(self, _: u32, _: u32, _: bool) {}

    fn aborted(self, _: u32, _: u32) {}

    fn within(self, _: u32) -> Self {
        self
    }
}
