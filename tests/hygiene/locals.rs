// What generated code binds, without the `__` in front of each name.
taken! {
    Blackboard TABLE blackboard branch bt child chosen decorator drawn due end enough_failed
    enough_succeeded events from given inner keep kept left length memory next now numbers observer
    order parameters parts period rounds runs scores state status tip until value waits weights
}
