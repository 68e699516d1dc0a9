//! Two hundred soldiers with the same tree type: each has a blackboard of its own, and all share another
//! one.
//!
//! A tree is a small value, so two hundred of them are stored in an array of slots. Soldiers die, and
//! their slots are used again. An order of the commander reaches all soldiers, because it is on the
//! shared blackboard. Two grids, one for each side, find soldiers and enemies that are near. From time
//! to time the program prints the battlefield (soldiers `.` `o` `O`, enemies `x` `X`), and how many
//! soldiers are doing what.
//!
//! ```sh
//! cargo run --example squad
//! ```

use battle::{Order, Shared, Soldier};
use bt_core::grid::Error;
use bt_core::{Clock, Status, behavior_tree};
use std::time::Duration;
use terminal::{Tone, paint};

mod battle;
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../terminal/mod.rs"]
mod terminal;

behavior_tree! {
    /// The behavior of every soldier of the squad.
    #[derive(Debug)]
    tree SquadSoldier(cx: &mut Ctx<'_>) {
        active_selector {
            'combat: subtree Combat;
            'movement: subtree Movement;
            'idle: subtree Idle;
        }
    }

    /// Shoots while there is an enemy in range, and reloads in between.
    #[derive(Debug)]
    tree Combat(cx: &mut Ctx<'_>) {
        guard(cx.enemy_in_range() && !cx.must_fall_back()) repeat selector {
            'shoot: every(300ms) action cx.shoot();
            /// Reloading takes time; a soldier that is interrupted has to start again.
            'reload: finally(cx.shared.reloading -= 1) sequence {
                action cx.shared.reloading += 1;
                wait(1.1s);
                action cx.me.rounds = Soldier::MAGAZINE;
            }
        }
    }

    /// Obeys the commander, whose order may change at any time.
    #[derive(Debug)]
    tree Movement(cx: &mut Ctx<'_>) {
        guard(!cx.in_position()) active_match cx.shared.order {
            Order::Advance(_) => 'advance: every(200ms) action cx.walk();
            Order::FallBack(_) => 'fall_back: action cx.walk();
            Order::Halt => succeed;
        }
    }

    /// Keeps a soldier busy until an enemy comes.
    #[derive(Debug)]
    tree Idle(cx: &mut Ctx<'_>) {
        repeat random_selector(cx.shared.chance.u32(..)) {
            2 => 'watch: wait(1.5s);
            1 => 'bandage: action cx.bandage();
        }
    }
}

const SLOTS: usize = 200;
const STEP: Duration = Duration::from_millis(100);

/// The blackboard of a soldier's tree: the soldier and the shared data.
struct Ctx<'a> {
    me: &'a mut Soldier,
    shared: &'a mut Shared,
}

impl Clock for Ctx<'_> {
    fn now(&self) -> Duration {
        self.shared.now
    }
}

impl Ctx<'_> {
    fn enemy_in_range(&self) -> bool {
        self.shared.nearest_enemy(self.me).is_some()
    }

    /// Fires one shot; runs until the magazine is empty.
    fn shoot(&mut self) -> Result<Status, &'static str> {
        let target = self.shared.nearest_enemy(self.me).ok_or("nobody there")?;
        self.me.rounds = self.me.rounds.checked_sub(1).ok_or("empty")?;
        self.shared.shot_at_enemy(target.handle);
        Ok(Status::Running)
    }

    fn in_position(&self) -> bool {
        self.goal().is_none_or(|goal| self.me.x == goal)
    }

    fn must_fall_back(&self) -> bool {
        matches!(self.shared.order, Order::FallBack(_)) && !self.in_position()
    }

    fn goal(&self) -> Option<u32> {
        match self.shared.order {
            Order::Advance(line) | Order::FallBack(line) => Some(line + self.me.rank),
            Order::Halt => None,
        }
    }

    /// Takes one step; succeeds when the soldier is in position.
    fn walk(&mut self) -> Result<Status, Error> {
        if let Some(goal) = self.goal() {
            self.me.x = if self.me.x < goal { self.me.x + 1 } else { goal.max(self.me.x - 1) };
            self.shared.soldier_walks(self.me)?;
        }
        Ok(if self.in_position() { Status::Success } else { Status::Running })
    }

    fn bandage(&mut self) -> Status {
        self.me.health = (self.me.health + 1).min(Soldier::HEALTH);
        if self.me.health == Soldier::HEALTH { Status::Success } else { Status::Running }
    }
}

/// A slot for a soldier: its tree and its own blackboard.
struct Slot {
    tree: SquadSoldier,
    soldier: Soldier,
    tenants: usize,
}

struct Squad {
    slots: Vec<Slot>,
}

