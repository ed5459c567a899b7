#include "build/compile.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "data/files.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr unsigned compile_cpu_seconds = 20;
constexpr unsigned compile_memory_mib = 3072;
constexpr unsigned object_mib = 64;

Command compiler_command(const Kit& kit, const Exercise& exercise, const fs::path& source,
                         const fs::path& object, Templates templates) {
  Command command;
  command.arguments = {kit.compiler};
  command.arguments.insert(command.arguments.end(), kit.flags.begin(), kit.flags.end());
  if (templates == Templates::only_unknown) {
    command.arguments.insert(command.arguments.end(), kit.only_known_templates_flags.begin(),
                             kit.only_known_templates_flags.end());
  }
  const bool clang = kit.name == "clang";
  // By its bare name from its own folder, so that messages name the file as its author does.
  command.arguments.insert(
      command.arguments.end(),
      {"-Wall", "-I" + exercise.directory.string(), clang ? "-ferror-limit=20" : "-fmax-errors=20",
       clang ? "-fno-color-diagnostics" : "-fdiagnostics-color=never",
       clang ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret", "-c",
       source.filename().string(), "-o", object.string()});
  command.folder = source.parent_path();
  command.cpu_seconds = compile_cpu_seconds;
  command.memory_mib = compile_memory_mib;
  command.file_mib = object_mib;
  return command;
}

/// Whether the compiler's driver says that the compiler it ran hit a limit. Only lines that the
/// tools begin themselves count: others can quote the student's code.
bool says_limit(std::string_view log) {
  for (const std::string& line : split_lines(log)) {
    bool ours = false;
    for (const char* start :
         {"LLVM ERROR: ", "fatal error: ", "error: ", "clang: ", "clang++: ", "g++: ", "cc1plus: ",
          "as: ", "ld: ", "/usr/bin/ld: ", "virtual memory exhausted"}) {
      ours = ours || line.starts_with(start);
    }
    if (!ours) continue;
    for (const char* words : {"out of memory", "Cannot allocate memory", "memory exhausted",
                              "File too large", "File size limit", "CPU time limit"}) {
      if (line.find(words) != std::string::npos) return true;
    }
  }
  return false;
}

BuildResult finish_build(CapturedProcess& process) {
  const Captured end = process.finish(3.0 * compile_cpu_seconds);
  BuildResult result{BuildResult::State::built, end.output, end.wall_seconds};
  const bool limit = end.wall_limit_hit || end.signal == SIGXCPU || end.signal == SIGKILL ||
                     end.signal == SIGXFSZ || says_limit(end.output);
  if (end.exit_code == 127) {
    throw GraderFault("the compiler or linker cannot be started", "./grade doctor");
  }
  if (end.exit_code != 0)
    result.state = limit ? BuildResult::State::limit : BuildResult::State::failed;
  return result;
}

/// Changes whenever the binding must be compiled again.
std::string binding_key(const Kit& kit, const Exercise& exercise) {
  std::string text = exercise.function + '\0' + kit.compiler_version + '\0' +
                     fmt::format("{}", fmt::join(kit.flags, " "));
  std::set<fs::path> headers;  // the contract, and what it may include
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    if (entry.path().extension() == ".hpp") headers.insert(entry.path());
  }
  for (const fs::path& header : headers)
    text += '\0' + header.filename().string() + '\0' + read_file(header);
  struct stat launcher {};
  if (stat(kit.launcher.c_str(), &launcher) == 0) {
    text += fmt::format("{}.{}", launcher.st_mtim.tv_sec, launcher.st_mtim.tv_nsec);
  }
  return fmt::format("{}-{:016x}", exercise.folder, content_hash(text));
}

}  // namespace

Compilation::Compilation(const Kit& kit, const Exercise& exercise, const fs::path& source,
                         const fs::path& object, Templates templates)
    : process_(compiler_command(kit, exercise, source, object, templates)) {}

BuildResult Compilation::finish() { return finish_build(process_); }

fs::path binding_object(const Kit& kit, const Exercise& exercise) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const fs::path folder = kit.folder / "bindings";
  const std::string key = binding_key(kit, exercise);
  const fs::path object = folder / (key + ".o");
  if (fs::exists(object)) return object;
  std::error_code error;
  fs::create_directories(folder, error);
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "binding.cpp";
  write_file(source, fmt::format("#include \"{}\"\n#include \"harness/call.hpp\"\n"
                                 "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
                                 "  grader::harness::invoke(&softmark::{}, call);\n}}\n",
                                 exercise.contract().filename().string(), exercise.function));
  const fs::path made = folder / fmt::format("{}.{}.tmp", key, getpid());
  Kit with_harness = kit;
  with_harness.flags.push_back("-I" + kit.harness_include);
  const BuildResult result =
      Compilation(with_harness, exercise, source, made, Templates::all).finish();
  if (result.state != BuildResult::State::built) {
    throw GraderFault(fmt::format("{}: the function {} of exercise.json cannot be called:\n{}",
                                  exercise.contract().string(), exercise.function, result.log));
  }
  fs::rename(made, object, error);
  if (error) throw GraderFault(fmt::format("{}: {}", object.string(), error.message()));
  return object;
}

BuildResult link_program(const Kit& kit, const fs::path& object, const fs::path& binding,
                         const fs::path& program) {
  Command command;
  command.arguments = {kit.linker,
                       "-shared",
                       "--eh-frame-hdr",
                       "-z",
                       "noexecstack",
                       "--build-id=none",
                       kit.start_object,
                       binding.string(),
                       object.filename().string(),
                       kit.static_library,
                       "-o",
                       program.string()};
  command.folder = object.parent_path();
  command.cpu_seconds = compile_cpu_seconds;
  command.memory_mib = compile_memory_mib;
  command.file_mib = object_mib;
  CapturedProcess process(std::move(command));
  return finish_build(process);
}

}  // namespace grader
