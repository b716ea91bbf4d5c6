"""Shortcuts as X sends them: presses Ctrl+1 to Ctrl+9 in the real window, quick and held in turn, and looks after each
which workspace the window keeps in its settings. Needs a display and xdotool; ends with 77, "skipped", without.
Example: xvfb-run -s "-screen 0 1400x900x24 -noreset" python3 tests/ui/shortcuts_in_x.py build/release/bin/tcviz 200
"""
import json
import os
import pathlib
import random
import shutil
import subprocess
import sys
import tempfile
import time

WORKSPACES = ["layout", "compare", "formula", "operations", "products", "tiles", "maxas", "learn"]
PATIENCE_S = 20


def xdotool(*words):
    return subprocess.run(["xdotool", *words], capture_output=True, text=True, check=False).stdout.strip()


def wait_for(condition):
    until = time.monotonic() + PATIENCE_S
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True


def press_quick(digit):
    xdotool("key", "--delay", "0", f"ctrl+{digit}")


def press_held(digit):
    xdotool("keydown", "Control_L")
    xdotool("keydown", str(digit))
    time.sleep(0.1)
    xdotool("keyup", str(digit))
    xdotool("keyup", "Control_L")


def lost_shortcuts(kept, count):
    def workspace():
        return json.loads(kept.read_text()).get("at", {}).get("workspace", "layout") if kept.exists() else "layout"

    choose, lost = random.Random(20261123), 0
    for number in range(count):
        wanted = choose.choice([name for name in WORKSPACES if name != workspace()])
        (press_held if number % 2 else press_quick)(WORKSPACES.index(wanted) + 1)
        if not wait_for(lambda name=wanted: workspace() == name):
            print(f"press {number}: {workspace()} instead of {wanted}")
            lost += 1
    return lost


def main(program, count):
    if not shutil.which("xdotool"):
        print("skipped: there is no xdotool here")
        return 77
    with tempfile.TemporaryDirectory() as home:
        environment = dict(os.environ, HOME=home, XDG_CONFIG_HOME=home)
        window = subprocess.Popen([program, "--device", "recorded:sm_90"], env=environment)
        try:
            if not wait_for(lambda: xdotool("search", "--onlyvisible", "--name", "tcviz")):
                print("no window appeared")
                return 1
            xdotool("windowfocus", "--sync", xdotool("search", "--onlyvisible", "--name", "tcviz").split()[0])
            lost = lost_shortcuts(pathlib.Path(home) / "tcviz" / "window.json", count)
            xdotool("key", "--delay", "0", "ctrl+q")
            ended = window.wait(PATIENCE_S) == 0
        finally:
            window.kill()
        print(f"{lost} of {count} shortcuts lost; Ctrl+Q {'ended' if ended else 'did not end'} the window")
        return 0 if ended and lost == 0 else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1], int(sys.argv[2])))
