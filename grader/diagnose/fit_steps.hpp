#pragma once
// Steps as students record them, told apart from wrong ones. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"

namespace grader {

/// Makes the steps of `outcome` those of the exercise where they differ in the writing alone: names
/// ("Attention_Weights"), axes of length 1, and the order of the turns of a loop, where in another
/// order all turns of some step are right.
void fit_steps(const Exercise& exercise, const Case& one, Outcome& outcome);

}  // namespace grader
