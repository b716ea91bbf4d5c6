#version 330 core
flat in vec4 fill;
flat in vec4 lines_ink;
flat in vec4 mark_ink;
flat in uint hatch;
flat in vec4 box;       // left, top, right, bottom in pixels
flat in float tile;     // pixels from one line of the hatch to the next, 0 if there is no room for it
flat in float units;    // pixels for each scene unit
flat in vec2 origin;    // of the scene, in pixels
flat in vec4 frame_ink;
flat in float frame;    // width in pixels, 0: none
flat in float mark;     // side of the triangle in the upper right corner, in pixels
uniform vec3 hatching;  // tile, width of a line, radius of a dot in scene units
in vec2 at;
out vec4 color;

// Whether a pixel belongs to one of the lines that are `tile` apart; these are whole pixels wide and lie on whole
// pixels.
float crisp(float along, float start) {
  float width = max(1.0, floor(hatching.y * units + 0.5));
  float line = start + floor((along - start) / tile + 0.5) * tile;
  float low = floor(line - width * 0.5 + 0.5);
  return along >= low && along < low + width ? 1.0 : 0.0;
}

float slanted(float along, float start) {
  float nearest = abs(mod(along - start + tile * 0.5, tile) - tile * 0.5) * 0.70710678;
  return clamp(max(1.0, hatching.y * units) * 0.5 + 0.5 - nearest, 0.0, 1.0);
}

float dotted() {
  vec2 nearest = mod(at - origin + tile * 0.5, tile) - tile * 0.5;
  return clamp(hatching.z * units + 0.5 - length(nearest), 0.0, 1.0);
}

// In the order of Hatch.
float inked() {
  if (hatch == 1u) return slanted(at.x + at.y, origin.x + origin.y);
  if (hatch == 2u) return slanted(at.x - at.y, origin.x - origin.y);
  if (hatch == 3u) return crisp(at.y, origin.y);
  if (hatch == 4u) return crisp(at.x, origin.x);
  if (hatch == 5u) return max(crisp(at.x, origin.x), crisp(at.y, origin.y));
  if (hatch == 6u) return max(slanted(at.x + at.y, origin.x + origin.y), slanted(at.x - at.y, origin.x - origin.y));
  return hatch == 7u ? dotted() : 0.0;
}

void main() {
  color = fill;
  if (tile > 0.0) color = mix(color, lines_ink, inked());
  float edge = min(min(at.x - box.x, box.z - at.x), min(at.y - box.y, box.w - at.y));
  if (edge < frame) color = frame_ink;
  float inside = (mark - (box.z - at.x) - (at.y - box.y)) * 0.70710678;
  if (mark > 0.0) color = mix(color, mark_ink, clamp(inside + 0.5, 0.0, 1.0));
}
