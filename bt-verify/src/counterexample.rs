//! The shortest run that breaks a rule, also as a test in Rust.

use super::replayed::Replayed;
use super::tick::status;
use super::{Tick, Tree, word};
use bt_core::observe::Reasons;
use bt_core::{Agent, Node, NodeId};
use bt_language::explore::{Event, Seen};
use bt_language::words::{Arguments, Family};
use bt_watch::record::{Recorder, Recording, RecordingError};
use core::fmt::{self, Write};
use core::panic::Location;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a rule does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Reason {
    /// The last tick of the run breaks it.
    Broken,
    /// It panicked about the last tick of the run, with this message.
    Panicked(String),
    /// It asks about a node that the tree does not have.
    UnknownNode(NodeId),
    /// The exploration did not come to an end; the text says how far it came.
    Incomplete(String),
    /// It has to be possible, and no run has such a tick.
    Impossible,
    /// The proof assumes it, and the last tick of a simulation shows that it is not true.
    NotAsAssumed,
    /// The tree panicked in the last tick of a simulation, with this message.
    TreePanicked(String),
    /// The world of a simulation panicked outside of the tree, with this message.
    WorldPanicked(String),
    /// No run of the proof has the last tick of a simulation: the text says which answer is excluded, if one is.
    NotInProof(String),
    /// The tree of a simulation is this one, and not the one of the proof.
    OtherTree(String),
}

impl fmt::Display for Reason {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Broken => formatter.write_str("it is broken in the last tick"),
            Self::Panicked(message) => write!(formatter, "it panicked: {message}"),
            Self::UnknownNode(node) => {
                write!(
                    formatter,
                    "the tree has no node {}; use the constants of its type",
                    node.index()
                )
            }
            Self::Incomplete(text) => formatter.write_str(text),
            Self::Impossible => formatter.write_str("it is not possible in any run"),
            Self::NotAsAssumed => formatter.write_str("it is assumed, and is not true"),
            Self::TreePanicked(message) => write!(formatter, "the tree panicked: {message}"),
            Self::WorldPanicked(message) => {
                write!(formatter, "the world panicked after it: {message}")
            }
            Self::NotInProof(text) => write!(formatter, "no run of the proof has it: {text}"),
            Self::OtherTree(name) => {
                write!(formatter, "the tree is `{name}`, whose nodes are others")
            }
        }
    }
}

/// A run that breaks a rule; no other run that does is shorter.
///
/// It is printed tick by tick, with what each leaf returned, and with the reason if another node runs than before.
#[derive(Clone)]
pub struct Counterexample {
    tree: Arc<Tree>,
    place: &'static Location<'static>,
    reason: Reason,
    ticks: Arc<[Moment]>,
    page: Option<PathBuf>,
}

/// A tick of the run.
#[derive(Debug)]
pub(super) struct Moment {
    /// The program aborted the tree before it.
    pub(super) is_after_abort: bool,
    /// The tree panicked in it.
    pub(super) panics: bool,
    pub(super) seen: Seen,
}

impl Counterexample {
    pub(super) fn new(
        tree: &Arc<Tree>,
        place: &'static Location<'static>,
        reason: Reason,
        path: Vec<(bool, Seen)>,
    ) -> Self {
        let moment = |(is_after_abort, seen)| Moment { is_after_abort, panics: false, seen };
        Self::of_run(tree, place, reason, path.into_iter().map(moment).collect())
    }

    pub(super) fn of_run(
        tree: &Arc<Tree>,
        place: &'static Location<'static>,
        reason: Reason,
        ticks: Vec<Moment>,
    ) -> Self {
        Self { tree: Arc::clone(tree), place, reason, ticks: ticks.into(), page: None }
    }

    pub(super) fn place(&self) -> &'static Location<'static> {
        self.place
    }

    pub(super) fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Saves the page in a folder, if that can be written.
    pub(super) fn saved(mut self, folder: Option<&Path>) -> Self {
        let Some(folder) = folder else { return self };
        let file = Path::new(self.place.file()).file_stem().unwrap_or_default().to_string_lossy();
        let (line, column) = (self.place.line(), self.place.column());
        let path = folder.join(format!("{}-{file}-{line}-{column}.html", self.tree.name));
        let is_saved = std::fs::create_dir_all(folder).is_ok() && self.save_page(&path).is_ok();
        self.page = is_saved.then_some(path);
        self
    }

    /// Why the rule does not hold.
    #[must_use]
    pub fn reason(&self) -> &Reason {
        &self.reason
    }

