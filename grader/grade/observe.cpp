#include "grade/observe.hpp"

#include "compile/program.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "grade/crash_lines.hpp"
#include "protocol/wire.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {

const Case& case_named(const std::vector<Case>& cases, const Exercise& exercise,
                       const std::string& name) {
  if (name.empty()) return cases.front();
  std::vector<std::string> names;
  for (const Case& one : cases) {
    if (one.name == name) return one;
    names.push_back(one.name);
  }
  throw InputError(fmt::format("unknown case \"{}\" of {:02} {}{}", printable_name(name),
                               exercise.number, exercise.name, did_you_mean(name, names)),
                   fmt::format("its cases: {}", fmt::join(names, ", ")));
}

Observation observed(const Exercise& exercise, const Graded& graded, std::size_t run) {
  const CaseRun& judged = graded.runs.at(run);
  Observation observation;
  observation.one = graded.cases.at(run);
  observation.outcome = judged.outcome;
  observation.result = graded.result;
  observation.result.cases = {judged.result};
  if (judged.result.verdict == Verdict::passed) {
    observation.result.verdict = Verdict::passed;
    return observation;
  }
  for (const ReplayedRun& replayed : graded.replays) {
    if (replayed.run.one->name == observation.one.name)
      observation.given = given_its_steps(exercise, replayed);
  }
  return observation;
}

std::optional<std::size_t> run_of_case(const Graded& graded, const std::string& name) {
  const std::size_t count = graded.runs.size();
  for (std::size_t i = 0; i < count; ++i) {
    const bool failed = graded.runs[i].result.verdict != Verdict::passed;
    if (name.empty() ? failed : graded.cases[i].name == name) return i;
  }
  return name.empty() && count > 0 ? std::optional<std::size_t>(0) : std::nullopt;
}

namespace {

namespace fs = std::filesystem;

std::string text_of(const std::vector<std::byte>& bytes) {
  return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// Flags for a program of which a debugger knows every name. `folder` is where its source will be
/// looked for; GCC cannot be told.
Kit with_names(const Kit& kit, const fs::path& folder) {
  Kit named = with_parts_of(kit);
  named.flags.emplace_back("-g");
  if (kit.name == "clang") {
    named.flags.emplace_back("-fstandalone-debug");
    named.flags.emplace_back("-fdebug-compilation-dir=" + folder.string());
    return named;
  }
  // GCC leaves out what is in a precompiled header, which knows lines alone.
  const auto header = std::ranges::find(named.flags, "-include");
  if (header != named.flags.end()) named.flags.erase(header, header + 2);
  return named;
}

/// All before the program runs: an editor starts it by itself.
std::string gdb_setup(const Kit& kit, const Exercise& exercise, const fs::path& folder) {
  const fs::path printers =
      fs::path(kit.tool) / "grader" / "runtime" / "debugger" / "gdb_arrays.py";
  return fmt::format(
      "set confirm off\nset pagination off\nset debuginfod enabled off\nset breakpoint pending on\n"
      "set print frame-arguments none\n"
      "source {}\ndirectory {}\nbreak softmark::{}\n",
      printers.string(), folder.string(), exercise.name);
}

/// A name that stays, whichever kit it is of: editors know no other.
void link_to(const fs::path& file, const fs::path& link) {
  std::error_code error;
  fs::remove(link, error);
  fs::create_symlink(file, link, error);
  if (error)
    throw InputError(fmt::format("{}: cannot be made: {}", link.string(), error.message()));
}

}  // namespace

Debuggee make_debuggee(const Grader& grader, const Exercise& exercise, const Case& one,
                       const fs::path& source, const std::string& text) {
  const fs::path there = fs::absolute(source).parent_path();
  Toolchain bench = grader.bench;
  bench.kit = with_names(bench.kit, there);
  const Program program = ProgramBuild(bench, exercise, text).finish();
  if (program.problem)
    throw InputError(program.message, fmt::format("./grade run {:02}", exercise.number));
  Debuggee debuggee;
  debuggee.host = debug_host(grader.bench.kit);
  debuggee.folder = grader.bench.kit.build_folder() / "debug" / exercise.folder;
  debuggee.program = debuggee.folder / "program.so";
  debuggee.inputs = debuggee.folder / "case";
  std::error_code error;
  fs::create_directories(debuggee.folder, error);
  write_file(debuggee.program, text_of(bytes_of(program)));
  const wire::Request request{1, arguments_of(exercise, one.inputs), 1, 0, std::nullopt};
  write_file(debuggee.inputs, text_of(wire::encode(request)));
  const fs::path setup = debuggee.folder / "setup.gdb";
  write_file(setup, gdb_setup(grader.bench.kit, exercise, there));
  write_file(debuggee.folder / "start.gdb",
             fmt::format("source {}\nrun\ninfo args\n", setup.string()));
  link_to(debuggee.host, debuggee.folder / "host");
  return debuggee;
}

}  // namespace grader
