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

/// These trees, and all those that contain one of them, directly or not.
pub(crate) fn reaching(
    uses: &BTreeMap<usize, Vec<usize>>,
    trees: BTreeSet<usize>,
) -> BTreeSet<usize> {
    let mut parents: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (parent, below) in uses {
        for tree in below {
            parents.entry(*tree).or_default().push(*parent);
        }
    }
    let mut open: Vec<usize> = trees.iter().copied().collect();
    let mut found = trees;
    while let Some(tree) = open.pop() {
        let above = parents.get(&tree).into_iter().flatten();
        open.extend(above.copied().filter(|parent| found.insert(*parent)));
    }
    found
}
