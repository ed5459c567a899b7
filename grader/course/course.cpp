#include "course/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/json_node.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What the name of the folder NN_name tells.
Exercise named_exercise(const fs::path& course, const fs::path& directory) {
  Exercise exercise;
  exercise.course = course;
  exercise.directory = directory;
  exercise.folder = directory.filename().string();
  const std::size_t underscore = exercise.folder.find('_');
  exercise.number = static_cast<unsigned>(std::stoul(exercise.folder.substr(0, underscore)));
  exercise.name = exercise.folder.substr(underscore + 1);
  return exercise;
}

/// Names what a function returns that gives inputs: how many, then the arrays of each.
void name_inputs(const Course& course, Exercise& exercise) {
  const Exercise& of = *std::ranges::find(course.exercises, exercise.catches->of, &Exercise::name);
  if (of.measures)
    throw InputError(fmt::format("{}: catches: {} is measured: its mistakes cannot be run here",
                                 (exercise.directory / "exercise.json").string(), of.folder));
  exercise.results = {"inputs"};
  for (std::size_t i = 1; i <= Catches::most_inputs; ++i)
    for (const std::string& argument : of.arguments)
      exercise.results.push_back(fmt::format("input {}: {}", i, argument));
}

/// The headers of an exercise as they were handed out: what is handed in is built with these, and
/// not with what a student has made of them or put beside them. Those in the folder where nothing
/// was handed out yet.
std::set<fs::path> given_headers(const Exercise& exercise) {
  std::set<fs::path> given, own;
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    const fs::path& file = entry.path();
    if (file.extension() == ".hpp") own.insert(file);
    if (file.extension() == ".original" && file.stem().extension() == ".hpp") given.insert(file);
  }
  return given.empty() ? own : given;
}

/// Finds headers and references. What is used must come earlier, so that it has its own already.
void resolve_uses(Course& course) {
  for (auto exercise = course.exercises.begin(); exercise != course.exercises.end(); ++exercise) {
    exercise->headers = given_headers(*exercise);
    for (const std::string& name : exercise->uses) {
      const auto used = std::find_if(course.exercises.begin(), exercise,
                                     [&](const Exercise& other) { return other.name == name; });
      if (used == exercise) {
        throw InputError(fmt::format("{}: uses: no exercise before it has the name \"{}\"",
                                     (exercise->directory / "exercise.json").string(),
                                     printable(name)));
      }
      use(course, *used, *exercise);
    }
    if (exercise->catches) name_inputs(course, *exercise);
    if (exercise->measures && !exercise->catches)
      exercise->measures_source = course.measures(*exercise);
    if (!exercise->measures && !exercise->catches)
      exercise->recorded = {course.solution(*exercise), exercise->headers, false};
    if (exercise->costs)
      exercise->solution = {course.solution(*exercise), exercise->headers, false};
    exercise->released = course.released();
    const fs::path given = exercise->directory / "given.cpp";
    if (fs::exists(given)) exercise->references.push_back({given, exercise->headers, true});
  }
}

/// Takes copies out of the course: people make them, and they must not be in the way.
void pass_over_copies(Course& course) {
  std::map<unsigned, std::size_t> folders;
  for (const Exercise& exercise : course.exercises) ++folders[exercise.number];
  std::erase_if(course.exercises, [&](const Exercise& exercise) {
    if (folders[exercise.number] == 1 || fs::exists(exercise.contract())) return false;
    --folders[exercise.number];
    course.copies.push_back(exercise.directory);
    return true;
  });
}

void check_names(const Course& course) {
  std::map<std::string, std::string> folders;  // by names and numbers
  for (const Exercise& exercise : course.exercises) {
    for (const std::string& called : {exercise.name, std::to_string(exercise.number)}) {
      const auto [other, is_new] = folders.try_emplace(called, exercise.directory.string());
      if (!is_new)
        throw InputError(fmt::format("{} and {} are both called {}", other->second,
                                     exercise.directory.string(), called),
                         "call one of them otherwise, or move it out of the course");
    }
  }
}

