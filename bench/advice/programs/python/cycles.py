"""Each request leaves a graph of parents and children that refer to each other. Fixed: the cycle is broken."""
import advice


class Node:
    def __init__(self, parent):
        self.parent, self.children = parent, []


def request():
    root = Node(None)
    for _ in range(200):
        child = Node(root)
        root.children.append(child)
        child.children.append(Node(child))
    if advice.FIXED:
        for child in root.children:
            child.children[0].parent = None
            child.parent = None


KEPT = [Node(None) for _ in range(50_000)]
advice.run(request)
