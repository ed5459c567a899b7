#pragma once
// The figures of one array: what a program gave, what is expected, and the difference.

#include "core/case.hpp"
#include "core/exercise.hpp"
#include "core/outcome.hpp"
#include "picture/picture.hpp"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace grader {

/// The note of a figure whose difference is 0 everywhere.
inline constexpr const char* no_difference = "no difference beyond the tolerance";

/// What is said where a program has not given the array of that name.
std::string not_given(const Exercise& exercise, const std::string& name);

/// The figures of the array that `spec`, number `place` of the exercise's, speaks of, at most
/// `most`; none where the case does not have it or it is no matrix. Throws InputError where the
/// arrays that `spec` names do not fit together.
std::vector<Figure> make_figures(const Exercise& exercise, const Case& one,
                                 const std::optional<Outcome>& outcome, const PictureMap& spec,
                                 std::size_t place, std::size_t most);

struct Matrix {
  std::size_t rows = 0;
  std::size_t columns = 0;
  std::vector<double> values;  ///< row by row

  bool same_shape(const Matrix& other) const {
    return rows == other.rows && columns == other.columns;
  }
};

/// The arrays under one name: a step's turns, or one result.
struct Array {
  std::vector<Tensor> turns;
  std::string too_large;  ///< the shape of one that came without its values; else empty
};

/// What is expected under the name of a step or a result; no turns where the case does not have it.
Array expected_array(const Exercise& exercise, const Case& one, const std::string& name);

/// What the program gave under that name.
Array actual_array(const Exercise& exercise, const Outcome& outcome, const std::string& name);

/// Drops axes of length one at the end where that makes the shape `wanted`: (B, N, 1) is the (B, N)
/// that it is drawn with.
void drop_unit_axes(Array& array, const Shape& wanted);

/// The first `most` matrices of an array: those of the last two axes, or one with a row for each
/// turn where the turns are vectors. None where the shapes are no matrices'.
std::vector<Matrix> matrices_of(const Array& array, bool transpose, std::size_t most);

/// How many matrices there are without a limit.
std::size_t matrix_count(const Array& array);

/// The numbers of a curve: a vector, or the scalars of all turns.
std::vector<double> curve_values(const Array& array);

}  // namespace grader
