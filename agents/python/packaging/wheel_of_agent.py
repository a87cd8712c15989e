"""Builds the wheel and the sdist (PEP 517, PEP 427, PEP 643): every unpause_*.py as its own module, and the whole agent again in the folder
unpause_python, which `python -m unpause_agent` puts on PYTHONPATH. Only that folder has a sitecustomize, because every interpreter
loads one that lies beside other packages. Requires nothing but Python.
"""
import base64
import gzip
import hashlib
import io
import os
import tarfile
import zipfile

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME, VERSION = "unpause_agent", "0.3.0"
INFO = "%s-%s.dist-info" % (NAME, VERSION)
METADATA = """Metadata-Version: 2.1
Name: unpause-agent
Version: %s
Summary: Records CPython's garbage collections, and the requests of web applications beside them, for unpause
Author: the unpause authors
Requires-Python: >=3.6
License: MIT
License-File: LICENSE
Keywords: garbage collection,gc,pauses,latency,profiling
Classifier: License :: OSI Approved :: MIT License
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: Python :: 3
Classifier: Programming Language :: Python :: Implementation :: CPython
Classifier: Topic :: System :: Monitoring
Description-Content-Type: text/markdown

# unpause-agent

Records each garbage collection of a CPython process (3.6 and later, Linux), its reference cycles on request, and the requests of a WSGI or
ASGI application. `unpause report` reads the recording and shows which collections made requests slow.

```sh
pip install unpause-agent
python -m unpause_agent --into recording app.py
unpause report recording
```
""" % VERSION
# It contains machine code for several CPU architectures, but as data: the agent chooses at start which one to load.
TAG = "py3-none-any"
WHEEL = "Wheel-Version: 1.0\nGenerator: unpause\nRoot-Is-Purelib: true\nTag: %s\n" % TAG
OLDEST = (1980, 1, 1, 0, 0, 0)


def _content():
    names = sorted(os.listdir(AGENT))
    for name in names:
        if not name.endswith((".py", ".so")):
            continue
        with open(os.path.join(AGENT, name), "rb") as file:
            content = file.read()
        yield "unpause_python/" + name, content
        if name.startswith("unpause_"):
            yield name, content


def _licence():
    # Of the checkout, or of an unpacked sdist.
    for folder in (AGENT, os.path.dirname(os.path.dirname(AGENT))):
        path = os.path.join(folder, "LICENSE")
        if os.path.isfile(path):
            with open(path, "rb") as file:
                return file.read()
    raise FileNotFoundError("LICENSE")


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Returns the name of the wheel that it writes to a folder."""
    name = "%s-%s-%s.whl" % (NAME, VERSION, TAG)
    files = list(_content()) + [
        (INFO + "/LICENSE", _licence()), (INFO + "/METADATA", METADATA.encode()), (INFO + "/WHEEL", WHEEL.encode())]
    lines = ""
    for path, content in files:
        digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()
        lines += "%s,sha256=%s,%d\n" % (path, digest, len(content))
    record = INFO + "/RECORD"
    files.append((record, (lines + record + ",,\n").encode()))
    with zipfile.ZipFile(os.path.join(wheel_directory, name), "w", zipfile.ZIP_DEFLATED) as wheel:
        for path, content in files:
            wheel.writestr(zipfile.ZipInfo(path, OLDEST), content, zipfile.ZIP_DEFLATED)
    return name


def build_sdist(sdist_directory, config_settings=None):
    """Returns the name of the source archive that it writes to a folder."""
    base = "%s-%s" % (NAME, VERSION)
    files = [("LICENSE", _licence()), ("PKG-INFO", METADATA.encode())]
    own = os.path.join("packaging", os.path.basename(__file__))
    for name in sorted(os.listdir(AGENT)) + [own]:
        if name.endswith((".py", ".so", ".toml")):
            with open(os.path.join(AGENT, name), "rb") as file:
                files.append((name, file.read()))
    packed = io.BytesIO()
    with tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT) as archive:
        for path, content in files:
            entry = tarfile.TarInfo("%s/%s" % (base, path))
            entry.size, entry.mode = len(content), 0o644
            archive.addfile(entry, io.BytesIO(content))
    with open(os.path.join(sdist_directory, base + ".tar.gz"), "wb") as file:
        file.write(gzip.compress(packed.getvalue()))
    return base + ".tar.gz"
