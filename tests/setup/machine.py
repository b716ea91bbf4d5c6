"""A machine of a folder: a clone with app/run in it, and fakes of everything that fetches, installs and builds.

A fake notes its call, does what a test has put into behaviours/ for it, and then what the real one would leave behind.
"""

import os
import pathlib
import shutil
import signal
import subprocess
import tempfile

REAL = """awk bash cat chmod cmp cp dirname env find flock grep gzip head id ln mkdir mv readlink rm sed sleep tail tar
touch true""".split()

FAKES = {
    "dpkg-query": '[ ! -e "$here/installed" ] || printf "installed %s\\n" "$@"',
    "dpkg": "",
    "apt-get": '[[ $* != *install* ]] || touch "$here/installed"',
    "cmake": """
if [[ $* == *--build* ]]; then
  mkdir -p build/release/bin
  printf '#!/bin/bash\\necho "the program: $*"\\n' >build/release/bin/tcviz
  chmod +x build/release/bin/tcviz
fi""",
    # Files are where the real ones are, as far as anybody looks.
    "python3": """
target=
while [ $# -gt 0 ]; do
  case $1 in --target) target=$2 ;; --dest) sources=$2 ;; esac
  shift
done
[ -z "$target" ] || mkdir -p "$target/nvidia/cu13/lib"
if [ -n "${sources:-}" ]; then
  for part in imgui/imgui glfw/glfw imgui_test_engine/imgui_test_engine/imgui_test_engine implot/implot \\
    ImGuiColorTextEdit/ImGuiColorTextEdit; do
    mkdir -p "$here/imgui_bundle-1/external/$part"
  done
  tar -czf "$sources/imgui_bundle-1.tar.gz" -C "$here" imgui_bundle-1
fi""",
    "df": 'printf "disk blocks used free\\n/ 9 9 99999999\\n"',
}

BEGINNING = """#!/bin/bash
here={here}
echo "{name} $*" >>"$here/calls"
[ ! -e "$here/behaviours/{name}" ] || . "$here/behaviours/{name}"
"""


class Answer:
    def __init__(self, done, calls):
        self.code, self.out, self.said, self.calls = done.returncode, done.stdout, done.stderr, calls


class Machine:
    def __init__(self, project):
        self.folder = tempfile.TemporaryDirectory()
        self.here = pathlib.Path(self.folder.name)
        self.clone, self.root = self.here / "clone", self.here / "root"
        for part in ["app/run", "app/setup.sh", "app/third_party/pins", "CMakeLists.txt", "CMakePresets.json"]:
            target = self.clone / part
            target.parent.mkdir(parents=True, exist_ok=True)
            copy = shutil.copytree if (project / part).is_dir() else shutil.copy
            copy(project / part, target)
        for name in ["gpu", "shaders", "assets"]:
            (self.clone / name).mkdir()
        self.bin = self.here / "bin"
        for folder in [self.bin, self.root / "usr/bin", self.here / "behaviours"]:
            folder.mkdir(parents=True)
        for name in REAL:
            (self.bin / name).symlink_to(shutil.which(name))
        for name, text in FAKES.items():
            self.add_program(name, text, self.root / "usr/bin" if name == "python3" else self.bin)

    def add_program(self, name, text, folder=None):
        file = (folder or self.bin) / name
        file.unlink(missing_ok=True)
        file.write_text(BEGINNING.format(here=self.here, name=name) + text + "\n")
        file.chmod(0o755)

    def behave(self, name, text):
        (self.here / "behaviours" / name).write_text(text + "\n")

    def behave_well(self):
        for file in (self.here / "behaviours").iterdir():
            file.unlink()

    def has(self, path):
        file = self.root / path
        file.parent.mkdir(parents=True, exist_ok=True)
        file.touch()

    def environment(self):
        return {"PATH": str(self.bin), "HOME": str(self.here), "TCVIZ_MACHINE": str(self.root), "LC_ALL": "C"}

    def bash(self, command, *arguments):
        words = ["bash", "-euc", command, *map(str, arguments)]
        return subprocess.run(words, env=self.environment(), check=True, capture_output=True, text=True).stdout

    def run(self, *arguments):
        """app/run in a group of processes of its own, so that a fake can stop all of it, as Ctrl-C does."""
        calls = self.here / "calls"
        calls.write_text("")
        done = subprocess.run([str(self.clone / "app/run"), *arguments], capture_output=True, text=True, check=False,
                              env=self.environment(), start_new_session=True, timeout=60,
                              preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL))
        return Answer(done, [line for line in calls.read_text().split("\n") if line])
