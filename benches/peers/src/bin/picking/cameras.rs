//! Conversions between the screen and the world.

use crate::measure::{Sum, Table, contender};
use crate::{with_glam, with_nalgebra, with_us};
use glam::{Mat4, Vec3, camera::rh};

/// A camera and a touch on its screen.
pub(crate) struct Look {
    pub(crate) view: Mat4,
    pub(crate) projection: Mat4,
    /// The size of the viewport: the others have it as a constant.
    pub(crate) size: [f32; 2],
    pub(crate) touch: [f32; 2],
    /// A point in front of the camera.
    pub(crate) point: Vec3,
}

pub(crate) const WIDTH: f32 = 800.0;
pub(crate) const HEIGHT: f32 = 600.0;

const LOOKS: usize = 4096;

/// A sum over directions or positions that does not depend on their signs.
pub(crate) fn sum(places: impl Iterator<Item = [f32; 3]>) -> Sum {
    let add = |(count, sum): Sum, [x, y, z]: [f32; 3]| {
        // A chain of dependent additions would dominate the time.
        (count + 1, sum + f64::from(x.abs() + 2.0 * y.abs() + 3.0 * z.abs()))
    };
    places.fold((0, 0.0), add)
}

fn looks() -> Vec<Look> {
    let mut chance = fastrand::Rng::with_seed(1);
    let mut within = |size: f32| (chance.f32() - 0.5) * size;
    let mut look = || {
        let eye = Vec3::new(within(60.0), 20.0 + within(20.0), within(60.0));
        let target = Vec3::new(within(10.0), 0.0, within(10.0));
        let view = rh::view::look_at_mat4(eye, target, Vec3::Y);
        let projection = rh::proj::opengl::perspective(1.0, WIDTH / HEIGHT, 0.1, 100.0);
        let touch = [WIDTH * (within(1.0) + 0.5), HEIGHT * (within(1.0) + 0.5)];
        let size = [WIDTH, HEIGHT];
        Look { view, projection, size, touch, point: target + Vec3::Y * within(2.0) }
    };
    (0..LOOKS).map(|_| look()).collect()
}

pub(crate) fn measure(table: &mut Table) {
    let looks = &looks()[..];
    let first = &looks[0];
    table.measure(
        "ray, a camera for each",
        LOOKS,
        &[
            contender("us", || with_us::rays_of_cameras(looks)),
            contender("glam", || with_glam::rays_of_cameras(looks)),
            contender("nalgebra-glm", || with_nalgebra::rays_of_cameras(looks)),
        ],
    );
    table.measure(
        "camera to be kept, and a ray",
        LOOKS,
        &[
            contender("us", || with_us::rays_of_kept_cameras(looks)),
            contender("glam", || with_glam::rays_of_kept_cameras(looks)),
            contender("nalgebra-glm", || with_nalgebra::rays_of_kept_cameras(looks)),
        ],
    );
    table.measure(
        "ray, one camera",
        LOOKS,
        &[
            contender("us", || with_us::rays(first, looks)),
            contender("glam", || with_glam::rays(first, looks)),
            contender("nalgebra-glm", || with_nalgebra::rays(first, looks)),
        ],
    );
    // The near plane is at the origins of our rays.
    let projection = rh::proj::opengl::orthographic(-40.0, 40.0, -30.0, 30.0, 0.0, 100.0);
    let flat = &Look { projection, ..looks[0] };
    table.measure(
        "ray, one orthographic camera",
        LOOKS,
        &[
            contender("us", || with_us::rays_and_origins(flat, looks)),
            contender("glam", || with_glam::rays_and_origins(flat, looks)),
            contender("nalgebra-glm", || with_nalgebra::rays_and_origins(flat, looks)),
        ],
    );
    table.measure(
        "unproject, one camera",
        LOOKS,
        &[
            contender("us", || with_us::unproject(first, looks)),
            contender("glam", || with_glam::unproject(first, looks)),
            contender("nalgebra-glm", || with_nalgebra::unproject(first, looks)),
        ],
    );
    table.measure(
        "unproject, one orthographic camera",
        LOOKS,
        &[
            contender("us", || with_us::unproject(flat, looks)),
            contender("glam", || with_glam::unproject(flat, looks)),
            contender("nalgebra-glm", || with_nalgebra::unproject(flat, looks)),
        ],
    );
    table.measure(
        "project, one camera",
        LOOKS,
        &[
            contender("us", || with_us::project(first, looks)),
            contender("glam", || with_glam::project(first, looks)),
            contender("nalgebra-glm", || with_nalgebra::project(first, looks)),
        ],
    );
}
