//! Tests of everything except the drawing.

mod pointing;
mod stories;

use crate::game::{Game, Start};
use crate::options::{Options, USAGE};
use crate::tree_file::{BUILT_IN, TreeFile};
use crate::trees::Arena;
use crate::world::body::Kind;
use crate::world::{Population, World};
use bt_core::grid::Handle;
use bt_core::picking::glam::Vec2;
use std::io::{Read, Write};
use std::net::TcpListener;
use std::path::PathBuf;
use std::{env, fs, process};

const NOBODY: Population = Population { sheep: 0, hunters: 0, shepherds: 0 };

/// The number of steps in a number of seconds.
const fn seconds(number: u32) -> u32 {
    60 * number
}

/// A game without bodies; its clock stands still.
fn empty_game() -> Game {
    game(NOBODY)
}

fn game(population: Population) -> Game {
    game_with(population, TreeFile::built_in().expect("the file is correct"))
}

fn game_with(population: Population, trees: TreeFile) -> Game {
    let start = Start { population, seed: 1, port: 0, clock: || 0.0 };
    Game::new(start, trees).expect("a small world")
}

fn world(population: Population) -> World {
    game(population).world
}

/// Adds a body at this distance from the fold.
fn add(world: &mut World, kind: Kind, offset: [f32; 2]) -> Handle {
    let place = world.meadow.fold() + Vec2::from(offset);
    world.add(kind, place).expect("a place in the meadow")
}

fn place(world: &World, handle: Handle) -> Vec2 {
    world.body(handle).expect("it is there").place
}

/// Returns `true` if the node with this label is active.
fn is_at(world: &World, handle: Handle, label: &str) -> bool {
    let mind = world.mind(handle).expect("it is there");
    mind.is_active(mind.labelled(label).expect("the tree has the label"))
}

/// Does steps until a condition is true; returns `false` if it is false after all steps.
fn steps_until(world: &mut World, steps: u32, mut is_so: impl FnMut(&World) -> bool) -> bool {
    (0..steps).any(|_| {
        world.step();
        is_so(world)
    })
}

const HERD: Population = Population { sheep: 60, hunters: 2, shepherds: 1 };

fn places(world: &World) -> Vec<Vec2> {
    world.bodies.iter().map(|body| body.place).collect()
}

#[test]
fn the_population_has_as_many_bodies_as_were_asked_for() {
    for bodies in (1..200).chain([2000, 100_000]) {
        assert_eq!(Population::of(bodies).sum(), bodies);
    }
    let Population { sheep, hunters, shepherds } = Population::of(2000);
    assert!(sheep > 100 * shepherds && hunters > shepherds && shepherds > 0);
}

#[test]
fn the_same_seed_gives_the_same_world() {
    let (mut one, mut other) = (world(HERD), world(HERD));
    for _ in 0..seconds(20) {
        one.step();
        other.step();
    }
    assert_eq!(places(&one), places(&other));
    assert_ne!(places(&one), places(&world(HERD)), "they have moved");
}

#[test]
fn nobody_leaves_the_meadow_and_nobody_is_lost() {
    let mut world = world(HERD);
    for _ in 0..seconds(60) {
        world.step();
        assert_eq!(world.bodies.len(), HERD.sum());
        assert!(world.bodies.iter().all(|body| world.meadow.contains(body.place)));
        let in_grid = world.bodies.iter().map(|body| world.meadow.grid.position(body.handle));
        assert!(in_grid.eq(places(&world).into_iter().map(Some)));
    }
}

#[test]
fn a_hungry_hunter_catches_a_sheep_and_a_lamb_is_born() {
    let mut world = world(Population { sheep: 40, hunters: 1, shepherds: 0 });
    assert!(steps_until(&mut world, seconds(180), |world| world.caught > 0));
    assert_eq!(world.bodies.len(), 41);
    let hunter = world.bodies.iter().find(|body| body.kind == Kind::Hunter).expect("it is there");
    assert!(hunter.hunger < 1.0, "it has eaten");
}

#[test]
fn a_hunter_that_is_not_hungry_does_not_hunt() {
    let mut world = world(NOBODY);
    add(&mut world, Kind::Sheep, [0.0, 0.0]);
    let hunter = add(&mut world, Kind::Hunter, [9.0, 0.0]);
    world.bodies[hunter.index()].hunger = 0.0;
    assert!(!steps_until(&mut world, seconds(30), |world| is_at(world, hunter, "hunt")));
    assert!(steps_until(&mut world, seconds(40), |world| is_at(world, hunter, "hunt")));
}

