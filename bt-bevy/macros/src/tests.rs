//! The errors of the derive.

use crate::implementation;
use syn::{DeriveInput, parse_quote};

fn mistakes(input: &DeriveInput) -> Vec<String> {
    match implementation::of(input) {
        Ok(_) => Vec::new(),
        Err(error) => error.into_iter().map(|error| error.to_string()).collect(),
    }
}

#[test]
fn fields_that_would_mark_a_component_in_every_tick_are_refused() {
    let mistakes = mistakes(&parse_quote! {
        struct Board<'w> {
            place: &'w mut Place,
            #[resource]
            score: &'w mut Score,
        }
    });
    assert_eq!(
        mistakes,
        [
            "a `&mut` marks the component as changed in every tick: write `Mut<'_, Place>`, which marks it only \
             when it is written to",
            "a `&mut` marks the resource as changed in every tick: write `Mut<'_, Score>`, which marks it only \
             when it is written to",
        ]
    );
}

#[test]
fn parameters_of_systems_are_refused_with_the_right_form() {
    let mistakes = mistakes(&parse_quote! {
        struct Board<'w> {
            map: Res<'w, Map>,
            score: ResMut<'w, Score>,
            others: Query<'w, 'w, &'static Place>,
        }
    });
    assert_eq!(mistakes.len(), 3);
    assert!(mistakes[0].ends_with("write `#[resource]` and `&'_ R`"), "{mistakes:?}");
    assert!(mistakes[1].ends_with("write `#[resource]` and `Mut<'_, R>`"), "{mistakes:?}");
    assert!(mistakes[2].starts_with("a blackboard is the data of one entity"), "{mistakes:?}");
}

#[test]
fn one_clock_is_a_resource() {
    let two = mistakes(&parse_quote! {
        struct Board<'w> {
            #[resource]
            time: &'w Time,
            #[resource]
            real: &'w Time<Real>,
        }
    });
    assert!(two[0].starts_with("this blackboard has two clocks: write `#[clock]`"), "{two:?}");
    let chosen = mistakes(&parse_quote! {
        struct Board<'w> {
            #[resource]
            time: &'w Time,
            #[resource]
            #[clock]
            real: &'w Time<Real>,
        }
    });
    assert_eq!(chosen, [""; 0]);
    let component = mistakes(&parse_quote! {
        struct Board<'w> {
            #[clock]
            watch: &'w Watch,
        }
    });
    assert!(component[0].starts_with("the clock is a resource"), "{component:?}");
}

#[test]
fn a_blackboard_is_a_struct_with_one_lifetime() {
    let two = mistakes(&parse_quote! {
        struct Board<'w, 's> {
            commands: Commands<'w, 's>,
        }
    });
    assert!(two[0].starts_with("a blackboard has one lifetime"), "{two:?}");
    let choice = mistakes(&parse_quote! {
        enum Board<'w> {
            Place(&'w Place),
        }
    });
    assert!(choice[0].starts_with("a blackboard is a struct"), "{choice:?}");
}
