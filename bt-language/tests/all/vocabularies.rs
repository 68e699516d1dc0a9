//! The vocabularies of the tests.

use bt_language::file;
use bt_language::vocabulary::Vocabulary;
use std::sync::LazyLock;

/// A vocabulary that is written as a program writes it.
pub(crate) fn vocabulary(items: &str) -> Vocabulary {
    let source = format!("behavior_tree! {{ vocabulary Drill(npc: &mut Npc) {{ {items} }} }}");
    let vocabulary = Vocabulary::of_rust(&source).expect("a vocabulary");
    file::forget();
    Vocabulary { has_clock: Some(true), ..vocabulary }
}

/// The words of a soldier's trees, with values of all types.
pub(crate) fn drill() -> &'static Vocabulary {
    static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| {
        vocabulary(
            "
        condition SeesEnemy => npc.it();
        condition HealthBelow(limit: i32 = 20) => npc.it();
        action Attack => npc.it();
        action MoveTo(x: f32, y: f32, speed: f32 = 1.5) => MoveTo { x, y, speed };
        action Turn(side: Side { Left, Right }) => npc.it();
        action Say(text: &'static str) => npc.it();
        action Fire(shots: u8) => npc.it();
        decorator Brave(up_to: u32) => Brave { up_to };
        value Health: i32 => npc.it();
        value Pause: Duration => npc.it();
        value Fear: f32 => npc.it();
        value IsNight: bool => npc.it();
        subtree Shoot;
        subtree Reload(&mut npc.weapon);
        type Pose;
        type Path;
        value Goal: Pose => npc.it();
        value Spot(number: usize): Pose => npc.it();
        value Aim: Side { Left, Right } => npc.it();
        action Plan(goal: Pose) -> Path => npc.it();
        action Follow(path: &Path, speed: f32 = 1.5) => npc.it();
        action Detect -> (pose: Pose, score: f32) => Detect {};
        random => 1;
        ",
        )
    });
    &WORDS
}

/// The words of a villager's trees, with descriptions.
pub(crate) fn village() -> &'static Vocabulary {
    static WORDS: LazyLock<Vocabulary> = LazyLock::new(|| {
        vocabulary(
            "
        /// About Hungry.
        condition Hungry => npc.it();
        /// About Eat.
        action Eat => npc.it();
        /// About GoTo.
        action GoTo(
            /// about to
            to: Place { Home, Inn },
            /// about speed
            speed: f32 = 1.5,
            /// about quiet
            quiet: bool = false,
        ) => GoTo { to, speed, quiet };
        /// About Lamp.
        decorator Lamp => Lamp {};
        /// About Pause.
        value Pause: Duration => npc.it();
        /// About Hunger.
        value Hunger: f32 => npc.it();
        /// About Night.
        value Night: bool => npc.it();
        /// About Rounds.
        value Rounds: u32 => npc.it();
        /// About Chat.
        subtree Chat;
        random => 1;
        ",
        )
    });
    &WORDS
}
