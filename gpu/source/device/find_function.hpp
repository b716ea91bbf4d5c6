// A function of a library that was opened at run time.
#pragma once

#include <dlfcn.h>

namespace tcviz::inline gpu_device {

// False if the library has no function of that name. `function` must be of its type: nobody checks.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace tcviz::inline gpu_device
