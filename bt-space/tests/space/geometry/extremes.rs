//! For all finite inputs, nothing panics, and no result is NaN or infinite. Matrices that are not those of a camera are refused,
//! and those that are only badly conditioned are not.
#![allow(clippy::float_cmp, reason = "zero is zero")]

use super::{Model, sample};
use bt_space::picking::glam::camera::rh::proj;
use bt_space::picking::glam::{DMat4, Mat4};
use bt_space::picking::{
    Aabb, Camera, Capsule, ClipSpace, Error, Hit, Plane, Ray, Real, Shape, Sphere, Triangle,
    Viewport,
};
use fastrand::Rng;

fn tries() -> usize {
    sample(30_000)
}

fn extreme(chance: &mut Rng) -> f64 {
    let sign = if chance.bool() { 1.0 } else { -1.0 };
    sign * match chance.u8(..8) {
        0 => 0.0,
        1 => f64::MAX,
        2 => f64::from_bits(chance.u64(1..10)),
        3 => f64::MIN_POSITIVE,
        4 => 10_f64.powf(chance.f64() * 616.0 - 308.0),
        5 => 1.0,
        _ => chance.f64() * 10.0,
    }
}

fn extreme_single(chance: &mut Rng) -> f32 {
    let sign = if chance.bool() { 1.0 } else { -1.0 };
    sign * match chance.u8(..8) {
        0 => 0.0,
        1 => f32::MAX,
        2 => f32::from_bits(chance.u32(1..10)),
        3 => f32::MIN_POSITIVE,
        4 => 10_f32.powf(chance.f32() * 76.0 - 38.0),
        5 => 1.0,
        _ => chance.f32() * 10.0,
    }
}

fn is_place<F: Real>(place: F::Vec3) -> bool {
    let place: [F; 3] = place.into();
    place.into_iter().map(Into::into).all(f64::is_finite)
}

fn is_unit<F: Real>(direction: F::Vec3) -> bool {
    let direction: [F; 3] = direction.into();
    let square: f64 = direction.into_iter().map(Into::into).map(|x: f64| x * x).sum();
    (square - 1.0).abs() < 1e-5
}

fn is_distance<F: Real>(distance: F) -> bool {
    distance.into().is_finite()
}

fn is_sane<F: Real>(ray: &Ray<F>, hit: &Hit<F>) -> bool {
    is_place::<F>(hit.point())
        && is_distance(hit.distance())
        && hit.distance() >= ray.start()
        && is_unit::<F>(hit.normal())
}

fn hits<F: Real>(ray: &Ray<F>, chance: &mut Rng, number: fn(&mut Rng) -> F) {
    assert!(is_place::<F>(ray.origin()) && is_unit::<F>(ray.direction()));
    let mut place = || [(); 3].map(|()| number(chance));
    let (a, b, c) = (place(), place(), place());
    let radius = number(chance);
    let order = |smaller: bool| -> [F; 3] {
        std::array::from_fn(|axis| if (a[axis] < b[axis]) == smaller { a[axis] } else { b[axis] })
    };
    let check = |shape: &dyn Shape<F>| {
        if let Some(hit) = shape.hit(ray) {
            assert!(is_sane(ray, &hit), "{hit:?} of {a:?}, {b:?}, {c:?}, {radius:?} by {ray:?}");
        }
    };
    let shapes: [Result<Box<dyn Shape<F>>, Error>; 5] = [
        Plane::new(a, b).map(|shape| Box::new(shape) as _),
        Sphere::new(a, radius).map(|shape| Box::new(shape) as _),
        Aabb::new(order(true), order(false)).map(|shape| Box::new(shape) as _),
        Triangle::new(a, b, c).map(|shape| Box::new(shape) as _),
        Capsule::new(a, b, radius).map(|shape| Box::new(shape) as _),
    ];
    shapes.iter().flatten().for_each(|shape| check(&**shape));
    assert!(shapes[2].is_ok() && shapes[3].is_ok());
}

fn shapes<F: Real + PartialEq>(seed: u64, number: fn(&mut Rng) -> F, zero: F) {
    let mut chance = Rng::with_seed(seed);
    for _ in 0..tries() {
        let [origin, direction] = [(); 2].map(|()| [(); 3].map(|()| number(&mut chance)));
        match Ray::new(origin, direction) {
            Ok(ray) => hits(&ray, &mut chance, number),
            Err(Error::NoDirection) => assert_eq!(direction, [zero; 3]),
            Err(error) => assert_eq!(error, Error::OutOfRange, "{origin:?}"),
        }
    }
}

#[test]
fn shapes_of_extreme_numbers() {
    shapes(1, extreme, 0.0);
    shapes(2, extreme_single, 0.0);
}

