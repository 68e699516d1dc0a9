//! The soldier of the example `soldier`, with words in place of Rust, so that its tree can be a file.

use crate::world::World;
use bt_core::behavior_tree;
use bt_watch::live::Fields;
use soldier::{Enemy, Npc, enemies_act};

#[allow(dead_code, reason = "the example has its own tree and prints its story")]
#[path = "../../examples/soldier/main.rs"]
mod soldier;

/// Each soldier has its own luck.
const SOLDIERS: u64 = 5;

behavior_tree! {
    /// The words of a soldier.
    #[derive(Clone, Debug)]
    pub(crate) vocabulary Drill(npc: &mut Npc) {
        /// An enemy lives and is near.
        condition SeesEnemy => npc.sees_enemy();
        condition IsHurt(/** health, of 100 */ below: u32 = 20) => npc.health < below;
        /// The enemy that was chosen last has not fallen.
        condition EnemyLives => !npc.enemy_dead();

        /// Runs to the shelter, and stays there until it has recovered.
        action RunAway => npc.run_away();
        /// Fires at the enemy that is nearest, or reloads; fails if it sees none.
        action Attack => npc.attack();
        /// Walks from waypoint to waypoint.
        action Patrol => npc.patrol();

        /// It shoots only at those who live.
        rule always Attack.ticked -> EnemyLives.succeeded;
        /// Nobody begins to run away unhurt.
        rule always RunAway.started -> IsHurt.succeeded;
    }
}

pub(crate) struct Soldiers;

impl World for Soldiers {
    type Words = Drill;
    type Body = Npc;
    const FILE: &'static str = "soldier.tree";
    const ROOT: &'static str = "Soldier";

    fn bodies() -> Vec<(String, Npc)> {
        (1..=SOLDIERS).map(|number| (format!("soldier {number}"), Npc::new(number))).collect()
    }

    fn advance(npc: &mut Npc) {
        // New enemies come when the others have fallen and the soldier is far from their posts.
        if npc.position <= 8 && !npc.enemies.iter().any(Enemy::lives) {
            npc.enemies = Npc::new(0).enemies;
        }
        enemies_act(npc);
    }

    fn let_set(npc: &mut Npc, fields: &mut Fields) {
        fields.field("position", &mut npc.position).field("health", &mut npc.health);
        fields.field("rounds", &mut npc.rounds);
    }
}
