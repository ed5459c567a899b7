// exercise: 06_row_softmax
#include "row_softmax.hpp"

namespace softmark {

struct Base {
  double value = 0;
  Base() { start(); }
  void start() { value = number(); }  // HERE
  virtual double number() = 0;
  virtual ~Base() = default;
};
struct Broken : Base {
  double number() override { return 1; }
};

Matrix row_softmax(const Matrix& scores) {
  Broken broken;
  return scores * broken.value;
}

}  // namespace softmark
