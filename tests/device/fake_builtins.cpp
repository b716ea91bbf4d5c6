// The half of the made-up NVRTC that it asks the loader for.
extern "C" int fake_builtins() { return 1; }
