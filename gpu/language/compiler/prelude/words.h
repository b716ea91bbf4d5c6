// Fractions of a kernel's text become those that know what they are: see kernel.h.
inline tcviz_harness::Tagged __float2half(const tcviz_harness::Tagged& v) { return v; }
inline tcviz_harness::Tagged __half2float(const tcviz_harness::Tagged& v) { return v; }
#define float ::tcviz_harness::Tagged
#define double ::tcviz_harness::Tagged
#define half ::tcviz_harness::Tagged
#define __half ::tcviz_harness::Tagged
#define __nv_bfloat16 ::tcviz_harness::Tagged
