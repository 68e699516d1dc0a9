//! The time for a million agents of which most rest: a crowd compared with a loop over all agents.
//! `cargo bench --package benches --bench crowd`, optionally with the beginning of a case's name.
//!
//! Each side has trees and blackboards of its own. All sides tick the same frames, alternating in one
//! process, so that disturbances of the machine affect all of them; at the end their agents must be
//! equal. The third side ticks the agents that the crowd has found, from a list: that is the time
//! without the search. The fourth side only reads a word of each cache line of these agents.

use bt_core::crowd::Crowd;
use bt_core::{BehaviorTree, Clock, Status, Wake, Waking, behavior_tree};
use std::hint::black_box;
use std::pin::Pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::task::{Context, Poll, Waker};
use std::time::{Duration, Instant};

const AGENTS: usize = 1_000_000;
/// The number of frames in a round of one side.
const FRAMES: u32 = 20;
const ROUNDS: u32 = 30;
/// The number of frames before those that count.
const WARM_UP: u32 = 400;
const FRAME: Duration = Duration::from_nanos(16_666_667);

/// A villager of a game.
#[derive(Clone, Debug, Default, PartialEq)]
struct Villager {
    time: Duration,
    position: [f32; 3],
    velocity: [f32; 3],
    is_busy: bool,
    pauses: [Duration; 2],
    errands: u32,
    steps: u32,
}

impl Villager {
    fn walk(&mut self) -> Status {
        for (place, speed) in self.position.iter_mut().zip(self.velocity) {
            *place += speed;
        }
        self.steps += 1;
        Status::Running
    }

    fn run_errand(&mut self) {
        self.errands += 1;
        self.pauses[0] = self.pauses[1];
    }

    /// The first errand starts after the first pause, and all others after the second.
    fn with_pauses(first: f64, others: f64) -> Self {
        Self { pauses: [first, others].map(|frames| FRAME.mul_f64(frames)), ..Self::default() }
    }
}

impl Clock for Villager {
    fn now(&self) -> Duration {
        self.time
    }
}

/// A villager, and the data that all villagers share.
struct Village<'a> {
    time: Duration,
    villager: &'a mut Villager,
}

impl Clock for Village<'_> {
    fn now(&self) -> Duration {
        self.time
    }
}

behavior_tree! {
    /// Walks all the time, or runs an errand from time to time.
    #[derive(Clone, Debug, PartialEq)]
    tree Day(village: &mut Village<'_>) {
        if village.villager.is_busy {
            action village.villager.walk();
        } else {
            repeat sequence {
                wait(village.villager.pauses[0]);
                action village.villager.run_errand();
            }
        }
    }

    /// The same tree for villagers with a clock each.
    #[derive(Clone, Debug, PartialEq)]
    tree OwnDay(villager: &mut Villager) {
        if villager.is_busy {
            action villager.walk();
        } else {
            repeat sequence {
                wait(villager.pauses[0]);
                action villager.run_errand();
            }
        }
    }
}

/// The tree of an agent.
trait Tree: Clone + PartialEq {
    const NEW: Self;

    fn tick(&mut self, villager: &mut Villager, time: Duration);

    fn next_wake(&self) -> Wake;

    fn is_running(&self) -> bool;
}

impl Tree for Day {
    const NEW: Self = Self::new();

    #[inline]
    fn tick(&mut self, villager: &mut Villager, time: Duration) {
        self.tick(&mut Village { time, villager });
    }

    #[inline]
    fn next_wake(&self) -> Wake {
        self.next_wake()
    }

    #[inline]
    fn is_running(&self) -> bool {
        self.is_running()
    }
}

impl Tree for OwnDay {
    const NEW: Self = Self::new();

    #[inline]
    fn tick(&mut self, villager: &mut Villager, time: Duration) {
        villager.time = time;
        self.tick(villager);
    }

    #[inline]
    fn next_wake(&self) -> Wake {
        self.next_wake()
    }

    #[inline]
    fn is_running(&self) -> bool {
        self.is_running()
    }
}

/// All agents.
#[derive(Clone)]
struct Agents<T> {
    trees: Vec<T>,
    villagers: Vec<Villager>,
}

impl<T: Tree> Agents<T> {
    fn tick_all(&mut self, time: Duration) {
        for (tree, villager) in self.trees.iter_mut().zip(&mut self.villagers) {
            tree.tick(villager, time);
        }
    }

    fn tick_listed(&mut self, list: &[u32], time: Duration) {
        for &agent in list {
            self.trees[agent as usize].tick(&mut self.villagers[agent as usize], time);
        }
    }

    /// Reads a word of each cache line that a tick of this agent needs.
    #[inline]
    fn fetch(&self, agent: usize) {
        let villager = &self.villagers[agent];
        let villager = villager.time.subsec_nanos() ^ villager.errands;
        black_box(villager ^ u32::from(self.trees[agent].is_running()));
    }

