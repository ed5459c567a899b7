#include "course/cases.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

/// An object that is an array and nothing else.
Tensor read_array(const JsonNode& node) {
  node.only({"shape", "values"});
  Tensor tensor;
  for (const JsonNode& length : node.at("shape").elements()) tensor.shape.push_back(length.size());
  const JsonNode values = node.at("values");
  tensor.values = values.numbers();
  if (!tensor.complete())
    values.fail(fmt::format("expected {} for shape {}, found {}",
                            count_text(element_count(tensor.shape), "value"),
                            shape_text(tensor.shape), tensor.values.size()));
  return tensor;
}

std::vector<NamedTensor> read_steps(const JsonNode& node, const Exercise& exercise) {
  std::vector<NamedTensor> steps;
  for (const JsonNode& step : node.elements()) {
    step.only({"name", "array"});
    steps.push_back({step.at("name").one_of("step", exercise.steps), read_array(step.at("array"))});
  }
  return steps;
}

/// The arrays that the function returns: one bare, several as an object by their names.
std::vector<Tensor> read_results(const JsonNode& node, const Exercise& exercise) {
  if (exercise.results.size() == 1) return {read_array(node)};
  if (node.members().size() != exercise.results.size()) {
    node.fail(fmt::format("expected the results {}", fmt::join(exercise.results, ", ")));
  }
  std::vector<Tensor> results;
  for (const std::string& name : exercise.results) results.push_back(read_array(node.at(name)));
  return results;
}

void check_input(const std::string& name, const JsonNode& place, const Exercise& exercise) {
  if (std::ranges::count(exercise.recipe.draws, name, &Draw::name) == 0)
    place.fail(fmt::format("no recipe draws an input {}", printable(name)));
}

/// The member `key` of a case: numbers by the names of drawn inputs. It may be left out.
std::map<std::string, double> read_by_input(const JsonNode& node, const char* key,
                                            const Exercise& exercise) {
  std::map<std::string, double> numbers;
  if (!node.has(key)) return numbers;
  for (const auto& [name, number] : node.at(key).members()) {
    check_input(name, node.at(key), exercise);
    numbers[name] = number.number();
  }
  return numbers;
}

/// Where the inputs come from: sizes, seeds, and what is done to the numbers that are drawn.
void read_origin(const JsonNode& node, const Exercise& exercise, Case& one) {
  for (const auto& [symbol, size] : node.at("sizes").members()) one.sizes[symbol] = size.size();
  for (const auto& [stream, seed] : node.at("seeds").members()) one.seeds[stream] = seed.uint32();
  if (node.has("skip")) {
    for (const auto& [stream, count] : node.at("skip").members()) {
      if (!exercise.recipe.torch.contains(stream))
        node.at("skip").fail(fmt::format("{} is not a stream of torch", printable(stream)));
      one.skip[stream] = count.uint32();
    }
  }
  one.scale = read_by_input(node, "scale", exercise);
  one.shift = read_by_input(node, "shift", exercise);
  for (const JsonNode& name : node.elements_of("given")) {
    check_input(name.text(), name, exercise);
    one.given.insert(name.text());
  }
}

Case read_case(const JsonNode& node, const Exercise& exercise) {
  node.only({"name", "sizes", "seeds", "skip", "scale", "shift", "given", "inputs", "expected",
             "published", "steps"});
  Case one;
  one.name = node.at("name").text();
  read_origin(node, exercise, one);
  for (const auto& [name, tensor] : node.at("inputs").members())
    one.inputs[name] = read_array(tensor);
  if (one.inputs.size() != exercise.recipe.draws.size())
    node.at("inputs").fail("expected the inputs that the recipe draws, each once");
  if (!exercise.measures) {
    one.expected = read_results(node.at("expected"), exercise);
    one.steps = read_steps(node.at("steps"), exercise);
    return one;
  }
  for (const char* key : {"expected", "steps"}) {
    if (node.has(key)) node.at(key).fail("an exercise with measures has none");
  }
  return one;
}

}  // namespace

std::vector<Case> load_cases(const Course& course, const Exercise& exercise) {
  const JsonNode root =
      JsonNode::read_root(course.reference(exercise), {"exercise", "generator", "cases"},
                          fmt::format("./grade reference --write {}", exercise.folder));
  if (root.at("exercise").text() != exercise.folder)
    root.at("exercise").fail(fmt::format("expected \"{}\"", exercise.folder));
  std::vector<Case> cases;
  for (const JsonNode& node : root.at("cases").elements())
    cases.push_back(read_case(node, exercise));
  if (cases.empty()) root.at("cases").fail("expected at least one case");
  if (!exercise.measures) return cases;
  for (const Requirement& requirement : exercise.measures->requirements) {
    for (const std::string& name : requirement.cases) {
      if (!name.starts_with("fresh ") && std::ranges::count(cases, name, &Case::name) == 0)
        root.at("cases").fail(fmt::format("the requirement {} of exercise.json needs a case {}",
                                          requirement.name, name));
    }
  }
  return cases;
}

std::shared_ptr<const Material> Library::of(const Course& course, const Exercise& exercise) {
  const std::lock_guard guard(mutex_);
  std::shared_ptr<const Material>& known = read_[exercise.folder];
  if (known) return known;
  const auto later = [course = Course{course.root, {}}, exercise] {
    return load_mistakes(course, exercise);
  };
  Material material{load_cases(course, exercise), std::async(std::launch::deferred, later)};
  for (const Case& one : material.cases) {
    if (const std::string difference = redraw_difference(exercise, one); !difference.empty())
      throw InputError(
          fmt::format("{}: case {}: {}", course.reference(exercise).string(), one.name, difference),
          fmt::format("./grade reference --write {}", exercise.folder));
  }
  return known = std::make_shared<const Material>(std::move(material));
}

}  // namespace grader
