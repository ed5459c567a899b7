// exercise: 06_row_softmax
#include "row_softmax.hpp"

#include <sys/mount.h>

namespace softmark {

Matrix row_softmax(const Matrix& scores) {  // HERE
  mount("a", "b", "c", 0, nullptr);         // the kernel tells no line
  return scores;
}

}  // namespace softmark
