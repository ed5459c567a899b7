#pragma once
// What the writers of JSON share.

#include <nlohmann/json.hpp>

#include <string>

namespace grader {

/// Indented JSON in ASCII, but for some control characters and marks of direction. Nothing in it is
/// a command to a CI's runner.
std::string json_text(const nlohmann::ordered_json& value);

/// Whole numbers without a decimal point.
nlohmann::ordered_json json_score(double value);

}  // namespace grader
