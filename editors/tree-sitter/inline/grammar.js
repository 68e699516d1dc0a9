/// <reference types="tree-sitter-cli/dsl" />
// The language inside of `behavior_tree!`: trees, vocabularies and rules, with Rust in between, which is left to the grammar of Rust.

const { nodes, tokens } = require("../shared");

/** Rust in front of children, in which braces would be those of the children. */
const before = $ => field("rust", alias($._rust_before_braces, $.rust));

/** What stands behind the word of a node, by the shape of its arguments. */
const bare = $ => field("rust", $.rust);
const inside = $ => field("arguments", $.group);

const ARGUMENTS = {
  None: "",
  Expression: bare,
  ExpressionBeforeBraces: before,
  Action: bare,
  Future: bare,
  Tree: bare,
  Literal: $ => field("rust", alias($._literal, $.rust)),
  Value: inside,
  Duration: inside,
  Cooldown: inside,
  Count: inside,
  Number: inside,
  Service: inside,
  Policies: inside,
  Margin: inside,
  Binding: inside,
  Range: inside,
  Assignment: bare,
  Statement: $ => choice(field("arguments", $.group), seq("{", field("cleanup", $.node), "}")),
};

/** What stands in front of an item. */
const head = $ => [repeat(choice($.doc_comment, $.attribute)), optional($.visibility)];

const key = $ => alias($._rust_before_arrow, $.rust);
const KEYS = { Weighted: key, Lasting: key, Scored: key, Conditional: $ => choice(key($), "else"), Arms: key };

module.exports = grammar({
  name: "behavior_tree_inline",

  extras: $ => [/\s|\uFEFF/, $.comment],

  word: $ => $.identifier,

  // An `else` in front of an arrow does not belong to the `if` before it.
  conflicts: $ => [[$._children_Branches]],

  rules: {
    // The macro call has braces around its items.
    source_file: $ => choice($._items, seq("{", optional($._items), "}")),

    _items: $ => repeat1(choice($.inner_attribute, $.tree, $.vocabulary, $.rules, $.trees)),

    tree: $ => seq(...head($), "tree", field("name", $.identifier), optional(before($)), "{", $.node, "}"),

    vocabulary: $ => seq(...head($), "vocabulary", field("name", $.identifier), optional(before($)), "{", repeat($.word), "}"),

    word: $ => seq(...head($), field("kind", $.identifier), field("rust", $.rust), ";"),

    rules: $ => seq(...head($), "rules", field("name", $.identifier), "{", repeat($.rule), "}"),

    rule: $ => seq(...head($), field("kind", $.identifier), field("rust", $.rust), ";"),

    trees: $ => seq(...head($), "trees", "from", field("path", $.string), "with", field("vocabulary", $.identifier), ";"),

    attribute: $ => seq("#", $.bracket_group),

    inner_attribute: $ => seq("#", "!", $.bracket_group),

    visibility: $ => seq("pub", optional($.group)),

    ...nodes(ARGUMENTS, KEYS, { draws: true }),

    // Any tokens: the grammar of Rust reads them again.
    rust: $ => repeat1(choice($._token, $.lifetime, $._braces_of_rust, "=>")),

    _rust_before_braces: $ => repeat1(choice($._token, $.lifetime)),

    _rust_before_arrow: $ => repeat1(choice($._token, $._braces_of_rust)),

    _literal: $ => seq($._path, optional($._braces_of_rust)),

    _path: $ => seq($.identifier, repeat(choice(seq("::", choice($.identifier, $.generics)), $.generics))),

    generics: $ =>
      seq(
        "<",
        repeat(
          choice($.identifier, $.number, $.lifetime, $.group, $.bracket_group, $._braces_of_rust, $.generics, "::", ",", "&", "=", "->", "+", "-"),
        ),
        ">",
      ),

    _token: $ => choice($.identifier, $.number, $.string, $.character, $.group, $.bracket_group, $._sign),

    lifetime: $ => $._apostrophe,

    group: $ => seq("(", repeat($._any), ")"),

    bracket_group: $ => seq("[", repeat($._any), "]"),

    _braces_of_rust: $ => seq("{", repeat($._any), "}"),

    _any: $ => choice($._token, $.lifetime, $._braces_of_rust, "=>", ",", ";"),

    _sign: () => choice(...[..."!#$%&*+-./:<=>?@^|~"], "::", "->", "..", "==", "!=", "<=", ">=", "&&", "||", "..="),

    identifier: () => /(r#)?[\p{XID_Start}_]\p{XID_Continue}*/,

    ...tokens,
  },
});
