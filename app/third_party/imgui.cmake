# Dear ImGui with the GLFW and OpenGL 3 back ends, twice from the same sources:
#   imgui_headers    what rooms compile against; both libraries fit, since the hooks of the tests change no type
#   imgui            what the program links
#   imgui_testable   what GUI tests link instead: with the hooks, and the test engine itself
# Under sanitizers and in a quick build, where only tests run, both are one: compiling it twice takes minutes.
set(imgui_dir ${TCVIZ_BUNDLE_DIR}/imgui/imgui)
set(test_engine_dir ${TCVIZ_BUNDLE_DIR}/imgui_test_engine/imgui_test_engine/imgui_test_engine)

add_library(imgui_headers INTERFACE)
target_include_directories(imgui_headers SYSTEM INTERFACE ${imgui_dir} ${imgui_dir}/backends)

set(imgui_sources
  ${imgui_dir}/imgui.cpp ${imgui_dir}/imgui_demo.cpp ${imgui_dir}/imgui_draw.cpp ${imgui_dir}/imgui_tables.cpp
  ${imgui_dir}/imgui_widgets.cpp ${imgui_dir}/imgui_stacklayout.cpp
  ${imgui_dir}/backends/imgui_impl_glfw.cpp ${imgui_dir}/backends/imgui_impl_opengl3.cpp)

# Everybody calls OpenGL through glad, so that a context without a window needs no second loader.
function(tcviz_imgui_library name)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${imgui_sources} ${ARGN})
  target_link_libraries(${name} PUBLIC imgui_headers glfw glad)
  target_compile_definitions(${name} PRIVATE IMGUI_IMPL_OPENGL_LOADER_CUSTOM IMGUI_DISABLE_DEMO_WINDOWS)
  target_compile_options(${name} PRIVATE -w)
  set_source_files_properties(${imgui_dir}/backends/imgui_impl_opengl3.cpp
                              PROPERTIES COMPILE_OPTIONS "-include;glad/gl.h")
endfunction()

# ImPlot (plots) and ImGuiColorTextEdit (the editor) compile against the headers alone, and so fit both libraries.
function(tcviz_imgui_widget name folder)
  add_library(${name} STATIC EXCLUDE_FROM_ALL ${ARGN})
  target_link_libraries(${name} PUBLIC imgui_headers)
  target_include_directories(${name} SYSTEM PUBLIC ${folder})
  target_compile_options(${name} PRIVATE -w)
endfunction()
set(implot_dir ${TCVIZ_BUNDLE_DIR}/implot/implot)
tcviz_imgui_widget(implot ${implot_dir} ${implot_dir}/implot.cpp ${implot_dir}/implot_items.cpp)
# Its templates are made for ten types of numbers; that alone takes minutes under the sanitizers. Ours are all double.
target_compile_definitions(implot PRIVATE "IMPLOT_CUSTOM_NUMERIC_TYPES=(double)")
include(text_editor.cmake)

file(GLOB test_engine_sources ${test_engine_dir}/*.cpp)
tcviz_imgui_library(imgui_testable ${test_engine_sources})
target_include_directories(imgui_testable SYSTEM PUBLIC ${test_engine_dir})
target_compile_definitions(imgui_testable PUBLIC
  IMGUI_ENABLE_TEST_ENGINE
  IMGUI_TEST_ENGINE_ENABLE_CAPTURE=0
  IMGUI_TEST_ENGINE_ENABLE_STD_FUNCTION=1
  IMGUI_TEST_ENGINE_ENABLE_COROUTINE_STDTHREAD_IMPL=1)
target_link_libraries(imgui_testable PUBLIC Threads::Threads)

if(TCVIZ_SANITIZE OR TCVIZ_QUICK)
  add_library(imgui ALIAS imgui_testable)
else()
  tcviz_imgui_library(imgui)
endif()
