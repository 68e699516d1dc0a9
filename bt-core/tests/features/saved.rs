//! A tree that is saved while it runs, loaded and continued behaves as if it had not been saved.

use bt_core::{
    Action, Clock, Decorator, End, Node, NodeId, NodeKind, Observer, Status, behavior_tree,
};
use core::time::Duration;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A world that can be saved as well.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
struct World {
    time: Duration,
    draws: u32,
    calls: Vec<String>,
}

impl World {
    fn call(&mut self, name: &str) -> Status {
        self.calls.push(name.to_owned());
        Status::Success
    }

    /// The random number generator of Lehmer, Park and Miller.
    fn draw(&mut self) -> u32 {
        let next = (u64::from(self.draws) + 1) * 48_271 % 2_147_483_647;
        self.draws = u32::try_from(next).unwrap_or_default();
        self.draws
    }

    /// A score that goes up and down.
    fn urge(&self, period: u32) -> f32 {
        (self.time.as_secs_f32() * 1_000.0) % f32::from(u16::try_from(period).unwrap_or(1))
    }

    #[allow(clippy::unused_self, reason = "scores are asked of the blackboard")]
    fn merit(&self, child: u8) -> f32 {
        f32::from(child * 7 % 5)
    }
}

impl Clock for World {
    fn now(&self) -> Duration {
        self.time
    }
}

/// Fails at the end if its number is odd.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Count {
    name: String,
    ticks: u32,
}

impl Action<World> for Count {
    fn start(&mut self, world: &mut World) {
        world.call(&format!("start {}", self.name));
    }

    fn tick(&mut self, _: &mut World) -> Status {
        if self.ticks < 2 {
            return Status::from(self.ticks == 0);
        }
        self.ticks -= 2;
        Status::Running
    }

    fn end(&mut self, world: &mut World, end: End) {
        world.call(&format!("end {} {end:?}", self.name));
    }
}

/// The kept value.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Plan {
    steps: Vec<u32>,
    name: String,
}

/// Ticks its child in every other tick.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct Halve {
    odd: bool,
}

impl Decorator<World> for Halve {
    fn tick(&mut self, world: &mut World, child: impl FnOnce(&mut World) -> Status) -> Status {
        self.odd = !self.odd;
        if self.odd { child(world) } else { Status::Running }
    }
}

fn count(name: &str, ticks: u32) -> Count {
    Count { name: name.to_owned(), ticks }
}

