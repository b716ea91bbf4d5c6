"""Kinds of fragment, and the devices that layouts are known for."""

from __future__ import annotations

from typing import Any, Dict, Iterable, List, NamedTuple, Optional, Tuple, Union

from . import _data, _program
from ._errors import No


class Kind(NamedTuple):
    """A kind of fragment, which has a layout. Sizes are in elements; fields that do not apply are None."""

    id: str  # "mma.m16n8k16.a.bf16"
    family: str  # "mma"
    shape: str  # "m16n8k16"
    operand: str  # "a"
    type: str  # "bf16"
    order: Optional[str]  # of a WMMA operand in memory: "row", "col"
    rows: int
    cols: int
    threads: int
    values: int  # of one thread
    replication: Tuple[int, ...]  # owners of an element, on one architecture or another
    since: str  # the first compute capability: "8.0"
    min_arch: str  # "sm_80"
    min_ptx: Optional[str]
    instruction: Optional[str]  # "mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32"
    section: Optional[str]  # of the PTX manual
    native_until: Optional[str]
    sources: Tuple[str, ...]  # that know it: "recorded:sm_90"


class Device(NamedTuple):
    """A source of layouts."""

    name: str  # "compiled:sm_80"
    type: str  # "gpu", "recorded", "compiled", "published" or "documented"
    kinds: int  # how many it knows
    products: Tuple[str, ...]  # names that mean it: "A100"
    description: str


def _kind(entry: Dict[str, Any]) -> Kind:
    fields = {name: entry[name] for name in Kind._fields}
    fields["replication"] = tuple(entry["replication"])
    fields["sources"] = tuple(entry["sources"])
    return Kind(**fields)


def _matching(entries: List[Dict[str, Any]], words: List[str]) -> List[Dict[str, Any]]:
    """A word that is a whole part of some id means that part; any other word may occur anywhere in an id."""
    parts = {part for entry in entries for part in entry["id"].split(".")}

    def fits(kind: str, word: str) -> bool:
        return word in kind.split(".") if word in parts else word in kind

    return [entry for entry in entries if all(fits(entry["id"], word) for word in words)]


def kinds(words: Union[str, Iterable[str]] = "", device: Optional[str] = None) -> List[Kind]:
    """Returns the kinds whose ids have all these words: kinds("mma f16 acc"). Without words, all.

    device: only those that it knows. Words that fit no id may be a name of PTX, machine code, CUTLASS or C++: the
    program is asked. Raises No, with the nearest ids, if nothing is found.
    """
    wanted = words.split() if isinstance(words, str) else list(words)
    held = _data.read("kinds.json")
    source = _data.source_named(device) if device is not None else None
    if held is not None and (device is None or source is not None):
        entries = _matching(held["kinds"], [word.lower() for word in wanted])
        found = [_kind(entry) for entry in entries if source is None or source in entry["sources"]]
        if found:
            return found
    answer = _program.SHARED.ask_whole("kinds", word=wanted, device=device)
    if not answer["result"]["kinds"]:
        raise No(answer.get("no", "nothing was found."))
    return [_kind(entry) for entry in answer["result"]["kinds"]]


def devices(here: bool = False) -> List[Device]:
    """Returns the devices and documents whose layouts travel with this package; with `here`, those of this machine too.

    `here` asks the program: GPUs that can be probed, and layouts that you recorded.
    """
    held = None if here else _data.read("devices.json")
    entries = held["devices"] if held is not None else _program.ask("devices")["devices"]
    return [
        Device(entry["name"], entry["class"], entry["kinds"], tuple(entry["products"]), entry["description"])
        for entry in entries
    ]
