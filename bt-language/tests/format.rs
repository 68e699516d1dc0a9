//! The layout of trees in files and in Rust.

use bt_language::{file, format};

/// Checks the layout of a text, and that the layout stays when it is formatted again.
#[track_caller]
fn file_is(text: &str, expected: &str) {
    let formatted = format::file(text).expect("sound syntax");
    assert_eq!(formatted, expected);
    assert_eq!(format::file(&formatted).expect("sound syntax"), expected, "formatted again");
}

#[track_caller]
fn rust_is(text: &str, expected: &str) {
    let formatted = format::rust(text).expect("sound syntax");
    assert_eq!(formatted, expected);
    assert_eq!(format::rust(&formatted).expect("sound syntax"), expected, "formatted again");
}

#[test]
fn a_file_has_one_layout() {
    file_is(
        "/// Patrols.\ntree Soldier{active_selector{'flee :sequence{condition HealthBelow( limit=30,x = - 4.5 );}
guard( SeesEnemy )repeat action Attack;subtree Patrol;}}tree Patrol{if Night{wait( 2s );}else if Day{fail;}else{
running;}}",
        "\
/// Patrols.
tree Soldier {
    active_selector {
        'flee: sequence {
            condition HealthBelow(limit = 30, x = -4.5);
        }
        guard(SeesEnemy) repeat action Attack;
        subtree Patrol;
    }
}

tree Patrol {
    if Night {
        wait(2s);
    } else if Day {
        fail;
    } else {
        running;
    }
}
",
    );
}

#[test]
fn long_texts_are_laid_out_in_time() {
    for (text, lines) in [
        (format!("tree Long {{ sequence {{ {}}} }}", "action Attack; ".repeat(80_000)), 80_004),
        (format!("{}tree Long {{ succeed; }}", "/// A line.\n".repeat(200_000)), 200_003),
    ] {
        let formatted = format::file(&text).expect("sound syntax");
        assert_eq!(formatted.lines().count(), lines);
    }
}

#[test]
fn keys_stand_before_their_nodes() {
    file_is(
        "tree A{utility_selector{Fear=>action Run;-0.5=>/// Sleeps.\naction Sleep , /// Eats.\nHunger => action Eat,1=>sequence{fail;},}}",
        "\
tree A {
    utility_selector {
        Fear => action Run;
        -0.5 =>
            /// Sleeps.
            action Sleep,
        /// Eats.
        Hunger => action Eat,
        1 => sequence {
            fail;
        },
    }
}
",
    );
    file_is(
        "tree A{priority_selector{/// Rests.\nelse=>action Rest;}}",
        "\
tree A {
    priority_selector {
        /// Rests.
        else => action Rest;
    }
}
",
    );
}

#[test]
fn comments_and_blank_lines_stay() {
    let text = "\
// The first line.

/* A block
     of two lines. */
/// Described.
tree A { // beside the brace
    // before the node

    // apart
    sequence { /* beside */
        /* before */ condition B; // after

        /// A doc comment.
        // between
        'label: /* within */ action C(a = /* the a */ 1); /* after */
        action D(
            a = 1, // one
            // two
            b = 2
        );
        // at the end
    }
    // behind
}

// Behind everything.
";
    file_is(text, text);
    file_is(
        &text.replace("\n\n", "\n\n\n\n").replace("\n    ", "\n\t").replace("\n\t of", "\n     of"),
        text,
    );
}

#[test]
fn a_comment_in_a_strange_place_stays() {
    file_is(
        "tree // name\nA { repeat // thrice\n( 3 ) // and\n not // negated\n condition // what\n B; if C { fail; } // else\n else { succeed; } }"
            .replace(" if", " } tree D { if").as_str(),
        "\
tree // name
    A {
    repeat // thrice
        (3) // and
        not // negated
        condition // what
        B;
}

tree D {
    if C {
        fail;
    } // else
    else {
        succeed;
    }
}
",
    );
}

#[test]
fn long_lines_are_broken() {
    file_is(
        "tree A { sequence {
    guard(SeesAnEnemyThatIsNearAndDangerous(distance = 100)) timeout(20s) 'attack: action AttackWithEverything(strength = 20);
    not // Within a chain.
    if Night { fail; } else { succeed; }
    action Say(text = \"There are more words in this text than on any other line of the file\", loudness = 10, side = Left);
    } }",
        "\
tree A {
    sequence {
        guard(SeesAnEnemyThatIsNearAndDangerous(distance = 100))
            timeout(20s)
            'attack: action AttackWithEverything(strength = 20);
        not // Within a chain.
            if Night {
                fail;
            } else {
                succeed;
            }
        action Say(
            text = \"There are more words in this text than on any other line of the file\",
            loudness = 10,
            side = Left
        );
    }
}
",
    );
}

