#include "compile/link_errors.hpp"

#include "compile/short_names.hpp"
#include "core/text.hpp"

#include <algorithm>
#include <vector>

namespace grader {
namespace {

/// Whether a linker says that something is wrong: ld, lld, gold and mold begin with their name, or
/// with a place in a section. In which function that is, is no cause.
bool complains(std::string_view line) {
  const std::string_view who = line.substr(0, line.find(' '));
  const bool linker = who.ends_with("ld:") || who.find(":(.") != std::string_view::npos;
  return linker && !line.ends_with(':');
}

}  // namespace

std::string digest_link_errors(std::string_view log) {
  /// The name that a line quotes after `mark`, demangled; empty where the line has no such mark.
  const auto quoted = [](std::string_view line, std::string_view mark) -> std::string {
    const std::size_t found = line.find(mark);
    if (found == std::string_view::npos) return "";
    const std::string_view rest = line.substr(found + mark.size());
    return printable(demangled(rest.substr(0, rest.find('\''))));
  };
  std::vector<std::string> lines = split_lines(log);
  std::erase_if(lines, [](const std::string& line) {  // compilers', with the student's words
    return line.find(" warning: ") != std::string::npos ||
           line.find(" note: ") != std::string::npos;
  });
  for (const std::string& line : lines) {
    if (const std::string name = quoted(line, "multiple definition of `"); !name.empty()) {
      return name + " is defined twice: it belongs to the grader or stands twice in the file";
    }
    if (const std::string name = quoted(line, "undefined reference to `"); !name.empty()) {
      return name + " is declared but defined nowhere";
    }
  }
  if (lines.empty()) return "the linker failed without a message";
  const auto told = std::ranges::find_if(lines, complains);
  return shortened(printable(told != lines.end() ? *told : lines.front()));
}

std::string missing_symbol(std::string_view loader_message) {
  const std::string_view mark = "undefined symbol: ";
  const std::size_t found = loader_message.find(mark);
  if (found == std::string_view::npos) return "";
  std::string_view symbol = trimmed(loader_message.substr(found + mark.size()));
  return printable(demangled(symbol.substr(0, symbol.find_first_of(", \n"))));
}

}  // namespace grader
