//! A counterexample as a test in Rust.

use super::{Counterexample, Moment, Reason};
use crate::Node;
use crate::verify::source::{literal, range};
use crate::verify::tick::status;
use crate::verify::word;
use bt_language::explore::Event;
use bt_language::machine;
use bt_language::words::{Arguments, Children, Family};
use core::fmt::{self, Write};
use std::format;
use std::string::String;
use std::vec::Vec;

impl Counterexample {
    /// The run as a test in Rust, which fails after its last tick. [`Answers`](crate::observe::Answers) stand for the
    /// leaves and for decisions. You write the blackboard, and for a tree of a file how the tree is made; then you can
    /// replace the end by the check that the rule makes.
    ///
    /// A comment lists the nodes that still depend on the blackboard, such as a `timeout` on its clock. A stateful
    /// action that runs is started; see [`Observer::answer`](crate::Observer::answer).
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
    ///         .with(NodeId::new(3), Status::Failure) // condition npc.is_hurt(): failure
    ///         .with(NodeId::new(5), Status::Running); // action npc.fight(): running
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
            self.write_others(text)?;
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
        let (nodes, seen) = (&self.tree.nodes, &moment.seen);
        let is_ticked = |node: &Node| seen.ticked.get(node.id.index()) == Some(&true);
        let mut answers = Vec::new();
        let mut decide = |call: &str, node: &Node, holds: bool, comment: String| {
            answers.push((format!("{call}(NodeId::new({}), {holds})", node.id), comment));
        };
        for node in nodes.iter().filter(|node| is_ticked(node)) {
            if decides(node) {
                let child = nodes.get(node.id.index() + 1);
                decide("with_decision", node, child.is_some_and(is_ticked), format!("{node}"));
            }
            if word(node.kind).children() == Children::Conditional {
                let children = nodes.iter().filter(|child| child.parent == Some(node.id));
                let last = children.clone().rfind(|child| is_ticked(child));
                let fails = |child: &Node| {
                    seen.results.get(child.id.index()) == Some(&Some(machine::Status::Failure))
                };
                // The condition of a child that was running is not evaluated, and neither are those after a child that
                // did not fail.
                let is_evaluated = |child: &&Node| {
                    let was_active = seen.before.get(child.id.index()) == Some(&true);
                    !was_active && last.is_none_or(|last| child.id <= last.id || fails(last))
                };
                for child in children.filter(is_evaluated) {
                    let key = child.key.unwrap_or_default().split_whitespace();
                    let key = key.collect::<Vec<_>>().join(" ");
                    decide("with_key", child, is_ticked(child), format!("{key} => {child}"));
                }
            }
        }
        for event in &seen.events {
            let Event::Leaf(leaf, result) = event else { continue };
            let Some(leaf) = nodes.get(leaf.place()).filter(|node| is_asked(node)) else {
                continue;
            };
            let result = status(*result);
            let call = format!("with(NodeId::new({}), Status::{result:?})", leaf.id);
            answers.push((call, format!("{leaf}: {result}")));
        }
        answers
    }

    /// Lists the nodes of the run that still depend on the blackboard.
    fn write_others(&self, text: &mut String) -> fmt::Result {
        let is_ticked = |node: &&Node| {
            let mut ticks = self.ticks.iter();
            ticks.any(|moment| moment.seen.ticked.get(node.id.index()) == Some(&true))
        };
        let others = self.tree.nodes.iter().filter(is_ticked).filter(|node| is_open(node));
        for (place, node) in others.enumerate() {
            if place == 0 {
                writeln!(text, "    // The blackboard also decides about:")?;
            }
            writeln!(text, "    //     {node}")?;
        }
        Ok(())
    }
}

/// Returns `true` for a leaf that an observer can answer.
fn is_asked(node: &Node) -> bool {
    let word = word(node.kind);
    word.family() == Family::Leaf && !word.calls_tree() && word.arguments() != Arguments::None
}

/// Returns `true` if a condition of the node decides whether its first child is ticked.
fn decides(node: &Node) -> bool {
    let word = word(node.kind);
    let is_guard = word.family() == Family::Decorator && word.arguments() == Arguments::Value;
    is_guard || word.children() == Children::Branches
}

/// Returns `true` for a node that depends on the blackboard in other ways than by a condition.
fn is_open(node: &Node) -> bool {
    let word = word(node.kind);
    let by_children = match word.children() {
        Children::Weighted | Children::Scored | Children::Arms => true,
        Children::None
        | Children::One
        | Children::Block
        | Children::Watched
        | Children::Conditional
        | Children::Branches => false,
    };
    by_children
        || match word.arguments() {
            Arguments::Duration => word.family() == Family::Decorator,
            Arguments::Count => !node.source.is_empty() && literal(node.source) != node.source,
            Arguments::Range => !node.source.ends_with(range(node.source)),
            Arguments::Binding | Arguments::Literal => true,
            // Nothing is known of it.
            Arguments::Tree => node.end == node.id.after(1),
            Arguments::None
            | Arguments::Expression
            | Arguments::Action
            | Arguments::Value
            | Arguments::Service
            | Arguments::Policies
            | Arguments::Margin
            | Arguments::Statement => false,
        }
}
