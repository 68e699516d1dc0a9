//! Bindings of generated code have names that no program uses for a constant, a static or a unit struct:
//! otherwise a pattern would refer to that item, and not bind a variable.

use super::tokens::write;
use super::verdict::on_a_compilers_stack;
use super::{corpus, golden};
use proc_macro2::{Ident, TokenStream};
use std::collections::BTreeSet;
use std::path::Path;
use syn::visit::{self, Visit};

/// Nodes and arguments that no other test tree has.
const MORE: &str = "
    tree Generic<'w, N: Number, const M: usize = 3>(world: &mut dyn World<'w, N>) {
        parallel(success = 1) {
            condition { return world.is_calm(); };
            action { world.rest()?; Ok(()) };
            guard(let Some(_) = world.enemy()) action Walk<N> { to: world.home() };
            active_match world.mood() { Mode::Calm => subtree Patrol<{ M }>, _ => subtree Patrol(world.part()) }
            with Brave<N> monitor { condition todo!(); action loop {}; action Walk { to: 1 }; }
            active_selector {
                condition world.is_calm();
                timeout(1s) action Walk { to: 1 };
                with Brave<N> subtree Patrol<{ M }>;
                cooldown(world.pause()) subtree Patrol<{ M }>;
                utility_selector { 0.5 => action Walk { to: 1 }; world.score() => running; }
                random_selector(world.draw()) { action Walk { to: 1 }; 2 => wait(world.pause()); }
            }
        }
    }

    tree Broken(world: World) { running; }

    vocabulary Drill<'w>(world: &mut World<'w>) {
        condition SeesEnemy => { return world.enemy; };
        condition HealthBelow(limit: i32 = 20) => world.health < limit;
        action Attack => { world.attack()?; Ok(()) };
        action MoveTo(x: f32, y: f32, speed: f32 = 1.5) => MoveTo { x, y, speed };
        action Fly(x: f32) => Fly = Fly::to(x);
        action Say(text: &'static str = \"\", side: Side { Left, Right } = Left, times: u8) => world.say(text, side, times);
        decorator Brave(up_to: u32 = 3) => Brave { up_to };
        value Pause: Duration => world.pause;
        value Calm: bool => world.calm;
        value Aim: Side { Left, Right } => world.aim;
        random => world.draw();
        subtree Shoot;
        subtree Load(&mut world.weapon);
    }

    trees from \"../bt-core/tests/trees/soldier.tree\" with Drill;

    vocabulary Unreadable(world: World) { action Attack => world.attack(); }
";

/// The names that generated code binds.
#[derive(Default)]
struct Bound {
    names: BTreeSet<String>,
}

impl Bound {
    fn name(&mut self, name: &Ident) {
        let word = name.to_string();
        // A name that the user wrote occurs in the source.
        if name.span().source_text().is_none_or(|written| written != word) {
            self.names.insert(word);
        }
    }
}

impl<'ast> Visit<'ast> for Bound {
    fn visit_pat_ident(&mut self, pattern: &'ast syn::PatIdent) {
        self.name(&pattern.ident);
        visit::visit_pat_ident(self, pattern);
    }

    /// Some derives bind the fields of a variant.
    fn visit_variant(&mut self, variant: &'ast syn::Variant) {
        variant
            .fields
            .iter()
            .filter_map(|field| field.ident.as_ref())
            .for_each(|name| self.name(name));
    }

    fn visit_lifetime_param(&mut self, parameter: &'ast syn::LifetimeParam) {
        self.name(&parameter.lifetime.ident);
    }

    fn visit_type_param(&mut self, parameter: &'ast syn::TypeParam) {
        self.name(&parameter.ident);
        visit::visit_type_param(self, parameter);
    }

    fn visit_use_rename(&mut self, import: &'ast syn::UseRename) {
        if import.rename != "_" {
            self.name(&import.rename);
        }
    }

    /// An item in a function hides an outer item of the same name.
    fn visit_block(&mut self, block: &'ast syn::Block) {
        for statement in &block.stmts {
            match statement {
                syn::Stmt::Item(syn::Item::Static(item)) => self.name(&item.ident),
                syn::Stmt::Item(syn::Item::Const(item)) if item.ident != "_" => {
                    self.name(&item.ident);
                }
                syn::Stmt::Item(syn::Item::Fn(item)) => self.name(&item.sig.ident),
                _ => {}
            }
        }
        visit::visit_block(self, block);
    }

    /// The tokens of a macro are not searched.
    fn visit_macro(&mut self, call: &'ast syn::Macro) {
        let name = &call.path.segments.last().expect("a name").ident;
        let is_users = name.span().source_text().is_some_and(|written| name == &written);
        let known =
            ["matches", "compile_error", "panic", "assert", "__trees", "__files", "include_bytes"];
        assert!(is_users || known.iter().any(|known| name == known), "what does `{name}` bind?");
    }
}

fn bound(input: &TokenStream) -> BTreeSet<String> {
    let compiled = golden::items(crate::expand_trees(input), 1);
    let mut bound = Bound::default();
    bound.visit_file(&syn::parse2(compiled).expect("items"));
    bound.names
}

/// The tokens of the macro calls of a file.
fn hygiene(file: &str) -> TokenStream {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/language/hygiene");
    let source = std::fs::read_to_string(folder.join(file)).expect("a source");
    let tokens: TokenStream = source.parse().expect("sound tokens");
    golden::macro_arguments(tokens).expect("a call")
}

#[test]
fn what_is_bound_has_a_name_of_its_own() {
    let all = || {
        let mut calls: Vec<TokenStream> = corpus::calls().iter().map(|call| write(call)).collect();
        calls.extend(["every_node.rs", "every_word.rs"].map(hygiene));
        calls.extend([MORE.parse().expect("sound tokens")]);
        calls.iter().flat_map(bound).collect()
    };
    let names: BTreeSet<String> =
        std::thread::scope(|scope| on_a_compilers_stack(scope, all).join().expect("no panic"));
    assert!(names.len() > 20, "{names:?}");
    let plain: Vec<&String> = names.iter().filter(|name| !name.starts_with("__")).collect();
    assert!(plain.is_empty(), "a program may have names like these: {plain:?}");
    // `tests/language/hygiene` tests programs that use these names.
    let taken: BTreeSet<String> =
        hygiene("locals.rs").into_iter().map(|name| name.to_string()).collect();
    let bare: BTreeSet<String> =
        names.iter().map(|name| name.trim_start_matches("__").to_owned()).collect();
    let missing: Vec<_> = bare.difference(&taken).collect();
    assert!(missing.is_empty(), "tests/language/hygiene/locals.rs lacks {missing:?}");
}
