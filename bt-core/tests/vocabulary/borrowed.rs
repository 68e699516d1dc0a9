//! A blackboard with a lifetime, and without a clock.

use bt_core::__private::{Arguments, Done, NoEvents, Play, Vocabulary};
use bt_core::vocabulary::Value;
use bt_core::{Status, behavior_tree};

struct World<'w> {
    log: &'w mut Vec<u32>,
}

trait Place {
    fn put(&mut self, number: u32);
}

impl Place for World<'_> {
    fn put(&mut self, number: u32) {
        self.log.push(number);
    }
}

behavior_tree! {
    vocabulary Elided(world: &mut World<'_>) {
        action Put(number: u32) => world.log.push(number);
        value Count: usize => world.log.len();
    }

    vocabulary Named<'w>(world: &mut World<'w>) {
        action Put(number: u32) => world.log.push(number + 1);
    }

    vocabulary Dynamic(place: &mut dyn Place) {
        action Put(number: u32) => place.put(number + 2);
    }
}

fn put<V: Play<B>, B: ?Sized>(world: &mut B) -> Done {
    let values = [Value::Integer(7)];
    let arguments = Arguments::new(&values);
    let mut kept = V::make(0, arguments, world).expect("arguments");
    assert_eq!(
        V::tick(&mut kept, Arguments::new(&[]), world, NoEvents::<false>, 0, &mut []),
        Status::Success
    );
    V::leaf(0, arguments, world, NoEvents::<false>, 0)
}

#[test]
fn words_work_on_a_borrowed_blackboard() {
    let mut log = Vec::new();
    let mut world = World { log: &mut log };
    put::<Elided, _>(&mut world);
    assert_eq!(
        <Elided as Play<World<'_>>>::value(1, Arguments::new(&[]), &world),
        Value::Integer(2)
    );
    put::<Named, _>(&mut world);
    put::<Dynamic, dyn Place + '_>(&mut world);
    assert_eq!(log, [7, 7, 8, 8, 9, 9]);
    const { assert!(!<Elided as Vocabulary>::HAS_CLOCK) };
}
