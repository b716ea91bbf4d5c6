"""Layouts: which element of a matrix every thread holds in every value of its fragment."""

from __future__ import annotations

import operator
import os
from typing import TYPE_CHECKING, Any, Dict, List, Optional, Tuple, Union

from . import _data, _program, _questions
from ._errors import TcvizError
from ._provenance import Provenance, provenance_of

if TYPE_CHECKING:
    import subprocess

    import numpy


def _whole(name: str, value: Any) -> int:
    """Takes any integer type and returns Python's own: those of numpy would overflow."""
    try:
        return operator.index(value)
    except TypeError:
        raise TypeError(f"{name} must be a whole number, not {value!r}.") from None


class Layout:
    """The layout of a kind on a device. Made by `tcviz.layout`; it does not change.

    kind          its id: "mma.m16n8k16.acc.f32"
    device        the source that was asked: "compiled:sm_80"
    rows, cols    of the matrix
    threads       of the group that owns the fragment: 32, of wgmma 128
    values        that each thread holds
    element_bits  of one value
    replication   how many slots hold the same element
    provenance    how the layout is known
    """

    kind: str
    device: str
    rows: int
    cols: int
    threads: int
    values: int
    element_bits: int
    replication: int
    provenance: Provenance
    _map: List[int]
    _owners: Dict[int, List[int]]  # element -> its slots, when they were asked for first
    _asked: Dict[str, Optional[str]]  # what the program calls it

    __slots__ = ("kind", "device", "rows", "cols", "threads", "values", "element_bits", "replication", "provenance",
                 "_map", "_owners", "_asked")

    def __init__(self, kind: str, device: str, sizes: Tuple[int, int, int, int, int, int], provenance: Provenance,
                 elements: List[int]) -> None:
        asked = {"kind": kind, "device": device}
        self.__setstate__((None, dict(zip(self.__slots__, (kind, device, *sizes, provenance, elements, {}, asked)))))

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"a layout does not change: {name!r} cannot be set.")

    def __setstate__(self, state: Tuple[None, Dict[str, Any]]) -> None:
        """Returns what copies and pickles hand over: the fields of __slots__, by name."""
        for name, value in state[1].items():
            object.__setattr__(self, name, value)

    def __getitem__(self, slot: Tuple[int, int]) -> Optional[Tuple[int, int]]:
        """Returns the element (row, col) that thread tid holds in value i: L[tid, i]; None if the slot holds none.

        Raises IndexError beyond 0 <= tid < threads or 0 <= i < values.
        """
        try:
            tid, i = slot
        except (TypeError, ValueError):
            raise TypeError(f"a slot is a thread and a value, as in L[7, 2], and not {slot!r}.") from None
        tid, i = _whole("tid", tid), _whole("i", i)
        if not 0 <= tid < self.threads or not 0 <= i < self.values:
            raise IndexError(
                f"there is no slot ({tid}, {i}): {self.kind} has {self.threads} threads of {self.values} values.")
        element = self._map[tid * self.values + i]
        return None if element < 0 else divmod(element, self.cols)

    def owners(self, row: int, col: int) -> List[Tuple[int, int]]:
        """Returns all slots (tid, i) that hold an element, in rising order.

        Raises IndexError beyond 0 <= row < rows or 0 <= col < cols.
        """
        row, col = _whole("row", row), _whole("col", col)
        if not 0 <= row < self.rows or not 0 <= col < self.cols:
            raise IndexError(f"there is no element ({row}, {col}): {self.kind} is {self.rows} x {self.cols}.")
        if not self._owners:
            owners: Dict[int, List[int]] = {}
            for number, element in enumerate(self._map):
                owners.setdefault(element, []).append(number)
            self._owners.update(owners)  # at once, as another thread may look
        return [divmod(number, self.values) for number in self._owners.get(row * self.cols + col, [])]

    @property
    def map(self) -> List[Optional[int]]:
        """The element row * cols + col of slot tid * values + i, for all slots; None if a slot holds none."""
        return [None if element < 0 else element for element in self._map]

    def to_numpy(self) -> numpy.ndarray[Any, Any]:
        """Returns an int array of shape (threads, values, 2): row and column of each slot; -1, -1 if a slot holds none.

        Raises ImportError if numpy is not installed.
        """
        import numpy

        elements = numpy.array(self._map, dtype=numpy.int64)
        pairs: numpy.ndarray[Any, Any] = numpy.stack((elements // self.cols, elements % self.cols), axis=-1)
        pairs[elements < 0] = -1
        return pairs.reshape((self.threads, self.values, 2))

    def formula(self, style: str = "c", inverse: bool = False) -> _questions.Formula:
        """Returns a formula of this layout, deduced and proved on every slot by the program.

        style: c, fewest, divmod, cute, python, ...; the error for a wrong one lists all. inverse: tid and i from row,
        col and r, the replica.
        """
        return _questions.formula(self._asked, style, inverse)

    def check(self, row: Optional[str] = None, col: Optional[str] = None, *, linear: Optional[str] = None,
              tid: Optional[str] = None, i: Optional[str] = None, text: Optional[str] = None) -> _questions.Verdict:
        """Checks with the program whether a formula is right on every slot.

        Give row and col in tid and i; or linear, which is row * cols + col; or tid and i in row and col; or text: whole
        functions in C or Python, a CuTe layout, and more. Raises BadInput if it cannot be read.
        """
        texts = {"row": row, "col": col, "linear": linear, "tid": tid, "i": i, "text": text}
        return _questions.check(self._asked, texts)

    def diff(self, device: str) -> _questions.Difference:
        """Compares this layout with that of another device."""
        return _questions.diff(self.kind, self._asked["device"], device)

    def svg(self, **options: Any) -> str:
        """Returns a picture as the text of an SVG file, which carries the layout: `tcviz.verify` reads it back.

        options: those of `tcviz show`, such as view="combined", palette="print", pin="7,2", no_legend=True.
        """
        answer = _program.ask("figure", **self._asked, **options)
        text: str = answer["text"]
        return text

    def _repr_mimebundle_(self, include: Any = None, exclude: Any = None) -> Dict[str, str]:
        bundle = {"text/plain": repr(self)}
        try:
            bundle["image/svg+xml"] = self.svg()
        except TcvizError as error:
            bundle["text/plain"] += f"\n(no picture: {error})"
        return bundle

    def _repr_svg_(self) -> Optional[str]:
        return self._repr_mimebundle_().get("image/svg+xml")

    def __eq__(self, other: object) -> bool:
        """True if both are of one kind and place every element alike; their sources do not matter."""
        if not isinstance(other, Layout):
            return NotImplemented
        return (self.kind, self.rows, self.cols, self._map) == (other.kind, other.rows, other.cols, other._map)

    def __hash__(self) -> int:
        return hash((self.kind, self.rows, self.cols))

    def __repr__(self) -> str:
        copies = f", {self.replication} copies" if self.replication > 1 else ""
        slots = f"{self.threads} threads of {self.values} values{copies}"
        return f"<Layout {self.kind}: {self.rows} x {self.cols}, {slots}; {self.device}: {self.provenance}>"


def _from_data(kind: str, source: str) -> Optional[Layout]:
    held = _data.read(_data.file_of(source))
    entry = held["kinds"].get(kind) if held else None
    if entry is None:
        return None
    rows, cols, threads, values, bits, replication, known, offset, length = entry
    sizes = (rows, cols, threads, values, bits, replication)
    return Layout(kind, source, sizes, provenance_of(*held["provenance"][known]), _data.map_at(offset, length))


def _from_program(kind: str, device: Optional[str]) -> Layout:
    if os.path.isfile(kind):
        kind = os.path.abspath(kind)
    answer = _program.ask("layout", kind=kind, device=device)
    known = _program.ask("at", kind=kind, place="T0", device=device)
    sizes = (answer["rows"], answer["cols"], answer["threads"], answer["values"], answer["element_bits"],
             answer["replication"])
    provenance = provenance_of(answer["provenance"], known["provenance"])
    elements = [-1 if element is None else element for element in answer["map"]]
    made = Layout(answer["kind"], known["source"], sizes, provenance, elements)
    if known["source"] == kind:  # a file holds the layout, which no device knows
        made._asked["device"] = None
    return made


def layout(kind: str, device: Optional[str] = None) -> Layout:
    """Returns the layout of a kind on a device.

    kind: an id (`tcviz.kinds` lists them), or a name of PTX, machine code or CUTLASS that means one, such as
    "HMMA.16816.F32.D", or a file: a figure or a layout file of tcviz, with the layout that it carries.
    device: a product ("A100") or a source ("recorded:sm_90", "cuda:0"); without one, the recording of an H200, or
    a document of no device.
    The data of this package is asked first, and the program for what is not there, such as a GPU of this machine or
    another name of a kind.

    Raises Unavailable if no layout of that architecture is known, and BadInput if a name means nothing.
    """
    if not isinstance(kind, str):
        raise TypeError(f"kind must be a text, such as 'mma.m16n8k16.acc.f32', not {kind!r}.")
    if device is not None and not isinstance(device, str):
        raise TypeError(f"device must be a text, such as 'A100', not {device!r}.")
    source = _data.source_named(device) if device is not None else _data.default_source(kind)
    found = _from_data(kind, source) if source is not None else None
    return found if found is not None else _from_program(kind, device)


def show(of: Union[Layout, str], device: Optional[str] = None) -> subprocess.Popen[bytes]:
    """Opens the window on a layout or a kind, and returns its process without waiting for it to end."""
    import subprocess

    asked = of._asked if isinstance(of, Layout) else {"kind": of, "device": device}
    command = [_program.find_program(), str(asked["kind"])] + (["--device", asked["device"]] if asked["device"] else [])
    return subprocess.Popen(command)
