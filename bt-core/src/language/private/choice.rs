/// The children of a random composite that have not been chosen yet, one bit for each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Untried<const BYTES: usize> {
    tried: [u8; BYTES],
}

impl<const BYTES: usize> Untried<BYTES> {
    pub const ALL: Self = Self { tried: [0; BYTES] };

    /// The number of children that are left, of `count`.
    #[must_use]
    #[inline]
    pub fn left(&self, count: usize) -> usize {
        left(&self.tried, count)
    }

    /// Chooses one of the children that are left, with a probability proportional to its weight; the first
    /// one if all weights are zero. `None` if no child is left.
    #[inline]
    pub fn choose(&mut self, draw: u32, weights: &[u32]) -> Option<usize> {
        choose(&mut self.tried, draw, weights)
    }
}

// The rest is the same for each number of children, so it is compiled once, in this crate, and not with each
// tree.

fn left(tried: &[u8], count: usize) -> usize {
    let tried: u32 = tried.iter().map(|byte| byte.count_ones()).sum();
    count.saturating_sub(tried as usize)
}

fn choose(tried: &mut [u8], draw: u32, weights: &[u32]) -> Option<usize> {
    let is_untried = |child: usize| tried[child / 8] & (1 << (child % 8)) == 0;
    let chosen = drawn(is_untried, draw, weights)?;
    tried[chosen / 8] |= 1 << (chosen % 8);
    Some(chosen)
}

/// Draws one of the children that are left, each as often as its weight says.
pub(crate) fn drawn(is_left: impl Fn(usize) -> bool, draw: u32, weights: &[u32]) -> Option<usize> {
    let left = || (0..weights.len()).filter(|child| is_left(*child));
    let total: u64 = left().map(|child| u64::from(weights[child])).sum();
    let mut point = u64::from(draw).checked_rem(total).unwrap_or(0);
    left().find(|&child| {
        let weight = u64::from(weights[child]);
        let here = total == 0 || point < weight;
        point = point.saturating_sub(weight);
        here
    })
}

/// Sorts the children by score, the worst first, and returns their number.
#[allow(clippy::cast_possible_truncation, reason = "the macro refuses more than 255 children")]
fn by_score(scores: &[f32], children: &mut [u8]) -> u8 {
    let mut left = 0;
    for (child, score) in scores.iter().enumerate().filter(|(_, score)| !score.is_nan()) {
        let mut place = left;
        while place > 0 && scores[usize::from(children[place - 1])] >= *score {
            children[place] = children[place - 1];
            place -= 1;
        }
        children[place] = child as u8;
        left += 1;
    }
    left as u8
}

/// Moves a child before the others with the same score, that is, after them in the list, whose last element
/// is the best.
fn prefer(scores: &[f32], child: usize, children: &mut [u8]) {
    let Some(mut place) = children.iter().position(|&other| usize::from(other) == child) else {
        return;
    };
    let score = scores[child];
    while children.get(place + 1).is_some_and(|&next| scores[usize::from(next)] <= score) {
        children.swap(place, place + 1);
        place += 1;
    }
}

/// The children by their scores, the worst first, and how many they are. The score of one that runs counts a
/// margin more, and it goes before others with the same score.
pub(crate) fn ordered(
    scores: &mut [f32],
    runs: Option<usize>,
    margin: f32,
    children: &mut [u8],
) -> u8 {
    if let Some(score) = runs.and_then(|runs| scores.get_mut(runs)) {
        *score += margin;
    }
    let left = by_score(scores, children);
    if let Some(runs) = runs {
        prefer(scores, runs, &mut children[..usize::from(left)]);
    }
    left
}

/// Leaves a child out of those that are left, and returns their number.
#[allow(clippy::cast_possible_truncation, reason = "the macro refuses more than 255 children")]
pub(crate) fn leave_out(child: usize, children: &mut [u8]) -> u8 {
    match children.iter().position(|&other| usize::from(other) == child) {
        Some(place) => {
            children.copy_within(place + 1.., place);
            children.len() as u8 - 1
        }
        None => children.len() as u8,
    }
}

/// The children of a utility selector or a `round_robin` that are still to be tried, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Order<const N: usize> {
    left: u8,
    /// Sorted from the worst to the best, so that the next child is `children[left - 1]`.
    children: [u8; N],
}

impl<const N: usize> Order<N> {
    /// Sorts by score, the highest first; children with equal scores keep their written order; children
    /// scored NaN are left out.
    ///
    /// ```
    /// use bt_core::__private::Order;
    ///
    /// let mut order = Order::by_score([0.5, f32::NAN, 0.9, 0.5]);
    /// assert_eq!(core::array::from_fn(|_| order.next()), [Some(2), Some(0), Some(3), None]);
    /// ```
    #[must_use]
    #[inline]
    pub fn by_score(scores: [f32; N]) -> Self {
        let mut children = [0; N];
        let left = by_score(&scores, &mut children);
        Self { left, children }
    }

