# Writes the commit that the sources are at to FILE, if another one stands there: "1f0c2a9b7d3e", with "-dirty" behind
# it if files were changed since. Empty where SOURCE is no clone.
execute_process(COMMAND git -c safe.directory=* describe --always --dirty --abbrev=12 --exclude=*
                WORKING_DIRECTORY ${SOURCE} RESULT_VARIABLE failed
                OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
if(failed)
  set(commit "")
endif()
set(written "")
if(EXISTS ${FILE})
  file(READ ${FILE} written)
endif()
if(NOT EXISTS ${FILE} OR NOT commit STREQUAL written)
  file(WRITE ${FILE} "${commit}")
endif()
