#include "course/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/exercise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <tuple>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What the name of the folder NN_name tells.
Exercise named_exercise(const fs::path& directory) {
  Exercise exercise;
  exercise.directory = directory;
  exercise.folder = directory.filename().string();
  const std::size_t underscore = exercise.folder.find('_');
  exercise.number = static_cast<unsigned>(std::stoul(exercise.folder.substr(0, underscore)));
  exercise.name = exercise.folder.substr(underscore + 1);
  return exercise;
}

/// Finds headers and references. What is used must come earlier, so that it has its own already.
void resolve_uses(Course& course) {
  for (auto exercise = course.exercises.begin(); exercise != course.exercises.end(); ++exercise) {
    for (const auto& entry : fs::directory_iterator(exercise->directory)) {
      if (entry.path().extension() == ".hpp") exercise->headers.insert(entry.path());
    }
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
    exercise->measures_source = course.measures(*exercise);
    exercise->released = course.released();
    const fs::path given = exercise->directory / "given.cpp";
    if (fs::exists(given)) exercise->references.push_back({given, exercise->headers, true});
  }
}

/// Two exercises may share neither their number nor their name.
void check_names(const Course& course) {
  std::set<std::string> names;
  for (std::size_t i = 0; i < course.exercises.size(); ++i) {
    const Exercise& exercise = course.exercises[i];
    if (!names.insert(exercise.name).second)
      throw InputError(exercise.directory.string() + ": another exercise has this name");
    if (i > 0 && exercise.number == course.exercises[i - 1].number) {
      throw InputError(fmt::format("{} and {} have the same number",
                                   course.exercises[i - 1].directory.string(),
                                   exercise.directory.string()));
    }
  }
}

/// Reads the exercises that `words` name and what they use, which comes before them; the others
/// leave the course. No words: all.
void read_exercises(Course& course, const std::vector<std::string>& words) {
  std::set<std::string> wanted;
  for (const std::string& word : words) wanted.insert(find_exercise(course, word).name);
  for (auto exercise = course.exercises.rbegin(); exercise != course.exercises.rend(); ++exercise) {
    if (!words.empty() && !wanted.contains(exercise->name)) continue;
    read_exercise(*exercise);
    wanted.insert(exercise->name);
    wanted.insert(exercise->uses.begin(), exercise->uses.end());
  }
  std::erase_if(course.exercises,
                [&](const Exercise& exercise) { return !wanted.contains(exercise.name); });
}

/// NN_name, with digits and then a name.
bool is_exercise_folder(const fs::path& directory) {
  const std::string name = directory.filename().string();
  const std::size_t digits = name.find_first_not_of("0123456789");
  return digits != std::string::npos && digits > 0 && digits < 6 && name[digits] == '_' &&
         name.size() > digits + 1;
}

}  // namespace

fs::path Course::measures(const Exercise& exercise) const {
  const fs::path handed_out = exercise.directory / "measures.cpp";
  if (fs::exists(handed_out)) return handed_out;
  return solution(exercise).parent_path() / "measures.cpp";
}

void use(const Course& course, const Exercise& used, Exercise& exercise) {
  exercise.headers.insert(used.headers.begin(), used.headers.end());
  std::vector<Reference> references = used.references;
  references.push_back({course.solution(used), used.headers, used.optimise});
  for (const Reference& reference : references) {
    const auto& known = exercise.references;
    if (std::none_of(known.begin(), known.end(),
                     [&](const Reference& other) { return other.source == reference.source; })) {
      exercise.references.push_back(reference);
    }
  }
}

Course load_course(const fs::path& folder, const std::vector<std::string>& words) {
  std::error_code error;
  const fs::path root = fs::weakly_canonical(fs::absolute(folder), error);
  Course course{root, {}};
  for (const auto& entry : fs::directory_iterator(root / "exercises", error)) {
    if (entry.is_directory() && is_exercise_folder(entry.path()))
      course.exercises.push_back(named_exercise(entry.path()));
  }
  if (error || course.exercises.empty()) {
    throw InputError(fmt::format("{}: no exercises found", (root / "exercises").string()),
                     "run grade from a copy of the course, or name one with --course FOLDER");
  }
  std::ranges::sort(course.exercises, {}, [](const Exercise& exercise) {
    return std::tie(exercise.number, exercise.folder);
  });
  check_names(course);
  read_exercises(course, words);
  resolve_uses(course);
  return course;
}

const Exercise& find_exercise(const Course& course, std::string_view word) {
  const bool number =
      !word.empty() && word.size() < 6 && std::all_of(word.begin(), word.end(), ::isdigit);
  for (const Exercise& exercise : course.exercises) {
    if (number && exercise.number == std::stoul(std::string(word))) return exercise;
    if (word == exercise.name || word == exercise.folder) return exercise;
    if (word == exercise.name + ".cpp") return exercise;
    if (word.find('/') == std::string_view::npos) continue;
    std::error_code ignored;
    const fs::path path = fs::weakly_canonical(fs::path(word), ignored);
    const fs::path directory = fs::weakly_canonical(exercise.directory, ignored);
    if (path == directory || path.parent_path() == directory) return exercise;
  }
  std::string message = fmt::format("unknown exercise \"{}\"", printable(word));
  std::vector<std::string> names;
  for (const Exercise& exercise : course.exercises) {
    names.insert(names.end(), {exercise.name, exercise.folder});
  }
  if (const std::string meant = nearest(word, names); !meant.empty()) {
    message += fmt::format("; did you mean {}?", find_exercise(course, meant).folder);
  }
  throw InputError(message, "./grade list shows all exercises");
}

std::vector<Exercise> find_exercises(const Course& course, const std::vector<std::string>& words) {
  std::set<unsigned> wanted;
  for (const std::string& word : words) wanted.insert(find_exercise(course, word).number);
  std::vector<Exercise> found;
  for (const Exercise& exercise : course.exercises) {
    if (words.empty() || wanted.contains(exercise.number)) found.push_back(exercise);
  }
  return found;
}

}  // namespace grader