    /// Does the same for children of which one may be running. `margin` is added to the running child's
    /// score, and that child comes before others with the same score.
    ///
    /// ```
    /// use bt_core::__private::Order;
    ///
    /// let mut order = Order::by_score_again([0.5, 0.4, 0.75], Some(0), 0.25);
    /// assert_eq!(core::array::from_fn(|_| order.next()), [Some(0), Some(2), Some(1), None]);
    /// ```
    #[must_use]
    #[inline]
    pub fn by_score_again(mut scores: [f32; N], runs: Option<usize>, margin: f32) -> Self {
        let mut children = [0; N];
        let left = ordered(&mut scores, runs, margin, &mut children);
        Self { left, children }
    }

    /// The written order, round from a child.
    ///
    /// ```
    /// use bt_core::__private::Order;
    ///
    /// let mut order = Order::<3>::in_turn(2);
    /// assert_eq!(core::array::from_fn(|_| order.next()), [Some(2), Some(0), Some(1), None]);
    /// ```
    #[must_use]
    #[inline]
    #[allow(clippy::cast_possible_truncation, reason = "the macro refuses more than 255 children")]
    pub fn in_turn(first: u8) -> Self {
        let mut children = [0; N];
        for (turn, child) in children.iter_mut().rev().enumerate() {
            *child = ((usize::from(first) + turn) % N) as u8;
        }
        Self { left: N as u8, children }
    }

    /// Leaves a child out.
    ///
    /// ```
    /// use bt_core::__private::Order;
    ///
    /// let mut order = Order::by_score([0.5, 0.7, 0.9]);
    /// order.leave_out(1);
    /// assert_eq!(core::array::from_fn(|_| order.next()), [Some(2), Some(0), None]);
    /// ```
    pub fn leave_out(&mut self, child: usize) {
        self.left = leave_out(child, &mut self.children[..usize::from(self.left)]);
    }

    /// The best child that has not been tried yet.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "state is not an iterator to be adapted")]
    pub fn next(&mut self) -> Option<usize> {
        self.left = self.left.checked_sub(1)?;
        self.children.get(usize::from(self.left)).map(|&child| usize::from(child))
    }
}

/// Arrays of any length: `serde` itself supports up to 32 elements.
#[cfg(feature = "serde")]
mod saved {
    use super::{Order, Untried};
    use core::fmt;
    use serde::de::{Deserialize, Deserializer, Error, SeqAccess, Visitor};
    use serde::ser::{Serialize, SerializeTuple, Serializer};

    fn save<S: Serializer>(bytes: &[u8], serializer: S) -> Result<S::Ok, S::Error> {
        let mut tuple = serializer.serialize_tuple(bytes.len())?;
        for byte in bytes {
            tuple.serialize_element(byte)?;
        }
        tuple.end()
    }

    struct Bytes<const N: usize>;

    impl<'de, const N: usize> Visitor<'de> for Bytes<N> {
        type Value = [u8; N];

        fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
            write!(formatter, "{N} bytes")
        }

        fn visit_seq<A: SeqAccess<'de>>(self, mut sequence: A) -> Result<[u8; N], A::Error> {
            let mut bytes = [0; N];
            for (index, byte) in bytes.iter_mut().enumerate() {
                *byte = sequence
                    .next_element()?
                    .ok_or_else(|| Error::invalid_length(index, &"more bytes"))?;
            }
            Ok(bytes)
        }
    }

    fn load<'de, D: Deserializer<'de>, const N: usize>(from: D) -> Result<[u8; N], D::Error> {
        from.deserialize_tuple(N, Bytes)
    }

    impl<const BYTES: usize> Serialize for Untried<BYTES> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            save(&self.tried, serializer)
        }
    }

    impl<'de, const BYTES: usize> Deserialize<'de> for Untried<BYTES> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            load(deserializer).map(|tried| Self { tried })
        }
    }

    impl<const N: usize> Serialize for Order<N> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            (self.left, Children(self.children)).serialize(serializer)
        }
    }

    impl<'de, const N: usize> Deserialize<'de> for Order<N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            let (left, Children(children)) = Deserialize::deserialize(deserializer)?;
            Ok(Self { left, children })
        }
    }

    struct Children<const N: usize>([u8; N]);

    impl<const N: usize> Serialize for Children<N> {
        fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
            save(&self.0, serializer)
        }
    }

    impl<'de, const N: usize> Deserialize<'de> for Children<N> {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
            load(deserializer).map(Self)
        }
    }
}

/// One child of a parallel: still to be ticked, or finished.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Slot<S> {
    Open(S),
    Succeeded,
    Failed,
}

impl<S> Slot<S> {
    #[inline]
    pub const fn has_succeeded(&self) -> bool {
        matches!(self, Self::Succeeded)
    }

    #[inline]
    pub const fn has_failed(&self) -> bool {
        matches!(self, Self::Failed)
    }

    /// A failure may be left behind by a panic in the abort of the others.
    #[inline]
    pub const fn is_closed(&self) -> bool {
        !matches!(self, Self::Open(_))
    }
}

/// Counts the values that are `true`.
#[must_use]
#[inline]
pub fn count(ways: &[bool]) -> u32 {
    ways.iter().map(|way| u32::from(*way)).sum()
}
