//! The time in which a file of 10,000 nodes is read, checked and made ready: `cargo bench -p benches --bench load`.

use benches::loaded::soldier::Words;
use cpu_time::ProcessTime;

const ROUNDS: usize = 20;

fn main() {
    let tree = include_str!("../trees/soldier.tree");
    let (copies, nodes) = (455, 10_010);
    let text: String = (0..copies)
        .map(|copy| {
            tree.replace("Memory", &format!("Memory{copy}"))
                .replace("Reactive", &format!("Reactive{copy}"))
        })
        .collect();
    let time = |_| {
        let start = ProcessTime::now();
        let trees = Words::parse(&text).expect("the copies are trees");
        let time = start.elapsed();
        assert_eq!(trees.names().count(), 2 * copies);
        time
    };
    let best = (0..ROUNDS).map(time).min().unwrap_or_default();
    println!(
        "A file of {nodes} nodes ({} kB) is ready in {} ms of processor time at best.",
        text.len() / 1_000,
        best.as_millis()
    );
}
