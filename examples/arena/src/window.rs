//! The window: reads the mouse and the keys, and draws one frame after the other.

use crate::budget::Part;
use crate::game::Game;
use crate::options::Options;
use crate::pointer::Pointer;
use crate::screen::{MOST_INDICES, MOST_VERTICES, Moment, Screen};
use crate::world::STEP;
use crate::{say, summary, writable};
use bt_core::picking::glam::Vec2;
use macroquad::Window;
use macroquad::conf::Conf;
use macroquad::input::{
    KeyCode, MouseButton, is_key_down, is_key_pressed, is_mouse_button_down,
    is_mouse_button_pressed, is_mouse_button_released, mouse_delta_position, mouse_position,
    mouse_wheel,
};
use macroquad::logging::info;
use macroquad::miniquad;
use macroquad::texture::get_screen_data;
use macroquad::time::get_frame_time;
use macroquad::window::{next_frame, screen_height, screen_width};
use std::env;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

const SIZE: [i32; 2] = [1280, 720];

/// Opens the window, and runs the game until the window is closed.
pub(crate) fn open(game: Game, options: Options) -> Result<(), String> {
    if let Some(picture) = &options.picture {
        writable(picture)?;
    }
    let is_open = Arc::new(AtomicBool::new(false));
    let opened = Arc::clone(&is_open);
    let standard = Arc::new(panic::take_hook());
    // If the system cannot open a window, macroquad panics; the error below says what to do.
    panic::set_hook(Box::new({
        let (is_open, standard) = (Arc::clone(&is_open), Arc::clone(&standard));
        move |panic| {
            if is_open.load(Ordering::Relaxed) {
                standard(panic);
            }
        }
    }));
    let run = || {
        Window::from_config(configuration(), async move {
            opened.store(true, Ordering::Relaxed);
            play(game, &options).await;
        });
    };
    match panic::catch_unwind(AssertUnwindSafe(run)) {
        Ok(()) if is_open.load(Ordering::Relaxed) || cfg!(target_arch = "wasm32") => Ok(()),
        Err(panic) if is_open.load(Ordering::Relaxed) => panic::resume_unwind(panic),
        _ => Err(no_window()),
    }
}

fn no_window() -> String {
    let display = match env::var("DISPLAY") {
        Ok(display) => format!("the display {display:?} does not answer, or has no OpenGL"),
        Err(_) => "the variable DISPLAY is not set".into(),
    };
    format!(
        "error: no window can be opened: {display}\n\
         Without a screen, `xvfb-run -s '-screen 0 1280x720x24' arena --frames 600 --picture arena.png` draws into a \
         file, and `arena --frames 600 --no-window` does the steps without drawing."
    )
}

fn configuration() -> Conf {
    let is_wayland = env::var_os("DISPLAY").is_none() && env::var_os("WAYLAND_DISPLAY").is_some();
    let linux_backend = if is_wayland {
        miniquad::conf::LinuxBackend::WaylandOnly
    } else {
        miniquad::conf::LinuxBackend::X11Only
    };
    let platform = miniquad::conf::Platform { linux_backend, ..Default::default() };
    let miniquad_conf = miniquad::conf::Conf {
        window_title: "arena".into(),
        window_width: SIZE[0],
        window_height: SIZE[1],
        sample_count: 4,
        platform,
        ..Default::default()
    };
    Conf {
        miniquad_conf,
        draw_call_vertex_capacity: MOST_VERTICES,
        draw_call_index_capacity: MOST_INDICES,
        ..Default::default()
    }
}

