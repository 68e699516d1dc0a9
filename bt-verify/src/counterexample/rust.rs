//! A counterexample as a test in Rust.

use super::{Counterexample, Moment, Reason};
use crate::tick::status;
use crate::word;
use bt_core::Node;
use bt_language::explore::Event;
use bt_language::words::{Arguments, Family};
use core::fmt::{self, Write};

impl Counterexample {
    /// The run as a test in Rust, which fails after its last tick. [`Answers`](bt_core::observe::Answers) stand for the
    /// leaves. You write the blackboard, and for a tree of a file how the tree is made; then you can replace the end by the
    /// check that the rule makes.
    ///
    /// Comments say which conditions that are no leaves hold, and which times are over; the blackboard decides about them, and
    /// about the rest. A stateful action that runs is started, and an action with a result (`-> name`) succeeds by itself; see [`Observer::answer`](bt_core::Observer::answer).
    ///
    /// ```text
    /// #[test]
    /// fn soldier_breaks_no_rule() {
    ///     use bt_core::{NodeId, Status, observe::Answers};
    ///
    ///     let mut blackboard = todo!("the blackboard before the first tick");
    ///     let mut tree = Soldier::new();
    ///
    ///     let mut answers = Answers::new()
    ///         .leaf(NodeId::new(3), Status::Failure) // condition npc.is_hurt(): failure
    ///         .leaf(NodeId::new(5), Status::Running); // action npc.fight(): running
    ///     assert_eq!(tree.tick_with(&mut blackboard, &mut answers), Status::Running);
    ///     assert_eq!(format!("{:?}", tree.active()), "[active_selector, fight]");
    ///
    ///     panic!("the rule at src/soldier.rs:41:10 does not hold after this tick");
    /// }
    /// ```
    #[must_use]
    pub fn as_rust(&self) -> String {
        let mut text = String::new();
        // Writing to a string never fails.
        let _ = self.write_rust(&mut text);
        text
    }

    fn write_rust(&self, text: &mut String) -> fmt::Result {
        let name = &self.tree.name;
        writeln!(text, "#[test]\nfn {}_breaks_no_rule() {{", name.to_lowercase())?;
        if !self.is_empty() {
            writeln!(text, "    use bt_core::{{NodeId, Status, observe::Answers}};\n")?;
            let blackboard = "todo!(\"the blackboard before the first tick\")";
            writeln!(text, "    let mut blackboard = {blackboard};")?;
            writeln!(text, "    let mut tree = {name}::new();")?;
        }
        for moment in &*self.ticks {
            self.write_moment(moment, text)?;
        }
        let broken = match &self.reason {
            Reason::Broken => format!("the rule at {} does not hold after this tick", self.place),
            reason => format!("the rule at {} does not hold: {reason}", self.place),
        };
        if !self.is_empty() {
            writeln!(text)?;
        }
        let broken = broken.replace('{', "{{").replace('}', "}}");
        writeln!(text, "    panic!({broken:?});\n}}")
    }

    fn write_moment(&self, moment: &Moment, text: &mut String) -> fmt::Result {
        writeln!(text)?;
        if moment.is_after_abort {
            writeln!(text, "    tree.abort(&mut blackboard);")?;
        }
        for text_of in moment.seen.events.iter().filter_map(|event| self.decision(event)) {
            writeln!(text, "    // {text_of}")?;
        }
        let answers = self.answers(moment);
        let end = if answers.is_empty() { ";" } else { "" };
        writeln!(text, "    let mut answers = Answers::new(){end}")?;
        for (place, (call, comment)) in answers.iter().enumerate() {
            let end = if place + 1 == answers.len() { ";" } else { "" };
            writeln!(text, "        .{call}{end} // {comment}")?;
        }
        let tick = "tree.tick_with(&mut blackboard, &mut answers)";
        if moment.panics {
            return writeln!(text, "    {tick}; // panics");
        }
        writeln!(text, "    assert_eq!({tick}, Status::{:?});", status(moment.seen.status))?;
        let active = format!("[{}]", self.active(&moment.seen));
        writeln!(text, "    assert_eq!(format!(\"{{:?}}\", tree.active()), {active:?});")
    }

    /// The calls that add the answers of a tick, each with a comment.
    fn answers(&self, moment: &Moment) -> Vec<(String, String)> {
        let answer = |event: &Event| {
            let Event::Leaf(leaf, result) = event else { return None };
            let leaf = self.tree.nodes.get(leaf.place()).filter(|node| is_asked(node))?;
            let result = status(*result);
            let call = format!("leaf(NodeId::new({}), Status::{result:?})", leaf.id);
            Some((call, format!("{leaf}: {result}")))
        };
        moment.seen.events.iter().filter_map(answer).collect()
    }
}

/// Returns `true` for a leaf that an observer can answer.
fn is_asked(node: &Node) -> bool {
    let word = word(node.kind);
    word.family() == Family::Leaf && !word.calls_tree() && word.arguments() != Arguments::None
}
