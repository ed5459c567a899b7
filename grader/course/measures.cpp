#include "course/measures.hpp"

#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace grader {
namespace {

Requirement read_requirement(const JsonNode& node, const std::vector<std::string>& measures) {
  node.only({"name", "measure", "at_least", "at_most", "cases", "message", "part"});
  Requirement requirement;
  requirement.name = node.at("name").text();
  requirement.measure = node.at("measure").text();
  if (std::find(measures.begin(), measures.end(), requirement.measure) == measures.end()) {
    node.at("measure").fail(fmt::format("unknown measure \"{}\"; there are {}",
                                        printable(requirement.measure), fmt::join(measures, ", ")));
  }
  if (node.has("at_least")) requirement.at_least = node.at("at_least").number();
  if (node.has("at_most")) requirement.at_most = node.at("at_most").number();
  if (!requirement.at_least && !requirement.at_most) node.fail("expected at_least or at_most");
  if (requirement.at_least > requirement.at_most && requirement.at_most)
    node.at("at_least").fail("expected a number up to at_most");
  if (node.has("cases")) requirement.cases = node.at("cases").texts();
  requirement.message = node.at("message").text();
  if (node.has("part")) requirement.part = node.at("part").text();
  return requirement;
}

}  // namespace

Measures read_measures(const JsonNode& node) {
  node.only({"arguments", "results", "requirements", "seed", "draws", "reason"});
  Measures measures;
  measures.reason = node.at("reason").text();
  measures.arguments = node.at("arguments").texts();
  measures.results = node.at("results").texts();
  if (std::set(measures.results.begin(), measures.results.end()).size() != measures.results.size())
    node.at("results").fail("expected names that differ");
  std::set<std::string> names;
  for (const JsonNode& requirement : node.at("requirements").elements()) {
    measures.requirements.push_back(read_requirement(requirement, measures.results));
    if (!names.insert(measures.requirements.back().name).second)
      requirement.at("name").fail("another requirement has this name");
  }
  if (names.empty()) node.at("requirements").fail("expected at least one");
  if (node.has("seed")) measures.seed = node.at("seed").text();
  if (node.has("draws")) {
    if (measures.seed.empty()) node.at("draws").fail("expected a seed besides");
    for (const auto& [name, least] : node.at("draws").members())
      measures.draws[name] = least.number();
  }
  return measures;
}

}  // namespace grader
