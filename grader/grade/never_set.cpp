#include "grade/never_set.hpp"

#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

namespace grader {
namespace {

/// `kit`, or the one for clang beside it.
std::optional<Kit> with_clang(const Kit& kit) {
  if (kit.name == "clang") return kit;
  try {
    return load_kit(kit.folder.parent_path(), "clang");
  } catch (const GraderFault&) {
    return std::nullopt;
  }
}

/// The place of a line "FILE:LINE:COLUMN: …" of a compiler's, where it is in `source` of `lines`
/// lines.
std::optional<Place> place_in(std::string_view line, std::string_view source, std::size_t lines) {
  if (!line.starts_with(source) || !line.substr(source.size()).starts_with(":"))
    return std::nullopt;
  line.remove_prefix(source.size() + 1);
  Place place;
  const char* end = line.data() + line.size();
  const auto number = std::from_chars(line.data(), end, place.line);
  if (number.ec != std::errc() || number.ptr == end || *number.ptr != ':') return std::nullopt;
  const auto column = std::from_chars(number.ptr + 1, end, place.column);
  const bool there = column.ec == std::errc() && place.line >= 1 && place.line <= lines;
  return there ? std::optional(place) : std::nullopt;
}

bool speaks_of_unset(std::string_view line) {
  const bool is_finding = line.find(": warning: ") != std::string_view::npos;
  const auto says = [&](const char* words) { return line.find(words) != std::string_view::npos; };
  return is_finding && (says("garbage value") || says("an uninitialized value") ||
                        says("is uninitialized when used") || says("is used uninitialized"));
}

}  // namespace

std::optional<Cause> never_set(const Grader& grader, const Exercise& exercise,
                               const std::string& text) {
  std::optional<Kit> kit = with_clang(grader.bench.kit);
  if (!kit) return std::nullopt;
  for (const char* word : {"--analyze", "--analyzer-output", "text", "-Wconditional-uninitialized"})
    kit->flags.emplace_back(word);
  kit->parts = std::make_shared<const Kit>(grader.bench.kit);
  // It writes no object, so that the link after it fails; what it says is in the log.
  Workbench bench = grader.bench;
  bench.kit = *kit;
  const Program program = ProgramBuild(bench, exercise, text).finish();
  const std::string source = exercise.name + ".cpp";
  const std::size_t lines = split_lines(text).size();
  for (const std::string& line : split_lines(program.log)) {
    if (!speaks_of_unset(line)) continue;
    if (const auto place = place_in(line, source, lines))
      return Cause{"it uses a value here that was never set", place};
  }
  return std::nullopt;
}

}  // namespace grader
