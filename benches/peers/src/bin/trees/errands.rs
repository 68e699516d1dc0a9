//! A hundred errands.

use crate::tree::{Action, Memory, Tree};
use benches::errands::{Errands, Worker};
use bt_core::Status;

macro_rules! actions {
    ($($name:ident => $method:ident;)*) => { $(
        struct $name<const WITH: u32>;

        impl<const WITH: u32> Action<Errands> for $name<WITH> {
            const NAME: &'static str = stringify!($name);

            #[inline]
            fn act(world: &mut Errands) -> Status {
                world.$method(WITH)
            }
        }
    )* };
}

actions! {
    Walk => walk;
    Turn => turn;
    Carry => carry;
    Dig => dig;
    Paint => paint;
    Count => count;
    Trade => trade;
    Rest => rest;
    Read => read;
    Wash => wash;
}

/// One errand after the other.
pub(crate) struct InSequence;

impl<N: Memory<Errands>> Tree<Errands, N> for InSequence {
    fn build(nodes: &mut N) -> N::Node {
        let errands = [
            ten::<0, N>(nodes),
            ten::<1, N>(nodes),
            ten::<2, N>(nodes),
            ten::<3, N>(nodes),
            ten::<4, N>(nodes),
            ten::<5, N>(nodes),
            ten::<6, N>(nodes),
            ten::<7, N>(nodes),
            ten::<8, N>(nodes),
            ten::<9, N>(nodes),
        ];
        nodes.sequence(errands.into_iter().flatten().collect())
    }
}

fn ten<const WITH: u32, N: Memory<Errands>>(nodes: &mut N) -> [N::Node; 10] {
    [
        nodes.action::<Walk<WITH>>(),
        nodes.action::<Turn<WITH>>(),
        nodes.action::<Carry<WITH>>(),
        nodes.action::<Dig<WITH>>(),
        nodes.action::<Paint<WITH>>(),
        nodes.action::<Count<WITH>>(),
        nodes.action::<Trade<WITH>>(),
        nodes.action::<Rest<WITH>>(),
        nodes.action::<Read<WITH>>(),
        nodes.action::<Wash<WITH>>(),
    ]
}
