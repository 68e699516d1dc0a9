//! A scope in which hardly any name has its usual meaning.
#![allow(
    dead_code,
    non_camel_case_types,
    unused_macros,
    clippy::iter_not_returning_iterator,
    clippy::new_ret_no_self,
    reason = "the names only stand in the way"
)]

pub(crate) mod taken;

use ::core::primitive as real;
use ::core::time as real_time;

struct Status;
struct Option;
struct Result;
struct Some;
struct None;
struct Ok;
struct Err;
struct Duration;
struct Default;
struct Clone;
struct Node;
struct NodeId;
struct NodeKind;
struct Observer;
struct Action;
struct Decorator;
struct State;
struct Memory;
struct Machine;
struct Events;
struct Slot;
struct Box;
struct Vec;
struct String;
struct bool;
struct u8;
struct u32;
struct usize;
struct f32;
struct str;
mod core {}
mod std {}
mod bt_core {}
mod private {}
mod __private {}
fn drop() {}
fn state() {}
fn events() {}
fn memory() {}

macro_rules! refuse {
    ($($name:ident)*) => {$(
        macro_rules! $name {
            () => { compile_error!("this is not the macro that was meant") };
        }
    )*};
}
refuse!(matches line file column stringify concat panic unreachable assert debug_assert todo
    format_args vec print println write option_env env include cfg module_path behavior_tree);

/// Methods with these names on all types.
trait Everywhere {
    fn tick(&self) {}
    fn abort(&self) {}
    fn start(&self) {}
    fn check(&self) {}
    fn end(&self) {}
    fn now(&self) {}
    fn status(&self) {}
    fn leaf(&self) {}
    fn finished(&self) {}
    fn aborted(&self) {}
    fn within(&self) {}
    fn clone(&self) {}
    fn map(&self) {}
    fn take(&self) {}
    fn replace(&self) {}
    fn unwrap(&self) {}
    fn into(&self) {}
    fn iter(&self) {}
    fn eq(&self) {}
    fn holds(&self) {}
    fn tip(&self) {}
    fn add(&self) {}
    fn not(&self) {}
    fn new() {}
    fn default() {}
}
impl<T: ?::core::marker::Sized> Everywhere for T {}

pub(crate) struct World {
    pub(crate) time: real_time::Duration,
    pub(crate) draws: real::u32,
    pub(crate) walked: real::u32,
    pub(crate) done: real::bool,
}

impl World {
    fn yes(&self) -> real::bool {
        self.draws < 1_000
    }

    fn no(&self) -> real::bool {
        !self.yes()
    }

    fn score(&self) -> real::f32 {
        if self.yes() { 1.0 } else { 0.0 }
    }

    fn go(&mut self) -> real::bool {
        self.walked += 1;
        true
    }

    fn draw(&mut self) -> real::u32 {
        self.draws += 1;
        self.draws
    }

    fn done(&mut self) {
        self.done = true;
    }
}

impl ::bt_core::Clock for World {
    fn now(&self) -> real_time::Duration {
        self.time
    }
}

struct Walk {
    steps: real::u32,
}

impl ::bt_core::Action<World> for Walk {
    fn tick(&mut self, world: &mut World) -> ::bt_core::Status {
        world.walked += 1;
        self.steps -= 1;
        if self.steps == 0 { ::bt_core::Status::Success } else { ::bt_core::Status::Running }
    }
}

impl ::bt_core::Output<real::u32> for Walk {
    fn output(&mut self) -> real::u32 {
        self.steps
    }
}

struct Calm {
    ticks: real::u32,
}

impl ::bt_core::Decorator<World> for Calm {
    fn tick(
        &mut self,
        world: &mut World,
        child: impl ::core::ops::FnOnce(&mut World) -> ::bt_core::Status,
    ) -> ::bt_core::Status {
        self.ticks -= 1;
        if self.ticks == 0 { ::bt_core::Status::Success } else { child(world) }
    }
}

::core::include!("every_node.rs");
::core::include!("every_word.rs");
