# ImGuiColorTextEdit keeps places in the text (the row at its top, what to scroll to) while the text becomes shorter,
# and then looks them up beyond its end. Each is brought back into the text first, in a copy.
set(text_editor_dir ${TCVIZ_BUNDLE_DIR}/ImGuiColorTextEdit/ImGuiColorTextEdit)
set(text_editor_source ${CMAKE_CURRENT_BINARY_DIR}/text_editor/TextEditor.cpp)

file(READ ${text_editor_dir}/TextEditor.cpp text_editor_text)
function(tcviz_mend_text_editor unsafe safe)
  string(FIND "${text_editor_text}" "${unsafe}" at)
  if(at EQUAL -1)
    message(FATAL_ERROR "ImGuiColorTextEdit has changed: see whether it still has what is mended here: ${unsafe}")
  endif()
  string(REPLACE "${unsafe}" "${safe}" mended "${text_editor_text}")
  set(text_editor_text "${mended}" PARENT_SCOPE)
endfunction()
set(row firstVisibleRow)
tcviz_mend_text_editor(
  "visPos2DocPos(VisPos(${row}, 0)).line;"
  "${row} < typeSetter.size() ? std::min(typeSetter[${row}].line, document.size() - 1) : 0;")
tcviz_mend_text_editor("docPos2VisPos(ensureVisiblePos)" "docPos2VisPos(normalizePos(ensureVisiblePos))")
set(line "DocPos(scrollToLineNumber, 0)")
tcviz_mend_text_editor("docPos2VisPos(${line})" "docPos2VisPos(normalizePos(${line}))")
# With several cursors whose selections overlap, a deletion leaves some of them beyond the end of their line.
foreach(side Start End)
  string(TOLOWER ${side} name)
  tcviz_mend_text_editor("const auto ${name} = cursor->getSelection${side}();"
                         "const auto ${name} = normalizePos(cursor->getSelection${side}());")
endforeach()
tcviz_mend_text_editor("const auto text = document.getSectionText(start, end);"
                       "start = normalizePos(start); end = normalizePos(end); if (end < start) std::swap(start, end);
	const auto text = document.getSectionText(start, end);")
tcviz_mend_text_editor("const auto end = document.insertText(config, start, text);"
                       "start = normalizePos(start);
	const auto end = document.insertText(config, start, text);")
# The search of a character in a table of ranges begins behind its end.
tcviz_mend_text_editor("auto high = std::end(table);" "auto high = std::end(table) - 1;")
file(GENERATE OUTPUT ${text_editor_source} CONTENT "${text_editor_text}")

tcviz_imgui_widget(text_editor ${text_editor_dir} ${text_editor_source})
