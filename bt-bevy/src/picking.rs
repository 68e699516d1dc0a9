//! From a touch on the screen to an entity.

use crate::neighbors::{Neighbors, Position};
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bt_core::grid::ALL;
use bt_core::picking::{Bodies, Camera, ClipSpace, Error, Hit, Ray, Viewport};

/// The matrices of a camera, as arrays: rays from touches need no renderer.
///
/// Add it to the entity of your camera, and set its matrices when they change. With `bevy_camera` and
/// `bevy_transform`:
///
/// ```ignore
/// fn follow(mut cameras: Query<(&Camera, &GlobalTransform, &mut PickingCamera)>) {
///     for (camera, transform, mut picking) in &mut cameras {
///         let Some(size) = camera.physical_viewport_size() else { continue };
///         *picking = PickingCamera::new(
///             transform.to_matrix().inverse().to_cols_array_2d(),
///             camera.clip_from_view().to_cols_array_2d(),
///             size.to_array(),
///         );
///     }
/// }
/// ```
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct PickingCamera {
    /// The view: from the world to the camera, column by column.
    pub view: [[f32; 4]; 4],
    /// The projection: from the camera to clip space, column by column.
    pub projection: [[f32; 4]; 4],
    /// The part of the window to which the camera draws.
    pub viewport: Viewport,
    /// The meaning of depth and y in the projection.
    pub clip_space: ClipSpace,
}

impl PickingCamera {
    /// Makes a camera that draws to a window of this size in pixels, with a projection made by Bevy, whose depth is
    /// reversed.
    #[must_use]
    pub fn new(view: [[f32; 4]; 4], projection: [[f32; 4]; 4], size: [u32; 2]) -> Self {
        let viewport = Viewport::new(size);
        Self { view, projection, viewport, clip_space: ClipSpace::WGPU.reversed() }
    }

    /// The camera of [`bt_core::picking`], for everything else that it can do.
    ///
    /// # Errors
    ///
    /// If the viewport is empty, or a matrix is singular or not finite.
    pub fn camera(&self) -> Result<Camera<f32>, Error> {
        Camera::new(self.view, self.projection, self.viewport, self.clip_space)
    }

    /// The ray through a touch, in points from the top left corner of the window.
    ///
    /// # Errors
    ///
    /// The errors of [`camera`](Self::camera); also if the touch is not finite.
    pub fn ray(&self, touch: [f32; 2]) -> Result<Ray, Error> {
        self.camera()?.ray(touch)
    }
}

impl<P: Position> Neighbors<P> {
    /// The nearest entity under a touch; `bodies` tells how the grid lies in the world, and how tall and wide its
    /// entities are.
    ///
    /// ```
    /// use bevy_ecs::prelude::*;
    /// use bt_bevy::{Neighbors, PickingCamera, Position};
    /// use bt_bevy::bt_core::picking::{Bodies, Ground};
    /// # #[derive(Component)] struct Feet([f32; 2]);
    /// # impl Position for Feet { fn position(&self) -> [f32; 2] { self.0 } }
    /// # #[derive(Component)] struct Name(String);
    ///
    /// fn greet(touch: [f32; 2], camera: Single<&PickingCamera>, people: Res<Neighbors<Feet>>, names: Query<&Name>) {
    ///     let bodies = Bodies { ground: Ground::Xz, bottom: 0.0, top: 1.8, radius: 0.3 };
    ///     if let Ok(Some((entity, hit))) = people.pick(*camera, touch, &bodies) {
    ///         println!("{:?} at {}", names.get(entity).map(|name| &name.0), hit.point());
    ///     }
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// The errors of [`PickingCamera::ray`].
    pub fn pick(
        &self,
        camera: &PickingCamera,
        touch: [f32; 2],
        bodies: &Bodies,
    ) -> Result<Option<(Entity, Hit)>, Error> {
        let ray = camera.ray(touch)?;
        let picked = bodies.nearest(self, &ray, f32::INFINITY, ALL);
        Ok(picked.and_then(|picked| Some((self.entity(&picked.found)?, picked.hit))))
    }
}
