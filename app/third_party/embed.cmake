# tcviz_embed(<target> <name> <file>...) puts the bytes of files into a target, at no compile time worth naming:
#   #include "embedded/<name>.hpp"
#   for (const tcviz::embedded::File& file : tcviz::embedded::<name>()) use(file.name, file.bytes);
# A file's name is its last path component. What is written lies in the build folder and names no room, so any room
# may use it.
function(tcviz_embed target name)
  set(folder ${CMAKE_CURRENT_BINARY_DIR}/embed/embedded)
  set(externs "")
  set(rows "")
  set(blobs "")
  set(index 0)
  foreach(file IN LISTS ARGN)
    get_filename_component(path ${file} ABSOLUTE)
    get_filename_component(file_name ${file} NAME)
    set(symbol tcviz_embedded_${name}_${index})
    string(APPEND externs "extern const char ${symbol}[];\nextern const char ${symbol}_end[];\n")
    string(APPEND rows "    {\"${file_name}\", {${symbol}, static_cast<std::size_t>(${symbol}_end - ${symbol})}},\n")
    string(APPEND blobs "    \".balign 16\\n${symbol}:\\n.incbin \\\"${path}\\\"\\n${symbol}_end:\\n.byte 0\\n\"\n")
    string(APPEND blobs "    \".global ${symbol}, ${symbol}_end\\n\"\n")
    list(APPEND paths ${path})
    math(EXPR index "${index} + 1")
  endforeach()
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embed/${name}.cpp)
  configure_file(${TCVIZ_THIRD_PARTY_DIR}/embed_file.hpp ${CMAKE_BINARY_DIR}/embed/embedded/file.hpp COPYONLY)
  configure_file(${TCVIZ_THIRD_PARTY_DIR}/embed.hpp.in ${folder}/${name}.hpp @ONLY)
  configure_file(${TCVIZ_THIRD_PARTY_DIR}/embed.cpp.in ${source} @ONLY)
  set_source_files_properties(${source} PROPERTIES OBJECT_DEPENDS "${paths}" SKIP_UNITY_BUILD_INCLUSION ON
                              SKIP_PRECOMPILE_HEADERS ON)
  target_sources(${target} PRIVATE ${source})
  target_include_directories(${target} PUBLIC ${CMAKE_CURRENT_BINARY_DIR}/embed ${CMAKE_BINARY_DIR}/embed)
endfunction()
