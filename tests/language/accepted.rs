//! Trees that the macro accepts, without a warning.
#![deny(warnings)]
#![allow(clippy::all, clippy::pedantic, reason = "what looks unusual is the subject")]

mod allowed;
mod behind_fallible;
mod behind_repeat;
mod behind_running;
mod expressions;
mod nothing;
mod statuses;
mod todo;
mod todo_action;
mod words_as_names;
