"""What app/run does, step by step, where all is well and where it is not."""

import pathlib
import unittest

import machine

PROJECT = pathlib.Path(__file__).resolve().parents[2]

# Where it can be stopped: the fake, the call of it, what is being done, and what must not be done again.
STAGES = [
    ("apt-get", "*install*", "installing", []),
    ("python3", "*download*", "fetching Dear ImGui", ["apt-get"]),
    ("python3", "*glad.txt*", "fetching the writer of the OpenGL loader", ["apt-get", "sources.txt"]),
    ("cmake", "*--preset*", "configuring release", ["apt-get", "python3 -m"]),
    ("cmake", "*--build*", "building release", ["apt-get", "python3 -m"]),
]

# A fake, what it writes before it fails, and the sentence that is wanted.
FAILURES = [
    ("apt-get", "E: Temporary failure resolving 'x'", "system packages: no network"),
    ("python3", "OSError: [Errno 28] No space left on device", "fetching Dear ImGui and GLFW: the disk is full"),
    ("cmake", "CMake Error: something that nobody has foreseen", "CMake Error: something that nobody has foreseen"),
]

# A line of a log, and what is said of it.
CAUSES = [
    ("NewConnectionError: Failed to establish a new connection: [Errno -2]", "no network"),
    ("ReadTimeoutError: HTTPSConnectionPool: Read timed out. (ReadTimeout)", "no network"),
    ("Cannot connect to proxy.', OSError(ProxyError", "no network"),
    ("ConnectTimeoutError: connection timed out", "no network"),
    ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.", "not what is pinned"),
    ("E: You don't have enough free space in /var/cache/apt/archives/.", "the disk is full"),
    ("E: Could not get lock /var/lib/dpkg/lock-frontend.", "another package manager is at work"),
    ("dpkg: error: dpkg frontend lock was locked by another process", "another package manager is at work"),
    ("/tmp/x.s: fatal error: error writing to x: No space left on device", "the disk is full"),
    ("c++: fatal error: Killed signal terminated program cc1plus", "CMAKE_BUILD_PARALLEL_LEVEL=1"),
    ("ninja: error: opening build log: Permission denied", "may not be written"),
    ("a.cpp:1: error: x was not declared", ""),
]


class Test(unittest.TestCase):
    def setUp(self):
        self.machine = machine.Machine(PROJECT)
        self.addCleanup(self.machine.folder.cleanup)

    def assert_starts(self, answer, *arguments):
        self.assertEqual((answer.code, answer.out), (0, f"the program: {' '.join(arguments)}\n"), answer.said)

    def assert_calls(self, answer, part, wanted=True):
        self.assertEqual(any(part in call for call in answer.calls), wanted, f"{part} in {answer.calls}")


class AllIsWell(Test):
    def test_the_first_start_does_everything_and_the_second_nothing(self):
        first = self.machine.run("kinds", "f16")
        self.assert_starts(first, "kinds", "f16")
        for part in ["apt-get", "sources.txt", "glad.txt", "--preset release", "-DTCVIZ_CUDA=OFF", "--build"]:
            self.assert_calls(first, part)
        for part in ["cuda.txt", "nvrtc.txt", "nvjitlink.txt"]:
            self.assert_calls(first, part, False)
        second = self.machine.run("kinds", "f16")
        self.assert_starts(second, "kinds", "f16")
        self.assertEqual((second.calls, second.said), ([], ""))

    def test_set_up_alone_starts_nothing(self):
        answer = self.machine.run("--set-up")
        self.assertEqual((answer.code, answer.out), (0, ""), answer.said)
        self.assert_calls(answer, "--build")

    def test_with_compilers_fetches_them(self):
        answer = self.machine.run("--with-compilers", "kinds")
        self.assert_starts(answer, "kinds")
        for part in ["nvrtc.txt", "nvjitlink.txt"]:
            self.assert_calls(answer, part)

    def test_gpu_builds_the_kernels_and_a_later_call_keeps_them(self):
        self.assert_starts(self.machine.run("kinds"), "kinds")
        answer = self.machine.run("--gpu", "kinds")
        self.assert_starts(answer, "kinds")
        for part in ["cuda.txt", "-DTCVIZ_CUDA=ON", "--build"]:
            self.assert_calls(answer, part)
        self.assertEqual([self.machine.run(*more).calls for more in [[], ["--gpu"]]], [[], []])

    def test_a_compiler_that_is_new_enough_is_not_fetched(self):
        self.machine.add_program("nvcc", "echo 'Cuda compilation tools, release 13.0, V13.0.88'")
        answer = self.machine.run("--gpu")
        self.assert_calls(answer, "-DTCVIZ_CUDA=ON")
        self.assert_calls(answer, "cuda.txt", False)


