//! Pictures of trees do not change, are well-formed, and show any text correctly; a loaded tree has those of the compiled one.
//!
//! They are compared with the files in `tests/pictures`. To accept the current pictures:
//!
//! ```sh
//! BLESS=1 cargo test -p bt-watch --test pictures
//! ```

mod formats;

use bt_core::observe::Marks;
use bt_core::{Clock, Node, NodeKind, Status, behavior_tree};
use bt_watch::picture::Picture;
use std::path::Path;
use std::time::Duration;

struct Npc {
    health: u32,
}

impl Clock for Npc {
    fn now(&self) -> Duration {
        Duration::ZERO
    }
}

impl Npc {
    fn reach(&mut self, _: &str) -> Result<(), &'static str> {
        self.health = self.health.saturating_sub(1);
        Err("out of\nreach")
    }

    fn aim(&mut self) -> Status {
        self.health += 1;
        Status::Running
    }

    fn score(&self, text: &str) -> f32 {
        if self.health > 9 { 1.0 } else { f32::from(u8::from(text.is_empty())) }
    }

    fn is(&self, health: u32) -> bool {
        self.health == health
    }
}

behavior_tree! {
    tree Guard(npc: &mut Npc) {
        active_selector {
            /// Asked in every tick.
            'flee: sequence {
                condition npc.health < 20;
                running;
            }
            'fight: monitor {
                condition npc.health > 50;
                repeat 'attack: selector {
                    timeout(2s) action npc.reach("a < b");
                    'aim: action npc.aim();
                }
            }
            subtree Stroll;
        }
    }

    tree Stroll(npc: &mut Npc) {
        sequence { wait(250ms); 'whistle: action npc.health += 1; }
    }

    vocabulary Words(npc: &mut Npc) {
        condition HealthBelow(limit: u32) => npc.health < limit;
        condition HealthAbove(limit: u32) => npc.health > limit;
        action Reach => npc.reach("a < b");
        action Aim => npc.aim();
        subtree Stroll;
    }

    tree One(npc: &mut Npc) {
        action npc.health = 0;
    }

    /// Every kind of node, and texts with special meanings in picture formats.
    #[allow(unreachable_code)]
    tree Zoo(npc: &mut Npc) {
        parallel(success = one, failure = all) {
            action "</title></svg><script>alert('1')</script> & \"quoted\" \\n `code` #35; \u{1b}[31m" == "x";
            action "]]> ünïcödé 日本語 🐱 -- %% :::x".contains("
                several
                lines");
            random_selector(7) { 2 => succeed; fail; }
            random_sequence(7) { delay(1s) succeed; }
            utility_selector { 0.5 => every(3s) condition npc.is(1); f32::NAN => succeed; }
            priority_selector { npc.health < 20 => 'heal: running; true => condition npc.is(5); }
            active_utility_selector(margin = 0.5) { npc.score("a < b") => 'hide: sequence { running; } }
            let(start: u32 = npc.health) for(_round in 0..3) finally(npc.health = *start) succeed;
            if npc.is(2) { succeed; } else { not fail; }
            match npc.health { 0..=9 | 11 => running, _ => cooldown(1min) succeed }
            active_if npc.is(3) { once succeed; }
            active_match npc.is(4) { true => running, false => running }
            'watched: guard(npc.health > 3 && npc.health < 1_000_000_000 || npc.is(1)) retry(3) fail;
            service(1s, npc.health += 1) force_success force_failure active_sequence { running; }
        }
    }
}

fn compare(name: &str, actual: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pictures").join(name);
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, actual).unwrap();
    }
    let expected = std::fs::read_to_string(&path).unwrap_or_default();
    let mut lines = actual.lines().zip(expected.lines());
    if let Some((actual, expected)) = lines.find(|(actual, expected)| actual != expected) {
        panic!("{name}:\n  expected: {expected}\n    actual: {actual}");
    }
    assert_eq!(actual.lines().count(), expected.lines().count(), "{name}");
}

fn compare_all(name: &str, picture: Picture<'_>) {
    compare(&format!("{name}.txt"), &picture.text().to_string());
    compare(&format!("{name}.dot"), &picture.dot().to_string());
    compare(&format!("{name}.mmd"), &picture.mermaid().to_string());
    compare(&format!("{name}.svg"), &picture.svg().to_string());
}

/// The marks of the guard's nodes after a fight that was aborted.
fn marks() -> Marks {
    let (mut marks, mut guard) = (Marks::new(Guard::NODES), Guard::new());
    let mut npc = Npc { health: 100 };
    marks.tick(&mut guard, &mut npc);
    npc.health = 10;
    marks.tick(&mut guard, &mut npc);
    marks
}

#[test]
fn pictures_are_what_they_were() {
    compare_all("guard-fled", Picture::new(Guard::NODES).marks(&marks()));
    compare_all("zoo", Picture::new(Zoo::NODES));
    let mut marks = Marks::new(Zoo::NODES);
    marks.tick(&mut Zoo::new(), &mut Npc { health: 10 });
    let picture = Picture::new(Zoo::NODES).marks(&marks).fold_idle();
    compare("zoo-ticked.txt", &picture.text().to_string());
    compare("zoo-ticked.svg", &picture.svg().to_string());
}

#[test]
fn what_a_child_is_chosen_by_stands_in_front_of_it() {
    let keys: Vec<_> = Zoo::NODES.iter().filter_map(|node| node.key).collect();
    let expected = ["2", "0.5", "f32::NAN", "npc.health < 20", "true", "npc.score(\"a < b\")"];
    assert_eq!(keys[..6], expected);
    assert_eq!(keys[6..], ["0..=9 | 11", "_", "true", "false"]);
    let picture = Picture::new(Zoo::NODES);
    let text = picture.text().to_string();
    for line in [
        "    2 => succeed\n    fail\n",
        "    npc.health < 20 => heal: running\n    true => condition npc.is(5)\n",
        "    npc.score(\"a < b\") => hide: sequence\n",
        "    0..=9 | 11 => running\n    _ => cooldown(1min)\n",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let dot = picture.dot().to_string();
    assert!(dot.contains(r#"[label="npc.score(\"a < b\") =>\nhide: sequence", "#), "{dot}");
    let mermaid = picture.mermaid().to_string();
    assert!(mermaid.contains(r#"("npc.score(#quot;a #lt; b#quot;) =#gt;<br>hide: sequence")"#));
    let svg = picture.svg().to_string();
    assert!(svg.contains(">npc.score(&quot;a &lt; b&quot;) =&gt;</text>"), "{svg}");
}

#[test]
fn part_of_a_table_is_no_harm() {
    for nodes in [&Zoo::NODES[3..20], &Guard::NODES[2..3], &[]] {
        let picture = Picture::new(nodes);
        let all =
            [picture.text().to_string(), picture.dot().to_string(), picture.svg().to_string()];
        assert!(
            all.iter().zip(["", "digraph {", "<svg"]).all(|(text, start)| text.starts_with(start))
        );
        assert_eq!(all[0].lines().count(), nodes.len());
    }
}

#[test]
fn errors_are_shown() {
    let (mut marks, mut guard) = (Marks::new(Guard::NODES), Guard::new());
    marks.tick(&mut guard, &mut Npc { health: 100 });
    let picture = Picture::new(Guard::NODES).marks(&marks);
    assert!(picture.text().to_string().contains("\")  \"out of reach\"\n"));
    assert!(picture.dot().to_string().contains("\")\\nout of reach\""));
    assert!(picture.mermaid().to_string().contains(")<br>out of reach\"]:::failure"));
    let svg = picture.svg().to_string();
    assert!(svg.contains("\nfailure: out of reach</title>"), "{svg}");
    assert!(picture.text().colored(true).to_string().contains("\x1b[31m  \"out of reach\"\x1b[0m"));
}

#[test]
fn what_is_folded_is_left_out() {
    let leaf = Guard::NODES.iter().rfind(|node| node.label == Some("whistle")).unwrap();
    let folded = [Guard::FIGHT, leaf.id];
    let picture = Picture::new(Guard::NODES).fold(&folded);
    let text = picture.text().to_string();
    assert!(text.contains("  fight: monitor …\n  subtree Stroll\n"), "{text}");
    assert!(text.contains("whistle: action npc.health += 1\n"), "{text}");
    let svg = picture.svg().to_string();
    assert!(svg.contains("\n6 nodes are folded</title>"), "{svg}");
    assert_eq!(svg.matches("<g class=\"node").count(), Guard::NODES.len() - 6);
    assert_eq!(picture.dot().to_string().matches(" -> ").count(), Guard::NODES.len() - 7);
    let root = [Guard::NODES[0].id];
    let root = Picture::new(Guard::NODES).fold(&root);
    assert_eq!(root.text().to_string(), "active_selector …\n");
    assert_eq!(root.dot().to_string().matches(" -> ").count(), 0);
}

/// `npc.health < 20 => heal: running`
fn written(node: &Node) -> String {
    let key = node.key.map(|key| format!("{key} => ")).unwrap_or_default();
    format!("{key}{node}")
}

#[test]
fn the_zoo_has_all_that_can_be_drawn() {
    let kinds: std::collections::HashSet<_> =
        Zoo::NODES.iter().chain(Guard::NODES).map(|node| node.kind).collect();
    for word in
        ["selector", "monitor", "repeat", "timeout", "wait", "subtree", "service", "match", "once"]
    {
        assert!(kinds.contains(&NodeKind::from_word(word).unwrap()), "{word}");
    }
    assert!(kinds.len() >= 30, "{kinds:?}");
}

/// The guard in a file.
const GUARD: &str = "tree Guard {
    active_selector {
        /// Asked in every tick.
        'flee: sequence {
            condition HealthBelow(limit = 20);
            running;
        }
        'fight: monitor {
            condition HealthAbove(limit = 50);
            repeat 'attack: selector {
                timeout(2s) action Reach;
                'aim: action Aim;
            }
        }
        subtree Stroll;
    }
}";

#[test]
fn a_loaded_tree_is_drawn_as_the_compiled_one() {
    let mut guard = Words::parse(GUARD).unwrap().tree("Guard").unwrap();
    let mut loaded_marks = Marks::new(guard.nodes());
    let mut npc = Npc { health: 100 };
    loaded_marks.tick(&mut guard, &mut npc);
    npc.health = 10;
    loaded_marks.tick(&mut guard, &mut npc);
    let words = [
        ("npc.health < 20", "HealthBelow(limit = 20)"),
        ("npc.health > 50", "HealthAbove(limit = 50)"),
        ("npc.reach(\"a < b\")", "Reach"),
        ("npc.aim()", "Aim"),
    ];
    let named = |text: &str| {
        words.iter().fold(text.to_owned(), |text, (code, word)| text.replace(code, word))
    };
    let compiled = Picture::new(Guard::NODES).marks(&marks()).text().to_string();
    let loaded = Picture::new(guard.nodes()).marks(&loaded_marks);
    assert_eq!(loaded.text().to_string(), named(&compiled));
    assert!(loaded.svg().to_string().contains("HealthBelow(limit = 20)"));
    assert!(loaded.dot().to_string().contains("whistle"), "the nodes of the vocabulary's tree");
    assert!(loaded.mermaid().to_string().contains("HealthAbove"));
}
