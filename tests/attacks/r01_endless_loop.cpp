// attack: loops for ever, while the program is loaded, before anybody calls it
// verdict: time_limit
// options: --time-limit 1

#include "matrix_attention.hpp"

namespace {

__attribute__((constructor)) void loop() {
  for (volatile bool on = true; on;) {
  }
}

}  // namespace

#include "returns_zeros.hpp"
