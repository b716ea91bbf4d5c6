// The fontconfig that cairo is linked with: none. tcviz hands cairo the fonts that it carries, so that cairo asks of
// fontconfig only for the glyph of a character. The rest chooses fonts by name, which nothing here does.
#include <ft2build.h>
#include FT_FREETYPE_H
#include <stdio.h>
#include <stdlib.h>

FT_UInt FcFreeTypeCharIndex(FT_Face face, FT_UInt32 character) { return FT_Get_Char_Index(face, character); }

static void never(const char* name) {
  fprintf(stderr, "tcviz: cairo asked for %s, and this program is linked without fontconfig: please report this.\n", name);
  abort();
}

#define NEVER(name) \
  void name(void) { never(#name); }
NEVER(FcConfigGetCurrent)
NEVER(FcConfigSubstitute)
NEVER(FcDefaultSubstitute)
NEVER(FcFontMatch)
NEVER(FcInitBringUptoDate)
NEVER(FcPatternAddBool)
NEVER(FcPatternAddDouble)
NEVER(FcPatternAddInteger)
NEVER(FcPatternAddString)
NEVER(FcPatternCreate)
NEVER(FcPatternDel)
NEVER(FcPatternDestroy)
NEVER(FcPatternDuplicate)
NEVER(FcPatternGet)
NEVER(FcPatternGetBool)
NEVER(FcPatternGetFTFace)
NEVER(FcPatternGetInteger)
NEVER(FcPatternGetString)
