//! Values, numbers and cleanups of trees.

use super::{Book, Scripts, UNKNOWN};
use crate::call::{Origin, What};
use crate::language::{Slot, TEXTS};
use crate::leaves::Job;
use crate::random::{below, mix};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::cell::{Cell, RefCell};
use std::ops::Range;
use std::rc::Rc;
use std::task::Poll;
use std::time::Duration;

/// The value of a `let` or a parameter; the values are counted.
#[derive(Debug)]
pub struct Kept {
    /// Each action that uses it changes the number.
    pub number: u32,
    /// The counter of its world.
    living: Option<Rc<Cell<usize>>>,
}

impl Kept {
    /// A value that belongs to no world.
    #[must_use]
    pub fn new(number: u32) -> Self {
        Self { number, living: None }
    }

    fn among(number: u32, living: &Rc<Cell<usize>>) -> Self {
        living.set(living.get() + 1);
        Self { number, living: Some(Rc::clone(living)) }
    }
}

impl Clone for Kept {
    fn clone(&self) -> Self {
        match &self.living {
            Some(living) => Self::among(self.number, living),
            None => Self::new(self.number),
        }
    }
}

thread_local! {
    /// The counter of the world to which values belong that are restored.
    static RESTORED: RefCell<Rc<Cell<usize>>> = RefCell::default();
}

impl Serialize for Kept {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        (self.number, self.living.is_some()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Kept {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let (number, is_counted) = <(u32, bool)>::deserialize(deserializer)?;
        let living = RESTORED.with_borrow(Rc::clone);
        Ok(if is_counted { Self::among(number, &living) } else { Self::new(number) })
    }
}

impl PartialEq for Kept {
    fn eq(&self, other: &Self) -> bool {
        self.number == other.number
    }
}

impl Drop for Kept {
    fn drop(&mut self) {
        if let Some(living) = &self.living {
            living.set(living.get() - 1);
        }
    }
}

/// The expressions of generated trees that use a name.
impl Book {
    /// For an expression that reads a kept value.
    pub fn see(&self, slot: Slot, number: u32) -> &Self {
        self.note(Origin::Expression, slot, What::See(number));
        self
    }

    /// For an expression that reads the number of a round.
    pub fn see_number(&self, slot: Slot, number: usize) -> &Self {
        self.note(Origin::Expression, slot, What::Round(number));
        self
    }

    /// For an expression that may change a kept value, and does.
    pub fn touch(&mut self, slot: Slot, kept: &mut Kept) -> &mut Self {
        self.see(slot, kept.number);
        kept.number = kept.number.wrapping_mul(5).wrapping_add(slot);
        self
    }

    /// For an expression that uses a number, which is a copy.
    pub fn touch_number(&mut self, slot: Slot, number: usize) -> &mut Self {
        self.see_number(slot, number);
        self
    }
}

/// The expressions of generated trees that make, count or end values.
impl Book {
    /// The number of values that were made and not dropped.
    #[must_use]
    pub fn living(&self) -> usize {
        self.living.get()
    }

    /// From now on, values that are restored belong to this world.
    pub fn adopt_restored(&self) {
        RESTORED.with_borrow_mut(|living| *living = Rc::clone(&self.living));
    }

    /// For a `let`, or for a parameter.
    pub fn find(&self, slot: Slot) -> Kept {
        let number = self.found(slot);
        self.note(Origin::Expression, slot, What::Find(Some(number)));
        Kept::among(number, &self.living)
    }

    /// For a parameter of a word that is read by value.
    pub fn seen(&self, slot: Slot, kept: &Kept) -> &Self {
        self.see(slot, kept.number)
    }

    /// For an action that gives a number.
    pub fn gain(&mut self, slot: Slot) -> Option<u32> {
        let number = self.found(slot);
        let is_found = self.is_found(number, 3);
        self.note(Origin::Expression, slot, What::Find(is_found.then_some(number)));
        is_found.then_some(number)
    }

    /// For an action that gives a value and a number.
    pub fn both(&mut self, slot: Slot) -> Option<(Kept, u32)> {
        self.seek(slot).map(|kept| (kept, slot))
    }

    /// For a `let` that may find no value.
    pub fn seek(&mut self, slot: Slot) -> Option<Kept> {
        let number = self.found(slot);
        let is_found = self.is_found(number, 4);
        self.note(Origin::Expression, slot, What::Find(is_found.then_some(number)));
        is_found.then(|| Kept::among(number, &self.living))
    }

    /// For a `let` that may fail.
    ///
    /// # Errors
    ///
    /// If there is no value.
    pub fn search(&mut self, slot: Slot) -> Result<Kept, String> {
        self.seek(slot).ok_or_else(|| super::missing(slot))
    }

    /// For an action that may take time to find a value.
    ///
    /// # Errors
    ///
    /// If there is no value.
    pub fn ponder(&mut self, slot: Slot) -> Poll<Result<Kept, String>> {
        if self.one_of(slot, &[false, false, true], &[false, true]) {
            self.note(Origin::Expression, slot, What::Find(None));
            return Poll::Pending;
        }
        Poll::Ready(self.search(slot))
    }

    /// Of random numbers, every `of`th counts as none.
    fn is_found(&self, number: u32, of: u32) -> bool {
        number > 0 && (number % of > 0 || matches!(self.scripts, Scripts::Given(_)))
    }

