#include "course/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/exercise.hpp"
#include "course/json_node.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

Demo read_demo(const JsonNode& node, const Course& course, const fs::path& folder) {
  node.only({"name", "title", "source", "uses", "limits"});
  Demo demo{node.at("name").text(), node.at("title").text(), node.at("source").text(), {}};
  ProgramSpec& program = demo.program;
  program.name = "demo";
  program.folder = "demo-" + demo.name;
  program.course = course.root;
  program.directory = folder;
  program.released = course.released();
  program.headers.insert(program.contract());
  for (const JsonNode& name : node.at("uses").elements()) {
    program.uses.push_back(name.text());
    const auto& exercises = course.exercises;
    const auto used = std::ranges::find(exercises, name.text(), &Exercise::name);
    if (used == exercises.end())
      name.fail(fmt::format("unknown exercise \"{}\"", printable(name.text())));
    use(course, *used, program);
  }
  if (node.has("limits")) program.limits = read_limits(node.at("limits"));
  const fs::path source = folder / (demo.name + ".cpp");
  if (!fs::exists(source)) node.at("name").fail(fmt::format("{} is missing", source.string()));
  program.references.push_back({source, program.headers, false});
  return demo;
}

}  // namespace

std::vector<Demo> load_demos(const Course& course) {
  const fs::path folder = course.root / "demos";
  if (!fs::exists(folder / "demos.json")) return {};
  const JsonNode root = JsonNode::read_root(folder / "demos.json", {"demos"});
  std::vector<Demo> demos;
  for (const JsonNode& node : root.at("demos").elements())
    demos.push_back(read_demo(node, course, folder));
  return demos;
}

const Demo& find_demo(const std::vector<Demo>& demos, std::string_view name) {
  const auto found = std::ranges::find(demos, name, &Demo::name);
  if (found != demos.end()) return *found;
  std::vector<std::string> names;
  for (const Demo& demo : demos) names.push_back(demo.name);
  throw InputError(
      fmt::format("unknown demonstration \"{}\"{}", printable(name), did_you_mean(name, names)),
      "./grade demo   lists them");
}

}  // namespace grader