    fn fetch_listed(&self, list: &[u32]) {
        for &agent in list {
            self.fetch(agent as usize);
        }
    }

    fn tick_due(&mut self, crowd: &mut Crowd, time: Duration) {
        crowd.begin(time);
        while let Some(agent) = crowd.next_due_with(|soon| self.fetch(soon)) {
            let tree = &mut self.trees[agent];
            tree.tick(&mut self.villagers[agent], time);
            crowd.rest(agent, tree.next_wake());
        }
    }

    /// Does the same, and lists the agents.
    fn list_due(&mut self, crowd: &mut Crowd, list: &mut Vec<u32>, time: Duration) {
        list.clear();
        crowd.begin(time);
        while let Some(agent) = crowd.next_due() {
            self.trees[agent].tick(&mut self.villagers[agent], time);
            crowd.rest(agent, self.trees[agent].next_wake());
            list.push(u32::try_from(agent).unwrap_or_default());
        }
    }

    /// The clocks of resting agents may be late.
    fn are_like(&self, others: &Self) -> bool {
        let at_once = |villager: &Villager| Villager { time: Duration::ZERO, ..villager.clone() };
        let villagers = self.villagers.iter().map(at_once);
        self.trees == others.trees && villagers.eq(others.villagers.iter().map(at_once))
    }
}

/// The times of one side.
#[derive(Default)]
struct Times {
    rounds: Vec<Duration>,
    allocations: u64,
}

impl Times {
    /// Ticks the frames of a round.
    fn round(&mut self, mut time: Duration, mut tick: impl FnMut(usize, Duration)) {
        let mut elapsed = Duration::ZERO;
        let allocated = allocation_counter::measure(|| {
            let start = Instant::now();
            for frame in 0..FRAMES as usize {
                tick(frame, time);
                time += FRAME;
            }
            elapsed = start.elapsed();
        });
        self.rounds.push(elapsed);
        self.allocations += allocated.count_total;
    }

    /// The time of a frame, in nanoseconds.
    fn best(&self) -> f64 {
        let best = self.rounds.iter().min().map_or(f64::NAN, Duration::as_secs_f64);
        best / f64::from(FRAMES) * 1e9
    }
}

fn compare<T: Tree>(name: &str, villager: impl FnMut(usize) -> Villager) {
    let wanted = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    if wanted.is_some_and(|wanted| !name.starts_with(&wanted)) {
        return;
    }
    let villagers = (0..AGENTS).map(villager).collect();
    let mut all = Agents { trees: vec![T::NEW; AGENTS], villagers };
    let mut lists: Vec<_> = (0..FRAMES).map(|_| Vec::with_capacity(AGENTS)).collect();
    let mut due = all.clone();
    let mut crowd = Crowd::new();
    let bytes = allocation_counter::measure(|| {
        crowd.resize(AGENTS);
        for frame in 0..WARM_UP {
            due.tick_due(&mut crowd, FRAME * frame);
        }
    });
    for frame in 0..WARM_UP {
        all.tick_all(FRAME * frame);
    }
    let (mut listed, mut scout, mut scouts) = (all.clone(), all.clone(), crowd.clone());
    let read = all.clone();
    let mut time = FRAME * WARM_UP;
    let [mut of_all, mut of_due, mut of_list, mut of_reading] = [(); 4].map(|()| Times::default());
    let mut ticks = 0;
    for _ in 0..ROUNDS {
        of_all.round(time, |_, time| all.tick_all(time));
        of_due.round(time, |_, time| due.tick_due(&mut crowd, time));
        for (frame, list) in (0..FRAMES).zip(&mut lists) {
            scout.list_due(&mut scouts, list, time + FRAME * frame);
        }
        of_list.round(time, |frame, time| listed.tick_listed(&lists[frame], time));
        of_reading.round(time, |frame, _| read.fetch_listed(&lists[frame]));
        ticks += lists.iter().map(Vec::len).sum::<usize>();
        time += FRAME * FRAMES;
    }
    assert!(all.are_like(&due) && all.are_like(&listed), "the crowd does something else");
    let ticks = count(ticks) / f64::from(FRAMES * ROUNDS);
    println!(
        "| {name} | {:.2} % | {:.2} % | {:.2} % | {:.2} % | {:.2} | {:.2} | {} | {:.1} |",
        100.0 * ticks / count(AGENTS),
        100.0 * of_due.best() / of_all.best(),
        100.0 * of_list.best() / of_all.best(),
        100.0 * of_reading.best() / of_all.best(),
        of_all.best() / count(AGENTS),
        of_due.best() / ticks,
        of_due.allocations,
        count(usize::try_from(bytes.bytes_current).unwrap_or(0)) / count(AGENTS),
    );
}

#[allow(clippy::cast_precision_loss, reason = "they are below 2^52")]
fn count(number: usize) -> f64 {
    number as f64
}

