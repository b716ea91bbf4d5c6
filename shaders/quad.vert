// A coloured rectangle on whole pixels: a cell, a swatch, the ground that shows as lines between cells.
layout(location = 0) in vec4 edges;  // left, top, right, bottom in scene units
layout(location = 1) in vec4 color;
layout(location = 2) in int slot;    // -1: belongs to no slot
layout(location = 3) in uint gaps;
layout(location = 4) in float gap;

uniform vec4 veil;          // alpha above 0: lay this colour over the cells of other slots than these, and draw no other
uniform ivec2 shown_slots;  // first, end

flat out vec4 fill;

void main() {
  bool shown = slot < 0 || (slot >= shown_slots.x && slot < shown_slots.y);
  fill = veil.a > 0.0 ? veil : color;
  vec4 pixels = pixel_edges(edges, gaps, gap);
  gl_Position = to_clip(veil.a > 0.0 && shown ? pixels.xy : mix(pixels.xy, pixels.zw, corner()));
}
