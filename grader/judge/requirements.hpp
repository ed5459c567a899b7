#pragma once
// Judges measures, where results are random or learnt, by the exercise's requirements. Pure.

#include "core/case.hpp"
#include "core/outcome.hpp"
#include "core/report.hpp"

#include <string>
#include <vector>

namespace grader {

/// Which result is too large to be sent, and so to be measured; empty for none.
std::string too_large(const Exercise& exercise, const Outcome& outcome);

/// The first requirement of an exercise with measures that this case of it missed; null for none.
const Requirement* first_missed(const Exercise& exercise, const CaseResult& result);

/// The result of one case of an exercise with measures: `outcome` is the student's function's,
/// `measured` that of the measures.
CaseResult judge_measured(const Exercise& exercise, const Case& one, const Outcome& outcome,
                          const Outcome& measured, const Limits& limits);

}  // namespace grader
