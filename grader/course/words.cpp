#include "course/course.hpp"

#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr const char* all_exercises = "./grade list   shows all exercises";

std::optional<unsigned> number_in(std::string_view word) {
  const std::optional<unsigned> number = word.size() < 6 ? take_number(word) : std::nullopt;
  return word.empty() ? number : std::nullopt;
}

/// The numbers of all exercises, such as "1-3, 7".
std::string numbers_in(const Course& course) {
  std::string text;
  const auto& all = course.exercises;
  for (std::size_t i = 0, last = 0; i < all.size(); i = last + 1) {
    for (last = i; last + 1 < all.size() && all[last + 1].number == all[last].number + 1;) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ", ", all[i].number);
    if (last > i) text += fmt::format("-{}", all[last].number);
  }
  return text;
}

[[noreturn]] void refuse_number(const Course& course, unsigned number) {
  throw InputError(
      fmt::format("no exercise has the number {}: there are {}", number, numbers_in(course)),
      all_exercises);
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
  if (const auto number = number_in(word)) refuse_number(course, *number);
  std::string message = fmt::format("unknown exercise \"{}\"", printable(word));
  std::vector<std::string> names;
  for (const Exercise& exercise : course.exercises)
    names.insert(names.end(), {exercise.name, exercise.folder});
  if (const std::string meant = nearest(word, names); !meant.empty())
    message += fmt::format("; did you mean {}?", find_exercise(course, meant).folder);
  throw InputError(message, all_exercises);
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
  for (unsigned number = *first; number <= *last; ++number) {
    const auto found = std::ranges::find(course.exercises, number, &Exercise::number);
    if (found == course.exercises.end()) refuse_number(course, number);
    folders.push_back(found->folder);
  }
  return folders;
}

}  // namespace

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
    const bool is_list = word.find(',') != word.npos && !fs::exists(word, ignored);
    for (std::size_t start = 0; start <= word.size();) {
      const std::size_t end = is_list ? std::min(word.find(',', start), word.size()) : word.size();
      const std::string part(trimmed(std::string_view(word).substr(start, end - start)));
      // A comma at an end, as of "01, 02", which are two words.
      const bool at_end = start == 0 || end == word.size();
      if (part.empty() && is_list && !at_end)
        throw InputError(
            fmt::format("\"{}\": expected an exercise between two commas", printable(word)),
            all_exercises);
      if (!part.empty() || !is_list || word.size() < 2) add(part);
      start = end + 1;
    }
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
