//! Work on a thread, for `await`.

use alloc::string::String;
use core::any::Any;
use core::fmt;
use core::pin::Pin;
use core::task::{Context, Poll, Waker};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

/// Runs a closure on a thread of its own, and returns a future of its result.
///
/// A panic of the closure is an [`Err`](Panic) with its text, and so is an operating system that gives no thread. If
/// the future is dropped, the thread goes on, and its result is dropped: nobody waits for it.
///
/// ```
/// use bt_core::{Status, behavior_tree, task};
/// use std::thread;
///
/// struct Robot {
///     place: u32,
///     path: Vec<u32>,
/// }
///
/// behavior_tree! {
///     tree Plan(robot: &mut Robot) {
///         let(path: Vec<u32>) sequence {
///             await { let from = robot.place; task::spawn(move || (from..9).collect()) } -> path;
///             action robot.path.append(path);
///         }
///     }
/// }
///
/// let mut robot = Robot { place: 6, path: vec![] };
/// let mut plan = Plan::new();
/// while plan.tick(&mut robot) == Status::Running {
///     thread::yield_now(); // a game would draw its next frame
/// }
/// assert_eq!(robot.path, [6, 7, 8]);
/// ```
pub fn spawn<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Task<T> {
    let state = Arc::new(Mutex::new(State { result: None, waker: None }));
    let shared = Arc::clone(&state);
    let run = move || {
        let result = catch_unwind(AssertUnwindSafe(work));
        finish(&shared, result.map_err(|payload| Panic { text: text_of(&*payload) }));
    };
    if let Err(error) = thread::Builder::new().spawn(run) {
        finish(&state, Err(Panic { text: std::format!("{error}") }));
    }
    Task { state }
}

/// The future of a thread's result, which [`spawn`] returns.
pub struct Task<T> {
    state: Arc<Mutex<State<T>>>,
}

struct State<T> {
    result: Option<Result<T, Panic>>,
    waker: Option<Waker>,
}

fn finish<T>(state: &Mutex<State<T>>, result: Result<T, Panic>) {
    let mut state = state.lock().unwrap_or_else(PoisonError::into_inner);
    state.result = Some(result);
    let waker = state.waker.take();
    drop(state);
    if let Some(waker) = waker {
        waker.wake();
    }
}

fn text_of(payload: &(dyn Any + Send)) -> String {
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    text.unwrap_or("a panic without a text").into()
}

impl<T> Future for Task<T> {
    type Output = Result<T, Panic>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Self::Output> {
        let mut state = self.state.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(result) = state.result.take() {
            return Poll::Ready(result);
        }
        match &mut state.waker {
            Some(waker) => waker.clone_from(context.waker()),
            None => state.waker = Some(context.waker().clone()),
        }
        Poll::Pending
    }
}

impl<T> fmt::Debug for Task<T> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.debug_struct("Task").finish_non_exhaustive()
    }
}

/// The closure has panicked, or there was no thread for it; displayed as the text of the panic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Panic {
    text: String,
}

impl fmt::Display for Panic {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.text)
    }
}

impl std::error::Error for Panic {}
