//! The pages that are open: a paused program does not wait for a page that has been closed.

use super::clock::Instant;
use std::collections::BTreeMap;
use std::time::Duration;

/// The maximum number of pages that are distinguished.
pub(super) const MOST: usize = 64;

/// Browsers allow a page in the background one request per minute.
const HIDDEN_PATIENCE: Duration = Duration::from_secs(90);

/// A page that is reloaded says goodbye and comes back within this time.
const RETURN: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Audience {
    patience: Duration,
    /// For each page the time until which it counts as open, and the agent that it shows.
    pages: BTreeMap<u64, (Instant, Option<usize>)>,
    /// The time until which a reader without a name counts as present.
    anybody: Instant,
}

/// A page that sends a request.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visitor {
    pub(super) page: u64,
    /// `true` if it is in the background.
    pub(super) hidden: bool,
    /// The agent that it shows.
    pub(super) shown: Option<usize>,
}

impl Audience {
    pub(super) const fn new(patience: Duration, now: Instant) -> Self {
        Self { patience, pages: BTreeMap::new(), anybody: now }
    }

    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// Records a request of a page, or of another client, which has no name.
    pub(super) fn heard(&mut self, visitor: Option<Visitor>, now: Instant) {
        self.pages.retain(|_, (until, _)| now <= *until);
        match visitor {
            Some(Visitor { page, hidden, shown })
                if self.pages.len() < MOST || self.pages.contains_key(&page) =>
            {
                let patience =
                    if hidden { self.patience.max(HIDDEN_PATIENCE) } else { self.patience };
                self.pages.insert(page, (now + patience, shown));
            }
            _ => self.anybody = now + self.patience,
        }
    }

    /// Records that a page says goodbye.
    pub(super) fn left(&mut self, page: u64, now: Instant) {
        if self.pages.remove(&page).is_some() {
            self.anybody = self.anybody.max(now + RETURN.min(self.patience));
        }
    }

    pub(super) fn is_there(&self, now: Instant) -> bool {
        now <= self.anybody || self.pages.values().any(|(until, _)| now <= *until)
    }

    /// The agents that open pages show.
    pub(super) fn shown(&self, now: Instant) -> impl Iterator<Item = usize> {
        let open = self.pages.values().filter(move |(until, _)| now <= *until);
        open.filter_map(|(_, shown)| *shown)
    }
}

#[cfg(test)]
mod tests {
    use super::{Audience, Duration, HIDDEN_PATIENCE, Instant, MOST, RETURN, Visitor};

    const PATIENCE: Duration = Duration::from_secs(5);
    const BIT: Duration = Duration::from_nanos(1);

    const fn page(page: u64) -> Visitor {
        Visitor { page, hidden: false, shown: None }
    }

    #[test]
    fn a_page_is_there_as_long_as_it_asks() {
        let mut now = Instant::now();
        let mut audience = Audience::new(PATIENCE, now);
        for _ in 0..5 {
            audience.heard(Some(page(1)), now);
            now += PATIENCE;
            assert!(audience.is_there(now));
        }
        assert!(!audience.is_there(now + BIT));
    }

    #[test]
    fn a_page_in_the_background_may_be_slow() {
        let mut now = Instant::now();
        let mut audience = Audience::new(PATIENCE, now);
        audience.heard(Some(Visitor { page: 1, hidden: true, shown: None }), now);
        now += HIDDEN_PATIENCE;
        assert!(audience.is_there(now));
        audience.heard(Some(page(1)), now);
        assert!(audience.is_there(now + PATIENCE));
        assert!(!audience.is_there(now + PATIENCE + BIT), "it has come to the front, and has gone");
    }

    #[test]
    fn who_says_goodbye_may_come_back() {
        let begin = Instant::now();
        let mut audience = Audience::new(PATIENCE, begin);
        let mut now = begin + PATIENCE + BIT;
        audience.heard(Some(page(1)), now);
        audience.heard(Some(page(2)), now);
        audience.left(3, now);
        audience.left(1, now);
        now += RETURN + BIT;
        assert!(audience.is_there(now), "the other one is");
        audience.left(2, now);
        assert!(audience.is_there(now + RETURN), "it may be loaded anew");
        assert!(!audience.is_there(now + RETURN + BIT));
    }

    #[test]
    fn nobody_fills_the_memory_with_names() {
        let now = Instant::now();
        let mut audience = Audience::new(PATIENCE, now);
        (0..1000).for_each(|number| audience.heard(Some(page(number)), now));
        assert_eq!(audience.pages.len(), MOST);
        assert!(audience.is_there(now));
    }
}
