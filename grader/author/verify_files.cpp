#include "author/verify.hpp"

#include "core/text.hpp"
#include "core/tokens.hpp"
#include "course/cases.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <iostream>
#include <iterator>
#include <set>

namespace grader {

bool keeps_solution_back(const Course& course, const Exercise& exercise) {
  return std::filesystem::exists(course.released()) &&
         !std::filesystem::exists(course.solution(exercise));
}

namespace {

/// The first line that an author still has to write, with what is wanted there.
std::string open_place(const std::filesystem::path& file) {
  const std::vector<std::string> lines = split_lines(read_file(file));
  for (std::size_t i = 0; i < lines.size(); ++i) {
    const std::size_t place = lines[i].find(to_write);
    if (place == std::string::npos) continue;
    std::string wanted(trimmed(lines[i].substr(place)));
    if (file.extension() == ".json") wanted.resize(std::min(wanted.find('"'), wanted.size()));
    return fmt::format("{}:{}: {}", file.string(), i + 1, wanted);
  }
  return "";
}

/// The first file that is missing or unfinished, or the command that makes it.
std::string missing_file(const Course& course, const Exercise& exercise) {
  const auto missing = [](const std::filesystem::path& file) {
    return !std::filesystem::exists(file);
  };
  std::vector<std::filesystem::path> written{exercise.statement(), exercise.contract()};
  if (!keeps_solution_back(course, exercise))
    written.insert(written.end(), {course.solution(exercise), course.mistakes(exercise)});
  for (const auto& file : written) {
    if (missing(file)) return file.string() + " is missing";
  }
  written.push_back(exercise.directory / "exercise.json");
  for (const auto& file : written) {
    if (std::string open = open_place(file); !open.empty()) return open;
  }
  const auto generator = course.root / "reference_data" / "generate" / (exercise.name + ".py");
  if (!keeps_solution_back(course, exercise) && missing(course.reference(exercise))) {
    if (missing(generator)) return generator.string() + " is missing";
    if (std::string open = open_place(generator); !open.empty()) return open;
  }
  for (const auto& file : {exercise.stub(), exercise.original(), course.reference(exercise)}) {
    if (missing(file)) {
      return fmt::format("{} is missing: ./grade reference --write {} makes it", file.string(),
                         exercise.folder);
    }
  }
  return "";
}

}  // namespace

std::string check_files(const Course& course, const Exercise& exercise) {
  if (const std::string missing = missing_file(course, exercise); !missing.empty()) return missing;
  const std::string original = read_file(exercise.original());
  if (read_file(exercise.stub()) != original) {
    return fmt::format(
        "{} differs from {}: ./grade reference --write {} makes the second of the "
        "first, ./grade reset {} the first of the second",
        exercise.stub().string(), exercise.original().string(), exercise.folder, exercise.folder);
  }
  for (const std::filesystem::path& header : changed_headers(exercise)) {
    return fmt::format("{} differs from {}.original: ./grade reference --write {} hands it out",
                       header.string(), header.filename().string(), exercise.folder);
  }
  if (original.find("TODO 1") == std::string::npos) return "the stub has no TODO 1";
  if (exercise.hints.empty()) return "exercise.json has no hints";
  const std::string number = exercise.folder.substr(0, exercise.folder.find('_'));
  const std::string heading = fmt::format("# {} {}", number, exercise.title);
  if (!(read_file(exercise.statement()) + "\n").starts_with(heading + "\n"))
    return fmt::format("README.md: expected the first line \"{}\"", heading);
  if (keeps_solution_back(course, exercise)) return "";
  if (original == read_file(course.solution(exercise))) return "the stub is the solution";
  return "";
}

HandedOut read_handed_out(const Course& course) {
  HandedOut files;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(course.root / "exercises")) {
    if (entry.is_regular_file()) files[entry.path()] = read_file(entry.path());
  }
  return files;
}

std::string check_copies(const Course& course, const Exercise& exercise,
                         const HandedOut& handed_out) {
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

namespace {

/// The lines that say something, without white space and comments.
std::vector<std::string> telling_lines(std::string_view text) {
  constexpr std::ptrdiff_t least = 8;  // letters and digits of a line that says something
  std::vector<std::string> lines;
  for (const std::string& line : code_lines(text)) {
    std::string kept;
    std::ranges::copy_if(line, std::back_inserter(kept),
                         [](unsigned char c) { return std::isspace(c) == 0; });
    const auto letters =
        std::ranges::count_if(kept, [](unsigned char c) { return std::isalnum(c) != 0; });
    if (letters >= least && kept[0] != '#' && !kept.starts_with("namespace"))
      lines.push_back(std::move(kept));
  }
  return lines;
}

/// All three such lines in a row, each in one line.
std::vector<std::string> pieces(std::string_view text) {
  const std::vector<std::string> lines = telling_lines(text);
  std::vector<std::string> found;
  for (std::size_t i = 2; i < lines.size(); ++i)
    found.push_back(lines[i - 2] + " " + lines[i - 1] + " " + lines[i]);
  return found;
}

}  // namespace

std::string piece_of_solution(std::string_view solution, std::string_view stub,
                              std::string_view text) {
  const std::vector<std::string> all = pieces(solution);
  std::set<std::string> secret(all.begin(), all.end());
  for (const std::string& piece : pieces(stub)) secret.erase(piece);
  for (const std::string& piece : pieces(text)) {
    if (secret.contains(piece)) return piece;
  }
  return "";
}

}  // namespace grader
