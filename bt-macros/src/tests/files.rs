//! Trees of files: what is read, and what is wrong with files.

use super::{errors, expand};
use quote::ToTokens as _;
use std::fs;
use std::path::PathBuf;

const DRILL: &str = "
    vocabulary Drill(npc: &mut Npc) {
        condition Hurt => npc.hurt();
        condition Below(limit: i32 = 20) => npc.health < limit;
        action Attack => npc.attack();
        action Drop(count: u32) => npc.drop(count);
        action Walk(x: f32) => Walk { x };
        action Fly(x: f32) => Fly = Fly::to(npc, x);
        decorator Brave(up_to: u32 = 3) => Brave { up_to };
        value Count: u32 => npc.count;
        value Score: f32 => npc.score;
        value Pause: Duration => npc.pause;
        random => npc.dice();
        subtree Reload(&mut npc.weapon);
    }
";

/// A folder of one test, which is removed in the end.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("bt-macros-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn write(&self, name: &str, text: impl AsRef<[u8]>) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).expect("a file");
        path.to_str().expect("a path of letters").to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The expansion of the vocabulary and the file at a path, after other items.
fn with_file(path: &str, others: &str) -> proc_macro2::TokenStream {
    expand(&format!("{others} {DRILL} trees from {path:?} with Drill;"))
}

/// The expansion of a file without mistakes, without spaces.
fn compiled(name: &str, text: &str) -> String {
    let folder = Folder::new(name);
    let expansion = with_file(&folder.write("a.tree", text), "");
    assert_eq!(errors(expansion.clone()), Vec::<String>::new());
    expansion.to_string().replace(' ', "")
}

#[test]
fn rust_stands_in_the_place_of_words() {
    for (number, (node, rust)) in [
        ("condition Hurt;", "__bt::ask(npc.hurt(),"),
        (
            "condition Below(limit = -30);",
            "let(limit,):(::core::primitive::i32,)=(-30i32,);npc.health<limit}",
        ),
        ("condition Below;", "=(20i32,);npc.health<limit}"),
        ("action Attack;", "__bt::action(npc.attack()).tell("),
        ("action Drop(count = 2);", "=(2u32,);npc.drop(count)}).tell("),
        ("action Drop(count = Count);", "=Drill::__make_3(&*npc,Drill::__value_7(&*npc));"),
        ("action Walk(x = 1);", "=Drill::__make_4(&*npc,1f32);"),
        ("action Walk(x = Score);", "=Drill::__make_4(&*npc,Drill::__value_8(&*npc));"),
        ("action Fly(x = 1);", "let__arguments=(1f32,);Drill::__make_5(&mut*npc,__arguments.0)}"),
        ("with Brave wait(Pause);", "=Drill::__make_6(&*npc,3u32);"),
        ("with Brave wait(Pause);", "::core::time::Duration={letrefnpc=*npc;npc.pause}"),
        ("repeat(Count) action Attack;", "={letrefnpc=*npc;npc.count}"),
        (
            "service(2s, Drop(count = Count)) running;",
            "=(Drill::__value_7(&*npc),);npc.drop(count)}",
        ),
        ("random_selector { 3 => succeed; fail; }", "{npc.dice()}else{0}"),
        ("utility_selector { Score => fail; 0.5 => fail; }", "{letrefnpc=*npc;npc.score}"),
        ("subtree Reload;", "(&mutnpc.weapon)"),
    ]
    .into_iter()
    .enumerate()
    {
        let code = compiled(&format!("words-{number}"), &format!("tree A {{ {node} }}"));
        assert!(code.contains(rust), "{node}: there is no `{rust}` in\n{code}");
    }
}

#[test]
fn a_program_is_built_again_when_its_file_changes() {
    let code = compiled("again", "tree A { running; }");
    assert!(code.contains("::core::include_bytes!(\""), "{code}");
}