#[test]
fn line_ends_and_the_mark_stay() {
    file_is(
        "\u{feff}tree A {\r\n\taction B; // c\r\n\r\n\t/* d\r\n e */\r\n}\r\n",
        "\u{feff}tree A {\r\n    action B; // c\r\n\r\n    /* d\r\n e */\r\n}\r\n",
    );
    file_is("tree A {\n\taction B;\r\n}", "tree A {\n    action B;\n}\n");
}

#[test]
fn texts_stay() {
    file_is(
        "tree A { action B(text=\"a  // {  \\\" \n   b\", c = r#\"  \"  /* \"#); }",
        "tree A {\n    action B(text = \"a  // {  \\\" \n   b\", c = r#\"  \"  /* \"#);\n}\n",
    );
}

#[test]
fn a_mistake_has_a_place() {
    for (text, line, column) in [
        ("tree A {\n    squence { fail; }\n}", 2, 5),
        ("tree A {\n  fail;\n", 1, 8),
        ("", 1, 1),
        ("\u{feff}tree A { wait(2parsecs); }", 1, 15),
    ] {
        let mistakes = format::file(text).expect_err("a mistake");
        let place = mistakes[0].start;
        assert_eq!((place.line, place.column), (line, column), "{text}: {mistakes:?}");
    }
    let text = "fn a() {}\nbehavior_tree! {\n    tree A(b: &mut B) { actoin c(); }\n}";
    let mistakes = format::rust(text).expect_err("a mistake");
    assert_eq!((mistakes[0].start.line, mistakes[0].start.column), (3, 25));
}

#[test]
fn a_large_or_deep_text_is_refused() {
    let large = "tree A { fail; } ".repeat(1 << 18);
    assert!(format::file(&large).expect_err("too large")[0].text.contains("bytes"));
    let deep = format!("tree A {{ {}fail;{} }}", "sequence { ".repeat(10_000), "}".repeat(10_000));
    assert!(!format::file(&deep).expect_err("too deep").is_empty());
    let chain = format!("tree A {{ {}fail; }}", "not ".repeat(100_000));
    assert!(!format::file(&chain).expect_err("too deep").is_empty());
    file::forget();
}

const SOURCE: &str = "use bt_core::behavior_tree;
fn  odd( ){}   // stays
mod inner {
    behavior_tree! {
      /// Patrols.
   #[derive( Debug,Clone )] pub tree Soldier<'a>(npc:&mut Npc<'a>, speed: f32) { active_selector {
  condition npc.health<20;
        action Walk { to: npc.home,
                      speed: *speed };
        let( prey : u32=npc.nearest( ) )action npc.hunt( *prey ) ;
        with Brave { up_to: 3 } with Calm for( i in 0..3 ) action Fly=Fly::to(i);
        match npc.mode { Mode::A(  1) if npc.x => fail, _=>subtree Go(&mut npc.legs,speed=2.0) , }
        parallel( success=one ) { action { // why
            npc.go()
        }; subtree path::To<u8, u16>; }
   } }
   trees from \"a.tree\" with Drill;
   pub vocabulary Drill(npc: &mut Npc) { condition Low(limit:i32=20, /** m */ side: Side{Left,Right}=Left)=>npc.health<limit;
     value Aim: Side { Left, Right }=>npc.aim; random=>npc.dice(); subtree Reload(&mut npc.weapon) ; decorator B=>B; }
    }
}
behavior_tree!( tree A(a: &mut A) { fail; } );
macro_rules! m { ($a:ident) => { behavior_tree! { tree   $a(b: &mut B) { fail; } } } }
";

const LAID_OUT: &str = "use bt_core::behavior_tree;
fn  odd( ){}   // stays
mod inner {
    behavior_tree! {
        /// Patrols.
        #[derive( Debug,Clone )]
        pub tree Soldier<'a>(npc:&mut Npc<'a>, speed: f32) {
            active_selector {
                condition npc.health<20;
                action Walk { to: npc.home,
                              speed: *speed };
                let(prey: u32 = npc.nearest( )) action npc.hunt( *prey );
                with Brave { up_to: 3 } with Calm for(i in 0..3) action Fly=Fly::to(i);
                match npc.mode {
                    Mode::A( 1) if npc.x => fail,
                    _ => subtree Go(&mut npc.legs,speed=2.0),
                }
                parallel(success = one) {
                    action { // why
                        npc.go()
                    };
                    subtree path::To<u8, u16>;
                }
            }
        }

