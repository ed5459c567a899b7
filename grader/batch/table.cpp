#include "batch/table.hpp"

#include "core/text.hpp"

namespace grader {

std::optional<TableLine> first_cell(std::string_view text) {
  TableLine line;
  if (!text.starts_with('"')) {
    const std::size_t comma = text.find(',');
    if (comma == text.npos) return std::nullopt;
    line.cell = trimmed(text.substr(0, comma));
    line.rest = text.substr(comma + 1);
    return line;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] != '"') {
      line.cell += text[i];
    } else if (i + 1 < text.size() && text[i + 1] == '"') {
      line.cell += text[++i];
    } else {
      if (i + 1 >= text.size() || text[i + 1] != ',') return std::nullopt;
      line.rest = text.substr(i + 2);
      return line;
    }
  }
  return std::nullopt;
}

}  // namespace grader
