# The CUDA compiler, where there is one: sets TCVIZ_CUDA, enables the language and gives the target cuda_runtime.
# Kernels are built for the first architecture of every generation that the toolkit knows, whose machine code all later
# ones of that generation run (CUDA C++ Programming Guide, "Binary Compatibility"), and as PTX for those to come.
option(TCVIZ_CUDA "Build the live probes, which need nvcc" ON)

# Kernels are C++20, which nvcc compiles since 12.0; Debian's own is older.
function(tcviz_nvcc_is_new_enough result path)
  execute_process(COMMAND ${path} --version OUTPUT_VARIABLE text ERROR_QUIET)
  if(NOT text MATCHES "release ([0-9]+)" OR CMAKE_MATCH_1 LESS 12)
    set(${result} FALSE PARENT_SCOPE)
  endif()
endfunction()

find_program(TCVIZ_NVCC nvcc PATHS /usr/local/cuda/bin ${TCVIZ_SETUP_DIR}/cuda/nvidia/cu13/bin
             VALIDATOR tcviz_nvcc_is_new_enough)
if(NOT TCVIZ_CUDA OR NOT TCVIZ_NVCC)
  message(STATUS "No CUDA compiler: the program is built without live probes")
  set(TCVIZ_CUDA OFF)
  return()
endif()

# The kernels begin with sm_75; sm_70 and sm_72 have tensor cores too, but toolkits of today do not compile for them.
function(tcviz_cuda_architectures result)
  execute_process(COMMAND ${TCVIZ_NVCC} --list-gpu-code OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "sm_[0-9]+" codes "${text}")
  list(TRANSFORM codes REPLACE "sm_" "")
  list(FILTER codes EXCLUDE REGEX "^([1-6][0-9]|7[0-4])$")
  list(SORT codes COMPARE NATURAL)
  set(generations "")
  foreach(code IN LISTS codes)
    string(REGEX REPLACE ".$" "" generation ${code})
    if(NOT generation IN_LIST generations)
      list(APPEND generations ${generation})
      list(APPEND first ${code})
    endif()
  endforeach()
  list(POP_BACK first newest)
  list(TRANSFORM first APPEND "-real")
  set(${result} ${first} ${newest} PARENT_SCOPE)
endfunction()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  tcviz_cuda_architectures(architectures)
  set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "Architectures that kernels are built for")
endif()
set(CMAKE_CUDA_COMPILER ${TCVIZ_NVCC})
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
enable_language(CUDA)
if(NOT CMAKE_CUDA20_STANDARD_COMPILE_OPTION)  # CMake 3.25 does not know yet that nvcc can
  set(CMAKE_CUDA20_STANDARD_COMPILE_OPTION "-std=c++20")
endif()
set(CMAKE_CUDA_STANDARD 20)
set(CMAKE_CUDA_STANDARD_REQUIRED ON)
set(CMAKE_CUDA_EXTENSIONS OFF)

# Found beside the compiler: CMake's own module asks for libraries that toolkits in parts, and new ones, do not have.
find_package(Threads REQUIRED)
find_library(TCVIZ_CUDART cudart_static HINTS ${CMAKE_CUDA_HOST_IMPLICIT_LINK_DIRECTORIES} REQUIRED)
add_library(cuda_runtime INTERFACE)
target_include_directories(cuda_runtime SYSTEM INTERFACE ${CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES})
target_link_libraries(cuda_runtime INTERFACE ${TCVIZ_CUDART} Threads::Threads ${CMAKE_DL_LIBS} rt)
