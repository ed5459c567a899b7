#pragma once
// Which product of two arrays a wrong array is. Pure.

#include "diagnose/question.hpp"

namespace grader {

/// "it is the product of X and W (transposed) without the last of its 5 terms, plus b": of which
/// arrays, times which number, or with which row or column added. Empty where it is none.
std::string product_of_two(const Question& question);

/// "it is the sum of each row of X times Y": for an array with a number for each row. Empty where
/// it is none.
std::string sums_of_rows(const Question& question);

}  // namespace grader
