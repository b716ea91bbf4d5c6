# shellcheck shell=bash
# What app/run and tests/run share: bring a machine to the point where the build works, and build.
# Every step looks first whether its work is done, so that an interrupted set-up continues where it stopped.

tcviz_root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)
tcviz_setup=${TCVIZ_SETUP_DIR:-$tcviz_root/build/setup}
tcviz_pins=$tcviz_root/app/third_party/pins
tcviz_log=$tcviz_root/build/log

say() { printf 'tcviz: %s\n' "$*" >&2; }

die() {
  local code=$1
  shift
  say "$@"
  exit "$code"
}

# step NAME "what is done" COMMAND...: runs it with its output in a log; shows how long it took, or the end of the log.
step() {
  local name=$1 what=$2 started=$SECONDS
  local log=$tcviz_log/$name.log
  shift 2
  mkdir -p "$tcviz_log"
  say "$what (log: ${log#"$tcviz_root"/})"
  if ! (set -e; "$@") >"$log" 2>&1 </dev/null; then
    tail -n 20 "$log" >&2
    die 3 "failed: $what. The whole log is $log; once the cause is gone, run the same command again: it continues here."
  fi
  say "  done in $((SECONDS - started)) s"
}

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

pip() { /usr/bin/python3 -m pip --disable-pip-version-check --no-input "$@"; }

# fetch_wheels PINS FOLDER: unpacks the wheels that the pins name; pip compares every hash and names the file that is wrong.
fetch_wheels() {
  local new=$tcviz_setup/$2.new
  fresh "$new"
  pip install --quiet --no-deps --no-compile --only-binary :all: --require-hashes --target "$new" -r "$tcviz_pins/$1.txt"
  keep "$1" "$2" "$new"
}

fetch_cuda() {
  fetch_wheels cuda cuda
  ln -sfn lib "$tcviz_setup/cuda/nvidia/cu13/lib64"  # where nvcc's own profile looks for the runtime
}

# Pip reads a source release's metadata before it keeps the file. The pinned back end answers that; nothing is built.
fetch_sources() {
  local new=$tcviz_setup/imgui_bundle.new parts=() part
  fresh "$new"
  pip install --quiet --no-deps --no-compile --only-binary :all: --require-hashes --target "$new/backend" -r "$tcviz_pins/backend.txt"
  PYTHONPATH=$new/backend pip download --quiet --no-deps --no-build-isolation --no-binary imgui-bundle --require-hashes \
    --dest "$new" -r "$tcviz_pins/sources.txt"
  for part in imgui/imgui glfw/glfw imgui_test_engine/imgui_test_engine/imgui_test_engine; do
    parts+=("*/external/$part")
  done
  tar -xzf "$new"/imgui_bundle-*.tar.gz -C "$new" --strip-components=1 --wildcards "${parts[@]}"
  rm -rf "$new/backend" "$new"/imgui_bundle-*.tar.gz
  keep sources imgui_bundle "$new"
}
