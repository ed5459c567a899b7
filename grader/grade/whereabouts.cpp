#include "grade/whereabouts.hpp"

#include "compile/code_places.hpp"
#include "compile/diagnostics.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "grade/value_place.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>
#include <optional>
#include <vector>

namespace grader {
namespace {

/// What happened at the place, for people; empty where none is told for such an ending.
std::string describe_ending(const Outcome& failed) {
  switch (failed.ending) {
    case Ending::exception:
      return "thrown here";
    case Ending::out_of_memory:
      return failed.text.empty() ? "it was here then" : "it allocated memory here";
    case Ending::signal:
      return "it crashed here";
    case Ending::no_answer:
      return "it ended here";
    case Ending::unclean_exit:
      return "thrown here";
    case Ending::cpu_limit:
    case Ending::wall_limit:
    case Ending::run_limit:
      return "it was here when its time was up";
    default:
      return "";
  }
}

/// Whether the text is of an index that is the first behind its axis, as one is that counts on.
bool is_just_behind(std::string_view text) {
  if (!text.starts_with("index ")) return false;
  text.remove_prefix(6);
  const std::optional<unsigned> index = take_number(text);
  return index && text.starts_with(" is out of bounds ") &&
         text.ends_with(fmt::format(" with size {}", *index));
}

/// Whether a line of code is one of the stub's.
bool is_given(const Exercise& exercise, const std::string& line) {
  if (!std::filesystem::exists(exercise.original())) return false;
  return std::ranges::any_of(split_lines(read_file(exercise.original())),
                             [&](std::string_view one) { return trimmed(one) == trimmed(line); });
}

bool depends_on_time(Ending ending) {
  return ending == Ending::cpu_limit || ending == Ending::wall_limit || ending == Ending::run_limit;
}

}  // namespace

ProgramBytes bytes_of(const Program& program) {
  ProgramBytes bytes(
      static_cast<std::size_t>(std::max<off_t>(0, lseek(program.file.get(), 0, SEEK_END))));
  const ssize_t size = pread(program.file.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return bytes;
}

std::optional<ProgramBytes> with_lines(const Grader& grader, const Exercise& exercise,
                                       const std::string& text, const Program& program,
                                       ExerciseResult& result) {
  std::optional<double> left = grader.options.seconds_left;
  if (left) *left -= result.compile_seconds + result.run_seconds;
  if (left && *left <= 0) return std::nullopt;
  Workbench bench = grader.bench;
  bench.kit = with_parts_of(bench.kit);
  std::ranges::copy(bench.kit.line_flags, std::back_inserter(bench.kit.flags));
  Program again;
  try {
    again = ProgramBuild(bench, exercise, text).finish(left);
  } catch (const TryAgain&) {  // the verdict stands
    return std::nullopt;
  }
  result.compile_seconds += again.seconds;
  if (again.problem) return std::nullopt;
  const ProgramBytes first = bytes_of(program);
  ProgramBytes bytes = bytes_of(again);
  // Other sections may differ, and with them the distances that the code has.
  const Section before = section_of(first, ".text"), now = section_of(bytes, ".text");
  if (before.address != now.address || before.bytes.size() != now.bytes.size()) return std::nullopt;
  return bytes;
}

std::vector<Place> places_in(const ProgramBytes& program, const std::vector<std::uint64_t>& frames,
                             const std::string& source, const std::string& text) {
  const std::vector<std::string> lines = split_lines(text);
  std::vector<Place> places;
  for (std::optional<Place> place : places_of(program, frames, source)) {
    if (!place || place->line > lines.size()) continue;
    place->column = static_cast<unsigned>(start_of_call(lines[place->line - 1], place->column));
    places.push_back(*place);
  }
  return places;
}

std::optional<Place> innermost(const ProgramBytes& program,
                               const std::vector<std::uint64_t>& frames, const std::string& source,
                               const std::string& text) {
  const std::vector<Place> places = places_in(program, frames, source, text);
  return places.empty() ? std::nullopt : std::optional(places.front());
}

void tell_cause(Cause cause, const Exercise& exercise, const std::string& text,
                ExerciseResult& result) {
  if (result.verdict == Verdict::passed) {
    result.warnings = cause.place
                          ? shown_place(exercise.name + ".cpp", text, *cause.place, cause.sentence)
                          : std::vector{cause.sentence};
    result.cause = std::move(cause);
    return;
  }
  std::vector<std::string> shown{cause.sentence};
  if (cause.place) {
    const std::string source = exercise.name + ".cpp";
    shown = shown_place(source, text, *cause.place, cause.sentence);
    // The crash in the same line says less.
    const std::string same = fmt::format("{}:{}:", source, cause.place->line);
    const bool twice = result.place && result.place->line == cause.place->line &&
                       result.details.size() >= shown.size() &&
                       result.details.front().words.starts_with(same);
    if (twice)
      result.details.erase(result.details.begin(),
                           result.details.begin() + static_cast<std::ptrdiff_t>(shown.size()));
    if (!result.place) result.place = cause.place;
  }
  result.details.insert(result.details.begin(), shown.begin(), shown.end());
  result.cause = std::move(cause);
}

void tell_whereabouts(const Grader& grader, const Exercise& exercise, const std::string& text,
                      const Program& program, const CaseRun& run, ExerciseResult& result) {
  const Outcome& failed = run.outcome;
  std::string what = describe_ending(failed);
  const bool told = std::ranges::any_of(failed.frames, [](std::uint64_t one) { return one != 0; });
  const bool wanted =
      grader.options.whereabouts == Whereabouts::all ||
      (grader.options.whereabouts == Whereabouts::lasting && !depends_on_time(failed.ending));
  if (what.empty() || !told || !wanted) return;
  const std::string source = exercise.name + ".cpp";
  const auto bytes = with_lines(grader, exercise, text, program, result);
  if (!bytes) return;
  const std::vector<Place> places = places_in(*bytes, failed.frames, source, text);
  if (places.empty()) return;
  const Place& place = places.front();
  const auto caller =
      std::ranges::find_if(places, [&](const Place& outer) { return outer.line != place.line; });
  const std::vector<std::string> lines = split_lines(text);
  if (const std::string array = array_at(text, lines[place.line - 1], place.column);
      failed.text.starts_with("index ") && !array.empty())
    what += ", by an index of " + array;
  const auto first = std::ranges::find_if(
      result.cases, [](const CaseResult& one) { return one.verdict != Verdict::passed; });
  const bool later = first != result.cases.end() && first->name != run.result.name;
  if (later) what += ", in case " + run.result.name;
  std::vector<std::string> shown = shown_place(source, text, place, what);
  result.place = place;
  if (caller != places.end()) {
    const std::vector<std::string> call = shown_place(source, text, *caller, "called here");
    const bool given = is_given(exercise, lines[place.line - 1]);
    const bool first = given && !is_given(exercise, lines[caller->line - 1]);
    shown.insert(first ? shown.begin() : shown.end(), call.begin(), call.end());
    if (first) result.place = *caller;
  }
  const std::string bound = is_just_behind(failed.text)
                                ? printable(difference_counted_to(text, place.line))
                                : std::string();
  if (!bound.empty()) {
    shown.push_back(fmt::format(
        "Did `{}` fall below 0? A std::size_t cannot be negative: it becomes huge.", bound));
  }
  result.details.insert(later ? result.details.end() : result.details.begin(), shown.begin(),
                        shown.end());
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
  for (Remark& remark : result.details) rename(remark.words, "");
  for (std::string& line : result.warnings) rename(line, "");
}

}  // namespace grader
