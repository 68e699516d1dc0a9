//! From a touch on the screen to the thing in the world, for every camera.
//!
//! A [`Camera`] is made of the view and the projection that are drawn with. It turns a touch into a [`Ray`], and
//! the ray hits a [`Shape`]: the ground, a building, an agent. It also tells where on the screen something is.
//!
//! ```
//! use bt_core::picking::glam::{Vec3, camera::rh};
//! use bt_core::picking::{Camera, Capsule, ClipSpace, Error, Plane, Viewport};
//!
//! # fn main() -> Result<(), Error> {
//! // What is drawn with, made for OpenGL here.
//! let view = rh::view::look_at_mat4(Vec3::new(0.0, 10.0, 10.0), Vec3::ZERO, Vec3::Y);
//! let projection = rh::proj::opengl::perspective(1.0, 800.0 / 600.0, 0.1, 100.0);
//! let camera = Camera::new(view, projection, Viewport::new([800, 600]), ClipSpace::OPENGL)?;
//!
//! // Somebody touches the screen. Is it one of the agents? If not, which place on the ground?
//! let ray = camera.ray([400.0, 250.0])?;
//! let agents = [Vec3::new(2.0, 0.0, -1.0), Vec3::new(0.1, 0.0, -2.0)];
//! let bodies = agents.map(|feet| Capsule::new(feet + Vec3::Y * 0.3, feet + Vec3::Y * 1.5, 0.3));
//! let selected = ray.nearest(bodies.into_iter().flatten());
//! assert_eq!(selected.map(|(agent, _)| agent), Some(1));
//!
//! let ground = camera.ray([100.0, 500.0])?.hit(&Plane::XZ);
//! assert!(ground.is_some());
//! # Ok(())
//! # }
//! ```
//!
//! # Every camera
//!
//! Perspective, off-centre, orthographic; of right-handed and left-handed coordinates; with a far plane at
//! infinity or none worth the name; 1,000 km from the origin. [`ClipSpace`] says for which graphics interface the
//! projection was made: its depth may go from 0 to 1, from −1 to 1, or be reversed, and y may point down. The
//! [`Viewport`] says to which part of the window the camera draws, and how many pixels a point has.
//!
//! Nothing is inverted that holds both the projection and the place of the camera, as is usual: that loses the
//! direction of a ray with near planes that are near, far planes that are far, and cameras far from the origin.
//! A place of the screen is a line in which two planes meet, and its direction a cross product of their normals.
//! The remaining error is the rounding of the matrices to `f32`: a hundred-thousandth of a degree at most.
//!
//! # `f32` and `f64`
//!
//! Which of them rays, hits and places are follows from what they are made of: a camera of `f32` matrices gives
//! rays in `f32`, a ray in `f32` is asked for shapes in `f32`. One text says both, over [`Real`]; nothing has to be
//! named twice, and a place in the wrong precision is told by the compiler as what it is, `f64` where `f32` was
//! expected.
//!
//! Differences that may cancel out are calculated in `f64` for both: from a touch to the place before the eye, and all of a
//! camera that is not the usual one. The usual one is a perspective, off-centre or not, whose view turns and moves the
//! world without scaling it: a camera and a ray of it take 30 ns, every other ray 5. One of an orthographic camera
//! takes 4, and one of any other camera 20.
//!
//! In a world so large that `f32` loses what matters, draw relative to a place near the camera, and tell it by
//! [`Camera::relative_to`]: rays and hits are those of the world then, in `f64`.
//!
//! # Other versions of glam
//!
//! Places are taken as what turns into an array, such as `Vec3` of any version of glam, `mint`'s and `nalgebra`'s
//! vectors, and arrays; matrices as [`Matrix`] says. What is given back is of the version that is here as
//! [`glam`], and has `to_array`; it turns into an array, and so into what is made of one.
//!
//! # Who stands in a grid
//!
//! [`Bodies`] says how a [`Grid`](crate::grid::Grid) lies in the world, and how high and wide its entities are. Then the
//! nearest under a touch is found by looking only at the tiles that the ray passes while it is between those
//! heights, and all within a frame, a [`Selection`], by looking only at the part of the ground that it covers.
//!
//! # What is not finite
//!
//! Input that is NaN or infinite is an [`Error`], which says which input it was. Results are finite. A ray that
//! misses is `None`.

#[cfg(feature = "alloc")]
mod bodies;
mod camera;
mod clip_space;
mod error;
mod error_free;
mod given;
mod hit;
mod lines;
mod matrix;
mod number;
mod parallel;
mod pinhole;
mod ray;
mod screen;
mod selection;
mod shape;
mod viewport;

#[cfg(feature = "alloc")]
pub use bodies::{Bodies, Ground, Picked};
pub use camera::Camera;
pub use clip_space::{ClipSpace, Depth};
pub use error::Error;
pub use glam;
pub use hit::{Hit, Side};
pub use matrix::Matrix;
pub use number::Real;
pub use ray::Ray;
pub use screen::ScreenPoint;
pub use selection::Selection;
pub use shape::{Aabb, Capsule, Plane, Shape, Sphere, Triangle};
pub use viewport::Viewport;
