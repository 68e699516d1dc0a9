//! Thousands of starlings and some hawks. Each has a tree, and each tree asks the grid for birds that
//! are near.
//!
//! A step of the world has three passes: all birds look around (queries of the grid), all birds think (a
//! tick of the tree), all birds move (updates of the grid). Pictures show the starlings (`.` a few, `@`
//! a crowd) and the hawks (`W`), and how many birds are doing what. The time per bird and step is
//! printed to standard error.
//!
//! ```sh
//! cargo run --release --example crowd            # 3,000 starlings
//! cargo run --release --example crowd -- 100000  # a sky of the same density
//! ```

use bird::Bird;
use bt_core::behavior_tree;
use sky::Sky;
use std::error::Error;
use std::time::{Duration, Instant};
use terminal::{Tone, paint};

mod bird;
mod sky;
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;

behavior_tree! {
    /// Keeps nothing from tick to tick: the current view decides.
    #[derive(Debug, Clone)]
    pub(crate) tree Starling(bird: &mut Bird<'_>) {
        active_selector {
            'flee: guard(bird.sees_hawk()) action bird.flee();
            'avoid: guard(bird.is_crowded()) action bird.avoid();
            'flock: guard(bird.has_company()) action bird.flock();
            'roam: action bird.roam();
        }
    }

    /// Soars, then hunts one starling until the hawk catches it, loses it or is tired.
    #[derive(Debug, Clone)]
    pub(crate) tree Hawk(bird: &mut Bird<'_>) {
        repeat sequence {
            'soar: parallel(success = one, failure = one) {
                wait(2s);
                action bird.soar();
            }
            'hunt: force_success timeout(4s) sequence {
                action bird.choose_prey();
                action bird.chase();
                action bird.strike();
            }
        }
    }
}

/// A second has ten steps.
const STEPS: u32 = 120;
const PICTURES: [u32; 3] = [1, 60, 120];
/// The number of steps after which the arrays of the sky are sorted by position.
const SORTED: u32 = 20;
const STARLINGS: usize = 3_000;

fn main() -> Result<(), Box<dyn Error>> {
    let starlings = match std::env::args().nth(1) {
        None => STARLINGS,
        Some(number) => number.parse().map_err(|_| "how many starlings? a number, please")?,
    };
    let mut sky = Sky::new(starlings, 11)?;
    let mut cost = Cost::default();

    for step in 1..=STEPS {
        if step % SORTED == 0 {
            sky.sort();
        }
        cost.perception.of(|| sky.look());
        cost.thinking.of(|| sky.think())?;
        cost.moving.of(|| sky.fly())?;
        if PICTURES.contains(&step) {
            print(&sky, step);
        }
    }

    println!("{} starlings were caught, and as many came from elsewhere", sky.caught());
    eprintln!("{}", cost.for_each(sky.len() * STEPS as usize));
    assert_eq!(sky.len(), starlings + sky.hawks(), "nobody is lost");
    Ok(())
}

fn print(sky: &Sky, step: u32) {
    let starlings = sky.len() - sky.hawks();
    let title =
        format!("{:4.1} s  {starlings} starlings, {} hawks", f64::from(step) / 10.0, sky.hawks());
    println!("{}", paint(Tone::Strong, title));
    sky.print();
    println!("starlings: {}", sky.at(&["flee", "avoid", "flock", "roam"]));
    println!("hawks: {}\n", sky.at(&["soar", "hunt"]));
}

/// The time that one kind of work has taken.
#[derive(Default)]
struct Stopwatch(Duration);

impl Stopwatch {
    fn of<T>(&mut self, work: impl FnOnce() -> T) -> T {
        let begin = Instant::now();
        let result = work();
        self.0 += begin.elapsed();
        result
    }
}

/// The time of all steps.
#[derive(Default)]
struct Cost {
    perception: Stopwatch,
    thinking: Stopwatch,
    moving: Stopwatch,
}

impl Cost {
    /// A line with the cost per agent and step.
    fn for_each(&self, ticks: usize) -> String {
        let nanoseconds = |watch: &Stopwatch| watch.0.as_nanos() / ticks.max(1) as u128;
        let build = if cfg!(debug_assertions) { " (a debug build; try --release)" } else { "" };
        format!(
            "an agent and step: perception {} ns, thinking {} ns, moving {} ns{build}",
            nanoseconds(&self.perception),
            nanoseconds(&self.thinking),
            nanoseconds(&self.moving),
        )
    }
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../rules/mod.rs"]
mod rules;

/// The rules that hold in every state of the birds, whatever they see.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, most_important_first, one_after_the_other, refuses};
    use super::{Hawk, Starling};
    use bt_core::{End, NodeKind, Status};
    use bt_verify::{Proof, Rules, explore};

    pub(crate) fn starling() -> Proof {
        let proof = explore::<Starling>();
        assert!(proof.is_complete() && proof.unreached().is_empty(), "{proof}");
        proof
    }

    pub(crate) fn rules_of_starlings() -> Rules {
        let action = |text| find(Starling::NODES, NodeKind::Action, text);
        Rules::new()
            // A hawk is more important than a neighbor that is too near, and both than company.
            .always(most_important_first([
                Starling::FLEE,
                Starling::AVOID,
                Starling::FLOCK,
                Starling::ROAM,
            ]))
            .after(|tick| tick.status() == Status::Running)
            .next(|tick| tick.is_ticked(Starling::FLEE))
            // Nobody flees, avoids or flocks without a reason.
            .possible(refuses(Starling::FLEE, action("bird.flee()")))
            .possible(refuses(Starling::AVOID, action("bird.avoid()")))
            .possible(refuses(Starling::FLOCK, action("bird.flock()")))
    }

    /// Nothing keeps a hawk from soaring.
    pub(crate) fn hawk() -> Proof {
        let proof = explore::<Hawk>();
        assert!(proof.is_complete(), "{proof}");
        let soar = find(Hawk::NODES, NodeKind::Action, "bird.soar()");
        proof.assume(move |tick| !fails(tick, soar))
    }

    pub(crate) fn rules_of_hawks() -> Rules {
        let action = |text| find(Hawk::NODES, NodeKind::Action, text);
        let chase = action("bird.chase()");
        let tired = find(Hawk::NODES, NodeKind::Timeout, "4s");
        Rules::new()
            // A hawk hunts after it has soared, for ever, whether it catches something or not.
            .always(one_after_the_other([Hawk::SOAR, Hawk::HUNT]))
            .always(|tick| tick.status() == Status::Running)
            .never(|tick| tick.is_active(Hawk::SOAR) && tick.is_active(Hawk::HUNT))
            // It strikes at the prey that it has chosen and reached, and may be tired before.
            .always(one_after_the_other([
                action("bird.choose_prey()"),
                chase,
                action("bird.strike()"),
            ]))
            .possible(move |tick| fails(tick, tired) && tick.ended(chase) == Some(End::Aborted))
    }

    #[test]
    fn the_rules_hold() {
        starling().check(&rules_of_starlings()).unwrap();
        hawk().check(&rules_of_hawks()).unwrap();
    }
}
