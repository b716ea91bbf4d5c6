// Precedes every other vertex shader: from scene units to whole pixels of the viewport, and on to clip space.
#version 330 core

uniform vec2 pan;       // pixels, of the scene's origin from the viewport's top left
uniform float zoom;     // pixels for each scene unit
uniform vec2 viewport;  // pixels
uniform float gap;      // pixels between neighbouring cells

// The nearest whole pixel. The small push makes two edges agree that rounding errors alone hold apart.
vec2 snap(vec2 pixels) { return floor(pixels + 0.5 + 1.0 / 128.0); }
vec2 to_pixels(vec2 scene) { return scene * zoom + pan; }
vec4 to_clip(vec2 pixels) { return vec4(pixels / viewport * vec2(2.0, -2.0) + vec2(-1.0, 1.0), 0.0, 1.0); }

// The corner of a strip of four vertices: (0,0), (1,0), (0,1), (1,1).
vec2 corner() { return vec2(gl_VertexID & 1, gl_VertexID >> 1); }

// A rectangle's edges in whole pixels: left, top, right, bottom. `gaps` tells which edges, in the same order of bits, lie
// at a line between cells. A line starts where the cell before it ends, rounded, and all lines are `gap` wide; rounding
// both of its edges would make some lines wider than others.
//        ..cell | line | cell..
//               ^ snap   ^ snap + gap
vec4 pixel_edges(vec4 edges, uint gaps) {
  vec4 at_gap = vec4(gaps & 1u, (gaps >> 1) & 1u, (gaps >> 2) & 1u, (gaps >> 3) & 1u);
  vec2 low = snap(to_pixels(edges.xy - at_gap.xy)) + at_gap.xy * gap;
  vec2 high = snap(to_pixels(edges.zw - at_gap.zw)) + at_gap.zw * gap;
  return vec4(low, max(high, low + 1.0));
}
