//! A log of all events, one line of text for each.

use super::Mark;
use super::nodes::Nodes;
#[cfg(feature = "alloc")]
use super::reason::Ticks;
#[cfg(feature = "alloc")]
use crate::Active;
#[cfg(feature = "alloc")]
use crate::Inspect;
use crate::language::node::line::OneLine;
use crate::{Agent, Node, NodeId, Observer, Status};
use core::fmt;

/// Writes one line for each event, to a file, a terminal or a serial port.
///
/// With the feature `alloc`, it also writes why another node runs than in the tick before, like
/// [`Reasons`](super::Reasons), if all ticks are those of one agent.
///
/// ```
/// # #[cfg(feature = "alloc")] {
/// use bt_core::behavior_tree;
/// use bt_core::observe::Log;
///
/// behavior_tree! {
///     tree Day(hungry: &mut bool) {
///         active_selector {
///             'eat: sequence {
///                 condition *hungry;
///                 action *hungry = false;
///             }
///             'sleep: running;
///         }
///     }
/// }
///
/// let mut log = Log::new(Day::NODES, String::new());
/// let (mut day, mut hungry) = (Day::new(), false);
/// log.tick(&mut day, &mut hungry);
/// hungry = true;
/// log.tick(&mut day, &mut hungry);
/// assert_eq!(
///     log.into_writer(),
///     "\
/// tick 1
///   failure  condition *hungry
///   failure  eat: sequence
///   running  sleep: running
/// tick 2
///   success  condition *hungry
///   success  action *hungry = false
///   success  eat: sequence
///   aborted  sleep: running
///   success  active_selector
///   reason   *hungry turned true, so the tree succeeded after *hungry = false.
/// "
/// );
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Log<W> {
    nodes: Nodes,
    writer: W,
    ticks: u64,
    result: fmt::Result,
    /// The node whose failure is written already, with its error.
    failed: Option<NodeId>,
    #[cfg(feature = "alloc")]
    last: Ticks,
}

impl<W: fmt::Write> Log<W> {
    /// Makes a log for a tree with these nodes: `Log::new(Day::NODES, String::new())`.
    #[must_use]
    pub const fn new(nodes: &'static [Node], writer: W) -> Self {
        Self::with_nodes(Nodes::compiled(nodes), writer)
    }

    /// Makes a log for this tree, which may be a loaded one.
    #[cfg(feature = "alloc")]
    #[must_use]
    pub fn of(tree: &(impl Inspect + ?Sized), writer: W) -> Self {
        Self::with_nodes(Nodes::copied(tree.nodes()), writer)
    }

    const fn with_nodes(nodes: Nodes, writer: W) -> Self {
        Self {
            nodes,
            writer,
            ticks: 0,
            result: Ok(()),
            failed: None,
            #[cfg(feature = "alloc")]
            last: Ticks::new(),
        }
    }

    /// Ticks the tree and writes its events after the number of the tick.
    pub fn tick<B: ?Sized, T: Agent<B>>(&mut self, tree: &mut T, blackboard: &mut B) -> Status {
        #[cfg(feature = "alloc")]
        if self.nodes.follow(tree) {
            self.last = Ticks::new();
        }
        tree.tick_with(blackboard, self)
    }

    /// Returns an error if the writer has failed; nothing is written after that.
    ///
    /// # Errors
    ///
    /// If the writer has failed.
    pub const fn result(&self) -> fmt::Result {
        self.result
    }

    /// The writer.
    #[must_use]
    pub fn into_writer(self) -> W {
        self.writer
    }

    fn write(&mut self, text: fmt::Arguments<'_>) {
        if self.result.is_ok() {
            self.result = self.writer.write_fmt(text);
        }
    }

    fn line(&mut self, id: NodeId, mark: Mark, error: Option<fmt::Arguments<'_>>) {
        let Some(node) = self.nodes.get(id.index()).copied() else { return };
        match error {
            Some(error) => {
                let error = OneLine(error);
                self.write(format_args!("  {mark}  {node}  {error}\n"));
            }
            None => self.write(format_args!("  {mark}  {node}\n")),
        }
    }

