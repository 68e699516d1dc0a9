//! Compares a crowd with a simple list.

use super::Crowd;
use crate::Wake;
use alloc::vec::Vec;
use core::time::Duration;

/// Does the same as a crowd, in the simplest way.
#[derive(Default)]
struct List {
    now: Duration,
    agents: Vec<Wake>,
    turn: usize,
    /// The agent that was due last and has not been put to rest.
    current: Option<usize>,
}

impl List {
    fn begin(&mut self, now: Duration) {
        self.pass();
        (self.now, self.turn) = (now, 0);
        for agent in self.agents.iter_mut().filter(|agent| agent.is_due(now)) {
            *agent = Wake::NextTick;
        }
    }

    fn pass(&mut self) {
        if let Some(agent) = self.current.take() {
            self.agents[agent] = Wake::NextTick;
        }
    }

    fn next_due(&mut self) -> Option<usize> {
        self.pass();
        let mut left = self.agents.iter().skip(self.turn);
        let agent = self.turn + left.position(|agent| *agent == Wake::NextTick)?;
        self.turn = agent + 1;
        self.agents[agent] = Wake::OnEvent;
        self.current = Some(agent);
        Some(agent)
    }

    /// An agent that was woken stays awake.
    fn rest(&mut self, agent: usize, wake: Wake) {
        self.current = self.current.filter(|current| *current != agent);
        if self.agents[agent] != Wake::NextTick {
            self.agents[agent] = if wake.is_due(self.now) { Wake::NextTick } else { wake };
        }
    }

    fn wake(&self, agent: usize) -> Wake {
        if self.current == Some(agent) { Wake::NextTick } else { self.agents[agent] }
    }

    fn shift(&mut self, by: Duration) {
        for agent in &mut self.agents {
            if let Wake::At(time) = agent {
                *time = time.saturating_add(by);
            }
        }
    }

    fn swap_remove(&mut self, agent: usize) {
        self.agents.swap_remove(agent);
        let moves = |current| if current == self.agents.len() { agent } else { current };
        self.current = self.current.filter(|current| *current != agent).map(moves);
        if self.turn == agent + 1 && agent < self.agents.len() {
            self.turn = agent;
        }
    }

    fn resize(&mut self, agents: usize) {
        self.agents.resize(agents, Wake::NextTick);
        self.current = self.current.filter(|current| *current < agents);
    }
}

/// The random number generator of Knuth's `MMIX`.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 32) % bound
    }

    fn agent(&mut self, agents: usize) -> usize {
        usize::try_from(self.below(agents as u64)).expect("it is below a usize")
    }

    /// A duration between nanoseconds and centuries.
    fn span(&mut self) -> Duration {
        let bits = self.below(63);
        Duration::from_nanos((self.below(1 << 31) * self.below(1 << 31)) & ((2 << bits) - 1))
    }

    fn wake(&mut self, now: Duration) -> Wake {
        match self.below(8) {
            0 => Wake::NextTick,
            1 => Wake::OnEvent,
            2 => Wake::At(now),
            3 => Wake::At(now.saturating_sub(self.span())),
            // This time is often the same for several agents.
            4 => Wake::At(Duration::from_secs(now.as_secs() + 2)),
            _ => Wake::At(now.saturating_add(self.span())),
        }
    }

    fn time(&mut self, now: Duration) -> Duration {
        match self.below(20) {
            0 => now.saturating_sub(self.span()),
            1 => Duration::ZERO,
            2 => now.saturating_add(self.span()),
            3 => now,
            _ => now + Duration::from_millis(self.below(40)) + Duration::from_nanos(self.below(3)),
        }
    }
}

struct Both {
    crowd: Crowd,
    list: List,
    random: Random,
}

