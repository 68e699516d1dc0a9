//! Makes the choices of a tick, in every combination.

/// Makes the choices of one run; [`Oracle::next`] prepares other ones.
#[derive(Default)]
pub(super) struct Oracle {
    /// The choices, each with the number of alternatives.
    path: Vec<(u32, u32)>,
    place: usize,
}

impl Oracle {
    pub(super) fn restart(&mut self) {
        self.path.clear();
        self.place = 0;
    }

    /// A number below `alternatives`.
    pub(super) fn choose(&mut self, alternatives: usize) -> usize {
        if alternatives < 2 {
            return 0;
        }
        if self.place == self.path.len() {
            self.path.push((0, u32::try_from(alternatives).unwrap_or(u32::MAX)));
        }
        let (choice, _) = self.path[self.place];
        self.place += 1;
        choice as usize
    }

    /// `true` in one run, and `false` in another.
    pub(super) fn maybe(&mut self) -> bool {
        self.choose(2) == 0
    }

    /// Prepares the next run; `false` if all have been made.
    pub(super) fn next(&mut self) -> bool {
        self.place = 0;
        while let Some((choice, among)) = self.path.pop() {
            if choice + 1 < among {
                self.path.push((choice + 1, among));
                return true;
            }
        }
        false
    }
}
