#include "course/properties.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace grader {
namespace {

template <class T>
using Vocabulary = std::map<std::string, T>;

const Vocabulary<Change> changes{{"last_row", Change::last_row},
                                 {"first_row", Change::first_row},
                                 {"rows_equal", Change::rows_equal},
                                 {"rows_shifted", Change::rows_shifted},
                                 {"rows_rotated", Change::rows_rotated}};
const Vocabulary<Relation> relations{{"same", Relation::same},
                                     {"same_before_last_row", Relation::same_before_last_row},
                                     {"every_row_changes", Relation::every_row_changes},
                                     {"rows_rotated", Relation::rows_rotated},
                                     {"rows_sum_to_one", Relation::rows_sum_to_one},
                                     {"finite", Relation::finite},
                                     {"first_row_of", Relation::first_row_of},
                                     {"every_row_of", Relation::every_row_of},
                                     {"between_rows_of", Relation::between_rows_of}};

template <class T>
T read_word(const JsonNode& node, const Vocabulary<T>& words) {
  const auto found = words.find(node.text());
  if (found != words.end()) return found->second;
  std::vector<std::string> known;
  for (const auto& word : words) known.push_back(word.first);
  node.fail(fmt::format("unknown word \"{}\"; expected one of: {}", printable(node.text()),
                        fmt::join(known, ", ")));
}

Property read_property(const JsonNode& node, const std::vector<std::string>& inputs) {
  node.only({"name", "case", "change", "then", "of", "message"});
  const auto known = [&](const std::string& name, const JsonNode& place) {
    if (std::find(inputs.begin(), inputs.end(), name) == inputs.end())
      place.fail(fmt::format("unknown input \"{}\"", printable(name)));
  };
  Property property;
  property.name = node.at("name").text();
  property.case_name = node.at("case").text();
  if (node.has("change")) {
    for (const auto& [input, change] : node.at("change").members()) {
      known(input, change);
      property.changes[input] = read_word(change, changes);
    }
  }
  property.relation = read_word(node.at("then"), relations);
  const bool of_input = node.at("then").text().ends_with("_of");
  if (of_input != node.has("of")) node.fail("expected \"of\" where \"then\" ends with _of");
  if (of_input) {
    property.of = node.at("of").text();
    known(property.of, node.at("of"));
  }
  property.message = node.at("message").text();
  return property;
}

}  // namespace

std::vector<Property> read_properties(const JsonNode& node,
                                      const std::vector<std::string>& inputs) {
  std::vector<Property> properties;
  for (const JsonNode& property : node.elements())
    properties.push_back(read_property(property, inputs));
  return properties;
}

}  // namespace grader
