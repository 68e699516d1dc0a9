//! The exits of blocks.

use super::stack::{Entry, Phase};
use super::{At, Choice, Run};
use crate::machine::{Edge, Ended, Exit, Keeps, PositionId, Status};

/// The way out of a block.
pub(super) enum Way<'r> {
    /// An edge, and the status of what was ticked last.
    Edge(&'r Edge, Status),
    /// The region returns running.
    Running,
    /// A region or a frame is run first.
    Call(At),
}

impl<'r> Run<'r> {
    pub(super) fn exit(&mut self, exit: &'r Exit, entry: Entry) -> Result<Way<'r>, Choice> {
        let Entry { at, status, .. } = entry;
        let edge = match exit {
            Exit::Jump(edge) => Some(edge),
            Exit::Resume(arms) => self.resume(arms, at),
            Exit::Ask { question, yes, no } => {
                Some(if self.ask(*question, at)? { yes } else { no })
            }
            Exit::Choose { arms, .. } => arms.get(self.choose(arms.len())?),
            Exit::Remembered { cell, success, failure, nothing } => {
                Some(match self.words[self.model.layout.memory(*cell)] {
                    0 => nothing,
                    1 => failure,
                    _ => success,
                })
            }
            Exit::Act { of, running, ended } => {
                let status = self.act(of.node, at)?;
                return Ok(Way::Edge(by_status(status, running, ended), status));
            }
            Exit::Wait { position, begins, before, over } => {
                Some(if self.is_over(*position, *begins, at)? { over } else { before })
            }
            Exit::Begin { position, refused, then } => {
                if self.begins(at, *position)? {
                    Some(then)
                } else {
                    refused.as_ref()
                }
            }
            Exit::BeginBeside { position, refused, .. } => {
                return self.begin_beside(entry, *position, refused.as_ref(), exit);
            }
            Exit::Continue { position, .. } => return self.tick(exit, entry, *position),
            Exit::Pick { by, found, none } => Some(if self.pick(at, *by)? { found } else { none }),
            Exit::Chosen { .. } => {
                let child = self.chosen_child(at);
                return Ok(child.map_or(Way::Running, |child| Way::Call(At::Region(child))));
            }
            Exit::Through { running, ended } => return self.through(entry, running, ended),
            Exit::Child { child, closed, .. } => {
                let At::Frame(frame) = at else { return Ok(Way::Running) };
                let Some(region) = self.machine()[frame].children.get(*child) else {
                    return Ok(Way::Running);
                };
                match (self.closed(*region), closed) {
                    (Some(_), Some(edge)) => Some(edge),
                    _ => return Ok(Way::Call(At::Region(*region))),
                }
            }
        };
        Ok(edge.map_or(Way::Running, |edge| Way::Edge(edge, status)))
    }

    fn resume(&self, arms: &'r [(Vec<PositionId>, Edge)], at: At) -> Option<&'r Edge> {
        let recorded = self.recorded(at);
        let is_it = |positions: &[PositionId]| {
            positions.is_empty() || recorded.is_some_and(|of| positions.contains(&of))
        };
        arms.iter().find(|(positions, _)| is_it(positions)).map(|(_, edge)| edge)
    }

    /// A position begins and is ticked while another one may be recorded.
    fn begin_beside(
        &mut self,
        mut entry: Entry,
        position: PositionId,
        refused: Option<&'r Edge>,
        exit: &'r Exit,
    ) -> Result<Way<'r>, Choice> {
        if entry.phase != Phase::Begun {
            let begins = match self.position(entry.at, position) {
                Some(of) => self.make(of)?,
                None => false,
            };
            if !begins {
                return Ok(refused.map_or(Way::Running, |edge| Way::Edge(edge, entry.status)));
            }
            entry.phase = Phase::Begun;
            self.set_top(entry);
        }
        self.tick(exit, entry, position)
    }

    /// Ticks what a position keeps.
    fn tick(
        &mut self,
        exit: &'r Exit,
        entry: Entry,
        position: PositionId,
    ) -> Result<Way<'r>, Choice> {
        let Some(of) = self.position(entry.at, position) else { return Ok(Way::Running) };
        let status = match &of.keeps {
            Keeps::Action(_) | Keeps::Tree(_) => self.any_status(of.place.node)?,
            Keeps::Region(region) => return Ok(Way::Call(At::Region(*region))),
            Keeps::Frame(frame) => {
                self.ticked(of.place.node);
                return Ok(Way::Call(At::Frame(*frame)));
            }
            Keeps::Nothing | Keeps::Deadline(_) => Status::Failure,
        };
        self.after(exit, Entry { status, ..entry })
    }

    /// The way out after what was ticked has returned the status of the entry.
    pub(super) fn after(&mut self, exit: &'r Exit, entry: Entry) -> Result<Way<'r>, Choice> {
        let Entry { at, status, .. } = entry;
        let edge = match exit {
            Exit::BeginBeside { position, abort, success, failure, .. } => {
                if status == Status::Running {
                    self.abort(at, abort);
                    self.record(at, Some(*position));
                } else if let Some(of) = self.position(at, *position) {
                    self.end(of);
                }
                ended(status, success, failure)
            }
            Exit::Continue { position, success, failure } => {
                if status != Status::Running {
                    self.record(at, None);
                    if let Some(of) = self.position(at, *position) {
                        self.end(of);
                    }
                }
                ended(status, success, failure)
            }
            Exit::Child { running, ended, .. } | Exit::Chosen { running, ended } => {
                Some(by_status(status, running, ended))
            }
            Exit::Through { running, ended } => {
                if status != Status::Running {
                    self.renew_child(at);
                }
                let entry = Entry { phase: Phase::Begun, ..entry };
                self.set_top(entry);
                return self.through(entry, running, ended);
            }
            // Nothing is called from these.
            Exit::Jump(_)
            | Exit::Resume(_)
            | Exit::Ask { .. }
            | Exit::Choose { .. }
            | Exit::Remembered { .. }
            | Exit::Act { .. }
            | Exit::Wait { .. }
            | Exit::Begin { .. }
            | Exit::Pick { .. } => None,
        };
        Ok(edge.map_or(Way::Running, |edge| Way::Edge(edge, status)))
    }

    /// A decorator of the user ticks its child or not, and returns any status.
    fn through(
        &mut self,
        mut entry: Entry,
        running: &'r Edge,
        ended: &'r Ended,
    ) -> Result<Way<'r>, Choice> {
        self.changed();
        if entry.phase != Phase::Begun {
            let child = match entry.at {
                At::Frame(frame) => self.machine()[frame].children.first().copied(),
                At::Region(_) => None,
            };
            if let (true, Some(child)) = (self.maybe()?, child) {
                return Ok(Way::Call(At::Region(child)));
            }
            entry.phase = Phase::Begun;
            self.set_top(entry);
        }
        let statuses = [Status::Success, Status::Failure, Status::Running];
        let status = statuses[self.choose(statuses.len())?];
        Ok(Way::Edge(by_status(status, running, ended), status))
    }
}

fn ended<'e>(status: Status, success: &'e Edge, failure: &'e Edge) -> Option<&'e Edge> {
    match status {
        Status::Running => None,
        Status::Success => Some(success),
        Status::Failure => Some(failure),
    }
}

fn by_status<'e>(status: Status, running: &'e Edge, ended: &'e Ended) -> &'e Edge {
    match (status, ended) {
        (Status::Running, _) => running,
        (Status::Success, Ended::Apart { success: edge, .. })
        | (Status::Failure, Ended::Apart { failure: edge, .. })
        | (_, Ended::Alike(edge)) => edge,
    }
}
