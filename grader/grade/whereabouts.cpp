#include "grade/whereabouts.hpp"

#include "compile/call_names.hpp"
#include "compile/diagnostics.hpp"
#include "compile/line_table.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <optional>
#include <vector>

namespace grader {
namespace {

using Bytes = std::vector<std::byte>;

Bytes bytes_of(const Program& program) {
  Bytes bytes(static_cast<std::size_t>(std::max<off_t>(0, lseek(program.file.get(), 0, SEEK_END))));
  const ssize_t size = pread(program.file.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return bytes;
}

/// What happened at the place, for people; empty where none is told for such an ending.
std::string what_happened(const Outcome& failed) {
  switch (failed.ending) {
    case Ending::exception:
      return "thrown here";
    case Ending::out_of_memory:
      return failed.text.empty() ? "it was here then" : "it asked for memory here";
    case Ending::signal:
      return "it crashed here";
    case Ending::no_answer:
      return "it ended here";
    case Ending::cpu_limit:
    case Ending::wall_limit:
    case Ending::run_limit:
      return "it was here when its time was up";
    default:
      return "";
  }
}

bool depends_on_time(Ending ending) {
  return ending == Ending::cpu_limit || ending == Ending::wall_limit || ending == Ending::run_limit;
}

/// The program once more, with the same code and a table of its lines; nothing where that fails, or
/// the submission has no time left for it.
std::optional<Bytes> built_with_lines(const Grader& grader, const Exercise& exercise,
                                      const std::string& text, const Program& program,
                                      ExerciseResult& result) {
  Kit kit = grader.kit;
  kit.flags.insert(kit.flags.end(), kit.line_flags.begin(), kit.line_flags.end());
  if (grader.options.seconds_left) {
    kit.build_wall_seconds =
        *grader.options.seconds_left - result.compile_seconds - result.run_seconds;
    if (kit.build_wall_seconds <= 0) return std::nullopt;
  }
  const Program again = ProgramBuild(kit, exercise, text).finish();
  result.compile_seconds += again.seconds;
  if (again.problem) return std::nullopt;
  const Bytes first = bytes_of(program);
  Bytes bytes = bytes_of(again);
  // Other sections may differ, and with them the distances that the code has.
  const Section before = section_of(first, ".text"), now = section_of(bytes, ".text");
  if (before.address != now.address || before.bytes.size() != now.bytes.size()) return std::nullopt;
  return bytes;
}

/// The innermost place in the student's file of `lines` lines; one that does not exist is none.
std::optional<Place> innermost(const Bytes& program, const std::vector<std::uint64_t>& frames,
                               const std::string& source, std::size_t lines) {
  for (const std::optional<Place>& place : places_of(program, frames, source)) {
    if (place && place->line <= lines) return place;
  }
  return std::nullopt;
}

}  // namespace

void tell_whereabouts(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, const CaseRun& run, ExerciseResult& result) {
  const Outcome& failed = run.outcome;
  std::string what = what_happened(failed);
  const bool told = std::ranges::any_of(failed.frames, [](std::uint64_t one) { return one != 0; });
  const bool wanted =
      grader.options.whereabouts == Whereabouts::all ||
      (grader.options.whereabouts == Whereabouts::lasting && !depends_on_time(failed.ending));
  if (what.empty() || !told || !wanted) return;
  const std::string source = exercise.name + ".cpp";
  const auto bytes = built_with_lines(grader, exercise, text, program, result);
  if (!bytes) return;
  auto place = innermost(*bytes, failed.frames, source, split_lines(text).size());
  if (!place) return;
  const std::string line = split_lines(text)[place->line - 1];
  place->column = static_cast<unsigned>(start_of_call(line, place->column));
  result.place = place;
  if (const std::string array = array_at(text, line, place->column);
      failed.text.starts_with("index ") && !array.empty())
    what += ", by an index of " + array;
  const auto first = std::ranges::find_if(
      result.cases, [](const CaseResult& one) { return one.verdict != Verdict::passed; });
  if (first != result.cases.end() && first->name != run.result.name)
    what += ", in case " + run.result.name;
  const std::vector<std::string> shown = shown_place(source, text, *place, what);
  result.details.insert(result.details.begin(), shown.begin(), shown.end());
}

void name_file(const std::string& file, ExerciseResult& result) {
  result.file = file;
  const std::string bare = result.name + ".cpp:";
  const auto rename = [&](std::string& line, std::string_view before) {
    const bool place = line.starts_with(before) && line.substr(before.size()).starts_with(bare);
    if (!place) return;
    line.replace(before.size(), bare.size(), printable_name(file) + ":");
  };
  rename(result.finding, "it does not compile: ");
  for (auto* lines : {&result.details, &result.warnings}) {
    for (std::string& line : *lines) rename(line, "");
  }
}

}  // namespace grader
