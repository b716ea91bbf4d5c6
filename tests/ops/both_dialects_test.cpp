// One text has one answer, whichever editor it stands in: as a formula and as the body of an operation. The values are
// those that g++ gives to the same text.
#include <gtest/gtest.h>

#include <array>
#include <string>

#include "gpu/language/c/interpreter.hpp"
#include "gpu/language/formula/formula.hpp"
#include "gpu/layout/layout.hpp"
#include "gpu/run/ops/body.hpp"

namespace tcviz {
namespace {

constexpr std::array<Slot, 2> asked = {{{5, 3}, {16, 0}}};
constexpr int text_rows = 24, text_cols = 7;

struct Expression {
  const char *first, *second;  // for both slots: a number, or "undefined"
  const char* text;
};
struct Statements {
  const char *first, *second;
  const char *text, *value;  // a formula returns the value, a body gives it to x
};
struct RefusedText {
  const char *text, *value;
};

// clang-format off
const Expression expressions[] = {
    {"43", "128", "tid * 8 + i"}, {"1", "8", "tid / 2 - i % 2"}, {"-1", "-8", "(i - tid) / 2"},
    {"-2", "-1", "(i - tid) % 3"}, {"-31", "-31", "-7 / 2 * 10 + -7 % 2"}, {"-29", "-29", "7 / -2 * 10 + 7 % -2"},
    {"4294967295", "10", "tid - 6u"}, {"2147483647", "5", "(tid - 6u) / 2"}, {"2147483645", "2147483640", "-tid / 2u"},
    {"2", "6", "(i - 5) % 7u"}, {"-1", "10", "tid - 6LL"}, {"4294967295", "10", "(tid - 6u) + 0LL"},
    {"4294967191", "4294967224", "(tid - 40) * 3u"}, {"2147483648", "2147483648", "2147483647 + tid * 0u + 1"},
    {"4", "15", "0xffffffff + tid"}, {"2147483642", "2147483631", "0x7fffffff - tid"},
    {"2147483643", "2147483632", "2147483648 - tid"}, {"-2147483643", "-2147483632", "-2147483648 + tid"},
    {"4294967301", "4294967312", "1LL * 65536 * 65536 + tid"}, {"705032704", "3115098112", "(tid + 0u) * 1000000000u"},
    {"1051", "1051", "0b101 + 017 + 0x1F + 1'000"}, {"102", "113", "'a' + tid"},
    {"4294967289", "4294967278", "~tid + ~0u"}, {"4294967291", "4294967280", "-(tid + 0u)"},
    {"0", "-1", "!tid + !!i + -true"}, {"255", "10", "+(uint8_t)(tid - 6)"}, {"-2147483648", "-2147483648", "1 << 31"},
    {"-2147483643", "-2147483632", "(1 << 31) + tid"}, {"-2", "-2", "-1 << 1"}, {"-20", "-64", "-tid << 2"},
    {"1", "0", "tid << 30 >> 30"}, {"-8", "-2", "(tid - 20) >> 1"}, {"-1", "-1", "-1 >> 31"},
    {"15", "15", "(tid - 20u) >> 28"}, {"2147483648", "2147483648", "1u << 31"},
    {"137438953472", "1099511627776", "1LL << 40 >> i"}, {"16", "1", "1 << i << tid % 4"},
    {"-16777216", "-16777216", "(uint8_t)255 << 24"}, {"67108864", "32768", "0x80000000 >> tid"},
    {"-1", "-1", "(short)-1 >> 1u"}, {"0", "0", "-1 < 1u"}, {"2", "0", "(tid - 6 < 0u) + 2 * (tid - 6 < 0)"},
    {"1", "1", "i - 4 > tid + 0u"}, {"1", "1", "-1 < 1LL"}, {"1", "1", "-1LL < 1u"}, {"0", "0", "(short)-1 == 65535"},
    {"1", "1", "(unsigned short)-1 == 65535"}, {"0", "0", "(uint8_t)-1 == -1"}, {"1", "1", "-1 == 0xffffffff"},
    {"1", "1", "tid > i == true"}, {"1", "1", "1 < tid < 3"}, {"1", "0", "tid != 5 && i / (tid - 5) > 0 || i == 3"},
    {"12", "10", "(tid == 5 || 1 / (tid - 5) > 0) + (i & 1 ^ 2 | 8)"}, {"1", "0", "tid & 4 == 4"},
    {"0", "1", "(tid > 9 ? -1 : 0u) > 5"}, {"1", "4294967295", "tid > 9 ? -1 : 1u"}, {"-1", "1", "tid < 9 ? -1 : 1LL"},
    {"300", "200", "(i ? (uint8_t)200 : (uint8_t)100) + 100"}, {"2", "3", "tid < 2 ? 1 : tid < 9 ? 2 : i < 2 ? 3 : 4"},
    {"3", "undefined", "(tid == 5 ? i : 1 / 0 * tid)"}, {"3", "14", "(uint8_t)(tid + 254)"},
    {"-1", "10", "(char)(tid + 250)"}, {"-6", "32", "(signed char)(tid * 50)"}, {"2", "1", "(bool)tid + (bool)i"},
    {"3", "14", "(short)(tid + 65534)"}, {"65534", "65520", "(unsigned short)(i - tid)"},
    {"4294967294", "4294967280", "(unsigned)(i - tid)"}, {"3", "14", "(size_t)(tid - 3) + 1"},
    {"5", "16", "(int)(0x100000000LL + tid)"}, {"5000000000", "16000000000", "(int64_t)tid * 1000000000"},
    {"-1", "10", "(int)(tid + 4294967290u)"}, {"-126", "-115", "static_cast<int8_t>(tid + 125)"},
    {"2147483647", "2147483646", "unsigned(i - 4) >> 1"}, {"500", "1600", "int8_t(tid) * int8_t(100)"},
    {"4294967300", "4294967311", "(uint32_t)-1 + (uint64_t)tid"},
    {"38", "38", "sizeof(int) * 8 - sizeof(short) + sizeof(long long)"}, {"1", "0", "tid - sizeof(int) * 4 > 0"},
    {"-2", "9", "(long)(tid - 6) - 1"}, {"52", "42", "__popc(tid) * 10 + __popc(-1)"},
    {"1", "105", "__ffs(tid - 5) * 100 + __ffs(tid)"}, {"3229", "2827", "__clz(tid - 5) * 100 + __clz(tid)"},
    {"2684354560", "134217728", "__brev(tid)"}, {"268435456", "2147483648", "__brev(1u) >> i"},
    {"0", "0", "__clz(-1) + __ffs(0)"}, {"503", "902", "min(tid, 9) * 100 + max(i, 2)"}, {"1", "1", "min(tid - 6, 1u)"},
    {"-1", "-1", "max(i - 5, -1)"}, {"7", "7", "abs(tid - 9) + abs(-i)"},
    {"undefined", "undefined", "abs(-2147483647 - 1) + tid"}, {"141", "384", "tid * ROWS + i * COLS"},
    {"5", "16", "tid % ROWS + i / COLS"}, {"2147483642", "2147483631", "INT_MAX - tid"},
    {"undefined", "undefined", "tid / (i - i)"}, {"undefined", "undefined", "tid % (i - i)"},
    {"undefined", "1", "tid / (tid - 5)"}, {"undefined", "undefined", "1 << (tid + 27)"},
    {"undefined", "undefined", "1 << 32"}, {"undefined", "undefined", "1 >> (i - 4)"},
    {"undefined", "undefined", "1LL << (tid + 59)"}, {"undefined", "undefined", "2147483647 + tid"},
    {"undefined", "undefined", "-2147483647 - tid"}, {"undefined", "undefined", "(2147483647 - tid) * 2"},
    {"undefined", "536870912", "(-2147483647 - 1) / (i - 4)"}, {"undefined", "0", "(-2147483647 - 1) % (i - 4)"},
    {"undefined", "undefined", "-(-2147483642 - tid - 1)"}, {"undefined", "undefined", "(uint8_t)tid << 32"},
    {"-268435456", "-2147483648", "1 << 31 >> i"}, {"3", "0", "(tid, i)"},
    {"-9223372036854775808", "undefined", "-9223372036854775807 - (tid - 4)"}, {"0", "0", "2147483648u + tid < 0"},
    {"0", "0", "0x80000000 < 0"}, {"2147483653", "2147483664", "-0x80000000 + tid"},
    {"2147483653", "2147483664", "2147483647 + 1u + tid"}, {"1", "1", "0xffffffffffffffff > 0"},
    {"18446744", "0", "(tid + 0ull - 6) / 1000000000000ull"}, {"128", "262144", "(int64_t)1 << 62 >> 60 << tid"},
    {"-1", "-1", "-1LL >> 63"}, {"4294967295", "4294967295", "~0ull >> 32"}, {"4", "15", "(unsigned)-1LL + (int)tid"},
    {"65788", "65788", "(uint8_t)-1 + (int8_t)-1 + (uint16_t)-1 + (int16_t)-1"},
    {"510", "20", "(uint8_t)(int8_t)(tid - 6) * 2"}, {"1", "1", "(bool)256 + (uint8_t)256 + (bool)(uint8_t)256"},
    {"1", "1", "(char)200 < 0"}, {"85", "96", "'0' + ' ' + tid"}, {"1", "2", "tid ? i ? 1 : 2 : 3"},
    {"-1", "1", "(tid > 9) - (tid < 9)"}, {"8", "3", "tid % 4 * 2 + i % 2 + i / 2 * 8 ^ 3"},
    {"7", "0", "tid >> 2 & 3 | i << 1"}, {"-4", "-4", "(-5 >> 1) + (-5 / 2) + (-5 & 1)"}, {"1", "2", "(tid << 1) % -3"},
    {"1", "1", "i - tid % 3u > 0"}, {"28", "9", "min(tid, i) * 10 + min(-1, 1) + max(tid - 6, -i)"},
    {"5", "16", "max(3u, tid)"}, {"-3", "-3", "min((uint8_t)200, (short)-3)"},
    {"64", "62", "__popc(0xffffffff) + __popc(i - 4)"}, {"64", "64", "__clz(1 << 31) + __clz(0) + __ffs(1 << 31)"},
    {"5", "16", "__brev(__brev(tid))"}, {"-2147483643", "-2147483632", "INT_MIN + tid"},
    {"-2147483643", "-2147483632", "-INT_MAX - 1 + tid"}, {"undefined", "undefined", "INT_MAX + tid"},
    {"undefined", "undefined", "-INT_MIN"}, {"undefined", "undefined", "tid * 1000000000"},
    {"705032704", "3115098112", "tid * 1000000000u"}, {"undefined", "536870912", "INT_MIN / (i - 4)"},
    {"-503316480", "-1610612736", "(uint8_t)250 * tid << 24"}, {"undefined", "undefined", "1u << (tid + 27)"},
    {"undefined", "undefined", "1u << -1"}, {"undefined", "undefined", "tid << 4294967295u"},
    {"undefined", "undefined", "tid >> 32LL"}, {"-9223372036854775808", "-9223372036854775808", "1LL << 63"},
    {"undefined", "undefined", "1LL << 64"},
};

const Statements statements[] = {
    {"6", "17", "int n = tid; n++; ++n; n--;", "n"},
    {"4", "2", "int n = tid; n += i; n *= 3; n -= 1; n /= 2; n %= 7;", "n"},
    {"22", "2", "int n = tid; n <<= 3; n |= 1; n ^= 5; n &= 0x2f; n >>= 1;", "n"},
    {"268435458", "268435455", "unsigned n = 0; --n; n >>= 4; n += i;", "n"},
    {"255", "10", "uint8_t n = 250; n += tid;", "n"},
    {"5", "16", "uint8_t n = 255; n++;", "n + tid"},
    {"32767", "32767", "short n = -32768; n--;", "n"},
    {"undefined", "undefined", "unsigned short n = 65535; n *= n;", "n"},
    {"2147483644", "2147483644", "int n = -7; n /= 2u;", "n"},
    {"10", "32", "int n = tid; n <<= 1LL;", "n"},
    {"1", "1", "bool n = tid; n += 1;", "n"},
    {"2", "2", "bool n = i; n |= 2;", "n + 1"},
    {"4294967282", "4294967293", "auto n = tid + 1u; n -= 20;", "n"},
    {"7158278826", "22906492245", "int64_t n = tid; n *= 4294967296; n /= 3;", "n"},
    {"15", "0", "uint64_t n = tid; n -= 6; n >>= 60;", "n"},
    {"4", "1", "int n = 1; { int n = tid; n += 1; } n += i;", "n"},
    {"10", "32", "int n; int m; n = m = tid;", "n + m"},
    {"53", "13", "int t[4] = {1, 2, 3}; t[3] = tid;", "t[i] * 10 + t[2]"},
    {"252", "20", "uint8_t t[4] = {250, 251, 252, 253}; t[i] += tid;", "t[i] + t[0]"},
    {"4", "1", "int t[2][3] = {{1, 2, 3}, {4, 5, 6}};", "t[tid % 2][i % 3]"},
    {"9876", "9", "const int t[] = {9, 8, 7, 6}; int s = 0; for (int k = 0; k <= i; ++k) s = s * 10 + t[k];", "s"},
    {"19", "15", "int t[8] = {}; for (int k = 0; k < 8; ++k) t[k] = k * tid; t[i]--; t[7] -= t[6];", "t[i] + t[7]"},
    {"109", "502", "int t[4] = {1, 2, 3, 4}; int n = i / 3; t[n] <<= 2; ++t[n];", "t[0] * 100 + t[1]"},
    {"12", "1", "int n = 0; switch (i) { case 0: n = 1; break; case 3: n = 2; default: n += 10; }", "n"},
    {"6", "7", "int n = 0; switch (tid % 4) { case 0: n += 1; case 1: n += 2; case 2: n += 4; break; default: n = 99; "
     "}", "n"},
    {"7", "8", "int n = 0; switch (tid - 6) { case -1: n = 7; break; case 10: n = 8; }", "n"},
    {"7", "45", "int s = 0; for (int k = 0; k < tid; ++k) { if (k == i) continue; if (k > 9) break; s += k; }", "s"},
    {"-1", "-2", "int n = tid; do n -= 3; while (n > 0);", "n"},
    {"11", "22", "int s = 0; for (unsigned k = 3; k < 4; --k) s += k;", "s + tid"},
    {"9", "72", "int s = 0; for (int k = 0, m = tid; k < m; k++, m--) s += m - k;", "s"},
    {"1521", "1532", "int s = 0; for (uint8_t k = 250; k != 2; ++k) s += k;", "s + tid"},
    {"54", "0", "int s = 0; for (int k = 0; k < 3; ++k) for (int m = 0; m < 4; ++m) { if (m == i) break; s += m + k * "
     "tid; }", "s"},
    {"133", "144", "int s = 0; for (char k = 0; k >= 0; ++k) s++;", "s + tid"},
    {"9", "20", "#define N 4\n#if N * 2 > 7 && !defined(M8)\nint n = N;\n#else\nint n = -1;\n#endif\n", "n + tid"},
    {"15", "48", "#ifdef ABSENT\n#error \"no\"\n#elif 10 / 3 == 3\nint n = 3;\n#endif\n", "n * tid"},
    {"2147483647", "2147483647", "constexpr int n = 3 * 4; constexpr unsigned m = n - 13;", "m / 2 + tid * 0"},
    {"31", "86", "enum { A, B = 5, C };", "A + B * tid + C"},
    {"9", "20", "enum class E { A = 3, B };", "(int)E::B + tid"},
    {"260", "271", "enum E : uint8_t { A = 255 };", "A + tid"},
    {"5", "16", "if constexpr (sizeof(int) == 4) {} int n = tid;", "n"},
    {"83", "160", "struct P { int r, c; }; P p{tid, i}; p.r += p.c;", "p.r * 10 + p.c"},
    {"3", "14", "struct P { uint8_t r; short c; }; P p = {255, -1}; p.r++; p.c--;", "p.r + p.c + tid"},
    {"45", "56", "struct P { int r = 3; int c = r + 1; }; P p; P q = p; q.c = tid;", "p.c * 10 + q.c"},
    {"602", "1702", "struct P { int t[3]; }; P p{{1, 2, 3}}; p.t[i % 3] += tid;", "p.t[0] * 100 + p.t[1]"},
    {"13", "32", "struct P { int r; int twice() const { return r * 2; } }; P p{tid};", "p.twice() + i"},
    {"16", "32", "auto f = [](int n) { return n * 2; };", "f(tid) + f(i)"},
    {"15", "26", "int n = 1; auto f = [n]() { return n; }; n = tid;", "f() * 10 + n"},
    {"7", "271", "auto f = [](auto a, uint8_t b) { return a + b; };", "f(tid, 255 + i)"},
    {"66", "187", "int n = 1; int& r = n; r = tid; n++;", "r * 10 + n"},
    {"12", "23", "int n = 1; const int& r = n; n = 7;", "r + tid"},
    {"7", "18", "int t[2] = {1, 2}; int& r = t[1]; r += tid;", "t[1]"},
    {"undefined", "undefined", "int n = 2147483647; n++;", "n"},
    {"undefined", "-2147483648", "int n = -2147483647 - 1; n -= i;", "n"},
    {"undefined", "undefined", "int n;", "n + tid"},
    {"undefined", "1", "int n; if (tid > 9) n = 1;", "n"},
    {"undefined", "1", "int t[4]; t[0] = 1;", "t[i]"},
    {"undefined", "1", "int t[2] = {1, 2};", "t[i]"},
    {"undefined", "undefined", "int t[4] = {1, 2, 3, 4};", "t[tid - 6]"},
    {"undefined", "undefined", "int n = 0; while (true) { n ^= tid; }", "n"},
    {"undefined", "16", "int n = tid; while (n != 16) { n ^= 0; }", "n"},
    {"undefined", "undefined", "struct P { int r, c; }; P p; p.r = tid;", "p.c"},
    {"0", "0", "short n = tid; n <<= 31;", "n"},
    {"1005", "3216", "int n = 1, m; m = n = tid; n += m;", "n * 100 + m"},
    {"209", "220", "int n = 1; int m = n++ + 3;", "n * 100 + m + tid"},
    {"408", "1507", "int n = tid; int m = n-- > 5 ? 7 : 8;", "n * 100 + m"},
    {"99", "1199", "int n = tid, s = 0; while (n-- > 0) s += n;", "s * 10 + n"},
    {"4", "1", "int n = 0; do { } while (n++ < i);", "n"},
    {"0", "1", "int n = 0; if (tid > 9 && n++ > 0) n += 5;", "n"},
    {"11", "11", "int t[4] = {1, 2, 3, 4}; int k = 0; int m = t[k++];", "k * 10 + m"},
    {"325", "471", "int t[4] = {1, 2, 3, 0}; t[t[i % 4]]--; t[t[0]] += tid;",
     "t[0] + t[1] * 10 + t[2] * 100 + t[3] * 1000"},
    {"-148", "-1257", "struct P { int r, c; }; P t[2] = {{1, 2}, {3, 4}}; t[i % 2].c++; t[1].r -= tid;",
     "t[0].c + t[1].c * 10 + t[1].r * 100"},
    {"254000", "254000", "uint8_t t[2] = {0, 255}; t[0]--; t[1]++; --t[0];", "t[0] * 1000 + t[1]"},
    {"32", "32", "int t[2][2] = {{1, 2}, {3, 4}}; t[i % 2][1]++; t[1][0] <<= 3;",
     "t[0][0] + t[0][1] + t[1][0] + t[1][1]"},
    {"8", "19", "int n = tid; (n)++; (n) += 2;", "n"},
    {"1", "1", "unsigned n = tid; n = -n; n >>= 31;", "n"},
    {"4294967300", "4294967311", "int n = -1; unsigned m = n; int64_t k = m;", "k + tid"},
    {"4", "15", "unsigned m = -1; int64_t k = (int)m;", "k + tid"},
    {"4294967290", "4294967279", "int64_t k = -1; unsigned m = k; k = m;", "k - tid"},
    {"4", "15", "uint64_t k = -1; k += tid;", "k"},
    {"344", "344", "uint8_t n = 200, m = 100; uint8_t k = n + m;", "n + m + k"},
    {"111", "111", "uint8_t n = 200; n <<= 1; n = ~n;", "n"},
    {"6", "17", "uint8_t n = 5; bool big = n - 6 < 0;", "big + tid"},
    {"-128", "-128", "signed char n = -128; n = -n;", "n"},
    {"255", "255", "unsigned char n = 1; n = -n;", "n"},
    {"2", "1", "bool m = tid & 4, n = !m;", "m * 2 + n"},
    {"6", "17", "auto n = true; n = 7;", "n + tid"},
    {"4294967295", "4294967294", "auto n = tid > 9 ? 1u : 2; n -= 3;", "n"},
    {"-59", "-59", "auto n = 'a'; n += 100;", "n"},
    {"1099511627781", "1099511627792", "long long n = 1 << 20; n *= n;", "n + tid"},
    {"1099511627781", "1099511627792", "int n = 1 << 20; long long m = n * 1LL * n;", "m + tid"},
    {"1", "0", "size_t n = tid; n -= 6; bool wrapped = n > 100;", "wrapped"},
    {"0", "0", "const unsigned n = 3; int m = tid - 8;", "m < n"},
    {"1431655764", "2", "const unsigned n = 3; int m = tid - 8;", "m / n"},
    {"0", "2", "const unsigned n = 3; int m = tid - 8;", "m % (int)n"},
    {"1073741819", "1073741830", "int n = -17; n >>= 2; unsigned m = -17; m >>= 2;", "m + n + tid"},
    {"30", "48", "int n = tid; n ^= n << 1; n &= ~1; n |= 0x10;", "n"},
    {"86057", "86068", "int n = 0x12345678; uint8_t m = n >> 8; int8_t k = n >> 16;", "m * 1000 + k + tid"},
    {"0", "0", "int n = 0; for (int k = 31; k >= 0; k -= 5) n = n * 2 + (tid >> k & 1);", "n"},
    {"20", "1", "unsigned r = 0, n = tid; for (int k = 0; k < 5; ++k) { r = r << 1 | (n & 1); n >>= 1; }", "r"},
    {"1", "4", "int m = tid, n = 12; while (n) { int k = m % n; m = n; n = k; }", "m"},
    {"116", "127", "int n = 27, s = 0; while (n != 1) { n = n % 2 ? 3 * n + 1 : n / 2; ++s; }", "s + tid"},
    {"78", "155", "int s = 0; for (int k = 0; k < 10; ++k) { switch (k % 4) { case 0: continue; case 1: s += 1; "
     "break; default: s += 10; } s += tid; }", "s"},
    {"8", "118", "int s = 0, k = 0; do { if (k == 2) continue; s += k; } while (++k < tid);", "s"},
    {"11", "22", "int s = 0; for (int k = 0; k < 3; ++k) { int k2 = k; { int k = k2 * 2; s += k; } }", "s + tid"},
    {"3", "1", "int s = 1; if (tid > 9) { if (i) s = 2; } else if (i > 2) s = 3; else s = 4;", "s"},
    {"8", "18", "#define MAX(a, b) ((a) > (b) ? (a) : (b))\n#define TWO 2\n", "MAX(tid, TWO * i) + MAX(1, 2)"},
    {"12", "24", "#define ADD(to, n) do { to += n; } while (0)\nint n = tid; ADD(n, 3); if (i) ADD(n, 4); else ADD(n, "
     "5);", "n"},
    {"13", "24", "#define A B\n#define B 7\n#undef B\n#define B 8\n", "A + tid"},
    {"10", "32", "#if defined(X) || (3 > 2 ? 0 : 1)\n#define N 1\n#elif 1 << 2 == 4\n#define N 2\n#else\n#define N "
     "3\n#endif\n", "N * tid"},
    {"13", "20", "static constexpr int n = 4; static const int t[2] = {n, n * 2};", "t[i % 2] + tid"},
    {"261", "272", "constexpr uint8_t n = 250 + 5; constexpr auto m = n + 1;", "m + tid"},
    {"6", "17", "constexpr unsigned n = 0; constexpr bool m = n - 1 > 0;", "m + tid"},
    {"4", "32", "enum E { A = -1, B, C = 1 << 4 }; E e = C; if (i) e = A;", "e + B + tid"},
    {"9", "16", "enum { A = 3 }; int n = 0; switch (i) { case A: n = 4; break; case A + 1: n = 5; }", "n + tid"},
    {"-922", "-944", "using T = uint8_t; typedef short S; T n = 300 - tid; S m = n - 1000;", "n + m"},
    {"12", "20", "struct P { int r, c; int sum() const { return r + c; } void up(int n) { r += n; } }; P p{tid, i}; "
     "p.up(4);", "p.sum()"},
    {"5", "16", "struct P { int r, c; }; P p{tid}; P q{p.r, p.c}; q = {q.c, q.r};", "q.r * 10 + q.c"},
    {"39", "50", "struct P { int r, c; }; P t[3] = {{1, 2}, {3, 4}, {5, 6}}; P p = t[1];", "p.r * 10 + p.c + tid"},
    {"53", "160", "struct P { int r, c; }; P p{tid, i}; auto [m, n] = p;", "m * 10 + n"},
    {"4", "15", "struct P { uint8_t r; }; P p{255}; ++p.r; p.r--; p.r += tid;", "p.r"},
    {"2147483647", "2147483646", "auto f = [](unsigned n) -> int { return n / 2; };", "f(i - 4)"},
    {"5", "16", "auto f = [](int n) -> uint8_t { return n; };", "f(tid + 255) + 1"},
    {"2", "1", "auto f = [](int n) -> bool { return n; };", "f(tid) + f(i)"},
    {"32", "10", "auto f = [](int n) { if (n > 9) return 1; for (int k = 0; k < n; ++k) if (k * k > n) return k; "
     "return -n; };", "f(tid) * 10 + f(i)"},
    {"9", "17", "int n = tid; auto add = [](int& to, int by) { to += by; }; add(n, i); add(n, 1);", "n"},
    {"80", "16", "auto f = [](int n) { switch (n) { case 3: return 30; case 5: return 50; default: return n; } };",
     "f(tid) + f(i)"},
    {"undefined", "16", "auto f = [](int n) { if (n > 9) return n; };", "f(tid)"},
    {"262", "273", "auto f = [](auto n) { return n + 1; };", "f((uint8_t)255) + f(tid) + f(0xffffffffu)"},
    {"2", "16", "auto half_of = [](int n) { int t[4] = {n, n / 2, n / 4, n / 8}; return t[n & 3]; };",
     "half_of(tid) + half_of(i)"},
    {"16", "32", "int n = tid; auto f = [&]() { return n; }; n += i;", "f() + n"},
    {"5", "16", "int t[3] = {1, 2, 3}; const int& r = t[2]; t[2] = tid;", "r"},
    {"24", "35", "int n = 1; int& r = n; int m = r; r = 9;", "m * 10 + n + tid"},
    {"53", "160", "int n{tid}, m(i);", "n * 10 + m"},
    {"6", "17", "int n = tid; /* a */ n += 1; // b\n", "n"},
    {"-3", "-3", "int n = tid; n =+ 3; n =- n;", "n"},
    {"5", "16", "int n = tid; n = - - n; n = !!n + ~-n;", "n"},
    {"5", "0", "int not_n = not tid or i and 1;", "not_n + (tid bitand 4)"},
    {"undefined", "undefined", "short t[2] = {1, 2}; t[2] = tid;", "t[0]"},
    {"undefined", "18", "int t[2] = {1, 2}; t[i] = tid;", "t[0] + t[1]"},
    {"undefined", "undefined", "int n; int& r = n;", "r + tid"},
    {"undefined", "undefined", "int n; auto f = [&]() { return n; };", "f() + tid"},
    {"undefined", "5", "int n = 5; int m = n / (tid - 5);", "n"},
    {"3500008393", "2372778113", "unsigned n = 1; for (int k = 0; k < tid * 10; ++k) n *= 3;", "n"},
    {"undefined", "23", "int n; switch (i) { case 0: n = 7; }", "n + tid"},
    {"6", "15", "static const int t[2][2] = {{1, 2}, {3, 4}}; static constexpr unsigned n = 3;",
     "t[i % 2][1] - n + tid"},
    {"92", "92", "struct P { int r, c; }; P p{tid, i}; auto& [m, n] = p; m = 9; p.c = 2;", "p.r * 10 + n"},
    {"455", "1676", "int n = 1, m = 2, k = 3; n = m = k = tid; n -= 1;", "n * 100 + m * 10 + k"},
    {"44", "165", "uint8_t m = 1; int n = 0; n = m = 255 + tid;", "n * 10 + m"},
    {"10", "32", "int t[2] = {}; int n = 0; n = t[1] = tid;", "n + t[0] + t[1]"},
    {"8", "30", "struct P { short r; int c; }; P p{}; int n = 1; n = p.r = 65535 + tid;", "n + p.r"},
    {"105", "215", "int n = 2; int m = (n += 3) + tid;", "m * 10 + n"},
    {"73", "183", "int t[3] = {1, 2, 3}; int n = 0; n = t[1]++ + tid;", "n * 10 + t[1]"},
    {"5", "16", "uint8_t n = 255; int m = ++n;", "m + n + tid"},
    {"undefined", "undefined", "int s = 0; for (int k = 0; k < 2; ++k) { int n; if (k == 0) n = tid; s += n; }", "s"},
    {"10", "32", "int s = 0; for (int k = 0; k < 2; ++k) { int t[2] = {k}; t[1] += tid; s += t[1]; }", "s"},
    {"5", "18", "int n = 0; if (tid > 9) if (i) n = 1; else n = 2;", "n + tid"},
    {"9", "9", "int k = 9; for (int k = 0; k < tid; ++k) {}", "k"},
    {"10", "120", "int s = 0; for (int k = tid; k--;) s += k;", "s"},
    {"7", "5", "int s = 0; for (unsigned k = tid; k < 100; k += k / 2 + 1) ++s;", "s"},
    {"5", "-1", "int s = 0; switch (i) { case 3: { int n = tid; s = n; break; } default: s = -1; }", "s"},
    {"10", "16", "int s = 0; switch (i) { case 1 + 2: s = 5; break; case 'a': s = 6; }", "s + tid"},
    {"15", "32", "int n = i % 2; int t[4] = {1, 2, 3, 4}; t[n]++; t[n] += t[n]; t[n] = t[n] - 1;", "t[0] * 10 + t[1]"},
    {"152", "1621", "int n = i % 2; int t[4] = {1, 2, 3, 4}; t[n++] = tid;", "t[0] * 100 + t[1] * 10 + n"},
    {"172", "1721", "int n = i % 2; int t[4] = {1, 2, 3, 4}; t[n++] += tid;", "t[0] * 100 + t[1] * 10 + n"},
    {"422", "331", "int n = i % 2; int t[4] = {1, 2, 3, 4}; t[++n]++;", "t[2] * 100 + t[1] * 10 + n"},
    {"425", "333", "int n = i % 2; int t[4] = {1, 2, 3, 4}; int m = t[++n]++;", "t[2] * 100 + t[1] * 10 + n + m"},
    {"437", "448", "int n = 3; int t[4] = {1, 2, 3, 4}; int s = 0; while (n) s = s * 10 + t[n--];", "s + tid"},
    {"-11", "110", "int n = 0, k = 0; int m = tid > 9 ? ++n : --k;", "n * 100 + m * 10 + k"},
    {"73", "183", "int n = tid, m = 2; n = n + m++;", "n * 10 + m"},
    {"1005", "12016", "int n = 0, k = 0; while (++k < tid) n += k;", "n * 100 + k"},
    {"1202", "13302", "int n = 0, k = tid; do n += k; while (--k > 2);", "n * 100 + k"},
    {"60", "-17", "int n = tid; switch (n++) { case 5: n = n * 10; break; case 16: n = -n; }", "n"},
    {"506", "1617", "int n = tid; int t[2] = {n++, 3};", "t[0] * 100 + n"},
    {"606", "1717", "struct P { int r, c; }; P p{tid, i}; int m = p.r++ + 1;", "p.r * 100 + m"},
};

const RefusedText refused_texts[] = {
    {"", "tid +"}, {"", "absent + tid"}, {"", "tid ** 2"}, {"", "(tid"}, {"", "t[i]"},
    {"int n = tid; goto end; end:", "n"}, {"static int n = 0; n += tid;", "n"}, {"const int n = 1; n = tid;", "n"},
    {"int n = 1; int n = 2;", "n"}, {"int n = tid; int m = n++ + n;", "m"}, {"half n = tid;", "n"},
    {"#if 1\nint n = tid;\n", "n"}, {"int n[3] = {1, 2, 3, 4};", "n[0]"}, {"switch (tid) { case i: break; }", "tid"},
    {"break;", "tid"}, {"int f = tid; f(3);", "f"}, {"", "tid % 2.0"}, {"struct P { int r; }; P p{tid};", "p.c"},
    {"struct P { int r; }; P p{tid};", "p"}, {"#define GLUE(a, b) a##b\nint n12 = 7;\n", "GLUE(n, 12) + tid"},
    {"int n = 4; int* p = &n; *p += tid;", "n"}, {"enum { A = 3 }; switch (i) { case A: tid; break; }", "tid"},
    {"struct P { unsigned r : 4; }; P p;", "tid"},
    {"int t[3] = {1, 2, 3}; int s = 0; for (int k : t) s += k * tid;", "s"},
    {"int t[3] = {1, 2, 3}; for (int& k : t) k += tid;", "t[0] + t[2]"}, {"int n = tid; n = n++;", "n"},
    {"int n = tid; n++ + 1;", "n"}, {"int n = tid; n + 1;", "n"}, {"int n = tid; if (n = 3) n = 4;", "n"},
    {"int n = tid; while (int m = n) n = m - 1;", "n"}, {"auto f = [](int n) { return g(n); };", "f(tid)"},
    {"int t[2] = {1, 2}; t = {3, 4};", "t[0]"}, {"int t[i];", "tid"}, {"int n = i; n = tid > 2 ? n = 3, 4 : 5;", "n"},
    {"", "tid <: 2"}, {"", "tid <=> i"}, {"", "__popc(tid, i)"}, {"", "__popcll(tid)"}, {"", "std::min(tid, 3u)"},
    {"static const int n = tid;", "n"}, {"static int t[2] = {1, 2}; t[0] = tid;", "t[0]"},
    {"int n = 2; n = (n += 3) + tid;", "n"}, {"bool n = true; n++;", "n"},
    {"int n = 0; if (tid == 5) goto out; n = 1; out: n += 2;", "n"},
    {"int n = 1; int t[4] = {1, 2, 3, 4}; t[n] = n = tid % 4;", "t[0] + t[1] * 10"},
    {"int n = i % 3; int t[4] = {1, 2, 3, 4}; t[n] = n = 2;", "t[0] + t[1] * 10 + t[2] * 100"},
    {"int n = i % 2; int t[4] = {1, 2, 3, 4}; t[n] = t[n + 1] = tid;", "t[0] + t[1] * 10 + t[2] * 100"},
    {"int n = 1; n += n *= 2;", "n"}, {"int n = i % 2; int t[4] = {1, 2, 3, 4}; t[n] += n++;", "n"},
    {"int n = 0; int m = tid > 9 ? ++n : (n -= 2);", "n * 10 + m"},
    {"int n = tid; int t[2] = {n++, n++};", "t[0] * 100 + n"}, {"int n = tid; int m = (n++, n);", "m"},
    {"struct P { int r, c; }; P p{tid, i}; int m = p.r++ + p.c;", "p.r * 100 + m"},
    {"int n = tid; int& r = n; int m = r++ + n;", "m"},
};
// clang-format on

std::string of_formula(const std::string& text, Slot slot) {
  const auto parsed = read_formula(text, {Inputs::Slot, Quantity::Row});
  if (!parsed) return "refused";
  Variables variables;
  variables[Variable::Tid] = slot.tid;
  variables[Variable::I] = slot.i;
  variables[Variable::Rows] = text_rows;
  variables[Variable::Cols] = text_cols;
  Interpreter interpreter(parsed.value->program);
  return interpreter.run(variables) == RunState::Done ? std::to_string(interpreter.output(0)) : "undefined";
}

std::string of_body(const std::string& text, Slot slot, Body::Value type) {
  const auto parsed = Body::parse(text, type);
  if (!parsed) return "refused";
  BodyInputs inputs;
  inputs.tid = slot.tid;
  inputs.i = slot.i;
  inputs.rows = text_rows;
  inputs.cols = text_cols;
  const auto result = parsed.value->run(inputs);
  const auto* const outcome = std::get_if<Body::Outcome>(&result);
  if (outcome == nullptr) return "undefined";
  return std::to_string(type == Body::Value::Int ? outcome->x_int : static_cast<std::int64_t>(outcome->x));
}

// What is left of a number in an int or a float.
template <class Number>
std::string kept(const std::string& value) {
  if (value == "undefined" || value == "refused") return value;
  return std::to_string(static_cast<std::int64_t>(static_cast<Number>(std::stoll(value))));
}

void expect_one_answer(const std::string& formula, const std::string& body, Slot slot, const std::string& value) {
  EXPECT_EQ(of_formula(formula, slot), value) << formula;
  EXPECT_EQ(of_body(body, slot, Body::Value::Double), kept<double>(value)) << body;
  EXPECT_EQ(of_body(body, slot, Body::Value::Float), kept<float>(value)) << body;
  EXPECT_EQ(of_body(body, slot, Body::Value::Int), kept<std::int32_t>(value)) << body;
}

TEST(OneAnswer, OfExpressions) {
  for (const Expression& each : expressions)
    for (std::size_t at = 0; at < asked.size(); ++at) {
      const std::string text = each.text, value = at == 0 ? each.first : each.second;
      expect_one_answer(text, text, asked[at], value);
      expect_one_answer("return " + text + ";", "x = " + text + ";", asked[at], value);
    }
}

TEST(OneAnswer, OfStatements) {
  for (const Statements& each : statements)
    for (std::size_t at = 0; at < asked.size(); ++at) {
      const std::string text = each.text, value = each.value;
      expect_one_answer(text + " return " + value + ";", text + " x = " + value + ";", asked[at],
                        at == 0 ? each.first : each.second);
    }
}

TEST(OneAnswer, WhatOneRefusesTheOtherRefuses) {
  for (const RefusedText& each : refused_texts) {
    const std::string text = each.text, value = each.value;
    expect_one_answer(text + " return " + value + ";", text + " x = " + value + ";", asked[0], "refused");
  }
}

}  // namespace
}  // namespace tcviz
