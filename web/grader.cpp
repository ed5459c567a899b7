// The grader in a page. Course, judge, explanation and report are those of ./grade. What they ask
// of a machine, the page's own script does: it has compiled the program before, and makes each call
// in an instance of WebAssembly.

#include "compile/diagnostics.hpp"
#include "compile/prepared.hpp"
#include "compile/program.hpp"
#include "core/error.hpp"
#include "course/course.hpp"
#include "grade/crash_lines.hpp"
#include "grade/conclude.hpp"
#include "grade/grade.hpp"
#include "grade/second_look.hpp"
#include "report/writers.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <fcntl.h>
#include <utf8proc.h>

#include <algorithm>
#include <clocale>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <cwchar>
#include <fstream>
#include <iterator>

namespace fs = std::filesystem;

namespace grader {
namespace {

/// Where the script has put the program, and what the compiler and the linker said.
const fs::path build = "/build";

/// What the script says of a call.
struct Answer {
  control::Ending ending;
  std::uint32_t reply_bytes;
  std::uint32_t printed_kept, printed_bytes;
  std::uint32_t stack_is_full;
};

/// Makes a call of the program that is open on this descriptor.
extern "C" __attribute__((import_module("page"), import_name("call"))) void call_program(
    int program, const std::byte* request, std::size_t bytes, std::uint32_t milliseconds,
    Answer* answer);
/// Copies what the last call replied, and printed.
extern "C" __attribute__((import_module("page"), import_name("take"))) void take_answer(
    std::byte* reply, char* printed);

/// One of the programs that web/parts.cpp has made.
fs::path program_of(const ProgramSpec& spec, const char* name) {
  return spec.course / "programs" / spec.folder / name;
}

}  // namespace

// ---- system ----

std::string read_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  if (!stream) throw InputError(file.string() + ": it cannot be read");
  return {std::istreambuf_iterator<char>(stream), {}};
}

Process::~Process() {}
double slowness() { return 3; }  // twice as slow as a native program, and not to be alone
void check_room(const fs::path&) {}
fs::path temporary_base() { return build; }
TemporaryFolder::TemporaryFolder() : path_(build) {}
TemporaryFolder::~TemporaryFolder() {}
std::uint64_t keyed_seed(const std::string&, const std::string&, const std::string&) { return 0; }

// ---- programs ----

Pipe make_pipe() { return {}; }
ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec)
    : bench_(bench), spec_(spec), sources_{{spec.name + ".cpp", ""}} {}
ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec,
                           std::vector<SourceText> sources)
    : bench_(bench), spec_(spec), sources_(std::move(sources)) {}
void ProgramBuild::begin(const std::string& text) { sources_.front().text = text; }

Program ProgramBuild::finish() {
  Program program;
  program.log = read_file(build / "log");
  std::ifstream(build / "seconds") >> program.seconds;
  const SourceText& source = sources_.front();
  if (fs::exists(build / "program.wasm")) {
    program.file = opened_program(build / "program.wasm");
    program.details = digest_warnings(program.log, source.name);
  } else if (fs::exists(build / "compiled")) {
    program.problem = Verdict::build_failed;
    program.message = "it does not link: " + digest_link_errors(program.log);
  } else {
    const Digest digest = digest_errors(program.log, source.name, source.text);
    program.problem = Verdict::build_failed;
    program.message = "it does not compile: " + digest.headline();
    program.details.assign(digest.lines.begin() + 1, digest.lines.end());
    program.place = digest.place;
  }
  return program;
}

Descriptor opened_program(const fs::path& file) {
  Descriptor program(open(file.c_str(), O_RDONLY));
  if (!program.open()) throw GraderFault(file.string() + ": this page does not have it");
  return program;
}

std::vector<fs::path> missing_sources(const Kit&, const ProgramSpec&) { return {}; }
std::string released_for(const Kit&, const ProgramSpec&) { return {}; }

using Mistakes = std::vector<Mistake>;
using AllMerged = std::vector<MergedMistakes>;
std::optional<fs::path> recorded_solution(const Toolchain&, const ProgramSpec& spec) {
  return program_of(spec, "recorded.wasm");
}
fs::path measures_program(const Toolchain&, const ProgramSpec& spec) {
  return program_of(spec, "measures.wasm");
}
fs::path solution_program(const Toolchain&, const ProgramSpec&) { return {}; }  // of costs
fs::path replay_program(const Toolchain&, const Course&, const Exercise& of, const Mistakes&) {
  return program_of(of, "replay.wasm");
}
fs::path merged_program(const Toolchain&, const Course&, const Exercise& of, const AllMerged&) {
  return program_of(of, "merged.wasm");
}
Kit with_parts_of(const Kit& kit) { return kit; }
bool may_lack_a_feature(const Kit&, std::string_view) { return false; }
std::optional<Toolchain> with_gcc_kit(const Toolchain&) { return std::nullopt; }

