//! The words of a vocabulary for tools: as JSON, and which of them a file uses.

use bt_core::vocabulary::Word;
use bt_core::{Action, Clock, Decorator, IntoStatus, Status, behavior_tree, files};
use std::time::Duration;

/// The blackboard of the vocabulary.
#[derive(Debug, Default)]
struct Npc {
    enemy: bool,
    weapon: u32,
}

#[derive(Clone, Copy, Debug)]
enum Side {
    Left,
    Right,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

struct MoveTo {
    x: f32,
    y: f32,
    speed: f32,
}

impl Action<Npc> for MoveTo {
    fn tick(&mut self, _: &mut Npc) -> Status {
        (self.x + self.y < self.speed).into_status()
    }
}

struct Brave {
    up_to: u32,
}

impl Decorator<Npc> for Brave {
    fn check(&self, npc: &Npc) -> bool {
        npc.weapon <= self.up_to
    }
}

behavior_tree! {
    tree Load(weapon: &mut u32) {
        action *weapon += 6;
    }

    vocabulary Drill(npc: &mut Npc) {
        condition SeesEnemy => npc.enemy;
        action Attack => npc.weapon -= 1;
        /// Walks to a place.
        action MoveTo(x: f32, y: f32, /** metres per second */ speed: f32 = 1.5) => MoveTo { x, y, speed };
        action Say(text: &'static str = "hello", side: Side { Left, Right } = Right, times: u8 = 1) => {
            text.len() > usize::from(times) && matches!(side, Side::Left)
        };
        action Rest(length: Duration = 1500ms, deep: bool = true, factor: f64 = 0.1, times: i128 = -3) => {
            deep && length > Duration::ZERO && factor > 0.0 && times > 0
        };
        decorator Brave(up_to: u32 = 3) => Brave { up_to };
        value Pause: Duration => Duration::from_secs(u64::from(npc.weapon));
        value Hurt: bool => npc.weapon == 0;
        value Aim: Side { Left, Right } => if npc.enemy { Side::Left } else { Side::Right };
        subtree Load(&mut npc.weapon);
    }
}

fn word(name: &str) -> Word {
    *Drill::WORDS.iter().find(|word| word.name == name).expect("a word")
}

/// The words `MoveTo`, `Aim` and `Load`.
const JSON: &str = r#"[
  {
    "name": "MoveTo",
    "kind": {
      "action": {
        "is_stateful": true
      }
    },
    "parameters": [
      {
        "name": "x",
        "type": "f32",
        "default": null,
        "description": null
      },
      {
        "name": "y",
        "type": "f32",
        "default": null,
        "description": null
      },
      {
        "name": "speed",
        "type": "f32",
        "default": {
          "f32": 1.5
        },
        "description": "metres per second"
      }
    ],
    "description": "Walks to a place."
  },
  {
    "name": "Aim",
    "kind": {
      "value": {
        "enum": {
          "name": "Side",
          "variants": [
            "Left",
            "Right"
          ]
        }
      }
    },
    "parameters": [],
    "description": null
  },
  {
    "name": "Load",
    "kind": {
      "subtree": {
        "part": "&mut npc.weapon"
      }
    },
    "parameters": [],
    "description": null
  }
]"#;

#[test]
fn the_words_are_json() {
    let json = files::words_as_json(&[word("MoveTo"), word("Aim"), word("Load")]);
    assert_eq!(json, JSON);
    let all: serde_json::Value = serde_json::from_str(&files::words_as_json(Drill::WORDS)).unwrap();
    let number_of_words = all.as_array().map(Vec::len);
    assert_eq!(number_of_words, Some(Drill::WORDS.len()), "a default of every type is JSON");
}

#[test]
fn the_words_that_a_file_uses_are_listed() {
    let used = |text: &str| {
        let trees = Drill::parse(text).expect("a sound file");
        trees.words_used().collect::<Vec<_>>()
    };
    assert_eq!(used("tree A { wait(1s); }"), [""; 0]);
    assert_eq!(used("tree A { wait(Pause); }"), ["Pause"], "a length of time");
    let twice = "tree A { sequence { action Attack; action Attack; condition SeesEnemy; } }";
    assert_eq!(used(twice), ["SeesEnemy", "Attack"], "each once, in the order of the vocabulary");
    let both = "tree A { action Say(side = Aim, times = 1); } tree B { sequence { subtree A; subtree Load; } }";
    assert_eq!(used(both), ["Say", "Aim", "Load"], "also as arguments and as trees");
    let others = "tree A { with Brave guard(Hurt) service(1s, Attack) running; }";
    assert_eq!(used(others), ["Attack", "Brave", "Hurt"]);
}

#[test]
fn mistakes_are_shown_with_the_name_of_a_file() {
    let mistakes = Drill::parse("tree A { action Flee; }").expect_err("a mistake");
    assert!(mistakes.to_string().contains("--> text:1:17"), "{mistakes}");
    let mistakes = mistakes.in_file("trees/a.tree");
    assert!(mistakes.to_string().contains("--> trees/a.tree:1:17"), "{mistakes}");
}

#[test]
fn a_word_is_shown_as_it_is_declared() {
    let shown: Vec<String> = Drill::WORDS.iter().map(ToString::to_string).collect();
    let expected = [
        "condition SeesEnemy",
        "action Attack",
        "action MoveTo(x: f32, y: f32, speed: f32 = 1.5)",
        "action Say(text: &'static str = \"hello\", side: Side { Left, Right } = Right, times: u8 = 1)",
        "action Rest(length: Duration = 1.5s, deep: bool = true, factor: f64 = 0.1, times: i128 = -3)",
        "decorator Brave(up_to: u32 = 3)",
        "value Pause: Duration",
        "value Hurt: bool",
        "value Aim: Side { Left, Right }",
        "subtree Load",
    ];
    assert_eq!(shown, expected);
}
