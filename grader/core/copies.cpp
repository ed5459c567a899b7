#include "core/copies.hpp"

#include "core/text.hpp"

#include <algorithm>
#include <cctype>
#include <iterator>
#include <set>
#include <vector>

namespace grader {
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

std::vector<std::string> pieces(std::string_view text) {
  const std::vector<std::string> lines = telling_lines(text);
  std::vector<std::string> found;
  for (std::size_t i = 0; i + lines_of_a_piece <= lines.size(); ++i) {
    std::string piece;
    for (std::size_t j = i; j < i + lines_of_a_piece; ++j) piece += (j > i ? " " : "") + lines[j];
    found.push_back(std::move(piece));
  }
  return found;
}

}  // namespace

std::string piece_of_solution(std::string_view solution, std::string_view stub,
                              std::string_view text) {
  std::set<std::string> secret;
  for (std::string& piece : pieces(solution)) secret.insert(std::move(piece));
  for (const std::string& piece : pieces(stub)) secret.erase(piece);
  for (std::string& piece : pieces(text)) {
    if (secret.contains(piece)) return std::move(piece);
  }
  return "";
}

}  // namespace grader
