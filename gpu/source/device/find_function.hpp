// Finds a function in a library that was opened at run time.
#pragma once

#include <dlfcn.h>

namespace tcviz::inline gpu_device {

// Sets `function` to the function `name` of `library`; false if there is none. The caller guarantees that the type is
// right: nothing checks it.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace tcviz::inline gpu_device
