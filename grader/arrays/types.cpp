// The classes of arrays and views, compiled once: exercises/include/softmark/eager/instances.hpp
// declares them to every other program.

#define SOFTMARK_INSTANCES  // without extern
#include "softmark/eager/instances.hpp"
