//! Tables of reference cases.

use std::collections::HashMap;

/// A line of a table.
#[derive(Clone, Debug)]
pub(crate) struct Row<'a>(HashMap<&'a str, &'a str>);

/// The lines of a table whose first line names the columns.
pub(crate) fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
    let mut lines = table.lines();
    let names = cells(lines.next().unwrap_or_default());
    lines.map(move |line| Row(names.iter().copied().zip(cells(line)).collect()))
}

/// The cells of a line; a cell in quotes may contain commas.
fn cells(line: &str) -> Vec<&str> {
    let mut is_quoted = false;
    let mut split = |character| {
        is_quoted ^= character == '"';
        character == ',' && !is_quoted
    };
    line.split(&mut split).collect()
}

impl<'a> Row<'a> {
    /// The text in a column.
    ///
    /// # Panics
    ///
    /// If there is no such column.
    pub(crate) fn text(&self, column: &str) -> &'a str {
        self.0.get(column).unwrap_or_else(|| panic!("there is no column {column}"))
    }

    /// The number in a column.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub(crate) fn number(&self, column: &str) -> f64 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{column}: {text:?} is no number"))
    }

    /// The numbers in columns with the same beginning.
    pub(crate) fn numbers<const N: usize>(&self, beginning: &str, ends: [&str; N]) -> [f64; N] {
        ends.map(|end| self.number(&format!("{beginning}{end}")))
    }

    /// A place in the world.
    pub(crate) fn place(&self, beginning: &str) -> [f64; 3] {
        self.numbers(beginning, ["x", "y", "z"])
    }

    /// A matrix, column by column.
    pub(crate) fn matrix(&self, name: &str) -> [f64; 16] {
        std::array::from_fn(|index| self.number(&format!("{name}{index}")))
    }
}
