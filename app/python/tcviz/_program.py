"""The program tcviz as a process that answers: `tcviz serve --stdio`, a line of JSON each way."""

from __future__ import annotations

import atexit
import json
import os
import threading
import weakref
from typing import IO, TYPE_CHECKING, Any, Dict, List, Optional

from ._errors import ProgramMissing, Unavailable, error_of

if TYPE_CHECKING:
    import subprocess

FORMAT = "tcviz-serve/1"
VARIABLE = "TCVIZ_PROGRAM"
GRACE_S = 2.0  # in which a process that is no longer asked may end by itself


def _installed() -> List[str]:
    """Returns where an installer puts programs: with `--target DIR` DIR/bin; else this interpreter's or this user's."""
    import sysconfig

    names = ["", "posix_user"] if os.name == "posix" else [""]
    folders = [sysconfig.get_path("scripts", name) if name else sysconfig.get_path("scripts") for name in names]
    target = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    return [os.path.join(folder, "tcviz") for folder in [os.path.join(target, "bin"), *folders]]


def find_program() -> str:
    """Returns the path of the program: TCVIZ_PROGRAM, else beside this package or interpreter, else on PATH.

    Raises ProgramMissing, which says what to do.
    """
    import shutil

    named = os.environ.get(VARIABLE)
    if named:
        if os.access(named, os.X_OK) and os.path.isfile(named):
            return named
        raise ProgramMissing(f"{VARIABLE} is '{named}', which is not a program: let it name tcviz, or unset it.")
    for path in _installed():
        if os.access(path, os.X_OK) and os.path.isfile(path):
            return path
    found = shutil.which("tcviz")
    if found:
        return found
    raise ProgramMissing(
        "this question needs the program tcviz, which is not here: install it beside this interpreter or on PATH, "
        f"or let {VARIABLE} name it."
    )


class _Ended(Exception):
    """The program ended before it answered."""


class Program:
    """One process that answers, started at the first question. Threads may share it: one asks at a time."""

    def __init__(self, command: Optional[List[str]] = None) -> None:
        self._command = command
        self._process: Optional[subprocess.Popen[bytes]] = None
        self._owner = 0
        self._last = 0
        self._version = ""
        self._lock = threading.Lock()
        forget = weakref.WeakMethod(self._forget)
        os.register_at_fork(after_in_child=lambda: (forget() or int)())

    def ask(self, method: str, **params: Any) -> Any:
        """Returns the result of a method of tcviz-serve/1; parameters that are None are left out. Raises TcvizError."""
        return self.ask_whole(method, **params)["result"]

    def ask_whole(self, method: str, **params: Any) -> Dict[str, Any]:
        """Returns the whole answer: "result", "no" (a sentence) if the answer is no, and "notes"."""
        with self._lock:
            answer = self._answer(method, {name: value for name, value in params.items() if value is not None})
        if "error" in answer:
            raise error_of(answer["error"])
        return answer

    def version(self) -> str:
        """Returns the version of the program, from its greeting."""
        with self._lock:
            self._start()
            return self._version

    def close(self) -> None:
        """Ends the process; the next question starts another."""
        with self._lock:
            self._end(asked=False)

    def _forget(self) -> None:
        """Starts anew in a child after a fork: a thread of the parent may hold the lock, and the process is not ours.

        Its pipes are closed here, so that the parent alone decides when they end. They are unbuffered: closing a buffer
        would send what the parent had not, or wait for the lock of that thread.
        """
        self._lock = threading.Lock()
        process, self._process = self._process, None
        if process is not None:
            self._close_pipes(process)
            process.returncode = 0  # it is no child of this process, which shall not wait for it

    def _answer(self, method: str, params: Dict[str, Any]) -> Dict[str, Any]:
        try:
            return self._answer_once(method, params)
        except _Ended:  # it may have been killed while nobody asked; a question that ends it is not asked a third time
            try:
                return self._answer_once(method, params)
            except _Ended as error:
                raise Unavailable(f"the program tcviz was asked twice and ended without an answer{error}.") from None

    def _answer_once(self, method: str, params: Dict[str, Any]) -> Dict[str, Any]:
        self._start()
        self._last += 1
        try:
            answer = self._exchange(json.dumps({"id": self._last, "method": method, "params": params}))
        except BaseException:
            self._end()  # an answer that is still on its way would be taken for that to the next question
            raise
        if answer.get("id") != self._last:
            self._end()
            raise Unavailable("the program answered another question: ask again.")
        return answer

    def _exchange(self, line: str) -> Dict[str, Any]:
        try:
            self._write(line.encode() + b"\n")
            answer = self._read_line()
        except OSError as error:
            raise _Ended(f" ({error})") from error
        if not answer.endswith(b"\n"):
            raise _Ended
        made: Dict[str, Any] = json.loads(answer)
        return made

    def _write(self, data: bytes) -> None:
        stream, rest = self._stream("stdin"), memoryview(data)
        while rest:
            rest = rest[stream.write(rest):]

    def _read_line(self) -> bytes:
        """Reads one answer. At most one is on its way, so nothing follows its end."""
        stream, pieces = self._stream("stdout"), [b""]
        while not pieces[-1].endswith(b"\n"):
            pieces.append(stream.read(1 << 16))
            if not pieces[-1]:
                break
        return b"".join(pieces)

    def _stream(self, name: str) -> IO[bytes]:
        stream: Optional[IO[bytes]] = getattr(self._process, name)
        if stream is None:
            raise Unavailable("the program tcviz has no streams.")
        return stream

    def _start(self) -> None:
        if self._owner != os.getpid():  # a fork shares the streams, and answers would go astray
            self._process = None
        if self._process is not None and self._process.poll() is None:
            return
        self._end()
        import subprocess

        command = self._command or [find_program(), "serve", "--stdio"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
        self._owner = os.getpid()
        self._version = self._greeted()
        if not self._version:
            self._end()
            raise ProgramMissing(
                f"{command[0]} does not speak {FORMAT}: it is another version of tcviz, or another program.")

    def _greeted(self) -> str:
        """Returns the version in a greeting of this protocol, or an empty text."""
        try:
            greeting = json.loads(self._read_line())
            return str(greeting["version"]) if greeting["format"] == FORMAT else ""
        except (ValueError, LookupError, TypeError, OSError):
            return ""

    def _end(self, asked: bool = True) -> None:
        """Ends the process: kills it, or, if nothing is `asked`, closes its input, which ends its worker too."""
        process, self._process = self._process, None
        if process is None or self._owner != os.getpid():
            return
        if asked:
            process.kill()
        self._close_pipes(process)
        import subprocess

        try:
            process.wait(GRACE_S)
        except subprocess.TimeoutExpired:
            pass
        finally:
            process.kill()  # nothing, of one that has ended
            process.wait()

    @staticmethod
    def _close_pipes(process: subprocess.Popen[bytes]) -> None:
        for stream in (process.stdin, process.stdout):
            if stream is not None:
                stream.close()


SHARED = Program()
atexit.register(SHARED.close)


def ask(method: str, **params: Any) -> Any:
    """Asks the process that is kept for all questions of this package."""
    return SHARED.ask(method, **params)


def close() -> None:
    """Ends the process that answers, if there is one; the next question starts another."""
    SHARED.close()
