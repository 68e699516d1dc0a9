// A type that is not a resource is named at its field.
use bt_bevy::Blackboard;

struct NoResource;

#[derive(Blackboard)]
struct Board<'w> {
    #[resource]
    map: &'w NoResource,
}

fn main() {}
