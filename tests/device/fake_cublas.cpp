// A cuBLAS for tests that needs its other half as it is opened, and has no path to it.
extern "C" int fake_cublas_lt();
extern "C" int fake_cublas() { return fake_cublas_lt(); }