behavior_tree! {
    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    tree Everything(world: &mut World) {
        repeat force_success selector {
            sequence {
                'timed: sequence {
                    wait(50ms);
                    delay(20ms) action world.call("delayed");
                    force_success timeout(70ms) action Count { ..count("too slow", 40) };
                    every(30ms) action Count { ..count("every", 4) };
                    service(20ms, world.call("service")) wait(50ms);
                }
                'chosen: sequence {
                    random_sequence(world.draw()) {
                        action Count { ..count("a", 2) };
                        5 => action Count { ..count("b", 4) };
                        action Count { ..count("c", 6) };
                        2 => subtree Part;
                    }
                    random_selector(world.draw()) {
                        action Count { ..count("odd", 3) };
                        3 => action Count { ..count("even", 4) };
                        action Count { ..count("odder", 5) };
                    }
                    utility_selector {
                        world.merit(1) => action Count { ..count("first", 5) };
                        world.merit(2) => action Count { ..count("second", 3) };
                        world.merit(3) => action Count { ..count("third", 2) };
                    }
                }
                'together: sequence {
                    parallel(success = 2, failure = 3) {
                        action Count { ..count("left", 5) };
                        sequence { action Count { ..count("right", 2) }; wait(30ms); }
                        wait(80ms);
                        retry(3) action Count { ..count("again", 3) };
                    }
                    monitor {
                        condition world.draws < 4_000_000_000;
                        with Halve { odd: false } action Count { ..count("halved", 4) };
                        not action Count { ..count("not", 3) };
                    }
                }
                'kept: sequence {
                    force_success cooldown(400ms) action Count { ..count("cooled", 2) };
                    force_success once action Count { ..count("once", 4) };
                    subtree Part;
                }
                'active: sequence {
                    active_if world.draws % 2 == 0 {
                        action Count { ..count("then", 4) };
                    } else {
                        action Count { ..count("else", 4) };
                    }
                    active_match world.time.as_millis() / 40 % 2 {
                        0 => running,
                        _ => succeed,
                    }
                    active_sequence {
                        condition world.time > Duration::ZERO;
                        active_selector {
                            guard(world.time.as_millis() % 170 < 20) action Count { ..count("urgent", 5) };
                            repeat(2) action Count { ..count("calm", 4) };
                        }
                    }
                }
                'data: sequence {
                    let(plan: Plan = Plan { steps: vec![world.draws], name: "plan".to_owned() }) sequence {
                        for(step in 1..3) action {
                            plan.steps.push(world.draw());
                            world.call(&format!("{} {step} {:?}", plan.name, plan.steps))
                        };
                        action Count = count(&plan.name, 4);
                        subtree Follow(steps = 2, plan = plan.clone());
                        finally(world.call("let go")) action Count { ..count(&plan.name, 2) };
                        force_success let(chosen: u32 = plan.steps.last().copied()) parallel {
                            condition *chosen > 0;
                            action Count { ..count("kept", (*chosen % 2 + 1) * 2) };
                        }
                    }
                    force_success priority_selector {
                        world.time.as_millis() % 70 < 20 => action Count { ..count("urgent", 5) };
                        true => action Count { ..count("calm", 8) };
                    }
                    force_success active_utility_selector(margin = 2.0) {
                        world.urge(30) => action Count { ..count("hungry", 12) };
                        world.urge(50) => action Count { ..count("tired", 14) };
                    }
                }
                condition world.draws % 2 == 0;
            }
            match world.draws % 3 {
                0 => wait(20ms),
                1 => action Count { ..count("one", 2) },
                _ => if world.draws > 7 { action Count { ..count("two", 4) }; },
            }
        }
    }

    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    tree Follow(world: &mut World, plan: Plan, steps: u32) {
        sequence {
            for(step in 0..*steps as usize) action {
                plan.steps.pop();
                world.call(&format!("{step} of {steps}, {:?}", plan.steps))
            };
            action Count { ..count(&plan.name, *steps * 2) };
        }
    }

    #[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
    tree Part(world: &mut World) {
        sequence {
            force_success cooldown(100ms) action world.call("part");
            wait(20ms);
        }
    }
}

/// All events of a tick, one line each.
#[derive(Debug, Clone, Default, PartialEq)]
struct Log(Vec<String>);

impl Observer for Log {
    fn leaf(&mut self, node: NodeId, status: Status, _: Option<fmt::Arguments<'_>>) {
        self.0.push(format!("{node} {status}"));
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        self.0.push(format!("{node} finished with {status}"));
    }

    fn aborted(&mut self, node: NodeId) {
        self.0.push(format!("{node} aborted"));
    }
}

fn tick(tree: &mut Everything, world: &mut World) -> Log {
    let mut log = Log::default();
    world.time += Duration::from_millis(10);
    tree.tick_with(world, &mut log);
    log
}

#[test]
fn a_loaded_tree_goes_on() -> Result<(), serde_json::Error> {
    const TICKS: usize = 3_000;
    let (mut tree, mut world) = (Everything::new(), World::default());
    let (mut saved_tree, mut saved_world) = (tree.clone(), world.clone());
    let mut seen = std::collections::BTreeSet::new();
    for number in 0..TICKS {
        let log = tick(&mut tree, &mut world);
        assert_eq!(tick(&mut saved_tree, &mut saved_world), log, "tick {number}");
        assert_eq!(saved_world, world, "tick {number}");
        assert_eq!(saved_tree, tree, "tick {number}");
        seen.extend(tree.active());
        saved_tree = serde_json::from_str(&serde_json::to_string(&tree)?)?;
        assert!(saved_tree.active().eq(tree.active()));
    }
    let runs = |node: &&Node| node.kind == NodeKind::Wait || node.source.starts_with("Count");
    let never = Everything::NODES.iter().filter(runs).filter(|node| !seen.contains(&node.id));
    let never: Vec<_> = never.map(|node| format!("{} {}", node.kind, node.source)).collect();
    assert_eq!(never, Vec::<String>::new(), "never running, so never saved while it runs");
    Ok(())
}

