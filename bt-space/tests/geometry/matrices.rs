//! Matrices that are not those of a camera, and matrices that are only badly conditioned.

use bt_space::picking::glam::camera::rh::proj;
use bt_space::picking::glam::{DMat4, Mat4};
use bt_space::picking::{Camera, ClipSpace, Error, Viewport};

const SPACES: [ClipSpace; 5] = [
    ClipSpace::OPENGL,
    ClipSpace::DIRECTX,
    ClipSpace::VULKAN,
    ClipSpace::OPENGL.reversed(),
    ClipSpace::DIRECTX.reversed(),
];

fn viewport() -> Viewport {
    Viewport::new([800, 600])
}

/// The cameras of both precisions for a view and a projection.
fn made(view: DMat4, projection: DMat4, space: ClipSpace) -> [Result<(), Error>; 2] {
    let double = Camera::new(view, projection, viewport(), space);
    let single = Camera::new(view.as_mat4(), projection.as_mat4(), viewport(), space);
    [double.map(drop), single.map(drop)]
}

fn projections() -> [DMat4; 2] {
    [
        proj::opengl::perspective(1.0, 4.0 / 3.0, 0.1, 100.0).as_dmat4(),
        proj::opengl::orthographic(-4.0, 4.0, -3.0, 3.0, 0.1, 100.0).as_dmat4(),
    ]
}

#[test]
fn no_entry_is_infinite_or_nan() {
    for space in SPACES {
        for projection in projections() {
            for entry in 0..16 {
                for bad in [f64::INFINITY, f64::NEG_INFINITY, f64::NAN] {
                    let with_bad = |matrix: DMat4| {
                        let mut entries = matrix.to_cols_array();
                        entries[entry] = bad;
                        DMat4::from_cols_array(&entries)
                    };
                    let refused = [Err(Error::MatrixNotFinite); 2];
                    let what = format!("{bad} in entry {entry}, {space:?}");
                    let projected = made(DMat4::IDENTITY, with_bad(projection), space);
                    assert_eq!(projected, refused, "projection: {what}");
                    let viewed = made(with_bad(DMat4::IDENTITY), projection, space);
                    assert_eq!(viewed, refused, "view: {what}");
                }
            }
        }
    }
}

/// A perspective with depth `(z_growth · z + z_offset) / −z`.
fn perspective(z_growth: f64, z_offset: f64) -> DMat4 {
    DMat4::from_cols_array(&[
        1.0, 0.0, 0.0, 0.0, 0.0, 1.3, 0.0, 0.0, 0.1, 0.0, z_growth, -1.0, 0.0, 0.0, z_offset, 0.0,
    ])
}

#[test]
fn a_projection_with_one_depth_is_singular() {
    let singular = [Err(Error::MatrixSingular); 2];
    // Looking along an axis, and in an oblique direction.
    for view in
        [DMat4::IDENTITY, DMat4::from_rotation_y(0.7) * DMat4::from_scale([1.0, 2.0, 1.0].into())]
    {
        for space in SPACES {
            for depth in [-1.0, 0.0, 0.5, 1.0] {
                let flat = perspective(-depth, 0.0);
                assert_eq!(made(view, flat, space), singular, "{depth}, {space:?}");
                // An orthographic camera, for which w is 1 everywhere.
                let mut flat = DMat4::IDENTITY;
                (flat.z_axis.z, flat.w_axis.z) = (0.0, depth);
                assert_eq!(made(view, flat, space), singular, "orthographic, {depth}, {space:?}");
            }
        }
    }
}

#[test]
fn matrices_that_are_merely_bad_are_taken() {
    let (near, far) = (1.0, 1.0 + 1e-6);
    // Planes that are very near to each other, a far plane at infinity, and both with reversed depth.
    let opengl = |near: f64, far: f64| {
        perspective((near + far) / (near - far), 2.0 * near * far / (near - far))
    };
    let zero_to_one =
        |near: f64, far: f64| perspective(far / (near - far), near * far / (near - far));
    for (projection, space) in [
        (opengl(near, far), ClipSpace::OPENGL),
        (opengl(far, near), ClipSpace::OPENGL.reversed()),
        (zero_to_one(near, far), ClipSpace::DIRECTX),
        (zero_to_one(far, near), ClipSpace::DIRECTX.reversed()),
        (perspective(-1.0, -2.0 * near), ClipSpace::OPENGL),
        (perspective(-1.0, -near), ClipSpace::DIRECTX),
        (perspective(0.0, near), ClipSpace::DIRECTX.reversed()),
        (perspective(-1.0, -1e-30), ClipSpace::DIRECTX),
    ] {
        for view in [DMat4::IDENTITY, DMat4::from_scale([1.0, 2.0, 1.0].into())] {
            assert_eq!(made(view, projection, space), [Ok(()); 2], "{projection}, {space:?}");
        }
        let single: Mat4 = projection.as_mat4();
        let camera = Camera::new(Mat4::IDENTITY, single, viewport(), space).expect("a camera");
        let ray = camera.ray([400, 300]).expect("a ray");
        assert!(ray.direction().z < -0.9, "{ray:?}");
    }
}

#[test]
fn a_product_of_projection_and_view_far_from_the_origin_is_taken() {
    let opengl = proj::opengl::perspective(1.0_f32, 4.0 / 3.0, 0.1, 1_000.0);
    for step in 0..1_000_u16 {
        let angle = f32::from(step) * 0.37;
        let eye = Mat4::from_translation([f32::from(step) * 10.0, 20.0, -1e4].into());
        let view = (eye * Mat4::from_rotation_y(angle)).inverse();
        let camera = Camera::new(Mat4::IDENTITY, opengl * view, viewport(), ClipSpace::OPENGL);
        assert_eq!(camera.map(drop), Ok(()), "{step}");
    }
}
