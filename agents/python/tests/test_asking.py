"""Processes that changed their user or their root get their file from unpause (../FORMAT.md, Requesting files). Needs root.

    python3 -m unittest discover -s agents/python/tests
"""
import glob
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

import fake_unpause
from upgc import Recording

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
OTHER_USER = 65534
REACHABLE = sys.executable.startswith("/usr/")  # by other users too, unlike files in root's home directory
PYTHON_2 = os.path.expanduser("~/.pyenv/versions/2.7.18/bin/python")

# A worker like gunicorn's: forked by root, then another user. It prints what a collection changed besides the recording.
WORKER = """
    import ctypes, gc, os, sys, time
    gc.collect()
    libc = ctypes.CDLL(None)
    libc.__errno_location.restype = ctypes.POINTER(ctypes.c_int)
    error = libc.__errno_location()
    def is_open(number):
        try:
            os.fstat(number)
            return True
        except OSError:
            return False
    def open_ones(): return [number for number in range(200) if is_open(number)]
    def worker(leave, collections):
        leave()
        gc.disable()
        before, began = open_ones(), time.perf_counter()
        error[0] = 77
        gc.collect(0)
        kept, first = error[0], time.perf_counter() - began
        for _ in range(collections - 1): gc.collect(0)
        assert kept == 77 and open_ones() == before
        print("%.3f" % first, flush=True)
        os._exit(0)
    def start(leave=lambda: os.setuid(65534), collections=1):
        child = os.fork()
        if child == 0:
            try: worker(leave, collections)
            finally: os._exit(1)
        assert os.waitpid(child, 0)[1] == 0
        return child
"""


@unittest.skipUnless(os.getuid() == 0, "needs root, to become another user")
class AskingTest(unittest.TestCase):
    def setUp(self):
        self.base = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.base)
        os.chmod(self.base, 0o711)
        self.agent = os.path.join(self.base, "agent")
        shutil.copytree(AGENT, self.agent, ignore=shutil.ignore_patterns("tests", "native", "__pycache__"))
        os.chmod(self.agent, 0o755)
        self.recordings = os.path.join(self.base, "recordings")
        os.mkdir(self.recordings, 0o700)

    def unpause(self, answer=fake_unpause.give, **options):
        fake = fake_unpause.FakeUnpause(self.recordings, answer, **options)
        self.addCleanup(fake.close)
        return fake

    def run_program(self, program, unpause=None, interpreter=sys.executable, **options):
        environment = dict(os.environ, PYTHONPATH=self.agent, UNPAUSE_RECORDING_DIR=self.recordings, PYTHONDONTWRITEBYTECODE="1")
        environment.pop("UNPAUSE_PYTHON_AGENT", None)
        environment.update(options.pop("variables", {}))
        if unpause:
            environment["UNPAUSE_RECORDING_ASK"] = unpause.variable
        done = subprocess.run(
            [interpreter, "-c", textwrap.dedent(program)], env=environment, cwd="/", stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            universal_newlines=True, timeout=60, **options)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout.strip()

    def run_worker(self, program, unpause):
        """The worker's output: duration of its first collection, and its process id."""
        seconds, child = self.run_program(textwrap.dedent(WORKER) + textwrap.dedent(program), unpause).split()
        return float(seconds), int(child)

    def recording_of(self, process):
        paths = glob.glob(os.path.join(self.recordings, "python-%d-*.upgc" % process))
        self.assertEqual(len(paths), 1, os.listdir(self.recordings))
        return Recording(paths[0])

    def read_all(self):
        return [Recording(path) for path in glob.glob(os.path.join(self.recordings, "*.upgc"))]

    def notes(self):
        texts = []
        for path in glob.glob(os.path.join(self.recordings, "*.unpause-note")):
            with open(path) as file:
                texts.append(file.read())
        return texts


