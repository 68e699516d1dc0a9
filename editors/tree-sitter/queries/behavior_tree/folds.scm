[(tree) (node) (comment)] @fold