fn is_sane_camera<F: Real>(camera: &Camera<F>, chance: &mut Rng, number: fn(&mut Rng) -> F) {
    let touch = [(); 2].map(|()| extreme(chance));
    if let Ok(ray) = camera.ray(touch) {
        assert!(is_distance(ray.start()), "{ray:?}");
        hits(&ray, chance, number);
    }
    if let Ok(point) = camera.unproject(touch, extreme(chance)) {
        assert!(is_place::<F>(point), "{point:?}");
    }
    if let Ok(place) = camera.project([(); 3].map(|()| number(chance))) {
        let position: [F; 2] = place.position().into();
        let all = position.into_iter().chain([place.depth()]);
        assert!(all.map(Into::into).all(f64::is_finite), "{place:?}");
    }
}

/// A camera's matrix with some numbers replaced.
fn spoiled<const N: usize, T: Copy>(
    mut matrix: [T; N],
    chance: &mut Rng,
    number: fn(&mut Rng) -> T,
) -> [T; N] {
    for _ in 0..chance.usize(..3) {
        matrix[chance.usize(..N)] = number(chance);
    }
    matrix
}

fn viewport(model: &Model, chance: &mut Rng) -> Viewport {
    if chance.bool() {
        return model.viewport();
    }
    let [x, y, width, height] = spoiled(model.viewport, chance, extreme);
    Viewport::new([width, height]).at([x, y]).with_scale_factor(model.scale_factor)
}

#[test]
fn cameras() {
    let mut chance = Rng::with_seed(3);
    let (mut exact, mut single) = (0, 0);
    for _ in 0..tries() {
        let chance = &mut chance;
        let model = Model::random(chance, 100.0);
        let viewport = viewport(&model, chance);
        let [view, projection] = [model.view(), model.projection()]
            .map(|matrix| spoiled(matrix.to_cols_array(), chance, extreme));
        if let Ok(camera) = Camera::new(view, projection, viewport, model.clip_space) {
            is_sane_camera(&camera, chance, extreme);
            let place = [(); 3].map(|()| extreme(chance));
            camera.relative_to(place).map(|camera| is_sane_camera(&camera, chance, extreme)).ok();
            exact += 1;
        }
        let [view, projection] = [model.view(), model.projection()]
            .map(|matrix| spoiled(matrix.as_mat4().to_cols_array(), chance, extreme_single));
        if let Ok(camera) = Camera::new(view, projection, viewport, model.clip_space) {
            is_sane_camera(&camera, chance, extreme_single);
            single += 1;
        }
    }
    assert!(exact > tries() / 4 && single > tries() / 4);
}

#[test]
fn numbers_that_are_none() {
    let viewport = Viewport::new([800, 600]);
    for none in [f32::NAN, f32::INFINITY, -f32::INFINITY] {
        let camera = Camera::new(Mat4::IDENTITY, Mat4::IDENTITY, viewport, ClipSpace::WGPU);
        let camera = camera.unwrap();
        assert_eq!(camera.ray([none, 0.0]).map(drop), Err(Error::TouchNotFinite));
        assert_eq!(camera.ray([0.0, none]).map(drop), Err(Error::TouchNotFinite));
        assert_eq!(camera.unproject([0.0, 0.0], none).map(drop), Err(Error::TouchNotFinite));
        assert_eq!(camera.project([0.0, none, 0.0]).map(drop), Err(Error::NotFinite));
        assert_eq!(camera.relative_to([f64::from(none); 3]).map(drop), Err(Error::NotFinite));
        assert_eq!(Ray::new([none, 0.0, 0.0], [1.0, 0.0, 0.0]), Err(Error::NotFinite));
        assert_eq!(Ray::new([0.0, 0.0, 0.0], [1.0, none, 0.0]), Err(Error::NotFinite));
        assert_eq!(Plane::new([0.0, 0.0, none], [0.0, 0.0, 1.0]), Err(Error::NotFinite));
        assert_eq!(Sphere::new([0.0; 3], none), Err(Error::NotFinite));
        assert_eq!(Capsule::new([0.0, none, 0.0], [1.0; 3], 1.0), Err(Error::NotFinite));
        assert_eq!(Aabb::new([0.0; 3], [1.0, none, 1.0]), Err(Error::NotFinite));
        assert_eq!(Triangle::new([0.0; 3], [1.0; 3], [none; 3]), Err(Error::NotFinite));
    }
    assert_eq!(Plane::new([0.0_f32; 3], [0.0; 3]), Err(Error::NoDirection));
    assert_eq!(Capsule::new([0.0_f32; 3], [1.0; 3], -1.0), Err(Error::ShapeEmpty));
    assert_eq!(Aabb::new([0.0_f32; 3], [1.0, -1.0, 1.0]), Err(Error::ShapeEmpty));
}

