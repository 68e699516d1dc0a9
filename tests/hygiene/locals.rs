// The names that generated code binds, without the `__` before each name.
taken! {
    Blackboard TABLE answer arguments asked begun blackboard branch bt child chosen decorator drawn
    due end enough_failed enough_succeeded events from given held id inner keep kept
    left length let_more let_results let_state let_steps made memory next node now numbers observer order parameters parts
    period rounds runs scores state status tip until value waits weights word
}
