//! Who looks on: a paused program waits for nobody who has gone.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// No more pages are told apart than this.
pub(super) const MOST: usize = 64;

/// A page in the background asks once a minute: browsers let it do no more.
const HIDDEN_PATIENCE: Duration = Duration::from_secs(90);

/// A page that is loaded anew says goodbye and comes back within this time.
const RETURN: Duration = Duration::from_secs(2);

#[derive(Debug)]
pub(super) struct Audience {
    patience: Duration,
    /// For each page until when it is believed to be there.
    pages: BTreeMap<u64, Instant>,
    /// Until when somebody is, who has given no name.
    anybody: Instant,
}

/// A page that asks for something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Visitor {
    pub(super) page: u64,
    /// Whether it is in the background.
    pub(super) hidden: bool,
}

impl Audience {
    pub(super) fn new(patience: Duration) -> Self {
        Self { patience, pages: BTreeMap::new(), anybody: Instant::now() }
    }

    pub(super) const fn patience(&self) -> Duration {
        self.patience
    }

    /// Somebody has asked for something: a page or, without a name, anybody else.
    pub(super) fn heard(&mut self, visitor: Option<Visitor>) {
        let now = Instant::now();
        self.pages.retain(|_, until| now <= *until);
        match visitor {
            Some(Visitor { page, hidden })
                if self.pages.len() < MOST || self.pages.contains_key(&page) =>
            {
                let patience =
                    if hidden { self.patience.max(HIDDEN_PATIENCE) } else { self.patience };
                self.pages.insert(page, now + patience);
            }
            _ => self.anybody = now + self.patience,
        }
    }

    /// A page says goodbye.
    pub(super) fn left(&mut self, page: u64) {
        if self.pages.remove(&page).is_some() {
            self.anybody = self.anybody.max(Instant::now() + RETURN.min(self.patience));
        }
    }

    pub(super) fn is_there(&self) -> bool {
        let now = Instant::now();
        now <= self.anybody || self.pages.values().any(|until| now <= *until)
    }
}

#[cfg(test)]
mod tests {
    use super::{Audience, Duration, MOST, RETURN, Visitor};
    use std::thread::sleep;

    const SHORT: Duration = Duration::from_millis(50);
    const LONG: Duration = Duration::from_secs(60);

    const fn page(page: u64) -> Visitor {
        Visitor { page, hidden: false }
    }

    #[test]
    fn a_page_is_there_as_long_as_it_asks() {
        let mut audience = Audience::new(SHORT);
        for _ in 0..5 {
            audience.heard(Some(page(1)));
            sleep(SHORT / 2);
        }
        assert!(audience.is_there());
        sleep(SHORT);
        assert!(!audience.is_there());
    }

    #[test]
    fn a_page_in_the_background_may_be_slow() {
        let mut audience = Audience::new(SHORT);
        audience.heard(Some(Visitor { page: 1, hidden: true }));
        sleep(SHORT * 2);
        assert!(audience.is_there());
        audience.heard(Some(page(1)));
        sleep(SHORT * 2);
        assert!(!audience.is_there(), "it has come to the front, and has gone");
    }

    #[test]
    fn who_says_goodbye_may_come_back() {
        let mut audience = Audience::new(LONG);
        sleep(Duration::from_millis(2));
        audience.heard(Some(page(1)));
        audience.heard(Some(page(2)));
        audience.left(3);
        audience.left(1);
        sleep(RETURN);
        assert!(audience.is_there(), "the other one is");
        audience.left(2);
        assert!(audience.is_there(), "it may be loaded anew");
        sleep(RETURN);
        assert!(!audience.is_there());
    }

    #[test]
    fn nobody_fills_the_memory_with_names() {
        let mut audience = Audience::new(LONG);
        (0..1000).for_each(|number| audience.heard(Some(page(number))));
        assert_eq!(audience.pages.len(), MOST);
        assert!(audience.is_there());
    }
}
