//! The playground in Chromium. `.ci/site` builds the site and sets its path as `SITE`.

use browser::{Browser, Page, serve};
use serde_json::Value;
use std::path::PathBuf;
use std::{env, fs};

/// All villagers say it in each tick.
const HELLO: &str = "tree Villager { sequence { action Say(text = \"hello\"); running; } }";

/// A villager runs without a wolf.
const COWARD: &str = "tree Villager { sequence { wait(1s); action Flee; } }";

const FRAME: &str = "document.getElementById('page').contentDocument";

/// The expression for an element of the live page.
fn element(id: &str) -> String {
    format!("{FRAME}?.getElementById('{id}')")
}

/// The playground at this address, with its editor open.
fn open<'b>(browser: &'b Browser, address: &str) -> Page<'b> {
    let page = browser.open(address, 1360, 860);
    page.wait_until(&format!("{}?.hidden === false", element("edit")));
    page.wait_until(&format!("{}?.value !== ''", element("edit-text")));
    page
}

fn text(page: &Page<'_>) -> String {
    let text = page.read(&format!("{}.value", element("edit-text")));
    text.as_str().expect("a field has a text").to_owned()
}

/// Replaces the text in the editor as a person does.
fn write(page: &Page<'_>, text: &str) {
    page.run(&format!("{0}.focus(); {0}.select()", element("edit-text")));
    page.type_text(text);
}

fn shows(page: &Page<'_>, id: &str, part: &str) {
    let part = Value::from(part);
    page.wait_until(&format!("{}?.textContent.includes({part})", element(id)));
}

fn click(page: &Page<'_>, id: &str) {
    page.run(&format!("{}.click()", element(id)));
}

fn picture(page: &Page<'_>, name: &str) {
    page.screenshot(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
}

fn folder() -> PathBuf {
    env::var("SITE").expect("SITE is the folder of the site").into()
}

fn site() -> String {
    serve(folder()) + "playground/index.html"
}

#[test]
#[ignore = "needs Chromium and the site: .ci/site"]
fn a_visitor_edits_a_tree_and_shares_it() {
    let (url, browser) = (site(), Browser::start());
    let page = open(&browser, &url);
    let first = page.read("playground.first");
    println!("the first tick after {first} ms");
    assert!(text(&page).contains("tree Needs {"), "{}", text(&page));
    picture(&page, "playground.png");

    // The agents do what is applied.
    write(&page, HELLO);
    shows(&page, "edit-mistake-count", "no mistakes");
    click(&page, "edit-apply");
    shows(&page, "board", "hello");

    // The live page pauses the world.
    click(&page, "live-pause");
    shows(&page, "live-state", "paused");
    click(&page, "live-pause");
    shows(&page, "live-state", "live");

    // A rule that is broken is shown with the shortest run, and the agents keep their tree.
    write(&page, COWARD);
    shows(
        &page,
        "edit-mistakes",
        "`Villager` breaks the rule `always Flee.ticked -> WolfNear.succeeded`",
    );
    shows(&page, "edit-mistakes", "tick 2: `wait 1s` is over, `wait 1s` succeeds, `action Flee`");
    picture(&page, "playground-rule.png");

    // Whoever gets the link sees the same.
    page.click("#share");
    page.wait_until("location.hash.startsWith('#village=')");
    let link = page.read("location.href");
    let other = open(&browser, link.as_str().expect("an address is a text"));
    assert_eq!(text(&other), COWARD);
    shows(&other, "edit-mistakes", "breaks the rule");
    other.click("#reset");
    other.wait_until(&format!("{}?.value.includes('tree Needs')", element("edit-text")));
    // A click downloads the project.
    other.run("URL.createObjectURL = (blob) => { window.downloaded = blob; return '#'; }");
    other.click("#download");
    other.wait_until("window.downloaded?.size > 10000");
    for page in [page, other] {
        assert_eq!(page.complaints(), [Value::Null; 0]);
    }
}

#[test]
#[ignore = "needs Chromium and the site: .ci/site"]
fn each_world_runs() {
    let (url, browser) = (site(), Browser::start());
    let page = open(&browser, &url);
    for (world, first, tree, doing) in [
        ("robot", "navigate.tree", "tree Serve {", "drive"),
        ("soldier", "soldier.tree", "'patrol", "attack"),
    ] {
        page.run(&format!(
            "document.getElementById('world').value = '{world}';
            document.getElementById('world').dispatchEvent(new Event('change'))"
        ));
        shows(&page, "edit-path", first);
        shows(&page, "edit-mistake-count", "no mistakes");
        assert!(text(&page).contains(tree), "{world}: {}", text(&page));
        shows(&page, "doing", doing);
        picture(&page, &format!("playground-{world}.png"));
    }
    assert_eq!(page.complaints(), [Value::Null; 0]);
}

/// The values of `href` and `src` in a page.
fn links(page: &str) -> impl Iterator<Item = &str> {
    let behind = page.split("href=\"").skip(1).chain(page.split("src=\"").skip(1));
    behind.filter_map(|rest| rest.split('"').next())
}

#[test]
#[ignore = "needs the site: .ci/site"]
fn the_links_of_the_site_lead_somewhere() {
    let mut count = 0;
    for page in [
        "index.html",
        "playground/index.html",
        "benches/README.html",
        "benches/compile.html",
        "benches/peers/README.html",
        "benches/peers/grid.html",
        "benches/peers/picking.html",
        "benches/peers/states.html",
        "benches/peers/trees.html",
    ] {
        let path = folder().join(page);
        let text = fs::read_to_string(&path).expect(page);
        let is_here = |link: &&str| !link.contains(':') && !link.starts_with('#');
        for link in links(&text).filter(is_here) {
            let file = link.split('#').next().unwrap_or_default();
            let target = path.parent().expect("it is in a folder").join(file);
            assert!(target.is_file(), "{page}: {link}");
            count += 1;
        }
    }
    assert!(count > 20, "{count}");
}

#[test]
#[ignore = "needs Chromium and the site: .ci/site"]
fn a_damaged_link_opens_the_example() {
    let (url, browser) = (site(), Browser::start());
    for hash in ["#village=x", "#village=%", "#village=q1YqUbJSqlXSUcovLVGyAlK1AA", "#nowhere"] {
        let page = open(&browser, &format!("{url}{hash}"));
        assert!(text(&page).contains("tree Needs {"), "{hash}: {}", text(&page));
        assert_eq!(page.complaints(), [Value::Null; 0], "{hash}");
    }
}
