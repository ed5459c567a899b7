// The code of the common expressions as an object file, for compilers that cannot generate it from
// a precompiled header.

#include "common_expressions.hpp"

namespace softmark::common_expressions {

/// Taking its address makes the compiler instantiate all of it.
extern const void* const keep;
const void* const keep = reinterpret_cast<const void*>(&all);

/// Without optimisation, so that the constructors of the reducers' default options keep their
/// symbols.
[[gnu::optimize("O0")]] double default_options(const Matrix& matrix, const Vector& vector) {
  return xt::sum(matrix)() + xt::sum(vector)() + xt::amax(vector)();
}

}  // namespace softmark::common_expressions
