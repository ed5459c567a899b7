// verdict: exception
// says: it threw an exception

#include "matrix_attention.hpp"

#include <exception>

namespace softmark {

struct Silent : std::exception {
  const char* what() const noexcept override { return nullptr; }
};

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  throw Silent();
}

}  // namespace softmark
