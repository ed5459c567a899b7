// attack: brings a main of its own
// verdict: wrong_shape

#include "matrix_attention.hpp"

#include <unistd.h>

int main() {
  (void)!write(4, "PASS", 4);
  _exit(0);
}

#include "returns_nothing.hpp"
