// new: the files of an exercise, copied from docs/template, for its author to fill in.
// reference: has the NumPy scripts write the reference data; makes stubs of solutions.

#include "author/verify.hpp"
#include "core/text.hpp"
#include "course/cases.hpp"
#include "student/commands.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <cctype>
#include <iostream>
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

bool is_todo(std::string_view line) { return trimmed(line).starts_with("// TODO "); }

std::string words_of(const std::vector<std::string>& comment) {
  std::string words;
  for (const std::string& line : comment)
    words += (words.empty() ? "" : " ") + std::string(trimmed(trimmed(line).substr(2)));
  return words;
}

/// "TODO 2: the exponentials" of a comment that goes on after a comma, a colon or a full stop.
std::string task_of(const std::string& words) {
  const std::size_t colon = words.find(": ");
  const std::size_t end = words.find_first_of(",.:;(", colon == words.npos ? 0 : colon + 2);
  return std::string(trimmed(words.substr(0, end)));
}

/// What stays of a statement: of a declaration like "Matrix A = f();  // (N, M)" it is
/// "Matrix A;  // (N, M)", of any other statement nothing.
std::string declaration_of(const std::string& statement) {
  const std::size_t equals = statement.find(" = ");
  if (equals == std::string::npos) return "";
  const std::string left(trimmed(statement.substr(0, equals)));
  const bool declares =
      left.find(' ') != std::string::npos && left.find_first_of("()[]+-*/.") == std::string::npos;
  if (!declares) return "";
  const std::size_t shape = statement.find("  // (");
  const std::size_t end = statement.find(')', shape);
  std::string line = statement.substr(0, equals) + ";";
  if (shape != std::string::npos && end != std::string::npos)
    line += statement.substr(shape, end + 1 - shape);
  return line;
}

/// Makes the stub from the solution where it is missing, and NAME.cpp.original its copy. Throws
/// InputError where the stub is not one: without a TODO 1 that throws NotImplemented, somebody has
/// solved it.
void write_stub(const Course& course, const Exercise& exercise) {
  if (!fs::exists(exercise.stub())) {
    const fs::path solution = course.solution(exercise);
    try {
      write_file(exercise.stub(), stub_of(read_file(solution)));
    } catch (const InputError& error) {
      throw InputError(fmt::format("{} is missing, and {} gives none: {}", exercise.stub().string(),
                                   solution.string(), error.what()),
                       "mark what students are to write by comments \"// TODO 1: …\"");
    }
    std::cout << fmt::format("{}: written from the solution\n", exercise.stub().string());
  }
  const std::string stub = read_file(exercise.stub());
  if (fs::exists(exercise.original()) && read_file(exercise.original()) == stub) return;
  if (stub.find("throw NotImplemented(\"TODO 1") == std::string::npos) {
    throw InputError(fmt::format("{} is no stub: nothing in it throws NotImplemented(\"TODO 1…\")",
                                 exercise.stub().string()),
                     fmt::format("./grade reset {}", exercise.folder));
  }
  write_file(exercise.original(), stub);
  std::cout << fmt::format("{}: written, a copy of the stub\n", exercise.original().string());
}

/// Makes NAME.hpp.original of each header: programs are built with these.
void write_headers(const Exercise& exercise) {
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    if (entry.path().extension() != ".hpp") continue;
    const fs::path original = entry.path().string() + ".original";
    const std::string text = read_file(entry.path());
    if (fs::exists(original) && read_file(original) == text) continue;
    write_file(original, text);
    std::cout << fmt::format("{}: written, a copy of the header\n", original.string());
  }
}

/// The first Python that has NumPy: of an active virtual environment, else of the PATH. Throws
/// InputError with what installs it.
std::string python_with_numpy() {
  std::vector<fs::path> pythons = programs_named("python3");
  const std::string active = environment("VIRTUAL_ENV");
  const fs::path own = fs::path(active) / "bin/python3";
  if (!active.empty() && fs::exists(own)) pythons.insert(pythons.begin(), own);
  std::string tried;
  for (const fs::path& python : pythons) {
    Command command;
    command.arguments = {python.string(), "-c", "import numpy"};
    if (CapturedProcess(std::move(command)).finish(60).exit_code == 0) return python.string();
    tried += (tried.empty() ? "" : ", ") + python.string();
  }
  throw InputError(fmt::format("no Python with NumPy, which computes the reference data; tried {}",
                               tried.empty() ? "none" : tried),
                   "apt-get install python3-numpy, or activate a virtual environment that has it");
}

}  // namespace

std::string stub_of(std::string_view solution) {
  const std::vector<std::string> lines = split_lines(solution);
  std::string stub;
  std::size_t count = 0;
  for (std::size_t i = 0; i < lines.size();) {
    if (!is_todo(lines[i])) {
      stub += lines[i++] + "\n";
      continue;
    }
    std::vector<std::string> comment;
    for (; i < lines.size() && trimmed(lines[i]).starts_with("//"); ++i) {
      stub += lines[i] + "\n";
      comment.push_back(lines[i]);
    }
    if (i == lines.size() || trimmed(lines[i]).empty())
      throw InputError("expected a statement below: " + words_of(comment));
    const std::string indentation = lines[i].substr(0, lines[i].find_first_not_of(' '));
    if (const std::string kept = declaration_of(lines[i]); !kept.empty()) stub += kept + "\n";
    stub +=
        fmt::format("{}throw NotImplemented(\"{}\");\n", indentation, task_of(words_of(comment)));
    ++count;
    // The statement may take several lines; what is recorded of it stays, and a return behind it.
    const std::size_t first = i;
    while (i < lines.size() && !trimmed(lines[i]).empty() && lines[i].starts_with(indentation) &&
           !trimmed(lines[i]).starts_with("record(") && !is_todo(lines[i]) &&
           (i == first || !lines[i].starts_with(indentation + "return ")))
      ++i;
  }
  if (count == 0) throw InputError("expected a comment \"// TODO 1: …\" above a statement");
  return stub;
}

ExitCode reference_command(const Setup& setup, const std::vector<std::string>& words) {
  const Course course = load_course(setup.course, words);
  const std::vector<Exercise> exercises = find_exercises(course, words);
  const std::string python = python_with_numpy();
  for (const Exercise& exercise : exercises) {
    write_stub(course, exercise);
    write_headers(exercise);
  }
  const Grader grader{course, bench_for(setup, course, IsolationPolicy::best)};
  // The course's own, else that of the grader.
  fs::path script = course.root / "reference_data/generate/generate.py";
  if (!fs::exists(script))
    script = fs::path(grader.bench.kit.tool) / "reference_data/generate/generate.py";
  if (!fs::exists(script))
    throw InputError(script.string() + ": the script is not there",
                     "work in a full copy of the grader, not in a released one");
  for (const Exercise& exercise : exercises) {
    Command command;
    command.arguments = {python, script.string(), "--course", course.root.string(),
                         exercise.folder};
    const Captured end = CapturedProcess(std::move(command)).finish(3600);
    std::cout << end.output << std::flush;
    if (end.exit_code != 0)
      throw InputError("the reference data are not complete", "see the messages above");
  }
  return ExitCode::all_passed;
}

ExitCode new_command(const Setup& setup, const std::string& folder) {
  const fs::path course = fs::absolute(setup.course).lexically_normal();
  const fs::path tool = environment("SOFTMARK_ROOT"), templates = tool / "docs" / "template";
  check_free(course, folder);
  const FolderName exercise = parts_of(folder);
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
  std::cout << fmt::format("next, until it finds nothing more: ./grade verify {}\n", folder)
            << (own ? "every command of this course needs --course\n" : "") << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
