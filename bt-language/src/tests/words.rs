//! The parser accepts exactly the forms in the rows of the words.

use crate::explore::Part;
use crate::machine::Machine;
use crate::words::{Arguments, Children, Family, Word, nodes};
use crate::{Reading, ast, lower, read};
use std::collections::BTreeSet;

/// The machine of the only tree of a source text.
fn machine(source: &str) -> Machine {
    let tokens = source.parse().expect("sound tokens");
    let reading = read(tokens);
    let mistakes = reading.mistakes.in_order();
    assert!(mistakes.is_empty(), "a tree without mistakes: {mistakes:?}");
    let Some(Ok(tree)) = reading.trees.into_iter().next() else { panic!("a tree: {source}") };
    let machine = lower(
        &tree.outline.name.to_string(),
        tree.header(),
        &tree.scope(),
        tree.root,
        &reading.lines,
    )
    .expect("a machine");
    if let Err(faults) = machine.check() {
        panic!("{faults:?}\n{}", machine.to_text());
    }
    machine
}

fn reading(node: &str) -> Reading {
    // `set` needs names.
    let source = format!("tree Only(npc: &mut Npc, count: u32, prey: Id) {{ {node} }}");
    read(source.parse().expect("sound tokens"))
}

/// The root of a tree without mistakes.
fn root(node: &str) -> ast::Node {
    let Reading { mut trees, mistakes, .. } = reading(node);
    let mistakes: Vec<_> = mistakes.in_order().into_iter().map(|mistake| mistake.text).collect();
    assert_eq!(mistakes, [""; 0], "{node}");
    trees.pop().and_then(Result::ok).expect("a tree").root
}

fn is_refused(node: &str) -> bool {
    !reading(node).mistakes.in_order().is_empty()
}

fn arguments(shape: Arguments) -> &'static [&'static str] {
    match shape {
        Arguments::None => &[""],
        Arguments::Expression => &[" npc.asks()"],
        Arguments::Action => {
            &[" npc.acts()", " Walk { to: npc.home }", " Walk = Walk::to(npc.home)"]
        }
        Arguments::Future => &[" npc.path()", " ?Send npc.path()"],
        Arguments::Tree => &[
            " Shoot",
            " Shoot(&mut npc.weapon)",
            " Shoot(at = npc.enemy)",
            " Shoot(&mut npc.weapon, at = find::<A, B>(npc), times = 2)",
        ],
        Arguments::Literal => &[" Brave { up_to: 3 }", " Calm"],
        Arguments::Value => &["(npc.asks())"],
        Arguments::Duration => &["(2s)", "(npc.pause())"],
        Arguments::Cooldown => {
            &["(2s)", "(npc.pause())", "(2s, after = end)", "(2s, after = success)"]
        }
        Arguments::Count => &[
            "",
            "(2)",
            "(npc.count())",
            "(every = 1s)",
            "(2, every = 1s)",
            "(every = npc.pause())",
        ],
        Arguments::Number => &["(2)", "(npc.count())"],
        Arguments::Service => &["(2s, npc.acts())"],
        Arguments::Policies => &["", "(success = one)", "(success = 1, failure = all)"],
        Arguments::Margin => &["", "(margin = 0.5)", "(margin = npc.loyalty())"],
        Arguments::Binding => {
            &["(prey: Id = npc.nearest())", "(home: Vec<(u8, u8)> = npc.homes())"]
        }
        Arguments::Range => &["(room in 0..3)", "(room in npc.rooms())"],
        Arguments::Assignment => &[" count = 3", " prey = npc.nearest()"],
        Arguments::Statement => &["(npc.stops())", "({ npc.stops(); npc.sings() })"],
    }
}

