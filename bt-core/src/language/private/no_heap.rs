//! What stands for the future of an `await` without the feature `alloc`, so that this is the only mistake.

use super::{Events, NoEvents};
use crate::{Action, Output, Status};
use core::marker::PhantomData;
use core::task::Waker;

#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
pub struct Await<T = ()>(PhantomData<T>);

pub type AwaitHere<T = ()> = Await<T>;

#[diagnostic::on_unimplemented(
    message = "`await` keeps its future on the heap, and `bt-core` is built without it",
    label = "needs the feature `alloc` of `bt-core`"
)]
pub trait OnHeap {}

impl<T> Await<T> {
    #[must_use]
    pub const fn is_idle(&self) -> bool {
        true
    }

    pub fn begin<F: IntoFuture + OnHeap, R>(
        &mut self,
        _: F,
        _: impl FnOnce(F::Output, NoEvents<false>) -> R,
    ) {
    }

    pub fn poll(&mut self, _: Option<&Waker>, _: impl Events, _: u32) -> Status {
        Status::Running
    }
}

#[diagnostic::do_not_recommend]
impl<T, Blackboard: ?Sized> Action<Blackboard> for Await<T> {
    fn tick(&mut self, _: &mut Blackboard) -> Status {
        Status::Running
    }
}

impl<T> Output<T> for Await<T> {
    fn output(&mut self) -> T {
        super::taken(&mut None)
    }
}

#[cfg(feature = "serde")]
impl<T> serde::Serialize for Await<T> {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_unit()
    }
}

#[cfg(feature = "serde")]
impl<'de, T> serde::Deserialize<'de> for Await<T> {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        <()>::deserialize(deserializer).map(|()| Self(PhantomData))
    }
}
