//! Expansions that are kept as files: they document what the macro writes.
//! `BLESS=1 cargo test -p bt-macros` writes them anew.

use super::expand;
use std::path::Path;

fn check(name: &str) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("snapshots");
    let source = std::fs::read_to_string(folder.join(format!("{name}.tree"))).expect("a source");
    let file: syn::File = syn::parse2(expand(&source)).expect("an expansion is Rust");
    let expansion = prettyplease::unparse(&file);
    let path = folder.join(format!("{name}.rs"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &expansion).expect("the snapshot can be written");
    }
    let golden = std::fs::read_to_string(&path).unwrap_or_default();
    if golden != expansion {
        let line = golden.lines().zip(expansion.lines()).position(|(old, new)| old != new);
        panic!("{} has changed from line {:?} on", path.display(), line.map(|line| line + 1));
    }
}

#[test]
fn the_soldier_reads_like_written_by_a_person() {
    check("soldier");
}
