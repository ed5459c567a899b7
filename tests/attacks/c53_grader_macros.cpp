// attack: looks in macros for signs of the grader: names, dates, counters
// verdict: wrong_shape

#include "matrix_attention.hpp"

namespace {
constexpr const char* contract = __builtin_FILE();
constexpr auto signs = {__FILE__, __BASE_FILE__, __DATE__, __TIME__, __TIMESTAMP__, contract};
}  // namespace

namespace softmark {

Matrix matrix_attention(const Matrix&, const Projection&, const Projection&, const Projection&) {
  for (const char* sign : signs) std::cout << sign << '\n';
  std::cout << __COUNTER__ << ' ' << __INCLUDE_LEVEL__ << ' ' << __LINE__ << '\n';
  return Matrix();
}

}  // namespace softmark
