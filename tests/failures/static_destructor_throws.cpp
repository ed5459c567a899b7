// exercise: 10_learned_attention
#include "learned_attention.hpp"

#include <stdexcept>

namespace softmark {

struct Log {
  bool open = true;
  ~Log() noexcept(false) {
    if (open) throw std::runtime_error("not closed");  // HERE
  }
};

Matrix learned_attention(const Matrix& X, const Matrix& Wq, const Matrix& Wk, const Matrix& Wv) {
  static Log log;
  return X;
}

}  // namespace softmark
