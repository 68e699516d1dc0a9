//! Headers of trees: trait objects as blackboards, names, defaults of generics.
#![deny(warnings)]
#![allow(clippy::type_complexity, reason = "this is what is tested")]

use bt_core::{BehaviorTree, Status, behavior_tree};

trait World<'w> {
    fn name(&self) -> &'w str;
    fn heard(&mut self) -> &mut Vec<&'w str>;
}

struct Console<'w> {
    name: &'w str,
    heard: Vec<&'w str>,
}

impl<'w> World<'w> for Console<'w> {
    fn name(&self) -> &'w str {
        self.name
    }

    fn heard(&mut self) -> &mut Vec<&'w str> {
        &mut self.heard
    }
}

behavior_tree! {
    tree Static(numbers: &mut dyn Iterator<Item = &'static str>) {
        condition numbers.size_hint().0 > 0;
    }

    tree Items<'blackboard, T>(items: &mut dyn Iterator<Item = &'blackboard T>) {
        action items.next().is_some();
    }

    tree Elided(items: &mut dyn Iterator<Item = &u8>) {
        action items.next().is_some();
    }

    tree Told(tell: &mut dyn for<'x> FnMut(&'x str)) {
        sequence { action tell("a"); action tell("b"); }
    }

    tree Both<'w>(function: &mut (dyn for<'x> Fn(&'x str) -> usize + 'w)) {
        condition function("abc") == 3;
    }

    tree Named<'w>(world: &mut dyn World<'w>) {
        action { let name = world.name(); world.heard().push(name); };
    }

    tree Outlives<'w>(world: &mut (dyn World<'w> + 'w)) {
        sequence { subtree Named<'w>; subtree Named<'w>(&mut *world); }
    }

    tree Sends(numbers: &mut (dyn Iterator<Item = u8> + Send)) {
        sequence { subtree Sync; action numbers.next() == Some(2); }
    }

    tree Sync(numbers: &mut (dyn Iterator<Item = u8> + Send)) {
        action numbers.next() == Some(1);
    }

    tree Nested(functions: &mut dyn Iterator<Item = Box<dyn Fn(&str) -> usize + Send + 'static>>) {
        action functions.next().is_some_and(|function| function("abc") == 3);
    }

    tree Boxed(functions: &mut (Vec<Box<dyn for<'x> Fn(&'x str) -> usize + '_>>, usize)) {
        condition functions.0.iter().all(|function| function("abc") == functions.1);
    }
}

/// Ticks a tree through its trait, like a pool of agents.
fn tick<B: ?Sized, T: BehaviorTree<B>>(_: fn() -> T, blackboard: &mut B) -> Status {
    T::new().tick(blackboard)
}

