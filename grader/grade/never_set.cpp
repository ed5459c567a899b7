#include "grade/never_set.hpp"

#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <algorithm>

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
    const auto found = placed(line, source);
    if (found && found->first.line >= 1 && found->first.line <= lines)
      return Cause{"it uses a value here that was never set", found->first};
  }
  return std::nullopt;
}

}  // namespace grader
