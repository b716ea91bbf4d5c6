#include "gpu/ops/body.hpp"
#include <gtest/gtest.h>
TEST(X,Y){}