#[test]
fn sheep_flee_from_a_hunter_and_graze_again() {
    let mut world = world(NOBODY);
    let sheep = add(&mut world, Kind::Sheep, [0.0, 0.0]);
    add(&mut world, Kind::Sheep, [2.0, 2.0]);
    add(&mut world, Kind::Sheep, [2.0, 0.0]);
    world.step();
    assert!(is_at(&world, sheep, "graze"));
    let hunter = add(&mut world, Kind::Hunter, [-6.0, 0.0]);
    world.bodies[hunter.index()].hunger = 0.0;
    world.step();
    assert!(is_at(&world, sheep, "flee"));
    let distance = |world: &World| place(world, sheep).distance(place(world, hunter));
    // The flight goes on beyond the distance at which it begins.
    assert!(steps_until(&mut world, seconds(20), |world| distance(world) > 12.0));
    assert!(is_at(&world, sheep, "flee"));
    assert!(steps_until(&mut world, seconds(20), |world| !is_at(world, sheep, "flee")));
    assert!(distance(&world) > 14.0);
}

#[test]
fn a_shepherd_gathers_a_stray() {
    let mut world = world(NOBODY);
    let outside = world.meadow.pasture + 6.0;
    let stray = add(&mut world, Kind::Sheep, [outside, 0.0]);
    let shepherd = add(&mut world, Kind::Shepherd, [-5.0, 0.0]);
    world.step();
    assert!(is_at(&world, shepherd, "gather"));
    let is_driven = |world: &World| is_at(world, stray, "follow");
    assert!(steps_until(&mut world, seconds(60), is_driven), "the shepherd came");
    assert!(steps_until(&mut world, seconds(60), |world| !is_driven(world)));
    assert!(!world.meadow.is_outside_pasture(place(&world, stray)));
    assert!(steps_until(&mut world, seconds(60), |world| is_at(world, shepherd, "watch")));
}

#[test]
fn a_shepherd_drives_a_hunter_away() {
    let mut world = world(NOBODY);
    let shepherd = add(&mut world, Kind::Shepherd, [0.0, 0.0]);
    let hunter = add(&mut world, Kind::Hunter, [8.0, 0.0]);
    world.step();
    assert!(is_at(&world, shepherd, "drive_off") && is_at(&world, hunter, "retreat"));
    let distance = |world: &World| place(world, shepherd).distance(place(world, hunter));
    assert!(steps_until(&mut world, seconds(20), |world| distance(world) > 10.0));
}

/// A file of trees that is removed at the end of a test.
struct Scratch(PathBuf);

impl Scratch {
    fn new(test: &str) -> Self {
        let scratch = Self(env::temp_dir().join(format!("arena-{}-{test}.tree", process::id())));
        scratch.write(BUILT_IN);
        scratch
    }

    fn write(&self, text: &str) {
        fs::write(&self.0, text).expect("the folder can be written");
    }

    fn game(&self) -> (Game, Handle) {
        let mut game = game_with(NOBODY, TreeFile::open(&self.0).expect("it is correct"));
        let hunter = add(&mut game.world, Kind::Hunter, [0.0, 0.0]);
        game.world.bodies[hunter.index()].hunger = 0.0;
        game.update(0.02);
        assert!(is_at(&game.world, hunter, "prowl"));
        (game, hunter)
    }
}

impl Drop for Scratch {
    fn drop(&mut self) {
        fs::remove_file(&self.0).ok();
    }
}

#[test]
fn a_broken_file_keeps_the_old_trees_and_shows_its_mistakes() {
    let scratch = Scratch::new("broken");
    let (mut game, hunter) = scratch.game();
    assert_eq!(game.mistakes(), None);
    scratch.write(&BUILT_IN.replace("action Prowl(speed = 2)", "action Prwl(speed = 2)"));
    game.update(0.02);
    let mistakes = game.mistakes().expect("the file has a mistake");
    assert!(mistakes.contains("did you mean `Prowl`?") && mistakes.contains("^^^^"), "{mistakes}");
    assert!(is_at(&game.world, hunter, "prowl"), "the old tree goes on");
    fs::remove_file(&scratch.0).expect("it is there");
    game.update(0.02);
    assert!(game.mistakes().is_some_and(|text| text.contains(&scratch.0.display().to_string())));
    scratch.write(BUILT_IN);
    game.update(0.02);
    assert_eq!(game.mistakes(), None);
}

#[test]
fn a_file_with_other_parameters_interrupts_nobody() {
    let scratch = Scratch::new("parameters");
    let (mut game, hunter) = scratch.game();
    scratch.write(&BUILT_IN.replace("Prowl(speed = 2)", "Prowl(speed = 5)"));
    game.is_paused = true;
    game.update(0.02);
    assert!(game.news.contains(&"the trees have a new version".to_owned()));
    assert!(is_at(&game.world, hunter, "prowl"));
    (0..60).for_each(|_| game.step());
    let speed = game.world.body(hunter).expect("it is there").velocity.length();
    assert!(speed > 4.0, "it has the new speed: {speed}");
}

#[test]
fn a_file_with_other_nodes_begins_anew_also_for_lambs() {
    let scratch = Scratch::new("nodes");
    let (mut game, hunter) = scratch.game();
    let text = BUILT_IN
        .replace("'prowl: timeout(Patience) action Prowl(speed = 2);", "'lie: action Stop;");
    scratch.write(&text);
    game.is_paused = true;
    game.update(0.02);
    assert!(!game.world.mind(hunter).expect("it is there").is_running());
    let later = add(&mut game.world, Kind::Hunter, [3.0, 0.0]);
    let mind = game.world.mind(later).expect("it is there");
    assert!(mind.labelled("lie").is_some(), "who comes later has the new tree");
}

