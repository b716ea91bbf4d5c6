// Nothing of TCVIZ is left.
#define TCVIZ_OFF
#include "tests/live/takes.cu"
