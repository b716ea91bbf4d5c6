#include "app/cli/line/commands.hpp"

#include <array>

#include "app/cli/figures/figure_spec.hpp"

namespace tcviz::inline app_cli {
namespace {

constexpr std::string_view maxas_notes =
    "Orders\n"
    "  swirl-zigzag     the published one: swirls of four FFMAs, back and forth in x\n"
    "  swirl            the same swirls, without going back\n"
    "  repeating-banks  swirls of neighbours (x step 1), back and forth\n"
    "  zigzag           column after column, back and forth\n"
    "  x-inner          column after column\n"
    "  y-inner          row after row\n"
    "A conflict is a read of a register bank beyond the first in one FFMA.\n";

constexpr std::string_view xray_notes =
    "Arguments\n  A=f16[m:64,k:128]      an input: element type, and for each dimension a name and a size, the last "
    "one fastest\n  B=f16[k:128,n:48]:col  the first dimension is fastest; @72 is a pitch in elements, *0.01 a scale "
    "of the values\n  C=out f32[m:64,n:48]   an output; inout reads its old values too\n  element types          "
    "f16 bf16 tf32 f32 f64 e4m3 e5m2 s8 u8 s32; s4 u4 (two a byte) and b1 (eight) are inputs only\n  64, 1.5, null, "
    "hex:0a  numbers, no pointer, bytes\n  struct(A=f16[m:64,k:128], i64:64, alpha=f32:0.5)  a structure by value: "
    "its fields in their order\nOr a comment in the source: // xray: kernel sm_80 <<<(2,2), 128, 0>>> "
    "(A=f16[m:64,k:128], 64)\n--arg A=... replaces its argument of that name, --expect its expectation of that "
    "output.\nWithout either a launch is proposed; --insert writes it into the source.\nDimensions of "
    "one name belong together: those that an output lacks are summed over, each "
    "index once.\nThe answer is right (code 0), wrong or incomplete (1), or not judged (3).\n";

constexpr std::string_view live_notes =
    "In a kernel of yours\n  #include \"tcviz.cuh\"               as `tcviz live --header` prints it; C++14, sm_70 or "
    "later\n  TCVIZ(d, \"mma.m16n8k16.acc.f32\");  registers of each thread: a WMMA fragment, an array or a struct\n  "
    "tcviz::live_start();               before the launch: block 0,0,0, or as LiveOptions says\n  "
    "tcviz::live_save(\"run.live\");      after it\nThe exit code is 0 if all is as expected, 1 if a value is not, "
    "threads are missing or owners of an element differ.\n";

constexpr std::string_view serve_notes =
    "Lines\n"
    "  in   {\"id\": 1, \"method\": \"check\", \"params\": {\"kind\": \"wmma.m16n16k16.acc.f32\", \"row\": \"tid >> "
    "2\"}}\n"
    "  out  {\"id\": 1, \"result\": ...} or {\"id\": 1, \"error\": {\"message\": ..., \"fault\": \"bad_input\"}}\n"
    "Methods: layout, at, formula, check, diff, image, descriptor, banks, journey, xray, kinds, devices, verify,\n"
    "figure, with the options of the commands as names of params; results are what the commands print with --json.\n"
    "The first line out names the format, tcviz-serve/1.\n"
    "A line has at most a megabyte. A line that cannot be read is answered with the id null. The end of the input ends "
    "it.\n";

constexpr std::array<Command, 24> rows = {{
    {"", "see how tensor-core instructions spread a matrix over threads and registers", "tcviz [KIND | FILE] [options]",
     "tcviz wmma.m16n16k16.acc.f32\n"
     "tcviz wmma.m16n16k16.a.f16.row --device recorded:sm_90",
     declare_window},
    {"devices", "list the GPUs and the recorded, compiled, published and documented sources", "tcviz devices [options]",
     "tcviz devices\n"
     "tcviz devices --json",
     declare_devices},
    {"kinds", "list the kinds of fragment and the sources that know them", "tcviz kinds [WORD...] [options]",
     "tcviz kinds\n"
     "tcviz kinds acc f32\n"
     "tcviz kinds HMMA.16816.F32\n"
     "tcviz kinds --family wmma --device published:sm_70 --json\n"
     "tcviz kinds acc --groups",
     declare_kinds},
    {"show", "print or draw the layout of a kind", "tcviz show KIND | FILE [options]",
     "tcviz show wmma.m16n16k16.acc.f32 --device recorded:sm_90\n"
     "tcviz show wmma.m16n16k16.acc.f32 --device published:sm_80 -o layout.svg\n"
     "tcviz show 'ldmatrix x4 trans'\n"
     "tcviz show mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32.D\n"
     "tcviz show layout.svg --format csv\n"
     "tcviz show wmma.m16n16k16.a.f16.row --device recorded:sm_90 --view combined --palette print -o figure.pdf\n"
     "tcviz show wmma.m16n16k16.acc.f32 --device recorded:sm_90 -o column.pdf --width 8.5cm --font 7pt\n"
     "tcviz show wmma.m16n16k16.acc.f32 --device recorded:sm_90 -o slide.png --for slide\n"
     "tcviz show mma.m16n8k16.a.f16 --device recorded:sm_90 --also mma.m16n8k16.b.f16 --for page -o panels.svg\n"
     "tcviz show wmma.m16n16k16.acc.f32 --device published:sm_70 --with published:sm_75 -o change.tex",
     declare_show},
    {"at", "say who holds an element, and what a thread or a register holds", "tcviz at KIND PLACE... [options]",
     "tcviz at wmma.m16n16k16.acc.f32 5,9\n"
     "tcviz at wmma.m16n16k16.acc.f32 T13 --device compiled:sm_70\n"
     "tcviz at mma.m16n8k16.a.f16 T13 x4 T13 R1\n"
     "tcviz at ldmatrix x4 trans r9c3 --json\n"
     "tcviz at wgmma.m64n128.acc.f32 warp 2 lane 13 x0",
     declare_at},
    {"image", "say where an operand tile lies in shared memory",
     "tcviz image ID | --descriptor D | --tma SWIZZLE | --cross-check [options]",
     "tcviz image smem.128b.k.b16 --rows 64 --cols 64\n"
     "tcviz image smem.none.mn.b16 --rows 128 --cols 16 --start 0x400 --json\n"
     "tcviz image --descriptor 0x4000004000010040 --type bf16 --operand b --n 256\n"
     "tcviz image --tma 128b --inner 64 --rows 8 --start 0x480\n"
     "tcviz image smem.128b.k.b16 --rows 16 --with smem.64b.k.b16 -o image.svg",
     declare_image},
    {"descriptor", "take a matrix descriptor of wgmma apart, compare two, or build one",
     "tcviz descriptor NUMBER [NUMBER] | --image ID [options]",
     "tcviz descriptor 0x4000004000010040\n"
     "tcviz descriptor 0x4000004000010040 0x4000004000000040 --type e4m3 --operand a\n"
     "tcviz descriptor 0x4000404000010040 --arch sm_100\n"
     "tcviz descriptor --image smem.128b.k.b16 --rows 128 --cols 64 --start 0x400",
     declare_descriptor},
    {"banks", "count the wavefronts of an access to shared memory, and its bank conflicts",
     "tcviz banks --op OP --addresses 'E of lane' | LIST",
     "tcviz banks --op ld32 --addresses 'lane * 132'\n"
     "tcviz banks --op ldm4 --addresses '(lane % 8) * 128 + lane / 8 * 16'\n"
     "tcviz banks --op ldm4 --addresses '(lane % 8 * 128 + lane / 8 * 16) ^ (lane % 8 << 4)' --json\n"
     "tcviz banks --op ldm4 --addresses '(lane % 16) * 64 + lane / 16 * 16 + i * 32' --steps 2 --suggest --pitch 64",
     declare_banks},
    {"journey", "follow one element through shared memory and registers to the result",
     "tcviz journey --element X:ROW,COL [--preset PRESET]",
     "tcviz journey --preset ampere --element A:37,12\n"
     "tcviz journey --preset hopper --element B:12,200 --n 4096 --json\n"
     "tcviz journey --preset epilogue --element C:100,37",
     declare_journey},
    {"xray", "execute a kernel with labels: which element is where, and the first wrong product",
     "tcviz xray FILE [--block N --arg ARG...] [options] [-- FLAGS]",
     "tcviz xray --example > kernel.ptx\n"
     "tcviz xray --example wmma:columns > kernel.cu\n"
     "tcviz xray kernel.ptx --block 32 --arg 'A=f16[m:16,k:16]' --arg 'B=f16[k:16,n:8]:col' "
     "--arg 'C=out f32[m:16,n:8]'\n"
     "tcviz xray kernel.ptx --entry product --grid 1,1 --block 32 --arg 'A=f16[m:16,k:16]' --arg 'B=f16[k:16,n:8]:col' "
     "--arg 'C=out f32[m:16,n:8]' --json",
     declare_xray, xray_notes},
    {"live", "open the registers that a kernel of yours wrote, and name the first wrong lane",
     "tcviz live FILE [--at N] [--expect E] [options]",
     "tcviz live --header > tcviz.cuh\n"
     "tcviz live --example > run.live\n"
     "tcviz live run.live\n"
     "tcviz live run.live --at 0 --expect 'row * 16 + col'\n"
     "tcviz live run.live --at 1 --json\n"
     "tcviz live run.live --at 1 -o registers.svg",
     declare_live, live_notes},
    {"figures", "write all figures of a document again, or check them", "tcviz figures SPEC [options]",
     "tcviz figures --example > figures.json\n"
     "tcviz figures figures.json\n"
     "tcviz figures figures.json --verify",
     declare_figures, figure_spec_help},
    {"verify", "check that a figure is still what its source says", "tcviz verify FIGURE [options]",
     "tcviz show wmma.m16n16k16.acc.f32 --device recorded:sm_90 -o layout.png\n"
     "tcviz verify layout.png\n"
     "tcviz verify layout.png --device compiled:sm_90 --json",
     declare_verify},
    {"probe", "find layouts on a GPU by probes that must agree", "tcviz probe [KIND...] [options]",
     "tcviz probe wmma.m16n16k16.acc.f32\n"
     "tcviz probe --all --timing -o layouts.json\n"
     "tcviz probe --all --cross-check",
     declare_probe},
    {"diff", "compare the layouts of two sources", "tcviz diff KIND | --all --device D --with E",
     "tcviz diff wmma.m16n16k16.acc.f32 --device published:sm_75 --with compiled:sm_100\n"
     "tcviz diff --all --device recorded:sm_90 --with compiled:sm_90",
     declare_diff},
    {"formula", "deduce a formula and prove it on every slot", "tcviz formula KIND [--style STYLE] [--inverse]",
     "tcviz formula wmma.m16n16k16.acc.f32 --device recorded:sm_90\n"
     "tcviz formula wmma.m16n16k16.acc.f32 --device published:sm_70 --style fewest\n"
     "tcviz formula wmma.m16n16k16.a.f16.row --device recorded:sm_90 --style function --inverse\n"
     "tcviz formula smem.128b.k.b16 --rows 64 --cols 64\n"
     "tcviz formula smem.64b.mn.b8 --rows 128 --cols 32 --style cute",
     declare_formula},
    {"check", "check a formula against a layout, on every slot",
     "tcviz check KIND --row E --col E | --linear E | --offset E | --file F [options]",
     "tcviz check wmma.m16n16k16.acc.f32 --device recorded:sm_90 --row '(i & 2) << 2 | tid >> 2' --col 'i & 1 | (i & "
     "4) << 1 | "
     "(tid & 3) << 1'\n"
     "tcviz check wmma.m16n16k16.acc.f32 --device recorded:sm_90 --tid 'row % 8 * 4 + col / 2 % 4' --i 'col % 2 + row "
     "/ 8 * 2 + "
     "col / 8 * 4'\n"
     "tcviz check smem.128b.k.b16 --rows 64 --cols 64 --offset 'row * 128 + ((col * 2) ^ ((row & 7) << 4))'\n"
     "tcviz check smem.128b.k.b16 --rows 8 --offset 'Sw<3,4,3> o smem_ptr[16b](unset) o (_8,_64):(_64,_1)'",
     declare_check},
    {"maxas", "the register map of the maxas SGEMM: reuse, bank conflicts, addresses",
     "tcviz maxas stats | trace --what ffma|load|store [options]",
     "tcviz maxas stats\n"
     "tcviz maxas stats --order x-inner --map '8*xi+yi' --entries 1 --json\n"
     "tcviz maxas stats --all\n"
     "tcviz maxas trace --what ffma\n"
     "tcviz maxas trace --what store --kernel 128 --thread 0 --csv",
     declare_maxas, maxas_notes},
    {"demo", "run an operation on a fragment in registers, verified and timed", "tcviz demo OP KIND [options]",
     "tcviz demo --list\n"
     "tcviz demo upper wmma.m16n16k16.acc.f32 --cpu\n"
     "tcviz demo row_sum wmma.m16n16k16.a.f16.row --device recorded:sm_90 --cpu --json\n"
     "tcviz demo body wmma.m16n16k16.acc.f32 --cpu --body 'x = row >= col ? a * x : 0' -a 3\n"
     "tcviz demo softmax wmma.m16n16k16.acc.f32 --source\n"
     "tcviz demo --all --cpu --device recorded:sm_90",
     declare_demo},
    {"bench", "measure whole matrix products on the GPU", "tcviz bench gemm [options]",
     "tcviz bench gemm --list\n"
     "tcviz bench gemm --recorded --sizes 4096\n"
     "tcviz bench gemm --sizes 1024,4096 --kernels naive_wmma,staged_wmma,cublas_f16\n"
     "tcviz bench gemm --verify",
     declare_bench},
    {"learn", "list, check and open lessons: ours, or a teacher's file", "tcviz learn [LESSON | FILE] [options]",
     "tcviz learn\n"
     "tcviz learn fragment --check\n"
     "tcviz learn --check\n"
     "tcviz learn shared-memory --example > my-lesson.json\n"
     "tcviz learn --json",
     declare_learn},
    {"serve", "answer many questions in one process: lines of JSON, or a coding assistant's tools",
     "tcviz serve --stdio | --mcp [options]",
     "echo '{\"id\": 1, \"method\": \"kinds\", \"params\": {\"word\": \"HMMA.16816.F32\"}}' | tcviz serve --stdio\n"
     "tcviz serve --mcp",
     declare_serve, serve_notes},
    {"capture", "draw the window into a PNG file, without a display",
     "tcviz capture -o FILE.png [KIND | FILE] [options]",
     "tcviz capture -o window.png --device recorded:sm_90\n"
     "tcviz capture -o window.png --kind wmma.m16n16k16.b.f16.col --device recorded:sm_90 --theme light --pin 7,2\n"
     "tcviz capture -o maxas.png --maxas S3:17 --maxas-order x-inner --maxas-map '8*xi+yi' --maxas-entries 1",
     declare_capture},
    {"completion", "print a script that completes tcviz in a shell", "tcviz completion SHELL",
     "tcviz completion bash\ntcviz completion zsh\ntcviz completion fish", declare_completion},
}};

}  // namespace

std::span<const Command> commands() { return rows; }

}  // namespace tcviz::inline app_cli