/// The numbers of a shape may be as large as possible, and zero has two signs.
#[test]
fn large_shapes_and_none() {
    let far = f32::MAX;
    assert!(Aabb::new([-far; 3], [far; 3]).is_ok());
    assert!(Aabb::new([0.0_f32; 3], [-0.0; 3]).is_ok());
    assert_eq!(Aabb::new([-far, 1.0, -far], [far, 0.0, far]), Err(Error::ShapeEmpty));
    assert_eq!(Aabb::new([-far, f32::NAN, 0.0], [far, 0.0, far]), Err(Error::NotFinite));
    assert_eq!(Aabb::new([-f32::INFINITY; 3], [-f32::INFINITY; 3]), Err(Error::NotFinite));
    assert!(Sphere::new([far; 3], far).is_ok());
    assert!(Sphere::new([far, -far, far], -0.0).is_ok());
    assert_eq!(Sphere::new([far; 3], -1.0), Err(Error::ShapeEmpty));
    assert_eq!(Sphere::new([far, far, f32::NAN], 1.0), Err(Error::NotFinite));
    assert!(Capsule::new([far; 3], [far; 3], 1.0).is_ok());
    assert_eq!(Capsule::new([far; 3], [f32::INFINITY; 3], 1.0), Err(Error::NotFinite));
}

#[test]
fn viewports_without_an_area() {
    let full = Viewport::new([800.0, 600.0]);
    let viewports = [
        Viewport::new([0, 600]),
        Viewport::new([800.0, -600.0]),
        Viewport::new([f32::NAN, 600.0]),
        Viewport::new([800.0, f64::INFINITY]),
        full.at([f64::NAN, 0.0]),
        full.with_scale_factor(0.0),
        full.with_scale_factor(-1.0),
        full.with_scale_factor(f64::NAN),
        full.with_scale_factor(f64::INFINITY),
    ];
    for viewport in viewports {
        let camera = Camera::new(DMat4::IDENTITY, DMat4::IDENTITY, viewport, ClipSpace::OPENGL);
        assert_eq!(camera.map(drop), Err(Error::ViewportEmpty), "{viewport:?}");
    }
}

#[test]
fn matrices_that_flatten_the_world() {
    let viewport = Viewport::new([800, 600]);
    let mut chance = Rng::with_seed(4);
    for _ in 0..1000 {
        let model = Model::random(&mut chance, 100.0);
        let (view, projection) = (model.view(), model.projection());
        let camera =
            |view, projection| Camera::new(view, projection, viewport, model.clip_space).map(drop);
        let flat = DMat4::from_scale([1.0, 0.0, 1.0].into());
        for (view, projection) in [
            (view * flat, projection),
            (flat * view, projection),
            (DMat4::ZERO, projection),
            (view, DMat4::ZERO),
            (view, projection * flat),
        ] {
            assert_eq!(camera(view, projection), Err(Error::MatrixSingular));
            let [view, projection] = [view, projection].map(|matrix| matrix.as_mat4());
            let camera = Camera::new(view, projection, viewport, model.clip_space);
            assert_eq!(camera.map(drop), Err(Error::MatrixSingular));
        }
        // The far plane and the near plane have the same depth.
        let mut same_depth = projection;
        let w = projection.row(3);
        (same_depth.x_axis.z, same_depth.y_axis.z) = (w.x, w.y);
        (same_depth.z_axis.z, same_depth.w_axis.z) = (w.z, w.w);
        assert_eq!(camera(view, same_depth), Err(Error::MatrixSingular));
    }
}

const SPACES: [ClipSpace; 5] = [
    ClipSpace::OPENGL,
    ClipSpace::DIRECTX,
    ClipSpace::VULKAN,
    ClipSpace::OPENGL.reversed(),
    ClipSpace::DIRECTX.reversed(),
];

fn screen() -> Viewport {
    Viewport::new([800, 600])
}

/// The cameras of both precisions for a view and a projection.
fn made(view: DMat4, projection: DMat4, space: ClipSpace) -> [Result<(), Error>; 2] {
    let double = Camera::new(view, projection, screen(), space);
    let single = Camera::new(view.as_mat4(), projection.as_mat4(), screen(), space);
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
        let camera = Camera::new(Mat4::IDENTITY, single, screen(), space).expect("a camera");
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
        let camera = Camera::new(Mat4::IDENTITY, opengl * view, screen(), ClipSpace::OPENGL);
        assert_eq!(camera.map(drop), Ok(()), "{step}");
    }
}
