//! The state of the recording that each page has received: a program that ends with a panic waits until the
//! pages have the last one.

use super::audience::{MOST, Visitor};
use super::clock::Instant;
use super::shared::locked;
use std::collections::BTreeMap;
use std::sync::{Condvar, Mutex, PoisonError};
use std::time::Duration;

/// The interval at which it checks which pages are still open.
const GLANCE: Duration = Duration::from_millis(100);

#[derive(Debug)]
pub(super) struct Delivery {
    /// How long it waits for a page that has stopped sending requests.
    patience: Duration,
    /// The pages in the foreground; pages in the background send requests too rarely.
    pages: Mutex<BTreeMap<u64, Page>>,
    changed: Condvar,
}

#[derive(Debug)]
struct Page {
    state: Option<u64>,
    asked: Instant,
}

impl Delivery {
    pub(super) fn new(patience: Duration) -> Self {
        Self { patience, pages: Mutex::default(), changed: Condvar::new() }
    }

    /// Records a request of a page, which names the state that the page has of the unfinished moment.
    pub(super) fn asked(&self, Visitor { page, hidden, .. }: Visitor, state: Option<u64>) {
        let mut pages = locked(&self.pages);
        pages.retain(|_, page| page.asked.elapsed() <= self.patience);
        if hidden {
            pages.remove(&page);
        } else if pages.len() < MOST || pages.contains_key(&page) {
            pages.insert(page, Page { state, asked: Instant::now() });
        }
        self.changed.notify_all();
    }

    /// Records that a page says goodbye.
    pub(super) fn left(&self, page: u64) {
        locked(&self.pages).remove(&page);
        self.changed.notify_all();
    }

    /// Waits until all open pages have this state.
    pub(super) fn wait(&self, state: u64) {
        let begin = Instant::now();
        let mut pages = locked(&self.pages);
        while self.is_missing(&pages, state) {
            let left = self.patience.saturating_sub(begin.elapsed());
            if left.is_zero() {
                break;
            }
            let waited = self.changed.wait_timeout(pages, left.min(GLANCE));
            pages = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    fn is_missing(&self, pages: &BTreeMap<u64, Page>, state: u64) -> bool {
        let is_there = |page: &&Page| page.asked.elapsed() <= self.patience;
        pages.values().filter(is_there).any(|page| page.state != Some(state))
    }
}

#[cfg(test)]
mod tests {
    use super::{Delivery, Duration, MOST, Visitor, locked};

    const LONG: Duration = Duration::from_secs(600);

    const fn page(page: u64) -> Visitor {
        Visitor { page, hidden: false, shown: None }
    }

    fn is_missing(delivery: &Delivery, state: u64) -> bool {
        delivery.is_missing(&locked(&delivery.pages), state)
    }

    #[test]
    fn a_state_is_missing_until_all_pages_have_it() {
        let delivery = Delivery::new(LONG);
        assert!(!is_missing(&delivery, 5), "nobody looks on");
        delivery.asked(page(1), None);
        delivery.asked(page(2), Some(4));
        assert!(is_missing(&delivery, 5));
        delivery.asked(page(1), Some(5));
        assert!(is_missing(&delivery, 5));
        delivery.asked(page(2), Some(5));
        assert!(!is_missing(&delivery, 5));
        delivery.wait(5);
    }

    #[test]
    fn only_pages_that_can_be_waited_for_are() {
        let delivery = Delivery::new(LONG);
        delivery.asked(page(1), Some(4));
        delivery.asked(page(2), Some(4));
        delivery.left(1);
        assert!(is_missing(&delivery, 5));
        delivery.asked(Visitor { page: 2, hidden: true, shown: None }, Some(4));
        assert!(!is_missing(&delivery, 5));
    }

    #[test]
    fn a_page_that_does_not_ask_any_more_is_not_waited_for() {
        let delivery = Delivery::new(Duration::ZERO);
        delivery.asked(page(1), Some(4));
        delivery.wait(5);
    }

    #[test]
    fn nobody_fills_the_memory_with_names() {
        let delivery = Delivery::new(LONG);
        (0..1000).for_each(|number| delivery.asked(page(number), None));
        assert_eq!(locked(&delivery.pages).len(), MOST);
    }
}