// ---- calls ----

LaunchedRunner::Sockets::Sockets() {}
LaunchedRunner::LaunchedRunner(const Toolchain&) : launcher_(Command{}), next_nonce_(1) {}
Process::Process(const Command&) {}
void Process::kill() {}

std::vector<Outcome> LaunchedRunner::make(int program, CallList calls, const Limits& limits) {
  if (used_up(limits)) return {Outcome{.ending = Ending::run_limit}};
  constexpr std::ptrdiff_t most_calls = 32;  // a page needs more memory for a larger request
  if (calls.reply_to_each && std::ssize(calls.inputs) > most_calls) {
    CallList rest{.inputs = {calls.inputs.begin() + most_calls, calls.inputs.end()},
                  .reply_to_each = true};
    calls.inputs.resize(most_calls);
    std::vector<Outcome> outcomes = make(program, std::move(calls), limits);
    if (std::ssize(outcomes) == most_calls)
      std::ranges::move(make(program, std::move(rest), limits), std::back_inserter(outcomes));
    return outcomes;
  }
  const wire::Request request = request_of(std::move(calls), next_nonce_++, limits);
  const wire::Bytes bytes = wire::encode(request);
  Answer answer{};
  call_program(program, bytes.data(), bytes.size(),
               static_cast<std::uint32_t>(1000 * seconds_of(request, limits)), &answer);
  Seen seen;
  seen.ending = answer.ending;
  seen.reply.resize(answer.reply_bytes);
  seen.printed.resize(answer.printed_kept);
  seen.printed_bytes = answer.printed_bytes;
  take_answer(seen.reply.data(), seen.printed.data());
  if (answer.stack_is_full != 0)
    seen.reply = wire::encode({request.nonce, wire::ReplyKind::ended, stack_is_full, {}, {}, {}});
  std::vector<Outcome> outcomes =
      outcomes_of(std::move(seen), request.nonce, limits, replies_to(request));
  seconds_ += outcomes.front().wall_seconds;
  return outcomes;
}

// ---- what a page does not know ----

void rerun_with_sanitizers(const Built&, LaunchedRunner&, const Case&, const Outcome&,
                           ExerciseResult&) {}
void look_at_passed(const Built&, LaunchedRunner&, Graded&) {}
void fail_on_data_race(const Built&, LaunchedRunner&, Graded&) {}

namespace {

/// Grades the exercise of the course in this folder, and prints its report, then that as JSON.
void grade(const fs::path& folder, const std::string& word) {
  const Course course = load_course(folder, {word});
  const Exercise& whole = find_exercise(course, word);
  Exercise exercise = whole;
  exercise.costs.reset();
  const Intake intake{exercise.stub(), std::nullopt, {}, read_file(exercise.stub())};
  ExerciseResult result =
      grade_exercise({course, {}}, exercise, intake, UnchangedStub::counts_as_not_started).result;
  name_file(exercise.name + ".cpp", result);
  if (whole.costs && result.verdict == Verdict::passed)
    result.notes.emplace_back(
        "The numbers are right. What they cost is not counted in this page: ./grade run counts "
        "it, and may still say that it is too much.");
  else if (whole.costs && !result.cases.empty())
    report_cases(std::vector{cost_case(whole, 0)}, {}, result);
  TextLook look;
  look.most_lines = 0;
  std::printf("%s%c%s", text_exercise(result, look).c_str(), '\0', json_exercise(result).c_str());
}

}  // namespace
}  // namespace grader

int main(int, char** words) try {
  grader::grade(words[1], words[2]);
} catch (const std::exception& error) {
  std::fprintf(stderr, "%s\n", error.what());
  return 1;
}

// ---- what libraries of Linux have ----

extern "C" {
// The signals that web/grader.js tells.
const char* sigabbrev_np(int signal) {
  return signal == SIGSEGV ? "SEGV" : signal == SIGILL ? "ILL" : "ABRT";
}
const char* sigdescr_np(int signal) {
  return signal == SIGSEGV  ? "Segmentation fault"
         : signal == SIGILL ? "Illegal instruction"
                            : "Aborted";
}

/// A page's files have no links.
char* realpath(const char* path, char*) { return strdup(path); }

/// One character of UTF-8, or -1.
utf8proc_ssize_t utf8proc_iterate(const utf8proc_uint8_t* text, utf8proc_ssize_t length,
                                  utf8proc_int32_t* code) {
  [[maybe_unused]] static const char* const utf_8 = std::setlocale(LC_CTYPE, "C.UTF-8");
  wchar_t letter = 0;
  std::mbstate_t state{};
  const auto bytes = static_cast<utf8proc_ssize_t>(
      std::mbrtowc(&letter, reinterpret_cast<const char*>(text), length, &state));
  *code = static_cast<utf8proc_int32_t>(letter);
  return bytes == 0 ? 1 : bytes;
}
}
