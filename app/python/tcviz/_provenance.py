"""How a layout is known."""

from __future__ import annotations

from typing import Any, Dict, NamedTuple, Optional, Tuple


class Provenance(NamedTuple):
    """How a layout is known. Fields that do not apply are None."""

    source: str  # "probed", "compiled", "published", "documented"
    device: Optional[str]  # "NVIDIA H200"
    compute_capability: Optional[str]  # "9.0"
    driver: Optional[str]
    cuda: Optional[str]
    date: Optional[str]  # "2026-11-22"
    methods: Tuple[str, ...]  # the probes that agreed: "load", "store", "product"
    reference: Optional[str]  # the document or the tool
    note: Optional[str]  # what the probes found beside: which copies a product reads, for one
    text: str  # in a sentence, as the program says it

    def __str__(self) -> str:
        return self.text


def provenance_of(data: Dict[str, Any], text: str) -> Provenance:
    """Reads the object in a layout's JSON."""
    return Provenance(
        data["source"],
        data.get("device"),
        data.get("compute_capability"),
        data.get("driver"),
        data.get("cuda"),
        data.get("date"),
        tuple(data.get("methods") or ()),
        data.get("reference"),
        data.get("note"),
        text,
    )
