//! x
use stairs::tour::Tour;
fn main() {
    let mut tour = Tour::of_package(Default::default());
    println!("{:?}", tour.run());
    for s in tour.samples.iter().step_by(6) { println!("{:5.2} x {:6.2} z {:5.2} h {:6.3} {} {}", s.time.as_secs_f32(), s.place[0], s.place[1], s.height, s.stands, s.part); }
}
