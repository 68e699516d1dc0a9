//! The program as it is started from a command line; the picture of a window, which needs a display: `.ci/arena` starts one
//! without a screen; and the arena in Chromium, where a click selects a body, and a right click makes it walk: `.ci/arena`
//! builds the folder `site` and sets its path as `ARENA_SITE`.

use browser::{Browser, Button, Page, serve};
use std::collections::HashSet;
use std::env;
use std::fs::{self, File};
use std::io::BufReader;
use std::net::TcpListener;
use std::path::PathBuf;
use std::process::{Command, Output};
use std::time::{Duration, Instant};

fn arena(arguments: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_arena"));
    command.args(arguments).env_remove("DISPLAY").env_remove("WAYLAND_DISPLAY");
    command.output().expect("the program starts")
}

fn text(bytes: &[u8]) -> String {
    String::from_utf8_lossy(bytes).into_owned()
}

#[test]
fn frames_without_a_window_end_with_figures() {
    let output = arena(&["--agents", "200", "--frames", "120", "--no-window"]);
    let printed = text(&output.stdout);
    assert!(output.status.success(), "{}", text(&output.stderr));
    assert!(printed.starts_with("200 agents, 2.0 s of the world"), "{printed}");
    for part in ["look", "decide", "move"] {
        assert!(printed.contains(&format!("{part} ")), "{printed}");
    }
}

#[test]
fn an_unknown_option_says_what_there_is() {
    let output = arena(&["--frmes", "3"]);
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(printed.contains("--frmes") && printed.contains("--frames N"), "{printed}");
    assert!(text(&arena(&["--help"]).stdout).contains("--frames N"));
}

#[test]
#[cfg(target_os = "linux")]
fn a_window_that_cannot_open_says_what_to_do() {
    let output = arena(&[]);
    let printed = text(&output.stderr);
    assert!(!output.status.success());
    assert!(
        printed.starts_with("error: no window can be opened: the variable DISPLAY"),
        "{printed}"
    );
    assert!(printed.contains("--no-window") && printed.contains("xvfb-run"), "{printed}");
    assert!(!printed.contains("panicked"), "{printed}");
}

#[test]
fn a_picture_that_cannot_be_written_is_said_at_once() {
    let output = arena(&["--frames", "3", "--picture", "/nowhere/arena.png"]);
    let printed = text(&output.stderr);
    assert!(printed.starts_with("error: /nowhere/arena.png"), "{printed}");
}

#[test]
fn a_missing_file_of_trees_is_said() {
    let output = arena(&["--tree", "/nowhere/my.tree"]);
    let printed = text(&output.stderr);
    assert!(
        !output.status.success() && printed.starts_with("error: /nowhere/my.tree"),
        "{printed}"
    );
}

#[test]
fn a_port_in_use_does_not_end_the_program() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = other.local_addr().expect("it is bound").port().to_string();
    let output =
        arena(&["--agents", "9", "--live", "--port", &port, "--frames", "2", "--no-window"]);
    let printed = text(&output.stdout);
    assert!(output.status.success());
    assert!(printed.starts_with("no live page: another program listens"), "{printed}");
    assert!(printed.contains("9 agents"), "{printed}");
}

/// Where `.ci/arena` leaves the pictures.
fn directory() -> PathBuf {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
    fs::create_dir_all(&directory).expect("the folder of builds can be written");
    directory
}

struct Picture {
    width: u32,
    height: u32,
    pixels: Vec<[u8; 3]>,
}

impl Picture {
    fn open(path: &PathBuf) -> Self {
        let file = BufReader::new(File::open(path).expect("the program wrote it"));
        let mut reader = png::Decoder::new(file).read_info().expect("a picture");
        let mut bytes = vec![0; reader.output_buffer_size()];
        let info = reader.next_frame(&mut bytes).expect("a whole picture");
        let pixels = bytes.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect();
        Self { width: info.width, height: info.height, pixels }
    }

    /// The part of the pixels for which this is true.
    fn part(&self, is_so: impl Fn([i32; 3]) -> bool) -> f64 {
        let found = self.pixels.iter().filter(|pixel| is_so(pixel.map(i32::from))).count();
        found as f64 / self.pixels.len() as f64
    }
}

#[test]
#[ignore = "needs a display: .ci/arena"]
fn the_picture_shows_the_meadow_and_all_kinds() {
    let path = directory().join("arena.png");
    let output = Command::new(env!("CARGO_BIN_EXE_arena"))
        .args(["--frames", "40", "--select", "shepherd", "--picture"])
        .arg(&path)
        .output()
        .expect("the program starts");
    let printed = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    assert!(printed.contains("frames per second"), "{printed}");
    println!("{printed}");
    let picture = Picture::open(&path);
    assert_eq!((picture.width, picture.height), (1280, 720));
    let is_grass = |[red, green, blue]: [i32; 3]| green > red && red > blue && green > 100;
    let is_wool = |[red, green, blue]: [i32; 3]| red.min(green).min(blue) > 170;
    let is_robe = |[red, _, blue]: [i32; 3]| blue > 110 && red < 70;
    let is_label =
        |[red, green, blue]: [i32; 3]| red > 240 && (200..235).contains(&green) && blue < 90;
    for (name, part, least) in [
        ("grass", picture.part(is_grass), 0.2),
        ("wool", picture.part(is_wool), 0.02),
        ("a robe", picture.part(is_robe), 0.0005),
        ("the label", picture.part(is_label), 0.0002),
    ] {
        assert!(part > least, "{name}: {part}");
    }
    let colors: HashSet<[u8; 3]> = picture.pixels.iter().copied().collect();
    assert!(colors.len() > 1000, "light and shade: {} colors", colors.len());
}

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
