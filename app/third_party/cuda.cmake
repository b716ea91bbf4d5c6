# The CUDA compiler, where there is one: sets TCVIZ_CUDA, enables the language and gives the target cuda_runtime.
# Kernels are built for every architecture that the toolkit knows, and as PTX for those that come after it.
option(TCVIZ_CUDA "Build the live probes, which need nvcc" ON)
find_program(TCVIZ_NVCC nvcc PATHS /usr/local/cuda/bin ${TCVIZ_SETUP_DIR}/cuda/nvidia/cu13/bin)
if(NOT TCVIZ_CUDA OR NOT TCVIZ_NVCC)
  message(STATUS "No CUDA compiler: the program is built without live probes")
  set(TCVIZ_CUDA OFF)
  return()
endif()

# sm_70 has the first tensor cores; an older toolkit also lists architectures without any.
function(tcviz_cuda_architectures result)
  execute_process(COMMAND ${TCVIZ_NVCC} --list-gpu-code OUTPUT_VARIABLE text COMMAND_ERROR_IS_FATAL ANY)
  string(REGEX MATCHALL "sm_[0-9]+" codes "${text}")
  list(TRANSFORM codes REPLACE "sm_" "")
  list(FILTER codes EXCLUDE REGEX "^[1-6][0-9]$")
  list(SORT codes COMPARE NATURAL)
  list(POP_BACK codes newest)
  list(TRANSFORM codes APPEND "-real")
  set(${result} ${codes} ${newest} PARENT_SCOPE)
endfunction()

if(NOT DEFINED CMAKE_CUDA_ARCHITECTURES AND NOT DEFINED ENV{CUDAARCHS})
  tcviz_cuda_architectures(architectures)
  set(CMAKE_CUDA_ARCHITECTURES "${architectures}" CACHE STRING "Architectures that kernels are built for")
endif()
set(CMAKE_CUDA_COMPILER ${TCVIZ_NVCC})
set(CMAKE_CUDA_RUNTIME_LIBRARY Static)
set(CMAKE_CUDA_FLAGS_INIT "-std=c++20")  # CMake 3.25 does not know yet that nvcc can
enable_language(CUDA)
find_package(CUDAToolkit REQUIRED)

add_library(cuda_runtime INTERFACE)
target_link_libraries(cuda_runtime INTERFACE CUDA::cudart_static)