fn wrong_arguments(shape: Arguments) -> &'static [&'static str] {
    match shape {
        Arguments::None => &["(2)", "(2s)", "(npc.acts())"],
        Arguments::Expression | Arguments::Action | Arguments::Tree | Arguments::Literal => &[""],
        Arguments::Future => &["", " ?", " ?Sync npc.path()", " ?Send"],
        Arguments::Assignment => &["", " count", " count = ", " = 3", " count == 3", "(count = 3)"],
        Arguments::Value | Arguments::Statement => &["", "()", "(1, 2)"],
        Arguments::Duration => &["", "()", "(2)", "(1s, 2s)"],
        Arguments::Cooldown => {
            &["", "()", "(2)", "(1s, 2s)", "(after = end)", "(1s, after = work)"]
        }
        Arguments::Count => &["()", "(0)", "(2s)", "(2, 1s)", "(every = 2)", "(every)"],
        Arguments::Number => &["", "()", "(0)", "(2s)", " 2"],
        Arguments::Service => &["", "(2s)", "(npc.acts(), 2s)"],
        Arguments::Policies => &["(2)", "(successes = one)"],
        Arguments::Margin => &["()", "(0.5)", "(margin)", "(margins = 0.5)"],
        Arguments::Binding => &[
            "",
            "()",
            "(prey)",
            "(prey: Id =)",
            "(prey = 1)",
            "(mut prey: Id = 1)",
            "(npc: Id = 1)",
            "(prey: &Id = &1)",
        ],
        Arguments::Range => &[
            "",
            "()",
            "(room)",
            "(0..3)",
            "(room in)",
            "(room in 0..)",
            "(room in 0..=3)",
            "(room in 3..3)",
        ],
    }
}

fn children(shape: Children) -> &'static [&'static str] {
    match shape {
        Children::None => &[";"],
        Children::One => &[" action npc.a();"],
        Children::Block => &["{ action npc.a(); }", "{ action npc.a(); action npc.b(); }"],
        Children::Pair => &["{ action npc.a(); action npc.b(); }"],
        Children::Watched => &["{ condition npc.c(); not condition npc.d(); action npc.a(); }"],
        Children::Weighted => &["{ action npc.a(); }", "{ 3 => action npc.a(); fail; }"],
        Children::Lasting => &[
            "{ action npc.a(); }",
            "{ 2s => action npc.a(); action npc.b(); }",
            "{ npc.pause() => action npc.a(); 1s => action npc.b(); fail; }",
        ],
        Children::Scored => &["{ 0.5 => action npc.a(), npc.score() => action npc.b(); }"],
        Children::Conditional => &["{ npc.c() => action npc.a(), true => action npc.b(); }"],
        Children::Branches => &["{ action npc.a(); }", "{ succeed; } else { action npc.b(); }"],
        Children::Arms => &["{ 1 => action npc.a(), _ => action npc.b() }"],
    }
}

fn wrong_children(shape: Children) -> &'static [&'static str] {
    match shape {
        Children::None => &["{ succeed; }", " succeed;"],
        Children::One => &[";", "{ succeed; }"],
        Children::Block | Children::Weighted => &[";", " succeed;", "{ }"],
        Children::Pair => &[";", "{ }", "{ fail; }", "{ fail; fail; fail; }"],
        Children::Watched => &[";", "{ }", "{ condition npc.c(); }", "{ action npc.a(); }"],
        Children::Lasting => &[";", " succeed;", "{ }", "{ 2 => fail; }", "{ => fail; }"],
        Children::Scored | Children::Conditional => &["{ }", "{ action npc.a(); }"],
        Children::Branches => &[";", "{ }", "{ succeed; fail; }", "{ fail; } else { }"],
        Children::Arms => &[";", "{ }", "{ action npc.a(); }"],
    }
}

#[test]
fn each_example_is_a_node_of_its_row() {
    for &word in Word::ALL {
        let node = root(word.example());
        assert_eq!(node.word(), word, "{}", word.example());
        assert!(word.children().take(
            node.children.len(),
            node.children.iter().take_while(|child| is_condition(child)).count(),
            node.keys().count(),
        ));
    }
}

fn is_condition(node: &ast::Node) -> bool {
    node.word() == Word::Condition
}

#[test]
fn the_parser_reads_what_a_row_says() {
    for &word in Word::ALL {
        for arguments in arguments(word.arguments()) {
            for children in children(word.children()) {
                let text = format!("{word}{arguments}{children}");
                assert_eq!(root(&text).word(), word, "{text}");
            }
        }
    }
}

#[test]
fn the_parser_refuses_what_a_row_does_not_say() {
    for &word in Word::ALL {
        for arguments in wrong_arguments(word.arguments()) {
            let text = format!("{word}{arguments}{}", children(word.children())[0]);
            assert!(is_refused(&text), "{text}");
        }
        for children in wrong_children(word.children()) {
            let text = format!("{word}{}{children}", arguments(word.arguments())[0]);
            assert!(is_refused(&text), "{text}");
        }
    }
}

