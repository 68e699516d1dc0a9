//! A million soldiers: `cargo bench -p benches --bench agents`, optionally with another number of
//! soldiers.
//!
//! The contenders alternate; the best time of each is printed. The program also prints how many bytes
//! that is per second, read and written, relative to a loop that only reads and writes the same bytes.

use benches::run::{agents, checksum};
use benches::soldier::{Soldier, hand, tree};
use benches::world::World;
use rayon::prelude::*;
use std::hint::black_box;
use std::time::{Duration, Instant};

type Tree = tree::Memory<Soldier>;

/// The ticks after which the agents are at different places of their trees.
const WARM_UP: usize = 100;
const ROUNDS: usize = 30;
/// The number of agents that one thread takes at a time.
const CHUNK: usize = 4_096;

/// A way to tick all agents once.
struct Way<'a> {
    name: &'static str,
    tick: Box<dyn FnMut() + 'a>,
    best: Duration,
}

impl<'a> Way<'a> {
    fn new(name: &'static str, tick: impl FnMut() + 'a) -> Self {
        Self { name, tick: Box::new(tick), best: Duration::MAX }
    }
}

fn main() {
    let wanted = std::env::args().skip(1).find_map(|argument| argument.parse().ok());
    let count = wanted.unwrap_or(1_000_000);
    let mut pairs = agents::<Tree, Soldier>(count);
    let mut threaded = pairs.clone();
    let (mut trees, mut worlds): (Vec<Tree>, Vec<Soldier>) = pairs.iter().cloned().unzip();
    let (mut trees_threaded, mut worlds_threaded) = (trees.clone(), worlds.clone());
    let mut by_hand = agents::<hand::Memory, Soldier>(count);
    let mut without = agents::<(), Soldier>(count);
    let bytes = size_of_val(pairs.as_slice());
    let mut stream = vec![1_u64; bytes / 8];
    let mut ways = [
        Way::new("read and write", || {
            let number = black_box(3);
            for word in &mut stream {
                *word += number;
            }
        }),
        Way::new("no tree", || without.iter_mut().for_each(|((), world)| world.step())),
        Way::new("by hand, pairs", || by_hand.iter_mut().for_each(hand_tick)),
        Way::new("pairs", || pairs.iter_mut().for_each(tick)),
        Way::new("two arrays", || tick_all(&mut trees, &mut worlds)),
        Way::new("pairs, threads", || {
            threaded.par_chunks_mut(CHUNK).for_each(|agents| agents.iter_mut().for_each(tick));
        }),
        Way::new("two arrays, threads", || {
            let worlds = worlds_threaded.par_chunks_mut(CHUNK);
            trees_threaded
                .par_chunks_mut(CHUNK)
                .zip(worlds)
                .for_each(|(trees, worlds)| tick_all(trees, worlds));
        }),
    ];
    for round in 0..WARM_UP + ROUNDS {
        for way in &mut ways {
            let start = Instant::now();
            (way.tick)();
            if round >= WARM_UP {
                way.best = way.best.min(start.elapsed());
            }
        }
    }
    print(&ways, count, bytes);
    drop(ways);
    let done = checksum(&pairs);
    assert_eq!(checksum(&by_hand), done);
    assert_eq!(checksum(&threaded), done);
    assert_eq!(worlds.iter().map(World::checksum).collect::<Vec<_>>(), checksums(&pairs));
    assert_eq!(worlds_threaded.iter().map(World::checksum).collect::<Vec<_>>(), checksums(&pairs));
}

fn checksums(pairs: &[(Tree, Soldier)]) -> Vec<u32> {
    pairs.iter().map(|(_, world)| world.checksum()).collect()
}

#[inline]
fn tick((tree, world): &mut (Tree, Soldier)) {
    world.step();
    black_box(tree.tick(world));
}

#[inline]
fn hand_tick((hand, world): &mut (hand::Memory, Soldier)) {
    world.step();
    black_box(hand.tick(world));
}

/// Ticks all trees, each with its own blackboard, like a function of a library.
fn tick_all(trees: &mut [Tree], worlds: &mut [Soldier]) {
    for (tree, world) in trees.iter_mut().zip(worlds) {
        world.step();
        black_box(tree.tick(world));
    }
}

fn print(ways: &[Way<'_>], count: u32, bytes: usize) {
    let rate = |way: &Way<'_>| 1.0 / way.best.as_secs_f64();
    let pairs = ways.iter().find(|way| way.name == "pairs").map_or(f64::NAN, rate);
    let threads = rayon::current_num_threads();
    #[allow(clippy::cast_precision_loss, reason = "it is far below 2^52")]
    let gigabytes = 2.0 * bytes as f64 / 1e9;
    println!("{count} agents of {} bytes, {threads} threads", bytes / count as usize);
    println!("| | to pairs | million agents per second | GB/s | share of streaming |");
    println!("| --- | --- | --- | --- | --- |");
    for way in ways {
        println!(
            "| {} | {:.2} | {:.0} | {:.1} | {:.2} |",
            way.name,
            rate(way) / pairs,
            rate(way) * f64::from(count) / 1e6,
            rate(way) * gigabytes,
            rate(way) / rate(&ways[0]),
        );
    }
}
