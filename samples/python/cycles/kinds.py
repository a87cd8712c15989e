"""Makes a known number of each kind of cycle, 100 rounds of them, with a collection after every ten: the sample kinds/."""
import functools
import gc
import time


class Tree:
    def __init__(self, depth):
        self.parent = None
        self.children = [Tree(depth - 1) for _ in range(2)] if depth else []
        for child in self.children:
            child.parent = self


class Handler:
    def __init__(self):
        self.on_event = self.handle

    def handle(self):
        return self


class Cached:
    @functools.lru_cache(maxsize=4)
    def value(self):
        return 1


def closure():
    def walk(depth):
        return depth and walk(depth - 1)

    return walk(3)


def caught():
    try:
        raise ValueError("kept")
    except ValueError as error:
        kept = error
    return str(kept)


def made_class():
    return type("Row", (), {"x": 1})().x


def main():
    gc.disable()
    for turn in range(100):
        for make in (lambda: Tree(2), Handler, closure, caught, made_class):
            make()
        if turn % 10 == 9:
            gc.collect(turn % 3)
            time.sleep(0.1)


main()
