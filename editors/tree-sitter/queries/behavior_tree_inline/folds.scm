[(tree) (vocabulary) (rules) (node) (comment)] @fold