/// Reads the exercises that `words` name and what they use, which comes before them; the others
/// leave the course. No words: all.
void read_exercises(Course& course, const std::vector<std::string>& words,
                    OnBrokenExercise broken) {
  std::set<std::string> wanted;
  const std::vector<std::string> meant = folders_meant(course, words);
  for (auto exercise = course.exercises.rbegin(); exercise != course.exercises.rend(); ++exercise) {
    const bool is_meant = std::ranges::find(meant, exercise->folder) != meant.end();
    if (!words.empty() && !is_meant && !wanted.contains(exercise->name)) continue;
    try {
      read_exercise(*exercise);
    } catch (const InputError& error) {
      if (broken == OnBrokenExercise::refuse) throw;
      course.broken.push_back({exercise->number, exercise->name, error.what()});
      continue;
    }
    wanted.insert(exercise->name);
    wanted.insert(exercise->uses.begin(), exercise->uses.end());
  }
  std::erase_if(course.exercises, [&](const Exercise& exercise) {
    return !wanted.contains(exercise.name) ||
           std::ranges::count(course.broken, exercise.name, &BrokenExercise::name) > 0;
  });
}

/// Leaves out what uses a broken exercise, since it is broken, too.
void leave_out_users(Course& course) {
  const auto is_broken = [&](const Exercise& exercise) {
    const auto used = std::ranges::find_if(course.broken, [&](const BrokenExercise& one) {
      return std::ranges::find(exercise.uses, one.name) != exercise.uses.end();
    });
    if (used == course.broken.end()) return false;
    std::string reason =
        fmt::format("it uses {:02} {}: {}", used->number, used->name, used->reason);
    course.broken.push_back({exercise.number, exercise.name, std::move(reason)});
    return true;
  };
  while (std::erase_if(course.exercises, is_broken) > 0) {
  }
  std::ranges::sort(course.broken, {}, &BrokenExercise::number);
}

/// NN_name, with digits and then a name.
bool is_exercise_folder(const fs::path& directory) {
  const std::string name = directory.filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && digits < 6 && name[digits] == '_' &&
         name.size() > digits + 1;
}

void read_settings(Course& course) {
  const fs::path file = course.settings();
  Practice& practice = course.practice;
  if (!fs::exists(file)) return;
  const std::pair<const char*, bool*> fields[] = {{"drills", &practice.drills},
                                                  {"review", &practice.review},
                                                  {"catches", &practice.catches},
                                                  {"questions", &practice.questions}};
  const JsonNode root = JsonNode::read_root(
      file, {"drills", "review", "catches", "questions", "fast_track", "parts"});
  for (const auto& [name, value] : fields) {
    if (root.has(name)) *value = root.at(name).boolean();
  }
  if (root.has("fast_track")) course.fast_track = root.at("fast_track").texts();
  for (const JsonNode& part : root.elements_of("parts")) {
    part.only({"from", "title"});
    course.parts.push_back({part.at("from").size(), part.at("title").text()});
  }
}

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

constexpr const char* all_exercises = "./grade list   shows all exercises";

std::optional<unsigned> number_in(std::string_view word) {
  const std::optional<unsigned> number = word.size() < 6 ? take_number(word) : std::nullopt;
  return word.empty() ? number : std::nullopt;
}

/// Whether a word is a path to an exercise's folder or into it.
bool leads_to(std::string_view word, const Exercise& exercise) {
  if (word.find('/') == word.npos && word != "." && word != "..") return false;
  std::error_code ignored;
  const fs::path path = fs::weakly_canonical(fs::path(word), ignored);
  const fs::path directory = fs::weakly_canonical(exercise.directory, ignored);
  return path == directory || path.parent_path() == directory;
}

/// The one whose name or folder starts with the word; null for none. Throws InputError for several.
const Exercise* starting_with(const Course& course, std::string_view word) {
  if (word.empty() || number_in(word)) return nullptr;
  const Exercise* one = nullptr;
  std::vector<std::string> found;
  for (const Exercise& exercise : course.exercises) {
    if (!exercise.name.starts_with(word) && !exercise.folder.starts_with(word)) continue;
    one = &exercise;
    found.push_back(exercise.folder);
  }
  if (found.size() < 2) return one;
  throw InputError(fmt::format("\"{}\" may be {}", printable(word), fmt::join(found, " or ")),
                   "write more of its name, or its number");
}

[[noreturn]] void refuse(const Course& course, std::string_view word) {
  if (const auto number = number_in(word))
    throw InputError(fmt::format("no exercise has the number {}", *number), all_exercises);
  std::vector<std::string> names;
  for (const Exercise& exercise : course.exercises)
    names.insert(names.end(), {exercise.name, exercise.folder});
  throw InputError(
      fmt::format("unknown exercise \"{}\"{}", printable(word), did_you_mean(word, names)),
      all_exercises);
}

