// exercise: 10_learned_attention
#include "learned_attention.hpp"

#include <stdexcept>

namespace softmark {

struct Guard {
  const Matrix* X;
  ~Guard() {
    throw std::runtime_error("not closed");  // HERE
  }
};

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  Guard guard{&X};
  return X;
}

}  // namespace softmark
