#!/usr/bin/env bash
# Completion as bash does it: the script is sourced, and its function asked with a line and a cursor.
set -u
program=$(realpath "$1")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder" || exit 1
export HOME=$folder PATH="${program%/*}:$PATH"
source <(tcviz completion bash)
complete -p tcviz >/dev/null || exit 1
failures=0

# expect LINE WORD...: with the cursor at the end of LINE, exactly these are offered (in any order; "..." for "and
# more").
expect() {
  COMP_LINE=$1 COMP_POINT=${#1} COMPREPLY=()
  shift
  _tcviz
  local more=false wanted=() word
  for word in "$@"; do if [[ $word == ... ]]; then more=true; else wanted+=("$word"); fi; done
  for word in "${wanted[@]}"; do
    if [[ ! " ${COMPREPLY[*]} " == *" $word "* ]]; then
      echo "'$COMP_LINE': no $word in: ${COMPREPLY[*]}"
      failures=$((failures + 1))
    fi
  done
  if ! $more && ((${#COMPREPLY[@]} != ${#wanted[@]})); then
    echo "'$COMP_LINE': ${#COMPREPLY[@]} words instead of ${#wanted[@]}: ${COMPREPLY[*]}"
    failures=$((failures + 1))
  fi
}

expect "tcviz " devices kinds show probe capture completion wmma.m16n16k16.acc.f32 ...
expect "tcviz sh" show
expect "tcviz show --fo" --for --font --format
expect "tcviz show --format " text json csv md cpp svg png pdf tikz
expect "tcviz show --format s" svg
expect "tcviz show --format=s" svg
expect "tcviz show --pi" --pin
expect "tcviz xray --example ho" hopper hopper:groups hopper:still hopper:unfinished hopper:endless
expect "tcviz show wmma.m16n16k16.acc." wmma.m16n16k16.acc.{f16,f32,s32}
expect "tcviz show wmma.m16n16k16.acc.f32 --device recorded:s" sm_90
expect "tcviz show wmma.m16n16k16.acc.f32 --device published:" sm_70 sm_75 sm_80
expect "tcviz show sgemm" sgemm64.c sgemm128.c
expect "tcviz show sgemm64.c --device doc" documented:maxas documented:ptx
expect "tcviz show wmma.m16n16k16.acc.f32 --device pub" published:sm_{70,75,80}
expect "tcviz kinds --family " wmma mma mma.sp ldmatrix stmatrix movmatrix wgmma wgmma.sp sgemm
expect "tcviz capture --theme " dark light contrast
expect "tcviz capture --kind wmma.m8n8k4.acc" wmma.m8n8k4.acc.f64
expect "tcviz maxas " stats trace
expect "tcviz maxas stats --order s" swirl swirl-zigzag
expect "tcviz maxas stats --map " maxas "8*xi+yi" "xi+8*yi"
expect "tcviz maxas trace --what " ffma load store
expect "tcviz completion " bash fish zsh
expect "tcviz capture --maxas S" S1 S2 S3 S4 S5 S6 S7 S8
expect "tcviz capture --maxas-tour 2" 2:1 2:2 2:3 2:4
expect "tcviz capture --maxas-order s" swirl swirl-zigzag
expect "tcviz capture --maxas-map " maxas "8*xi+yi" "xi+8*yi"
expect "tcviz capture --maxas-entries " 0 1 2 3
expect "tcviz show -o " # names of files are bash's own
expect "tcviz show -" --format --device --json --kind --output -o --scale --theme --help -h ...
# A layout in the user's folder is a device, too.
mkdir -p .config/tcviz/layouts
tcviz show wmma.m8n8k4.acc.f64 --device recorded:sm_90 -o .config/tcviz/layouts/mine.json
expect "tcviz show --device recorded:m" mine
exit $((failures > 0))
