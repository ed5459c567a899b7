#pragma once
// A JSON object whose last member is a long list, written an element at a time.

#include "core/escape.hpp"

#include <nlohmann/json.hpp>

#include <ostream>
#include <string>

namespace grader {

/// In ASCII. Nothing in it is a command to a CI's runner.
inline std::string plain_json(const nlohmann::ordered_json& value) {
  return json_without_orders(value.dump(1, ' ', true, nlohmann::json::error_handler_t::replace));
}

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
