// Runs of products as files: what is written is read back, and what is damaged is refused.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <limits>
#include <sstream>

#include "gpu/run/gemm/gemm_fields.hpp"
#include "gpu/run/gemm/gemm_remote.hpp"
#include "gpu/run/gemm/gemm_report.hpp"
#include "tests/layout/filled.hpp"

namespace tcviz {
namespace {

GemmReport sample() {
  GemmReport report{"A \"GPU\", with ü",
                    "1.2.3",
                    "13.0",
                    "2026-01-02",
                    1500,
                    10,
                    1000.5,
                    500,
                    0.25,
                    GpuState{1410, 612.5, 700, 0, 48},
                    {}};
  report.rows.push_back({"naive_wmma", {128, 64, 1}, "", 0.5, 0.25, 0.75, 123.456, 1e-4, 0.5, 0});
  report.rows.push_back({"cublas_f16", {1, 1, 1}, "not available", 0, 0, 0, 0, -1, -1, 0});
  report.rows.push_back({"corrected_wmma", {4096, 4096, 4096}, "", 0, 0, 0, 0, 0, 0, 20});
  return report;
}

std::string recorded_report() {
  std::ifstream file(TCVIZ_RESULTS "/gemm_h200.json");
  std::ostringstream text;
  text << file.rdbuf();
  return text.str();
}

TEST(GemmReport, WhatIsWrittenIsReadBack) {
  const auto read = read_gemm(write_gemm(sample()));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read.value(), sample());
}

TEST(GemmReport, TheRecordedOneHasEveryKernelAtSevenSizes) {
  const auto read = read_gemm(recorded_report());
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read.value().device, "NVIDIA H200");
  const auto& rows = read.value().rows;
  const auto plain = std::count_if(rows.begin(), rows.end(), [](const GemmRow& row) { return row.spread == 0; });
  EXPECT_EQ(static_cast<std::size_t>(plain), gemm_kernels().size() * usual_gemm_shapes().size());
  EXPECT_TRUE(has_spread(read.value()));
  const GemmRow* const row = find_row(read.value(), "staged_wmma", {4096, 4096, 4096});
  ASSERT_NE(row, nullptr);
  EXPECT_NEAR(row->gflops, 2.0 * 4096 * 4096 * 4096 / row->ms * 1e-6, 1);
  const GemmRow* const f16 = find_row(read.value(), "cublas_f16", row->shape);
  const GemmRow* const f32 = find_row(read.value(), "cublas_sgemm", row->shape);
  ASSERT_TRUE(f16 != nullptr && f32 != nullptr);
  EXPECT_EQ(cublas_of(read.value(), *row), f16->gflops);
  EXPECT_EQ(cublas_of(read.value(), *find_row(read.value(), "corrected_scaled", row->shape)), f32->gflops);
  EXPECT_EQ(cublas_of(read.value(), *find_row(read.value(), "tiled_cuda_core", row->shape)), f32->gflops);
  EXPECT_EQ(read_gemm(write_gemm(read.value())).value(), read.value());
}

TEST(GemmReport, ATruncatedFileIsRefusedAtEveryByte) {
  const std::string text = write_gemm(sample());
  const std::size_t whole = text.rfind('}');  // only an end of line follows
  for (std::size_t n = 0; n < whole; ++n) EXPECT_FALSE(read_gemm(text.substr(0, n))) << n;
}

TEST(GemmReport, AByteThatIsChangedDoesNoHarm) {
  constexpr std::string_view others(
      "\"\x7b"
      "9e\0\xff",
      6);  // a quote, a bracket, a digit, an exponent, no text
  const std::string text = write_gemm(sample());
  for (std::size_t n = 0; n < text.size(); ++n) {
    for (const char other : others) {
      std::string damaged = text;
      damaged[n] = other;
      const auto read = read_gemm(damaged);
      if (!read) continue;
      for (const GemmRow& row : read.value().rows) {
        EXPECT_NE(find_gemm(row.kernel), nullptr);
        EXPECT_TRUE(std::isfinite(row.ms) && row.ms >= 0 && row.shape.m >= 1);
      }
    }
  }
}

