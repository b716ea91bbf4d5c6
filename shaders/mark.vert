// An outline whose thickness is whole pixels at every zoom, its outer half outside the rectangle.
layout(location = 0) in vec4 edges;  // left, top, right, bottom in scene units
layout(location = 1) in vec4 color;
layout(location = 2) in float thickness;  // pixels
layout(location = 3) in uint gaps;
layout(location = 4) in float gap;
layout(location = 5) in uint style;

flat out vec4 ink;
flat out vec4 outer;  // edges in pixels
flat out float width;
flat out uint dashed;
out vec2 at;

void main() {
  width = max(1.0, floor(thickness + 0.5));
  float outside = ceil(width * 0.5);
  outer = pixel_edges(edges, gaps, gap) + vec4(-outside, -outside, outside, outside);
  ink = color;
  dashed = style;
  at = mix(outer.xy, outer.zw, corner());
  gl_Position = to_clip(at);
}