class Stops(Test):
    def test_ctrl_c_says_where_and_the_same_command_goes_on_from_there(self):
        for fake, call, doing, done in STAGES:
            with self.subTest(doing=doing):
                self.setUp()
                self.machine.behave(fake, f'case "$*" in {call}) kill -INT 0 ;; esac')
                answer = self.machine.run("kinds")
                self.assertEqual(answer.code, 130, answer.said)
                last = answer.said.strip().split("\n")[-1]
                self.assertTrue(last.startswith(f"tcviz: stopped while {doing}"), answer.said)
                self.assertIn("the same command goes on from there", last)
                self.goes_on(done)

    def test_after_the_hardest_stop_the_same_command_goes_on(self):
        for fake, call, doing, done in STAGES:
            with self.subTest(doing=doing):
                self.setUp()
                self.machine.behave(fake, f'case "$*" in {call}) kill -KILL 0 ;; esac')
                self.assertEqual(self.machine.run("kinds").code, -9)
                self.goes_on(done)

    def goes_on(self, done):
        self.machine.behave_well()
        again = self.machine.run("kinds")
        self.assert_starts(again, "kinds")
        for part in done:
            self.assert_calls(again, part, False)

    def test_an_installation_that_was_cut_off_is_ended_first(self):
        answer = self.machine.run()
        update = next(number for number, call in enumerate(answer.calls) if "update" in call)
        self.assertLess(answer.calls.index("dpkg --configure -a"), update)

    def test_dpkg_that_fails_for_good_is_not_waited_for(self):
        self.machine.behave("dpkg", "echo 'dpkg: error: No space left on device' >&2; exit 1")
        answer = self.machine.run()
        self.assertEqual(answer.code, 3)
        self.assertIn("the disk is full", answer.said)
        self.assertEqual(answer.calls.count("dpkg --configure -a"), 1)


class Failures(Test):
    def test_what_went_wrong_is_said_and_the_same_command_goes_on(self):
        for fake, text, sentence in FAILURES:
            with self.subTest(text=text):
                self.setUp()
                self.machine.behave(fake, f'[[ "$*" == *update* ]] || {{ cat >&2 <<"END"\n{text}\nEND\nexit 1; }}')
                answer = self.machine.run("kinds")
                self.assertEqual(answer.code, 3, answer.said)
                self.assertIn(sentence, answer.said)
                self.assertIn("the same command goes on from here", answer.said)
                self.machine.behave_well()
                self.assert_starts(self.machine.run("kinds"), "kinds")

    def test_causes_are_found_in_logs(self):
        log = self.machine.here / "log"
        for line, sentence in CAUSES:
            with self.subTest(line=line):
                log.write_text(f"first line\n{line}\nlast line\n")
                said = self.machine.bash('. "$0"; cause_of "$1"', self.machine.clone / "app/setup.sh", log)
                self.assertIn(sentence, said)
                self.assertEqual(bool(sentence), bool(said))

    def test_a_full_disk_is_named_although_the_log_could_not_take_it(self):
        log = self.machine.clone / "build/log"  # a disk of its own, maybe
        self.machine.behave("df", f'[[ $* != *{log} ]] || {{ printf "disk blocks used free\\n/ 9 9 12\\n"; exit; }}')
        self.machine.behave("cmake", "exit 1")
        self.assertIn(f"the disk of {log} is full", self.machine.run().said)

    def test_a_clone_that_cannot_be_written_is_named(self):
        (self.machine.clone / "build").write_text("in the way")
        answer = self.machine.run()
        self.assertEqual(answer.code, 3)
        self.assertIn(f"cannot write in {self.machine.clone / 'build'}", answer.said)

    def test_without_root_and_sudo_it_says_what_to_install(self):
        self.machine.add_program("id", "echo 1000")
        answer = self.machine.run()
        self.assertEqual(answer.code, 3)
        self.assertIn("as root, run: apt-get install ca-certificates cmake", answer.said)

    def test_with_sudo_only_packages_are_installed_as_root(self):
        self.machine.add_program("id", "echo 1000")
        self.machine.add_program("sudo", '[ "$1" = -v ] || exec "$@"')
        answer = self.machine.run("kinds")
        self.assert_starts(answer, "kinds")
        as_root = [call for call in answer.calls if call.startswith("sudo")]
        self.assertTrue(as_root)
        for call in as_root:
            self.assertRegex(call, r"^sudo (-v|env DEBIAN_FRONTEND=noninteractive (dpkg|apt-get) .*)$")


class Drivers(Test):
    def test_with_a_driver_and_no_toolkit_nvrtc_is_fetched(self):
        for file in ["dev/nvidiactl", "proc/driver/nvidia/version", "usr/lib/x86_64-linux-gnu/libcuda.so.1"]:
            with self.subTest(file=file):
                self.setUp()
                self.machine.has(file)
                answer = self.machine.run("ops")
                self.assert_starts(answer, "ops")
                for part in ["nvrtc.txt", "cuda.txt", "-DTCVIZ_CUDA=ON"]:
                    self.assert_calls(answer, part)
                self.assertIn("NVIDIA's driver is here and no CUDA toolkit", answer.said)

    def test_with_a_toolkit_nothing_is_fetched(self):
        self.machine.has("dev/nvidiactl")
        self.machine.has("usr/local/cuda/lib64/libnvrtc.so.13")
        self.machine.has("usr/local/cuda/lib64/libnvrtc-builtins.so.13.0")
        self.assert_calls(self.machine.run(), "nvrtc.txt", False)

    def test_half_a_toolkit_is_none(self):
        self.machine.has("dev/nvidiactl")
        self.machine.has("usr/local/cuda/lib64/libnvrtc.so.13")
        self.assert_calls(self.machine.run(), "nvrtc.txt")

    def test_where_it_cannot_be_fetched_the_program_starts_without(self):
        self.machine.has("dev/nvidiactl")
        self.machine.behave("python3", 'case "$*" in *nvrtc.txt*) echo "Could not resolve host" >&2; exit 1 ;; esac')
        answer = self.machine.run("ops")
        self.assert_starts(answer, "ops")
        self.assertIn("no network", answer.said)
        self.assertIn("going on without NVRTC", answer.said)
        self.assertIn("app/run --with-compilers", answer.said)


if __name__ == "__main__":
    unittest.main()
