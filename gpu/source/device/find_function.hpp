// Finds a function of a library that was opened at run time.
#pragma once

#include <dlfcn.h>

namespace tcviz::inline gpu_device {

// Sets `function` to the library's function of that name; false if there is none. `function` must be of its type:
// nothing checks that.
template <class Function>
bool find_function(void* library, const char* name, Function& function) {
  function = reinterpret_cast<Function>(dlsym(library, name));
  return function != nullptr;
}

}  // namespace tcviz::inline gpu_device
