//! The runs in which no leaf returns running.

use std::collections::HashMap;

/// The parts of ticks in which no leaf has returned running and after which the tree goes on.
#[derive(Default)]
pub(super) struct Runs {
    edges: Vec<(Vertex, Vertex)>,
}

/// A state, or a configuration in the middle of a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Vertex {
    State(u32),
    Configuration(u32),
}

impl Runs {
    pub(super) fn add(&mut self, from: Vertex, to: Vertex) {
        self.edges.push((from, to));
    }

    pub(super) fn memory(&self) -> usize {
        self.edges.len() * size_of::<(Vertex, Vertex)>()
    }

    /// The number of ticks of the longest run from the first state; `None` if one does not end.
    pub(super) fn longest(&self) -> Option<u32> {
        let mut after: HashMap<Vertex, Vec<Vertex>> = HashMap::new();
        for (from, to) in &self.edges {
            after.entry(*from).or_default().push(*to);
        }
        // `None` while the vertices after this one are looked at.
        let mut longest: HashMap<Vertex, Option<u32>> = HashMap::new();
        let start = Vertex::State(0);
        let mut path = vec![(start, 0)];
        while let Some((vertex, next)) = path.pop() {
            let behind = after.get(&vertex).map(Vec::as_slice).unwrap_or_default();
            let Some(below) = behind.get(next) else {
                let ticks = |below: &Vertex| {
                    let ticks = longest.get(below).copied().flatten().unwrap_or(0);
                    ticks.saturating_add(u32::from(matches!(below, Vertex::State(_))))
                };
                let ticks = behind.iter().map(ticks).max().unwrap_or(0);
                longest.insert(vertex, Some(ticks));
                continue;
            };
            longest.insert(vertex, None);
            path.push((vertex, next + 1));
            match longest.get(below) {
                Some(None) => return None,
                None => path.push((*below, 0)),
                Some(Some(_)) => {}
            }
        }
        // The last tick ends the tree.
        longest.get(&start).copied().flatten().map(|ticks| ticks.saturating_add(1))
    }
}

#[cfg(test)]
mod tests {
    use super::{Runs, Vertex};

    #[test]
    fn only_states_are_counted() {
        let mut runs = Runs::default();
        assert_eq!(runs.longest(), Some(1));
        runs.add(Vertex::State(0), Vertex::Configuration(0));
        runs.add(Vertex::Configuration(0), Vertex::State(1));
        runs.add(Vertex::State(0), Vertex::State(2));
        runs.add(Vertex::State(2), Vertex::Configuration(0));
        assert_eq!(runs.longest(), Some(3));
        runs.add(Vertex::State(7), Vertex::State(7));
        assert_eq!(runs.longest(), Some(3), "the seventh is not reached");
        runs.add(Vertex::State(1), Vertex::State(2));
        assert_eq!(runs.longest(), None);
    }
}
