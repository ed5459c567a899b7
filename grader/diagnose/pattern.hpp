#pragma once
// What the wrong numbers of a step have in common. Pure.

#include "core/exercise.hpp"
#include "core/tensor.hpp"

#include <string>

namespace grader {

/// How `actual` differs from `expected`, where all its elements do so alike: by a factor, by their
/// order, by being one number, by a sum that goes on, in all rows but one, or in rows or columns
/// that are 0; and which sum is not one where all expected sums are. At most two clauses; empty
/// where nothing is in common, or the shapes differ, or an expected number is not finite.
std::string pattern_of(const Tensor& actual, const Tensor& expected, const Tolerance& tolerance);

/// That all elements are whole numbers where none is expected, not all of them 0, 1 or -1; else
/// empty.
std::string whole_numbers(const Tensor& actual, const Tensor& expected);

}  // namespace grader
