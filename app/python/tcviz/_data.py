"""The data that travels with the package, written by app/python/write_data.py: read when it is first needed.

devices.json     the sources and the products that each is for, as `tcviz devices --json` prints them, and the version
kinds.json       the kinds, as `tcviz kinds --json` prints them
NAME_ARCH.json   a source: {"provenance": [[object, text], ...], "kinds": {kind: [rows, cols, threads, values,
                 element_bits, replication, provenance, offset, length]}}
maps.bin         maps of slot -> element, compressed, 16 bits each with the low byte first; -1: a slot holds none
"""

from __future__ import annotations

import json
import os
from typing import Any, Dict, List, Optional

FOLDER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "data")

_read: Dict[str, Any] = {}


def file_of(source: str) -> str:
    """recorded:sm_90 -> recorded_sm_90.json"""
    return source.replace(":", "_") + ".json"


def read(name: str) -> Any:
    """Returns a file of the data, read once; None if this package carries no data."""
    if name not in _read:
        try:
            with open(os.path.join(FOLDER, name), encoding="utf-8") as file:
                _read[name] = json.load(file)
        except FileNotFoundError:
            _read[name] = None
    return _read[name]


def source_named(device: str) -> Optional[str]:
    """Returns the source that a device's name means: "A100" -> "compiled:sm_80"; None if the data does not know."""
    for entry in (read("devices.json") or {"devices": []})["devices"]:
        if device == entry["name"] or device.lower() in [product.lower() for product in entry["products"]]:
            name: str = entry["name"]
            return name
    return None


def default_source(kind: str) -> Optional[str]:
    """Returns the sources of a kind if no device is named: recordings first, then documents of no device."""
    all_devices = read("devices.json")
    if all_devices is None:
        return None
    names: List[str] = [all_devices["default"]]
    names += [entry["name"] for entry in all_devices["devices"] if entry["class"] == "documented"]
    for name in names:
        if kind in read(file_of(name))["kinds"]:
            return name
    return None


def map_at(offset: int, length: int) -> List[int]:
    """Returns the elements of all slots, one after the other."""
    import array
    import sys
    import zlib

    with open(os.path.join(FOLDER, "maps.bin"), "rb") as file:
        file.seek(offset)
        packed = file.read(length)
    numbers = array.array("h", zlib.decompress(packed))
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers.tolist()
