// A run-time compiler for tests that does what NVIDIA's does when it compiles: it asks the loader for its other half by
// name, and that lies beside it, in a folder that the loader does not know. BUILTINS is that name. Its cubins are the
// text.
#include <dlfcn.h>

#include <cstring>
#include <string>

namespace {

struct Program {
  std::string text, log;
};

}  // namespace

extern "C" {
int nvrtcVersion(int* major, int* minor) {
  *major = 99;
  *minor = 0;
  return 0;
}
int nvrtcGetNumSupportedArchs(int* count) {
  *count = 1;
  return 0;
}
int nvrtcGetSupportedArchs(int* architectures) {
  *architectures = 90;
  return 0;
}
int nvrtcCreateProgram(void** program, const char* text, const char*, int, const char* const*, const char* const*) {
  *program = new Program{text, {}};
  return 0;
}
int nvrtcDestroyProgram(void** program) {
  delete static_cast<Program*>(*program);
  return 0;
}
int nvrtcCompileProgram(void* program, int, const char* const*) {
  void* const builtins = dlopen(BUILTINS, RTLD_LAZY);
  if (builtins != nullptr && dlsym(builtins, "fake_builtins") != nullptr) return 0;
  static_cast<Program*>(program)->log = "nvrtc: error: failed to open " BUILTINS ".\n";
  return 7;  // NVRTC_ERROR_BUILTIN_OPERATION_FAILURE
}
int nvrtcGetCUBINSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->text.size();
  return 0;
}
int nvrtcGetCUBIN(void* program, char* cubin) {
  const std::string& text = static_cast<Program*>(program)->text;
  std::memcpy(cubin, text.data(), text.size());
  return 0;
}
int nvrtcGetPTXSize(void* program, std::size_t* size) { return nvrtcGetCUBINSize(program, size); }
int nvrtcGetPTX(void* program, char* ptx) { return nvrtcGetCUBIN(program, ptx); }
int nvrtcGetProgramLogSize(void* program, std::size_t* size) {
  *size = static_cast<Program*>(program)->log.size() + 1;
  return 0;
}
int nvrtcGetProgramLog(void* program, char* log) {
  const std::string& text = static_cast<Program*>(program)->log;
  std::memcpy(log, text.c_str(), text.size() + 1);
  return 0;
}
const char* nvrtcGetErrorString(int) { return "NVRTC_ERROR_BUILTIN_OPERATION_FAILURE"; }
}
