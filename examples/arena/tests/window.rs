//! The picture of a window. It needs a display: `.ci/arena` starts one without a screen.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::BufReader;
use std::path::PathBuf;
use std::process::Command;

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
