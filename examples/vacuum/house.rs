//! The house: walls, rooms, dust and obstacles.

#[cfg(feature = "record")]
use serde::Serialize;
use std::collections::VecDeque;

/// `#` is a wall, a letter is the floor of a room, `D` is the dock in the hall.
const PLAN: [&str; 9] = [
    "#################################",
    "#kkkkkkkkk#hhhhhhhhh#sssssssssss#",
    "#kkkkkkkkk#hhhhhhhhh#sssssssssss#",
    "#kkkkkkkkkhhhhhhhhhh#sssssssssss#",
    "#kkkkkkkkk#hhhhhhhhhhsssssssssss#",
    "######h####hhhhhhhhh#############",
    "#hhhhhhhhhhhhhhhhhhhhbbbbbbbbbbb#",
    "#Dhhhhhhhhhhhhhhhhhh#bbbbbbbbbbb#",
    "#################################",
];
pub(crate) const WIDTH: usize = PLAN[0].len();
pub(crate) const HEIGHT: usize = PLAN.len();
const ROOMS: [char; 4] = ['k', 's', 'b', 'h'];

#[cfg_attr(feature = "record", derive(Serialize))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cell {
    pub(crate) x: usize,
    pub(crate) y: usize,
}

impl Cell {
    fn index(self) -> usize {
        self.y * WIDTH + self.x
    }

    fn plan(self) -> char {
        char::from(PLAN[self.y].as_bytes()[self.x])
    }

    pub(crate) fn is_wall(self) -> bool {
        self.plan() == '#'
    }

    /// Walls surround the house, so a floor has all four neighbors.
    fn neighbors(self) -> [Self; 4] {
        let Self { x, y } = self;
        [Self { x: x - 1, y }, Self { x: x + 1, y }, Self { x, y: y - 1 }, Self { x, y: y + 1 }]
    }
}

pub(crate) struct House {
    dust: [bool; WIDTH * HEIGHT],
    obstacles: [bool; WIDTH * HEIGHT],
}

impl House {
    pub(crate) const DOCK: Cell = Cell { x: 1, y: 7 };

    pub(crate) const fn new() -> Self {
        Self { dust: [false; WIDTH * HEIGHT], obstacles: [false; WIDTH * HEIGHT] }
    }

    /// All cells of the floor.
    pub(crate) fn floor() -> impl Iterator<Item = Cell> {
        let cells = (0..WIDTH * HEIGHT).map(|index| Cell { x: index % WIDTH, y: index / WIDTH });
        cells.filter(|cell| !cell.is_wall())
    }

    pub(crate) fn is_dusty(&self, cell: Cell) -> bool {
        self.dust[cell.index()]
    }

    pub(crate) fn drop_dust(&mut self, cell: Cell) {
        self.dust[cell.index()] = !cell.is_wall();
    }

    /// Returns `true` if there was dust.
    pub(crate) fn take_dust(&mut self, cell: Cell) -> bool {
        std::mem::take(&mut self.dust[cell.index()])
    }

    pub(crate) fn is_blocked(&self, cell: Cell) -> bool {
        self.obstacles[cell.index()]
    }

    pub(crate) fn set_blocked(&mut self, cell: Cell, blocked: bool) {
        self.obstacles[cell.index()] = blocked;
    }

    fn is_free(&self, cell: Cell) -> bool {
        !cell.is_wall() && !self.is_blocked(cell)
    }

    /// Returns the rooms with dust, in the order of the tour.
    pub(crate) fn tour(&self) -> Option<Vec<usize>> {
        let rooms = (0..ROOMS.len()).filter(|room| self.dusty_cells(*room).next().is_some());
        let rooms: Vec<usize> = rooms.collect();
        (!rooms.is_empty()).then_some(rooms)
    }

    /// Returns the dust of a room that no obstacle covers, row by row.
    fn dusty_cells(&self, room: usize) -> impl Iterator<Item = Cell> {
        let cells = Self::floor().filter(move |cell| cell.plan() == ROOMS[room]);
        cells.filter(|cell| self.is_dusty(*cell) && !self.is_blocked(*cell))
    }

    /// Returns the ends of the lanes that cover the dust of a room, to the right and back in turns.
    pub(crate) fn lanes(&self, room: usize) -> Option<Vec<Cell>> {
        let mut corners = Vec::new();
        for y in 0..HEIGHT {
            let row = || self.dusty_cells(room).filter(move |cell| cell.y == y);
            let (Some(left), Some(right)) = (row().next(), row().last()) else { continue };
            let leftward = corners.len() % 4 == 2;
            corners.extend(if leftward { [right, left] } else { [left, right] });
        }
        (!corners.is_empty()).then_some(corners)
    }

    /// Returns the shortest way around walls and obstacles, without the first cell.
    pub(crate) fn way(&self, from: Cell, to: Cell) -> Option<Vec<Cell>> {
        let mut next: [Option<Cell>; WIDTH * HEIGHT] = [None; WIDTH * HEIGHT];
        let mut queue = VecDeque::from([to]);
        next[to.index()] = Some(to);
        while let Some(cell) = queue.pop_front() {
            if cell == from {
                let step = |cell: &Cell| next[cell.index()].filter(|next| next != cell);
                return Some(std::iter::successors(Some(from), step).skip(1).collect());
            }
            // The robot itself may stand where an obstacle is, the goal may not.
            let free = |neighbor: &Cell| self.is_free(*neighbor) || *neighbor == from;
            for neighbor in cell.neighbors().into_iter().filter(free) {
                if !self.is_blocked(cell) && next[neighbor.index()].is_none() {
                    next[neighbor.index()] = Some(cell);
                    queue.push_back(neighbor);
                }
            }
        }
        None
    }
}
