//! Where a vocabulary can be declared, and for which blackboards: also one with a lifetime, and without a clock.

use bt_core::__private::{Arguments, Done, NoEvents, Play, Vocabulary};
use bt_core::vocabulary::Value;
use bt_core::{Status, behavior_tree};

struct Npc {
    health: i32,
}

#[test]
fn a_vocabulary_stands_in_a_function() {
    #[derive(Clone, Copy, PartialEq)]
    enum Side {
        Left,
        Right,
    }

    behavior_tree! {
        vocabulary Local(npc: &mut Npc) {
            condition Is(side: Side { Left, Right }) => side == Side::Left && npc.health > 0;
        }
    }

    let trees = Local::parse("tree A { condition Is(side = Left); }").expect("a sound file");
    assert_eq!(trees.tree("A").expect("a tree").tick(&mut Npc { health: 1 }), Status::Success);
    assert!(Side::Right != Side::Left);
}

#[test]
fn a_vocabulary_may_be_absent() {
    behavior_tree! {
        #[cfg(any())]
        vocabulary Absent(npc: &mut Nothing) {
            condition Never => npc.nothing();
            subtree Nobody;
            action Walk(far: u32) => Walk { far };
        }

        #[cfg(all())]
        vocabulary Present(npc: &mut Npc) {
            condition Well => npc.health > 3;
        }
    }

    assert_eq!(Present::WORDS.len(), 1);
}

#[test]
fn a_macro_writes_a_vocabulary() {
    macro_rules! vocabulary {
        ($name:ident, $npc:ident: $of:ty, $limit:literal, $healthy:expr, $path:literal) => {
            behavior_tree! {
                vocabulary $name($npc: &mut $of) {
                    condition Well(limit: i32 = $limit) => $npc.health > limit;
                    condition Healthy => $healthy;
                    action Heal(by: $crate::vocabulary::places::Number { One, Two } = One) => $npc.health += by as i32;
                }

                trees from $path with $name;
            }
        };
    }

    vocabulary!(Made, npc: Npc, 3, npc.health > 4, "tests/trees/made.tree");
    let mut npc = Npc { health: 4 };
    assert_eq!(Cure::new().tick(&mut npc), Status::Success);
    assert_eq!(npc.health, 6);
}

/// An enum that a file names by the path `$crate`.
#[derive(Clone, Copy)]
pub(crate) enum Number {
    One = 1,
    Two = 2,
}

#[test]
fn words_of_rust_are_names_too() {
    behavior_tree! {
        vocabulary r#Match(npc: &mut Npc) {
            condition r#in(r#type: i32) => npc.health == r#type;
            action r#fn(r#let: i32) => npc.health = r#let;
        }
    }

    assert_eq!(r#Match::WORDS[0].name, "in");
    assert_eq!(r#Match::WORDS[0].parameters[0].name, "type");
}

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
