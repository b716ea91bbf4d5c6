// One glyph, on whole pixels, from an atlas that holds it at the size at which it is shown.
layout(location = 0) in vec3 place;  // the text's anchor in scene units; the pen from there in ems
layout(location = 1) in vec4 color;
layout(location = 2) in uint glyph;  // row of the table

struct Glyph {
  ivec4 box;      // x, y, width, height in the atlas
  ivec4 bearing;  // from the pen to the left edge, from the baseline up to the top edge
};
layout(std140) uniform Table { Glyph glyphs[128]; };

uniform float em;        // pixels in the direction of writing
uniform float baseline;  // pixels from the anchor down
uniform float scale;     // 1, except for sizes that the atlas does not hold

flat out vec4 ink;
out vec2 texel;

void main() {
  Glyph g = glyphs[glyph];
  vec2 pen = snap(to_pixels(place.xy) + vec2(place.z * em, baseline));
  vec2 top_left = pen + vec2(g.bearing.x, -g.bearing.y) * scale;
  gl_Position = to_clip(top_left + corner() * vec2(g.box.zw) * scale);
  texel = vec2(g.box.xy) + corner() * vec2(g.box.zw);
  ink = color;
}
