#include "staff/verify_copies.hpp"

#include "core/copies.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

namespace grader {

std::vector<HandedOut> read_handed_out(const Course& course) {
  std::vector<HandedOut> files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(course.root / "exercises")) {
    if (entry.is_regular_file()) files.push_back({entry.path(), read_file(entry.path())});
  }
  return files;
}

std::string check_copies(const Course& course, const Exercise& exercise,
                         const std::vector<HandedOut>& handed_out) {
  const std::string solution = read_file(course.solution(exercise));
  const std::string stub = read_file(exercise.original());
  // Such measures call the exercises that the solution uses as it does.
  if (!exercise.uses.empty() && std::filesystem::exists(exercise.directory / "measures.cpp"))
    return "measures.cpp of an exercise that uses others belongs beside its solution";
  for (const auto& [file, text] : handed_out) {
    const std::string piece = piece_of_solution(solution, stub, text);
    if (!piece.empty()) {
      return fmt::format("{} holds a piece of the solution: {}", file.string(), cut(piece, 200));
    }
  }
  return "";
}

}  // namespace grader
