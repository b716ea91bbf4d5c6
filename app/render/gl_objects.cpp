// Compiles and links the shader files inside the program.
#include "app/render/gl_objects.hpp"

#include <fmt/format.h>

#include <array>
#include <span>
#include <string>

#include "embedded/shaders.hpp"

namespace tcviz::inline app_render {
namespace {

std::string_view shader_text(std::string_view file_name) {
  for (const embedded::File& file : embedded::shaders()) {
    if (file.name == file_name) return {file.bytes.data(), file.bytes.size()};
  }
  return {};
}

std::string compile_log(GLuint shader) {
  std::array<char, 1024> text{};
  GLsizei length = 0;
  glGetShaderInfoLog(shader, static_cast<GLsizei>(text.size()), &length, text.data());
  return {text.data(), static_cast<std::size_t>(length)};
}

std::string link_log(GLuint program) {
  std::array<char, 1024> text{};
  GLsizei length = 0;
  glGetProgramInfoLog(program, static_cast<GLsizei>(text.size()), &length, text.data());
  return {text.data(), static_cast<std::size_t>(length)};
}

Status attach(const GlProgram& program, GLenum stage, const std::string& name,
              std::span<const std::string_view> parts) {
  std::array<const GLchar*, 2> texts{};
  std::array<GLint, 2> lengths{};
  for (std::size_t k = 0; k < parts.size(); ++k) {
    texts[k] = parts[k].data();
    lengths[k] = static_cast<GLint>(parts[k].size());
  }
  const GLuint shader = glCreateShader(stage);
  glShaderSource(shader, static_cast<GLsizei>(parts.size()), texts.data(), lengths.data());
  glCompileShader(shader);
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader, GL_COMPILE_STATUS, &compiled);
  const std::string log = compiled == GL_TRUE ? "" : compile_log(shader);
  glAttachShader(program.get(), shader);
  glDeleteShader(shader);  // lives on with its program
  if (compiled == GL_TRUE) return Nothing{};
  return unavailable(fmt::format("the OpenGL driver refuses the shader {}: {} Update the driver.", name, log));
}

Status link(const GlProgram& program, std::string_view name) {
  glLinkProgram(program.get());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.get(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return Nothing{};
  const std::string log = link_log(program.get());
  return unavailable(fmt::format("the OpenGL driver refuses the shaders {}: {} Update the driver.", name, log));
}

}  // namespace

Result<GlProgram> build_program(std::string_view name) {
  const std::string vertex = fmt::format("{}.vert", name), fragment = fmt::format("{}.frag", name);
  const std::array vertex_parts{shader_text("view.glsl"), shader_text(vertex)};
  const std::array fragment_parts{shader_text(fragment)};
  GlProgram program(glCreateProgram());
  TCVIZ_TRY(attach(program, GL_VERTEX_SHADER, vertex, vertex_parts));
  TCVIZ_TRY(attach(program, GL_FRAGMENT_SHADER, fragment, fragment_parts));
  TCVIZ_TRY(link(program, name));
  return program;
}

}  // namespace tcviz::inline app_render
