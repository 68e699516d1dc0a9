//! Trees that contain themselves.

use std::collections::{BTreeMap, BTreeSet};

/// Trees that contain themselves, also through others: one of each circle, in the order in which they are found.
pub(crate) fn find<Tree: Copy + Ord>(uses: &BTreeMap<Tree, Vec<Tree>>) -> Vec<Tree> {
    let mut found = Vec::new();
    let mut done = BTreeSet::new();
    for start in uses.keys().copied() {
        let mut path: Vec<(Tree, usize)> = vec![(start, 0)];
        let mut open = BTreeSet::from([start]);
        while let Some((tree, next)) = path.last_mut() {
            let below = uses.get(&*tree).and_then(|below| below.get(*next)).copied();
            *next += 1;
            match below {
                None => {
                    done.insert(*tree);
                    open.remove(tree);
                    path.pop();
                }
                Some(below) if open.contains(&below) => found.push(below),
                Some(below) if done.contains(&below) => {}
                Some(below) => {
                    open.insert(below);
                    path.push((below, 0));
                }
            }
        }
    }
    found
}