#[test]
fn a_trait_object_names_lifetimes_without_a_bound() {
    assert_eq!(Static::new().tick(&mut ["a"].into_iter()), Status::Success);
    let text = String::from("local");
    let items = [&text];
    assert_eq!(Items::new().tick(&mut items.into_iter()), Status::Success);
    assert_eq!(Elided::new().tick(&mut [1].iter()), Status::Success);
    assert_eq!(
        tick(Items::new, &mut items.into_iter() as &mut dyn Iterator<Item = &String>),
        Status::Success
    );

    let mut told = Vec::new();
    assert_eq!(Told::new().tick(&mut |text: &str| told.push(text.to_owned())), Status::Success);
    assert_eq!(told, ["a", "b"]);
    let mut tell = |text: &str| told.push(text.to_owned());
    assert_eq!(tick(Told::new, &mut tell as &mut dyn for<'x> FnMut(&'x str)), Status::Success);

    let mut console = Console { name: &text, heard: Vec::new() };
    assert_eq!(Named::new().tick(&mut console), Status::Success);
    assert_eq!(tick(Named::new, &mut console as &mut dyn World<'_>), Status::Success);
    assert_eq!(console.heard, ["local", "local"]);
}

#[test]
fn a_trait_object_has_a_bound() {
    let (three, text) = (3, String::from("local"));
    let mut is_three = |text: &str| if three == 3 { text.len() } else { 0 };
    assert_eq!(Both::new().tick(&mut is_three), Status::Success);
    let mut console = Console { name: &text, heard: Vec::new() };
    assert_eq!(Outlives::new().tick(&mut console), Status::Success);
    assert_eq!(console.heard, ["local", "local"]);
}

#[test]
fn a_trait_object_has_a_second_trait() {
    assert_eq!(Sends::new().tick(&mut [1, 2].into_iter()), Status::Success);
    let numbers = [1_u8, 2];
    let mut borrowed = numbers.iter().copied();
    assert_eq!(
        tick(Sends::new, &mut borrowed as &mut (dyn Iterator<Item = u8> + Send)),
        Status::Success
    );
}

#[test]
fn a_trait_object_stands_inside_of_another_type() {
    let length: fn(&str) -> usize = str::len;
    let mut functions: Vec<Box<dyn Fn(&str) -> usize + Send>> = vec![Box::new(length)];
    assert_eq!(Nested::new().tick(&mut functions.drain(..)), Status::Success);
    let three = 3;
    let local: Box<dyn Fn(&str) -> usize + '_> = Box::new(|text| three.min(text.len()));
    assert_eq!(Boxed::new().tick(&mut (vec![local], 3)), Status::Success);
}

pub(crate) trait Grows {
    fn grow(&mut self) -> bool;
}

impl Grows for u8 {
    fn grow(&mut self) -> bool {
        *self += 1;
        true
    }
}

mod module {
    use bt_core::behavior_tree;

    pub(super) mod tree {
        pub(crate) use crate::headers::Grows;
    }

    behavior_tree! {
        pub(super) tree Module<N: tree::Grows>(npc: &mut N) where N: tree::Grows {
            action npc.grow();
        }
    }
}

#[allow(non_camel_case_types, reason = "the name is what is tested")]
mod bounds {
    use bt_core::behavior_tree;

    pub(super) trait tree: crate::headers::Grows {
        type Leaf: crate::headers::Grows;
    }

    impl tree for u8 {
        type Leaf = Self;
    }

    behavior_tree! {
        pub(super) tree Bound<N: tree>(npc: &mut N) {
            action npc.grow();
        }

        pub(super) tree Where<N>(npc: &mut (N, <N as tree>::Leaf))
        where
            N: tree + Clone,
            <N as tree>::Leaf: Clone,
            for<'tree> &'tree N: Sized,
            N: tree
        {
            sequence { subtree Bound<N>(&mut npc.0); action crate::headers::Grows::grow(&mut npc.1); }
        }

        pub(super) tree Object(npc: &mut dyn tree<Leaf = u8>) {
            action npc.grow();
        }
    }
}

#[allow(non_camel_case_types, reason = "the name is what is tested")]
mod lifetimes {
    use bt_core::behavior_tree;

    behavior_tree! {
        pub(super) tree Lifetime<'tree, T: 'tree>(items: &mut [&'tree T]) where T: 'tree, &'tree T: Sized {
            condition items.is_empty();
        }

        pub(super) tree tree<'tree>(items: &mut [&'tree str]) {
            subtree Lifetime<'tree, str_of<'tree>>(&mut []);
        }
    }

    type str_of<'tree> = &'tree str;
}

#[test]
fn names_in_a_header_may_be_tree() {
    let mut number = 1_u8;
    assert_eq!(module::Module::new().tick(&mut number), Status::Success);
    assert_eq!(bounds::Object::new().tick(&mut number), Status::Success);
    let mut pair = (number, 5_u8);
    assert_eq!(bounds::Where::new().tick(&mut pair), Status::Success);
    assert_eq!(pair, (4, 6));
    let text = String::from("local");
    assert_eq!(lifetimes::Lifetime::new().tick(&mut [&text]), Status::Failure);
    assert_eq!(lifetimes::tree::new().tick(&mut [text.as_str()]), Status::Success);
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq)]
    tree Defaults<'w, X: Copy + 'w = u8, Y = Vec<X>, const N: usize = 3>(board: &mut (&'w [X; N], Y))
    where
        Y: Extend<X>,
    {
        once sequence { condition N == board.0.len(); action board.1.extend(board.0.iter().copied()); }
    }

    tree Uses(board: &mut (&'static [u8; 3], Vec<u8>)) {
        subtree Defaults<'static>;
    }
}

/// A struct with a tree as a field.
struct Agent {
    tree: Defaults<'static>,
}

#[test]
fn generics_of_a_tree_have_defaults() {
    let mut board = (&[1, 2, 3], Vec::new());
    let mut agent = Agent { tree: Defaults::default() };
    assert_eq!(agent.tree.tick(&mut board), Status::Success);
    assert_eq!(Uses::new().tick(&mut board), Status::Success);
    assert_eq!(board.1, [1, 2, 3, 1, 2, 3]);
    let same: Defaults<'static, u8, Vec<u8>, 3> = agent.tree.clone();
    assert_eq!(same, agent.tree);
    let mut other = Defaults::<u16, Vec<u16>, 1>::new();
    assert_eq!(other.tick(&mut (&[7], vec![])), Status::Success);
}
