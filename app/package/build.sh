# shellcheck shell=bash
# What app/package/wheel and app/package/tarball share. What is said goes to standard error.

# shellcheck source=app/setup.sh
. "$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)/app/setup.sh"
tcviz_build=$tcviz_root/build/release
tcviz_program=$tcviz_build/package/bin/tcviz
tcviz_notices=$tcviz_build/app/package/third_party.txt

build_package() {
  local targets=(tcviz_package package_files)
  [ ! -d "$tcviz_root/app/python" ] || targets+=(python_package)
  lock_build
  need_program_packages
  need_sources
  need_cuda
  need_build release "a few minutes the first time" "${targets[@]}"
  exec 9>&-
  /usr/bin/python3 -B "$tcviz_root/app/package/needs.py" "$tcviz_program" 2.28 >&2 ||
    die "The program asks for more than every machine has: it is not packed."
}

# pack_tree BUILD FOLDER: what `cmake --install` installs, as one file in FOLDER.
pack_tree() {
  local version name stage
  version=$("$1/package/bin/tcviz" --version)
  name=tcviz-${version#tcviz }-linux-x86_64
  mkdir -p "$2"
  stage=$(mktemp -d "$2/.stage.XXXXXX")
  cmake --install "$1" --prefix "$stage/$name" >/dev/null
  tar --create --sort=name --owner=0 --group=0 --numeric-owner --mtime=1980-01-01T00:00Z -C "$stage" "$name" |
    gzip --no-name --best >"$stage/$name.tar.gz"
  mv "$stage/$name.tar.gz" "$2/"
  rm -rf "$stage"
  echo "$2/$name.tar.gz"
}
