"""The committed callbacks equal those built from the source.

    python3 -m unittest discover -s agents/python/tests
"""
import os
import shutil
import subprocess
import tempfile
import unittest

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
MACHINES = ("x86_64", "aarch64")
BUILT = ["%s.%s.so" % (source, machine) for source in ("unpause_gc", "unpause_cycles") for machine in MACHINES]
# Other compilers produce other bytes from the same source.
COMPILER = "12.2.0"


def compiler_version(command):
    if not shutil.which(command):
        return None
    return subprocess.run([command, "-dumpfullversion"], stdout=subprocess.PIPE, universal_newlines=True).stdout.strip()


class Native(unittest.TestCase):
    @unittest.skipUnless(
        os.uname().machine == "x86_64" and compiler_version("gcc") == compiler_version("aarch64-linux-gnu-gcc") == COMPILER,
        "needs gcc %s for x86-64 and arm64" % COMPILER)
    def test_committed_callbacks_equal_the_built_source(self):
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder)
        subprocess.run([os.path.join(AGENT, "native", "build"), folder], check=True)
        for name in BUILT:
            with open(os.path.join(folder, name), "rb") as made, open(os.path.join(AGENT, name), "rb") as committed:
                self.assertEqual(made.read(), committed.read(), "build it again: agents/python/native/build")

    def test_callbacks_name_no_library_or_version(self):
        # So that one build loads with any version of glibc and with musl.
        for name in BUILT:
            with open(os.path.join(AGENT, name), "rb") as file:
                content = file.read()
            self.assertEqual(content[:4], b"\x7fELF")
            self.assertNotIn(b"GLIBC", content)
            self.assertNotIn(b"libc.so", content)
            self.assertNotIn(b"libpython", content)


if __name__ == "__main__":
    unittest.main()
