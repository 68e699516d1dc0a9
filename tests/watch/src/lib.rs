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
use std::cell::RefCell;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::{env, fs, process};

/// A running Chromium without a window; dropping it ends the program.
pub struct Browser {
    child: Child,
    pipe: RefCell<Pipe>,
    profile: PathBuf,
}

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
    /// Starts one with an empty profile.
    ///
    /// # Panics
    ///
    /// If there is no Chromium.
    #[must_use]
    pub fn start() -> Self {
        Self::start_with(&[])
    }

    /// Starts one with an empty profile and more flags.
    ///
    /// # Panics
    ///
    /// If there is no Chromium.
    #[must_use]
    pub fn start_with(flags: &[&str]) -> Self {
        static STARTED: AtomicU32 = AtomicU32::new(0);
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let profile = env::temp_dir().join(format!("browser-{}-{number}", process::id()));
        let program = env::var("CHROMIUM").unwrap_or_else(|_| "chromium".into());
        // Chromium reads commands from file descriptor 3 and answers on 4; only a shell can connect a
        // pipe to these.
        let mut child = Command::new("sh")
            .args(["-c", r#"exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null 2>&1"#, &program])
            .args(FLAGS)
            .args(flags)
            .arg(format!("--user-data-dir={}", profile.display()))
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("there is a shell");
        let (input, output) = (child.stdin.take(), child.stdout.take());
        let pipe = Pipe::new(input.expect("it is piped"), output.expect("it is piped"));
        Self { child, pipe: RefCell::new(pipe), profile }
    }

    /// Opens an address in a page of this size.
    ///
    /// # Panics
    ///
    /// If the browser cannot open it.
    #[must_use]
    pub fn open(&self, url: &str, width: u32, height: u32) -> Page<'_> {
        let target = self.call(None, "Target.createTarget", &json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        let tab = self.call(None, "Target.attachToTarget", &attach);
        let tab = tab["sessionId"].as_str().expect("a tab has a name").to_owned();
        let page = Page::new(self, tab);
        page.resize(width, height);
        page.go_to(url);
        page
    }

    fn call(&self, tab: Option<&str>, method: &str, parameters: &Value) -> Value {
        self.pipe.borrow_mut().call(tab, method, parameters)
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let closed = self.pipe.borrow_mut().send(None, "Browser.close", &json!({}));
        if closed.is_err() {
            // An error means that it has already ended.
            self.child.kill().ok();
        }
        self.child.wait().ok();
        fs::remove_dir_all(&self.profile).ok();
    }
}
