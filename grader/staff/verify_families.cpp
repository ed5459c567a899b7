#include "staff/verify.hpp"

#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <iostream>
#include <map>
#include <set>

namespace grader {
namespace {

/// The lines of the solution that the mistake takes away or stands beside.
std::set<std::string_view> changed_lines(const Mistake& mistake) {
  std::set<std::string_view> lines;
  for (const Mistake::Patch& patch : mistake.patches) {
    for (const Mistake::PatchLine& line : patch.lines) {
      if (line.change == Mistake::PatchLine::Change::removed) lines.insert(trimmed(line.text));
    }
  }
  return lines;
}

void print_families(const Course& course, const Exercise& exercise) {
  const std::vector<Mistake> mistakes = load_mistakes(course, exercise);
  std::map<std::string, std::vector<std::string>> of_family;
  std::map<std::string_view, std::size_t> own;
  std::set<std::string_view> covered;
  for (const Mistake& mistake : mistakes) {
    if (!mistake.family.empty()) of_family[mistake.family].push_back(mistake.name);
    for (const std::string_view line : changed_lines(mistake)) {
      if (mistake.family.empty()) ++own[line];
      if (!mistake.family.empty()) covered.insert(line);
    }
  }
  std::cout << exercise.folder << "\n";
  for (const auto& [family, names] : of_family)
    std::cout << fmt::format("  {}: {}\n", family, fmt::join(names, " "));
  if (!exists(course.solution(exercise))) return;
  std::size_t number = 0;
  for (const std::string& line : split_lines(read_file(course.solution(exercise)))) {
    ++number;
    const auto found = own.find(trimmed(line));
    if (found == own.end() || covered.contains(found->first)) continue;
    std::cout << fmt::format("  line {}, {} of its own: {}\n", number,
                             count_text(found->second, "mistake"), found->first);
  }
}

}  // namespace

ExitCode verify_families(const Course& course, const std::vector<Exercise>& exercises) {
  for (const Exercise& exercise : exercises) print_families(course, exercise);
  std::cout << std::flush;
  return ExitCode::all_passed;
}

}  // namespace grader
