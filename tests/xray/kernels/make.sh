#!/usr/bin/env bash
# Compiles every kernel here to PTX again. The tests read the PTX, so that they need no compiler.
set -euo pipefail
cd "$(dirname "$0")"
for source in *.cu; do
  arch=sm_80
  case $source in
    types.cu | orders.cu) arch=sm_89 ;;
    tensor_copy.cu | warpgroup.cu | hoppers.cu) arch=sm_90a ;;
  esac
  nvcc -std=c++17 -arch "$arch" -ptx -lineinfo "$source" -o "${source%.cu}.ptx"
  sed -i 's|^\(\t\.file\t[0-9]* "\).*/|\1|' "${source%.cu}.ptx"
done
# The same attention, four times as wide: the tests read the narrow one, the benchmark both.
wide=$(mktemp -d)
sed 's/width = 32/width = 128/' attention.cu >"$wide/attention.cu"
nvcc -std=c++17 -arch sm_80 -ptx -lineinfo "$wide/attention.cu" -o large_attention.ptx
rm -r "$wide"
sed -i 's|^\(\t\.file\t[0-9]* "\).*/|\1|' large_attention.ptx
for source in wmma_bias fragments_wmma; do
  nvcc -std=c++17 -arch sm_75 -ptx -lineinfo "$source.cu" -o "${source}_volta.ptx"
  sed -i 's|^\(\t\.file\t[0-9]* "\).*/|\1|' "${source}_volta.ptx"
done