/// Runs all cases.
fn cases<T: Tree>(clock: &str) {
    let busy = Villager { is_busy: true, velocity: [0.1, 0.0, 0.2], ..Villager::default() };
    let resting = Villager::with_pauses(1e6, 1e6);
    let is_busy = |is_busy: bool| if is_busy { busy.clone() } else { resting.clone() };
    let name = |name: &str| format!("{name}, {clock}");
    compare::<T>(&name("nobody is awake"), |_| resting.clone());
    compare::<T>(&name("1 % are awake, side by side"), |agent| is_busy(agent < AGENTS / 100));
    compare::<T>(&name("1 % are awake, every hundredth"), |agent| is_busy(agent % 100 == 0));
    let mut random = fastrand::Rng::with_seed(7);
    compare::<T>(&name("1 % are awake, anywhere"), |_| is_busy(random.u32(..100) == 0));
    for (percent, pause) in [(1.0, 100.0), (0.1, 1000.0)] {
        let mut random = fastrand::Rng::with_seed(7);
        compare::<T>(&name(&format!("{percent} % come due in each frame")), |_| {
            Villager::with_pauses(random.f64() * pause, pause * random.f64().mul_add(0.2, 0.9))
        });
    }
    compare::<T>(&name("everybody is awake"), |_| busy.clone());
}

/// An agent that gets messages.
struct Listener {
    waker: Waker,
    message: Arc<AtomicBool>,
    received: u32,
}

impl Clock for Listener {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Waking for Listener {
    fn waker(&self) -> &Waker {
        &self.waker
    }
}

/// A message that comes; who sends it wakes the agent.
struct Message(Arc<AtomicBool>);

impl Future for Message {
    type Output = ();

    fn poll(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<()> {
        if self.0.swap(false, Ordering::Relaxed) { Poll::Ready(()) } else { Poll::Pending }
    }
}

behavior_tree! {
    /// Waits for a future.
    #[derive(Clone)]
    tree Await(listener: &mut Listener) {
        repeat sequence {
            await Message(listener.message.clone());
            action listener.received += 1;
        }
    }

    /// Rests below a condition.
    #[derive(Clone)]
    tree Guard(listener: &mut Listener) {
        repeat active_selector {
            sequence {
                condition listener.message.swap(false, Ordering::Relaxed);
                action listener.received += 1;
            }
            wait(1min);
        }
    }
}

/// Compares frames in which ten agents get a message, and all others rest.
fn compare_woken<T>(name: &str, agents: usize, tree: impl Fn() -> T, is_event_driven: bool)
where
    T: BehaviorTree<Listener>,
{
    let listener = |waker| Listener { waker, message: Arc::default(), received: 0 };
    let mut crowd = Crowd::new();
    crowd.resize(agents);
    if is_event_driven {
        assert!((0..agents).all(|agent| crowd.insert_event_driven(agent)));
    }
    let mut due_trees: Vec<T> = (0..agents).map(|_| tree()).collect();
    let mut due: Vec<Listener> = (0..agents).map(|agent| listener(crowd.waker(agent))).collect();
    let mut all_trees: Vec<T> = (0..agents).map(|_| tree()).collect();
    let mut all: Vec<Listener> = (0..agents).map(|_| listener(Waker::noop().clone())).collect();
    let [mut of_all, mut of_due] = [(); 2].map(|()| Times::default());
    let mut random = fastrand::Rng::with_seed(7);
    let mut ticks = 0;
    for _ in 0..ROUNDS {
        let messages: Vec<[usize; 10]> =
            (0..FRAMES).map(|_| std::array::from_fn(|_| random.usize(..agents))).collect();
        of_all.round(Duration::ZERO, |frame, _| {
            for agent in messages[frame] {
                all[agent].message.store(true, Ordering::Relaxed);
            }
            for (tree, listener) in all_trees.iter_mut().zip(&mut all) {
                tree.tick(listener);
            }
        });
        of_due.round(Duration::ZERO, |frame, _| {
            for agent in messages[frame] {
                due[agent].message.store(true, Ordering::Relaxed);
                due[agent].waker.wake_by_ref();
            }
            crowd
                .tick(Duration::ZERO, &mut due_trees, &mut due, |_, _, _| ticks += 1)
                .expect("as many trees as listeners");
        });
    }
    assert!(all.iter().map(|of| of.received).eq(due.iter().map(|of| of.received)), "{name}");
    println!(
        "| {name} | {:.4} % | {:.3} % |",
        100.0 * count(ticks) / count(agents) / f64::from(FRAMES * ROUNDS),
        100.0 * of_due.best() / of_all.best(),
    );
}

fn main() {
    println!("| | ticked | crowd : all |");
    println!("| --- | --- | --- |");
    compare_woken("100,000 await", 100_000, Await::new, false);
    compare_woken("1,000,000 are event-driven", 1_000_000, Guard::new, true);
    println!(
        "| | ticked | crowd : all | list : all | reading : all | ns per tick, all | ns per tick, crowd | allocations | bytes per agent |"
    );
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    cases::<Day>("one clock");
    cases::<OwnDay>("own clocks");
}