    fn found(&self, slot: Slot) -> u32 {
        if let Scripts::Given(_) = self.scripts {
            return self.count_level(slot);
        }
        self.one_of(slot, &[1, 2, 3, 4, 5, 6, 7, 8, 9, 10], &[4, 5])
    }

    /// For a `for`; some ranges are empty, and some run backwards.
    pub fn range(&self, slot: Slot) -> Range<usize> {
        let ranges = [(0, 0), (0, 1), (0, 2), (0, 3), (5, 7), (2, 6), (3, 1), (7, 8)];
        let (start, end) = self.one_of(slot, &ranges, &[(0, 0), (0, UNKNOWN as usize)]);
        self.note(Origin::Expression, slot, What::Range(start, end));
        start..end
    }

    /// For an active utility selector.
    pub fn margin(&self, slot: Slot) -> f32 {
        const MARGINS: [f32; 8] =
            [0.0, 0.25, 0.5, 1.0, -0.5, f32::NAN, f32::INFINITY, f32::NEG_INFINITY];
        let margin = self.one_of(slot, &MARGINS, &[0.0]);
        self.note(Origin::Expression, slot, What::Margin);
        margin
    }

    /// For an action that is made by an expression.
    pub fn hire(&mut self, slot: Slot) -> Job {
        let activation = self.activation(slot);
        self.note(Origin::Expression, slot, What::Hire(activation));
        Job { slot, activation, turn: 0 }
    }

    /// For a `finally`; records the values that still exist.
    pub fn clean(&mut self, slot: Slot) {
        self.note(Origin::Expression, slot, What::Clean(self.living()));
    }

    /// For a `finally` around a ticket, which has ended.
    pub fn collect(&mut self, slot: Slot) {
        self.ledger.borrow_mut().collect(slot);
        self.clean(slot);
    }
}

/// The values of files with which they compute. They are not recorded and stay the same during a tick, because the
/// language does not specify how often they are read.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "the answers of cases have the types of their words"
)]
impl Book {
    fn level<T: Copy>(&self, slot: Slot, levels: &[T]) -> T {
        const TICKS: u64 = 2;
        levels[below(mix(self.character(slot), self.moment() / TICKS), levels.len())]
    }

    /// Of type `u8`.
    #[must_use]
    pub fn small_level(&self, slot: Slot) -> u8 {
        self.given(slot)
            .map_or_else(|| self.level(slot, &[0, 1, 2, 5, 100, 200, 255]), |given| given as u8)
    }

    /// Of type `u32`.
    #[must_use]
    pub fn count_level(&self, slot: Slot) -> u32 {
        self.given(slot).map_or_else(
            || self.level(slot, &[0, 1, 1, 2, 2, 3, 5, u32::MAX]),
            |given| given as u32,
        )
    }

    /// Of type `i32`.
    #[must_use]
    pub fn signed_level(&self, slot: Slot) -> i32 {
        self.given(slot).map_or_else(
            || self.level(slot, &[0, 1, -1, 2, -3, 7, i32::MAX, i32::MIN]),
            |given| given as i32,
        )
    }

    /// Of type `usize`.
    #[must_use]
    pub fn size_level(&self, slot: Slot) -> usize {
        self.given(slot).map_or_else(
            || self.level(slot, &[0, 1, 2, 3, 4, 6, usize::MAX]),
            |given| given as usize,
        )
    }

    /// Of type `f32`.
    #[must_use]
    pub fn real_level(&self, slot: Slot) -> f32 {
        self.given(slot).map_or_else(
            || self.level(slot, &[0.0, -0.0, 0.5, 1.0, -1.0, 2.5, 1e30, f32::MIN_POSITIVE]),
            |given| given as f32,
        )
    }

    /// Of type `Duration`.
    #[must_use]
    pub fn length_level(&self, slot: Slot) -> Duration {
        const MILLISECONDS: [u64; 7] = [0, 250, 500, 750, 1000, 2000, u64::MAX];
        if let Some(given) = self.given(slot) {
            return Duration::try_from_secs_f64(given).unwrap_or(Duration::MAX);
        }
        match self.level(slot, &MILLISECONDS) {
            u64::MAX => Duration::MAX,
            milliseconds => Duration::from_millis(milliseconds),
        }
    }

    /// A variant of the enum.
    #[must_use]
    pub fn side_level(&self, slot: Slot) -> u8 {
        self.given(slot).map_or_else(|| self.level(slot, &[0, 1, 2]), |given| given as u8)
    }

    /// Of type `&'static str`.
    #[must_use]
    pub fn text_level(&self, slot: Slot) -> &'static str {
        self.given(slot).map_or_else(|| self.level(slot, &TEXTS), |given| TEXTS[given as usize])
    }

    /// Of type `bool`.
    #[must_use]
    pub fn answer_level(&self, slot: Slot) -> bool {
        self.given(slot).map_or_else(|| self.level(slot, &[true, false]), |given| given > 0.0)
    }
}

/// The actions of a ticket.
impl Book {
    pub(crate) fn start_ticket(&self, slot: Slot, activation: u32) {
        self.ledger.borrow_mut().start(slot, activation);
    }

    pub(crate) fn pass(&self, slot: Slot) {
        self.note(Origin::Decorator, slot, What::Pass);
    }

    pub(crate) fn end_ticket(&self, slot: Slot, activation: u32) {
        self.ledger.borrow_mut().end_ticket(slot, activation);
    }
}
