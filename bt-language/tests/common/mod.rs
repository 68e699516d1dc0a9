//! The vocabulary of the tests.

use bt_language::vocabulary::{Constant, Integer, Parameter, Role, Type, Vocabulary, Word};

fn parameter(name: &str, of: Type, default: Option<Constant>) -> Parameter {
    Parameter { default, ..Parameter::new(name, of) }
}

fn word(name: &str, role: Role, parameters: Vec<Parameter>) -> Word {
    Word { parameters, ..Word::new(name, role) }
}

/// An action with results.
fn gives(word: Word, results: Vec<Parameter>) -> Word {
    Word { results, ..word }
}

fn own(name: &str) -> Type {
    Type::Own { name: name.into() }
}

fn integer(name: &str) -> Type {
    Type::Integer(Integer::named(name).expect("a type of Rust").clone())
}

/// The words of a soldier's trees.
pub(crate) fn drill() -> Vocabulary {
    let sides =
        || Type::Variants { name: "Side".into(), variants: vec!["Left".into(), "Right".into()] };
    let speed = || Some(Constant::Single(1.5));
    Vocabulary {
        words: vec![
            word("SeesEnemy", Role::Condition, vec![]),
            word(
                "HealthBelow",
                Role::Condition,
                vec![parameter("limit", integer("i32"), Some(Constant::Integer(20)))],
            ),
            word("Attack", Role::Action { is_stateful: false }, vec![]),
            word(
                "MoveTo",
                Role::Action { is_stateful: true },
                vec![
                    parameter("x", Type::Single, None),
                    parameter("y", Type::Single, None),
                    parameter("speed", Type::Single, speed()),
                ],
            ),
            word(
                "Turn",
                Role::Action { is_stateful: false },
                vec![parameter("side", sides(), None)],
            ),
            word(
                "Say",
                Role::Action { is_stateful: false },
                vec![parameter("text", Type::Text, None)],
            ),
            word(
                "Fire",
                Role::Action { is_stateful: false },
                vec![parameter("shots", integer("u8"), None)],
            ),
            word("Brave", Role::Decorator, vec![parameter("up_to", integer("u32"), None)]),
            word("Health", Role::Value(integer("i32")), vec![]),
            word("Pause", Role::Value(Type::Duration), vec![]),
            word("Fear", Role::Value(Type::Single), vec![]),
            word("IsNight", Role::Value(Type::Bool), vec![]),
            word("Shoot", Role::Subtree { part: None }, vec![]),
            word("Reload", Role::Subtree { part: Some("&mut npc.weapon".into()) }, vec![]),
            word("Pose", Role::Type, vec![]),
            word("Path", Role::Type, vec![]),
            word("Goal", Role::Value(own("Pose")), vec![]),
            word(
                "Spot",
                Role::Value(own("Pose")),
                vec![parameter("number", integer("usize"), None)],
            ),
            word("Aim", Role::Value(sides()), vec![]),
            gives(
                word(
                    "Plan",
                    Role::Action { is_stateful: false },
                    vec![parameter("goal", own("Pose"), None)],
                ),
                vec![parameter("Plan", own("Path"), None)],
            ),
            word(
                "Follow",
                Role::Action { is_stateful: false },
                vec![
                    Parameter { by_reference: true, ..parameter("path", own("Path"), None) },
                    parameter("speed", Type::Single, speed()),
                ],
            ),
            gives(
                word("Detect", Role::Action { is_stateful: true }, vec![]),
                vec![parameter("pose", own("Pose"), None), parameter("score", Type::Single, None)],
            ),
        ],
        has_random: true,
        has_clock: Some(true),
        ..Vocabulary::default()
    }
}
