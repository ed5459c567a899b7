#include "compile/kit.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace grader {

NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Kit, name, compiler, compiler_version, platform, linker, flags,
                                   optimising_flags, line_flags, tool, launcher,
                                   start_object, static_library, cmake, confine, probe_build)

std::vector<std::string> kit_names(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const char* name : {"clang", "gcc"}) {
    if (std::filesystem::exists(folder / name / "launcher")) names.push_back(name);
  }
  return names;
}

namespace {

/// Throws InputError.
Kit read_kit(const std::filesystem::path& folder) {
  const std::filesystem::path file = folder / "kit.json";
  try {
    Kit kit = nlohmann::json::parse(read_file(file)).get<Kit>();
    kit.folder = folder;
    return kit;
  } catch (const nlohmann::json::exception& error) {
    throw InputError(fmt::format("{}: {}", file.string(), printable(error.what())));
  }
}

/// False only for a kit whose compiler has been removed since.
bool has_compiler(const std::filesystem::path& directory) {
  try {
    return std::filesystem::exists(read_kit(directory).compiler);
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
    return read_kit(directory);
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
