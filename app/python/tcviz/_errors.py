"""Exceptions. Their texts are the program's own sentences: they say what is wrong, and what to do next."""

from __future__ import annotations

import re
from typing import Any, Dict, Type

# An option of the command line, but not in a command, which stands in backquotes.
_OPTION = re.compile(r"`[^`]*`|--([a-z][a-z-]*)")


class TcvizError(Exception):
    """Anything that tcviz refuses or cannot do. `data`: what the program said beside the sentence, or None."""

    def __init__(self, message: str, data: Any = None) -> None:
        super().__init__(message)
        self.data = data


class BadInput(TcvizError, ValueError):
    """An argument cannot be read or is wrong: a formula, a name, a file."""


class Unavailable(TcvizError, LookupError):
    """No such device, layout or ability here: for example, no layout of that architecture is known."""


class No(TcvizError):
    """The question was fine and the answer is no: nothing was found."""


class ProgramMissing(Unavailable):
    """The program that answers is not here."""


BY_FAULT: Dict[str, Type[TcvizError]] = {"no": No, "bad_input": BadInput, "unavailable": Unavailable}


def _in_python(sentence: str) -> str:
    """Returns the sentence with options as arguments are called: `--no-title` is no_title."""
    return _OPTION.sub(lambda found: found[1].replace("-", "_") if found[1] else found[0], sentence)


def error_of(answer: Dict[str, Any]) -> TcvizError:
    """Returns the exception for {"message", "fault"} of an answer."""
    return BY_FAULT.get(str(answer.get("fault")), BadInput)(_in_python(str(answer.get("message"))), answer.get("data"))
