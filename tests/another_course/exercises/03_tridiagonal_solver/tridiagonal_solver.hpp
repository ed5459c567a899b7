#pragma once
#include <softmark/exercise.hpp>
namespace softmark {

/// The unknowns x (N) of a tridiagonal system, all arguments (N): row i has lower(i), diagonal(i) and
/// upper(i) beside each other. lower(0) and upper(N - 1) do not count. Source: the Thomas algorithm,
/// Golub and Van Loan, Matrix Computations, section 4.3.
Vector tridiagonal_solver(const Vector& lower, const Vector& diagonal, const Vector& upper,
                          const Vector& right);

}  // namespace softmark
