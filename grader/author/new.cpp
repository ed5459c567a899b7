// new: the files of an exercise, copied from docs/template, for its author to fill in.

#include "student/commands.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <cctype>
#include <iostream>
#include <map>
#include <regex>

namespace grader {
namespace {

namespace fs = std::filesystem;

struct FolderName {
  std::string number, name;
};

/// NN_name in its two parts. Throws InputError.
FolderName parts_of(const std::string& folder) {
  static const std::regex pattern("([0-9]{1,5})_([a-z][a-z0-9_]*)");
  std::smatch parts;
  if (std::regex_match(folder, parts, pattern)) return {parts[1], parts[2]};
  throw InputError(fmt::format("expected a number, _ and a name, found \"{}\"", printable(folder)),
                   "./grade new 30_layer_scale");
}

void check_free(const fs::path& course, const std::string& folder) {
  const auto [number, name] = parts_of(folder);
  std::error_code none;  // a new course
  for (const auto& entry : fs::directory_iterator(course / "exercises", none)) {
    const std::string other = entry.path().filename().string();
    if (other.empty() || std::isdigit(static_cast<unsigned char>(other[0])) == 0) continue;
    const auto [other_number, other_name] = parts_of(other);
    if (std::stoul(other_number) == std::stoul(number) || other_name == name) {
      throw InputError(fmt::format("{} has this number or name already", entry.path().string()),
                       "./grade list   shows all: choose another one");
    }
  }
}

/// The text of a template for this exercise: NAME and NN stand there for its name and number.
std::string filled_in(const std::string& text, const FolderName& exercise) {
  return std::regex_replace(std::regex_replace(text, std::regex("NAME"), exercise.name),
                            std::regex("\\bNN"), exercise.number);
}

}  // namespace

ExitCode new_command(const Setup& setup, const NewOptions& options) {
  const fs::path course = fs::absolute(setup.course).lexically_normal();
  const fs::path tool = environment("SOFTMARK_ROOT"), templates = tool / "docs" / "template";
  check_free(course, options.folder);
  const FolderName exercise = parts_of(options.folder);
  std::map<fs::path, std::string> files;
  for (const auto& entry : fs::recursive_directory_iterator(templates)) {
    if (!entry.is_regular_file()) continue;
    const std::string name = entry.path().lexically_relative(templates).string();
    files[course / filled_in(name, exercise)] = filled_in(read_file(entry.path()), exercise);
  }
  for (const auto& [file, text] : files) {
    if (fs::exists(file))
      throw InputError(file.string() + " is there already", "choose another name");
  }
  for (const auto& [file, text] : files) {
    std::error_code error;
    fs::create_directories(file.parent_path(), error);
    if (error)
      throw InputError(fmt::format("{}: cannot be made: {}", file.string(), error.message()),
                       "use a folder that you can write to");
    write_file(file, text);
    std::cout << fmt::format("{}: written\n", file.string());
  }
  const bool own = fs::weakly_canonical(tool) != fs::weakly_canonical(course);
  std::cout << fmt::format("next, until it finds nothing more: ./grade verify {}\n", options.folder)
            << (own ? "every command of this course needs --course\n" : "") << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
