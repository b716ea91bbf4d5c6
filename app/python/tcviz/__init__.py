"""Layouts of NVIDIA tensor-core fragments: which thread holds which element of a matrix in which register.

>>> import tcviz
>>> L = tcviz.layout("wmma.m16n16k16.acc.f32", device="A100")
>>> L[7, 2]
(9, 6)
>>> L.owners(9, 6)
[(7, 2)]

Maps, kinds and devices are data of this package; formulae, checks, figures and kernels are asked of the program
``tcviz``; one process of it is kept. A layout that is not known for a device raises an exception and is never guessed.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _data, _program
from ._catalogue import Device, Kind, devices, kinds
from ._errors import BadInput, No, ProgramMissing, TcvizError, Unavailable
from ._lanes import assert_layout
from ._layout import Layout, layout, show
from ._program import close
from ._provenance import Provenance
from ._questions import Difference, Formula, Mismatch, MovedSlot, Repair, Verdict, Verification, diff, verify
from ._xray import Finding, OtherSide, XrayReport, assert_kernel, xray

if TYPE_CHECKING:
    __version__: str


def __getattr__(name: str) -> Any:
    """__version__: the version of the program that wrote the data; without data, of the program that answers."""
    if name != "__version__":
        raise AttributeError(f"the module tcviz has no {name!r}.")
    held = _data.read("devices.json") or {}
    try:
        return held.get("version") or _program.SHARED.version()
    except TcvizError as error:
        raise AttributeError(f"the version of tcviz is not known: {error}") from error


__all__ = [
    "BadInput",
    "Device",
    "Difference",
    "Finding",
    "Formula",
    "Kind",
    "Layout",
    "Mismatch",
    "MovedSlot",
    "No",
    "OtherSide",
    "ProgramMissing",
    "Provenance",
    "Repair",
    "TcvizError",
    "Unavailable",
    "Verdict",
    "Verification",
    "XrayReport",
    "assert_kernel",
    "assert_layout",
    "close",
    "devices",
    "diff",
    "kinds",
    "layout",
    "show",
    "verify",
    "xray",
]
