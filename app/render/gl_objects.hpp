// Owners of OpenGL objects, which delete them in their destructor, and a function that builds shader programs. An owner
// must be destroyed while its context is current.
#pragma once

#include <glad/gl.h>

#include <string_view>
#include <utility>

#include "gpu/layout/result.hpp"

namespace tcviz::inline app_render {

// Owns the OpenGL object with the name (number) get(); 0: none.
template <class Traits>
class GlName {
 public:
  GlName() : name_(Traits::make()) {}
  explicit GlName(GLuint name) : name_(name) {}
  GlName(GlName&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  GlName& operator=(GlName&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~GlName() {
    if (name_ != 0) Traits::drop(name_);
  }
  GLuint get() const { return name_; }

 private:
  GLuint name_ = 0;
};

struct GlBufferTraits {
  static GLuint make() {
    GLuint name = 0;
    glGenBuffers(1, &name);
    return name;
  }
  static void drop(GLuint name) { glDeleteBuffers(1, &name); }
};
struct GlVertexArrayTraits {
  static GLuint make() {
    GLuint name = 0;
    glGenVertexArrays(1, &name);
    return name;
  }
  static void drop(GLuint name) { glDeleteVertexArrays(1, &name); }
};
struct GlTextureTraits {
  static GLuint make() {
    GLuint name = 0;
    glGenTextures(1, &name);
    return name;
  }
  static void drop(GLuint name) { glDeleteTextures(1, &name); }
};
struct GlFramebufferTraits {
  static GLuint make() {
    GLuint name = 0;
    glGenFramebuffers(1, &name);
    return name;
  }
  static void drop(GLuint name) { glDeleteFramebuffers(1, &name); }
};
struct GlProgramTraits {
  static GLuint make() { return 0; }
  static void drop(GLuint name) { glDeleteProgram(name); }
};

using GlBuffer = GlName<GlBufferTraits>;
using GlVertexArray = GlName<GlVertexArrayTraits>;
using GlTexture = GlName<GlTextureTraits>;
using GlFramebuffer = GlName<GlFramebufferTraits>;
using GlProgram = GlName<GlProgramTraits>;

// Builds the program from shaders/<name>.vert, after shaders/view.glsl, and shaders/<name>.frag, which are part of this
// executable.
Result<GlProgram> build_program(std::string_view name);

}  // namespace tcviz::inline app_render