/// Runs the game: with `--frames`, each frame is one step, so that the picture does not depend on the machine.
async fn play(mut game: Game, options: &Options) {
    let mut screen = Screen::new(&game);
    let mut pointer = Pointer::default();
    if options.select.is_some() {
        (game.orbit.distance, game.orbit.pitch) = (34.0, 0.4);
    }
    info!("the arena has {} agents", options.agents);
    let begin = miniquad::date::now();
    let mut frame = 0;
    loop {
        let window = Vec2::new(screen_width(), screen_height());
        command(&mut game, &mut pointer, window);
        let seconds = if options.frames.is_some() { STEP.as_secs_f32() } else { get_frame_time() };
        game.update(seconds);
        game.follow();
        game.news.drain(..).for_each(|news| info!("{}", news));
        let is_timed = options.frames.is_none();
        let rate = is_timed.then(|| 1.0 / get_frame_time().max(1e-3));
        let moment = Moment { frame: pointer.frame(mouse()), rate };
        let mut budget = game.budget;
        budget.measure(Part::Draw, || screen.draw(&game, window, moment));
        budget.end_frame();
        game.budget = budget;
        frame += 1;
        if options.frames == Some(frame) {
            if let Some(picture) = &options.picture {
                save(picture);
            }
            let rate = f64::from(frame) / (miniquad::date::now() - begin);
            say(format_args!("{}\n{rate:.0} frames per second", summary(&game, options.agents)));
            return;
        }
        next_frame().await;
    }
}

/// Writes what is on the screen.
fn save(path: &Path) {
    let mut image = get_screen_data();
    // The window is opaque.
    image.bytes.chunks_exact_mut(4).for_each(|pixel| pixel[3] = u8::MAX);
    image.export_png(&path.to_string_lossy());
}

fn mouse() -> Vec2 {
    mouse_position().into()
}

/// Does what the player commands in this frame.
fn command(game: &mut Game, pointer: &mut Pointer, window: Vec2) {
    keys(game);
    move_camera(game);
    // A window without an area has nothing to click.
    let Ok(camera) = game.orbit.picking(window) else { return };
    if is_mouse_button_pressed(MouseButton::Left) {
        pointer.press(mouse());
    }
    let mut done = Ok(());
    if is_mouse_button_released(MouseButton::Left) {
        if let Some(gesture) = pointer.release(mouse()) {
            done = game.select_by(gesture, &camera);
        }
    }
    if is_mouse_button_pressed(MouseButton::Right) {
        done = done.and_then(|()| game.send(mouse(), &camera));
    }
    if let Err(problem) = done {
        game.notice = Some(problem.to_string());
    }
}

fn keys(game: &mut Game) {
    if is_key_pressed(KeyCode::Space) {
        game.pause(!game.is_paused);
    }
    if is_key_pressed(KeyCode::N) {
        game.pause(true);
        game.step();
    }
    if is_key_pressed(KeyCode::Equal) || is_key_pressed(KeyCode::KpAdd) {
        game.faster();
    }
    if is_key_pressed(KeyCode::Minus) || is_key_pressed(KeyCode::KpSubtract) {
        game.slower();
    }
    if is_key_pressed(KeyCode::F) {
        game.is_following = !game.is_following;
    }
    if is_key_pressed(KeyCode::L) {
        game.open_page(true);
    }
}

fn move_camera(game: &mut Game) {
    let seconds = get_frame_time().min(0.1);
    let axis = |less: [KeyCode; 2], more: [KeyCode; 2]| {
        let is_down = |keys: [KeyCode; 2]| f32::from(u8::from(keys.into_iter().any(is_key_down)));
        is_down(more) - is_down(less)
    };
    let right = axis([KeyCode::A, KeyCode::Left], [KeyCode::D, KeyCode::Right]);
    let forwards = axis([KeyCode::S, KeyCode::Down], [KeyCode::W, KeyCode::Up]);
    if right != 0.0 || forwards != 0.0 {
        game.is_following = false;
        game.orbit.pan(right * seconds, forwards * seconds);
    }
    let yaw = axis([KeyCode::Q, KeyCode::Q], [KeyCode::E, KeyCode::E]);
    let pitch = axis([KeyCode::PageDown, KeyCode::PageDown], [KeyCode::PageUp, KeyCode::PageUp]);
    game.orbit.turn(1.5 * yaw * seconds, pitch * seconds);
    if is_mouse_button_down(MouseButton::Middle) {
        let moved = mouse_delta_position();
        game.orbit.turn(2.0 * moved.x, -1.5 * moved.y);
    }
    let (_, wheel) = mouse_wheel();
    if wheel != 0.0 {
        game.orbit.zoom(if wheel > 0.0 { 0.9 } else { 1.1 });
    }
}
