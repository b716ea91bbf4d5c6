"""Every layout of the package is what the program and the files of this repository say, owner by owner."""

import concurrent.futures
import json
import os
import pathlib
import subprocess
import unittest

import tcviz
from tcviz import _data

PROGRAM, ROOT = os.environ["TCVIZ_PROGRAM"], pathlib.Path(os.environ["TCVIZ_ROOT"])


def printed(*words):
    return json.loads(subprocess.run([PROGRAM, *words, "--json"], check=True, capture_output=True).stdout)


def owners_of(data):
    """element -> its owners, counted here from the map alone."""
    owners = {}
    for number, element in enumerate(data["map"]):
        if element is not None:
            owners.setdefault(element, []).append((number // data["values"], number % data["values"]))
    return owners


def complaint(kind, source):
    """What the package says otherwise than `tcviz show --json`, or None."""
    data, layout = printed("show", kind, "--device", source), tcviz.layout(kind, device=source)
    for name in ("kind", "rows", "cols", "threads", "values", "element_bits", "replication"):
        if getattr(layout, name) != data[name]:
            return f"{kind}, {source}: {name} is {getattr(layout, name)!r} instead of {data[name]!r}"
    if layout.map != data["map"]:
        return f"{kind}, {source}: the map differs"
    provenance = {name: getattr(layout.provenance, name) for name in layout.provenance._fields if name != "text"}
    if provenance != {"note": None, **data["provenance"], "methods": tuple(data["provenance"]["methods"] or ())}:
        return f"{kind}, {source}: {layout.provenance!r}"
    owners = owners_of(data)
    for row in range(layout.rows):
        for col in range(layout.cols):
            wanted = owners.get(row * layout.cols + col, [])
            if layout.owners(row, col) != wanted:
                return f"{kind}, {source}: owners of ({row}, {col})"
            if any(layout[slot] != (row, col) for slot in wanted):
                return f"{kind}, {source}: a slot of ({row}, {col})"
    return None


class EveryLayout(unittest.TestCase):
    def test_is_what_the_program_shows(self):
        sources = [device["name"] for device in printed("devices")["devices"]]
        pairs = [(kind["id"], source) for kind in printed("kinds")["kinds"] for source in kind["sources"]
                 if source in sources]
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            found = list(filter(None, pool.map(lambda pair: complaint(*pair), pairs)))
        self.assertEqual(found, [])
        self.assertGreater(len(pairs), 1600)

    def test_that_was_recorded_is_the_file_of_this_repository(self):
        held = json.loads((ROOT / "assets/layouts/sm_90.json").read_text())
        self.assertEqual(len(held["layouts"]), 352)
        for data in held["layouts"]:
            self.assertEqual(tcviz.layout(data["kind"], device="recorded:sm_90").map, data["map"])


class Lists(unittest.TestCase):
    def test_kinds_are_those_of_the_program(self):
        wanted = printed("kinds")["kinds"]
        self.assertEqual([kind.id for kind in tcviz.kinds()], [kind["id"] for kind in wanted])
        for kind, data in zip(tcviz.kinds(), wanted):
            self.assertEqual({**kind._asdict(), "replication": list(kind.replication), "sources": list(kind.sources)},
                             {name: data[name] for name in kind._fields})

    def test_words_choose_as_the_program_does(self):
        for words in ("mma f16 acc", "acc f32", "a", "ACC", "m16n8k16", "16", "wgmma.sp", "e sel1", "ldmatrix trans",
                      "HMMA.16816.F32", "row", "sp", "k1 b"):
            wanted = [kind["id"] for kind in printed("kinds", *words.split())["kinds"]]
            self.assertEqual([kind.id for kind in tcviz.kinds(words)], wanted, words)
        some = [kind["id"] for kind in printed("kinds", "acc", "--device", "V100")["kinds"]]
        self.assertEqual([kind.id for kind in tcviz.kinds(["acc"], device="V100")], some)

    def test_devices_are_those_of_the_program(self):
        wanted = printed("devices")["devices"]
        self.assertEqual([tuple(device) for device in tcviz.devices()],
                         [(d["name"], d["class"], d["kinds"], tuple(d["products"]), d["description"]) for d in wanted])

    def test_products_mean_what_the_program_means(self):
        products = [(product, device.name) for device in tcviz.devices() for product in device.products]
        self.assertGreater(len(products), 30)
        for product, name in products:
            self.assertEqual(_data.source_named(product.upper()), name)


if __name__ == "__main__":
    unittest.main()
