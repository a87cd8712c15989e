"""Runs real interpreters with the agent and decodes what they leave.

    python3 -m unittest discover -s agents/python/tests
"""
import glob
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
import unittest

from upgc import Recording

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
FREE_THREADED = "t" in sys.abiflags

COUNT = """
    import gc, json
    counts, frees = [0, 0, 0], 0
    def counter(phase, info):
        global frees
        if phase == "stop":
            counts[info["generation"]] += 1
            frees += info["collected"]
    before = len(gc.callbacks)
    gc.callbacks.append(counter)
"""


class AgentTest(unittest.TestCase):
    agent = "c"

    def setUp(self):
        self.directory = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, self.directory)
        self.recordings = os.path.join(self.directory, "recordings")
        os.mkdir(self.recordings)

    def start(self, program, *arguments, path=(), recordings=None, interpreter=sys.executable, **variables):
        environment = dict(os.environ)
        environment.pop("UNPAUSE_PYTHON_GC_THRESHOLD", None)
        environment["PYTHONPATH"] = os.pathsep.join([AGENT, *path])
        environment["UNPAUSE_PYTHON_AGENT"] = self.agent
        environment["UNPAUSE_RECORDING_DIR"] = self.recordings if recordings is None else recordings
        environment.update(variables)
        script = os.path.join(self.directory, "program.py")
        with open(script, "w") as file:
            file.write(textwrap.dedent(program))
        return subprocess.Popen(
            [interpreter, *(arguments or [script])], env=environment, cwd=self.directory, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, universal_newlines=True)

    def run_program(self, program, *arguments, code=0, **options):
        process = self.start(program, *arguments, **options)
        self.out, self.errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, code, self.errors)
        return process.pid

    def read_all(self):
        return [Recording(path) for path in sorted(glob.glob(os.path.join(self.recordings, "*.upgc")))]

    def notes(self):
        """What the interpreters left for the report, and takes it away."""
        texts = []
        for path in sorted(glob.glob(os.path.join(self.recordings, "*.unpause-note"))):
            with open(path, encoding="utf-8") as file:
                texts.append(file.read())
            os.unlink(path)
        return texts

    def read_one(self):
        recordings = self.read_all()
        self.assertEqual(len(recordings), 1, os.listdir(self.recordings))
        return recordings[0]


@unittest.skipIf(sys.version_info < (3, 7), "without register_at_fork")
class EarlyChildren(AgentTest):
    def test_a_child_that_collects_before_we_hear_of_the_fork_has_one_file(self):
        self.run_program("""
            import gc, os
            os.register_at_fork(after_in_child=gc.collect)
            os.environ["UNPAUSE_RECORDING_DIR"] = %r
            import unpause_agent
            unpause_agent.install()
            for _ in range(5):
                if os.fork() == 0:
                    gc.collect()
                    os._exit(0)
                os.wait()
        """ % self.recordings, UNPAUSE_RECORDING_DIR="")
        children = [one for one in self.read_all() if one.flags & 2]
        self.assertEqual([one.begun for one in children], [2] * 5)
        self.assertEqual(len({one.pid for one in children}), 5)


class WhoAsked(AgentTest):
    @unittest.skipIf(sys.version_info < (3, 8), "audit hooks came with 3.8")
    def test_no_audit_hook_runs_inside_a_collection(self):
        # It would be Python code in there; at the interpreter's exit it crashed it.
        self.run_program("""
            import gc, sys
            heard = []
            sys.addaudithook(lambda event, arguments: heard.append(event))
            for _ in range(20):
                gc.collect()
            print(heard)
        """)
        self.assertEqual(self.out, "[]\n")

    @unittest.skipIf(sys.version_info[:2] == (3, 8), "3.8 has no way to a frame's code that isn't audited")
    def test_the_line_that_asks_is_named_once_for_all_its_calls(self):
        self.run_program("""
            import gc
            class Service:
                def answer(self):
                    return gc.collect()
            def handle():
                Service().answer()
            for _ in range(50):
                handle()
            gc.disable()
            gc.collect(0)
            for line in range(20):
                exec(compile("\\n" * line + "gc.collect()", "\u00e9" * 100, "exec"))
        """)
        recording = self.read_one()
        answer = "answer" if sys.version_info < (3, 11) else "Service.answer"
        first, second = recording.callers[:2]
        self.assertRegex(first, "^%s \\(.*program.py:5\\)\nhandle \\(.*program.py:7\\)\n<module> \\(.*program.py:9\\)$" % answer)
        self.assertRegex(second, "^<module> \\(.*program.py:11\\)$")
        self.assertRegex(recording.callers[2], "^<module> \\(\u00e9{30}:1\\)\n<module>")
        asked = [record.caller for record in recording.records if record.start < recording.exited and record.caller]
        self.assertEqual(asked, [1] * 50 + list(range(2, 16)) + [255] * 7)


