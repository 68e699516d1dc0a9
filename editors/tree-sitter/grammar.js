/// <reference types="tree-sitter-cli/dsl" />
// The language of `.tree` files. What stands around and in nodes is here; the nodes are made from their list, `nodes.js`.
// `bt` reads the same files: a test compares the two.

const { front, list, nodes, tokens, words } = require("./shared");

const NAME = /(r#)?[\p{XID_Start}_]\p{XID_Continue}*/;

/** What stands behind the word of a node, by the shape of its arguments. */
const ARGUMENTS = {
  None: "",
  Expression: $ => field("of", $._expression),
  Action: $ => seq(field("of", $._term), optional($.results)),
  // A file has no `await`: the vocabulary says which actions wait.
  Future: null,
  Tree: $ => seq(field("tree", $.tree_name), optional($.arguments), optional($.results)),
  Literal: $ => field("of", $._term),
  Value: $ => seq("(", field("of", $._expression), ")"),
  Duration: $ => seq("(", field("duration", $._expression), ")"),
  Cooldown: $ =>
    seq("(", field("duration", $._expression), optional(seq(",", optional(seq("after", "=", $.choice, optional(","))))), ")"),
  Count: $ =>
    seq("(", choice($._every, seq(field("count", $._expression), optional(seq(",", optional($._every))))), ")"),
  Number: $ => seq("(", field("count", $._expression), ")"),
  Service: $ => seq("(", field("duration", $._expression), ",", field("of", $._term), ")"),
  Policies: $ => seq("(", optional(list($.policy)), ")"),
  Margin: $ => seq("(", "margin", "=", field("margin", $._expression), ")"),
  Binding: $ => seq("(", field("name", $.identifier), ":", field("type", $.type), optional(seq("=", field("value", $._expression))), ")"),
  Range: $ => seq("(", field("name", $.identifier), "in", field("start", $._expression), "..", field("end", $._expression), ")"),
  Assignment: $ => seq(field("name", $.identifier), "=", field("value", $._expression)),
  Statement: $ => choice(seq("(", field("of", $._term), ")"), seq("{", field("cleanup", $.node), "}")),
};

/** The keys in front of children. */
const expression = $ => $._expression;
const KEYS = { Weighted: expression, Lasting: expression, Scored: expression, Conditional: $ => choice($._expression, "else"), Arms: $ => $.pattern };

module.exports = grammar({
  name: "behavior_tree",

  extras: $ => [/\s|\uFEFF/, $.comment],

  word: $ => $._name,

  // A word of the language is none of the vocabulary.
  reserved: { none: () => [], expression: () => words(ARGUMENTS) },

  // An `else` in front of an arrow does not belong to the `if` before it.
  conflicts: $ => [[$._children_Branches]],

  rules: {
    source_file: $ => repeat(choice($.use, $.tree)),

    use: $ => seq("use", field("path", $.string), ";"),

    tree: $ =>
      seq(
        front($),
        optional("pub"),
        "tree",
        field("name", $.tree_name),
        optional(field("parameters", $.parameters)),
        optional(seq("->", field("results", $.parameters))),
        "{",
        $.node,
        "}",
      ),

    parameters: $ => seq("(", optional(list($.parameter)), ")"),

    parameter: $ =>
      seq(front($), field("name", $.identifier), ":", field("type", $.type), optional(seq("=", field("default", $._expression)))),

    ...nodes(ARGUMENTS, KEYS, { draws: false }),

    results: $ => seq("->", choice($.identifier, seq("(", list($.identifier), ")"))),

    _every: $ => seq("every", "=", field("every", $._expression)),

    policy: $ => seq(choice("success", "failure"), "=", choice(alias(choice("all", "one"), $.choice), $.number)),

    choice: () => choice("end", "success"),

    pattern: $ => seq(optional("|"), $._pattern, repeat(seq("|", $._pattern))),

    _pattern: $ => choice($.identifier, seq(optional("-"), $._literal)),

    _expression: $ => choice($._term, $.unary_expression, $.binary_expression, $.parenthesized_expression),

    unary_expression: $ => prec(6, seq(choice("!", "-"), $._expression)),

    binary_expression: $ =>
      choice(
        ...[
          [1, ["||"]],
          [2, ["&&"]],
          [4, ["+", "-"]],
          [5, ["*", "/", "%"]],
        ].map(([level, signs]) => prec.left(level, seq($._expression, field("operator", choice(...signs)), $._expression))),
        // Comparisons are not chained.
        prec.left(3, seq($._expression, field("operator", choice("==", "!=", "<", "<=", ">", ">=")), $._expression)),
      ),

    parenthesized_expression: $ => seq("(", $._expression, ")"),

    // A word of the vocabulary with its arguments, the name of a value, or a literal.
    _term: $ => choice($.call, $._literal, $.negative_number),

    negative_number: $ => prec(7, seq("-", $.number)),

    call: $ => prec.right(seq(field("word", alias(reserved("expression", $._name), $.identifier)), optional($.arguments))),

    arguments: $ => seq("(", optional(list($.argument)), ")"),

    argument: $ => seq(field("name", $.identifier), "=", field("value", $._expression)),

    tree_name: $ => $._name,

    // `&'static str` is the only type of Rust that is not a name here.
    type: $ => seq(optional(seq("&", optional($._apostrophe))), $._name),

    identifier: $ => $._name,

    _literal: $ => choice($.number, $.string, $.character),

    ...tokens,

    _name: () => NAME,
  },
});