impl Both {
    /// Makes the same random change to both.
    fn meddle(&mut self) {
        let Self { crowd, list, random } = self;
        let agents = crowd.len();
        match random.below(40) {
            0 => {
                crowd.push();
                list.resize(agents + 1);
            }
            1 if agents > 0 => {
                let agent = random.agent(agents);
                assert!(crowd.swap_remove(agent));
                list.swap_remove(agent);
            }
            2 if random.below(100) == 0 => {
                let agents = random.agent(500);
                crowd.resize(agents);
                list.resize(agents);
            }
            3 if random.below(50) == 0 => {
                let agents = random.agent(agents + 1);
                crowd.truncate(agents);
                list.resize(agents);
            }
            4 if random.below(100) == 0 => {
                crowd.wake_all();
                list.agents.fill(Wake::NextTick);
            }
            11 if random.below(20) == 0 => {
                let by = Duration::from_millis(random.below(2_000));
                crowd.shift(by);
                list.shift(by);
            }
            5..10 if agents > 0 => {
                let agent = random.agent(agents);
                assert!(crowd.wake(agent));
                list.agents[agent] = Wake::NextTick;
            }
            10 if agents > 0 => {
                let agent = random.agent(agents);
                assert_eq!(crowd.is_awake(agent), list.wake(agent) == Wake::NextTick);
                let awake = (0..agents).filter(|agent| list.wake(*agent) == Wake::NextTick);
                assert_eq!(crowd.awake_count(), awake.count());
                assert_eq!(
                    Some(crowd.next_wake()),
                    (0..agents).map(|agent| list.wake(agent)).min()
                );
            }
            _ => {}
        }
    }

    fn round(&mut self) {
        let now = self.random.time(self.list.now);
        if now >= self.list.now {
            let first = self.list.agents.iter().min().copied().unwrap_or(Wake::OnEvent);
            assert_eq!(self.crowd.next_wake(), first);
        }
        self.crowd.begin(now);
        self.list.begin(now);
        loop {
            self.meddle();
            let due = self.list.next_due();
            assert_eq!(self.crowd.next_due(), due);
            let Some(agent) = due else { break };
            self.meddle();
            // The agent may have been removed.
            if agent < self.crowd.len() {
                let wake = self.random.wake(now);
                self.crowd.rest(agent, wake);
                self.list.rest(agent, wake);
            }
        }
        let bound = 2 * self.crowd.len() + super::SLACK;
        assert!(self.crowd.wheel.len() <= bound, "{} alarms", self.crowd.wheel.len());
    }
}

#[test]
fn a_crowd_does_what_a_list_does() {
    for seed in 0..40 {
        let (crowd, list) = (Crowd::new(), List::default());
        let mut both = Both { crowd, list, random: Random(seed) };
        both.crowd.resize(100);
        both.list.resize(100);
        for _ in 0..400 {
            both.round();
        }
    }
}

/// Alarms of a removed agent have no effect on a new agent with the same number.
#[test]
fn who_takes_a_number_over_has_no_alarm_of_another() {
    let at = |seconds| Duration::from_secs(seconds);
    let mut crowd = Crowd::new();
    crowd.resize(2);
    crowd.begin(at(0));
    while let Some(agent) = crowd.next_due() {
        crowd.rest(agent, Wake::At(at(10)));
    }
    assert!(crowd.swap_remove(0));
    crowd.push();
    crowd.begin(at(1));
    assert_eq!(crowd.next_due(), Some(1));
    crowd.rest(1, Wake::At(at(20)));
    // No code has asked for the next agent.
    assert!(!crowd.is_awake(1));
    assert_eq!(crowd.next_wake(), Wake::At(at(10)));
    crowd.begin(at(15));
    assert_eq!([(); 2].map(|()| crowd.next_due()), [Some(0), None]);
}

#[test]
fn who_comes_where_others_were_has_no_alarm_of_theirs() {
    let mut crowd = Crowd::new();
    for (now, until) in [(0, 10), (1, 20)] {
        crowd.resize(20);
        crowd.begin(Duration::from_secs(now));
        while let Some(agent) = crowd.next_due() {
            crowd.rest(agent, Wake::At(Duration::from_secs(until)));
        }
        crowd.clear();
    }
    crowd.resize(20);
    crowd.begin(Duration::from_secs(2));
    while let Some(agent) = crowd.next_due() {
        crowd.rest(agent, Wake::At(Duration::from_secs(30)));
    }
    for (now, due) in [(15, None), (25, None), (30, Some(0))] {
        crowd.begin(Duration::from_secs(now));
        assert_eq!(crowd.next_due(), due);
    }
}