#[test]
fn attributes_go_to_each_tree() {
    let folder = Folder::new("attributes");
    let path = folder.write("a.tree", "/// First.\ntree A { running; } tree B { subtree A; }");
    let code =
        expand(&format!("{DRILL} #[derive(Debug)] pub(super) trees from {path:?} with Drill;"));
    let file: syn::File = syn::parse2(code).expect("an expansion is Rust");
    for name in ["A", "B"] {
        let is_tree = |item: &&syn::Item| matches!(item, syn::Item::Struct(of) if of.ident == name);
        let Some(syn::Item::Struct(tree)) = file.items.iter().find(is_tree) else {
            panic!("there is no type `{name}`");
        };
        assert!(matches!(tree.vis, syn::Visibility::Restricted(_)), "{name}");
        assert!(tree.attrs.iter().any(|attribute| attribute.path().is_ident("derive")), "{name}");
        let has_doc = tree.attrs.iter().any(|attribute| attribute.path().is_ident("doc"));
        assert_eq!(has_doc, name == "A");
    }
}

#[test]
fn a_helper_is_private() {
    let folder = Folder::new("private");
    let path = folder.write("a.tree", "pub tree A { subtree B; } tree B { running; }");
    for written in ["pub ", "pub(crate) ", ""] {
        let code = expand(&format!("{DRILL} {written}trees from {path:?} with Drill;"));
        assert_eq!(errors(code.clone()), Vec::<String>::new());
        let file: syn::File = syn::parse2(code).expect("an expansion is Rust");
        let trees = file.items.iter().filter_map(|item| match item {
            syn::Item::Struct(tree) if ["A", "B"].iter().any(|name| tree.ident == name) => {
                Some(tree.vis.to_token_stream().to_string().replace(' ', ""))
            }
            _ => None,
        });
        assert_eq!(trees.collect::<Vec<_>>(), [written.trim_end(), ""]);
    }
}

#[test]
fn all_mistakes_of_a_file_are_told_with_their_places() {
    let folder = Folder::new("mistakes");
    let path = folder.write(
        "a.tree",
        "tree A {\n    sequence {\n        action Atack;\n        wait(2);\n    }\n}\n",
    );
    let errors = errors(with_file(&path, ""));
    assert_eq!(errors.len(), 2, "{errors:?}");
    let shown = format!(
        "there is no action `Atack` in the vocabulary; did you mean `Attack`?\n --> {path}:3:16\n  |\n3 |         action Atack;\n  |                ^^^^^"
    );
    assert_eq!(errors[0], shown);
}

#[test]
fn a_file_that_is_not_there_is_one_mistake() {
    let folder = Folder::new("missing");
    let path = folder.write("soldier.tree", "tree A { running; }");
    let wrong = path.replace("soldier", "solider");
    let told = errors(with_file(&wrong, ""));
    assert_eq!(told, [format!("there is no file `{wrong}`; did you mean `soldier.tree`?")]);
    let other = errors(with_file("trees/of/nobody.tree", ""));
    assert!(other.len() == 1 && other[0].contains("relative to the folder"), "{other:?}");
    let whole = errors(with_file(folder.0.to_str().expect("a path"), ""));
    assert!(whole.len() == 1 && whole[0].contains("is a folder"), "{whole:?}");
    let latin = folder.write("latin.tree", b"tree A { running; } // \xe4");
    let latin = errors(with_file(&latin, ""));
    assert!(latin.len() == 1 && latin[0].contains("byte 23"), "{latin:?}");
}

#[test]
fn a_name_that_is_taken_is_one_mistake() {
    let folder = Folder::new("taken");
    let path = folder.write("a.tree", "tree A { running; } tree B { running; }");
    let told = errors(with_file(&path, "tree B(npc: &mut Npc) { running; }"));
    assert!(told.len() == 1 && told[0].starts_with("`B` of "), "{told:?}");
}

#[test]
fn a_word_that_cannot_be_read_is_not_missed_in_a_file() {
    let folder = Folder::new("unreadable");
    let path = folder.write("a.tree", "tree A { sequence { action Attack; action Missing; } }");
    let text = format!(
        "vocabulary Drill(npc: &mut Npc) {{ action Attack; condition Calm => npc.calm; }} trees from {path:?} with Drill;"
    );
    let told = errors(expand(&text));
    assert!(told.len() == 1 && told[0].starts_with("expected `=>`"), "{told:?}");
}
