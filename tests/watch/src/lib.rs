//! A small client of Chromium's `DevTools` protocol over a pipe: the actions of a person on a page, and
//! what the page shows.
//!
//! The program is `chromium`, or the value of the variable `CHROMIUM`.

mod files;
mod page;
mod pipe;
mod wait;

pub use files::serve;
pub use page::{Button, Page, Scheme};
pub use wait::{DEADLINE, wait_until};

use pipe::Pipe;
use serde_json::{Value, json};
use std::cell::{RefCell, RefMut};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{env, process, thread};

/// A running Chromium without a window. A dropped one waits for the next test of the program, since starting it takes longer
/// than opening a page; it ends with the program.
pub struct Browser {
    /// `None` only while it is dropped.
    running: Option<Running>,
    prefers_reduced_motion: bool,
}

struct Running {
    child: Child,
    pipe: RefCell<Pipe>,
    flags: Vec<String>,
}

/// The browsers that no test uses.
static IDLE: Mutex<Vec<Running>> = Mutex::new(Vec::new());

/// Flags that keep Chromium from sending requests to other machines.
const FLAGS: [&str; 10] = [
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
    "--remote-debugging-pipe",
];

impl Browser {
    /// Takes one that no test uses, or starts one with an empty profile.
    ///
    /// # Panics
    ///
    /// If there is no Chromium.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Takes or starts one whose pages prefer reduced motion: no drawing glides.
    ///
    /// # Panics
    ///
    /// If there is no Chromium.
    #[must_use]
    pub fn still() -> Self {
        let mut browser = Self::start();
        browser.prefers_reduced_motion = true;
        browser
    }

    /// Takes or starts one with more flags.
    ///
    /// # Panics
    ///
    /// If there is no Chromium.
    #[must_use]
    pub fn start_with(flags: &[&str]) -> Self {
        let idle = {
            let mut idle = IDLE.lock().unwrap_or_else(PoisonError::into_inner);
            idle.iter().position(|one| one.flags == flags).map(|place| idle.swap_remove(place))
        };
        let running = idle.unwrap_or_else(|| Running::start(flags));
        Self { running: Some(running), prefers_reduced_motion: false }
    }

    /// Opens an address in a page of this size.
    ///
    /// # Panics
    ///
    /// If the browser cannot open it.
    #[must_use]
    pub fn open(&self, url: &str, width: u32, height: u32) -> Page<'_> {
        let page = Page::new(self, self.prefers_reduced_motion);
        page.resize(width, height);
        page.go_to(url);
        page
    }

    fn pipe(&self) -> RefMut<'_, Pipe> {
        self.running.as_ref().expect("it is not dropped").pipe.borrow_mut()
    }

    fn call(&self, tab: Option<&str>, method: &str, parameters: &Value) -> Value {
        self.pipe().call(tab, method, parameters)
    }
}

impl Running {
    fn start(flags: &[&str]) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = env::temp_dir().join(format!("browser-{}-{number}", process::id()));
        let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
        // Chromium reads commands from file descriptor 3 and answers on 4; only a shell can connect a
        // pipe to these. It ends when the pipe is closed, and the shell removes its profile.
        let mut child = Command::new("sh")
            .args([
                "-c",
                r#"profile=$0; "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1; rm -rf "$profile""#,
            ])
            .args([profile.as_os_str(), program.as_ref()])
            .args(FLAGS)
            .args(flags)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let pipe = Pipe::new(input.expect("it is piped"), output.expect("it is piped"));
        let flags = flags.iter().map(ToString::to_string).collect();
        Self { child, pipe: RefCell::new(pipe), flags }
    }

    fn end(mut self) {
        let closed = self.pipe.borrow_mut().send(None, "Browser.close", &json!({}));
        if closed.is_err() {
            // An error means that it has already ended.
            self.child.kill().ok();
        }
        self.child.wait().ok();
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let Some(running) = self.running.take() else { return };
        // A failed test may leave anything behind.
        if thread::panicking() {
            return running.end();
        }
        IDLE.lock().unwrap_or_else(PoisonError::into_inner).push(running);
    }
}
