//! Trees that contain themselves.

use std::collections::{BTreeMap, BTreeSet};

/// A tree that contains itself, also through others, if there is one.
pub(crate) fn find<'a>(uses: &BTreeMap<&'a str, Vec<&'a str>>) -> Option<&'a str> {
    let mut done = BTreeSet::new();
    for &start in uses.keys() {
        let mut path: Vec<(&str, usize)> = vec![(start, 0)];
        while let Some((tree, next)) = path.last_mut() {
            let below = uses.get(tree).and_then(|below| below.get(*next)).copied();
            *next += 1;
            match below {
                None => {
                    done.insert(*tree);
                    path.pop();
                }
                Some(below) if path.iter().any(|(tree, _)| *tree == below) => return Some(below),
                Some(below) if done.contains(below) => {}
                Some(below) => path.push((below, 0)),
            }
        }
    }
    None
}
