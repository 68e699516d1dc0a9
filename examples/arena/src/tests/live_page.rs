//! The live page: a port that is in use, and a page that is served.

use super::{NOBODY, add, game_with};
use crate::game::{Game, Start};
use crate::tree_file::TreeFile;
use crate::world::body::Kind;
use std::io::{Read, Write};
use std::net::TcpListener;

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
