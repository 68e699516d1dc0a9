//! The worlds of the examples, with their files.

use crate::Texts;
use crate::drill::Soldiers;
use crate::robot::Tea;
use crate::run::{Run, Running};
use crate::workshop::Workshop;
use serde_json::Value;

/// The name and the text of a file.
pub(crate) type Text = (&'static str, &'static str);

/// A world that is open, and its files as JSON.
pub(crate) type Opened = (Box<dyn Running>, Value);

/// A world that visitors can choose.
pub(crate) struct Example {
    pub(crate) name: &'static str,
    /// The files of its trees.
    pub(crate) trees: &'static [Text],
    pub(crate) open: fn(&[Text], Texts) -> Result<Opened, String>,
    /// The module and the type of its [`World`](crate::world::World).
    pub(crate) world: (&'static str, &'static str),
    /// The files of a project besides those that all have. Modules have the paths that Rust looks for without `#[path]`.
    pub(crate) sources: &'static [Text],
}

macro_rules! files {
    ($($name:literal: $path:literal,)*) => {
        &[$(($name, include_str!(concat!("../../", $path)))),*]
    };
}

const EXAMPLES: [Example; 3] = [
    Example {
        name: "village",
        trees: files!["villager.tree": "examples/workshop/villager.tree",],
        open: Run::<Workshop>::open,
        world: ("workshop", "Workshop"),
        sources: files![
            "src/workshop.rs": "site/src/workshop.rs",
            "src/workshop/village.rs": "examples/workshop/src/village.rs",
            "src/workshop/words.rs": "examples/workshop/src/words.rs",
        ],
    },
    Example {
        name: "robot",
        trees: files![
            "navigate.tree": "examples/robot/navigate.tree",
            "recovery.tree": "examples/robot/recovery.tree",
        ],
        open: Run::<Tea>::open,
        world: ("robot", "Tea"),
        sources: files![
            "src/robot.rs": "site/src/robot.rs",
            "src/robot/world.rs": "examples/robot/world.rs",
            // The example compiles its trees too, and proves rules about them.
            "examples/robot/navigate.tree": "examples/robot/navigate.tree",
            "examples/robot/recovery.tree": "examples/robot/recovery.tree",
        ],
    },
    Example {
        name: "soldier",
        trees: files!["soldier.tree": "site/soldier.tree",],
        open: Run::<Soldiers>::open,
        world: ("drill", "Soldiers"),
        sources: files![
            "src/drill.rs": "site/src/drill.rs",
            "src/drill/soldier.rs": "examples/soldier/main.rs",
            "src/drill/soldier/record.rs": "examples/soldier/record.rs",
            "src/drill/soldier/wanted.rs": "examples/soldier/wanted.rs",
            "src/drill/soldier/terminal.rs": "examples/terminal/mod.rs",
            "src/drill/soldier/terminal/text.rs": "examples/terminal/text.rs",
        ],
    },
];

/// The world with this name; an error is a sentence.
pub(crate) fn example(name: &str) -> Result<&'static Example, String> {
    let named = EXAMPLES.iter().find(|example| example.name == name);
    named.ok_or_else(|| format!("there is no world `{name}`"))
}
