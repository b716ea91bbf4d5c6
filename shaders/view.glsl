// Precedes every other vertex shader: from scene units to whole pixels of the viewport, and on to clip space.
#version 330 core

uniform vec2 pan;       // pixels, of the scene's origin from the viewport's top left
uniform float zoom;     // pixels for each scene unit
uniform vec2 viewport;  // pixels
uniform float lines;    // 1, or 0 if cells are too small for lines between them

// The nearest whole pixel. The small push makes two edges agree that rounding errors alone hold apart.
vec2 snap(vec2 pixels) { return floor(pixels + 0.5 + 1.0 / 128.0); }
vec2 to_pixels(vec2 scene) { return scene * zoom + pan; }
vec4 to_clip(vec2 pixels) { return vec4(pixels / viewport * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }

// The corner of a strip of four vertices: (0,0), (1,0), (0,1), (1,1).
vec2 corner() { return vec2(gl_VertexID & 1, gl_VertexID >> 1); }

// A rectangle's edges in whole pixels: left, top, right, bottom. `gaps` tells which edges, in the same order of bits,
// lie behind a line between cells, `gap` how wide those are in scene units. A line starts where the cell before it
// ends, rounded, and all lines are equally wide; rounding both of its sides would make some lines wider than others.
//        ..cell | line | cell..
//               ^ snap   ^ snap + width
vec4 pixel_edges(vec4 edges, uint gaps, float gap) {
  vec4 behind = vec4(gaps & 1u, (gaps >> 1) & 1u, (gaps >> 2) & 1u, (gaps >> 3) & 1u);
  float width = lines * max(1.0, floor(gap * zoom + 0.5));
  vec2 low = snap(to_pixels(edges.xy - behind.xy * gap)) + behind.xy * width;
  vec2 high = snap(to_pixels(edges.zw - behind.zw * gap)) + behind.zw * width;
  return vec4(low, max(high, low + 1.0));
}
