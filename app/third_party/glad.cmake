# The OpenGL loader, core 3.3, written at configure time from the registry file inside the pinned glad2 package: no
# network.
find_program(TCVIZ_PYTHON python3 PATHS /usr/bin NO_DEFAULT_PATH REQUIRED
             DOC "Python with jinja2, as the system packages it")
set(glad_dir ${CMAKE_CURRENT_BINARY_DIR}/glad)
if(NOT EXISTS ${glad_dir}/src/gl.c)
  execute_process(
    COMMAND ${CMAKE_COMMAND} -E env PYTHONPATH=${TCVIZ_SETUP_DIR}/glad PYTHONDONTWRITEBYTECODE=1
            ${TCVIZ_PYTHON} -m glad --api gl:core=3.3 --extensions= --reproducible --quiet --out-path ${glad_dir}.new c
    RESULT_VARIABLE failed)
  if(failed)
    message(FATAL_ERROR
            "glad could not write the OpenGL loader: is python3-jinja2 installed? Running app/run sets it up.")
  endif()
  file(RENAME ${glad_dir}.new ${glad_dir})
endif()

add_library(glad STATIC EXCLUDE_FROM_ALL ${glad_dir}/src/gl.c)
target_include_directories(glad SYSTEM PUBLIC ${glad_dir}/include)
target_compile_options(glad PRIVATE -w)
