//! Decides facts that are unknown before a tree runs, in every possible way, one run after the other.

/// Makes the choices of one run; [`Oracle::advance`] prepares other choices.
///
/// ```text
/// run 1: choose(2) → 0, choose(3) → 0
/// run 2: choose(2) → 0, choose(3) → 1
/// run 3: choose(2) → 0, choose(3) → 2
/// run 4: choose(2) → 1, …
/// ```
#[derive(Debug, Default)]
pub struct Oracle {
    /// The choices, each with the number of alternatives.
    path: Vec<(usize, usize)>,
    position: usize,
}

impl Oracle {
    /// A number below `alternatives`.
    ///
    /// # Panics
    ///
    /// If the number of alternatives differs from that of the run before.
    pub fn choose(&mut self, alternatives: usize) -> usize {
        if self.position == self.path.len() {
            self.path.push((0, alternatives));
        }
        let (choice, among) = self.path[self.position];
        assert_eq!(among, alternatives, "the same choices lead to the same question");
        self.position += 1;
        choice
    }

    /// Returns `true` in one run and `false` in another.
    pub fn maybe(&mut self) -> bool {
        self.choose(2) == 1
    }

    /// One of some values.
    ///
    /// # Panics
    ///
    /// If there are none.
    pub fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[self.choose(values.len())]
    }

    /// Prepares the next run; returns `false` if all runs have been made.
    pub fn advance(&mut self) -> bool {
        self.position = 0;
        while let Some((choice, among)) = self.path.pop() {
            if choice + 1 < among {
                self.path.push((choice + 1, among));
                return true;
            }
        }
        false
    }
}

#[test]
fn every_run_is_made_once() {
    let mut oracle = Oracle::default();
    let mut runs = Vec::new();
    loop {
        let first = oracle.choose(2);
        runs.push((first, oracle.choose(3 - first)));
        if !oracle.advance() {
            break;
        }
    }
    assert_eq!(runs, [(0, 0), (0, 1), (0, 2), (1, 0), (1, 1)]);
}