class WhatIsRecorded(AgentTest):
    def test_counts_and_frees_are_the_programs_own(self):
        pid = self.run_program(COUNT + """
    import time
    began = time.perf_counter_ns()
    kept = [[i] for i in range(100_000)]
    for i in range(5_000):
        cycle = []
        cycle.append(cycle)
    del cycle
    gc.collect()
    print(json.dumps({"counts": counts, "frees": frees, "began": began, "ended": time.perf_counter_ns()}))
        """)
        said = json.loads(self.out)
        recording = self.read_one()
        inside = [r for r in recording.records if said["began"] <= r.start and r.end <= said["ended"]]
        self.assertEqual([sum(r.generation == g for r in inside) for g in range(3)], said["counts"])
        self.assertEqual(sum(r.collected for r in inside), said["frees"])
        self.assertGreaterEqual(said["frees"], 5_000)
        self.assertEqual(recording.pid, pid)
        self.assertEqual([r.sequence for r in recording.records], list(range(1, recording.begun + 1)))
        for record in recording.records:
            self.assertEqual(record.ended, 1)
            self.assertEqual(record.sequence, record.sequence_again)
            self.assertGreater(record.end, record.start)

    def test_header_tells_the_interpreter_the_command_and_the_clocks(self):
        before = time.time_ns()
        self.run_program("import time; time.sleep(0.05)", "program.py", "--name", "Ä b")
        recording = self.read_one()
        after = time.time_ns()
        self.assertEqual((recording.magic, recording.version, recording.record_bytes), (b"UPGC\r\n\x1a\n", 1, 64))
        self.assertEqual(recording.facts["version"], sys.version.split()[0])
        self.assertEqual(recording.facts["implementation"], "cpython")
        self.assertEqual(recording.arguments[1:], ["program.py", "--name", "Ä b"])
        self.assertEqual(recording.flags & 4, 4)
        self.assertLess(recording.started, recording.exited)
        if sys.platform == "linux":
            self.assertLess(abs(recording.started - recording.process_start), 10**10)
        pairs = [anchor for anchor in recording.anchors if anchor[0]]
        self.assertEqual([pair[0] for pair in pairs], [1, 2])
        for _, clock_before, wall, clock_after in pairs:
            self.assertLessEqual(clock_before, clock_after)
            self.assertTrue(before <= wall <= after)

    def test_what_tells_an_induced_collection(self):
        self.run_program("""
            import gc
            gc.collect(); gc.collect(1); gc.disable(); gc.collect(0); gc.enable()
        """)
        records = self.read_one().records
        asked = records[-4:-1] if len(records) > 3 else records  # CPython collects once more on its way out
        self.assertEqual([r.generation for r in asked], [2, 1, 0])
        self.assertEqual([r.enabled for r in asked], [1, 1, 0])
        self.assertTrue(asked[0].count <= asked[0].threshold or sys.version_info >= (3, 14))

    def test_thread_that_collects(self):
        self.run_program("""
            import gc, threading
            def work():
                print(threading.get_native_id())
                gc.collect(1)
            thread = threading.Thread(target=work)
            thread.start(); thread.join()
        """)
        self.assertIn(int(self.out), [r.thread for r in self.read_one().records])

    def test_thresholds_set_by_the_program_show_at_the_next_collection_that_they_govern(self):
        self.run_program("""
            import gc
            def allocate():
                for _ in range(30): [[] for _ in range(3000)]
            gc.set_threshold(700, 10, 10)
            allocate()
            gc.set_threshold(700, 5, 10)
            allocate()
            gc.set_threshold(500, 5, 10)
            allocate()
            gc.disable()
            gc.collect()
            gc.collect(0)
        """)
        seen = [(r.generation, r.threshold, r.enabled) for r in self.read_one().records]
        while seen[-1] != (0, 500, 0):
            del seen[-1]  # CPython collects once more on its way out
        self.assertEqual(seen[-2][2], 0)
        if sys.version_info >= (3, 14) or FREE_THREADED:
            return  # their generations are others
        self.assertEqual(seen[-2], (2, 10, 0))
        young = [threshold for generation, threshold, enabled in seen if generation == 0 and enabled]
        young = young[young.index(700):]  # before that: the interpreter's own
        self.assertEqual(young, sorted(young, reverse=True))
        self.assertEqual(set(young), {700, 500})
        self.assertIn((1, 10, 1), seen)
        last = [threshold for generation, threshold, _ in seen if generation == 1][-3:]
        self.assertEqual(last, [5, 5, 5])

    def test_thresholds_from_the_environment(self):
        self.run_program("import gc; print(gc.get_threshold()[:2])", UNPAUSE_PYTHON_GC_THRESHOLD="10000,20,10")
        self.assertEqual(self.out.strip(), "(10000, 20)")
        recording = self.read_one()
        self.assertEqual(recording.facts["thresholds"].split(",")[:2], ["10000", "20"])
        self.assertEqual(recording.facts["thresholds_from"], "environment")

    def test_wrong_thresholds_are_told_and_change_nothing(self):
        for wrong in ("many", "1,2,3,4", "-1", "99999999999999", ""):
            self.run_program("import gc; print(gc.get_threshold())", UNPAUSE_PYTHON_GC_THRESHOLD=wrong)
            self.assertIn("700" if sys.version_info < (3, 13) else "2000", self.out)
            self.assertEqual(([wrong] if wrong else [], ""), ([wrong for note in self.notes() if "are unchanged" in note], self.errors))


