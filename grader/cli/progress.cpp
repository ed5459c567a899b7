#include "cli/progress.hpp"

#include "core/error.hpp"
#include "data/files.hpp"

#include <nlohmann/json.hpp>

namespace grader {
namespace {

std::filesystem::path progress_file(const Course& course) {
  return course.root / ".softmark" / "progress.json";
}

}  // namespace

Progress load_progress(const Course& course) {
  Progress progress;
  try {
    const auto root = nlohmann::json::parse(read_file(progress_file(course)));
    for (const auto& [folder, entry] : root.at("exercises").items()) {
      progress[folder] = {entry.at("verdict").get<std::string>(),
                          entry.at("file_hash").get<std::uint64_t>(),
                          entry.at("hints_shown").get<std::size_t>()};
    }
  } catch (const std::exception&) {
    return {};  // none yet, or damaged: it is only a memory
  }
  return progress;
}

void save_progress(const Course& course, const Progress& progress) {
  nlohmann::ordered_json exercises = nlohmann::ordered_json::object();
  for (const auto& [folder, entry] : progress) {
    exercises[folder] = {{"verdict", entry.verdict},
                         {"file_hash", entry.file_hash},
                         {"hints_shown", entry.hints_shown}};
  }
  std::error_code ignored;
  std::filesystem::create_directories(progress_file(course).parent_path(), ignored);
  try {
    write_file(
        progress_file(course),
        nlohmann::ordered_json{{"format_version", 1}, {"exercises", exercises}}.dump(2) + "\n");
  } catch (const InputError&) {
  }
}

}  // namespace grader
