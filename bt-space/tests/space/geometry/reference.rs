//! Cases that were calculated with other software, with 50 digits: see the columns of the tables.

use super::{degrees, four_ulp, length};
use bt_space::picking::glam::{DMat4, DVec3};
use bt_space::picking::{
    Aabb, Camera, ClipSpace, Depth, Error, Hit, Plane, Ray, Real, Side, Sphere, Triangle, Viewport,
};
use std::collections::HashMap;

const CAMERAS: &str = include_str!("reference/picking_reference.csv");
const PICKS: &str = include_str!("reference/picks_reference.csv");

fn clip_space(row: &Row<'_>) -> ClipSpace {
    let depth = match row.text("depth").trim_end_matches("_INF") {
        "NO" => Depth::MinusOneToOne,
        "ZO" => Depth::ZeroToOne,
        "ZO_REV" => Depth::OneToZero,
        depth => panic!("what is the depth {depth}?"),
    };
    ClipSpace { depth, y_down: row.text("ndc_y") == "down" }
}

fn viewport(row: &Row<'_>) -> Viewport {
    let [x, y, width, height] = row.numbers("vp_", ["x", "y", "w", "h"]);
    Viewport::new([width, height]).at([x, y]).with_scale_factor(row.number("dpi"))
}

fn exact(row: &Row<'_>) -> Result<Camera<f64>, Error> {
    Camera::new(row.matrix("v"), row.matrix("p"), viewport(row), clip_space(row))
}

fn single(row: &Row<'_>) -> Result<Camera, Error> {
    let [view, projection] =
        ["v", "p"].map(|name| DMat4::from_cols_array(&row.matrix(name)).as_mat4());
    Camera::new(view, projection, viewport(row), clip_space(row))
}

fn good_rows() -> impl Iterator<Item = Row<'static>> {
    rows(CAMERAS).filter(|row| matches!(row.text("expect"), "ok" | "w_zero_at_far"))
}

#[test]
fn rays_in_f32() {
    let mut count = 0;
    for row in good_rows() {
        let (case, touch) = (row.text("case"), row.numbers("touch_", ["x", "y"]));
        let ray = single(&row).unwrap().ray(touch).unwrap();
        let (origin, direction) = (ray.origin().as_dvec3(), ray.direction().as_dvec3());
        let angle = degrees(direction.into(), row.place("dir_"));
        assert!(angle <= 1e-5, "{case}: {angle} degrees");
        let off = origin.distance(row.place("org_").into());
        assert!(off <= four_ulp(length(row.place("eye_"))), "{case}: {off} off");
        count += 1;
    }
    assert!(count > 20);
}

#[test]
fn rays_in_f64() {
    for row in good_rows() {
        let (case, touch) = (row.text("case"), row.numbers("touch_", ["x", "y"]));
        let ray = exact(&row).unwrap().ray(touch).unwrap();
        let direction = ray.direction().distance(row.place("dir_").into());
        assert!(direction <= 1e-9, "{case}: {direction}");
        let off = ray.origin().distance(row.place("org_").into());
        assert!(off <= 1e-9 * length(row.place("eye_")).max(1.0), "{case}: {off} off");
    }
}

#[test]
fn points_of_the_near_plane_and_the_far_plane() {
    for row in good_rows() {
        let (case, touch) = (row.text("case"), row.numbers("touch_", ["x", "y"]));
        let camera = exact(&row).unwrap();
        let (near, expected) = (camera.near_point(touch).unwrap(), DVec3::from(row.place("near_")));
        let size = length(row.place("eye_")).max(1.0);
        assert!(near.distance(expected) <= 1e-9 * size, "{case}: {near} and not {expected}");
        assert_eq!(camera.unproject(touch, row.number("ndc_z_near")), Ok(near), "{case}");
        let start = camera.ray(touch).unwrap();
        let start = start.at(start.start());
        assert!(start.distance(expected) <= 1e-9 * size, "{case}: starts at {start}");

        let far = camera.unproject(touch, row.number("ndc_z_far"));
        if row.text("far").parse::<f64>().unwrap().is_infinite() {
            assert_eq!(far, Err(Error::AtInfinity), "{case}");
            assert_eq!(
                single(&row).unwrap().unproject(touch, row.number("ndc_z_far")),
                Err(Error::AtInfinity)
            );
        } else {
            // The precision of the far plane depends on the distance of the near plane.
            let ratio = row.number("far") / row.number("near").abs();
            let (far, expected) = (far.unwrap(), DVec3::from(row.place("far_")));
            let slack = (1e-15 * ratio).max(1e-9) * expected.length().max(size);
            assert!(far.distance(expected) <= slack, "{case}: {far} and not {expected}");
        }
    }
}

