#include "batch/batch.hpp"

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

std::map<std::string, std::string> basis_of(const Grader& grader,
                                            const std::vector<Exercise>& exercises) {
  const GradeOptions& options = grader.options;
  const std::string compiler =
      fmt::format("{} {}", grader.bench.kit.name, grader.bench.kit.compiler_version);
  const std::string given = fmt::format(
      "{} {} {} {} {} {} {} {}", static_cast<int>(options.marks), options.fresh, options.seed,
      hex(sha256(options.secret)), option(options.cpu_seconds), option(options.memory_mib),
      option(options.run_seconds), grader.bench.build_cpu_seconds);
  const fs::path& root = grader.course.root;
  std::string course;
  add_files(root / "exercises" / "include", "", course);
  for (const Exercise& exercise : exercises) {
    add_files(exercise.directory, exercise.stub(), course);
    const fs::path reference = grader.course.reference(exercise);
    course += fmt::format("{} {}\n", exercise.folder, hex(sha256(read_file(reference))));
  }
  add_files(root / "solutions", "", course);
  add_files(grader.course.released(), "", course);
  return {{"the grader's build", hex(sha256(read_file("/proc/self/exe")))},
          {"the compiler", hex(sha256(compiler))},
          {"the options", hex(sha256(given))},
          {"the exercises or their files", hex(sha256(course))}};
}

std::string fingerprint(const std::map<std::string, std::string>& basis) {
  std::string text;
  for (const auto& [name, digest] : basis) text += digest;
  return hex(sha256(text)).substr(0, 16);
}

}  // namespace grader