struct Damage {
  const char *from, *to, *told;
};
TEST(GemmReport, AWrongValueIsNamedWithItsRow) {
  constexpr Damage damages[] = {
      {"\"naive_wmma\"", "\"naive\"", "row 1: this version has no kernel 'naive'"},
      {"\"naive_wmma\"", "7", "row 1: \"kernel\" is no text"},
      {"\"m\": 128", "\"m\": 0", "row 1: \"m\" is no whole number from 1"},
      {"\"m\": 128", "\"m\": 1e300", "row 1: \"m\" is no whole number"},
      {"\"m\": 128", "\"m\": 12345678901234567890", "row 1: \"m\" is no whole number"},
      {"\"m\": 128", "\"mm\": 128", "row 1: \"m\" is missing"},
      {"\"gflops\": 123.456", "\"gflops\": \"fast\"", "row 1: \"gflops\" is no number"},
      {"\"gflops\": 123.456", "\"gflops\": -1", "row 1: \"gflops\" is below 0"},
      {"\"gflops\": 123.456", "\"g\": 1", "row 1: \"gflops\" is missing"},
      {"\"gflops\": 123.456", "\"gflops\": null", "row 1: \"gflops\" is no number"},
      {"\"spread\": 20", "\"spread\": 2.5", "row 3: \"spread\" is no whole number"},
      {"\"rows\"", "\"lines\"", "\"rows\" is missing"},
      {"\"temperature_c\": 48", "\"temperature_c\": \"hot\"", "\"temperature_c\" is no whole number"},
      {"tcviz-gemm/1", "tcviz-gemm/9", "holds no runs"},
      {"\"clock_mhz\": 1500", "\"clock_mhz\": [1]", "\"clock_mhz\" is no whole number"},
  };
  for (const Damage& damage : damages) {
    std::string text = write_gemm(sample());
    const std::size_t at = text.find(damage.from);
    ASSERT_NE(at, std::string::npos) << damage.from;
    text.replace(at, std::string(damage.from).size(), damage.to);
    const auto read = read_gemm(text);
    ASSERT_FALSE(read) << damage.to;
    EXPECT_NE(read.error().message.find(damage.told), std::string::npos) << read.error().message;
  }
  for (const char* text : {"", "[]", "null", "{}", "NaN", "GFLOP/s", "[[[[[[", "{\"format\": 1}"})
    EXPECT_FALSE(read_gemm(text)) << text;
  EXPECT_FALSE(read_gemm(std::string(100000, '[')));
  EXPECT_FALSE(read_gemm("{\"format\": \"tcviz-gemm/1\", \"device\": \"x\", \"driver\": NaN}"));
}

TEST(GemmReport, ResultsThatAreNoNumbersBecomeAnError) {
  GemmReport report = sample();
  report.rows.front().residual = std::numeric_limits<double>::quiet_NaN();
  report.rows.front().max_abs_error = std::numeric_limits<double>::infinity();
  const auto read = read_gemm(write_gemm(report));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_NE(read.value().rows.front().error.find("no numbers"), std::string::npos);
}

TEST(GemmReport, SizesAreReadAsPeopleWriteThem) {
  const auto shapes = parse_gemm_shapes(" 128, 512 1000x2000x512,128,", "sizes");
  ASSERT_TRUE(shapes) << shapes.error().message;
  EXPECT_EQ(shapes.value(), (std::vector<GemmShape>{{128, 128, 128}, {512, 512, 512}, {1000, 2000, 512}}));
  EXPECT_TRUE(parse_gemm_shapes("", "sizes").value().empty());
  for (const char* text : {"x", "12x", "1x2", "1x2x3x4", "-4", "0", "1.5", "32769", "99999999999999999999", "12 a"})
    EXPECT_FALSE(parse_gemm_shapes(text, "sizes")) << text;
  for (const char* text : {"4096", "1000x512x77"}) EXPECT_EQ(shape_text(parse_gemm_shape(text, "").value()), text);
}

