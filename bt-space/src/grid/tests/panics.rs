//! A payload that panics does not affect other entities.

use crate::grid::{ALL, Everywhere, Grid};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::rc::Rc;
use std::vec::Vec;

struct Payload {
    panics: bool,
    alive: Rc<()>,
}

impl Drop for Payload {
    fn drop(&mut self) {
        assert!(!self.panics, "a payload that panics");
    }
}

#[test]
fn a_payload_that_panics_leaves_an_empty_grid() {
    let mut grid: Grid<Payload> = Grid::new([0.0, 0.0], [8.0, 4.0], 1.0).expect("a world");
    let alive = Rc::new(());
    let payload = |panics| Payload { panics, alive: Rc::clone(&alive) };
    let insert = |grid: &mut Grid<Payload>, number: u8| {
        grid.insert([f32::from(number), 1.0], 1, payload(number == 3)).expect("a position")
    };
    let old: Vec<_> = (0..8).map(|number| insert(&mut grid, number)).collect();
    assert!(catch_unwind(AssertUnwindSafe(|| grid.clear())).is_err());
    assert_eq!((grid.len(), grid.count(Everywhere, ALL), grid.iter().count()), (0, 0, 0));
    assert!(old.iter().all(|handle| !grid.contains(*handle) && grid.get(*handle).is_none()));
    // The other payloads have been dropped too, and all numbers can be used again.
    assert_eq!(Rc::strong_count(&alive), 1);
    let new: Vec<_> = (4..12).map(|number| insert(&mut grid, number)).collect();
    assert!(new.iter().zip(&old).all(|(new, old)| new.index() == old.index() && new != old));
    assert!(
        new.iter().all(|handle| grid.get(*handle).is_some_and(|it| Rc::ptr_eq(&it.alive, &alive)))
    );
    assert_eq!((grid.len(), grid.count(Everywhere, ALL)), (8, 8));
}