class Given(AskingTest):
    def test_a_worker_that_changed_its_user_is_recorded(self):
        unpause = self.unpause()
        _, child = self.run_worker("print(start())", unpause)
        recording = self.recording_of(child)
        self.assertEqual((recording.pid, recording.flags & 2, len(recording.records)), (child, 2, 1))
        self.assertEqual(unpause.requests, [("make", os.path.basename(recording.path), child, OTHER_USER)])

    def test_all_its_collections_are_in_the_file(self):
        unpause = self.unpause()
        _, child = self.run_worker("print(start(collections=9000))", unpause)
        recording = self.recording_of(child)
        self.assertEqual([record.sequence for record in recording.records], list(range(1, 9001)))
        self.assertTrue(all(record.ended for record in recording.records))
        self.assertEqual(recording.flags & (8 | 16), 0)
        name = os.path.basename(recording.path)
        self.assertEqual([request[:2] for request in unpause.requests], [("make", name), ("open", name), ("open", name)])

    def test_process_that_changes_its_user_continues_in_its_file(self):
        unpause = self.unpause()
        self.run_program("""
            import gc, os
            os.setuid(65534)
            for _ in range(5000): gc.collect(0)
        """, unpause)
        recording, = self.read_all()
        self.assertGreaterEqual(len(recording.records), 5000)
        self.assertEqual(unpause.requests, [("open", os.path.basename(recording.path), recording.pid, OTHER_USER)])

    def test_a_worker_that_changed_its_root_is_recorded(self):
        empty = os.path.join(self.base, "empty")
        os.mkdir(empty)
        _, child = self.run_worker("print(start(lambda: os.chroot(%r)))" % empty, self.unpause())
        self.assertEqual(len(self.recording_of(child).records), 1)

    def test_workers_forked_by_c_code_are_recorded(self):
        _, child = self.run_worker("""
            os.fork = libc.fork
            print(start())
        """, self.unpause())
        self.assertEqual(len(self.recording_of(child).records), 1)

    def test_dropped_request_is_repeated(self):
        unpause = self.unpause(fake_unpause.hang_up_once())
        _, child = self.run_worker("print(start())", unpause)
        self.assertEqual((len(self.recording_of(child).records), unpause.connections), (1, 2))

    @unittest.skipUnless(REACHABLE, "needs a Python that other users may start")
    def test_a_program_of_another_user_is_recorded(self):
        unpause = self.unpause()
        self.run_program("import gc; gc.collect()", unpause, preexec_fn=lambda: os.setuid(OTHER_USER))
        recording, = self.read_all()
        self.assertEqual((recording.flags, recording.facts["agent"]), (4, "c"))
        self.assertEqual(unpause.requests, [("make", os.path.basename(recording.path), recording.pid, OTHER_USER)])

    def test_process_with_access_sends_no_request(self):
        unpause = self.unpause()
        _, child = self.run_worker("print(start(lambda: None, collections=5000))", unpause)
        self.assertEqual((len(self.recording_of(child).records), unpause.connections), (5000, 0))


class NotGiven(AskingTest):
    """The worker runs as usual, is counted, and waits briefly, once."""

    def lost(self, unpause, longest, connections):
        seconds, child = self.run_worker("print(start(collections=50))", unpause)
        self.assertLess(seconds, longest)
        parent, = self.read_all()
        self.assertEqual((parent.lost_children, glob.glob(os.path.join(self.recordings, "python-%d-*" % child))), (1, []))
        if connections is not None:
            self.assertEqual(unpause.connections, connections)

    def test_refused_request_leaves_the_worker_unrecorded(self):
        self.lost(self.unpause(fake_unpause.refuse), 0.2, 1)

    def test_silent_unpause_leaves_the_worker_unrecorded(self):
        self.lost(self.unpause(fake_unpause.say_nothing), 0.5, 1)

    def test_late_answer_leaves_the_worker_unrecorded(self):
        self.lost(self.unpause(fake_unpause.answer_late), 0.45, 1)

    def test_answer_without_descriptor_is_rejected(self):
        self.lost(self.unpause(fake_unpause.give_nothing), 0.2, 1)

    def test_answer_with_two_descriptors_is_rejected(self):
        self.lost(self.unpause(fake_unpause.give_two), 0.2, 1)

    def test_descriptor_with_another_answer_is_rejected(self):
        self.lost(self.unpause(fake_unpause.give_with_another_answer), 0.2, 1)

    def test_request_dropped_each_time_ends_in_time(self):
        self.lost(self.unpause(fake_unpause.hang_up), 0.45, None)

    def test_unpause_has_ended(self):
        unpause = self.unpause()
        unpause.close()
        self.lost(unpause, 0.2, 0)

    def test_full_accept_queue_ends_in_time(self):
        unpause = self.unpause(queue=0, accepts=False)
        waiting = []
        for _ in range(8):
            one = socket.socket(socket.AF_UNIX)
            self.addCleanup(one.close)
            one.setblocking(False)
            try:
                one.connect("\0" + unpause.name)
                waiting.append(one)
            except BlockingIOError:
                break
        self.assertLess(len(waiting), 8)
        self.lost(unpause, 0.45, 0)

    def test_another_users_socket_of_that_name_learns_nothing(self):
        unpause = self.unpause(user=12345)
        seconds, _ = self.run_worker("print(start())", unpause)
        self.assertLess(seconds, 0.2)
        unpause.settle()
        self.assertEqual((unpause.requests, unpause.wrong), ([], [""]))

    def test_without_the_variable_no_request_is_sent(self):
        for variable in ("", "nonsense", "unpause-1 2", "a b c"):
            with self.subTest(variable=variable):
                out = self.run_program(textwrap.dedent(WORKER) + "print(start())", variables={"UNPAUSE_RECORDING_ASK": variable})
                self.assertEqual(len(out.split()), 2)

    def test_after_many_lost_children_later_ones_send_no_request(self):
        unpause = self.unpause(fake_unpause.refuse)
        self.run_program(textwrap.dedent(WORKER) + "for _ in range(40): start()", unpause)
        parent, = self.read_all()
        self.assertEqual((parent.lost_children, unpause.connections), (40, 16))

    def test_a_file_that_cannot_be_opened_again_ends_the_recording(self):
        unpause = self.unpause(fake_unpause.refuse)
        self.run_program("""
            import gc, os
            os.setuid(65534)
            for _ in range(9000): gc.collect(0)
        """, unpause)
        recording, = self.read_all()
        self.assertEqual((recording.begun, recording.flags & (8 | 16), unpause.connections), (4096, 8 | 16, 1))


