// What the language of files and that of `behavior_tree!` have in common.

const NODES = require("./nodes.js");

/** The words of the nodes, by their families and the shapes of their arguments and children. */
const GROUPS = {};
for (const [word, of] of Object.entries(NODES)) {
  (GROUPS[Object.values(of).join(" ")] ??= []).push(word);
}

/** One or more with commas, of which the last may be left out. */
const list = rule => seq(rule, repeat(seq(",", rule)), optional(","));

/** The documentation in front of something. */
const front = $ => optional($._docs);

/** What stands behind the words and arguments of nodes, by the shape of the children. */
const CHILDREN = {
  None: () => ";",
  One: $ => field("child", $.node),
  Block: $ => seq("{", repeat1($.node), "}"),
  Pair: $ => seq("{", $.node, $.node, "}"),
  Watched: $ => seq("{", $.node, repeat1($.node), "}"),
  Weighted: keyed,
  Lasting: keyed,
  Scored: keyed,
  Conditional: keyed,
  Arms: keyed,
  Branches: $ => seq($._braces, optional(seq("else", choice($._braces, alias($._branch, $.node))))),
};

function keyed($, shape) {
  const after = (node, arm) => {
    const named = alias($[arm + shape], $.arm);
    return ["Weighted", "Lasting"].includes(shape) ? choice(named, node) : named;
  };
  // A leaf needs no `;` in front of the comma or the brace.
  const [closed, open] = [after($.node, "_arm_"), after(alias($._open_node, $.node), "_open_arm_")];
  const all = choice(seq(closed, optional(",")), seq(open, ","));
  return seq("{", choice(repeat1(all), seq(repeat(all), open)), "}");
}

/** A node with what stands in front of it. */
const arm = (key, node) => $ => seq(front($), field("key", key($)), "=>", field("node", node($)));

/** The shapes of arguments that may be left out. */
const MAY_MISS = ["Count", "Policies", "Margin"];

/**
 * The rules of all nodes; `shapes` has the arguments, and `keys` what stands in front of arrows. Nodes of one form share their states
 * in the parser, which is much smaller so.
 */
function nodes(shapes, keys, { draws }) {
  const groups = ($, behind) => {
    const all = Object.entries(GROUPS).map(([name, words]) => {
      let [family, shape, children] = name.split(" ");
      const rest = behind(children);
      if (!rest || shapes[shape] === null) return [];
      // In Rust, the expression in front of braces has none itself.
      if (["Branches", "Arms"].includes(children) && shapes[shape + "BeforeBraces"]) shape += "BeforeBraces";
      // In a file, the vocabulary draws the random numbers.
      const hasNone = shapes[shape] === "" || (children === "Weighted" && !draws);
      const before = hasNone ? [] : [$["_arguments_" + shape]];
      const written = choice(...words.map(word => alias(word, $[family])));
      return [seq(written, ...(MAY_MISS.includes(shape) ? before.map(optional) : before), ...rest)];
    });
    return choice(...all.flat());
  };
  const open = $ => field("child", alias($._open_node, $.node));
  const rules = {
    node: $ => seq(front($), optional($.label), groups($, children => [$["_children_" + children]])),
    _open_node: $ => seq(front($), optional($.label), groups($, children => ({ None: [], One: [open($)] })[children])),
    _branch: $ => groups($, children => children === "Branches" && [$._children_Branches]),
    _braces: $ => seq("{", $.node, "}"),
    label: $ => seq($._apostrophe, ":"),
    _apostrophe: () => /'[\p{XID_Start}_]\p{XID_Continue}*/,
  };
  for (const [shape, rule] of Object.entries(shapes)) {
    if (rule) rules["_arguments_" + shape] = rule;
  }
  for (const [word, { arguments: before, children }] of Object.entries(NODES)) {
    const [shape, behind] = [shapes[before], CHILDREN[children]];
    if (shape === undefined || !behind) throw new Error(`nodes.js: no rule for the shape of \`${word}\``);
    rules["_children_" + children] = $ => behind($, children);
    if (keys[children]) {
      rules["_arm_" + children] = arm(keys[children], $ => $.node);
      rules["_open_arm_" + children] = arm(keys[children], $ => alias($._open_node, $.node));
    }
  }
  return rules;
}

const tokens = {
  number: () => /\d\w*(\.\d\w*)?([eE][+-]\w+)?/,
  string: () => choice(/(b|c)?"([^"\\]|\\(.|\r?\n))*"/, /[bc]?r"[^"]*"/, /[bc]?r#"([^"]|"[^#])*"#/),
  character: () => /b?'([^'\\\r\n]|\\[^u\r\n]|\\x..|\\u\{[^}]*\})'/,
  _docs: $ => repeat1($.doc_comment),
  doc_comment: () => token(prec(1, choice(/\/\/\/([^\/\r\n][^\r\n]*|\r?\n)/, /\/\*\*([^*\/]|\*[^\/])*\*+\//))),
  comment: () => token(choice(/\/\/[^\r\n]*/, /\/\*([^*]|\*+[^*\/])*\*+\//)),
};

/** All words of nodes that stand in one of the grammars. */
const words = shapes => Object.keys(NODES).filter(word => shapes[NODES[word].arguments]);

module.exports = { front, list, nodes, tokens, words };