#[test]
fn points_on_the_screen() {
    for row in good_rows() {
        let (case, touch) = (row.text("case"), row.numbers("touch_", ["x", "y"]));
        let camera = exact(&row).unwrap();
        let near = camera.project(row.place("near_")).unwrap();
        let off = near.position().distance(touch.into());
        // A near plane at 0.0001 before an eye that is 36 from the origin, or at 0.1 before one that is
        // 14,142 from it.
        let zoom = length(row.place("eye_")) / row.number("near").abs() * row.number("vp_w");
        assert!(
            off <= 1e-9f64.max(zoom * 1e-15 * row.matrix("p")[0].abs()),
            "{case}: {off} points"
        );
    }
}

#[test]
fn planes() {
    for row in good_rows().filter(|row| !row.text("plane_status").is_empty()) {
        let case = row.text("case");
        let ray = exact(&row).unwrap().ray(row.numbers("touch_", ["x", "y"])).unwrap();
        let normal = DVec3::from(row.place("plane_n"));
        let plane = Plane::new(normal * row.number("plane_d"), normal).unwrap();
        let hit = ray.hit(&plane);
        if row.text("plane_status") == "hit" {
            let (hit, expected) = (hit.unwrap(), DVec3::from(row.place("hit_")));
            let slack = 1e-9 * expected.length().max(length(row.place("eye_"))).max(1.0);
            assert!(hit.point().distance(expected) <= slack, "{case}: {}", hit.point());
            let distance = hit.distance() - ray.start();
            assert!((distance - row.number("plane_t")).abs() <= slack, "{case}: {distance}");
        } else {
            assert_eq!(hit, None, "{case}");
        }
    }
}

#[test]
fn bad_input() {
    let mut count = 0;
    for row in rows(CAMERAS) {
        let (case, touch) = (row.text("case"), row.numbers("touch_", ["x", "y"]));
        let results = [
            exact(&row).and_then(|camera| camera.ray(touch).map(drop)),
            single(&row).and_then(|camera| camera.ray(touch).map(drop)),
        ];
        let expected: &[Error] = match row.text("expect") {
            "ok" | "w_zero_at_far" => continue,
            "err_viewport" => &[Error::ViewportEmpty],
            "err_singular" => &[Error::MatrixSingular],
            "err_not_finite" if touch.iter().any(|x| !x.is_finite()) => &[Error::TouchNotFinite],
            "err_not_finite" => &[Error::MatrixNotFinite],
            "ok_or_err_not_finite" => &[Error::TouchNotFinite, Error::OutOfRange],
            expect => panic!("{case}: what is {expect}?"),
        };
        for result in results {
            let is_optional = row.text("expect").starts_with("ok");
            let is_right = result.err().map_or(is_optional, |error| expected.contains(&error));
            assert!(is_right, "{case}: {result:?}");
        }
        count += 1;
    }
    assert!(count >= 7);
}

