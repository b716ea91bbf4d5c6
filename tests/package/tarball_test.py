"""What `cmake --install` installs and the tarball holds."""

import configparser
import pathlib
import re
import shutil
import subprocess
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree

import packed

FILES = [
    "bin/tcviz",
    "include/tcviz.cuh",
    "share/applications/tcviz.desktop",
    "share/bash-completion/completions/tcviz",
    "share/doc/tcviz/LICENSE",
    "share/doc/tcviz/third_party.txt",
    "share/fish/vendor_completions.d/tcviz.fish",
    "share/icons/hicolor/scalable/apps/tcviz.svg",
    "share/man/man1/tcviz.1",
    "share/zsh/site-functions/_tcviz",
]


class Tarball(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = pathlib.Path(folder.name)
        pack = f'. {packed.PACKAGE}/build.sh; pack_tree "$0" "$1"'
        done = subprocess.run(["bash", "-euo", "pipefail", "-c", pack, packed.BUILD, cls.folder / "dist"], check=True,
                              capture_output=True, text=True)
        cls.path = pathlib.Path(done.stdout.strip())
        with tarfile.open(cls.path) as archive:
            cls.members = archive.getmembers()
            archive.extractall(cls.folder / "unpacked")
        cls.name = f"tcviz-{packed.version()}-linux-x86_64"
        cls.tree = cls.folder / "unpacked" / cls.name
        cls.program = cls.tree / "bin/tcviz"

    def test_one_folder_with_all_files_and_nothing_left_beside(self):
        self.assertEqual(self.path, self.folder / "dist" / f"{self.name}.tar.gz")
        self.assertEqual([path.name for path in self.path.parent.iterdir()], [self.path.name])
        found = sorted(str(path.relative_to(self.tree)) for path in self.tree.rglob("*") if path.is_file())
        self.assertEqual(found, FILES)

    def test_nothing_in_it_depends_on_who_packed_it_or_when(self):
        self.assertEqual({(member.uid, member.gid, member.uname, member.mtime) for member in self.members},
                         {(0, 0, "", 315532800)})
        self.assertEqual([member.name for member in self.members], sorted(member.name for member in self.members))

    def test_it_runs_where_it_was_unpacked(self):
        self.assertEqual(packed.run(self.program, "--version", folder=self.folder).decode(),
                         f"tcviz {packed.version()}\n")

    def test_the_desktop_file_names_what_is_there(self):
        entry = configparser.ConfigParser(interpolation=None)
        entry.read(self.tree / "share/applications/tcviz.desktop")
        self.assertEqual(entry["Desktop Entry"]["exec"].split()[0], self.program.name)
        icons = self.tree / "share/icons/hicolor/scalable/apps"
        self.assertTrue((icons / f"{entry['Desktop Entry']['icon']}.svg").exists())
        if shutil.which("desktop-file-validate"):
            subprocess.run(["desktop-file-validate", self.tree / "share/applications/tcviz.desktop"], check=True)

    def test_the_icon_is_a_square(self):
        icon = xml.etree.ElementTree.parse(self.tree / "share/icons/hicolor/scalable/apps/tcviz.svg").getroot()
        self.assertEqual((icon.get("width"), icon.get("viewBox")), (icon.get("height"), "0 0 64 64"))

    def test_bash_completes_with_the_installed_file(self):
        script = 'source "$0"; COMP_LINE="$1 kin"; COMP_POINT=${#COMP_LINE}; _tcviz; printf "%s\\n" "${COMPREPLY[@]}"'
        file = self.tree / "share/bash-completion/completions/tcviz"
        self.assertEqual(packed.run("bash", "-c", script, file, self.program, folder=self.folder), b"kinds\n")

    def test_the_man_page_has_every_command_and_option(self):
        page = (self.tree / "share/man/man1/tcviz.1").read_text(encoding="utf-8")
        plain = re.sub(r"\\&|\\(?=-)", "", page)
        commands = re.search(r"\nCommands\n(.*?)\n\n", self.help_of(), re.DOTALL)[1]
        names = [line.split()[0] for line in commands.split("\n")]
        self.assertIn("show", names)
        for name in names:
            if name != "help":
                self.assertIn(f"\n.SS tcviz {name}\n", plain)
                for option in re.findall(r"^  (-.*?)(?:  |$)", self.help_of(name), re.MULTILINE):
                    self.assertIn(f"\n.B {option}\n", plain)

    def test_the_man_page_is_what_troff_reads(self):
        if not shutil.which("groff"):
            self.skipTest("there is no groff here")
        done = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z", self.tree / "share/man/man1/tcviz.1"],
                              capture_output=True, text=True, check=True)
        self.assertEqual(done.stderr, "")

    def help_of(self, *words):
        return packed.run(self.program, *words, "--help", folder=self.folder).decode()


if __name__ == "__main__":
    unittest.main()
