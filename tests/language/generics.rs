//! Blackboards of any type: generic, borrowed, unsized, trait objects.

use bt_core::{Action, BehaviorTree, Clock, Status, behavior_tree};
use core::fmt::Debug;
use core::time::Duration;

trait Navigator {
    fn next(&mut self) -> Option<u32>;
}

impl Navigator for core::ops::Range<u32> {
    fn next(&mut self) -> Option<u32> {
        Iterator::next(self)
    }
}

struct Route<'places, N> {
    places: &'places mut Vec<u32>,
    navigator: N,
    time: Duration,
}

impl<N: Navigator> Route<'_, N> {
    fn go_on(&mut self) -> Status {
        match self.navigator.next() {
            Some(place) => {
                self.places.push(place);
                Status::Running
            }
            None => Status::Success,
        }
    }
}

impl<N> Clock for Route<'_, N> {
    fn now(&self) -> Duration {
        self.time
    }
}

/// Visits one place; works on any route.
#[derive(Debug, Clone, Copy)]
struct Visit {
    place: u32,
}

impl<N> Action<Route<'_, N>> for Visit {
    fn tick(&mut self, route: &mut Route<'_, N>) -> Status {
        route.places.push(self.place);
        Status::Success
    }
}

behavior_tree! {
    #[derive(Debug, Clone, Copy)]
    tree Patrol<N: Navigator>(route: &mut Route<'_, N>) {
        sequence {
            timeout(1s) action route.go_on();
            action Visit { place: 100 };
        }
    }

    #[derive(Debug, Clone)]
    tree Expedition<N>(route: &mut Route<'_, N>) where N: Navigator + Clone {
        sequence {
            subtree Patrol<N>;
            subtree Patrol<N>(&mut Route { places: route.places, navigator: route.navigator.clone(), time: route.time });
        }
    }
}

#[test]
fn a_tree_is_generic_in_its_blackboard() {
    let mut places = Vec::new();
    let mut route = Route { places: &mut places, navigator: 3..5, time: Duration::ZERO };
    let mut patrol = Patrol::new();
    assert_eq!(patrol.tick(&mut route), Status::Running);
    assert!(patrol.clone().is_running());
    let rest: Vec<_> = (0..3).map(|_| patrol.tick(&mut route)).collect();
    assert_eq!(rest, [Status::Running, Status::Success, Status::Success]);
    assert_eq!(places, [3, 4, 100, 100]);
}

#[test]
fn a_generic_tree_contains_generic_trees() {
    let mut places = Vec::new();
    let mut route = Route { places: &mut places, navigator: 0..0, time: Duration::ZERO };
    let mut expedition = Expedition::<core::ops::Range<u32>>::new();
    assert_eq!(expedition.tick(&mut route), Status::Success);
    assert_eq!(places, [100, 100]);
}

/// Lifetimes, a constant and bounds of every kind.
struct Board<'a, T: ?Sized, const N: usize> {
    items: [&'a T; N],
    seen: usize,
}

