"""Objects in cycles with slow __del__ methods. Fixed: the cycle is broken, the work of __del__ stays."""
import advice


class Connection:
    def __init__(self):
        self.me = self
        self.log = list(range(50))

    def __del__(self):
        for _ in range(20):
            sorted(self.log, reverse=True)


def request():
    for _ in range(10):
        opened = Connection()
        if advice.FIXED:
            opened.me = None


advice.run(request)