#[test]
fn who_is_not_put_to_rest_is_due_again() {
    let mut crowd = Crowd::new();
    crowd.resize(2);
    for _ in 0..3 {
        crowd.begin(Duration::ZERO);
        assert_eq!([(); 3].map(|()| crowd.next_due()), [Some(0), Some(1), None]);
    }
}

#[test]
fn an_agent_that_wakes_itself_is_due_in_the_next_round() {
    let mut crowd = Crowd::new();
    crowd.push();
    crowd.begin(Duration::ZERO);
    assert_eq!(crowd.next_due(), Some(0));
    assert!(crowd.wake(0));
    crowd.rest(0, Wake::OnEvent);
    assert_eq!(crowd.next_due(), None);
    crowd.begin(Duration::ZERO);
    assert_eq!(crowd.next_due(), Some(0));
    crowd.rest(0, Wake::OnEvent);
    crowd.begin(Duration::MAX);
    assert_eq!(crowd.next_due(), None);
}

#[test]
fn nobody_is_not_there() {
    let mut crowd = Crowd::new();
    crowd.rest(0, Wake::At(Duration::MAX));
    assert!(!crowd.wake(0) && !crowd.swap_remove(0) && !crowd.is_awake(0));
    crowd.begin(Duration::MAX);
    assert_eq!((crowd.next_due(), crowd.next_wake()), (None, Wake::OnEvent));
}

#[test]
fn an_agent_that_moves_stays_event_driven() {
    for seed in 0..40 {
        let (mut random, mut crowd, mut marks) = (Random(seed), Crowd::new(), Vec::new());
        for _ in 0..500 {
            let agents = marks.len();
            match random.below(16) {
                0..4 => {
                    crowd.push();
                    marks.push(false);
                }
                4..8 if agents > 0 => {
                    let agent = random.agent(agents);
                    assert!(crowd.insert_event_driven(agent));
                    marks[agent] = true;
                }
                8 if agents > 0 => {
                    let agent = random.agent(agents);
                    assert_eq!(crowd.remove_event_driven(agent), marks[agent]);
                    marks[agent] = false;
                }
                9..12 if agents > 0 => {
                    let agent = random.agent(agents);
                    assert!(crowd.swap_remove(agent));
                    marks.swap_remove(agent);
                }
                12 if random.below(20) == 0 => {
                    let agents = random.agent(200);
                    crowd.resize(agents);
                    marks.resize(agents, false);
                }
                13 => crowd = crowd.clone(),
                #[cfg(feature = "serde")]
                14 => {
                    let saved = serde_json::to_string(&crowd).expect("no number is too large");
                    crowd = serde_json::from_str(&saved).expect("it was saved");
                }
                _ => {}
            }
            assert!(!crowd.insert_event_driven(marks.len()));
            let found: Vec<bool> =
                (0..marks.len()).map(|agent| crowd.is_event_driven(agent)).collect();
            assert_eq!(found, marks);
        }
    }
}

#[cfg(feature = "serde")]
#[test]
fn a_crowd_that_was_saved_without_marks_can_be_loaded() {
    let saved = r#"{"now":{"secs":1,"nanos":0},"agents":["NextTick","OnEvent"]}"#;
    let crowd: Crowd = serde_json::from_str(saved).expect("it is complete");
    assert_eq!([0, 1].map(|agent| crowd.is_awake(agent)), [true, false]);
    assert!(!crowd.is_event_driven(0));
}

#[cfg(feature = "std")]
mod wakers {
    use super::{Crowd, Random, Vec, Wake};
    use alloc::collections::BTreeSet;
    use core::task::Waker;
    use core::time::Duration;
    use std::thread;

    /// The agents that are due in the next round; all of them rest.
    fn round(crowd: &mut Crowd) -> Vec<usize> {
        crowd.begin(Duration::ZERO);
        let due = core::iter::from_fn(|| {
            let agent = crowd.next_due()?;
            crowd.rest(agent, Wake::OnEvent);
            Some(agent)
        });
        due.collect()
    }

    fn resting(agents: usize) -> Crowd {
        let mut crowd = Crowd::new();
        crowd.resize(agents);
        round(&mut crowd);
        crowd
    }

