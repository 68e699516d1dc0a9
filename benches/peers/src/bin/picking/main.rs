//! Compares rays and picks of `bt_space::picking` with code that uses glam and nalgebra-glm.
//!
//! ```sh
//! cargo run --release --features picking --bin picking    # with `-- triangle` one of them alone
//! ```

mod cameras;
mod crowds;
mod measure;
mod shapes;
mod with_glam;
mod with_nalgebra;
mod with_us;

use measure::Table;

fn main() {
    let wanted = std::env::args().nth(1).unwrap_or_default();
    let mut table = Table::new(wanted);
    cameras::measure(&mut table);
    shapes::measure(&mut table);
    crowds::measure(&mut table);
    table.print();
}
