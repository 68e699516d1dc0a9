(comment) @comment
(doc_comment) @comment.documentation
(string) @string
(character) @string
(number) @number

[(leaf) (composite) (decorator)] @keyword
["pub" "tree" "use" "else" "in"] @keyword
(label) @label

(tree_name) @type
(type) @type
(call word: (identifier) @function)
(parameter name: (identifier) @variable.parameter)
(argument name: (identifier) @variable.parameter)
["after" "every" "failure" "margin" "success"] @variable.parameter
(choice) @constant
(pattern) @constant

["=>" "->" "=" ".." "|" "!" "-" "+" "*" "/" "%" "&&" "||" "==" "!=" "<" "<=" ">" ">="] @operator
["(" ")" "{" "}"] @punctuation.bracket
[";" "," ":"] @punctuation.delimiter