class WhatEndsTheProcess(AgentTest):
    def test_sigkill_leaves_every_record(self):
        process = self.start("""
            import gc, time
            for _ in range(200):
                gc.collect(0)
            print("done", flush=True)
            time.sleep(60)
        """)
        self.assertEqual(process.stdout.readline(), "done\n")
        process.kill()
        process.communicate()
        recording = self.read_one()
        self.assertGreaterEqual(len(recording.records), 200)
        self.assertEqual(recording.flags & 4, 0)
        self.assertTrue(all(r.ended for r in recording.records))

    def test_a_collection_that_is_running_when_killed_is_seen_as_started(self):
        self.run_program("""
            import gc, os, signal
            gc.callbacks.append(lambda phase, info: os.kill(os.getpid(), signal.SIGKILL))
            gc.collect(1)
        """, code=-signal.SIGKILL)
        last = self.read_one().records[-1]
        self.assertEqual((last.generation, last.ended, last.sequence), (1, 0, last.sequence_again))

    def test_os_exit_and_an_exception_keep_the_exit_code(self):
        self.run_program("import gc, os; gc.collect(); os._exit(7)", code=7)
        self.run_program("import gc; gc.collect(); raise SystemExit(3)", code=3)
        self.assertTrue(all(recording.records for recording in self.read_all()))


@unittest.skipUnless(hasattr(os, "fork"), "no fork on this system")
class Forks(AgentTest):
    def children(self, fork):
        return """
            import ctypes, gc, os
            libc = ctypes.CDLL(None)
            gc.collect()
            children = []
            for _ in range(3):
                child = %s
                if child == 0:
                    gc.collect(); gc.collect()
                    os._exit(0)
                children.append(child)
            for child in children:
                os.waitpid(child, 0)
            gc.collect()
            print(*children)
        """ % fork

    def check(self, fork):
        parent = self.run_program(self.children(fork))
        recordings = {recording.pid: recording for recording in self.read_all()}
        children = [int(word) for word in self.out.split()]
        self.assertEqual(sorted(recordings), sorted([parent, *children]))
        for child in children:
            self.assertEqual(len(recordings[child].records), 2)
            self.assertEqual(recordings[child].flags & 2, 2)
            self.assertLess(recordings[parent].started, recordings[child].started)
        self.assertEqual(recordings[parent].flags & 2, 0)

    def test_each_child_has_its_own_file(self):
        self.check("os.fork()")

    def test_also_when_c_code_forks_and_runs_no_hooks(self):
        self.check("libc.fork()")

    def test_a_child_that_never_collects_leaves_no_file(self):
        self.run_program("import subprocess; subprocess.check_call(['true'], preexec_fn=lambda: None)")
        self.read_one()