    /// The number of ticks.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ticks.len()
    }

    /// Returns `true` if there is no run, since the rule could not be checked.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ticks.is_empty()
    }

    /// The ticks, the first one first.
    #[must_use]
    pub fn ticks(&self) -> impl ExactSizeIterator<Item = Tick<'_>> {
        self.ticks.iter().map(|moment| Tick::new(&moment.seen))
    }

    /// The page that was saved; see [`Limits::pages`](super::Limits::pages).
    #[must_use]
    pub fn page(&self) -> Option<&Path> {
        self.page.as_deref()
    }

    /// The run as a recording.
    #[must_use]
    pub fn recording(&self) -> Recording {
        let mut recorder = Recorder::with_capacity(usize::MAX);
        let mut tree = Replayed::new(&self.tree, &self.ticks);
        let agent = recorder.agent_of(self.tree.name.as_str(), &tree);
        for (place, moment) in self.ticks.iter().enumerate() {
            if place > 0 {
                recorder.next_moment();
            }
            if moment.is_after_abort {
                recorder.abort(agent, &mut tree, &mut ());
                recorder.next_moment();
            }
            recorder.tick(agent, &mut tree, &mut ());
        }
        recorder.into_recording()
    }

    /// Saves the run as a page that a browser opens.
    ///
    /// # Errors
    ///
    /// If the file cannot be written.
    pub fn save_page(&self, path: impl AsRef<Path>) -> Result<(), RecordingError> {
        self.recording().save_page(path)
    }

    /// The text about a condition that is no leaf, or about a time.
    fn decision(&self, event: &Event) -> Option<String> {
        match event {
            Event::Decision { of, about, answer } => {
                let key = self.tree.nodes.get(about.place()).and_then(|node| node.key);
                Some(match key.filter(|_| of != about) {
                    Some(key) => format!("{}: {answer}", one_line(key)),
                    None => format!("{}: {answer}", self.node(about.place())),
                })
            }
            Event::Over(node) => Some(format!("{}: its time is over", self.node(node.place()))),
            Event::Leaf(..) | Event::Finished(..) | Event::Aborted(_) | Event::Ticked(_) => None,
        }
    }

    fn node(&self, place: usize) -> Shown<'_> {
        Shown(self.tree.nodes.get(place))
    }

    /// The names of the active nodes.
    fn active(&self, seen: &Seen) -> String {
        let nodes = self.tree.nodes.iter().zip(&seen.after);
        let active = nodes.filter(|(_, is_active)| **is_active);
        let name = |node: &Node| one_line(node.name());
        active.map(|(node, _)| name(node)).collect::<Vec<_>>().join(", ")
    }
}

/// A text without line breaks.
pub(super) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

struct Shown<'n>(Option<&'n Node>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.map_or(Ok(()), |node| node.fmt(formatter))
    }
}

impl Counterexample {
    /// Prints the ticks, at most this number of the last ones.
    pub(super) fn write_ticks(
        &self,
        most: usize,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        let hidden = self.ticks.len().saturating_sub(most);
        if hidden > 0 {
            write!(formatter, "\n  ticks 1 to {hidden} are on the page")?;
        }
        // The reasons in the first tick that is printed depend on the tick before.
        let begin = hidden.saturating_sub(1);
        let mut tree = Replayed::new(&self.tree, &self.ticks[begin..]);
        let mut reasons = Reasons::new(&self.tree.nodes);
        for (place, moment) in self.ticks.iter().enumerate().skip(begin) {
            if moment.is_after_abort {
                tree.abort_with(&mut (), &mut reasons);
            }
            reasons.tick(&mut tree, &mut ());
            if place >= hidden {
                self.write_tick(place + 1, moment, reasons.last(), formatter)?;
            }
        }
        Ok(())
    }

    fn write_tick(
        &self,
        number: usize,
        moment: &Moment,
        reason: Option<&str>,
        formatter: &mut fmt::Formatter<'_>,
    ) -> fmt::Result {
        if moment.is_after_abort {
            write!(formatter, "\n  the program aborts the tree")?;
        }
        let stop = if moment.seen.is_stop { " (stop)" } else { "" };
        if moment.panics {
            write!(formatter, "\n  tick {number}{stop}: panics")?;
        } else {
            write!(formatter, "\n  tick {number}{stop}: {}", status(moment.seen.status))?;
        }
        for event in &moment.seen.events {
            match event {
                Event::Leaf(node, result) => {
                    write!(formatter, "\n    {}: {}", self.node(node.place()), status(*result))?;
                }
                Event::Aborted(node) => {
                    write!(formatter, "\n    aborted: {}", self.node(node.place()))?;
                }
                Event::Decision { .. } | Event::Over(_) => {
                    let text = self.decision(event).unwrap_or_default();
                    write!(formatter, "\n    {text}")?;
                }
                Event::Finished(..) | Event::Ticked(_) => {}
            }
        }
        if moment.panics {
            return Ok(());
        }
        write!(formatter, "\n    active: [{}]", self.active(&moment.seen))?;
        // The program is the reason of a stop.
        let reason = reason.filter(|_| !moment.seen.is_stop);
        reason.map_or(Ok(()), |reason| write!(formatter, "\n    reason: {reason}"))
    }
}

/// The run, tick by tick.
impl fmt::Display for Counterexample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { tree, place, reason, .. } = self;
        write!(formatter, "the rule at {place} does not hold for `{}`", tree.name)?;
        if !self.is_empty() {
            write!(formatter, " in tick {}", self.len())?;
        }
        if *reason != Reason::Broken {
            write!(formatter, ": {reason}")?;
        }
        self.write_ticks(usize::MAX, formatter)?;
        match &self.page {
            Some(page) => write!(formatter, "\n  page: {}", page.display()),
            None => Ok(()),
        }
    }
}

/// The same as [`Display`](fmt::Display), so that `unwrap` prints the run.
impl fmt::Debug for Counterexample {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(formatter)?;
        fmt::Display::fmt(self, formatter)
    }
}

impl core::error::Error for Counterexample {}

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
        let call = if moment.seen.is_stop { "stop_with" } else { "tick_with" };
        let tick = format!("tree.{call}(&mut blackboard, &mut answers)");
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
