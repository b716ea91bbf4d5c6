"""What dpkg knows of this machine: which package a file belongs to, and what comes with a list of packages.

It is read from dpkg's own files, once and without a network. Knows nothing of what the project reads.
"""

import collections
import os
import pathlib
import re

# What a bare machine has beside dpkg's essential and required packages: apt installs the rest, the clone came by git,
# and whoever is not root has sudo or is told what to install.
BASE = {"apt", "git", "sudo"}


def stanzas(text):
    """The fields of every package in dpkg's status file."""
    for block in re.split(r"\n{2,}", text):
        yield dict(re.findall(r"^([A-Z][\w-]*):[ \t]*(.*)$", block, re.MULTILINE))


def alternatives(field):
    """"a (>= 1), b | c:any" -> [["a"], ["b", "c"]]"""
    choices = [choice.split("|") for choice in field.split(",") if choice.strip()]
    return [[re.match(r"\s*([^\s(:\[]*)", name).group(1) for name in choice] for choice in choices]


def usual(path):
    """One spelling of a path on machines where /lib is a link to /usr/lib, and on others."""
    return re.sub(r"^/usr(?=/(?:s?bin|lib\w*)/)", "", path)


class Packages:
    def __init__(self, root="/"):
        self.root = pathlib.Path(root)
        self.dpkg = self.root / "var/lib/dpkg"
        self.fields = {}
        self.providers = collections.defaultdict(list)
        for fields in stanzas((self.dpkg / "status").read_text(encoding="utf-8")):
            if fields.get("Status", "").endswith(" installed"):
                self.fields[fields["Package"]] = fields
                for names in alternatives(fields.get("Provides", "")):
                    self.providers[names[0]].append(fields["Package"])

    def base(self):
        required = {name for name, fields in self.fields.items()
                    if fields.get("Essential") == "yes" or fields.get("Priority") == "required"}
        return required | {name for name in BASE if name in self.fields}

    def chosen(self, names):
        """Of "a | b", what apt takes where neither is installed: the first; here, the first that is installed."""
        for name in names:
            if name in self.fields:
                return [name]
            if name in self.providers:
                return self.providers[name]
        return []

    def closure(self, names):
        """What is installed once these and the base are, without recommended packages."""
        found, to_do = set(), [*names, *self.base()]
        while to_do:
            name = to_do.pop()
            if name not in found and name in self.fields:
                found.add(name)
                for kind in ("Pre-Depends", "Depends"):
                    for choice in alternatives(self.fields[name].get(kind, "")):
                        to_do.extend(self.chosen(choice))
        return found

    def owners(self, paths):
        """Path -> the packages that it belongs to, for those of `paths` that belong to any."""
        wanted = {}
        for path in paths:
            wanted.setdefault(usual(self.path_here(path)), []).append(path)
        found = {}
        for listing in (self.dpkg / "info").glob("*.list"):
            package = listing.name[:-len(".list")].split(":")[0]
            for line in listing.read_text(encoding="utf-8").split("\n"):
                for path in wanted.get(usual(line), ()):
                    found.setdefault(path, set()).add(package)
        return found

    def path_here(self, path):
        """As dpkg spells it: without the folder of a machine that a test made."""
        return "/" + os.path.relpath(path, self.root)


def steps(path):
    """A file, and every link on the way to it: /usr/bin/c++, /etc/alternatives/c++, /usr/bin/g++, /usr/bin/g++-12."""
    found = []
    while path not in found:
        path = os.path.join(os.path.realpath(os.path.dirname(path)), os.path.basename(path))
        found.append(path)
        if os.path.islink(path):
            path = os.path.normpath(os.path.join(os.path.dirname(path), os.readlink(path)))
    return found
