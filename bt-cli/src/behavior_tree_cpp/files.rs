//! The files of several imported files: which of them need each other, and their names.

use crate::names::Names;
use std::collections::BTreeSet;
use std::path::Path;

/// The files that can be reached from each file, with itself.
fn reached(links: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let from = |start: usize| {
        let mut reached = BTreeSet::from([start]);
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            let next = links.get(file).into_iter().flatten().copied();
            open.extend(next.filter(|next| reached.insert(*next)));
        }
        reached
    };
    (0..links.len()).map(from).collect()
}

/// For each file, the files that some file brings together with it, and itself.
pub(super) fn together(links: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let mut together: Vec<BTreeSet<usize>> = (0..links.len()).map(|file| [file].into()).collect();
    for reached in reached(links) {
        for file in &reached {
            together[*file].extend(reached.iter().copied());
        }
    }
    together
}

/// The files, each one behind those that it needs. Files that need each other are together.
pub(super) fn in_order(links: &[BTreeSet<usize>]) -> Vec<BTreeSet<usize>> {
    let reached = reached(links);
    let mut order: Vec<(usize, BTreeSet<usize>)> = Vec::new();
    let mut done = BTreeSet::new();
    for (file, below) in reached.iter().enumerate() {
        if done.contains(&file) {
            continue;
        }
        let circle: BTreeSet<usize> =
            below.iter().copied().filter(|other| reached[*other].contains(&file)).collect();
        done.extend(circle.iter().copied());
        order.push((below.len(), circle));
    }
    // Of two files, the one that needs the other reaches more files.
    order.sort_by_key(|(count, circle)| (*count, circle.first().copied()));
    order.into_iter().map(|(_, circle)| circle).collect()
}

/// The names of the files of trees: `behaviors/Main Tree.xml` → `Main_Tree.tree`
pub(super) fn names<'a>(paths: impl Iterator<Item = &'a str>) -> Vec<String> {
    let mut known = Names::default();
    let name = |path: &str| {
        let stem = Path::new(path).file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let is_plain = |letter: char| letter.is_alphanumeric() || "_-".contains(letter);
        let plain = stem.replace(|letter: char| !is_plain(letter), "_");
        let plain = if plain.is_empty() { "trees".to_owned() } else { plain };
        // Some systems take names that differ in capital letters for the same.
        let lower = plain.to_lowercase();
        let unique = known.unique(&lower);
        let number = unique.strip_prefix(lower.trim_end_matches('_')).unwrap_or_default();
        if unique == lower { format!("{plain}.tree") } else { format!("{plain}{number}.tree") }
    };
    paths.map(name).collect()
}

#[cfg(test)]
mod tests {
    use super::{in_order, names, together};
    use std::collections::BTreeSet;

    #[test]
    fn files_follow_those_that_they_need() {
        // 0 needs 1 and 3, 1 and 2 need each other.
        let links: Vec<BTreeSet<usize>> =
            vec![[1, 3].into(), [2].into(), [1].into(), [].into(), [].into()];
        let order: Vec<Vec<usize>> =
            in_order(&links).into_iter().map(|circle| circle.into_iter().collect()).collect();
        assert_eq!(order, [vec![3], vec![4], vec![1, 2], vec![0]]);
        assert_eq!(together(&links)[3], [0, 1, 2, 3].into());
        assert_eq!(together(&links)[4], [4].into());
    }

    #[test]
    fn names_of_files_differ_without_their_case() {
        let paths = ["a/Main Tree.xml", "b/main_tree.xml", "c.xml", ""];
        assert_eq!(
            names(paths.into_iter()),
            ["Main_Tree.tree", "main_tree2.tree", "c.tree", "trees.tree"]
        );
    }
}