class WithoutACallback(AgentTest):
    """It is said in the folder, for the report: the program's standard error is its own."""

    def setUp(self):
        super().setUp()
        self.agents = os.path.join(self.directory, "agent")
        shutil.copytree(AGENT, self.agents, ignore=shutil.ignore_patterns("*.so", "tests", "native"))

    def bare(self, **options):
        self.run_program("import gc; gc.collect(); print(len(gc.callbacks))", PYTHONPATH=self.agents, **options)

    def test_a_note_says_so_and_what_would_record(self):
        self.bare()
        self.assertEqual((self.out, self.errors), ("0\n", ""))
        self.assertEqual(os.listdir(self.recordings)[0].split(".")[-1], "unpause-note")
        self.assertEqual(self.notes(), [
            "%sCPython %s is not recorded: no callback is built for %s; --python-agent pure records with Python code inside collections, "
            "which can change how a program behaves" % ("free-threaded " * FREE_THREADED, sys.version.split()[0], os.uname().machine)])

    def test_the_agent_in_python_needs_none(self):
        self.bare(UNPAUSE_PYTHON_AGENT="pure")
        self.assertEqual((self.out, self.errors, self.notes()), ("1\n", "", []))
        self.read_one()

    def test_a_free_threaded_build_that_was_not_looked_at_gets_none(self):
        self.run_program("""
            import sys, unpause_agent
            sys.abiflags, unpause_agent.FREE_THREADED = "t", ()
            try:
                unpause_agent._load()
            except ImportError as error:
                print(error)
        """)
        self.assertEqual(self.out, "the callback does not support this free-threaded build\n")

    def test_other_pythons_are_told_too(self):
        self.run_program("""
            import runpy, sys
            sys.builtin_module_names += ("__pypy__",)
            runpy.run_path(%r)
        """ % os.path.join(AGENT, "sitecustomize.py"))
        self.assertIn("PyPy's Python %s is not recorded: CPython 3.6 or later is required" % sys.version.split()[0], self.notes()[0])

    @unittest.skipUnless(os.path.exists("/dev/full"), "needs /dev/full")
    def test_where_no_note_can_be_left_one_line_is_said(self):
        self.bare(recordings="/dev/full")
        self.assertEqual((self.out, self.errors.count("\n")), ("0\n", 1))
        self.assertRegex(self.errors, r"^unpause: process \d+: (free-threaded )?CPython \S+ is not recorded: ")


class OtherProgramsAreNotBroken(AgentTest):
    def test_nothing_happens_without_a_folder(self):
        self.run_program("import gc, sys; print(gc.callbacks, 'unpause_agent' in sys.modules)", recordings="")
        self.assertEqual(self.out, "[] False\n")

    def test_a_folder_that_cannot_be_written_is_told_once(self):
        self.run_program("import gc; gc.collect(); print('ran')", recordings=os.path.join(self.directory, "absent"))
        self.assertEqual(self.out, "ran\n")
        self.assertEqual(self.errors.count("\n"), 1)
        self.assertIn("not recorded", self.errors)

    def test_a_file_size_limit_is_told_and_leaves_no_file(self):
        self.run_program("print('ran')", "-c", textwrap.dedent("""
            import resource, subprocess, sys
            limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (4096, 4096))
            print(subprocess.check_output([sys.executable, 'program.py'], preexec_fn=limit, universal_newlines=True))
        """))
        self.assertEqual((self.out.strip(), self.errors), ("ran", ""))
        self.assertIn("is not recorded: [Errno 27] File too large", " ".join(self.notes()))
        self.read_one()

    def test_loaded_twice_records_once(self):
        self.run_program("""
            import gc, runpy, unpause_agent
            unpause_agent.install()
            runpy.run_path(%r)
            print(len(gc.callbacks))
        """ % os.path.join(AGENT, "sitecustomize.py"))
        self.assertEqual(self.out, "1\n")
        self.read_one()

    def other_sitecustomize(self, text):
        other = os.path.join(self.directory, "other")
        os.mkdir(other)
        with open(os.path.join(other, "sitecustomize.py"), "w") as file:
            file.write(text)
        return other

    def test_a_hidden_sitecustomize_runs_once_and_is_the_module(self):
        other = self.other_sitecustomize("print('theirs'); mine = 1")
        self.run_program("import sys, sitecustomize; print(sitecustomize.mine, sys.path[1:3])", path=[other])
        self.assertEqual(self.out, "theirs\n1 %s\n" % ([AGENT, other],))
        self.read_one()

    def test_a_hidden_sitecustomize_may_fail_as_it_does_without_us(self):
        other = self.other_sitecustomize("raise RuntimeError('theirs')")
        self.run_program("print('ran')", path=[other])
        self.assertEqual(self.out, "ran\n")
        self.assertIn("theirs", self.errors)
        self.read_one()

    def test_without_another_one_ours_stays(self):
        self.run_program("import sitecustomize; print(sitecustomize.__file__)", "-c",
                         "import sitecustomize; print(sitecustomize.__file__)")
        self.assertTrue(self.out.strip().endswith("sitecustomize.py"), self.out)

    def test_module_runs_and_virtual_environments(self):
        self.run_program("import gc; gc.collect()", "-m", "program")
        self.assertEqual(self.read_one().arguments[1:], ["-m", "program"])
        venv = os.path.join(self.directory, "venv")
        subprocess.check_call([sys.executable, "-m", "venv", "--without-pip", venv])
        self.run_program("import gc; gc.collect()", interpreter=os.path.join(venv, "bin", "python"))
        self.assertEqual(len(self.read_all()), 2)

    def test_sub_interpreters_have_their_own_files(self):
        self.run_program("""
            try:
                import _interpreters as interpreters
            except ImportError:
                import _xxsubinterpreters as interpreters
            sub = interpreters.create()
            interpreters.run_string(sub, "import gc; gc.collect(); gc.collect(1)")
            interpreters.destroy(sub)
        """)
        self.assertEqual(self.errors, "")
        shared = sys.version_info < (3, 10)  # one list of callbacks for all interpreters
        self.assertEqual(len(self.read_all()), 1 if shared else 2)