    /// Writes why another node runs than in the tick before.
    #[cfg(feature = "alloc")]
    fn reason(&mut self) {
        if let Some(reason) = self.last.reason(&self.nodes) {
            self.write(format_args!("  reason   {reason}\n"));
        }
    }
}

impl<W: fmt::Write> Observer for Log<W> {
    fn leaf(&mut self, node: NodeId, status: Status, error: Option<fmt::Arguments<'_>>) {
        self.line(node, Mark::Ticked(status), error);
        #[cfg(feature = "alloc")]
        self.last.leaf(node, status, error);
    }

    fn error(&mut self, node: NodeId, error: fmt::Arguments<'_>) {
        self.line(node, Mark::Ticked(Status::Failure), Some(error));
        self.failed = Some(node);
        #[cfg(feature = "alloc")]
        self.last.error(node, error);
    }

    fn finished(&mut self, node: NodeId, status: Status) {
        if self.failed.take() != Some(node) {
            self.line(node, Mark::Ticked(status), None);
        }
        #[cfg(feature = "alloc")]
        self.last.finished(node, status);
    }

    fn aborted(&mut self, node: NodeId) {
        self.line(node, Mark::Aborted, None);
        #[cfg(feature = "alloc")]
        {
            self.last.aborted(node);
            if self.last.is_whole_abort(node) {
                self.reason();
            }
        }
    }

    fn tick_begins(&mut self) {
        self.ticks += 1;
        let number = self.ticks;
        self.write(format_args!("tick {number}\n"));
        #[cfg(feature = "alloc")]
        self.last.begin();
    }

    #[cfg(feature = "alloc")]
    fn tick_ends(&mut self, active: Active<'_>) {
        self.last.end(&self.nodes, active);
        self.reason();
    }
}

#[cfg(feature = "std")]
pub use io::ToIo;

#[cfg(feature = "std")]
mod io {
    use super::Log;
    use crate::Node;
    use core::fmt;
    use std::io;

    impl<W: io::Write> Log<ToIo<W>> {
        /// Makes a log that writes to a file, to `stderr()` or to any other `io::Write`.
        ///
        /// ```
        /// # use bt_core::{behavior_tree, observe::Log};
        /// # behavior_tree! { tree Rest(it: &mut ()) { running; } }
        /// let mut log = Log::to_io(Rest::NODES, std::io::stderr());
        /// log.tick(&mut Rest::new(), &mut ());
        /// log.into_writer().into_result()?;
        /// # Ok::<(), std::io::Error>(())
        /// ```
        #[must_use]
        pub const fn to_io(nodes: &'static [Node], writer: W) -> Self {
            Self::new(nodes, ToIo::new(writer))
        }
    }

    /// Writes text to an `io::Write`; made by [`Log::to_io`].
    #[derive(Debug)]
    pub struct ToIo<W> {
        writer: W,
        error: Option<io::Error>,
    }

    impl<W> ToIo<W> {
        /// For a log of a loaded tree: `Log::of(&tree, ToIo::new(stderr()))`.
        #[must_use]
        pub const fn new(writer: W) -> Self {
            Self { writer, error: None }
        }
    }

    impl<W: io::Write> ToIo<W> {
        /// Flushes the writer and returns it.
        ///
        /// # Errors
        ///
        /// The first error of the writer.
        pub fn into_result(mut self) -> io::Result<W> {
            match self.error {
                Some(error) => Err(error),
                None => self.writer.flush().map(|()| self.writer),
            }
        }
    }

    impl<W: io::Write> fmt::Write for ToIo<W> {
        fn write_str(&mut self, text: &str) -> fmt::Result {
            self.writer.write_all(text.as_bytes()).map_err(|error| {
                self.error.get_or_insert(error);
                fmt::Error
            })
        }
    }
}
