#version 330 core
flat in vec4 ink;
flat in vec2 tail;
flat in vec2 tip;
flat in float reach;
flat in float half_width;
in vec2 at;
out vec4 color;

float distance_to(vec2 a, vec2 b) {
  vec2 along = b - a;
  float t = clamp(dot(at - a, along) / max(dot(along, along), 1e-6), 0.0, 1.0);
  return distance(at, a + t * along);
}

void main() {
  vec2 forward = normalize(tip - tail + vec2(1e-6, 0.0));
  vec2 back = tip - forward * reach;
  vec2 side = vec2(-forward.y, forward.x) * reach;
  float nearest = min(distance_to(tail, tip), min(distance_to(back + side, tip), distance_to(back - side, tip)));
  color = vec4(ink.rgb, ink.a * clamp(half_width + 0.5 - nearest, 0.0, 1.0));
}