class Bounds(AgentTest):
    """The bounds of the ring that the callback in C writes."""

    @unittest.skipIf(FREE_THREADED, "every collection of a free-threaded build is a full one: so many take minutes")
    def test_wrapping_keeps_the_newest_and_tells_how_many_are_lost(self):
        self.run_program("""
            import gc, os
            gc.disable(); gc.freeze() if hasattr(gc, "freeze") else None
            for _ in range((1 << 18) + 20):
                gc.collect(0)
            os._exit(0)
        """)
        recording = self.read_one()
        self.assertEqual(recording.capacity, 1 << 18)
        self.assertGreaterEqual(recording.begun, (1 << 18) + 20)
        self.assertEqual([r.sequence for r in recording.records], list(range(recording.begun - (1 << 18) + 1, recording.begun + 1)))

    @unittest.skipUnless(os.getuid() == 0 and shutil.which("unshare"), "needs root, to mount a small file system")
    def test_a_full_disk_ends_recording_before_a_hole_is_touched(self):
        small = os.path.join(self.directory, "small")
        os.mkdir(small)
        program = os.path.join(self.directory, "fills.py")
        with open(program, "w") as file:
            file.write("import gc, os\nfor _ in range(9000): gc.collect(0)\nprint('ran')\nos._exit(0)\n")
        shell = 'mount -t tmpfs -o size=400k none "$1" && UNPAUSE_RECORDING_DIR=$1 PYTHONPATH=$2 "$3" "$4"; cp --sparse=always "$1"/* "$5"'
        out = subprocess.run(
            ["unshare", "-m", "sh", "-c", shell, "sh", small, AGENT, sys.executable, program, self.recordings], stdout=subprocess.PIPE)
        self.assertEqual(out.stdout, b"ran\n")
        recording = self.read_one()
        self.assertEqual((recording.begun, recording.flags & 8), (4096, 8))

    def test_the_first_anchor_stays_and_the_newest_replace_the_others(self):
        self.run_program("""
            import gc, os, unpause_agent
            _, _, at_exit, path, _ = unpause_agent._load().record(%r, b"")
            for _ in range(300):
                at_exit()
            assert path().startswith(%r)
            os._exit(0)
        """ % (os.fsencode(self.recordings), self.recordings))
        recording = max(self.read_all(), key=lambda one: one.anchors[1][0])
        numbers = [anchor[0] for anchor in recording.anchors]
        self.assertEqual(numbers[0], 1)
        self.assertEqual(sorted(numbers[1:]), list(range(301 - 126, 302)))

    def test_what_is_no_collection_is_passed_over(self):
        self.run_program("""
            import gc
            for arguments in [(), (1,), ("start", {}), ("stop", {}), ("start", {"generation": 7}), ("start", {"generation": "x"})]:
                try:
                    gc.callbacks[0](*arguments)
                except TypeError:
                    pass
            gc.collect(); print(len(gc.callbacks))
        """)
        self.assertEqual((self.out, self.errors), ("1\n", ""))
        self.assertTrue(self.read_one().records[-1].ended)

    def test_a_child_that_cannot_be_recorded_is_counted_by_its_parent(self):
        self.run_program("""
            import gc, os
            gc.collect()
            os.rename(%r, %r)
            child = os.fork()
            if child == 0:
                gc.collect(); gc.collect(); os._exit(0)
            assert os.waitpid(child, 0)[1] == 0
            os.rename(%r, %r)
        """ % (self.recordings, self.recordings + "-away", self.recordings + "-away", self.recordings))
        self.assertEqual((self.errors, self.read_one().lost_children), ("", 1))

    def test_a_folder_from_which_no_code_may_run_is_none(self):
        # As on a /tmp that is mounted noexec: the callback is loaded from memory then.
        self.run_program("""
            import gc, unpause_agent, _imp
            load, refused = _imp.create_dynamic, []
            def create(spec):
                if not spec.origin.startswith("/proc/self/fd/"):
                    refused.append(spec)
                    raise ImportError("failed to map segment from shared object")
                return load(spec)
            _imp.create_dynamic = create
            gc.callbacks.clear(); unpause_agent.install(); gc.collect()
            print(len(refused), len(gc.callbacks))
        """)
        self.assertEqual(self.out, "1 1\n" if hasattr(os, "memfd_create") else "")


