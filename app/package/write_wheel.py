#!/usr/bin/env python3
"""Packs the program and the Python package into a wheel: write_wheel.py PROGRAM PACKAGE NOTICES FOLDER.

PROGRAM is the program that app/package/CMakeLists.txt links, PACKAGE the folder of the Python package as it is
installed (if there is none, the wheel has the program alone), NOTICES the licences of what is linked in. The same input
gives the same bytes. Prints the wheel's path.
"""

import base64
import hashlib
import json
import pathlib
import re
import subprocess
import sys
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PINS = ROOT / "app/third_party/pins"
TAG = "py3-none-manylinux_2_28_x86_64"  # needs.py proves it of the program

# Extra -> the pins that the build itself uses; of those the wheel takes what has the same major version. And packages
# that the build does without.
EXTRAS = {"gpu": ["nvrtc"], "sass": ["nvjitlink", "nvdisasm"]}
UNPINNED = {"gpu": ["nvidia-cublas>=13,<14"], "sass": []}
PIN = re.compile(r"^([\w-]+)==(\d+)\.", re.MULTILINE)
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the first day of zip files


def requirements():
    """Extra -> requirements, "nvidia-nvjitlink>=13,<14"."""
    found = {}
    for extra, names in EXTRAS.items():
        pins = [pin for name in names for pin in PIN.findall((PINS / f"{name}.txt").read_text(encoding="utf-8"))]
        found[extra] = [f"{package}>={major},<{int(major) + 1}" for package, major in pins] + UNPINNED[extra]
    return found


def metadata(version):
    lines = [
        "Metadata-Version: 2.1",
        "Name: tcviz",
        f"Version: {version}",
        "Summary: See how the tensor-core instructions of NVIDIA GPUs spread a matrix over threads and registers",
        "License: MIT",
        "Platform: manylinux_2_28_x86_64",
        "Requires-Python: >=3.8",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Environment :: GPU :: NVIDIA CUDA",
        "Classifier: Environment :: X11 Applications",
    ]
    for extra, needed in requirements().items():
        lines.append(f"Provides-Extra: {extra}")
        lines += [f"Requires-Dist: {one}; extra == '{extra}'" for one in needed]
    lines.append("Description-Content-Type: text/markdown")
    return "\n".join(lines) + "\n\n" + (HERE / "description.md").read_text(encoding="utf-8")


def wheel_text():
    return f"Wheel-Version: 1.0\nGenerator: tcviz\nRoot-Is-Purelib: false\nTag: {TAG}\n"


def package_files(package):
    """Name in the wheel -> bytes, of the Python package."""
    package = pathlib.Path(package)
    files = [path for path in package.rglob("*") if path.is_file()] if package.is_dir() else []
    skipped = {".made", "__pycache__"}
    return {f"tcviz/{path.relative_to(package).as_posix()}": path.read_bytes()
            for path in files if not skipped.intersection(path.relative_to(package).parts)}


def contents(program, version, package, notices):
    """Name -> bytes, of everything but the list of it."""
    info = f"tcviz-{version}.dist-info"
    files = package_files(package)
    if "tcviz/pytest_plugin.py" in files:
        files[f"{info}/entry_points.txt"] = b"[pytest11]\ntcviz = tcviz.pytest_plugin\n"
    files[f"{info}/METADATA"] = metadata(version).encode()
    files[f"{info}/WHEEL"] = wheel_text().encode()
    files[f"{info}/licenses/LICENSE"] = (ROOT / "LICENSE").read_bytes()
    files[f"{info}/licenses/third_party.txt"] = pathlib.Path(notices).read_bytes()
    files[f"tcviz-{version}.data/scripts/tcviz"] = pathlib.Path(program).read_bytes()
    return files


def record(files, info):
    rows = []
    for name, data in sorted(files.items()):
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join([*rows, f"{info}/RECORD,,\n"]).encode()


def pack(path, files):
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in files.items():
            entry = zipfile.ZipInfo(name, LONG_AGO)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o100755 if "/scripts/" in name else 0o100644) << 16
            archive.writestr(entry, data)


def version_of(program):
    said = subprocess.run([program, "--version", "--json"], check=True, capture_output=True, text=True).stdout
    return json.loads(said)["version"]


def main(program, package, notices, folder):
    version = version_of(program)
    info = f"tcviz-{version}.dist-info"
    files = contents(program, version, package, notices)
    listed = dict(sorted(files.items())) | {f"{info}/RECORD": record(files, info)}
    pathlib.Path(folder).mkdir(parents=True, exist_ok=True)
    path = pathlib.Path(folder) / f"tcviz-{version}-{TAG}.whl"
    pack(path, listed)
    print(path)


if __name__ == "__main__":
    main(*sys.argv[1:])
