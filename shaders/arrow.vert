// An arrow beside an axis name: a shaft and two barbs, their middle on a pixel's middle so that the shaft is crisp. Or
// a stroke with round ends, if it has a thickness.
layout(location = 0) in vec4 ends;  // tail, tip in scene units
layout(location = 1) in vec4 color;
layout(location = 2) in float barb;  // how far the barbs' ends lie behind the tip and beside the shaft, in scene units
layout(location = 3) in float thickness;  // of a stroke in scene units; 0: an arrow

const float least_reach = 1.5;  // pixels; a smaller arrow could not be told from a dash, and is left out
const float least_stroke = 0.3;  // pixels

flat out vec4 ink;
flat out vec2 tail;
flat out vec2 tip;
flat out float reach;
flat out float half_width;
out vec2 at;

void main() {
  bool stroke = thickness > 0.0;
  float width = stroke ? max(1.0, thickness * zoom) : max(1.0, floor(zoom + 0.5));
  vec2 middle = vec2(mod(width, 2.0) * 0.5);
  tail = stroke ? to_pixels(ends.xy) : floor(to_pixels(ends.xy)) + middle;
  tip = stroke ? to_pixels(ends.zw) : floor(to_pixels(ends.zw)) + middle;
  reach = barb * zoom;
  half_width = width * 0.5;
  ink = color;
  vec2 margin = vec2(reach + width + 1.0);
  at = mix(min(tail, tip) - margin, max(tail, tip) + margin, corner());
  bool small = stroke ? thickness * zoom < least_stroke : reach < least_reach;
  gl_Position = to_clip(small ? vec2(0.0) : at);
}
