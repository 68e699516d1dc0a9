// Words whose expressions have another type than they should.
use bt_core::behavior_tree;
use std::time::Duration;

struct Npc {
    name: String,
    health: i32,
    pause: Duration,
}

enum Side {
    Left,
    Right,
    Both,
}

impl Npc {
    fn side(&self) -> Side {
        if self.health > 1 {
            Side::Left
        } else if self.health > 0 {
            Side::Right
        } else {
            Side::Both
        }
    }
}

behavior_tree! {
    vocabulary Drill(npc: &mut Npc) {
        condition Hurt => npc.health;
        condition Below(limit: i32) => npc.pause < limit;
        action Attack => npc.health + 1;
        action Rest(times: u8) => npc.health - i32::from(times);
        value Health: i32 => npc.name.len();
        value Pause: Duration => npc.health;
        value Name: &'static str => npc.name.as_str();
        value Aim: Side { Left, Right } => npc.side();
        random => npc.health;
    }
}

fn main() {}
