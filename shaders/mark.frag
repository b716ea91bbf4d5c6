#version 330 core
flat in vec4 ink;
flat in vec4 outer;
flat in float width;
flat in uint dashed;
in vec2 at;
out vec4 color;

void main() {
  vec2 low = at - outer.xy;
  vec2 high = outer.zw - at;
  vec2 nearest = min(low, high);
  if (min(nearest.x, nearest.y) > width) discard;
  float along = nearest.x < nearest.y ? low.y : low.x;  // how far along the side that this pixel belongs to
  if (dashed == 1u && mod(along, width * 5.0) > width * 3.0) discard;
  color = ink;
}