#[test]
fn an_idle_tree_is_small_when_it_is_saved() -> Result<(), serde_json::Error> {
    let saved = serde_json::to_string(&Everything::new())?;
    assert!(saved.len() < 300, "{saved}");
    assert_eq!(serde_json::from_str::<Everything>(&saved)?, Everything::new());
    Ok(())
}

#[test]
fn what_is_not_a_tree_is_refused() {
    for text in ["null", "{}", "[]", "7", "\"running\"", "{\"state\":{\"Unknown\":3}}"] {
        assert!(serde_json::from_str::<Everything>(text).is_err(), "{text}");
    }
}

behavior_tree! {
    #[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
    #[derive(Serialize, Deserialize)]
    tree Plain(number: &mut u32) {
        sequence {
            parallel { action *number += 1; retry(2) condition *number > 1; }
            random_selector(*number) { 2 => fail; succeed; }
        }
    }
}

#[test]
fn a_tree_derives_what_it_is_asked_to() {
    let mut number = 0;
    let idle = Plain::default();
    let mut plain = idle;
    assert_eq!(plain.tick(&mut number), Status::Running);
    assert_ne!(plain, idle);
    assert_ne!(plain.cmp(&idle), core::cmp::Ordering::Equal);
    let set = std::collections::HashSet::from([plain, idle, plain]);
    assert_eq!(set.len(), 2);
    assert!(format!("{plain:?}").starts_with("Plain"), "{plain:?}");
    plain.abort(&mut number);
    assert_eq!(plain, idle);
}

#[test]
fn trees_without_derives_are_trees_too() {
    behavior_tree! {
        tree Bare(number: &mut u32) {
            action *number += 1;
        }
    }
    let mut number = 0;
    assert_eq!(Bare::new().tick(&mut number), Status::Success);
}

/// `Serialize` binds the fields of a state; constants in scope must not collide with them.
#[allow(non_upper_case_globals, reason = "the names are those of variables")]
mod constants {
    use super::{Deserialize, Halve, Serialize, World, behavior_tree};
    use core::time::Duration;

    const left: u32 = 3;
    const child: u32 = 4;
    const until: Duration = Duration::from_secs(5);
    const due: Duration = Duration::from_secs(6);
    const period: Duration = Duration::from_secs(7);
    const decorator: u32 = 8;

    behavior_tree! {
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        pub(super) tree Named(world: &mut World) {
            timeout(until) service(due, world.draw()) every(period) repeat(left + child)
                with Halve { odd: decorator == 7 } running;
        }
    }
}

#[test]
fn a_state_is_saved_beside_constants_of_any_name() {
    let (mut world, mut tree) = (World::default(), constants::Named::new());
    assert_eq!(tree.tick(&mut world), Status::Running);
    let saved = serde_json::to_string(&tree).expect("a state is saved");
    let loaded: constants::Named = serde_json::from_str(&saved).expect("a state is loaded");
    assert_eq!(loaded, tree);
    assert!(loaded.is_running());
}

#[test]
fn an_agent_is_saved_with_its_parameters() -> Result<(), serde_json::Error> {
    let plan = Plan { steps: vec![1, 2, 3], name: "own".to_owned() };
    let (mut agent, mut world) = (Follow::new(plan, 2), World::default());
    assert_eq!(agent.tick(&mut world), Status::Running);
    let saved = serde_json::to_string(&agent)?;
    assert!(saved.contains("\"steps\":[1,2]") && saved.contains("\"steps\":2"), "{saved}");
    let mut loaded: Follow = serde_json::from_str(&saved)?;
    assert_eq!(loaded, agent);
    assert_eq!(loaded.tick(&mut world), Status::Running);
    loaded.abort(&mut world);
    assert_ne!(loaded, agent, "what it has been given is changed");
    assert_eq!(world.calls, ["0 of 2, [1, 2]", "1 of 2, [1]", "start own", "end own Aborted"]);
    Ok(())
}

/// Trees of one name that differ a little, and whether a state of the first is one of theirs.
mod versions {
    macro_rules! version {
        ($name:ident { $($tree:tt)* }) => {
            pub(super) mod $name {
                use crate::saved::{Count, World, count};
                use serde::{Deserialize, Serialize};

                bt_core::behavior_tree! {
                    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
                    pub(crate) $($tree)*

                    #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
                    tree Part(world: &mut World) { sequence { action world.call("part"); wait(1s); } }
                }
            }
        };
    }

