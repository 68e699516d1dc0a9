//! The village of the example `workshop`: villagers who work, eat and sleep, and a wolf.

use crate::world::World;
use bt_watch::live::Fields;
use village::Villager;
use words::Village;

#[allow(dead_code, reason = "the example has its own steps")]
#[path = "../../examples/workshop/src/village.rs"]
mod village;
#[path = "../../examples/workshop/src/words.rs"]
mod words;

const VILLAGERS: u64 = 50;

pub(crate) struct Workshop;

impl World for Workshop {
    type Words = Village;
    type Body = Villager;
    const FILE: &'static str = "villager.tree";
    const ROOT: &'static str = "Villager";

    fn bodies() -> Vec<(String, Villager)> {
        let villagers = (0..VILLAGERS).map(Villager::new);
        villagers.map(|villager| (villager.name(), villager)).collect()
    }

    fn advance(villager: &mut Villager) {
        villager.advance();
    }

    fn let_set(villager: &mut Villager, fields: &mut Fields) {
        villager.let_set(fields);
    }
}
