//! Records the story, on a page and on a live page.

use super::{LAST_TICK, Npc, SEED, Soldier, enemies_act, story};
use bt_watch::live::Live;
use bt_watch::record::{Recorder, RecordingError};
use std::time::Duration;
use std::{io, thread};

/// Runs the story and writes a page that shows it.
pub(crate) fn save(path: &str) -> Result<(), RecordingError> {
    let mut recorder = Recorder::with_capacity(1 << 20);
    let agent = recorder.agent::<Soldier>("soldier");
    story(|soldier, npc, observers| {
        let status = recorder.tick_with(agent, soldier, npc, observers);
        recorder.snapshot(agent, npc);
        status
    });
    recorder.into_recording().save_page(path)?;
    println!("{path} shows it tick by tick; {path}#tick=37 is where it runs away");
    Ok(())
}

/// Repeats the story for ever, so that browsers can watch it, pause it and set breakpoints.
pub(crate) fn serve() -> io::Result<()> {
    let mut live = Live::start()?;
    live.let_pause(true);
    println!("watch it at {}", live.url());
    let agent = live.agent::<Soldier>("soldier");
    loop {
        let (mut npc, mut soldier) = (Npc::new(SEED), Soldier::new());
        for _ in 1..=LAST_TICK {
            enemies_act(&mut npc);
            live.tick_with_snapshot(agent, &mut soldier, &mut npc);
            thread::sleep(Duration::from_millis(100));
        }
        live.abort(agent, &mut soldier, &mut npc);
    }
}
