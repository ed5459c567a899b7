#pragma once
// Writers: a report as text. Pure; they cannot change a verdict.

#include "core/report.hpp"

#include <string>

namespace grader {

enum class Colour { no, yes };

/// For people, at 80 columns.
std::string text_report(const Report& report, Colour colour);

/// The documented JSON format, version 1.
std::string json_report(const Report& report);

}  // namespace grader
