#pragma once
// Steps as students record them, told apart from wrong ones. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"

namespace grader {

/// Makes the steps of `outcome` those of the exercise where they differ in the writing alone: names
/// ("Attention_Weights") and axes of length 1. Leaves out those that are empty in every turn.
void fit_steps(const Exercise& exercise, const Case& one, Outcome& outcome);

}  // namespace grader
