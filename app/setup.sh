# shellcheck shell=bash
# What app/run and tests/run share: bring a machine to the point where the build works, and build.
# Every step looks first whether its work is done, so that an interrupted set-up continues where it stopped.
# All talk goes to standard error: standard output belongs to tcviz.

tcviz_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tcviz_setup=${TCVIZ_SETUP_DIR:-$tcviz_root/build/setup}
tcviz_pins=$tcviz_root/app/third_party/pins
tcviz_log=$tcviz_root/build/log
tcviz_doing="setting up"
tcviz_machine=${TCVIZ_MACHINE:-}  # tests look at a folder in place of /

say() { printf 'tcviz: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 3
}

# The first error of a log with what follows it, or the log's end where no line says "error".
show_cause() {
  grep --max-count=1 --after-context=15 -E '(^|[^a-z])([Ee]rror|ERROR|FAILED|E):? ' "$1" || tail -n 15 "$1"
}

# What a log says -> what that means. The first row that fits is taken.
tcviz_unreachable='no network: what is to be fetched cannot be reached from here'
tcviz_causes=(
  'No space left on device|enough free space|Disk quota exceeded'
  'the disk is full: make room on it'
  'Temporary failure (in name )?resol|Could not resolve|Name or service not known|No address associated|ProxyError'
  "$tcviz_unreachable"
  'NewConnectionError|Could not connect|Network is unreachable|No route to host|onnect(ion )?[tT]imed? ?out|ReadTimeout'
  "$tcviz_unreachable"
  'DO NOT MATCH THE HASHES'
  'what was fetched is not what is pinned in app/third_party/pins: something on the way changed or cut it'
  'Could not get lock|frontend lock'
  'another package manager is at work: wait until it is done'
  'Killed|annot allocate memory|virtual memory exhausted'
  'out of memory: CMAKE_BUILD_PARALLEL_LEVEL=1 builds one file at a time'
  'Read-only file system|Permission denied'
  'a file may not be written'
  'interrupted by user'
  'it was interrupted')

# A full disk may not have taken the sentence that says so: the folders that are written to, asked themselves.
full_folder() {
  local folder free
  for folder in "$tcviz_log" "$tcviz_setup" "${TMPDIR:-/tmp}" /var/cache/apt; do
    free=$(df -Pk "$folder" 2>/dev/null | awk 'NR == 2 {print $4}')
    if [ "${free:-99999}" -lt 4096 ]; then
      echo "$folder"
      return
    fi
  done
  return 1
}

