// What generated code binds, without the `__` in front of each name.
taken! {
    Blackboard TABLE blackboard branch bt child decorator drawn due enough_failed enough_succeeded
    events from inner keep kept left length memory now observer parts period rounds state status tip
    until waits weights
}
