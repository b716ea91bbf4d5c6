// A coloured rectangle on whole pixels: a cell, a swatch, the ground that shows as lines between cells. Hatched if it
// has a hatch, with a triangle in its corner if it is marked, with a frame if it
// differs.
layout(location = 0) in vec4 edges;  // left, top, right, bottom in scene units
layout(location = 1) in vec4 color;
layout(location = 2) in int slot;    // -1: belongs to no slot
layout(location = 3) in uint gaps;
layout(location = 4) in float gap;
layout(location = 5) in uint hatches;    // as Hatch
layout(location = 6) in vec4 hatch_color;
layout(location = 7) in float triangle;  // its side in scene units, 0: none
layout(location = 8) in vec4 triangle_color;
layout(location = 9) in float frame_width;  // inside the edges, in scene units, 0: none
layout(location = 10) in vec4 frame_color;

// Alpha above 0: lay this colour over the cells of other slots than these, and draw no other.
uniform vec4 veil;
uniform ivec2 shown_slots;  // first, end
uniform vec3 hatching;      // tile, width of a line, radius of a dot in scene units

const float least_tile = 3.0, least_mark = 2.0;  // pixels; smaller ones are left out

flat out vec4 fill;
flat out vec4 lines_ink;
flat out vec4 mark_ink;
flat out uint hatch;
flat out vec4 box;
flat out float tile;
flat out float units;
flat out vec2 origin;
flat out float mark;
flat out vec4 frame_ink;
flat out float frame;
out vec2 at;

void main() {
  bool shown = slot < 0 || (slot >= shown_slots.x && slot < shown_slots.y);
  bool veiled = veil.a > 0.0;
  fill = veiled ? veil : color;
  lines_ink = hatch_color;
  mark_ink = triangle_color;
  hatch = hatches;
  units = zoom;
  origin = pan;
  tile = veiled || hatches == 0u || hatching.x * zoom < least_tile ? 0.0 : hatching.x * zoom;
  mark = veiled || triangle * zoom < least_mark ? 0.0 : triangle * zoom;
  frame_ink = frame_color;
  frame = veiled || frame_width <= 0.0 ? 0.0 : max(1.0, floor(frame_width * zoom + 0.5));
  box = pixel_edges(edges, gaps, gap);
  at = veiled && shown ? box.xy : mix(box.xy, box.zw, corner());
  gl_Position = to_clip(at);
}
