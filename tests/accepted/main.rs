//! Trees that the macro accepts, without a warning.
#![deny(warnings)]

mod allowed;
mod behind_fallible;
mod behind_repeat;
mod behind_running;
mod expressions;
mod let_chains;
mod nothing;
mod statuses;
mod todo;
mod todo_action;
mod words_as_names;
