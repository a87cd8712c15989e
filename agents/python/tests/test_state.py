"""State of a disabled collector: it calls no callback, so the exit handler and the middleware write it.

    python3 -m unittest discover -s agents/python/tests
"""
import os
import signal
import sys
import unittest

from test_agent import FREE_THREADED, AgentTest
from test_harmless import OTHER_PYTHONS, OTHERS, interpreters

ENABLED, DISABLED = 1, 2
CYCLES = 200000
# Free lists and the interpreter's own objects.
OWN = 3000
LEAK = """
import gc
gc.%s()
class Node: pass
for _ in range(%d):
    node = Node()
    node.me = node
"""


def all_interpreters():
    others = [os.path.abspath(os.path.join(OTHERS, name)) for name in OTHER_PYTHONS]
    return list(interpreters()) + [path for path in others if os.path.exists(path)]


class AtTheEnd(AgentTest):
    def leak(self, program=None, **options):
        self.run_program(program or LEAK % ("disable", CYCLES), **options)
        recording = self.read_one()
        for name in os.listdir(self.recordings):
            os.unlink(os.path.join(self.recordings, name))
        return recording

    def test_objects_added_while_disabled_are_counted_in_every_version(self):
        for python in all_interpreters():
            with self.subTest(python=python):
                one = self.leak(interpreter=python)
                # Up to 3.10 an object's dictionary is an object of its own.
                each = 1 if int(one.facts["version"].split(".")[1]) >= 11 else 2
                self.assertEqual(one.state.collector, DISABLED)
                self.assertLess(abs(one.state.stayed - each * CYCLES), OWN)
                self.assertLessEqual(one.started, one.state.since)
                self.assertLessEqual(one.state.since, one.state.at)
                self.assertLessEqual(one.state.at, one.exited)
                self.assertGreater(one.state.resident_before, 1000)
                # An object has at least 48 bytes.
                self.assertGreater(one.state.resident - one.state.resident_before, CYCLES * 48 // 1024)

    def test_enabled_collector_is_recorded_as_enabled(self):
        for python in all_interpreters():
            with self.subTest(python=python):
                state = self.leak(LEAK % ("enable", 1000), interpreter=python).state
                self.assertEqual((state.collector, state.stayed, state.resident), (ENABLED, 0, 0))

    def test_freed_objects_do_not_count(self):
        state = self.leak("import gc\ngc.disable()\nkept = [[] for _ in range(%d)]\ndel kept\n" % CYCLES).state
        self.assertEqual(state.collector, DISABLED)
        self.assertLess(state.stayed, OWN)

    def test_collection_restarts_the_count(self):
        one = self.leak((LEAK % ("disable", CYCLES)) + "gc.collect()\nkept = [[] for _ in range(5000)]\n")
        self.assertLess(abs(one.state.stayed - 5000), OWN)
        # Its start, whose timestamp in the record is slightly later.
        last = one.records[-1].start
        self.assertTrue(last - 10**6 < one.state.since <= last, (last, one.state.since))

    def test_state_calls_no_code_of_the_program(self):
        state = self.leak("""
import gc, os, sys
def never(*ignored): raise AssertionError("called")
def audit(event, arguments, write=os.write):
    if event == "open" or event.startswith("gc."): write(2, event.encode())
gc.disable()
gc.isenabled = gc.get_count = never
if hasattr(sys, "addaudithook"): sys.addaudithook(audit)
""").state
        self.assertEqual((state.collector, self.errors), (DISABLED, ""))

    def test_killed_process_has_no_state(self):
        process = self.start((LEAK % ("disable", CYCLES)) + "import time\nprint('now', flush=True)\ntime.sleep(60)\n")
        process.stdout.readline()
        process.kill()
        process.communicate()
        self.assertEqual(self.read_one().state.collector, 0)


class InPython(AgentTest):
    agent = "pure"

    @unittest.skipIf(sys.version_info < (3, 8), "needs 3.8")
    def test_agent_in_python_writes_the_same_except_memory(self):
        self.run_program(LEAK % ("disable", CYCLES))
        state = self.read_one().state
        self.assertEqual((state.collector, state.resident, state.resident_before), (DISABLED, 0, 0))
        self.assertGreater(state.stayed, CYCLES - OWN)


@unittest.skipIf(sys.version_info < (3, 7), "requests and hooks of forks need 3.7")
class InBetween(AgentTest):
    def test_requests_write_the_state_however_the_process_ends(self):
        process = self.start("""
            import gc, time, unpause_requests
            class Node: pass
            def app(environ, start_response):
                for _ in range(1000):
                    node = Node()
                    node.me = node
                start_response("200 OK", [])
                return [b"x"]
            served = unpause_requests.WSGI(app)
            gc.disable()
            for _ in range(200):
                answer = served({"REQUEST_METHOD": "GET", "PATH_INFO": "/"}, lambda *ignored: None)
                b"".join(answer)
                getattr(answer, "close", int)()
            print("now", flush=True)
            time.sleep(60)
        """)
        process.stdout.readline()
        process.send_signal(signal.SIGKILL)
        process.communicate()
        one = self.read_one()
        self.assertEqual((one.requests_begun, one.state.collector, one.flags & 4), (200, DISABLED, 0))
        each = 1 if sys.version_info >= (3, 11) else 2
        # Last written after the 193rd.
        self.assertLess(abs(one.state.stayed - each * 193000), OWN)
        before_state = [request.end for request in one.requests if request.end <= one.state.at]
        self.assertEqual(len(before_state), 193)
        self.assertGreater(one.state.resident, one.state.resident_before)

    @unittest.skipIf(FREE_THREADED, "its allocations are counted in batches")
    def test_child_counts_its_own_objects_and_gets_a_file_for_many(self):
        self.run_program("""
            import gc, os, sys
            gc.disable()
            loaded = [[] for _ in range(100000)]
            for count in 50, 30000:
                if os.fork() == 0:
                    kept = [[] for _ in range(count)]
                    sys.exit()
                os.wait()
        """)
        children = [one for one in self.read_all() if one.flags & 2]
        self.assertEqual(len(children), 1)
        self.assertEqual((children[0].begun, children[0].flags & 4, children[0].state.collector), (0, 4, DISABLED))
        self.assertLess(abs(children[0].state.stayed - 30000), OWN)
        parent, = [one for one in self.read_all() if not one.flags & 2]
        self.assertLess(abs(parent.state.stayed - 100000), OWN)
        self.assertLess(parent.started, children[0].started)


if __name__ == "__main__":
    unittest.main()
