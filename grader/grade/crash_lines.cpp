#include "grade/crash_lines.hpp"

#include "compile/code_places.hpp"
#include "compile/diagnostics.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "core/tokens.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <unistd.h>

#include <algorithm>
#include <filesystem>

namespace grader {
namespace {

bool is_out_of_time(Ending ending) {
  return ending == Ending::cpu_limit || ending == Ending::idle_limit || ending == Ending::run_limit;
}

/// What happened at the place, for people; empty where none is told for such an ending.
std::string describe_ending(const Outcome& failed) {
  const Ending ending = failed.ending;
  if (ending == Ending::exception || ending == Ending::unclean_exit) return "thrown here";
  if (ending == Ending::out_of_memory)
    return failed.text.empty() ? "it was here then" : "it allocated memory here";
  if (ending == Ending::signal)
    return failed.text == reads_too_much ? "it was here then" : "it crashed here";
  if (ending == Ending::no_answer) return "it ended here";
  return is_out_of_time(ending) ? "it was here when its time was up" : "";
}

/// Whether a line of code is one of the stub's.
bool is_given(const Exercise& exercise, const std::string& line) {
  if (!std::filesystem::exists(exercise.original())) return false;
  return std::ranges::any_of(split_lines(read_file(exercise.original())),
                             [&](std::string_view one) { return trimmed(one) == trimmed(line); });
}

std::string source_of(const Built& built) { return built.exercise.name + ".cpp"; }

/// The lines that show a place: its own with what is said of it, its code, and a caret.
std::vector<std::string> shown_in(const Built& built, const Place& place, const std::string& what) {
  return shown_place(source_of(built), built.text, place, what);
}

using Tokens = std::vector<Token>;

Place place_of(std::string_view text, const Token& token) {
  const std::size_t line_end = text.rfind('\n', token.begin);
  const std::size_t start = line_end == std::string_view::npos ? 0 : line_end + 1;
  return {line_of(text, token.begin), 1 + static_cast<unsigned>(token.begin - start)};
}

bool is_call(const Tokens& tokens, std::size_t at, std::string_view name) {
  return tokens[at].is(name) && at + 1 < tokens.size() && tokens[at + 1].is("(");
}

/// The place of the function's name where it is defined; the number of tokens where it is not.
std::size_t definition_of(const Tokens& tokens, std::string_view function) {
  const std::vector<std::size_t> closings = closings_of(tokens);
  for (std::size_t i = 0; i < tokens.size(); ++i) {
    if (!is_call(tokens, i, function)) continue;
    const std::size_t behind = closings[i + 1] + 1;
    if (behind < tokens.size() && tokens[behind].is("{")) return i;
  }
  return tokens.size();
}

/// The last return in the block that opens at `open`, of its own where it has one: a lambda and a
/// branch have others. `open` where there is none.
std::size_t last_return(const Tokens& tokens, std::size_t open) {
  const std::size_t close = closing(tokens, open);
  std::size_t own = open, any = open;
  int depth = 0;
  for (std::size_t i = open; i < close; ++i) {
    const std::string_view text = tokens[i].text;
    if (text == "(" || text == "[" || text == "{") ++depth;
    if (text == ")" || text == "]" || text == "}") --depth;
    if (text != "return") continue;
    any = i;
    if (depth == 1) own = i;
  }
  return own != open ? own : any;
}

/// Whether the bracket at `brace` begins a function's body, not a statement's.
bool begins_function(const Tokens& tokens, std::size_t brace) {
  if (!tokens[brace - 1].is(")")) return false;
  std::size_t open = brace - 1;
  for (int depth = 0; open > 0; --open) {
    depth += tokens[open].is(")") ? 1 : tokens[open].is("(") ? -1 : 0;
    if (depth == 0) break;
  }
  constexpr std::string_view statements[] = {"for", "while", "if", "switch", "catch", "constexpr"};
  return open > 0 && tokens[open - 1].kind == Token::Kind::word &&
         std::ranges::find(statements, tokens[open - 1].text) == std::end(statements);
}

/// Where the array is made that the call of record() at `call` has: its last assignment before, in
/// the same function. The call itself where it has no variable, or there is none.
std::size_t made_at(const Tokens& tokens, std::size_t call) {
  if (call + 5 >= tokens.size() || !tokens[call + 3].is(",") || !tokens[call + 5].is(")"))
    return call;
  const std::string_view array = tokens[call + 4].text;
  constexpr std::string_view assignments[] = {"=", "+=", "-=", "*=", "/="};
  constexpr std::size_t most_tokens = 4000;  // to look at: a text may have any number of them
  const std::size_t first = call - std::min(call, most_tokens);
  int depth = 0;
  for (std::size_t i = call; i-- > first;) {
    if (tokens[i].is("}")) ++depth;
    if (tokens[i].is("{") && --depth < 0 && i > 0 && begins_function(tokens, i)) break;
    if (!tokens[i].is(array)) continue;
    std::size_t next = i + 1;
    while (next < call && (tokens[next].is("(") || tokens[next].is("[")))
      next = closing(tokens, next) + 1;
    if (next < call && std::ranges::find(assignments, tokens[next].text) != std::end(assignments))
      return i;
  }
  return call;
}

}  // namespace

ProgramBytes bytes_of(const Program& program) {
  ProgramBytes bytes(
      static_cast<std::size_t>(std::max<off_t>(0, lseek(program.file.get(), 0, SEEK_END))));
  const ssize_t size = pread(program.file.get(), bytes.data(), bytes.size(), 0);
  bytes.resize(static_cast<std::size_t>(std::max<ssize_t>(0, size)));
  return bytes;
}

std::optional<ProgramBytes> with_lines(const Built& built, ExerciseResult& result) {
  Toolchain bench = built.grader.bench;
  bench.kit = with_parts_of(bench.kit);
  for (auto* flags : {&bench.kit.flags, &bench.kit.counted_flags})
    std::ranges::copy(bench.kit.line_flags, std::back_inserter(*flags));
  Program again;
  try {
    again = ProgramBuild(bench, built.exercise, built.text).finish();
  } catch (const TryAgain&) {  // the verdict stands
    return std::nullopt;
  }
  result.compile_seconds += again.seconds;
  if (again.problem) return std::nullopt;
  const ProgramBytes first = bytes_of(built.program);
  ProgramBytes bytes = bytes_of(again);
  // Other sections may differ, and with them the distances that the code has.
  const Section before = section_of(first, ".text"), now = section_of(bytes, ".text");
  if (before.address != now.address || before.bytes.size() != now.bytes.size()) return std::nullopt;
  return bytes;
}

std::vector<Place> places_in(const Built& built, const ProgramBytes& program,
                             const std::vector<std::uint64_t>& frames) {
  const std::vector<std::string> lines = split_lines(built.text);
  std::vector<Place> places;
  for (std::optional<Place> place : places_of(program, frames, source_of(built))) {
    if (!place || place->line > lines.size()) continue;
    place->column = static_cast<unsigned>(start_of_call(lines[place->line - 1], place->column));
    places.push_back(*place);
  }
  return places;
}

void tell_cause(Cause cause, const Built& built, ExerciseResult& result) {
  const std::vector<std::string> shown =
      cause.place ? shown_in(built, *cause.place, cause.sentence) : std::vector{cause.sentence};
  if (result.verdict == Verdict::passed) {
    result.warnings = shown;
  } else {
    std::vector<Remark>& details = result.details;
    if (cause.place) {
      // The crash in the same line says less.
      const std::string same = fmt::format("{}:{}:", source_of(built), cause.place->line);
      const bool twice = result.place && result.place->line == cause.place->line &&
                         details.size() >= shown.size() && details[0].words.starts_with(same);
      if (twice) details.erase(details.begin(), details.begin() + std::ssize(shown));
      if (!result.place) result.place = cause.place;
    }
    details.insert(details.begin(), shown.begin(), shown.end());
  }
  result.cause = std::move(cause);
}

void add_crash_lines(const Built& built, const CaseRun& run, ExerciseResult& result) {
  const auto& [grader, exercise, text, program] = built;
  const Outcome& failed = run.outcome;
  std::string what = describe_ending(failed);
  const bool told = std::ranges::any_of(failed.frames, [](std::uint64_t one) { return one != 0; });
  const bool wanted =
      grader.options.crash_lines == CrashLines::all ||
      (grader.options.crash_lines == CrashLines::except_timeouts && !is_out_of_time(failed.ending));
  if (what.empty() || !told || !wanted) return;
  const auto bytes = with_lines(built, result);
  if (!bytes) return;
  const std::vector<Place> places = places_in(built, *bytes, failed.frames);
  if (places.empty()) return;
  const Place& place = places.front();
  const auto caller =
      std::ranges::find_if(places, [&](const Place& outer) { return outer.line != place.line; });
  const std::vector<std::string> lines = split_lines(text);
  const CaseResult* const first = result.first_failed();
  const bool later = first != nullptr && first->name != run.result.name;
  if (later) what += ", in case " + run.result.name;
  std::vector<std::string> shown = shown_in(built, place, what);
  result.place = place;
  if (caller != places.end()) {
    const std::vector<std::string> call = shown_in(built, *caller, "called here");
    const bool call_first =
        is_given(exercise, lines[place.line - 1]) && !is_given(exercise, lines[caller->line - 1]);
    shown.insert(call_first ? shown.begin() : shown.end(), call.begin(), call.end());
    if (call_first) result.place = *caller;
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

std::optional<Place> place_of_verdict(std::string_view text, const Exercise& exercise,
                                      const ExerciseResult& result) {
  if (result.verdict == Verdict::passed || result.verdict == Verdict::skipped) return std::nullopt;
  const Tokens tokens = tokens_of(text);
  const bool open = result.verdict == Verdict::not_started, wrong = is_of_results(result.verdict);
  const std::string told = open ? result.finding.substr(0, result.finding.rfind(" is still open"))
                                : result.first_wrong_step.value_or(result.mistake_step);
  std::optional<Place> first_open;
  for (std::size_t i = 0; i + 2 < tokens.size() && (open || wrong); ++i) {
    if (!is_call(tokens, i, open ? "NotImplemented" : "record")) continue;
    if (tokens[i + 2].is(fmt::format("\"{}\"", told)))
      return place_of(text, tokens[open ? i : made_at(tokens, i)]);
    if (open && !first_open) first_open = place_of(text, tokens[i]);
  }
  if (first_open) return first_open;
  const std::size_t function = definition_of(tokens, exercise.name);
  if (function == tokens.size()) return std::nullopt;
  if (!wrong) return place_of(text, tokens[function]);
  const std::size_t body = closing(tokens, function + 1) + 1;
  const std::size_t found = last_return(tokens, body);
  return place_of(text, tokens[found == body ? function : found]);
}

}  // namespace grader