#[test]
fn a_file_without_a_tree_for_a_kind_is_refused() {
    let scratch = Scratch::new("missing");
    scratch.write("tree Sheep { action Stop; } tree Hunter { action Stop; }");
    let problem = TreeFile::open(&scratch.0).err().expect("it is refused");
    assert!(problem.contains("no tree `Shepherd`"), "{problem}");
    let problem = TreeFile::open(&scratch.0.join("none")).err().expect("there is no such file");
    assert!(problem.starts_with("error: ") && problem.contains("none"), "{problem}");
}

#[test]
fn the_trees_use_all_words() {
    let file = TreeFile::built_in().expect("it is correct");
    let used: Vec<&str> = file.trees().words_used().collect();
    let unused = Arena::WORDS.iter().map(|word| word.name).filter(|name| !used.contains(name));
    assert_eq!(unused.collect::<Vec<_>>(), [""; 0]);
}

fn game_at(port: u16) -> Game {
    let trees = TreeFile::built_in().expect("the file is correct");
    let start = Start { population: NOBODY, seed: 1, port, clock: || 0.0 };
    Game::new(start, trees).expect("a small world")
}

#[test]
fn a_port_in_use_is_said_and_the_game_goes_on() {
    let other = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let port = other.local_addr().expect("it is bound").port();
    let mut game = game_at(port);
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    game.select(vec![sheep]);
    game.open_page(false);
    let notice = game.notice.clone().expect("there is a problem");
    assert!(notice.starts_with("no live page: another program listens at"), "{notice}");
    assert!(notice.ends_with("--port takes another one"), "{notice}");
    game.update(0.1);
    assert!(!game.world.now.is_zero());
}

#[test]
fn the_page_is_served_and_follows_the_selection() {
    let mut game = game_with(NOBODY, TreeFile::built_in().expect("the file is correct"));
    let sheep = add(&mut game.world, Kind::Sheep, [0.0, 0.0]);
    let hunter = add(&mut game.world, Kind::Hunter, [3.0, 0.0]);
    game.open_page(false);
    let notice = game.notice.clone().expect("the address");
    assert!(notice.contains("select somebody"), "{notice}");
    for selected in [vec![sheep], vec![hunter, sheep], vec![], vec![sheep]] {
        game.select(selected);
        game.update(0.1);
    }
    game.open_page(false);
    let notice = game.notice.clone().expect("the address");
    let address = notice.strip_prefix("live page at http://").and_then(|url| url.strip_suffix('/'));
    let address = address.expect("an address").to_owned();
    let mut connection = std::net::TcpStream::connect(&address).expect("it is served");
    let request = format!("GET / HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\n\r\n");
    connection.write_all(request.as_bytes()).expect("it listens");
    let mut page = String::new();
    connection.read_to_string(&mut page).expect("it answers");
    assert!(page.starts_with("HTTP/1.1 200"), "{}", &page[..page.len().min(200)]);
}

fn parse(line: &str) -> Result<Options, String> {
    Options::parse(line.split_whitespace())
}

fn problem(line: &str) -> String {
    parse(line).expect_err(line)
}

#[test]
fn without_options_there_is_a_window_with_2000_agents() {
    let options = parse("").expect("nothing is wrong");
    assert_eq!(options, Options::default());
    assert!(options.has_window && options.agents == 2000);
}

#[test]
fn options_are_read() {
    let line = "--agents 30 --seed=9 --tree my.tree --select hunter --live --port 8080 --frames 60 --picture a.png";
    let expected = Options {
        agents: 30,
        seed: 9,
        tree: Some(PathBuf::from("my.tree")),
        select: Some(Kind::Hunter),
        live: true,
        port: 8080,
        frames: Some(60),
        picture: Some(PathBuf::from("a.png")),
        has_window: true,
        help: false,
    };
    assert_eq!(parse(line), Ok(expected));
}

#[test]
fn mistakes_say_what_there_is() {
    for (line, part) in [
        ("--frmes 3", "--frmes"),
        ("-x", "-x"),
        ("now", "now"),
        ("--frames", "--frames"),
        ("--frames many", "many"),
        ("--frames 0", "--frames is at least 1"),
        ("--agents 0", "from 1 to 1000000"),
        ("--agents 99999999", "from 1 to 1000000"),
        ("--port 70000", "70000"),
        ("--select wolf", "the kinds are sheep, hunter and shepherd"),
        ("--picture a.png", "--picture needs --frames"),
        ("--no-window", "--no-window needs --frames"),
        ("--no-window --frames 3 --picture a.png", "leave --no-window out"),
    ] {
        let problem = problem(line);
        assert!(problem.starts_with("error: ") && problem.contains(part), "{line}: {problem}");
        assert!(problem.ends_with(USAGE), "{line}: {problem}");
    }
}