# cause_of LOG: what went wrong, ": in words", or nothing where nobody knows.
cause_of() {
  local row folder
  if folder=$(full_folder); then
    echo ": the disk of $folder is full: make room on it"
    return
  fi
  for ((row = 0; row < ${#tcviz_causes[@]}; row += 2)); do
    if grep -qE "${tcviz_causes[row]}" "$1" 2>/dev/null; then
      echo ": ${tcviz_causes[row + 1]}"
      return
    fi
  done
}

# attempt NAME "what is done" COMMAND...: runs it with its output in a log; says how long it took, or what went wrong.
attempt() {
  local log=$tcviz_log/$1.log started=$SECONDS cause lines=20
  tcviz_doing=$2
  shift 2
  say "$tcviz_doing (log: $log)"
  if ! bash -euo pipefail -c '. "$0"; "$@"' "${BASH_SOURCE[0]}" "$@" >"$log" 2>&1 </dev/null; then
    cause=$(cause_of "$log")
    [ -z "$cause" ] || lines=3
    show_cause "$log" | head -n "$lines" >&2
    say "failed: ${tcviz_doing%%,*}$cause. The whole log is $log"
    return 1
  fi
  say "  done in $((SECONDS - started)) s"
}

# The same, for what nothing goes on without.
step() { attempt "$@" || die "Once the cause is gone, the same command goes on from here."; }

stopped() {
  say "stopped while ${tcviz_doing%%,*}: the same command goes on from there"
  exit 130
}

# One set-up at a time in one clone; the lock goes when the shell does, and what it started.
lock_build() {
  trap stopped INT
  if ! { mkdir -p "$tcviz_log" && : >>"$tcviz_root/build/.lock"; } 2>/dev/null; then
    die "cannot write in $tcviz_root/build$(cause_of /dev/null). Once the cause is gone, the same command works."
  fi
  exec 9>"$tcviz_root/build/.lock"
  if ! flock --nonblock 9; then
    say "another set-up or build is at work in this clone: waiting for it"
    flock 9
  fi
}

# ---- system packages --------------------------------------------------------------------------------------------

tcviz_packages=(
  ca-certificates cmake g++ ninja-build pkg-config python3 python3-pip python3-jinja2
  libfmt-dev libcli11-dev nlohmann-json3-dev libcairo2-dev libexpat1-dev libfreetype-dev libpng-dev zlib1g-dev libmd-dev
  libegl-dev libgl-dev libopengl-dev libgl1-mesa-dri
  libwayland-dev libx11-dev libxcursor-dev libxi-dev libxinerama-dev libxkbcommon-dev libxrandr-dev)
tcviz_quick_test_packages=(libgmock-dev libgtest-dev shellcheck python3-pytest python3-numpy)
# poppler and a plain TeX look at figures: 65 MB to fetch, 230 MB of disk. The Python ones run the package's notebook and
# type-check the package.
tcviz_test_packages=("${tcviz_quick_test_packages[@]}" libbenchmark-dev libclang-rt-dev clang clang-format poppler-utils
  texlive-latex-base texlive-pictures xauth xvfb mypy python3-nbclient python3-ipykernel)

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF "${installed:-none}" || true
}

# An earlier installation may have been cut off. Another package manager may be at work, an unattended upgrade for one:
# five minutes of patience.
end_installation() {
  local said patience=60
  until said=$("$@" dpkg --configure -a 2>&1); do
    printf '%s\n' "$said"
    [[ $said == *lock* ]] && [ $((patience -= 1)) -gt 0 ] || return 1
    sleep 5
  done
}

apt_install() {
  local as_root=(env DEBIAN_FRONTEND=noninteractive) apt=(apt-get -q -y -o DPkg::Lock::Timeout=300)
  [ "$(id -u)" = 0 ] || as_root=(sudo "${as_root[@]}")
  end_installation "${as_root[@]}"
  "${as_root[@]}" "${apt[@]}" update
  "${as_root[@]}" "${apt[@]}" install --no-install-recommends "$@"
}

need_packages() {
  local missing=()
  if ! command -v dpkg-query apt-get >/dev/null; then
    say "this is no Debian or Ubuntu: going on as if these were installed under other names: $*"
    return
  fi
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  say "missing system packages: ${missing[*]}"
  if [ "$(id -u)" != 0 ]; then
    command -v sudo >/dev/null || die "there is no sudo here; as root, run: apt-get install ${missing[*]}"
    say "sudo will ask for your password to install them, and for nothing else"
    sudo -v || die "without sudo, ask for this to be run as root: apt-get install ${missing[*]}"
  fi
  step packages "installing ${#missing[@]} system packages" apt_install "${missing[@]}"
}

need_program_packages() { need_packages "${tcviz_packages[@]}"; }
need_quick_test_packages() { need_packages "${tcviz_packages[@]}" "${tcviz_quick_test_packages[@]}"; }
need_test_packages() { need_packages "${tcviz_packages[@]}" "${tcviz_test_packages[@]}"; }

# ---- pinned sources ---------------------------------------------------------------------------------------------

# A pinned thing is there when its folder holds the very pins that it was made from.
pinned() { cmp -s "$tcviz_pins/$1.txt" "$tcviz_setup/$2/.pins"; }

# keep PINS FOLDER NEW: the last act of a fetch; nobody ever sees half a folder.
keep() {
  cp "$tcviz_pins/$1.txt" "$3/.pins"
  rm -rf "${tcviz_setup:?}/$2"
  mv "$3" "$tcviz_setup/$2"
}

fresh() {
  rm -rf "$1"
  mkdir -p "$1"
}

# The system's own Python: whatever else is first on PATH may lack what the system packages brought.
pip() {
  PIP_USER=0 PIP_ROOT_USER_ACTION=ignore PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_INPUT=1 \
    "$tcviz_machine/usr/bin/python3" -m pip "$@"
}

# fetch_wheels PINS FOLDER [COMMAND]: unpacks the wheels that the pins name, and hands the folder to COMMAND before anybody
# sees it. Pip compares every hash and names the file that is wrong.
fetch_wheels() {
  local new=$tcviz_setup/$2.new
  fresh "$new"
  pip install --quiet --no-deps --no-compile --only-binary :all: --require-hashes --target "$new" -r "$tcviz_pins/$1.txt"
  ${3:+"$3" "$new"}
  keep "$1" "$2" "$new"
}

complete_cuda() { ln -sfn lib "$1/nvidia/cu13/lib64"; }  # where nvcc's own profile looks for the runtime

# Pip reads a source release's metadata before it keeps the file. The pinned back end answers that; nothing is built.
fetch_sources() {
  local new=$tcviz_setup/imgui_bundle.new parts=() part
  fresh "$new"
  pip install --quiet --no-deps --no-compile --only-binary :all: --require-hashes --target "$new/backend" -r "$tcviz_pins/backend.txt"
  PYTHONPATH=$new/backend pip download --quiet --no-deps --no-build-isolation --no-binary imgui-bundle --require-hashes \
    --dest "$new" -r "$tcviz_pins/sources.txt"
  for part in imgui/imgui glfw/glfw imgui_test_engine/imgui_test_engine/imgui_test_engine \
    implot/implot ImGuiColorTextEdit/ImGuiColorTextEdit; do
    parts+=("*/external/$part")
  done
  tar -xzf "$new"/imgui_bundle-*.tar.gz -C "$new" --strip-components=1 --wildcards "${parts[@]}"
  rm -rf "$new/backend" "$new"/imgui_bundle-*.tar.gz
  keep sources imgui_bundle "$new"
}

# The rule of app/third_party/cuda.cmake: kernels are C++20, which nvcc compiles since 12.0.
nvcc_is_new_enough() {
  local release
  release=$("$1" --version 2>/dev/null | sed -n 's/.*release \([0-9]*\).*/\1/p')
  [ "${release:-0}" -ge 12 ]
}

have_cuda() {
  pinned cuda cuda || nvcc_is_new_enough nvcc || nvcc_is_new_enough "$tcviz_machine/usr/local/cuda/bin/nvcc"
}

need_sources() {
  mkdir -p "$tcviz_setup"
  pinned sources imgui_bundle || step sources "fetching Dear ImGui and GLFW, 54 MB" fetch_sources
  pinned glad glad || step glad "fetching the writer of the OpenGL loader" fetch_wheels glad glad
}
need_cuda() {
  have_cuda || step cuda "fetching a CUDA compiler, 105 MB: there is no nvcc on this machine" fetch_wheels cuda cuda complete_cuda
}

# The assemblers that `tcviz kinds --recompute` and --multiply use; the program finds them here by itself, and works
# without.
drop_headers() { rm -rf "$1"/nvidia/*/include; }
need_assemblers() {
  mkdir -p "$tcviz_setup"
  pinned nvjitlink nvjitlink || step nvjitlink "fetching two versions of nvJitLink, 80 MB" fetch_wheels nvjitlink nvjitlink drop_headers
}
# The run-time compiler for operations on fragments; a toolkit's own serves as well.
have_nvrtc() {
  local toolkit=$tcviz_machine/usr/local/cuda/lib64
  pinned nvrtc nvrtc ||
    { compgen -G "$toolkit/libnvrtc.so.1[23]" && compgen -G "$toolkit/libnvrtc-builtins.so.1[23].*"; } >/dev/null
}
# Static libraries and the compiler's second form are of no use here.
drop_static() { rm -f "$1"/nvidia/cu13/lib/*.a "$1"/nvidia/cu13/lib/*.alt.so*; }
need_nvrtc() {
  mkdir -p "$tcviz_setup"
  have_nvrtc || step nvrtc "fetching NVRTC, 100 MB" fetch_wheels nvrtc nvrtc drop_static
}
# NVIDIA's driver, of the machine or of a container that was given a GPU.
have_driver() {
  [ -e "$tcviz_machine/dev/nvidiactl" ] || [ -e "$tcviz_machine/proc/driver/nvidia/version" ] ||
    compgen -G "$tcviz_machine/usr/lib/*/libcuda.so.1" >/dev/null || [ -e "$tcviz_machine/usr/lib64/libcuda.so.1" ] ||
    [ -e "$tcviz_machine/usr/lib/wsl/lib/libcuda.so.1" ]
}
# Where there is a GPU, operations and products are to run on it; all else works without.
want_nvrtc() {
  if have_driver && ! have_nvrtc; then
    say "NVIDIA's driver is here and no CUDA toolkit: operations and products on the GPU need NVRTC"
    attempt nvrtc "fetching NVRTC, 100 MB" fetch_wheels nvrtc nvrtc drop_static ||
      say "going on without NVRTC: no operation or product runs on the GPU until \`app/run --with-compilers\` fetches it"
  fi
}
mark_runnable() { chmod +x "$1"/nvidia/*/bin/nvdisasm; }
need_disassembler() {
  pinned nvdisasm nvdisasm || step nvdisasm "fetching nvdisasm, 4 MB" fetch_wheels nvdisasm nvdisasm mark_runnable
}

# ---- build ------------------------------------------------------------------------------------------------------

tcviz_kernels=ON  # whether `release` holds the kernels that ask a GPU, which take nvcc minutes

configure() {
  local settings=("-DTCVIZ_SETUP_DIR=$tcviz_setup")
  cd "$tcviz_root" || exit 3
  [ "$1" != release ] || settings+=("-DTCVIZ_CUDA=$tcviz_kernels")
  step "configure-$1" "configuring $1" cmake --preset "$1" "${settings[@]}"
}

# need_build PRESET "how long" TARGET...
need_build() {
  local preset=$1 how_long=$2
  shift 2
  configure "$preset"
  step "build-$preset" "building $preset, $how_long" cmake --build --preset "$preset" --target "$@"
}
