#pragma once
// What the writers of JSON share.

#include <nlohmann/json.hpp>

#include <string>

namespace grader {

/// Pretty, in ASCII (some control characters and marks of direction are not), and with nothing that
/// a CI's runner obeys.
std::string json_text(const nlohmann::ordered_json& value);

/// Whole numbers without a decimal point.
nlohmann::ordered_json json_score(double value);

}  // namespace grader
