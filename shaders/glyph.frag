#version 330 core
uniform sampler2D atlas;  // coverage

flat in vec4 ink;
in vec2 texel;
out vec4 color;

void main() {
  float coverage = texture(atlas, texel / vec2(textureSize(atlas, 0))).r;
  color = vec4(ink.rgb, ink.a * coverage);
}
