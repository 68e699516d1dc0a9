//! The examples that the tests run, and the page that the soldier writes.

use bt_watch::record::Recording;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// The program of an example: `workshop`, or `examples/soldier`. All are built at once, with the features of the other
/// tests, so that no library is built again.
pub(crate) fn command(name: &str) -> Command {
    static BUILT: OnceLock<PathBuf> = OnceLock::new();
    let directory = BUILT.get_or_init(|| {
        let built = Command::new(env!("CARGO"))
            .args(["build", "--quiet", "--workspace", "--bin", "workshop", "--example", "soldier"])
            .args(["--features", "watch/editor,behavior-trees/record"])
            .status();
        assert!(built.expect("cargo runs").success());
        let this = env::current_exe().expect("tests have a path");
        this.ancestors().nth(2).expect("tests are in `deps`").to_owned()
    });
    Command::new(directory.join(name))
}

/// Runs the example with the arguments of the README.
pub(crate) fn soldier() -> (&'static Path, Recording) {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let name = format!("soldier-{}.html", std::process::id());
        let path = crate::pages::directory().join(name);
        let output = command("examples/soldier").arg("--record").arg(&path).output();
        let output = output.expect("it runs");
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let stays = path.with_file_name("soldier.html");
        fs::rename(&path, &stays).expect("the folder for pages can be written");
        stays
    });
    let page = fs::read_to_string(path).expect("the example has written it");
    let data = page.split_once("id=\"recording\">").expect("it holds the recording").1;
    let data = data.split_once("</script>").expect("that ends").0;
    (path, Recording::from_json(data).expect("it is a recording"))
}
