//! Composites of other programs, which have no place in the language.

/// The composite of the language that is probably meant by a name: `ReactiveFallback2` → `active_selector`
pub(crate) fn nearest(name: &str) -> &'static str {
    let name = name.to_lowercase();
    let has = |parts: &[&str]| parts.iter().any(|part| name.contains(part));
    let is_active = has(&["reactive", "active", "dynamic"]);
    match (has(&["selector", "fallback", "priority"]), is_active) {
        _ if has(&["parallel"]) => "parallel",
        (true, true) => "active_selector",
        (true, false) => "selector",
        (false, true) => "active_sequence",
        (false, false) => "sequence",
    }
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn names_suggest_a_composite() {
        for (name, word) in [
            ("MyParallel", "parallel"),
            ("PriorityList", "selector"),
            ("ReactiveFallback2", "active_selector"),
            ("dynamic_sequence", "active_sequence"),
            ("RandomSelector", "selector"),
            ("Foo", "sequence"),
        ] {
            assert_eq!(nearest(name), word, "{name}");
        }
    }
}