impl Squad {
    fn new(shared: &mut Shared) -> Result<Self, Error> {
        let slot = |slot| {
            Ok(Slot { tree: SquadSoldier::new(), soldier: shared.recruit(slot)?, tenants: 1 })
        };
        Ok(Self { slots: (0..SLOTS).map(slot).collect::<Result<_, Error>>()? })
    }

    fn tick(&mut self, shared: &mut Shared) {
        for slot in self.slots.iter_mut().filter(|slot| slot.soldier.lives()) {
            slot.tree.tick(&mut Ctx { me: &mut slot.soldier, shared });
        }
    }

    /// Aborts the trees of dead soldiers and frees their slots.
    fn bury(&mut self, shared: &mut Shared) {
        for Slot { tree, soldier, .. } in &mut self.slots {
            if !soldier.lives() {
                tree.abort(&mut Ctx { me: soldier, shared });
            }
        }
    }

    /// Puts recruits into free slots. An aborted tree starts again, so the slot's tree can be used.
    fn reinforce(&mut self, recruits: usize, shared: &mut Shared) -> Result<(), Error> {
        let free = self.slots.iter_mut().enumerate().filter(|(_, slot)| !slot.soldier.lives());
        for (number, slot) in free.take(recruits) {
            slot.soldier = shared.recruit(number)?;
            slot.tenants += 1;
        }
        Ok(())
    }

    fn soldiers(&self) -> impl Iterator<Item = &Soldier> {
        self.slots.iter().map(|slot| &slot.soldier).filter(|soldier| soldier.lives())
    }

    /// The number of soldiers that have ever used a slot.
    fn tenants(&self) -> usize {
        self.slots.iter().map(|slot| slot.tenants).sum()
    }

    /// The number of soldiers at the node with this label.
    fn count(&self, label: &str) -> usize {
        let named = SquadSoldier::NODES.iter().find(|node| node.label == Some(label));
        let is_at =
            |slot: &&Slot| named.is_some_and(|node| slot.tree.active().any(|id| id == node.id));
        self.slots.iter().filter(is_at).count()
    }

    fn counts(&self, labels: &[&str]) -> String {
        let counts = labels.iter().map(|label| format!("{label} {}", self.count(label)));
        counts.collect::<Vec<_>>().join(", ")
    }

    /// Checks that an order reaches all soldiers in the tick in which it is given: no soldier still
    /// follows the old one.
    fn assert_obedience(&self, order: Order) {
        let (advancing, falling_back) = (self.count("advance"), self.count("fall_back"));
        match order {
            Order::Halt => assert_eq!((advancing, falling_back), (0, 0)),
            Order::Advance(_) => assert_eq!(falling_back, 0),
            Order::FallBack(_) => assert_eq!(advancing, 0),
        }
    }

    fn print(&self, shared: &Shared) {
        let title = format!("{:4.1} s  {}", shared.now.as_secs_f32(), shared.order);
        println!("{}", paint(Tone::Strong, title));
        battle::print(shared);
        println!(
            "combat {} ({})   movement {} ({})   idle {} ({})",
            self.count("combat"),
            self.counts(&["shoot", "reload"]),
            self.count("movement"),
            self.counts(&["advance", "fall_back"]),
            self.count("idle"),
            self.counts(&["watch", "bandage"]),
        );
        let living = self.soldiers().count();
        let fallen = self.tenants() - living;
        let (enemies, enemies_fallen) = (shared.enemies.len(), shared.enemies_fallen);
        println!(
            "{living} soldiers, {fallen} fallen; {enemies} enemies, {enemies_fallen} fallen\n"
        );
    }
}

/// The commander's orders, with the second from which each is valid.
const ORDERS: [(u64, Order); 3] =
    [(4, Order::Advance(34)), (22, Order::FallBack(16)), (34, Order::Halt)];

/// The times at which the battlefield is printed, in tenths of a second.
const PICTURES: [u32; 4] = [60, 130, 225, 400];

fn main() -> Result<(), Error> {
    let mut shared = Shared::new(7)?;
    let mut squad = Squad::new(&mut shared)?;

    for tick in 0..=400_u32 {
        shared.now = STEP * tick;
        let seconds = shared.now.as_secs();
        let order = ORDERS.iter().rev().find(|(from, _)| *from <= seconds);
        shared.order = order.map_or(Order::Halt, |(_, order)| *order);

        squad.tick(&mut shared);
        squad.assert_obedience(shared.order);
        let mut soldiers: Vec<&mut Soldier> =
            squad.slots.iter_mut().map(|slot| &mut slot.soldier).collect();
        shared.enemies_act(&mut soldiers)?;
        squad.bury(&mut shared);
        if tick % 20 == 0 {
            squad.reinforce(3, &mut shared)?;
        }

        assert_eq!(
            shared.reloading,
            squad.count("reload"),
            "whoever stops reloading is not counted any more"
        );
        if PICTURES.contains(&tick) {
            squad.print(&shared);
        }
    }

    println!("{SLOTS} slots have seen {} soldiers", squad.tenants());
    assert!(squad.tenants() > SLOTS, "slots are used again");
    Ok(())
}

