//! Composites that choose one of their children: at random, or by score.

use super::super::code::{FrameKind, Number};
use super::super::play::{Play, Vocabulary};
use super::Run;
use crate::Status;
use crate::language::private::{Events, choice};
use crate::vocabulary::Plain;

/// The maximum number of children of a composite that chooses by score; the checks of the language refuse more.
const MOST: usize = 255;

/// The maximum number of children of a random composite; the checks of the language refuse more.
const MOST_DRAWN: usize = 1000;

/// The maximum number of weights in the small array on the stack.
const FEW: usize = 32;

impl<V: Vocabulary, E: Events> Run<'_, V, E> {
    /// Ticks the chosen child; if it ends with the status after which the next child is chosen, chooses that child in
    /// the same tick.
    pub(super) fn tick_choice<B: ?Sized>(&mut self, frame: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.frames[frame];
        let (FrameKind::Random { chosen, onward, .. } | FrameKind::Utility { chosen, onward, .. }) =
            of.kind
        else {
            return Status::Failure;
        };
        loop {
            if self.words[chosen] == 0 {
                let Some(next) = self.next(&of.kind, blackboard) else { return onward };
                self.choose(chosen, next, &of.children);
            }
            let child = of.children[self.words[chosen] as usize - 1];
            let status = self.region(child, blackboard);
            if status != onward {
                return status;
            }
            self.words[chosen] = 0;
        }
    }

    /// Chooses an idle child.
    fn choose(&mut self, chosen: usize, child: usize, children: &[usize]) {
        self.words[chosen] = u32::try_from(child + 1).unwrap_or(0);
        self.words[self.code.regions[children[child]].state] = 0;
    }

    /// The index of the next child, if one is left.
    fn next<B: ?Sized>(&mut self, kind: &FrameKind, blackboard: &mut B) -> Option<usize>
    where
        V: Play<B>,
    {
        match kind {
            FrameKind::Utility { order, .. } => {
                let left = self.words[*order].checked_sub(1)?;
                self.words[*order] = left;
                let word = self.words[*order + 1 + left as usize / 4];
                Some(usize::from(word.to_le_bytes()[left as usize % 4]))
            }
            FrameKind::Random { tried, weights, .. } => self.draw(*tried, weights, blackboard),
            _ => None,
        }
    }

    /// Draws one of the children that have not been tried.
    fn draw<B: ?Sized>(
        &mut self,
        tried: usize,
        weights: &[Number],
        blackboard: &mut B,
    ) -> Option<usize>
    where
        V: Play<B>,
    {
        if weights.len() <= FEW {
            self.draw_of::<FEW, B>(tried, weights, blackboard)
        } else {
            self.draw_of::<MOST_DRAWN, B>(tried, weights, blackboard)
        }
    }

    fn draw_of<const N: usize, B: ?Sized>(
        &mut self,
        tried: usize,
        weights: &[Number],
        blackboard: &mut B,
    ) -> Option<usize>
    where
        V: Play<B>,
    {
        let is_untried =
            |words: &[u32], child: usize| words[tried + child / 32] & (1 << (child % 32)) == 0;
        let left = (0..weights.len()).filter(|child| is_untried(self.words, *child)).count();
        let draw = if left > 1 { V::draw(blackboard) } else { 0 };
        let mut weighed = [0; N];
        for (weighed, weight) in weighed.iter_mut().zip(weights) {
            *weighed = u32::of(Self::number(*weight, blackboard));
        }
        let weighed = weighed.get(..weights.len())?;
        let chosen = choice::drawn(|child| is_untried(self.words, child), draw, weighed)?;
        self.words[tried + chosen / 32] |= 1 << (chosen % 32);
        Some(chosen)
    }

    /// Stores the order of the children of a utility selector, the lowest score first.
    pub(super) fn order_by_score<B: ?Sized>(
        &mut self,
        order: usize,
        scores: &[Number],
        blackboard: &mut B,
    ) where
        V: Play<B>,
    {
        let (children, left) = Self::ordered(scores, None, None, blackboard);
        self.words[order] = u32::from(left);
        let bytes = children[..usize::from(left)].chunks(4);
        for (place, chunk) in bytes.enumerate() {
            let mut word = [0; 4];
            word[..chunk.len()].copy_from_slice(chunk);
            self.words[order + 1 + place] = u32::from_le_bytes(word);
        }
    }

    /// The children in the order of their scores, the lowest first, and their number; the margin is added to the score
    /// of a running child, which also precedes others with the same score.
    fn ordered<B: ?Sized>(
        scores: &[Number],
        runs: Option<usize>,
        margin: Option<Number>,
        blackboard: &B,
    ) -> ([u8; MOST], u8)
    where
        V: Play<B>,
    {
        let mut values = [0.0; MOST];
        let count = scores.len().min(MOST);
        for (value, score) in values.iter_mut().zip(scores) {
            *value = f32::of(Self::number(*score, blackboard));
        }
        let by = margin.filter(|_| runs.is_some());
        let by = by.map_or(0.0, |margin| f32::of(Self::number(margin, blackboard)));
        let mut children = [0; MOST];
        let left = choice::ordered(&mut values[..count], runs, by, &mut children);
        (children, left)
    }

    /// Scores the children and ticks the best; a running child that is not the best is aborted first.
    pub(super) fn tick_scored<B: ?Sized>(&mut self, frame: usize, blackboard: &mut B) -> Status
    where
        V: Play<B>,
    {
        let code = self.code;
        let of = &code.frames[frame];
        let FrameKind::ActiveUtility { chosen, ref scores, margin } = of.kind else {
            return Status::Failure;
        };
        let mut runs = (self.words[chosen] as usize).checked_sub(1);
        let (children, mut left) = Self::ordered(scores, runs, margin, blackboard);
        loop {
            let next = left.checked_sub(1);
            let best = next.map(|next| usize::from(children[usize::from(next)]));
            left = next.unwrap_or(0);
            if best != runs {
                if runs.is_some() {
                    self.leave_children(frame, blackboard);
                }
                match best {
                    Some(best) => self.choose(chosen, best, &of.children),
                    None => self.words[chosen] = 0,
                }
            }
            let Some(best) = best else { return Status::Failure };
            let status = self.region(of.children[best], blackboard);
            if status != Status::Failure {
                return status;
            }
            self.words[chosen] = 0;
            runs = None;
        }
    }
}
