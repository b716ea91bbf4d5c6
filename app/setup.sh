# shellcheck shell=bash
# What app/run and tests/run share: bring a machine to the point where the build works, and build.
# Every step looks first whether its work is done, so that an interrupted set-up continues where it stopped.
# All talk goes to standard error: standard output belongs to tcviz.

tcviz_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tcviz_setup=${TCVIZ_SETUP_DIR:-$tcviz_root/build/setup}
tcviz_pins=$tcviz_root/app/third_party/pins
tcviz_log=$tcviz_root/build/log

say() { printf 'tcviz: %s\n' "$*" >&2; }

die() {
  say "$@"
  exit 3
}

# The first error of a log with what follows it, or the log's end where no line says "error".
show_cause() {
  grep --max-count=1 --after-context=15 -E '(^|[^a-z])([Ee]rror|ERROR|FAILED|E):? ' "$1" || tail -n 15 "$1"
}

# step NAME "what is done" COMMAND...: runs it with its output in a log; says how long it took, or what went wrong.
step() {
  local log=$tcviz_log/$1.log what=$2 started=$SECONDS
  shift 2
  mkdir -p "$tcviz_log"
  say "$what (log: $log)"
  if ! bash -euo pipefail -c '. "$0"; "$@"' "${BASH_SOURCE[0]}" "$@" >"$log" 2>&1 </dev/null; then
    show_cause "$log" >&2
    die "failed: $what. The whole log is $log; once the cause is gone, the same command continues here."
  fi
  say "  done in $((SECONDS - started)) s"
}

# One set-up at a time in one clone; the lock goes when the shell does.
lock_build() {
  mkdir -p "$tcviz_root/build"
  exec 9>"$tcviz_root/build/.lock"
  if ! flock --nonblock 9; then
    say "another set-up or build is at work in this clone: waiting for it"
    flock 9
  fi
}

# ---- system packages --------------------------------------------------------------------------------------------

tcviz_packages=(
  ca-certificates cmake g++ ninja-build pkg-config python3 python3-pip python3-jinja2
  libfmt-dev libcli11-dev nlohmann-json3-dev libcairo2-dev libexpat1-dev libfreetype-dev libpng-dev zlib1g-dev
  libegl-dev libgl-dev libopengl-dev libgl1-mesa-dri
  libwayland-dev libx11-dev libxcursor-dev libxi-dev libxinerama-dev libxkbcommon-dev libxrandr-dev)
# poppler and a plain TeX look at figures: 65 MB to fetch, 230 MB of disk.
tcviz_test_packages=(clang libbenchmark-dev libclang-rt-dev libgtest-dev poppler-utils shellcheck texlive-latex-base
  texlive-pictures xauth xvfb)

missing_packages() {
  local installed
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' "$@" 2>/dev/null | sed -n 's/^installed //p') || true
  printf '%s\n' "$@" | grep -vxF "${installed:-none}" || true
}

apt_install() {
  # Another package manager may be at work, an unattended upgrade for one: five minutes of patience.
  local as_root=() apt=(env DEBIAN_FRONTEND=noninteractive apt-get -q -y -o DPkg::Lock::Timeout=300) patience=60
  [ "$(id -u)" = 0 ] || as_root=(sudo)
  until "${as_root[@]}" dpkg --configure -a; do  # an earlier installation may have been cut off
    [ $((patience -= 1)) -gt 0 ] || return 1
    sleep 5
  done
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
pip() { PIP_USER=0 PIP_ROOT_USER_ACTION=ignore /usr/bin/python3 -m pip --disable-pip-version-check --no-input "$@"; }

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
  pinned cuda cuda || nvcc_is_new_enough nvcc || nvcc_is_new_enough /usr/local/cuda/bin/nvcc
}

need_sources() {
  mkdir -p "$tcviz_setup"
  pinned sources imgui_bundle || step sources "fetching Dear ImGui and GLFW, 54 MB" fetch_sources
  pinned glad glad || step glad "fetching the writer of the OpenGL loader" fetch_wheels glad glad
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
  pinned nvrtc nvrtc || compgen -G '/usr/local/cuda/lib64/libnvrtc.so.1[23]' >/dev/null
}
# Static libraries and the compiler's second form are of no use here.
drop_static() { rm -f "$1"/nvidia/cu13/lib/*.a "$1"/nvidia/cu13/lib/*.alt.so*; }
need_nvrtc() {
  mkdir -p "$tcviz_setup"
  have_nvrtc || step nvrtc "fetching NVRTC, 100 MB" fetch_wheels nvrtc nvrtc drop_static
}
mark_runnable() { chmod +x "$1"/nvidia/*/bin/nvdisasm; }
need_disassembler() {
  pinned nvdisasm nvdisasm || step nvdisasm "fetching nvdisasm, 4 MB" fetch_wheels nvdisasm nvdisasm mark_runnable
}

# ---- build ------------------------------------------------------------------------------------------------------

# need_build PRESET "how long" TARGET...
need_build() {
  local preset=$1 how_long=$2
  shift 2
  cd "$tcviz_root" || exit 3
  step "configure-$preset" "configuring $preset" cmake --preset "$preset" "-DTCVIZ_SETUP_DIR=$tcviz_setup"
  step "build-$preset" "building $preset, $how_long" cmake --build --preset "$preset" --target "$@"
}
