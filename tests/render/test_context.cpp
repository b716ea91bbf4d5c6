// Contexts without a display: where there is a driver, and where there is none.
#include <cstdio>
#include <cstdlib>

#include "app/render/egl_functions.hpp"
#include "tests/render/drawing.hpp"
#include "tests/render/gl_description.hpp"

namespace tcviz {
namespace {

TEST(Egl, AMissingLibraryIsNamedWithWhatToInstall) {
  const Result<EglFunctions> egl = open_egl("libtcviz-no-such-egl.so.1");
  ASSERT_FALSE(egl.ok());
  EXPECT_EQ(egl.error().fault, Fault::Unavailable);
  EXPECT_NE(egl.error().message.find("libtcviz-no-such-egl.so.1"), std::string::npos) << egl.error().message;
  EXPECT_NE(egl.error().message.find("apt-get install libegl1"), std::string::npos) << egl.error().message;
}

TEST(Egl, AnotherLibraryIsNotTakenForIt) {
  const Result<EglFunctions> egl = open_egl("libm.so.6");
  ASSERT_FALSE(egl.ok());
  EXPECT_EQ(egl.error().fault, Fault::Unavailable);
  EXPECT_NE(egl.error().message.find("libm.so.6"), std::string::npos) << egl.error().message;
}

TEST(Egl, ExtensionsAreWholeWords) {
  const Result<EglFunctions> egl = open_egl();
  ASSERT_TRUE(egl.ok()) << egl.error().message;
  EXPECT_TRUE(egl.value().has_extension(EGL_NO_DISPLAY, "EGL_EXT_client_extensions"));
  EXPECT_FALSE(egl.value().has_extension(EGL_NO_DISPLAY, "EGL_EXT_client"));
  EXPECT_FALSE(egl.value().has_extension(EGL_NO_DISPLAY, ""));
}

// In a process of its own, since libEGL reads the environment once.
[[noreturn]] void make_context_and_exit(const char* variable, const char* value) {
  setenv(variable, value, 1);
  const Result<GlContext> context = GlContext::make();
  if (!context)
    std::fprintf(stderr, "%d %s\n", static_cast<int>(context.error().fault), context.error().message.c_str());
  const bool mesa = context && gl_description().find("Mesa") != std::string::npos;
  if (context && !mesa) std::fputs("another driver than Mesa\n", stderr);
  std::_Exit(mesa ? 0 : 3);
}

TEST(ContextDeathTest, NoDriverIsUnavailableWithWhatToInstall) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(make_context_and_exit("__EGL_VENDOR_LIBRARY_FILENAMES", "/nonexistent/egl.json"),
              ::testing::ExitedWithCode(3), "2 .*EGL finds no graphics driver.*apt-get install libgl1-mesa-dri");
}

TEST(ContextDeathTest, AnOldDriverIsUnavailable) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");
  EXPECT_EXIT(make_context_and_exit("MESA_GL_VERSION_OVERRIDE", "3.1"), ::testing::ExitedWithCode(3),
              "2 .*no driver here has OpenGL 3.3|another driver than Mesa");  // only Mesa can pretend to be old
}

GlProc no_function(const char*) { return nullptr; }

TEST(Context, WithoutFunctionsNothingIsLoaded) {
  const Status loaded = load_gl(no_function);
  ASSERT_FALSE(loaded.ok());
  EXPECT_EQ(loaded.error().fault, Fault::Unavailable);
}

TEST(Context, IsCoreAndNewEnough) {
  const Result<GlContext> context = GlContext::make();
  ASSERT_TRUE(context.ok()) << context.error().message;
  GLint major = 0, minor = 0, profile = 0;
  glGetIntegerv(GL_MAJOR_VERSION, &major);
  glGetIntegerv(GL_MINOR_VERSION, &minor);
  glGetIntegerv(GL_CONTEXT_PROFILE_MASK, &profile);
  EXPECT_GE(major * 10 + minor, 33);
  EXPECT_EQ(profile & GL_CONTEXT_CORE_PROFILE_BIT, GL_CONTEXT_CORE_PROFILE_BIT);
  EXPECT_NE(gl_description().find("OpenGL " + std::to_string(major) + "." + std::to_string(minor)), std::string::npos)
      << gl_description();
}

TEST(Context, TwoMayBeUsedInTurn) {
  Result<GlContext> first = GlContext::make();
  ASSERT_TRUE(first.ok());
  Result<GlContext> second = GlContext::make();
  ASSERT_TRUE(second.ok());
  ASSERT_TRUE(first.value().make_current().ok());
  glClearColor(0.5F, 0, 0, 1);
  ASSERT_TRUE(second.value().make_current().ok());
  GLfloat color[4] = {};
  glGetFloatv(GL_COLOR_CLEAR_VALUE, color);
  EXPECT_EQ(color[0], 0.0F);
  ASSERT_TRUE(first.value().make_current().ok());
  glGetFloatv(GL_COLOR_CLEAR_VALUE, color);
  EXPECT_EQ(color[0], 0.5F);
}

TEST(Context, OneMayGoBeforeTheOther) {
  Result<GlContext> first = GlContext::make();
  ASSERT_TRUE(first.ok());
  {
    const Result<GlContext> second = GlContext::make();
    ASSERT_TRUE(second.ok());
  }
  ASSERT_TRUE(first.value().make_current().ok());
  EXPECT_TRUE(OffscreenTarget::make(8, 8).ok());
  EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
}

class Targets : public Drawing {};

TEST_F(Targets, RefuseImpossibleSizes) {
  for (const auto& [w, h] : {std::pair{0, 10}, {10, 0}, {-1, 10}, {10, 1 << 20}}) {
    const Result<OffscreenTarget> target = OffscreenTarget::make(w, h);
    ASSERT_FALSE(target.ok()) << w << " x " << h;
    EXPECT_EQ(target.error().fault, Fault::BadInput);
  }
}

TEST_F(Targets, ReadTheTopRowFirst) {
  Result<OffscreenTarget> made = OffscreenTarget::make(5, 3);
  ASSERT_TRUE(made.ok());
  const OffscreenTarget target = std::move(made).value();
  target.bind();
  glDisable(GL_SCISSOR_TEST);
  glClearColor(0, 0, 1, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  glEnable(GL_SCISSOR_TEST);
  glScissor(1, 0, 2, 1);  // OpenGL counts from the bottom
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const Pixels pixels = target.read_pixels();
  ASSERT_EQ(pixels.width, 5);
  ASSERT_EQ(pixels.height, 3);
  for (int y = 0; y < 3; ++y) {
    for (int x = 0; x < 5; ++x) {
      const bool red = y == 2 && (x == 1 || x == 2);
      EXPECT_EQ(pixels.at(x, y), (red ? Color{255, 0, 0, 255} : Color{0, 0, 255, 255})) << x << ' ' << y;
    }
  }
}

}  // namespace
}  // namespace tcviz
