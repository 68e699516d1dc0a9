//! The errors of the derive.

use crate::implementation;
use syn::{DeriveInput, parse_quote};

/// The messages of all `compile_error!` that the derive writes.
fn mistakes(input: &DeriveInput) -> Vec<String> {
    let tokens = implementation::of(input);
    let file: syn::File = parse_quote!(#tokens);
    let errors = file.items.into_iter().filter_map(|item| match item {
        syn::Item::Macro(call) if call.mac.path.segments.last()?.ident == "compile_error" => {
            Some(call.mac.parse_body::<syn::LitStr>().expect("it has a message").value())
        }
        _ => None,
    });
    errors.collect()
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
            hits: MessageWriter<'w, Hit>,
            commands: ParallelCommands<'w, 'w>,
        }
    });
    assert_eq!(mistakes.len(), 4);
    assert!(mistakes[0].ends_with("write `#[resource]` and `&'_ R`"), "{mistakes:?}");
    assert!(mistakes[1].ends_with("write `#[resource]` and `Mut<'_, R>`"), "{mistakes:?}");
    assert!(
        mistakes[2].ends_with("write `#[resource]` and `Mut<'_, Messages<M>>`"),
        "{mistakes:?}"
    );
    assert!(
        mistakes[3].ends_with("write `#[param]` and `&'_ ParallelCommands<'_, '_>`"),
        "{mistakes:?}"
    );
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
    assert!(chosen.is_empty(), "{chosen:?}");
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

#[test]
fn a_query_reads_static_data() {
    let right = mistakes(&parse_quote! {
        struct Board<'w> {
            others: Query<'w, 'w, (Entity, &'static Place, Option<&'static Hat>), With<Sheep>>,
        }
    });
    assert!(right.is_empty(), "{right:?}");
    let wrong = mistakes(&parse_quote! {
        struct Board<'w> {
            places: Query<'w, 'w, &'w Place>,
            hats: Query<'w, 'w, &Hat>,
            wings: Query<'w, 'w, (&'static Place, &'static mut Wings)>,
        }
    });
    assert_eq!(
        wrong,
        [
            "the data of a query is `'static`: write `Query<'_, '_, &'static C>`",
            "the data of a query is `'static`: write `Query<'_, '_, &'static C>`",
            "a blackboard only reads other entities: write `&'static C` in the query, and change them with \
             `Commands` or an event",
        ]
    );
}

#[test]
fn a_blackboard_keeps_no_values() {
    let mistakes = mistakes(&parse_quote! {
        struct Board<'w> {
            place: &'w Place,
            steps: u32,
            path: Vec<Place>,
        }
    });
    assert_eq!(mistakes.len(), 2, "{mistakes:?}");
    assert!(mistakes[0].starts_with("a blackboard is made anew for each tick"), "{mistakes:?}");
}

#[test]
fn a_parameter_is_a_shared_borrow() {
    let wrong = mistakes(&parse_quote! {
        struct Board<'w> {
            #[param]
            paths: Paths<'w, 'w>,
            #[param]
            hits: &'w mut MessageWriter<'w, Hit>,
        }
    });
    assert_eq!(
        wrong,
        [
            "a parameter is a borrow: write `#[param]` and `&'_ P`",
            "all entities share a parameter: write `&'_ P`, and for messages `#[resource]` and \
             `Mut<'_, Messages<M>>`",
        ]
    );
}

#[test]
fn a_component_and_a_resource_have_one_field() {
    let mistakes = mistakes(&parse_quote! {
        struct Board<'w> {
            place: &'w Place,
            moved: Mut<'w, Place>,
            #[resource]
            map: &'w Place,
            #[resource]
            changed: Option<Mut<'w, Place>>,
        }
    });
    assert_eq!(
        mistakes,
        [
            "the component `Place` already has a field: write one of the two, a `Mut` if the tree changes it",
            "the resource `Place` already has a field: write one of the two, a `Mut` if the tree changes it",
        ]
    );
}

#[test]
fn all_mistakes_are_told_at_once() {
    let mistakes = mistakes(&parse_quote! {
        struct Board<'w, 's> {
            commands: Commands<'w, 's>,
            place: &'w mut Place,
            #[resource]
            time: &'w Time,
            #[resource]
            real: &'w Time<Real>,
        }
    });
    assert_eq!(mistakes.len(), 3, "{mistakes:?}");
}