    version!(first { tree Patrol(world: &mut World) {
        sequence { wait(1s); cooldown(2s) action Count { ..count("a", 4) }; subtree Part; }
    } });
    version!(same { tree Patrol(npc: &mut World) {
        // A comment, other lengths, another value.
        sequence { wait(3s); cooldown(9s) action Count { ..count("b", 8) }; subtree Part; }
    } });
    version!(other_kind { tree Patrol(world: &mut World) {
        active_sequence { wait(1s); cooldown(2s) action Count { ..count("a", 4) }; subtree Part; }
    } });
    version!(other_order { tree Patrol(world: &mut World) {
        sequence { cooldown(2s) action Count { ..count("a", 4) }; wait(1s); subtree Part; }
    } });
    version!(more { tree Patrol(world: &mut World) {
        sequence { wait(1s); cooldown(2s) action Count { ..count("a", 4) }; subtree Part; succeed; }
    } });
    version!(labelled { tree Patrol(world: &mut World) {
        sequence { 'rest: wait(1s); cooldown(2s) action Count { ..count("a", 4) }; subtree Part; }
    } });
    version!(computed { tree Patrol(world: &mut World) {
        sequence { wait(1s); cooldown(world.time) action Count { ..count("a", 4) }; subtree Part; }
    } });
    version!(nested { tree Patrol(world: &mut World) {
        sequence { wait(1s); cooldown(2s) sequence { action Count { ..count("a", 4) }; } subtree Part; }
    } });
}

#[test]
fn a_state_of_another_version_is_refused() -> Result<(), serde_json::Error> {
    use versions::{computed, first, labelled, more, nested, other_kind, other_order, same};
    let (mut tree, mut world) = (first::Patrol::new(), World::default());
    assert_eq!(tree.tick(&mut world), Status::Running);
    let saved = serde_json::to_string(&tree)?;
    let loaded: same::Patrol = serde_json::from_str(&saved)?;
    assert_eq!(serde_json::to_string(&loaded)?, saved);
    let refusals = [
        serde_json::from_str::<other_kind::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<other_order::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<more::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<labelled::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<computed::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<nested::Patrol>(&saved).map(|_| ()),
        serde_json::from_str::<Plain>(&saved).map(|_| ()),
    ];
    for refusal in refusals {
        let error = refusal.expect_err("another tree").to_string();
        assert!(error.starts_with("this state was saved by another tree"), "{error}");
    }
    Ok(())
}

/// A subtree of another crate, or of another call, counts.
#[test]
fn a_state_with_another_subtree_is_refused() -> Result<(), serde_json::Error> {
    mod before {
        use super::{Deserialize, Serialize, World, behavior_tree, versions};
        use versions::first::Patrol;

        behavior_tree! {
            #[derive(Serialize, Deserialize)]
            pub(super) tree Around(world: &mut World) { subtree Patrol; }
        }
    }
    mod after {
        use super::{Deserialize, Serialize, World, behavior_tree, versions};
        use versions::other_kind::Patrol;

        behavior_tree! {
            #[derive(Serialize, Deserialize)]
            pub(super) tree Around(world: &mut World) { subtree Patrol; }
        }
    }
    let (mut tree, mut world) = (before::Around::new(), World::default());
    assert_eq!(tree.tick(&mut world), Status::Running);
    let saved = serde_json::to_string(&tree)?;
    assert!(serde_json::from_str::<before::Around>(&saved)?.is_running());
    assert!(serde_json::from_str::<after::Around>(&saved).is_err());
    Ok(())
}

/// A tree with generics that its state names, and with a lifetime.
#[test]
fn a_generic_tree_has_a_fingerprint() -> Result<(), serde_json::Error> {
    behavior_tree! {
        #[derive(Serialize, Deserialize)]
        tree Keep<'w, N: Clone + 'static, const M: usize>(world: &mut &'w (N, [u8; M])) {
            let(_kept: N = world.0.clone()) running;
        }
    }
    let (world, mut keep) = ((7_u32, [0; 3]), Keep::<u32, 3>::new());
    keep.tick(&mut &world);
    let saved = serde_json::to_string(&keep)?;
    assert!(serde_json::from_str::<Keep<'_, u32, 3>>(&saved)?.is_running());
    Ok(())
}
