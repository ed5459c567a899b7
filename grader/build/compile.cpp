#include "build/compile.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "data/files.hpp"
#include "launch/isolation.hpp"

#include <fmt/format.h>

#include <sys/stat.h>
#include <unistd.h>

#include <csignal>
#include <mutex>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

constexpr unsigned compile_memory_mib = 3072;
constexpr unsigned object_mib = 64;

constexpr int compile_failed = 120, link_failed = 121;  // exit codes of confine

using Words = std::vector<std::string>;

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

Words compiler_words(const Kit& kit, const fs::path& source, const fs::path& object,
                     const Words& include_flags, Templates templates) {
  Words words{kit.compiler};
  append(words, kit.flags);
  if (templates == Templates::only_unknown) append(words, kit.only_known_templates_flags);
  append(words, include_flags);
  const bool clang = kit.name == "clang";
  // By its bare name from its own folder, so that messages name the file as its author does.
  append(words, {"-Wall", clang ? "-ferror-limit=20" : "-fmax-errors=20",
                 clang ? "-fno-color-diagnostics" : "-fdiagnostics-color=never",
                 clang ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret", "-c",
                 source.filename().string(), "-o", object.string()});
  return words;
}

Words linker_words(const Kit& kit, const fs::path& binding, const fs::path& object,
                   const fs::path& program) {
  return {kit.linker,
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
}

fs::path course_of(const Exercise& exercise) {
  return exercise.directory.parent_path().parent_path();
}

/// The headers beside a contract, itself among them.
std::set<fs::path> contract_headers(const Exercise& exercise) {
  std::set<fs::path> headers;
  for (const auto& entry : fs::directory_iterator(exercise.directory)) {
    if (entry.path().extension() == ".hpp") headers.insert(entry.path());
  }
  return headers;
}

/// Throws where the sandbox would show the course itself, which lies below a folder it needs.
void check_access(const Access& access, const Isolation& isolation, const fs::path& course) {
  for (const auto* folders : {&access.readable, &isolation.system}) {
    for (const fs::path& folder : *folders) {
      const fs::path below = course.lexically_relative(fs::weakly_canonical(folder));
      if (!below.empty() && *below.begin() != "..") {
        throw GraderFault(
            fmt::format("{}: the course lies below {}, which compilers must be able to read",
                        course.string(), folder.string()),
            "move the course to another folder, such as your home folder");
      }
    }
  }
}

}  // namespace

Access build_access(const Kit& kit, const fs::path& folder) {
  Access access{{fs::path(kit.confine).parent_path(), kit.folder}, {folder, "/dev/null"}};
  for (std::size_t i = 0; i < kit.flags.size(); ++i) {
    if (kit.flags[i].starts_with("-I")) access.readable.emplace_back(kit.flags[i].substr(2));
    if (kit.flags[i] == "-isystem" && i + 1 < kit.flags.size())
      access.readable.emplace_back(kit.flags[i + 1]);
  }
  for (const fs::path tool : {kit.compiler, kit.linker}) {
    const fs::path prefix = fs::canonical(tool.parent_path()).parent_path();
    if (prefix != "/usr" && prefix != "/") access.readable.push_back(prefix);
  }
  return access;
}

Command confined(const Kit& kit, const fs::path& course, const fs::path& folder,
                 const Words& commands) {
  const Access access = build_access(kit, folder);
  if (kit.isolation.tier != Tier::none) check_access(access, kit.isolation, course);
  const unsigned user = spare_user(kit.isolation);
  if (user != 0) give_to(user, folder);
  Words words{kit.confine};
  append(words, layer_options(kit.isolation, user));
  append(words, {"--cpu", std::to_string(kit.build_cpu_seconds), "--memory",
                 std::to_string(compile_memory_mib), "--file", std::to_string(object_mib),
                 "--folder", folder.string()});
  if (kit.isolation.landlock) {
    for (const auto* paths : {&kit.isolation.system, &access.readable}) {
      for (const fs::path& path : *paths) append(words, {"--read", path.string()});
    }
    for (const fs::path& path : access.writable) append(words, {"--write", path.string()});
  }
  words.emplace_back("--");
  append(words, commands);
  Command command;
  command.arguments = in_namespaces(kit.isolation, access, words);
  command.folder = folder;
  return command;
}

