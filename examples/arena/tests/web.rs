//! The arena in Chromium: a click selects a body, and a right click makes it walk. `.ci/arena` builds the
//! folder `site` and sets its path as `ARENA_SITE`.

use browser::{Browser, Button, Page, serve};
use std::env;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const WINDOW: [u32; 2] = [1000, 600];
/// Ends a test that hangs; software draws slowly.
const DEADLINE: Duration = Duration::from_secs(300);

/// The console of the page.
struct Console<'a> {
    page: &'a Page<'a>,
    lines: Vec<String>,
}

impl Console<'_> {
    /// Waits for a line that begins like this, and returns the rest.
    fn wait_for(&mut self, begin: &str) -> String {
        let deadline = Instant::now() + DEADLINE;
        loop {
            if let Some(rest) = self.find(begin) {
                return rest;
            }
            assert!(Instant::now() < deadline, "no {begin:?} in {:?}", self.lines);
            self.page.settle();
        }
    }

    fn find(&mut self, begin: &str) -> Option<String> {
        self.lines.extend(self.page.logged());
        let rest = |line: &String| line.strip_prefix(begin).map(str::to_owned);
        self.lines.iter().find_map(rest)
    }
}

/// `(12.50, 7.25)`
fn place(text: &str) -> [f64; 2] {
    let numbers = text.trim_matches(['(', ')']).split_once(", ");
    let (x, y) = numbers.expect("two numbers");
    [x, y].map(|number| number.parse().expect("a number"))
}

#[test]
#[ignore = "needs Chromium and the site: .ci/arena"]
fn a_click_selects_and_a_right_click_sends() {
    let site = env::var("ARENA_SITE").expect("ARENA_SITE is the folder of the site");
    let url = serve(PathBuf::from(site)) + "index.html";
    let browser = Browser::start_with(&["--enable-unsafe-swiftshader", "--use-angle=swiftshader"]);
    let [width, height] = WINDOW;
    let page = browser.open(&url, width, height);
    let mut console = Console { page: &page, lines: Vec::new() };
    console.wait_for("the arena has 2000 agents");
    // While the world stands still, nobody walks out of the way, and nobody is caught.
    page.press(" ");
    let picture = |name: &str| {
        page.screenshot(&PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
    };

    // The herd is in the middle of the window: a few clicks hit a sheep.
    let [middle, lower] = [f64::from(width) / 2.0, f64::from(height) / 2.0];
    let touches = (0..100_u32).map(|number| {
        let (x, y) = (f64::from(number % 10), f64::from(number / 10));
        [middle + 17.0 * (x - 5.0), lower + 13.0 * (y - 5.0)]
    });
    let mut selected = None;
    for touch in touches {
        page.click_point(touch, Button::Left);
        selected = console.find("selected ").map(|name| (name, touch));
        if selected.is_some() {
            break;
        }
    }
    let (name, [x, y]) = selected.expect("one of the clicks hits somebody");
    page.click_point([x + 60.0, y + 40.0], Button::Right);
    let goal = place(&console.wait_for("sent 1 to "));
    page.press(" ");
    console.wait_for("the world goes on");
    picture("arena-web.png");
    let end = place(&console.wait_for(&format!("{name} arrived at ")));
    let distance = (end[0] - goal[0]).hypot(end[1] - goal[1]);
    assert!(distance < 1.0, "{name} is {distance} m from its goal");
    let complaints = page.complaints();
    assert!(complaints.is_empty(), "{complaints:?}");
}
