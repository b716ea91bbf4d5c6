#!/usr/bin/env python3
"""Writes the data of the Python package with the program: write_data.py PROGRAM FOLDER.

What it writes is described in tcviz/_data.py. Layouts of this machine (GPUs, a user's own recordings) are left out.
"""

import array
import json
import os
import pathlib
import sys
import tempfile
import zlib

HERE = pathlib.Path(__file__).resolve().parent
MOST_ELEMENT = 2**15 - 1  # of 16 bits with a sign


class Maps:
    """Maps in one file, each once however many layouts have it."""

    def __init__(self):
        self.places, self.bytes = {}, b""

    def place(self, elements):
        numbers = array.array("h", [-1 if element is None else element for element in elements])
        if sys.byteorder == "big":
            numbers.byteswap()
        packed = zlib.compress(numbers.tobytes(), 9)
        if packed not in self.places:
            self.places[packed] = (len(self.bytes), len(packed))
            self.bytes += packed
        return self.places[packed]


def write_json(path, value):
    path.write_text(json.dumps(value, separators=(",", ":"), ensure_ascii=False), encoding="utf-8")


def source_of(program, name, maps):
    known, kinds = [], {}
    for kind in [entry["id"] for entry in program.ask("kinds", device=name)["kinds"]]:
        layout = program.ask("layout", kind=kind, device=name)
        provenance = [layout["provenance"], program.ask("at", kind=kind, place="T0", device=name)["provenance"]]
        if provenance not in known:
            known.append(provenance)
        sizes = [layout[key] for key in ("rows", "cols", "threads", "values", "element_bits", "replication")]
        kinds[kind] = [*sizes, known.index(provenance), *maps.place(layout["map"])]
    return {"provenance": known, "kinds": kinds}


def write(program, folder, file_of):
    maps = Maps()
    devices = program.ask("devices")
    for device in devices["devices"]:
        write_json(folder / file_of(device["name"]), source_of(program, device["name"], maps))
    write_json(folder / "devices.json",
               {"version": program.version(), "default": devices["default"], "devices": devices["devices"]})
    write_json(folder / "kinds.json", program.ask("kinds"))
    (folder / "maps.bin").write_bytes(maps.bytes)


def main(path, folder):
    sys.path.insert(0, str(HERE))
    from tcviz import _data, _program  # pylint: disable=import-outside-toplevel

    with tempfile.TemporaryDirectory() as home:
        for variable in [name for name in os.environ if name.startswith("XDG_")]:
            del os.environ[variable]
        os.environ.update({"HOME": home, "CUDA_VISIBLE_DEVICES": ""})
        program = _program.Program([str(pathlib.Path(path).resolve()), "serve", "--stdio"])
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        write(program, folder, _data.file_of)
        program.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