class Notes(AskingTest):
    """Missing recordings are reported in a note whose file is requested too, and never on the program's standard error."""

    def run_as_other(self, program, unpause, **options):
        return self.run_program(program, unpause, preexec_fn=lambda: os.setuid(OTHER_USER), **options)

    @unittest.skipUnless(REACHABLE, "needs a Python that other users may start")
    def test_missing_callback_leaves_a_requested_note(self):
        for path in glob.glob(os.path.join(self.agent, "*.so")):
            os.unlink(path)
        unpause = self.unpause()
        self.run_as_other("import gc; gc.collect()", unpause)
        self.assertEqual(["no callback is built" in note for note in self.notes()], [True])
        self.assertEqual([request[0::3] for request in unpause.requests], [("make", OTHER_USER)])

    @unittest.skipUnless(REACHABLE, "needs a Python that other users may start")
    def test_agent_in_python_leaves_a_requested_note(self):
        self.run_as_other("import gc; gc.collect()", self.unpause(), variables={"UNPAUSE_PYTHON_AGENT": "pure"})
        self.assertEqual(["is not recorded: [Errno 13]" in note for note in self.notes()], [True])

    @unittest.skipUnless(REACHABLE, "needs a Python that other users may start")
    def test_refused_note_is_not_written_to_stderr(self):
        answers = (
            fake_unpause.refuse, fake_unpause.say_nothing, fake_unpause.give_nothing, fake_unpause.give_two,
            fake_unpause.give_with_another_answer, fake_unpause.hang_up)
        for answer in answers:
            with self.subTest(answer=answer.__name__):
                began = time.monotonic()
                self.assertEqual(self.run_as_other("import gc; gc.collect(); print('ran')", self.unpause(answer)), "ran")
                self.assertLess(time.monotonic() - began, 1.5)
        self.assertEqual(os.listdir(self.recordings), [])

    @unittest.skipUnless(REACHABLE, "needs a Python that other users may start")
    def test_another_users_socket_of_that_name_learns_nothing(self):
        unpause = self.unpause(user=12345)
        self.run_as_other("pass", unpause)
        unpause.settle()
        self.assertEqual((unpause.requests, set(unpause.wrong)), ([], {""}))

    @unittest.skipUnless(os.path.exists(PYTHON_2), "needs CPython 2.7 of pyenv")
    def test_python_2_writes_nothing(self):
        self.run_program("""
            import os
            from unpause_notes import leave_note
            "".encode("utf-8")  # the module that Python imports for that is in root's home directory
            os.setuid(65534)
            leave_note(os.environ["UNPAUSE_RECORDING_DIR"], "not recorded")
        """, self.unpause(), interpreter=PYTHON_2)


if __name__ == "__main__":
    unittest.main()
