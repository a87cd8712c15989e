"""What unpause tune tries: a disabled collector, and gc.freeze() when a marker file says that the program is ready.

    python3 -m unittest discover -s agents/python/tests
"""
import os
import subprocess
import sys
import tempfile
import textwrap
import unittest

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


class TuningTest(unittest.TestCase):
    def setUp(self):
        self.directory = tempfile.TemporaryDirectory()
        self.addCleanup(self.directory.cleanup)
        self.marker = os.path.join(self.directory.name, "ready")

    def run_program(self, program, **variables):
        environment = {**os.environ, "PYTHONPATH": AGENT, "UNPAUSE_RECORDING_DIR": self.directory.name, **variables}
        result = subprocess.run(
            [sys.executable, "-c", textwrap.dedent(program), self.marker], env=environment, timeout=60, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, universal_newlines=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        return result.stdout

    def test_collector_is_disabled_only_by_the_variable(self):
        program = "import gc; print(gc.isenabled())"
        self.assertEqual(self.run_program(program), "True\n")
        self.assertEqual(self.run_program(program, UNPAUSE_PYTHON_GC_DISABLE="0"), "True\n")
        self.assertEqual(self.run_program(program, UNPAUSE_PYTHON_GC_DISABLE="1"), "False\n")

    @unittest.skipUnless(hasattr(__import__("gc"), "freeze"), "gc.freeze came with 3.7")
    def test_loaded_objects_are_frozen_when_the_marker_appears(self):
        program = """
            import gc, sys, time
            kept = [[number] for number in range(10_000)]
            time.sleep(0.3)
            before = gc.get_freeze_count()
            open(sys.argv[1], "w").close()
            for _ in range(200):
                if gc.get_freeze_count() > before:
                    break
                time.sleep(0.05)
            print(before < 10_000 <= gc.get_freeze_count(), "threading" in sys.modules)
        """
        without = self.run_program("import sys; print('threading' in sys.modules)")  # some environments have it loaded
        self.assertEqual(self.run_program(program, UNPAUSE_PYTHON_GC_FREEZE=self.marker), "True " + without)

    @unittest.skipUnless(hasattr(__import__("gc"), "freeze"), "gc.freeze came with 3.7")
    def test_forked_worker_freezes_its_own_objects(self):
        program = """
            import gc, os, sys, time
            child = os.fork()
            if child == 0:
                kept = [[number] for number in range(10_000)]
                open(sys.argv[1], "w").close()
                for _ in range(200):
                    if gc.get_freeze_count() >= 10_000:
                        os._exit(0)
                    time.sleep(0.05)
                os._exit(1)
            print(os.waitpid(child, 0)[1])
        """
        self.assertEqual(self.run_program(program, UNPAUSE_PYTHON_GC_FREEZE=self.marker, PYTHONWARNINGS="ignore"), "0\n")


if __name__ == "__main__":
    unittest.main()
