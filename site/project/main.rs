//! Agents that run the trees of a file. A page in a browser shows the agents and edits the file.
//!
//! ```sh
//! cargo run
//! ```

use bt_core::files::Trees;
use bt_watch::live::Live;
use std::error::Error;
use std::thread;
use std::time::Duration;
use world::World;

mod {{module}};
mod world;

const STEP: Duration = Duration::from_millis(100);

fn main() -> Result<(), Box<dyn Error>> {
    run::<{{module}}::{{world}}>()
}

fn run<W: World>() -> Result<(), Box<dyn Error>> {
    let mut trees = Trees::<W::Words>::load(W::FILE)?;
    let mut live = Live::start()?;
    live.let_pause(true);
    live.let_change(true)?;
    let mut edits = live.let_edit::<W::Words>(W::FILE)?;
    let mut agents = Vec::new();
    for (name, body) in W::bodies() {
        let tree = trees.tree(W::ROOT).ok_or("the file has no tree for the agents")?;
        agents.push((live.agent_of(name, &tree), tree, body));
    }
    println!("edit {} at {}", W::FILE, live.url());
    loop {
        let is_new = edits.take(&mut trees);
        for (id, tree, body) in &mut agents {
            if is_new {
                tree.renew(&trees, body);
            }
            W::advance(body);
            live.set_fields(*id, |fields| W::let_set(body, fields));
            live.tick_with_snapshot(*id, tree, body);
        }
        thread::sleep(STEP);
    }
}
