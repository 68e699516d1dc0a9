//! What would have to be different, in a sentence.

use super::{Different, WhyNot};
use crate::explore::asked::{Reply, What};
use crate::machine::{Machine, NodeId, Status};
use std::borrow::Cow;

/// A part of a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// A text.
    Text(Cow<'static, str>),
    /// A node by its name.
    Node(usize),
    /// The text in front of a node and its `=>`.
    Key(usize),
}

impl From<&'static str> for Piece {
    fn from(text: &'static str) -> Self {
        Self::Text(text.into())
    }
}

impl From<NodeId> for Piece {
    fn from(node: NodeId) -> Self {
        Self::Node(node.place())
    }
}

impl WhyNot {
    /// The answer about a node of this machine, without a full stop.
    #[must_use]
    pub fn sentence(&self, machine: &Machine, node: usize) -> Vec<Piece> {
        let node = Piece::Node(node);
        match self {
            Self::If { ticks, different } if different.is_empty() => match ticks {
                1 => [node, " runs in this tick".into()].into(),
                _ => {
                    let stays = " if all answers stay the same".into();
                    [node, " runs ".into(), later(ticks - 1), stays].into()
                }
            },
            Self::If { ticks, different } => {
                let mut pieces = Vec::from([node, " runs".into()]);
                if *ticks > 1 {
                    pieces.extend([" ".into(), later(ticks - 1)]);
                }
                pieces.push(" if ".into());
                for (place, one) in different.iter().enumerate() {
                    let before = place.checked_sub(1).map(|before| different[before].tick);
                    let is_later = one.tick > 0 && before != Some(one.tick);
                    let is_last = different.get(place + 1).is_none_or(|next| next.tick != one.tick);
                    match before {
                        Some(_) if is_later => pieces.push(", and ".into()),
                        Some(_) if is_last => pieces.push(" and ".into()),
                        Some(_) => pieces.push(", ".into()),
                        None => {}
                    }
                    if is_later {
                        pieces.extend([later(one.tick), " ".into()]);
                    }
                    pieces.extend(one.sentence(machine));
                }
                pieces
            }
            Self::Never { reached } => {
                let mut pieces =
                    Vec::from([node, " never runs from here, whatever is answered".into()]);
                if let Some(reached) = reached {
                    let last = " is the last node above it that runs".into();
                    pieces.extend([": ".into(), Piece::Node(*reached), last]);
                }
                pieces
            }
            Self::Unclear => {
                ["it is not clear which answers let ".into(), node, " run".into()].into()
            }
            Self::NotFound { transitions } => {
                let limit = format!(" run were found within {transitions} transitions");
                ["no answers that let ".into(), node, Piece::Text(limit.into())].into()
            }
        }
    }
}

/// A number of ticks after the one that has happened.
fn later(ticks: usize) -> Piece {
    match ticks {
        1 => "in the next tick".into(),
        _ => Piece::Text(format!("{ticks} ticks later").into()),
    }
}

impl Different {
    fn sentence(&self, machine: &Machine) -> Vec<Piece> {
        let node = &machine[self.asked.node];
        let own = Piece::from(node.id);
        let is = |yes: &'static str, no: &'static str| {
            Piece::from(if self.needs == Reply::No { no } else { yes })
        };
        match self.asked.what {
            What::Holds { about, .. } => {
                let holds = is(" holds", " does not hold");
                if about != node.id {
                    [Piece::Key(about.place()), holds].into()
                } else if node.children.is_empty() {
                    ["the condition ".into(), own, holds].into()
                } else {
                    ["the condition of ".into(), own, holds].into()
                }
            }
            What::Status => {
                let status = match self.needs {
                    Reply::Status(Status::Failure) => " fails",
                    Reply::Status(Status::Running) => " is running",
                    Reply::Status(Status::Success)
                    | Reply::No
                    | Reply::Yes
                    | Reply::Child(_)
                    | Reply::NoChild => " succeeds",
                };
                [own, status.into()].into()
            }
            What::Ticks => [own, is(" ticks its child", " does not tick its child")].into(),
            What::Begins => [own, is(" begins", " refuses to begin")].into(),
            What::IsOver(None) => [own, is(" is over", " is not over")].into(),
            What::IsOver(Some(child)) => {
                let time = "the time of ".into();
                [time, child_of(machine, node.id, child), is(" is over", " is not over")].into()
            }
            What::HasRounds => [own, is(" has a round", " has no round")].into(),
            What::HasRound => [own, is(" has another round", " has no other round")].into(),
            What::Arm(_) | What::Next(_) | What::Best(_) => match self.needs {
                Reply::Child(child) => {
                    [own, " chooses ".into(), child_of(machine, node.id, child)].into()
                }
                Reply::NoChild | Reply::No | Reply::Yes | Reply::Status(_) => {
                    [own, " chooses none of its children".into()].into()
                }
            },
        }
    }
}

fn child_of(machine: &Machine, node: NodeId, child: usize) -> Piece {
    machine[node].children.get(child).copied().unwrap_or(node).into()
}
