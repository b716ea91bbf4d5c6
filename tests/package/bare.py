#!/usr/bin/env python3
"""Installs and runs the wheel on bare machines, made by debootstrap: bare.py BUILD [NAME...]. Needs root, a network and
debootstrap. The machines are kept in build/bare, and each run works on a copy. TCVIZ_UBUNTU_MIRROR says where Ubuntu's
packages are; without it the Ubuntu machines are left out, and said to be.
"""

import os
import pathlib
import re
import shutil
import subprocess
import sys
import typing

ROOT = pathlib.Path(__file__).resolve().parents[2]
HERE = ROOT / "build/bare"
PYTHON = "python3-pip,python3-venv"
KIND = "wmma.m16n16k16.acc.f32 --device recorded:sm_90"


class Machine(typing.NamedTuple):
    suite: str
    of_ubuntu: bool
    has_pip: bool  # one that knows the wheel's tag
    draws: bool    # its Mesa draws without a display


MACHINES = {
    "debian-12": Machine("bookworm", False, True, True),
    "debian-11": Machine("bullseye", False, True, True),
    "ubuntu-24.04": Machine("noble", True, True, True),
    "ubuntu-18.04": Machine("bionic", True, False, False),  # glibc 2.27: below the floor
}

# What is typed, the exit code, and a part of the answer.
INSTALL = [("python3 -m venv /venv && /venv/bin/pip install --no-index /*.whl", 0, "Successfully installed tcviz")]
BARE = [
    ("tcviz --version --json", 0, '"compiler": "GNU'),
    ("tcviz kinds", 0, "wmma.m16n16k16.acc.f32"),
    (f"tcviz show {KIND}", 0, "each element once"),
    (f"tcviz show {KIND} -o /tmp/x.pdf && head -c 5 /tmp/x.pdf", 0, "%PDF-"),
    (f"tcviz check {KIND} --row 'tid' --col 'i'", 1, "wrong for"),
    ("tcviz devices", 0, "No GPU"),
    ("tcviz capture -o /tmp/x.png", 3, "there is no libEGL.so.1; install it with `apt-get install libegl1"),
    ("tcviz </dev/null", 3, "no display found"),
]
LIBRARIES = ("libegl1 libgl1-mesa-dri xvfb xauth x11-utils "
             "libx11-6 libxcursor1 libxi6 libxrandr2 libxinerama1 libxkbcommon0")
WINDOW = """xvfb-run -a -s '-screen 0 1600x1000x24' bash -c '
  tcviz & for i in $(seq 300); do sleep 0.1; xwininfo -root -tree | grep tcviz && break; done; kill $!'"""
DRAWN = [
    (f"apt-get -q update && apt-get -q -y install --no-install-recommends {LIBRARIES}", 0, ""),
    ("tcviz capture -o /tmp/x.png && head -c 4 /tmp/x.png", 0, "PNG"),
    (WINDOW, 0, '("tcviz" "tcviz")'),
]


def mirror(of_ubuntu):
    """Where this machine's own packages come from, which is Debian; or what the variable says."""
    if of_ubuntu:
        return os.environ.get("TCVIZ_UBUNTU_MIRROR")
    files = [*pathlib.Path("/etc/apt").glob("sources.list.d/*.sources"), pathlib.Path("/etc/apt/sources.list")]
    texts = "\n".join(file.read_text() for file in files if file.exists())
    found = re.search(r"^(?:URIs: *|deb (?:\[.*?\] )?)(\S+/debian)/?(?: |$)", texts, re.MULTILINE)
    return found[1] if found else None


def make(name, machine, source):
    """The machine as debootstrap leaves it, with this one's way to the network."""
    kept = HERE / name
    if (kept / ".ready").exists():
        return kept
    shutil.rmtree(kept, ignore_errors=True)
    command = ["debootstrap", "--variant=minbase"]
    command.append("--include=ca-certificates" + (f",{PYTHON}" if machine.has_pip else ""))
    # Debian has no keys of Ubuntu's, and may not know its suites by name.
    command += ["--no-check-gpg", "--components=main,universe"] if machine.of_ubuntu else []
    command += [machine.suite, str(kept), source] + (["gutsy"] if machine.of_ubuntu else [])
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    for settings in pathlib.Path("/etc/apt/apt.conf.d").iterdir():
        if re.search("proxy|verify", settings.read_text(), re.IGNORECASE):
            shutil.copy(settings, kept / "etc/apt/apt.conf.d")
    for file in ["etc/resolv.conf", "etc/hosts", "etc/ssl/certs/ca-certificates.crt"]:
        shutil.copy(f"/{file}", kept / file)
    (kept / ".ready").touch()
    return kept


def inside(folder, command):
    """Runs a line of bash on the machine; what is mounted and started for it is gone with it."""
    mounts = 'mount --rbind /dev "$0/dev" && mount -t proc proc "$0/proc" && exec chroot "$0" bash -c "$1"'
    path = "/venv/bin:/opt:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
    kept = {name: value for name, value in os.environ.items() if name.lower().endswith("_proxy")}
    environment = kept | {"PATH": path, "HOME": "/root", "LANG": "C.UTF-8", "DEBIAN_FRONTEND": "noninteractive"}
    apart = ["unshare", "--mount", "--fork", "--pid", "--kill-child"]
    return subprocess.run([*apart, "bash", "-c", mounts, folder, f"{command}\nexit $?"], env=environment, check=False,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL)


def complaint(folder, command, code, part):
    done = inside(folder, command)
    said = done.stdout.decode(errors="replace")
    if done.returncode == code and part in said:
        return None
    return f"$ {command}\nexit {done.returncode} instead of {code}, with or without {part!r}:\n{said[-2000:]}"


def try_out(name, machine, kept, wheel, program):
    folder = HERE / f"{name}.copy"
    shutil.rmtree(folder, ignore_errors=True)
    subprocess.run(["cp", "-a", kept, folder], check=True)
    shutil.copy(wheel if machine.has_pip else program, folder if machine.has_pip else folder / "opt/tcviz")
    print(f"{name}: {inside(folder, 'ldd --version').stdout.decode().splitlines()[0]}", flush=True)
    steps = (INSTALL if machine.has_pip else []) + BARE + (DRAWN if machine.draws else [])
    found = [f"{name}: {text}" for text in (complaint(folder, *step) for step in steps) if text]
    print(f"  {len(steps) - len(found)} of {len(steps)} commands did what they should", flush=True)
    shutil.rmtree(folder, ignore_errors=True)
    return found


def main(build, *names):
    build = pathlib.Path(build)
    HERE.mkdir(parents=True, exist_ok=True)
    program = build / "package/bin/tcviz"
    writer = [sys.executable, "-B", ROOT / "app/package/write_wheel.py", program, build / "python/tcviz",
              build / "app/package/third_party.txt", HERE / "dist"]
    wheel = subprocess.run(writer, check=True, capture_output=True, text=True).stdout.strip()
    found = []
    for name, machine in MACHINES.items():
        source = mirror(machine.of_ubuntu)
        if names and name not in names:
            continue
        if source is None:
            print(f"{name}: left out, since TCVIZ_UBUNTU_MIRROR does not say where its packages are")
        else:
            found += try_out(name, machine, make(name, machine, source), wheel, program)
    print("\n".join(found))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
