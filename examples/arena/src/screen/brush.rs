//! Collects triangles, and draws many of them at once.

use macroquad::color::Color;
use macroquad::math::{Vec2, Vec3};
use macroquad::models::{Mesh, Vertex, draw_mesh};

/// The vertices and the indices of a draw call of macroquad; see [`window`](crate::window).
pub(crate) const MOST_VERTICES: usize = 20_000;
pub(crate) const MOST_INDICES: usize = 30_000;
/// A shape has at most this number of vertices.
const LARGEST: usize = 100;

pub(crate) struct Brush {
    mesh: Mesh,
}

impl Default for Brush {
    fn default() -> Self {
        Self { mesh: Mesh { vertices: Vec::new(), indices: Vec::new(), texture: None } }
    }
}

impl Brush {
    /// Adds a convex polygon.
    pub(crate) fn polygon(&mut self, corners: &[Vec3], color: Color) {
        let first = self.room();
        for corner in corners {
            self.mesh.vertices.push(Vertex::new2(*corner, Vec2::ZERO, color));
        }
        let last = first + u16::try_from(corners.len()).unwrap_or_default();
        for second in first + 1..last.max(2) - 1 {
            self.mesh.indices.extend([first, second, second + 1]);
        }
    }

    /// Adds a flat ring around a point, between two radii.
    pub(crate) fn ring(&mut self, center: Vec3, [inner, outer]: [f32; 2], color: Color) {
        const SEGMENTS: u16 = 28;
        let first = self.room();
        for segment in 0..SEGMENTS {
            let (sine, cosine) =
                (f32::from(segment) / f32::from(SEGMENTS) * std::f32::consts::TAU).sin_cos();
            for radius in [inner, outer] {
                let corner = center + Vec3::new(cosine * radius, 0.0, sine * radius);
                self.mesh.vertices.push(Vertex::new2(corner, Vec2::ZERO, color));
            }
        }
        for segment in 0..SEGMENTS {
            let (here, next) = (first + 2 * segment, first + 2 * ((segment + 1) % SEGMENTS));
            self.mesh.indices.extend([here, here + 1, next + 1, here, next + 1, next]);
        }
    }

    /// Makes room for a shape; returns the index of its first vertex.
    fn room(&mut self) -> u16 {
        let (vertices, indices) = (self.mesh.vertices.len(), self.mesh.indices.len());
        if vertices + LARGEST > MOST_VERTICES || indices + 3 * LARGEST > MOST_INDICES {
            self.flush();
        }
        u16::try_from(self.mesh.vertices.len()).unwrap_or_default()
    }

    /// Draws what was added.
    pub(crate) fn flush(&mut self) {
        draw_mesh(&self.mesh);
        self.mesh.vertices.clear();
        self.mesh.indices.clear();
    }
}
