//! The inhabitants: the grid in which they are stored, and their tree.

use bt_core::grid::{Grid, Handle};
use bt_core::picking::glam::{Vec2, Vec3};
use bt_core::picking::{Aabb, Bodies, Ground};
use bt_core::{Status, behavior_tree};

behavior_tree! {
    /// Walks to a place, and takes a rest on the way if it is far.
    #[derive(Debug)]
    pub(crate) tree Errand(person: &mut Walk<'_>) {
        sequence {
            condition person.person.errand.is_some();
            'walk: active_selector {
                /// After the rest, the person walks on.
                force_failure sequence {
                    condition person.person.breath == 0;
                    'rest: action person.rest();
                }
                'go: action person.step();
            }
            action person.arrive();
        }
    }
}

/// The village goes from 0 to here, in metres.
const SIZE: f32 = 32.0;

/// The length of a step, and the number of steps without a rest.
const STEP: f32 = 0.25;
const BREATH: u32 = 40;

/// People on the ground, from 0 to 1.8 m.
pub(crate) const PEOPLE: Bodies =
    Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.8, radius: 0.35 };

#[derive(Debug)]
pub(crate) struct Person {
    pub(crate) name: &'static str,
    pub(crate) letter: char,
    pub(crate) place: Vec2,
    pub(crate) errand: Option<Vec2>,
    breath: u32,
    rested: u32,
    handle: Handle,
}

pub(crate) struct Village {
    pub(crate) people: Vec<Person>,
    /// The payload is the number of the person.
    pub(crate) grid: Grid<usize, Vec2>,
    pub(crate) house: Aabb,
}

impl Village {
    pub(crate) fn new() -> Self {
        let mut grid = Grid::new(Vec2::ZERO, Vec2::splat(SIZE), 2.0).expect("a small grid");
        let residents = [
            ("Bea", 'B', [12.0, 18.0]),
            ("Sam", 'S', [21.5, 8.0]),
            ("Tom", 'T', [18.0, 20.0]),
            ("Ida", 'I', [20.5, 13.5]),
            ("Max", 'M', [9.0, 12.0]),
        ];
        let people = residents.into_iter().enumerate().map(|(number, (name, letter, place))| {
            let place = Vec2::from(place);
            let handle = grid.insert(place, 1, number).expect("it is in the world");
            let (errand, breath, rested) = (None, BREATH, 0);
            Person { name, letter, place, errand, breath, rested, handle }
        });
        let people = people.collect();
        let house = Aabb::new(Vec3::new(13.0, 0.0, 6.0), Vec3::new(19.0, 4.0, 10.0));
        Self { people, grid, house: house.expect("a house") }
    }

    /// Returns `true` if a place is in the village, and not in the land around it.
    pub(crate) fn contains(place: Vec2) -> bool {
        place.cmpge(Vec2::ZERO).all() && place.cmple(Vec2::splat(SIZE)).all()
    }

    /// The blackboard of the tree.
    pub(crate) fn person(&mut self, number: usize) -> Walk<'_> {
        Walk { person: &mut self.people[number] }
    }

    /// Updates the position of a person in the grid.
    pub(crate) fn update(&mut self, number: usize) {
        let Person { handle, place, .. } = self.people[number];
        self.grid.move_to(handle, place).expect("it is still there");
    }
}

/// A person on the way.
pub(crate) struct Walk<'a> {
    person: &'a mut Person,
}

impl Walk<'_> {
    fn step(&mut self) -> Status {
        let Person { errand: Some(errand), place, breath, .. } = &mut *self.person else {
            return Status::Failure;
        };
        *place = place.move_towards(*errand, STEP);
        *breath -= 1;
        if place == errand { Status::Success } else { Status::Running }
    }

    fn rest(&mut self) -> Status {
        self.person.rested += 1;
        if self.person.rested < 5 {
            return Status::Running;
        }
        (self.person.rested, self.person.breath) = (0, BREATH);
        Status::Success
    }

    fn arrive(&mut self) {
        self.person.errand = None;
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../../rules/mod.rs"]
mod rules;

/// The rules that hold in every state of an errand.
#[cfg(test)]
pub(crate) mod proofs {
    use super::Errand;
    use super::rules::{find, most_important_first, one_after_the_other};
    use bt_core::NodeKind;
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn proof() -> Proof {
        let proof = explore::<Errand>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    pub(crate) fn rules() -> Rules {
        let leaf = |kind, text| find(Errand::NODES, kind, text);
        let sent = leaf(NodeKind::Condition, "person.person.errand.is_some()");
        let arrive = leaf(NodeKind::Action, "person.arrive()");
        let tired = leaf(NodeKind::Condition, "person.person.breath == 0");
        let pause = leaf(NodeKind::ForceFailure, "");
        Rules::new()
            // Who is sent walks, and arrives when it is there.
            .always(one_after_the_other([sent, Errand::WALK, arrive]))
            // Before each step it asks whether it is tired, and nobody rests without being tired.
            .always(most_important_first([pause, Errand::GO]))
            .after(|tick| tick.is_active(Errand::GO))
            .next(move |tick| tick.result(tired).is_some())
            .always(one_after_the_other([tired, Errand::REST]))
            // After a rest it walks on in the same tick.
            .always(|tick| {
                tick.result(Errand::REST) != Some(bt_core::Status::Success)
                    || tick.is_ticked(Errand::GO)
            })
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }
}