namespace {

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

/// Changes whenever the binding must be compiled again.
std::string binding_key(const Kit& kit, const Exercise& exercise) {
  std::string text = exercise.function + '\0' + kit.compiler_version + '\0' +
                     fmt::format("{}", fmt::join(kit.flags, " "));
  for (const fs::path& header : contract_headers(exercise))
    text += '\0' + header.filename().string() + '\0' + read_file(header);
  struct stat launcher {};
  if (stat(kit.launcher.c_str(), &launcher) == 0) {
    text += fmt::format("{}.{}", launcher.st_mtim.tv_sec, launcher.st_mtim.tv_nsec);
  }
  return fmt::format("{}-{:016x}", exercise.folder, content_hash(text));
}

BuildResult build_result(const Captured& end) {
  using State = BuildResult::State;
  BuildResult result{State::built, end.output, end.wall_seconds, end.machine_was_busy};
  const int signal = end.exit_code > 128 ? end.exit_code - 128 : end.signal;
  const bool failed =
      end.exit_code == compile_failed || end.exit_code == link_failed || signal != 0;
  if (end.wall_limit_hit || signal == SIGXCPU || signal == SIGKILL || signal == SIGXFSZ ||
      (failed && says_limit(end.output))) {
    result.state = State::limit;
  } else if (failed) {
    result.state = end.exit_code == link_failed ? State::link_failed : State::compile_failed;
  } else if (end.exit_code != 0) {
    throw GraderFault("compiler and linker cannot be started: " + printable(end.output),
                      "./grade doctor");
  }
  return result;
}

/// The object file that calls the exercise's function, compiled from its contract when it is not
/// there yet. Throws GraderFault when the contract does not compile.
fs::path binding_object(const Kit& kit, const Exercise& exercise) {
  static std::mutex one_at_a_time;
  const std::lock_guard lock(one_at_a_time);
  const fs::path folder = kit.folder / "bindings";
  const std::string key = binding_key(kit, exercise);
  if (fs::exists(folder / (key + ".o"))) return folder / (key + ".o");
  std::error_code error;
  fs::create_directories(folder, error);
  // A kit that somebody else built may be read only: then it is compiled once for this run.
  const auto own = [] {
    static const TemporaryFolder for_this_run;
    return for_this_run.path();
  };
  const fs::path object = (access(folder.c_str(), W_OK) == 0 ? folder : own()) / (key + ".o");
  if (fs::exists(object)) return object;
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "binding.cpp";
  write_file(source, fmt::format("#include \"{}\"\n#include \"harness/call.hpp\"\n"
                                 "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
                                 "  grader::harness::invoke(&softmark::{}, call);\n}}\n",
                                 exercise.contract().filename().string(), exercise.function));
  const fs::path compiled = scratch.path() / "binding.o";
  Kit open = kit;  // the contract is ours
  open.isolation = {};
  const Words words = compiler_words(
      kit, source, compiled, {"-I" + exercise.directory.string(), "-I" + kit.harness_include},
      Templates::all);
  CapturedProcess process(confined(open, course_of(exercise), scratch.path(), words));
  const BuildResult result = build_result(process.finish(3.0 * kit.build_cpu_seconds));
  if (result.state != BuildResult::State::built) {
    throw GraderFault(fmt::format("{}: the function {} of exercise.json cannot be called:\n{}",
                                  exercise.contract().string(), exercise.function, result.log));
  }
  // Renamed into place whole, so that nobody finds a part of it.
  const fs::path whole = object.string() + fmt::format(".{}.tmp", getpid());
  fs::copy_file(compiled, whole, fs::copy_options::overwrite_existing, error);
  if (!error) fs::rename(whole, object, error);
  if (error) throw GraderFault(fmt::format("{}: {}", object.string(), error.message()));
  return object;
}

Command build_command(const Kit& kit, const Exercise& exercise, const fs::path& source,
                      const fs::path& program, Templates templates) {
  const fs::path folder = source.parent_path();
  const fs::path object = folder / "stub.o", binding = folder / "binding.o";
  fs::copy_file(binding_object(kit, exercise), binding);
  for (const fs::path& header : contract_headers(exercise)) {
    fs::copy_file(header, folder / header.filename());
  }
  Words words = compiler_words(kit, source, object, {"-I."}, templates);
  words.emplace_back("--then");
  append(words, linker_words(kit, binding, object, program));
  return confined(kit, course_of(exercise), folder, words);
}

}  // namespace

Build::Build(const Kit& kit, const Exercise& exercise, const fs::path& source,
             const fs::path& program, Templates templates)
    : command_(build_command(kit, exercise, source, program, templates)),
      wall_seconds_(3.0 * kit.build_cpu_seconds),
      process_(command_) {}

BuildResult Build::finish() { return build_result(process_.finish(wall_seconds_)); }

}  // namespace grader
