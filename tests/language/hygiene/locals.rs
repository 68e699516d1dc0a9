// The names that generated code binds, without the `__` before each name.
taken! {
    Blackboard TABLE UNDECIDED ahead answer arguments asked begun blackboard branch broken bt by check child chosen decorator drawn
    due end enough_failed enough_succeeded events from future given held holds id inner keep kept l late
    left length let_more let_results let_state let_steps made memory name next node now numbers observer order output own parameters parts
    period result results rounds rules runs scores state status stopping stops tip told until value waits weights word
}