#[cfg(test)]
#[allow(dead_code, reason = "shared by all examples; this one needs a part of it")]
#[path = "../rules/mod.rs"]
mod rules;

/// The rules that hold in every state of a soldier's tree, whatever happens in the battle.
#[cfg(test)]
pub(crate) mod proofs {
    use super::rules::{fails, find, most_important_first, one_after_the_other, refuses, succeeds};
    use super::{Combat, Idle, Movement, SquadSoldier};
    use bt_core::{NodeId, NodeKind};
    use bt_verify::{Proof, Rules, explore, inside};

    const ADVANCE: NodeId = inside(SquadSoldier::MOVEMENT, Movement::ADVANCE);
    const FALL_BACK: NodeId = inside(SquadSoldier::MOVEMENT, Movement::FALL_BACK);
    const SHOOT: NodeId = inside(SquadSoldier::COMBAT, Combat::SHOOT);
    const RELOAD: NodeId = inside(SquadSoldier::COMBAT, Combat::RELOAD);
    const WATCH: NodeId = inside(SquadSoldier::IDLE, Idle::WATCH);
    const BANDAGE: NodeId = inside(SquadSoldier::IDLE, Idle::BANDAGE);

    pub(crate) fn proof() -> Proof {
        let proof = explore::<SquadSoldier>();
        assert!(proof.is_complete(), "{proof}");
        assert_eq!(proof.unreached().never_ticked(), []);
        proof
    }

    pub(crate) fn rules() -> Rules {
        orders(fight(Rules::new()))
            // Who has nothing to do watches or bandages, one thing at a time, until there is something.
            .never(|tick| succeeds(tick, SquadSoldier::IDLE))
            .never(|tick| succeeds(tick, WATCH) && tick.started(BANDAGE))
            .never(|tick| succeeds(tick, BANDAGE) && tick.started(WATCH))
    }

    /// An order reaches every soldier in the next tick. Only a fight comes first.
    fn orders(rules: Rules) -> Rules {
        let order = find(SquadSoldier::NODES, NodeKind::ActiveMatch, "");
        let walk = find(SquadSoldier::NODES, NodeKind::Action, "cx.walk()");
        rules
            .always(most_important_first([
                SquadSoldier::COMBAT,
                SquadSoldier::MOVEMENT,
                SquadSoldier::IDLE,
            ]))
            .after(move |tick| tick.is_active(order))
            .next(|tick| tick.is_ticked(SquadSoldier::COMBAT))
            .after(|tick| tick.is_active(SquadSoldier::IDLE))
            .next(|tick| tick.is_ticked(SquadSoldier::COMBAT))
            .never(|tick| tick.is_active(ADVANCE) && tick.is_active(FALL_BACK))
            .possible(|tick| tick.was_active(ADVANCE) && tick.started(FALL_BACK))
            .possible(refuses(SquadSoldier::MOVEMENT, order))
            // Those who advance keep together: they do not walk in every tick.
            .possible(move |tick| tick.is_active(ADVANCE) && !tick.is_ticked(walk))
    }

    fn fight(rules: Rules) -> Rules {
        let fire = find(SquadSoldier::NODES, NodeKind::Action, "cx.shoot()");
        let counts = find(SquadSoldier::NODES, NodeKind::Action, "cx.shared.reloading += 1");
        let pause = find(SquadSoldier::NODES, NodeKind::Wait, "1.1s");
        let fills = find(SquadSoldier::NODES, NodeKind::Action, "cx.me.rounds");
        rules
            // A fight ends only because there is no enemy, or another order.
            .never(|tick| succeeds(tick, SquadSoldier::COMBAT))
            .possible(refuses(SquadSoldier::COMBAT, SHOOT))
            .possible(move |tick| tick.is_active(SHOOT) && !tick.is_ticked(fire))
            // Who can shoot does not reload; nobody reloads while walking.
            .always(move |tick| !tick.started(RELOAD) || fails(tick, fire))
            .never(|tick| tick.is_active(RELOAD) && tick.is_active(SquadSoldier::MOVEMENT))
            // The magazine is full only after the time that it takes.
            .always(one_after_the_other([counts, pause, fills]))
    }

    #[test]
    fn the_rules_hold() {
        proof().check(&rules()).unwrap();
    }
}
