#include "batch/fingerprint.hpp"

#include "system/digest.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Adds all files below `folder` but `left_out`, by their names and contents.
void add_files(const fs::path& folder, const fs::path& left_out, std::string& text) {
  std::vector<fs::path> files;
  std::error_code ignored;
  for (const auto& entry : fs::recursive_directory_iterator(folder, ignored)) {
    if (entry.is_regular_file() && entry.path() != left_out) files.push_back(entry.path());
  }
  std::ranges::sort(files);
  for (const fs::path& file : files) {
    text += fmt::format("{} {}\n", file.lexically_relative(folder).generic_string(),
                        hex(sha256(read_file(file))));
  }
}

template <class T>
std::string option(const std::optional<T>& value) {
  return value ? fmt::format("{}", *value) : "-";
}

}  // namespace

std::string fingerprint(const Grader& grader, const std::vector<Exercise>& exercises) {
  const GradeOptions& options = grader.options;
  std::string text = hex(sha256(read_file("/proc/self/exe")));
  text += fmt::format("\n{} {}\n", grader.bench.kit.name, grader.bench.kit.compiler_version);
  text += fmt::format("{} {} {} {} {} {} {} {}\n", static_cast<int>(options.marks), options.fresh,
                      options.seed, hex(sha256(options.secret)), option(options.cpu_seconds),
                      option(options.memory_mib), option(options.run_seconds),
                      grader.bench.build_cpu_seconds);
  const fs::path& root = grader.course.root;
  add_files(root / "exercises" / "include", "", text);
  for (const Exercise& exercise : exercises) {
    add_files(exercise.directory, exercise.stub(), text);
    const fs::path reference = grader.course.reference(exercise);
    text += fmt::format("{} {}\n", exercise.folder, hex(sha256(read_file(reference))));
  }
  add_files(root / "solutions", "", text);
  add_files(grader.course.released(), "", text);
  return hex(sha256(text)).substr(0, 16);
}

}  // namespace grader