#[test]
fn the_text_of_a_node_has_its_arguments() {
    for &word in Word::ALL {
        for arguments in arguments(word.arguments()) {
            let text = format!("{word}{arguments}{}", children(word.children())[0]);
            let machine =
                machine(&format!("tree Only(npc: &mut Npc, count: u32, prey: Id) {{ {text} }}"));
            let source = &machine.nodes[0].source;
            assert_eq!(source.is_empty(), arguments.is_empty(), "{text} → {source:?}");
        }
    }
}

/// Alone, after a sibling that may run, and where it starts again in each tick.
#[test]
fn each_node_becomes_a_sound_machine() {
    for &word in Word::ALL {
        let node = word.example();
        machine(&format!("tree Only(npc: &mut Npc, count: u32, prey: Id) {{ {node} }}"));
        machine(&format!(
            "#[allow(unreachable_code)] tree Around(npc: &mut Npc, count: u32, prey: Id) {{
                active_selector {{ condition npc.c(); selector {{ action npc.a(); {node} }} {node} }}
            }}"
        ));
    }
}

/// Each node with all forms of its arguments, alone and where it starts again in each tick.
#[test]
fn a_machine_from_bytes_is_the_same() {
    for &word in Word::ALL {
        for arguments in arguments(word.arguments()) {
            for children in children(word.children()) {
                let node = format!("{word}{arguments}{children}");
                for source in [
                    format!("tree Only(npc: &mut Npc, count: u32, prey: Id) {{ {node} }}"),
                    format!(
                        "#[allow(unreachable_code)] tree Around(npc: &mut Npc, count: u32, prey: Id) {{
                            active_selector {{ condition npc.c(); selector {{ running; {node} }} {node} }}
                        }}"
                    ),
                ] {
                    let machine = machine(&source);
                    let bytes = machine.to_bytes(&|_, _| None);
                    let part = Part::read(&bytes, &|_| None).expect("a machine");
                    let model = part.model(&[], true).expect("a model");
                    assert_eq!(behavior(model.machine()), behavior(&machine), "{source}");
                }
            }
        }
    }
}

/// All parts of a machine without the tokens of the user.
fn behavior(machine: &Machine) -> Vec<String> {
    let blocks = machine.regions.iter().map(|region| &region.blocks);
    let blocks = blocks.chain(machine.frames.iter().map(|frame| &frame.blocks)).flatten();
    let blocks =
        blocks.map(|block| format!("{:?} {:?} {:?}", block.recorded, block.steps, block.exit));
    let positions = machine.regions.iter().flat_map(|region| &region.positions);
    let positions = positions.map(|of| format!("{:?} {:?}", of.place, of.cooldowns));
    blocks.chain(positions).collect()
}

#[test]
fn a_family_says_how_children_are_written() {
    for &word in Word::ALL {
        let family = match word.children() {
            Children::None => Family::Leaf,
            Children::One => Family::Decorator,
            _ => Family::Composite,
        };
        assert_eq!(word.family(), family, "{word}");
    }
}

#[test]
fn a_word_is_its_name_in_snake_case() {
    for &word in Word::ALL {
        assert_eq!(crate::names::snake_case(word.name()), word.as_str());
        assert_eq!(Word::find(word.as_str()), Some(word));
    }
    assert_eq!(Word::find("fallback"), None);
    assert_eq!(nodes().collect::<BTreeSet<_>>().len(), Word::ALL.len(), "each word is there once");
}

#[test]
fn forms_are_made_of_arguments_and_children() {
    let forms = |word: Word| word.forms().collect::<Vec<_>>();
    assert_eq!(forms(Word::Succeed), ["succeed;"]);
    assert_eq!(forms(Word::Repeat), ["repeat(N) node", "repeat node"]);
    assert_eq!(
        forms(Word::Action),
        [
            "action EXPR;",
            "action Type { field: value };",
            "action Type = EXPR;",
            "action EXPR -> NAME;"
        ]
    );
    assert_eq!(forms(Word::If), ["if EXPR { node } else { node }"]);
}

#[test]
fn words_of_other_libraries_lead_to_words_of_the_language() {
    let mut names = BTreeSet::new();
    for word in Word::ALL {
        let row = word.row();
        let forms = row.elsewhere_forms.iter().map(|(name, form)| (*name, *form));
        for (name, here) in row.elsewhere.iter().map(|name| (*name, row.word)).chain(forms) {
            assert_eq!(here.split('(').next(), Some(row.word), "{name} → {here}");
            assert_eq!(Word::find(name), None, "{name} is a word of the language");
            assert!(names.insert(name), "{name} is there twice");
        }
    }
}