/// The hit of a row's ray on its shape, or an error.
fn pick<F: Real>(row: &Row<'_>, round: fn(f64) -> F) -> Result<Option<Hit<F>>, Error> {
    let place = |names: [&str; 3]| names.map(|name| round(row.number(name)));
    let ray = Ray::new(place(["ox", "oy", "oz"]), place(["dx", "dy", "dz"]))?;
    let (first, second) = (["s0", "s1", "s2"], ["s3", "s4", "s5"]);
    let size = |name| round(row.number(name));
    Ok(match row.text("shape") {
        "plane" => {
            let [x, y, z] = first.map(|name| row.number(name));
            let point = [x, y, z].map(|x| round(x * row.number("s3")));
            ray.hit(&Plane::new(point, place(first))?)
        }
        "sphere" => ray.hit(&Sphere::new(place(first), size("s3"))?),
        "aabb" => ray.hit(&Aabb::new(place(first), place(second))?),
        "tri" => {
            let triangle = Triangle::new(place(first), place(second), place(["s6", "s7", "s8"]))?;
            let hit = ray.hit(&triangle);
            assert_eq!(ray.hit(&triangle.one_sided()), hit.filter(|hit| hit.side() == Side::Front));
            hit
        }
        shape => panic!("what is a {shape}?"),
    })
}

fn check_picks<F: Real>(round: fn(f64) -> F, slack: f64) {
    for row in rows(PICKS) {
        let (case, expect) = (row.text("case"), row.text("expect"));
        let result = pick(&row, round);
        if expect == "err" {
            assert!(result.is_err(), "{case}: {result:?}");
            continue;
        }
        let hit = result.unwrap_or_else(|error| panic!("{case}: {error}"));
        let Some(side) =
            [("hit", Side::Front), ("hit_inside", Side::Inside), ("hit_back", Side::Back)]
                .into_iter()
                .find_map(|(name, side)| (name == expect).then_some(side))
        else {
            assert_eq!(hit, None, "{case}");
            continue;
        };
        let Some(hit) = hit else {
            assert!(row.text("note").contains("either answer"), "{case}");
            continue;
        };
        let distance = row.number("t_enter") * length(row.place("d"));
        let near = |a: f64, b: f64| (a - b).abs() <= slack * distance.max(1.0);
        assert!(near(hit.distance().into(), distance), "{case}: {:?}", hit.distance());
        let (point, normal): ([F; 3], [F; 3]) = (hit.point().into(), hit.normal().into());
        let point = point.map(Into::into);
        assert!(point.iter().zip(row.place("p")).all(|(a, b)| near(*a, b)), "{case}: {point:?}");
        // The side is not defined for a plane.
        assert!(hit.side() == side || row.text("shape") == "plane", "{case}: {:?}", hit.side());
        if !row.text("nx").is_empty() {
            // For a grazing ray, the error of a sphere's normal is larger than that of the point.
            let angle = degrees(normal.map(Into::into), row.place("n"));
            assert!(angle.to_radians() <= slack * distance.max(1.0), "{case}: {normal:?}");
        }
    }
}

#[test]
#[allow(clippy::cast_possible_truncation, reason = "to round is what is wanted")]
fn picks_in_f32() {
    check_picks(|number| number as f32, 1e-6);
}

#[test]
fn picks_in_f64() {
    check_picks(|number| number, 1e-12);
}

/// A line of a table.
#[derive(Clone, Debug)]
struct Row<'a>(HashMap<&'a str, &'a str>);

/// The lines of a table whose first line names the columns.
fn rows(table: &str) -> impl Iterator<Item = Row<'_>> {
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
    fn text(&self, column: &str) -> &'a str {
        self.0.get(column).unwrap_or_else(|| panic!("there is no column {column}"))
    }

    /// The number in a column.
    ///
    /// # Panics
    ///
    /// If there is none.
    fn number(&self, column: &str) -> f64 {
        let text = self.text(column);
        text.parse().unwrap_or_else(|_| panic!("{column}: {text:?} is no number"))
    }

    /// The numbers in columns with the same beginning.
    fn numbers<const N: usize>(&self, beginning: &str, ends: [&str; N]) -> [f64; N] {
        ends.map(|end| self.number(&format!("{beginning}{end}")))
    }

    /// A place in the world.
    fn place(&self, beginning: &str) -> [f64; 3] {
        self.numbers(beginning, ["x", "y", "z"])
    }

    /// A matrix, column by column.
    fn matrix(&self, name: &str) -> [f64; 16] {
        std::array::from_fn(|index| self.number(&format!("{name}{index}")))
    }
}
