#!/usr/bin/env bash
# Completion as zsh and fish do it, where they are installed: completion_shells.sh PROGRAM zsh|fish. 77: not here.
set -eu
program=$(realpath "$1") shell=$2
command -v "$shell" >/dev/null || { echo "there is no $shell here" && exit 77; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
export HOME=$folder XDG_CONFIG_HOME=$folder PATH="${program%/*}:$PATH"
cd "$folder"
touch mine.json

case $shell in
  fish) answers=$(fish -c '
    tcviz completion fish | source
    complete -C "tcviz sh"
    complete -C "tcviz show --format s"
    complete -C "tcviz show --format=s"
    complete -C "tcviz show wmma.m16n16k16.acc.f32 --device recorded:s"
    complete -C "tcviz show -o mi"') ;;
  # zsh completes in its line editor only: the function is asked with the words that it would get.
  zsh) answers=$(zsh -f -c '
    autoload -Uz compinit; compinit -u -d dump
    eval "$(tcviz completion zsh)"
    [[ ${_comps[tcviz]} == _tcviz ]] || exit 1
    compadd() { shift; print -rl -- "${(@P)1}"; }
    _files() { print mine.json; }
    ask() { words=("$@"); CURRENT=$#; _tcviz; }
    ask tcviz sh
    ask tcviz show --format s
    ask tcviz show --format=s
    ask tcviz show wmma.m16n16k16.acc.f32 --device recorded:s
    ask tcviz show -o mi') ;;
esac
wanted=$'show\nsvg\n--format=svg\nrecorded:sm_90\nmine.json'
[ "$answers" = "$wanted" ] && exit 0
printf '%s offers:\n%s\ninstead of:\n%s\n' "$shell" "$answers" "$wanted"
exit 1
