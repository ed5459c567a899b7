#include "cli/progress.hpp"

#include "cli/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>

namespace grader {
namespace {

namespace fs = std::filesystem;

bool can_write(const fs::path& folder) { return access(folder.c_str(), W_OK) == 0; }

/// The folder for programs' state by the XDG specification; empty where there is no home.
fs::path state_folder() {
  const auto absolute = [](const char* name) {
    const char* value = std::getenv(name);
    return value != nullptr && *value == '/' ? fs::path(value) : fs::path();
  };
  if (const fs::path state = absolute("XDG_STATE_HOME"); !state.empty()) return state;
  const fs::path home = absolute("HOME");
  return home.empty() ? home : home / ".local" / "state";
}

fs::path file_in_course(const Course& course) {
  return course.root / ".softmark" / "progress.json";
}

/// The file of a course's progress. Where the course cannot be written, it is in the state folder.
fs::path progress_file(const Course& course) {
  const fs::path own = file_in_course(course);
  const bool there = fs::exists(own.parent_path());
  const fs::path state = state_folder();
  if (can_write(there ? own.parent_path() : course.root) || state.empty()) return own;
  return state / "softmark" / fmt::format("{:016x}", content_hash(course.root.string())) /
         "progress.json";
}

/// The hints that were shown. Once they were counted alone: then it was the first ones.
std::vector<std::size_t> hints_in(const nlohmann::ordered_json& shown) {
  if (shown.is_array()) return shown.get<std::vector<std::size_t>>();
  std::vector<std::size_t> first(std::min<std::size_t>(shown.get<std::size_t>(), 100));
  std::iota(first.begin(), first.end(), std::size_t{0});
  return first;
}

/// Keeps a damaged file under another name, which tells once that it was.
void put_aside(const fs::path& file) {
  const fs::path kept = file.string() + ".damaged";
  std::error_code error;
  fs::rename(file, kept, error);
  if (!error)
    tell(fmt::format("grade: note: the progress was damaged and begins anew; it is kept as {}\n",
                     printable_name(kept.string())));
}

}  // namespace

Memory load_memory(const Course& course) {
  Memory memory;
  fs::path file = progress_file(course);
  if (!fs::exists(file)) file = file_in_course(course);  // as it was when the course was copied
  std::error_code none;
  if (!fs::exists(file, none)) return memory;
  try {
    const auto root = nlohmann::ordered_json::parse(read_file(file));
    for (const auto& [folder, entry] : root.at("exercises").items()) {
      ExerciseProgress& kept = memory.exercises[folder];
      entry.at("verdict").get_to(kept.verdict);
      entry.at("file_hash").get_to(kept.file_hash);
      kept.wrong_step = entry.value("wrong_step", "");
      kept.hints_shown = hints_in(entry.at("hints_shown"));
    }
    memory.current = root.value("current", "");
  } catch (const InputError&) {
    return {};  // it is only a memory
  } catch (const std::exception&) {
    put_aside(file);
    return {};
  }
  return memory;
}

bool save_memory(const Course& course, const Memory& memory) {
  nlohmann::ordered_json exercises = nlohmann::ordered_json::object();
  for (const auto& [folder, entry] : memory.exercises) {
    exercises[folder] = {{"verdict", entry.verdict},
                         {"file_hash", entry.file_hash},
                         {"wrong_step", entry.wrong_step},
                         {"hints_shown", entry.hints_shown}};
  }
  nlohmann::ordered_json root{{"format_version", 1}, {"exercises", exercises}};
  if (!memory.current.empty()) root["current"] = memory.current;
  const fs::path file = progress_file(course);
  std::error_code ignored;
  fs::create_directories(file.parent_path(), ignored);
  try {
    write_file(file, root.dump(2) + "\n");
  } catch (const Error&) {
    return false;
  }
  return true;
}

}  // namespace grader