    #[test]
    fn a_waker_stays_with_its_agent() {
        for seed in 0..40 {
            let (mut random, mut crowd, mut names) = (Random(seed), Crowd::new(), Vec::new());
            let mut wakers: Vec<(usize, Waker)> = Vec::new();
            for name in 0..300 {
                let mut due = BTreeSet::new();
                match random.below(8) {
                    0..3 => {
                        crowd.push();
                        names.push(name);
                        due.insert(name);
                    }
                    3 | 4 if !names.is_empty() => {
                        let agent = random.agent(names.len());
                        crowd.swap_remove(agent);
                        names.swap_remove(agent);
                    }
                    5 if random.below(10) == 0 => {
                        let agents = random.agent(names.len() + 1);
                        crowd.truncate(agents);
                        names.truncate(agents);
                    }
                    _ if !names.is_empty() => {
                        let agent = random.agent(names.len());
                        wakers.push((names[agent], crowd.waker(agent)));
                    }
                    _ => {}
                }
                if !wakers.is_empty() {
                    for _ in 0..random.below(4) {
                        let (name, waker) = &wakers[random.agent(wakers.len())];
                        waker.wake_by_ref();
                        due.insert(*name);
                    }
                }
                due.retain(|name| names.contains(name));
                assert_eq!(
                    crowd.next_wake() == Wake::NextTick,
                    !due.is_empty() || {
                        // A waker of an agent that was removed.
                        crowd.wakers.is_rung()
                    }
                );
                let found = round(&mut crowd).into_iter().map(|agent| names[agent]);
                assert_eq!(found.collect::<BTreeSet<_>>(), due);
            }
        }
    }

    #[test]
    fn a_million_wakes_are_one_tick() {
        let mut crowd = resting(3);
        let waker = crowd.waker(1);
        assert!(waker.will_wake(&crowd.waker(1)));
        (0..1_000_000).for_each(|_| waker.wake_by_ref());
        assert_eq!(round(&mut crowd), [1]);
        assert_eq!(round(&mut crowd), [0; 0]);
        waker.wake();
        assert_eq!(round(&mut crowd), [1]);
    }

    #[test]
    fn threads_wake_agents_while_rounds_go_on() {
        let mut crowd = resting(64);
        let threads: Vec<_> = (0..4)
            .map(|part| {
                let wakers: Vec<Waker> =
                    (0..16).map(|agent| crowd.waker(16 * part + agent)).collect();
                thread::spawn(move || {
                    for waker in (0..100).flat_map(|_| &wakers) {
                        waker.wake_by_ref();
                    }
                })
            })
            .collect();
        let mut due = BTreeSet::new();
        while !threads.iter().all(thread::JoinHandle::is_finished) {
            due.extend(round(&mut crowd));
        }
        for thread in threads {
            thread.join().expect("no panic");
        }
        due.extend(round(&mut crowd));
        assert!(due.into_iter().eq(0..64));
        assert_eq!(round(&mut crowd), [0; 0]);
    }

    #[test]
    fn a_bell_that_rings_while_a_round_begins_is_taken_once() {
        let mut crowd = resting(2);
        let waker = crowd.waker(1);
        waker.wake_by_ref();
        let taken = crowd.wakers.take();
        waker.wake_by_ref();
        assert_eq!((taken.len(), crowd.wakers.take().len()), (1, 0));
        for bell in taken {
            assert_eq!(bell.hear(), 1);
        }
        waker.wake_by_ref();
        assert_eq!(round(&mut crowd), [1]);
    }

    #[test]
    fn a_clone_has_wakers_of_its_own() {
        let mut crowd = resting(3);
        let waker = crowd.waker(2);
        let mut clone = crowd.clone();
        assert_eq!(round(&mut clone), [2]);
        waker.wake_by_ref();
        assert_eq!(round(&mut clone), [0; 0]);
        assert_eq!(round(&mut crowd), [2]);
        drop(crowd);
        waker.wake();
    }

    #[test]
    fn the_waker_of_nobody_wakes_nobody() {
        let mut crowd = resting(1);
        crowd.waker(1).wake();
        assert_eq!(round(&mut crowd), [0; 0]);
    }

    const fn is_send_and_sync<T: Send + Sync>() {}
    const _: () = is_send_and_sync::<Crowd>();
}
