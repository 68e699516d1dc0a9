//! Nodes that BehaviorTree.CPP and Nav2 have and the language has not: words of the program, whose kind and output ports are
//! known without a model.

/// The name, the category and the output ports of a node.
type StandardNode = (&'static str, &'static str, &'static [&'static str]);

const ERROR: &[&str] = &["error_code_id", "error_msg"];

const KNOWN: &[StandardNode] = &[
    // BehaviorTree.CPP
    ("LoopInt", "Decorator", &["value"]),
    ("LoopBool", "Decorator", &["value"]),
    ("LoopDouble", "Decorator", &["value"]),
    ("LoopString", "Decorator", &["value"]),
    ("SkipUnlessUpdated", "Decorator", &[]),
    ("WaitValueUpdate", "Decorator", &[]),
    ("WasEntryUpdated", "Action", &[]),
    // Conditions of Nav2
    ("AreErrorCodesPresent", "Condition", &[]),
    ("AreErrorCodesActive", "Condition", &[]),
    ("ArePosesNear", "Condition", &[]),
    ("DistanceTraveled", "Condition", &[]),
    ("GlobalUpdatedGoal", "Condition", &[]),
    ("GloballyUpdatedGoal", "Condition", &[]),
    ("GoalReached", "Condition", &[]),
    ("GoalUpdated", "Condition", &[]),
    ("InitialPoseReceived", "Condition", &[]),
    ("IsBatteryCharging", "Condition", &[]),
    ("IsBatteryLow", "Condition", &[]),
    ("IsGoalNearby", "Condition", &[]),
    ("IsPathValid", "Condition", &[]),
    ("IsPoseOccupied", "Condition", &[]),
    ("IsStopped", "Condition", &[]),
    ("IsStuck", "Condition", &[]),
    ("IsWithinPathTrackingBounds", "Condition", &[]),
    ("PathExpiringTimer", "Condition", &[]),
    ("TimeExpired", "Condition", &[]),
    ("TransformAvailable", "Condition", &[]),
    ("WouldAControllerRecoveryHelp", "Condition", &[]),
    ("WouldAPlannerRecoveryHelp", "Condition", &[]),
    ("WouldARouteRecoveryHelp", "Condition", &[]),
    ("WouldASmootherRecoveryHelp", "Condition", &[]),
    // Actions of Nav2
    ("AssistedTeleop", "Action", ERROR),
    ("BackUp", "Action", ERROR),
    (
        "ComputeAndTrackRoute",
        "Action",
        &[
            "execution_time",
            "error_code_id",
            "error_msg",
            "last_node_id",
            "next_node_id",
            "current_edge_id",
            "route",
            "path",
            "rerouted",
        ],
    ),
    ("ComputePathThroughPoses", "Action", &["path", "error_code_id", "error_msg"]),
    ("ComputePathToPose", "Action", &["path", "error_code_id", "error_msg"]),
    ("ComputeRoute", "Action", &["planning_time", "path", "route", "error_code_id", "error_msg"]),
    ("ControllerSelector", "Action", &["selected_controller"]),
    ("DockRobot", "Action", &["error_code_id", "error_msg", "num_retries", "success"]),
    ("DriveOnHeading", "Action", ERROR),
    ("FollowPath", "Action", ERROR),
    ("GetPoseFromPath", "Action", &["pose"]),
    ("GoalCheckerSelector", "Action", &["selected_goal_checker"]),
    ("NavigateThroughPoses", "Action", ERROR),
    ("NavigateToPose", "Action", ERROR),
    ("PlannerSelector", "Action", &["selected_planner"]),
    ("ProgressCheckerSelector", "Action", &["selected_progress_checker"]),
    ("RemoveInCollisionGoals", "Action", &["output_goals", "output_waypoint_statuses"]),
    ("RemovePassedGoals", "Action", &["output_goals", "output_waypoint_statuses"]),
    (
        "SmoothPath",
        "Action",
        &["smoothed_path", "smoothing_duration", "was_completed", "error_code_id", "error_msg"],
    ),
    ("SmootherSelector", "Action", &["selected_smoother"]),
    ("Spin", "Action", ERROR),
    ("TruncatePath", "Action", &["output_path"]),
    ("TruncatePathLocal", "Action", &["output_path"]),
    ("UndockRobot", "Action", &["error_code_id", "error_msg", "success"]),
    // Decorators of Nav2
    ("DistanceController", "Decorator", &[]),
    ("GoalUpdatedController", "Decorator", &[]),
    ("GoalUpdater", "Decorator", &["output_goal", "output_goals"]),
    ("PathLongerOnApproach", "Decorator", &[]),
    ("RateController", "Decorator", &[]),
    ("SingleTrigger", "Decorator", &[]),
    ("SpeedController", "Decorator", &[]),
];

fn find(id: &str) -> Option<&'static StandardNode> {
    KNOWN.iter().find(|(name, ..)| *name == id)
}

/// Returns `true` if the ports of a node are known without a model.
pub(super) fn is_known(id: &str) -> bool {
    find(id).is_some()
}

/// The category of a node; empty if it is unknown.
pub(super) fn category(id: &str) -> &'static str {
    find(id).map_or("", |(_, category, _)| category)
}

/// Returns `true` for an output port.
pub(super) fn is_output(id: &str, port: &str) -> bool {
    find(id).is_some_and(|(_, _, outputs)| outputs.contains(&port))
}
