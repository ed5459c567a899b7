// new: the files of an exercise, for its author to fill in.

#include "cli/invocation.hpp"
#include "cli/commands.hpp"

#include "staff/scaffold.hpp"
#include "core/text.hpp"
#include "system/files.hpp"
#include "system/process.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <iostream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// NN_name in its two parts. Throws InputError.
std::pair<std::string, std::string> parts_of(const std::string& folder) {
  const std::size_t line = std::min(folder.find('_'), folder.size());
  const std::string number = folder.substr(0, line);
  const std::string name = folder.substr(std::min(line + 1, folder.size()));
  const auto all = [](const std::string& text, auto is) {
    return !text.empty() && std::ranges::all_of(text, is);
  };
  const bool good = number.size() < 6 &&
                    all(number, [](unsigned char c) { return std::isdigit(c) != 0; }) &&
                    all(name,
                        [](unsigned char c) {
                          return std::islower(c) != 0 || std::isdigit(c) != 0 || c == '_';
                        }) &&
                    std::islower(static_cast<unsigned char>(name[0])) != 0;
  if (good) return {number, name};
  throw InputError(fmt::format("expected a number, _ and a name, found \"{}\"", printable(folder)),
                   "./grade new 30_layer_scale");
}

/// No other exercise may have its number or its name.
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

std::string asked(const std::string& question) {
  std::cout << question << "\n> " << std::flush;
  std::string text;
  std::getline(std::cin, text);
  check_interrupted();
  return std::string(trimmed(text));
}

/// The answer of the option, or else that of whoever sits at the terminal. Throws InputError where
/// there is neither.
std::string answer(const std::string& given, const char* option, const std::string& question) {
  if (!given.empty()) return given;
  if (isatty(STDIN_FILENO) == 0) {
    throw InputError("new asks questions, and there is no terminal to ask on",
                     fmt::format("answer by {} and the like: ./grade new --help", option));
  }
  const std::string text = asked(question);
  if (text.empty()) throw InputError("expected an answer");
  return text;
}

/// What always holds of sizes; asked for where a person answers the other questions.
std::string relations_of(const NewOptions& options) {
  if (!options.relations.empty() || !options.inputs.empty() || isatty(STDIN_FILENO) == 0)
    return options.relations;
  return asked("What always holds of sizes, such as E=2*H (E is even) K<=N, or nothing:");
}

void make_folder(const fs::path& folder) {
  std::error_code error;
  fs::create_directories(folder, error);
  if (!error) return;
  throw InputError(fmt::format("{}: cannot be made: {}", folder.string(), error.message()),
                   "use a folder that you can write to");
}

}  // namespace

ExitCode new_command(const Setup& setup, const NewOptions& options) {
  const fs::path course = fs::absolute(setup.course).lexically_normal();
  check_free(course, options.folder);
  Sketch sketch;
  sketch.folder = options.folder;
  sketch.name = parts_of(options.folder).second;
  sketch.declaration = parse_declaration(answer(options.declaration, "--declaration",
                                                "The function's declaration, such as Matrix "
                                                "softmax_rows(const Matrix& scores):"));
  sketch.inputs = parse_inputs(
      answer(options.inputs, "--inputs",
             "Its inputs and their shapes, structs field by field, such as X=N,D gamma=D eps:"));
  check_inputs(sketch);
  sketch = related(std::move(sketch), relations_of(options));
  sketch.title = answer(options.title, "--title", "What it computes, in a few words:");
  sketch.source = answer(options.source, "--source", "Where its equations come from:");
  sketch.has_schema = fs::exists(course / "docs" / "exercise.schema.json");
  for (const auto& [name, text] : scaffold(sketch)) {
    const fs::path file = course / name;
    if (fs::exists(file))
      throw InputError(file.string() + " is there already", "choose another name");
  }
  for (const auto& [name, text] : scaffold(sketch)) {
    make_folder((course / name).parent_path());
    write_file(course / name, text);
    std::cout << fmt::format("{}: written\n", (course / name).string());
  }
  const char* root = std::getenv("SOFTMARK_ROOT");
  const bool own = root == nullptr || fs::weakly_canonical(root) != fs::weakly_canonical(course);
  std::cout << fmt::format("next, until it finds nothing more: {} verify {}\n", invocation(),
                           options.folder)
            << (own ? "every command of this course needs --course\n" : "") << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