        trees from \"a.tree\" with Drill;
        pub vocabulary Drill(npc: &mut Npc) {
            condition Low(limit: i32 = 20, /** m */ side: Side { Left, Right } = Left) =>
                npc.health<limit;
            value Aim: Side { Left, Right } => npc.aim;
            random => npc.dice();
            subtree Reload(&mut npc.weapon);
            decorator B => B;
        }
    }
}
behavior_tree!(
    tree A(a: &mut A) {
        fail;
    }
);
macro_rules! m { ($a:ident) => { behavior_tree! { tree   $a(b: &mut B) { fail; } } } }
";

#[test]
fn trees_in_rust_are_laid_out_and_all_else_stays() {
    rust_is(SOURCE, LAID_OUT);
}

#[test]
fn data_in_files_is_laid_out() {
    file_is(
        r#"use "b.tree";
/// Goes.
tree Navigate( goal:Pose,attempts :u32=6 )->( path:Path ){recover( attempts ){let( n :u32 )sequence{action Plan(goal=goal)->path;succeed;}
let( n:i32=- 3 )let(m:f32=-Fear*-2+1)for( i  in 0 .. Rooms-1 )sequence{ set n=n+1;set m=- m;set n = -(n-1); condition n<-3&&!Hungry;action Detect->( a ,b );subtree Go( goal=Spot( number=i+1 ) )->path;
match  Aim{Left=>succeed;Right|Up=>set n=n+1;_=>sequence{fail;}}
active_match n+1{-1=>succeed,0|1 => let(x:u32) action A->x,_=>fail}
match !IsNight { true => fail; false => succeed }
match (n) { _ => fail }
utility_selector { -Fear*2 => succeed; 1-Fear => fail; }
wait(2s*3-Pause);
for(i in(1+2)..Rooms) succeed;
}}}
tree VeryLongNameOfATree(goal: Pose, /** how often */ attempts: u32 = 6, speed: f32 = 1.5, /// The rest.
 rest: Duration = 2s) -> (path: Path, another_result: Pose, score: f32) { succeed; }
tree B -> (p: Path) { action SomeActionWithAVeryLongName(first_argument = 1000000, second_argument = 200000, third = 3) -> (first_result, second_result); }
tree C(a: u32 /* of a */, // line
  b: u32) /* before arrow */ -> /* after arrow */ (c: &'static str) // behind
{ let(/* n */ n: u32 /* eq */ = /* v */ 3) for(i /* in */ in /* r */ 0..3 /* e */) match /* s */ n /* b */ { /* p */ 0 /* or */ | /* q */ 1 /* a */ => /* node */ set /* name */ n /* eq */ = /* v */ - /* u */ 3 /* end */; _ => action /* w */ W(a = 1) /* arrow */ -> /* name */ ( /* one */ c /* comma */, d) ; } }
"#,
        r#"use "b.tree";
/// Goes.
tree Navigate(goal: Pose, attempts: u32 = 6) -> (path: Path) {
    recover(attempts) {
        let(n: u32) sequence {
            action Plan(goal = goal) -> path;
            succeed;
        }
        let(n: i32 = -3) let(m: f32 = -Fear * -2 + 1) for(i in 0..Rooms - 1) sequence {
            set n = n + 1;
            set m = -m;
            set n = -(n - 1);
            condition n < -3 && !Hungry;
            action Detect -> (a, b);
            subtree Go(goal = Spot(number = i + 1)) -> path;
            match Aim {
                Left => succeed;
                Right | Up => set n = n + 1;
                _ => sequence {
                    fail;
                }
            }
            active_match n + 1 {
                -1 => succeed,
                0 | 1 => let(x: u32) action A -> x,
                _ => fail
            }
            match !IsNight {
                true => fail;
                false => succeed
            }
            match (n) {
                _ => fail
            }
            utility_selector {
                -Fear * 2 => succeed;
                1 - Fear => fail;
            }
            wait(2s * 3 - Pause);
            for(i in (1 + 2)..Rooms) succeed;
        }
    }
}

tree VeryLongNameOfATree(
    goal: Pose,
    /** how often */
    attempts: u32 = 6,
    speed: f32 = 1.5,
    /// The rest.
    rest: Duration = 2s
) -> (path: Path, another_result: Pose, score: f32) {
    succeed;
}

tree B -> (p: Path) {
    action SomeActionWithAVeryLongName(
        first_argument = 1000000,
        second_argument = 200000,
        third = 3
    ) -> (first_result, second_result);
}

tree C(
    a: u32 /* of a */, // line
    b: u32
) /* before arrow */ -> /* after arrow */ (c: &'static str) // behind
    {
    let( /* n */ n: u32 /* eq */ = /* v */ 3)
        for(i /* in */ in /* r */ 0..3 /* e */ )
        match /* s */ n /* b */ { /* p */
            0 /* or */ | /* q */ 1 /* a */ => /* node */
                set /* name */ n /* eq */ = /* v */ - /* u */ 3 /* end */;
            _ => action /* w */ W(a = 1) /* arrow */ -> /* name */ ( /* one */ c /* comma */, d);
        }
}
"#,
    );
}

#[test]
fn types_and_results_of_a_vocabulary_are_laid_out() {
    rust_is(
        r#"behavior_tree! {
   pub vocabulary Nav(robot: &mut Robot) { type   Pose ;
   /// A way.
   type Path=nav::Path;
   condition Near(goal:Pose,path:& Path)=>robot.near( goal );
   value Spot(number:usize):Pose=>robot.spot(number);
   value Goal : Pose=>robot.goal;
   action Plan(goal:Pose,planner:&'static str="grid")->Path=>robot.plan(goal);
   action Detect->(pose:Pose,/** of 1 */ score:f32)=>Detect { frames:3 };
   action ALongNameOfAnAction(goal: Pose, planner: &'static str = "grid") -> (first_result: Path, second: Path) => robot.plan(goal);
   action Follow(path:&Path)=>robot.follow(path); }
   tree A(r: &mut R, goal: Pose)->(path:Path) { let( n:u32=3 )sequence { set n=*n+1 ; set  n  =  3; action r.plan()->path; subtree B(goal=*goal)->( path,n ); match  *n { 0=>set n=1, _=>fail } } }
}
"#,
        r#"behavior_tree! {
    pub vocabulary Nav(robot: &mut Robot) {
        type Pose;
        /// A way.
        type Path = nav::Path;
        condition Near(goal: Pose, path: & Path) => robot.near( goal );
        value Spot(number: usize): Pose => robot.spot(number);
        value Goal: Pose => robot.goal;
        action Plan(goal: Pose, planner: &'static str = "grid") -> Path => robot.plan(goal);
        action Detect -> (pose: Pose, /** of 1 */ score: f32) => Detect { frames:3 };
        action ALongNameOfAnAction(
            goal: Pose,
            planner: &'static str = "grid"
        ) -> (first_result: Path, second: Path) =>
            robot.plan(goal);
        action Follow(path: &Path) => robot.follow(path);
    }

    tree A(r: &mut R, goal: Pose)->(path:Path) {
        let(n: u32 = 3) sequence {
            set n=*n+1;
            set n = 3;
            action r.plan()->path;
            subtree B(goal=*goal)->( path,n );
            match *n {
                0 => set n=1,
                _ => fail
            }
        }
    }
}
"#,
    );
}

#[test]
fn calls_on_one_line_have_one_indentation() {
    rust_is(
        "    behavior_tree! {\ntree A(n: &mut N) { wait(1s); }\n        } behavior_tree! { tree B(n: &mut N) { wait(1s); } }\n",
        "    behavior_tree! {\n        tree A(n: &mut N) {\n            wait(1s);\n        }\n    } behavior_tree! {\n        tree B(n: &mut N) {\n            wait(1s);\n        }\n    }\n",
    );
}

#[test]
fn rules_have_one_layout() {
    rust_is(
        "behavior_tree! { tree Lamp(npc: &mut Npc) { 'rest: running; } #[limit(transitions = 5)] rules Lamp { /// Why.
never 'rest&&'a ; after   'a next 'rest . ticked; always !'a->( 'rest||'legs . 'look.running)&&! root.failed; // so

possible 'rest; } }
",
        "\
behavior_tree! {
    tree Lamp(npc: &mut Npc) {
        'rest: running;
    }

    #[limit(transitions = 5)]
    rules Lamp {
        /// Why.
        never 'rest && 'a;
        after 'a next 'rest.ticked;
        always !'a -> ('rest || 'legs.'look.running) && !root.failed; // so

        possible 'rest;
    }
}
",
    );
}

#[test]
fn rules_of_a_vocabulary_have_one_layout() {
    rust_is(
        "behavior_tree! { #[limit(transitions = 5)] vocabulary Drill(npc: &mut Npc) { action Fire=>npc.fire(); /// Why.
rule   always Fire . ticked->( IsSafe.succeeded||Rest )&&! root.failed; rule after Rest   next Fire.ticked ; // so
} }
",
        "\
behavior_tree! {
    #[limit(transitions = 5)]
    vocabulary Drill(npc: &mut Npc) {
        action Fire => npc.fire();
        /// Why.
        rule always Fire.ticked -> (IsSafe.succeeded || Rest) && !root.failed;
        rule after Rest next Fire.ticked; // so
    }
}
",
    );
}
