//! Frames: their data, and the regions of their children.

use super::{Area, Assembled, Assembler, Instance};
use crate::Status;
use crate::files::code::{Address, Frame, FrameKind, Number, TIME};
use bt_language::ast::{Expression, Kind};
use bt_language::machine::{self, Body, FrameId};
use std::format;
use std::vec::Vec;

/// The number of children that have one bit each in a word.
const BITS: usize = u32::BITS as usize;

/// The number of children that have one byte each in a word.
const BYTES: usize = 4;

impl<'m> Assembler<'m> {
    /// Allocates a frame and all regions below it; returns its index, and the end of its words.
    pub(super) fn frame(
        &mut self,
        instance: &Instance<'m>,
        id: FrameId,
        from: Area,
    ) -> Assembled<(usize, Area)> {
        let frame: &'m machine::Frame = &instance.machine[id];
        let node = &instance.machine[frame.node];
        let (kind, behind) = self.kind(node, frame, from)?;
        let number = self.code.frames.len();
        self.code.frames.push(Frame {
            node: instance.id(node.id),
            kind,
            entries: [super::NOWHERE; 2],
            children: Vec::new(),
        });
        let is_choice = frame.is_choice();
        let (mut end, mut children) = (behind, Vec::new());
        for child in &frame.children {
            // Only one child of a choice is active at a time, so the children share their words.
            let from = if is_choice { behind } else { end };
            let (region, behind_child) = self.region(instance, *child, from)?;
            children.push(region);
            end = end.max(behind_child);
        }
        self.code.frames[number].children = children;
        if matches!(frame.body, Body::Single(_) | Body::Parallel(_)) {
            self.code.frames[number].entries = self.blocks_of_frame(instance, frame, number)?;
        }
        Ok((number, end))
    }

    /// The data of a frame without its children, and the end of that data.
    fn kind(
        &mut self,
        node: &machine::Node,
        frame: &machine::Frame,
        from: Area,
    ) -> Assembled<(FrameKind, Area)> {
        let word = from.word;
        let behind = |words: usize| Area { word: word + words, ..from };
        let children = frame.children.len();
        Ok(match &node.kind {
            Kind::Repeat(Some(count)) | Kind::Retry(Some(count)) => {
                let count = Self::number(count)?;
                (FrameKind::Rounds { left: word, count }, behind(1))
            }
            Kind::Timeout(duration) => {
                let length = self.length(duration)?;
                (FrameKind::Timeout { until: word, length }, behind(TIME))
            }
            Kind::Every(duration) | Kind::Service(duration, _) => {
                let period = self.period(duration, word + TIME)?;
                let is_every = matches!(node.kind, Kind::Every(_));
                let words = if duration.is_constant() { TIME } else { 2 * TIME };
                (FrameKind::Timer { due: word, period, is_every }, behind(words))
            }
            Kind::Finally(run) => (FrameKind::Finally { call: self.call(run)? }, from),
            Kind::With(made) => {
                let call = self.call(&made.value)?;
                let end = Area { held: from.held + 1, ..from };
                (FrameKind::Decorator { held: from.held, call }, end)
            }
            Kind::Parallel(_) | Kind::Monitor { .. } => (FrameKind::Parallel, from),
            Kind::Random { weights, .. } => {
                let (weights, onward) = (numbers(weights)?, onward(frame)?);
                let words = children.div_ceil(BITS);
                (
                    FrameKind::Random { chosen: word, tried: word + 1, weights, onward },
                    behind(1 + words),
                )
            }
            Kind::Utility { scores } => {
                let (scores, onward) = (numbers(scores)?, onward(frame)?);
                let words = 1 + children.div_ceil(BYTES);
                (
                    FrameKind::Utility { chosen: word, order: word + 1, scores, onward },
                    behind(1 + words),
                )
            }
            Kind::ActiveUtility { margin, scores } => {
                let margin = margin.as_ref().map(Self::number).transpose()?;
                let scores = numbers(scores)?;
                (FrameKind::ActiveUtility { chosen: word, scores, margin }, behind(1))
            }
            kind => return Err(format!("`{}` has no place in a file", kind.word())),
        })
    }

    /// The address of the data that the blocks of a frame test.
    pub(super) fn address(&self, frame: usize) -> Assembled<Address> {
        match &self.code.frames[frame].kind {
            FrameKind::Rounds { left: at, .. }
            | FrameKind::Timeout { until: at, .. }
            | FrameKind::Timer { due: at, .. } => Ok(*at),
            _ => Err("a frame has nothing to be asked".into()),
        }
    }
}

fn numbers(all: &[Expression]) -> Assembled<Vec<Number>> {
    all.iter().map(Assembler::number).collect()
}

/// The status of a child after which the next child is chosen.
fn onward(frame: &machine::Frame) -> Assembled<Status> {
    match frame.body {
        Body::Choice { onward: machine::Status::Failure } => Ok(Status::Failure),
        Body::Choice { onward: machine::Status::Success } => Ok(Status::Success),
        _ => Err("a choice does not say when it goes on".into()),
    }
}
