//! x
use stairs::tour::Tour;
use stairs::course::Plan;
fn main() {
  for step in [0.1,0.15,0.2,0.25,0.3,0.33,0.34,0.36,0.38,0.4,0.45,0.5] {
    let mut tour = Tour::of_package(Plan { step, gap: 1.6 });
    let r = tour.run();
    let climb: Vec<_> = tour.samples.iter().filter(|s| s.part == "climb").collect();
    let drop = climb.windows(2).map(|w| w[0].height - w[1].height).fold(0.0f32, f32::max);
    let mut top = 0.0f32; let mut below = 0.0f32; for s in &climb { top = top.max(s.height); below = below.max(top - s.height);}
    println!("{step} {r:?} restarts {} climb {:.2} s top {top:.3} drop {drop:.3} below {below:.3}", tour.game.restarts, climb.len() as f32/60.0);
    if std::env::args().nth(1).is_some_and(|a| a.parse() == Ok(step)) {
    for s in tour.samples.iter() { println!("{:5.2} x {:6.2} z {:5.2} h {:6.3} {} {}", s.time.as_secs_f32(), s.place[0], s.place[1], s.height, s.stands, s.part); }
    }
  }
}
