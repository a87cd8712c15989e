#!/usr/bin/env python3
"""Reduces a package to its public API: baseline.py PACKAGE OBJ TARGET, for libraries/packaging/pack."""

import pathlib
import sys
import zipfile

# The same bytes for the same API, whenever it was made.
WHEN = (2026, 1, 1, 0, 0, 0)


def main(package, built, target):
    with zipfile.ZipFile(package) as whole, zipfile.ZipFile(target, 'w', zipfile.ZIP_DEFLATED) as api:
        for name in sorted(whole.namelist()):
            path = pathlib.PurePosixPath(name)
            if path.suffix == '.nuspec':
                body = whole.read(name)
            elif path.parts[0] == 'lib' and path.suffix == '.dll':
                body = (pathlib.Path(built) / path.parts[1] / 'ref' / path.name).read_bytes()
            else:
                continue
            api.writestr(zipfile.ZipInfo(name, WHEN), body, zipfile.ZIP_DEFLATED)


if __name__ == '__main__':
    main(*sys.argv[1:])
