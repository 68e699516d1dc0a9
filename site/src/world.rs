//! A world whose agents run the trees of a file.

use bt_core::files::Play;
use bt_watch::live::Fields;
use serde::Serialize;

/// The world of an example.
pub(crate) trait World: 'static {
    type Words: Play<Self::Body>;
    /// The blackboard of an agent.
    type Body: Serialize;
    /// The file of the trees.
    const FILE: &'static str;
    /// The tree of each agent.
    const ROOT: &'static str;

    /// The agents with their names.
    fn bodies() -> Vec<(String, Self::Body)>;

    /// Advances the world around an agent by one step.
    fn advance(body: &mut Self::Body);

    /// Names the fields that the page may set.
    fn let_set(body: &mut Self::Body, fields: &mut Fields);
}