/// The exercises with the numbers of "1-3"; nothing where the word is no such range.
std::optional<std::vector<std::string>> in_range(const Course& course, std::string_view word) {
  const std::size_t dash = std::min(word.find('-'), word.size());
  const auto first = number_in(word.substr(0, dash));
  const auto last = dash < word.size() ? number_in(word.substr(dash + 1)) : std::nullopt;
  if (!first || !last) return std::nullopt;
  if (*first > *last)
    throw InputError(fmt::format("{}: expected the smaller number first", printable(word)));
  std::vector<std::string> folders;
  for (unsigned number = *first; number <= *last; ++number)
    folders.push_back(find_exercise(course, std::to_string(number)).folder);
  return folders;
}

}  // namespace

fs::path Course::measures(const Exercise& exercise) const {
  const fs::path handed_out = exercise.directory / "measures.cpp";
  if (fs::exists(handed_out)) return handed_out;
  return solution(exercise).parent_path() / "measures.cpp";
}

std::vector<fs::path> changed_headers(const Exercise& exercise) {
  std::vector<fs::path> changed;
  for (const fs::path& given : exercise.headers) {
    const fs::path own = exercise.directory / header_name(given);
    if (given.parent_path() == exercise.directory && own != given &&
        (!fs::exists(own) || read_file(own) != read_file(given)))
      changed.push_back(own);
  }
  return changed;
}

void use(const Course& course, const Exercise& used, ProgramSpec& program) {
  program.headers.insert(used.headers.begin(), used.headers.end());
  std::vector<Reference> references = used.references;
  references.push_back({course.solution(used), used.headers, used.optimise});
  for (const Reference& reference : references) {
    if (std::ranges::count(program.references, reference.source, &Reference::source) == 0)
      program.references.push_back(reference);
  }
}

Course load_course(const fs::path& folder, const std::vector<std::string>& words,
                   OnBrokenExercise broken) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  Course course{root, {}, {}};
  read_settings(course);
  std::map<std::pair<unsigned, std::string>, Exercise> in_order;
  for (const auto& entry : fs::directory_iterator(root / "exercises", error)) {
    if (!entry.is_directory() || !is_exercise_folder(entry.path())) continue;
    Exercise exercise = named_exercise(root, entry.path());
    in_order[{exercise.number, exercise.folder}] = std::move(exercise);
  }
  course.exercises.reserve(in_order.size());
  for (auto& [key, exercise] : in_order) course.exercises.push_back(std::move(exercise));
  if (error || course.exercises.empty()) {
    throw InputError(fmt::format("{}: no exercises found", (root / "exercises").string()),
                     "run grade from a copy of the course, or name one with --course FOLDER");
  }
  pass_over_copies(course);
  check_names(course);
  read_exercises(course, words, broken);
  if (!course.practice.catches)
    std::erase_if(course.exercises, [](const Exercise& one) { return one.catches.has_value(); });
  leave_out_users(course);
  resolve_uses(course);
  return course;
}

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

const Exercise& find_exercise(const Course& course, std::string_view word) {
  if (word.ends_with('/') && word.find('/') == word.size() - 1 && !word.starts_with('.'))
    word.remove_suffix(1);  // as shells complete a folder
  const std::optional<unsigned> number = number_in(word);
  for (const Exercise& exercise : course.exercises) {
    if (number && exercise.number == *number) return exercise;
    if (word == exercise.name || word == exercise.folder) return exercise;
    if (word == exercise.name + ".cpp" || leads_to(word, exercise)) return exercise;
  }
  if (const Exercise* exercise = starting_with(course, word)) return *exercise;
  refuse(course, word);
}

std::vector<std::string> folders_meant(const Course& course,
                                       const std::vector<std::string>& words) {
  std::vector<std::string> folders;
  const auto add = [&](const std::string& part) {
    if (part == "all") {
      for (const Exercise& exercise : course.exercises) folders.push_back(exercise.folder);
    } else if (const auto range = in_range(course, part)) {
      folders.insert(folders.end(), range->begin(), range->end());
    } else {
      folders.push_back(find_exercise(course, part).folder);
    }
  };
  for (const std::string& word : words) {
    std::error_code ignored;
    const bool is_list = word.find(',') != word.npos && word.find_first_not_of(", ") != word.npos &&
                         !fs::exists(word, ignored);
    for (const std::string& part : is_list ? split(word, ',') : std::vector{word})
      if (const std::string one(trimmed(part)); !is_list || !one.empty()) add(one);
  }
  return folders;
}

std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words) {
  const std::vector<std::string> wanted = folders_meant(course, words);
  std::vector<Exercise> found;
  for (const Exercise& exercise : course.exercises) {
    if (words.empty() || std::ranges::find(wanted, exercise.folder) != wanted.end())
      found.push_back(exercise);
  }
  return found;
}

}  // namespace grader
