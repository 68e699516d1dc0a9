//! Tests which expressions become closures.

use super::expand;
use quote::ToTokens;

/// Returns `true` if a condition becomes a closure.
fn is_contained(condition: &str) -> bool {
    let tree = format!("tree Tree(npc: &mut Npc) {{ condition {condition}; }}");
    expand(&tree).to_token_stream().to_string().contains("evaluate")
}

#[test]
fn what_may_leave_is_contained() {
    let leaving = [
        "return true",
        "{ if npc.calm { return true; } false }",
        "npc.find()?",
        "[npc.find()?].len() == 1",
        "check!(npc)",
        "check! { npc }",
        "check![npc]",
        "npc.calm && !check!(npc)",
        "self::check!(npc)",
        "own::matches!(npc, 1)",
        "own::std::matches!(npc, 1)",
        "crate::assert!(npc)",
        "::own::assert!(npc)",
        "r#try!(npc.find())",
        "matches!(npc.find()?, 1)",
        "matches!(check!(npc), 1)",
        "assert!(if npc.calm { return true } else { false })",
        "(|| check!(npc))()",
        "{ macro_rules! check { () => { return true } } check!() }",
        "{ let x = include!(\"x.rs\"); x }",
    ];
    for expression in leaving {
        assert!(is_contained(expression), "{expression}");
    }
}

#[test]
fn what_cannot_leave_is_not_contained() {
    let staying = [
        "npc.calm",
        "matches!(npc.mode, Mode::Calm)",
        "std::matches!(npc.mode, Mode::Calm)",
        "::core::matches!(npc.mode, Mode::Calm)",
        "{ debug_assert!(npc.calm, \"{npc:?}\"); true }",
        "{ let _ = std::format!(\"{}\", npc.health); std::vec![1].len() == 1 }",
        "npc.health != (3)",
        "if !(npc.calm) { true } else { false }",
        "{ while !(npc.calm) {} npc.calm }",
        "match !(npc.calm) { calm => calm }",
        "{ if npc.calm {} !(npc.tired) }",
        "npc.calm || !{ npc.tired }",
        "Wrap { calm: !(npc.calm) }.calm",
        "{ let never: fn() -> ! = stop; npc.calm }",
        "npc.calm || panic!(\"{}\", 1) && npc.tired",
        "{ for x in 0..3 { if x == npc.health { break; } } true }",
    ];
    for expression in staying {
        assert!(!is_contained(expression), "{expression}");
    }
}
