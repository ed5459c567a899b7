#pragma once
// Writers: a report as text. Pure; they cannot change a verdict.

#include "core/report.hpp"

#include <optional>
#include <string>

namespace grader {

enum class Colour { no, yes };

/// For people, at 80 columns.
std::string text_report(const Report& report, Colour colour);

/// The documented JSON format, version 1.
std::string json_report(const Report& report);

/// A page of HTML that needs nothing else, fit to be sent to whoever handed in.
std::string html_report(const Report& report);

/// One exercise of the JSON format.
std::string json_exercise(const ExerciseResult& result);

/// The result that `json_exercise` wrote, but for times below a microsecond and
/// `records_all_steps`; nothing where `json` is no such text.
std::optional<ExerciseResult> exercise_in(const std::string& json);

}  // namespace grader
