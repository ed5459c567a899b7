#include "compile/kit.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"

#include <fmt/format.h>

namespace grader {

std::vector<std::string> kit_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const char* name : {"clang", "gcc"}) {
    if (std::filesystem::exists(folder / name / "launcher")) names.push_back(name);
  }
  return names;
}

namespace {

Kit read_kit(const std::filesystem::path& directory, const std::string& fix) {
  const JsonNode node = JsonNode::read(directory / "kit.json", fix);
  Kit kit;
  kit.name = node.at("name").text();
  kit.compiler = node.at("compiler").text();
  kit.compiler_version = node.at("compiler_version").text();
  kit.platform = node.at("platform").text();
  kit.linker = node.at("linker").text();
  kit.flags = node.at("flags").texts();
  kit.optimising_flags = node.at("optimising_flags").texts();
  kit.line_flags = node.at("line_flags").texts();
  kit.harness_include = node.at("harness_include").text();
  kit.launcher = node.at("launcher").text();
  kit.start_object = node.at("start_object").text();
  kit.static_library = node.at("static_library").text();
  kit.cmake = node.at("cmake").text();
  kit.confine = node.at("confine").text();
  kit.probe_build = node.at("probe_build").text();
  kit.folder = directory;
  return kit;
}

/// False only for a kit whose compiler has been removed since.
bool has_compiler(const std::filesystem::path& directory) {
  try {
    return std::filesystem::exists(read_kit(directory, "").compiler);
  } catch (const InputError&) {
    return true;  // that is told by whoever reads it next
  }
}

}  // namespace

Kit load_kit(const std::filesystem::path& folder, const std::string& name) {
  const std::vector<std::string> names = kit_names(folder);
  std::string chosen = name != "auto" ? name : names.empty() ? "clang" : names.front();
  if (name == "auto" && names.size() > 1 && !has_compiler(folder / chosen)) chosen = names[1];
  const std::filesystem::path directory = folder / chosen;
  const std::string fix = fmt::format("cmake --build {} --target kit_{}",
                                      shell_word(folder.parent_path().string()), chosen);
  if (!std::filesystem::exists(directory / "launcher")) {
    throw GraderFault(fmt::format("the kit for {} is not built in {}", chosen, folder.string()),
                      fix);
  }
  try {
    return read_kit(directory, fix);
  } catch (const InputError& error) {
    throw GraderFault(error.what(), fix);  // our own build wrote it
  }
}

Kit with_parts_of(const Kit& kit) {
  Kit other = kit;
  other.parts = std::make_shared<const Kit>(kit);
  return other;
}

}  // namespace grader
