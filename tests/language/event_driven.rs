//! Event-driven agents of a crowd rest below conditions, and do the same as agents that are ticked in each round.

use bt_core::crowd::Crowd;
use bt_core::{BehaviorTree, Clock, behavior_tree};
use std::time::Duration;

#[derive(Clone, Debug, Default, PartialEq)]
struct Dog {
    time: Duration,
    hears_cat: bool,
    barks: u32,
    sniffs: u32,
}

impl Clock for Dog {
    fn now(&self) -> Duration {
        self.time
    }
}

impl Dog {
    fn sniff(&mut self) -> u32 {
        self.sniffs += 1;
        self.sniffs
    }
}

behavior_tree! {
    #[derive(Clone)]
    tree Doze(dog: &mut Dog) {
        active_selector {
            cooldown(1min) sequence { condition dog.hears_cat; action dog.barks += 1; }
            wait(1h);
        }
    }

    tree Bark(dog: &mut Dog) {
        active_selector {
            priority_selector { true => cooldown(1min) action dog.barks += 1; }
            wait(1h);
        }
    }

    tree BarkBest(dog: &mut Dog) {
        active_selector {
            active_utility_selector { 1.0 => cooldown(1min) action dog.barks += 1; }
            wait(1h);
        }
    }

    tree Sniff(dog: &mut Dog) {
        active_selector {
            let(scent: u32 = dog.sniff()) sequence { condition *scent == 50; action dog.barks += 1; }
            wait(1h);
        }
    }
}

/// Compares an event-driven agent with one that is ticked in each of 200 seconds; returns the number of its ticks.
fn ticks<T: BehaviorTree<Dog> + Default>(samples: usize) -> usize {
    let (mut tree, mut dog) = (T::default(), Dog::default());
    let (mut trees, mut dogs) = ([T::default()], [Dog::default()]);
    let (mut crowd, mut ticks) = (Crowd::new(), 0);
    crowd.push();
    assert!(crowd.insert_event_driven(0));
    crowd.sample_promises(samples);
    for time in (0..200).map(Duration::from_secs) {
        (dog.time, dogs[0].time) = (time, time);
        tree.tick(&mut dog);
        crowd.tick(time, &mut trees, &mut dogs, |_, _, _| ticks += 1).unwrap();
        assert_eq!(dogs[0], dog);
    }
    assert_eq!(crowd.broken_promises(), []);
    assert_eq!(trees[0].active().collect::<Vec<_>>(), tree.active().collect::<Vec<_>>());
    ticks
}

#[test]
fn an_agent_rests_after_a_tick_that_repeats_the_one_before() {
    assert_eq!(ticks::<Doze>(0), 2);
    assert_eq!(ticks::<Doze>(1), 200);
}

#[test]
fn a_cooldown_that_a_selector_asks_is_over_in_time() {
    for samples in [0, 1] {
        ticks::<Bark>(samples);
        ticks::<BarkBest>(samples);
    }
}

#[test]
fn a_let_that_changes_the_blackboard_does_so_in_each_tick() {
    ticks::<Sniff>(0);
    ticks::<Sniff>(1);
}

#[test]
fn of_a_million_agents_that_wait_none_is_ticked() {
    const AGENTS: usize = 1_000_000;
    let (mut trees, mut dogs) = (vec![Doze::new(); AGENTS], vec![Dog::default(); AGENTS]);
    let mut crowd = Crowd::new();
    crowd.resize(AGENTS);
    assert!((0..AGENTS).all(|agent| crowd.insert_event_driven(agent)));
    let mut round = |crowd: &mut Crowd, hearing: &[usize]| {
        let mut ticked = Vec::new();
        for agent in hearing {
            dogs[*agent].hears_cat = true;
            crowd.wake(*agent);
        }
        let tick = |_: &mut Crowd, agent, _| ticked.push(agent);
        crowd.tick(Duration::ZERO, &mut trees, &mut dogs, tick).unwrap();
        ticked
    };
    // In the second tick, nothing is new.
    assert_eq!([(); 3].map(|()| round(&mut crowd, &[]).len()), [AGENTS, AGENTS, 0]);
    let hearing = [3, 40_000, 999_999];
    assert_eq!(round(&mut crowd, &hearing), hearing);
    assert_eq!(hearing.map(|agent| dogs[agent].barks), [1; 3]);
}

#[test]
fn a_change_without_a_wake_is_named() {
    const AGENTS: usize = 100;
    let (mut trees, mut dogs) = (vec![Doze::new(); AGENTS], vec![Dog::default(); AGENTS]);
    let mut crowd = Crowd::new();
    crowd.resize(AGENTS);
    assert!((0..AGENTS).all(|agent| crowd.insert_event_driven(agent)));
    crowd.sample_promises(8);
    let mut broken = Vec::new();
    for second in 0..40 {
        // The first is woken, and the second is not.
        if second == 20 {
            dogs[30].hears_cat = true;
            crowd.wake(30);
            dogs[60].hears_cat = true;
        }
        if second == 21 {
            dogs[30].hears_cat = false;
        }
        let time = Duration::from_secs(second);
        for dog in &mut dogs {
            dog.time = time;
        }
        crowd.tick(time, &mut trees, &mut dogs, |_, _, _| {}).unwrap();
        broken.append(&mut crowd.broken_promises());
    }
    let [broken] = &broken[..] else { panic!("{broken:?}") };
    assert_eq!((broken.agent, broken.source.as_str()), (60, "condition dog.hears_cat"));
    assert_eq!(
        broken.to_string(),
        "the event-driven agent 60 was not woken, and `condition dog.hears_cat` gives success now, other than in the tick \
         before; wake the agent when this changes, or do not make it event-driven"
    );
}
