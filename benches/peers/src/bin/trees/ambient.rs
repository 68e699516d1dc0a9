//! For libraries whose leaves have no arguments: the world of the current agent is in a thread-local.

use std::cell::RefCell;
use std::thread::LocalKey;

/// A world that can be in the thread-local.
pub(crate) trait Ambient: Sized + 'static {
    fn slot() -> &'static LocalKey<RefCell<Option<Self>>>;
}

macro_rules! ambient {
    ($($world:ty),* $(,)?) => { $(
        impl Ambient for $world {
            fn slot() -> &'static LocalKey<RefCell<Option<Self>>> {
                thread_local!(static WORLD: RefCell<Option<$world>> = const { RefCell::new(None) });
                &WORLD
            }
        }
    )* };
}

ambient!(benches::descent::Descent, benches::errands::Errands, benches::soldier::Soldier);

/// Runs `tick` while `world` is in the thread-local.
pub(crate) fn lend<W: Ambient + Clone, T>(world: &mut W, tick: impl FnOnce() -> T) -> T {
    W::slot().replace(Some(world.clone()));
    let result = tick();
    *world = W::slot().take().expect("lent above");
    result
}

/// Calls a leaf with the world in the thread-local.
pub(crate) fn with<W: Ambient, T>(leaf: impl FnOnce(&mut W) -> T) -> T {
    W::slot().with_borrow_mut(|world| leaf(world.as_mut().expect("a leaf runs within a tick")))
}
