//! The page of the soldier, as the example writes it.

use bt_watch::record::Recording;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;
use std::{env, fs};

/// Runs the example with the arguments of the README.
pub(crate) fn soldier() -> (&'static Path, Recording) {
    static PATH: OnceLock<PathBuf> = OnceLock::new();
    let path = PATH.get_or_init(|| {
        let name = format!("soldier-{}.html", std::process::id());
        let path = crate::pages::directory().join(name);
        let cargo = Command::new(env!("CARGO"))
            .args(["run", "--quiet", "--package", "behavior-trees", "--example", "soldier"])
            .args(["--features", "record"])
            .args([Path::new("--"), Path::new("--record"), &path])
            .output()
            .expect("cargo runs");
        assert!(cargo.status.success(), "{}", String::from_utf8_lossy(&cargo.stderr));
        let stays = path.with_file_name("soldier.html");
        fs::rename(&path, &stays).expect("the folder for pages can be written");
        stays
    });
    let page = fs::read_to_string(path).expect("the example has written it");
    let data = page.split_once("id=\"recording\">").expect("it holds the recording").1;
    let data = data.split_once("</script>").expect("that ends").0;
    (path, Recording::from_json(data).expect("it is a recording"))
}