class PureWhatIsRecorded(WhatIsRecorded):
    agent = "pure"


class PureOtherProgramsAreNotBroken(OtherProgramsAreNotBroken):
    agent = "pure"

    def test_interrupt_inside_the_callback_reaches_the_program(self):
        self.run_program("""
            import gc, time
            class Interrupted(dict):
                def __getitem__(self, key):
                    raise KeyboardInterrupt
            try:
                gc.callbacks[0]("start", Interrupted())
                time.sleep(10)
            except KeyboardInterrupt:
                print("interrupted")
            print(len(gc.callbacks))
        """)
        self.assertEqual(self.out, "interrupted\n1\n")

    def test_our_own_failure_is_told_once_and_ends_recording_only(self):
        self.run_program("""
            import gc
            gc.callbacks[0]("start", None)
            gc.collect()
            print(len(gc.callbacks))
        """)
        self.assertEqual((self.out, self.errors), ("0\n", ""))
        self.assertEqual([" is no longer recorded: TypeError" in note for note in self.notes()], [True])


class PureSmallRings(AgentTest):
    """The bounds of the ring that Python writes, with eight records."""

    agent = "pure"

    SMALL = """
        import gc, sys
        sys.path.insert(0, %r)
        import unpause_agent, unpause_pure as agent
        agent.CAPACITY, agent.RESERVED_RECORDS = 8, 4
    """ % AGENT

    def small(self, program):
        self.run_program(textwrap.dedent(self.SMALL) + textwrap.dedent(program), "-S", "program.py")
        return self.read_one()

    def test_wrapping_keeps_the_newest_and_tells_how_many_are_lost(self):
        recording = self.small("""
            gc.disable()
            unpause_agent.install()
            for _ in range(20):
                gc.collect(0)
            import os; os._exit(0)
        """)
        self.assertEqual((recording.begun, recording.capacity), (20, 8))
        self.assertEqual([r.sequence for r in recording.records], list(range(13, 21)))

    def test_a_full_disk_ends_recording_before_a_hole_is_touched(self):
        recording = self.small("""
            gc.disable()
            unpause_agent.install()
            def full(*_):
                raise OSError(28, "No space left on device")
            agent.Ring._reserve_on = staticmethod(full)
            for _ in range(20):
                gc.collect(0)
            import os; os._exit(0)
        """)
        self.assertEqual((recording.begun, recording.flags & 8), (4, 8))

    def test_the_first_anchor_stays_and_the_newest_replace_the_others(self):
        recording = self.small("""
            unpause_agent.install()
            ring = agent.Ring(%r, agent.clock(), False)
            for _ in range(300):
                ring.anchor()
            import os; os.unlink(gc.callbacks[0].unpause_path()); os._exit(0)
        """ % self.recordings)
        numbers = [anchor[0] for anchor in recording.anchors]
        self.assertEqual(numbers[0], 1)
        self.assertEqual(sorted(numbers[1:]), list(range(301 - 126, 302)))


if __name__ == "__main__":
    unittest.main()
