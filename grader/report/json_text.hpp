#pragma once
// What the writers of JSON share.

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

namespace grader {

/// JSON in ASCII, but for some control characters and marks of direction, indented by so many
/// spaces; on one line for -1. Nothing in it is a command to a CI's runner.
std::string plain_json(const nlohmann::ordered_json& value, int indent = 1);
/// The same of a report, with a line end.
std::string json_text(const nlohmann::ordered_json& value);

/// Whole numbers without a decimal point.
nlohmann::ordered_json json_score(double value);

/// Writes what plain_json of the whole object would give, with a line end. `head` has the members
/// before the list, at least one; `json_of` makes an element of each of `elements`.
template <class Elements, class JsonOf>
void write_json_list(std::ostream& stream, const nlohmann::ordered_json& head,
                     const std::string& list, const Elements& elements, const JsonOf& json_of) {
  std::string text = plain_json(head);
  text.resize(text.size() - 2);  // a line end and a bracket
  stream << text << ",\n " << plain_json(list) << ": [";
  const char* before = "\n  ";
  for (const auto& element : elements) {
    stream << before;
    before = ",\n  ";
    for (const char c : plain_json(json_of(element))) {
      stream << c;
      if (c == '\n') stream << "  ";
    }
  }
  stream << (elements.empty() ? "]\n}\n" : "\n ]\n}\n");
}

}  // namespace grader