// A GEMM by the definition: an element is a sum over k.
TEST(GemmReport, TheReferenceIsTheDefinition) {
  for (const GemmShape& shape : {GemmShape{1, 1, 1}, {3, 5, 7}, {17, 2, 1}, {4, 33, 16}}) {
    const auto a = gemm_matrix(shape.m, shape.k, GemmData::Whole, 0, 1),
               b = gemm_matrix(shape.k, shape.n, GemmData::Whole, 0, 2);
    const auto c = multiply_f64(shape, a, b);
    ASSERT_EQ(c.size(), static_cast<std::size_t>(shape.m * shape.n));
    for (int row = 0; row < shape.m; ++row) {
      for (int col = 0; col < shape.n; ++col) {
        long sum = 0;
        for (int k = 0; k < shape.k; ++k) {
          const float left = a[static_cast<std::size_t>(row * shape.k + k)],
                      right = b[static_cast<std::size_t>(k * shape.n + col)];
          EXPECT_TRUE(left == std::round(left) && std::abs(left) <= 2);
          sum += std::lround(left) * std::lround(right);
        }
        EXPECT_EQ(c[static_cast<std::size_t>(row * shape.n + col)], static_cast<double>(sum));
      }
    }
  }
}

TEST(GemmReport, ARequestGoesToAnotherProcessAndBack) {
  GemmRequest request;
  request.kernels = {find_gemm("naive_wmma"), find_gemm("cublas_f16")};
  request.shapes = {{1, 2, 3}, {4096, 4096, 4096}};
  const MatrixLoad load{true, {{{0, 0}, {0, 8}, {8, 0}, {8, 8}}}, {0, 2, 1, 3}};
  request.formulae = {"tid / 4", "i", "tid % 4", "i + 1", std::nullopt, load};
  request.spread = 20;
  request.repetitions = 0;
  request.ordinal = 2;
  request.plan = 80;
  expect_survives(request);
  request.data = GemmData::Wide;
  const auto read = from_cbor<GemmRequest>(to_cbor(request));
  ASSERT_TRUE(read) << read.error().message;
  EXPECT_EQ(read.value().kernels, request.kernels);
  EXPECT_EQ(read.value().shapes, request.shapes);
  EXPECT_EQ(read.value().formulae.a_load, std::nullopt);
  EXPECT_EQ(read.value().formulae.b_load, load);
  EXPECT_EQ(read.value().plan, 80);
  EXPECT_EQ(read.value().data, GemmData::Wide);
  EXPECT_FALSE(from_cbor<GemmRequest>(""));
}

TEST(GemmReport, AProcessThatCannotRunProductsIsAnError) {
  GemmRequest request;
  const auto report = run_gemm_remotely({"/bin/false"}, request, [](const std::string&, int, int) { return true; });
  ASSERT_FALSE(report);
  EXPECT_NE(report.error().message.find("products"), std::string::npos);
}

TEST(GemmReport, TheTableAsCsvQuotesWhatMustBe) {
  const std::string csv = gemm_csv(sample());
  EXPECT_EQ(csv.substr(0, csv.find('\n')),
            "kernel,m,n,k,gflops,ms,ms_low,ms_high,residual,spread,device,driver,date,error");
  EXPECT_NE(csv.find("naive_wmma,128,64,1,123.456,0.500000,0.250000,0.750000,1.0000e-04,0,\"A \"\"GPU\"\", with ü\""),
            std::string::npos)
      << csv;
  EXPECT_NE(csv.find("cublas_f16,1,1,1,,,,,,0,"), std::string::npos) << csv;
}

}  // namespace
}  // namespace tcviz
