"""Builds the wheel (PEP 517, PEP 427): every unpause_*.py as its own module, and the whole agent again in the folder
unpause_python, which `python -m unpause_agent` puts on PYTHONPATH. Only that folder has a sitecustomize, because every interpreter
loads one that lies beside other packages. Requires nothing but Python.
"""
import base64
import hashlib
import os
import zipfile

AGENT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
NAME, VERSION = "unpause_agent", "0.3.0"
INFO = "%s-%s.dist-info" % (NAME, VERSION)
METADATA = """Metadata-Version: 2.1
Name: unpause-agent
Version: %s
Summary: Records CPython's garbage collections, and the requests of web applications beside them, for unpause
Requires-Python: >=3.6
License: MIT
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


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    """Returns the name of the wheel that it writes to a folder."""
    name = "%s-%s-%s.whl" % (NAME, VERSION, TAG)
    files = list(_content()) + [(INFO + "/METADATA", METADATA.encode()), (INFO + "/WHEEL", WHEEL.encode())]
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
    raise NotImplementedError("a wheel is built from the checkout; there is no source archive")