behavior_tree! {
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
    tree Look<'a, T: Debug + ?Sized + 'a, const N: usize>(board: &mut Board<'a, T, N>)
    where
        T: PartialEq,
    {
        repeat sequence {
            condition board.seen < N;
            condition board.items[0] == board.items[board.seen];
            action board.seen += 1;
        }
    }
}

#[test]
fn a_tree_has_lifetimes_constants_and_bounds() {
    let text = String::from("same");
    let mut board = Board::<str, 3> { items: ["same", &text, "other"], seen: 0 };
    let mut look = Look::new();
    assert_eq!(look.tick(&mut board), Status::Running);
    assert_eq!(look.tick(&mut board), Status::Running);
    assert_eq!(look.tick(&mut board), Status::Failure);
    assert_eq!(board.seen, 2);
    assert_eq!(look, Look::<str, 3>::new());
}

/// The interface that a plugin may offer to a tree.
trait Host: Clock {
    fn say(&mut self, text: &str);
}

#[derive(Default)]
struct Console {
    said: Vec<String>,
    time: Duration,
}

impl Clock for Console {
    fn now(&self) -> Duration {
        self.time
    }
}

impl Host for Console {
    fn say(&mut self, text: &str) {
        self.said.push(text.to_owned());
    }
}

struct Greet {
    name: &'static str,
}

impl Action<dyn Host + '_> for Greet {
    fn tick(&mut self, host: &mut (dyn Host + '_)) -> Status {
        host.say(self.name);
        Status::Success
    }
}

behavior_tree! {
    tree Greeter(host: &mut dyn Host) {
        sequence {
            action host.say("hello");
            wait(1s);
            action Greet { name: "world" };
        }
    }

    tree Borrowed(host: &mut (dyn Host + '_)) {
        subtree Greeter;
    }

    tree Sum(numbers: &mut [u32]) {
        sequence {
            condition numbers.len() > 1;
            action numbers[0] = numbers.iter().sum();
        }
    }
}

#[test]
fn a_blackboard_may_be_unsized() {
    let mut console = Console::default();
    let mut greeter = Greeter::new();
    {
        let host: &mut dyn Host = &mut console;
        assert_eq!(greeter.tick(host), Status::Running);
    }
    console.time += Duration::from_secs(1);
    assert_eq!(greeter.tick(&mut console), Status::Success);
    assert_eq!(console.said, ["hello", "world"]);
    assert_eq!(Borrowed::new().tick(&mut console), Status::Running);

    let mut numbers = vec![1, 2, 3];
    assert_eq!(Sum::new().tick(&mut numbers), Status::Success);
    assert_eq!(numbers, [6, 2, 3]);
}

/// A pool of agents, as in the plugin of an engine.
struct Pool<B, T> {
    agents: Vec<(T, B)>,
}

impl<B, T: BehaviorTree<B>> Pool<B, T> {
    fn new(blackboards: impl IntoIterator<Item = B>) -> Self {
        Self { agents: blackboards.into_iter().map(|blackboard| (T::new(), blackboard)).collect() }
    }

    fn tick(&mut self) -> usize {
        self.agents
            .iter_mut()
            .filter_map(|(tree, agent)| tree.tick(agent).is_running().then_some(()))
            .count()
    }
}

behavior_tree! {
    tree CountTo3(number: &mut u32) {
        retry sequence { action *number += 1; condition *number >= 3; }
    }
}

#[test]
fn code_is_generic_over_trees() {
    let mut pool = Pool::<u32, CountTo3>::new([0, 1, 2]);
    assert_eq!(pool.tick(), 2);
    assert_eq!(pool.tick(), 1);
    assert!(pool.agents[0].0.is_running());
    assert_eq!(<CountTo3 as BehaviorTree<u32>>::NODES.len(), 4);
}

behavior_tree! {
    /// Values of generic types that borrow from the blackboard's lifetimes, as many as a constant says.
    #[derive(Debug, Clone, PartialEq)]
    tree Reads<'a, T: Debug + PartialEq + ?Sized, const N: usize>(board: &mut Board<'a, T, N>, first: &'a T) {
        let(rest: [&'a T; N] = board.items) let(pairs: Vec<(&'a T, usize)> = Vec::new()) sequence {
            for(index in 0..N) sequence {
                action pairs.push((rest[index], index));
                let(count: [usize; N] = [index; N]) condition count[0] == pairs.len() - 1;
            }
            condition pairs.len() == N && core::ptr::eq(*first, rest[0]);
            subtree Compares<'a, T, N>(all = *rest, item = *first);
        }
    }

    #[derive(Debug, Clone, PartialEq)]
    tree Compares<'a, T: PartialEq + ?Sized, const N: usize>(board: &mut Board<'a, T, N>, item: &'a T, all: [&'a T; N]) {
        action board.seen = all.iter().filter(|other| **other == *item).count();
    }

    #[derive(Debug, Clone)]
    tree Makes<N: Navigator + Clone, F>(route: &mut Route<'_, N>, make: F) where F: Fn(u32) -> Visit {
        let(own: N = route.navigator.clone()) finally(route.places.push(0)) repeat sequence {
            let(place: u32 = route.navigator.next().ok_or("no more")) action Visit = make(*place);
            action own.next().is_some();
        }
    }
}

#[test]
fn what_is_kept_may_be_generic_and_borrowed() {
    let text = String::from("same");
    let mut board = Board::<str, 3> { items: ["same", &text, "other"], seen: 0 };
    let mut reads = Reads::new(board.items[0]);
    for _ in 0..2 {
        assert_eq!(reads.tick(&mut board), Status::Running);
    }
    assert_ne!(reads, Reads::new(board.items[0]));
    assert_eq!(reads.tick(&mut board), Status::Success);
    assert_eq!(board.seen, 2);
}

#[test]
fn an_agent_may_be_given_a_closure() {
    let mut places = Vec::new();
    let mut route = Route { places: &mut places, navigator: 3..5, time: Duration::ZERO };
    let by = 100;
    let mut makes = Makes::new(move |place| Visit { place: place + by });
    let statuses: Vec<_> = (0..3).map(|_| makes.clone().tick(&mut route)).collect();
    assert_eq!(statuses, [Status::Running, Status::Running, Status::Failure]);
    route.navigator = 7..8;
    assert_eq!(makes.tick(&mut route), Status::Running);
    assert_eq!(makes.tick(&mut route), Status::Failure);
    assert_eq!(places, [103, 104, 0, 107, 0]);
}
