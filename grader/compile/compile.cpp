#include "compile/compile.hpp"

#include "compile/diagnostics.hpp"
#include "compile/prepared.hpp"
#include "compile/wording.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "sandbox/tier.hpp"
#include "system/files.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <initializer_list>
#include <iterator>
#include <sstream>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// For the course's own code, whatever a student's may take, on an ordinary machine.
constexpr unsigned own_code_seconds = 300;
constexpr unsigned compile_memory_mib = 3072;
constexpr unsigned object_mib = 64;

constexpr int compile_failed = 120, link_failed = 121;  // exit codes of confine

using Words = std::vector<std::string>;

/// The words between blanks.
Words words_of(const std::string& text) {
  std::istringstream stream(text);
  return {std::istream_iterator<std::string>(stream), {}};
}

void append(Words& words, const Words& more) {
  words.insert(words.end(), more.begin(), more.end());
}

/// Throws where the sandbox would show one of `hidden`, which lies below a folder it needs.
void check_hidden(const Access& access, const Isolation& isolation,
                  std::initializer_list<fs::path> hidden) {
  for (const auto* folders : {&access.readable, &isolation.system}) {
    for (const fs::path& folder : *folders) {
      const fs::path shown = fs::weakly_canonical(folder);
      for (const fs::path& one : hidden) {
        if (!lies_below(one, shown)) continue;
        throw GraderFault(
            fmt::format("{}: the course lies below {}, which compilers must be able to read",
                        one.string(), folder.string()),
            "move the course to another folder, such as your home folder");
      }
    }
  }
}

}  // namespace

Words compiler_words(const Kit& kit, const Words& flags, const fs::path& source,
                     const fs::path& object) {
  Words words{kit.compiler};
  append(words, flags);
  const bool clang = kit.name == "clang";
  // By its bare name from its own folder, so that messages name the file as its author does.
  // No file between compiler and assembler; none with what to send to clang's makers, either.
  append(words, {clang ? "-fno-crash-diagnostics" : "-pipe"});
  // Matrix A({n, m}) with an int n: GCC warns of it.
  if (clang) append(words, {"-Wno-error=c++11-narrowing"});
  append(words, {"-Wall", clang ? "-ferror-limit=20" : "-fmax-errors=20",
                 clang ? "-fno-color-diagnostics" : "-fdiagnostics-color=never",
                 clang ? "-fno-caret-diagnostics" : "-fno-diagnostics-show-caret", "-c",
                 source.filename().string(), "-o", object.string()});
  return words;
}

/// Calls inside the program go straight to their target, and it has two segments: each case loads
/// it anew.
Words linker_words(const Kit& kit, const Words& objects, const fs::path& program,
                   const Words& flags) {
  Words words{kit.linker};
  append(words, words_of("-shared --eh-frame-hdr -z noexecstack --build-id=none -Bsymbolic "
                         "--hash-style=gnu -z norelro -z noseparate-code"));
  append(words, flags);
  words.push_back(kit.start_object);
  append(words, objects);
  append(words, {kit.static_library, "-o", program.string()});
  return words;
}

bool lies_below(const fs::path& path, const fs::path& folder) {
  const fs::path inside = path.lexically_normal().lexically_relative(folder.lexically_normal());
  return !inside.empty() && *inside.begin() != "..";
}

Access build_access(const Kit& kit, const fs::path& folder) {
  Access access{{fs::path(kit.confine).parent_path(), kit.folder}, {"/dev/null"}, {folder}};
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

Command confined(const Confinement& walls, const Kit& kit, const fs::path& course,
                 const Words& commands) {
  const Isolation& isolation = walls.isolation;
  if (isolation.tier != Tier::none) {
    check_hidden(walls.access, isolation, {course, fs::weakly_canonical(prepared_folder(kit))});
  }
  const unsigned user = spare_user(isolation);
  if (user != 0) give_to(user, walls.folder);
  Words words{kit.confine};
  append(words, layer_options(isolation, user));
  append(words,
         {"--cpu", std::to_string(walls.cpu_seconds), "--memory", std::to_string(walls.memory_mib),
          "--file", std::to_string(walls.file_mib), "--folder", walls.folder.string()});
  if (isolation.landlock) {
    for (const auto* paths : {&isolation.system, &walls.access.readable}) {
      for (const fs::path& path : *paths) append(words, {"--read", path.string()});
    }
    for (const fs::path& path : walls.access.writable) append(words, {"--write", path.string()});
    for (const fs::path& path : walls.access.fillable) append(words, {"--fill", path.string()});
  }
  words.emplace_back(commands.empty() ? "--wait" : "--");
  append(words, commands);
  Command command;
  command.arguments = in_namespaces(isolation, walls.access, words);
  command.folder = walls.folder;
  return command;
}

Confinement build_walls(const Kit& kit, const Isolation& isolation, const fs::path& folder,
                        unsigned cpu_seconds) {
  return {build_access(kit, folder), isolation, folder, cpu_seconds,
          compile_memory_mib,        object_mib};
}

namespace {

constexpr const char *by_time = "at its limit of processor time", *by_memory = "for want of memory",
                     *by_size = "at its limit of what it may write",
                     *by_others = "from outside, as where the machine's memory is full",
                     *by_waiting = "from outside, since it waited for something";
constexpr std::pair<std::string_view, const char*> stop_words[] = {
    {"out of memory", by_memory},    {"Cannot allocate memory", by_memory},
    {"memory exhausted", by_memory}, {"File too large", by_size},
    {"File size limit", by_size},    {"CPU time limit", by_time},
    {"Killed", by_others},           {"Terminated", by_others}};

/// What stopped the compiler, as its driver says. Only lines that the tools begin themselves count.
/// Code can print such lines, too, but where a place has an error, that is why it failed; and a
/// #line can make up the name of a place.
const char* said_stop(std::string_view log) {
  static const Pattern tool(
      "^((LLVM |fatal )?(ERROR|error)|clang([+][+])?|g[+][+]|cc1plus|as|(/usr/bin/)?ld): "
      "|^virtual memory exhausted");
  static const Pattern error("[0-9]: (fatal error|[eE]rror): ");
  static const Pattern other("[0-9]: (warning|note): ");
  const char* said = nullptr;
  for (const std::string& line : split_lines(log)) {
    if (error.found_in(line)) return nullptr;
    const bool ours = tool.found_in(line) && !other.found_in(line);
    for (const auto& [words, stop] : stop_words)
      if (ours && said == nullptr && line.find(words) != line.npos) said = stop;
  }
  return said;
}

/// A linker that hits a limit says so last; before it, compilers can have printed anything.
std::string last_line(const std::string& log) {
  const std::vector<std::string> lines = split_lines(log);
  return lines.empty() ? "" : lines.back();
}

/// What stopped a compiler or linker, `linking` the last, which failed; null where it ended by
/// itself, in a crash perhaps.
const char* stop_of(const Captured& end, unsigned cpu_seconds, int signal, bool linking) {
  const bool late = 2 * end.cpu_seconds >= cpu_seconds;
  if (signal == SIGXCPU || (signal == SIGKILL && late)) return by_time;
  if (signal == SIGXFSZ) return by_size;
  if (const char* said = said_stop(linking ? last_line(end.output) : end.output)) return said;
  // clang says no more where its processor time is over.
  if (late && end.output.find("PLEASE submit a bug report") != std::string::npos) return by_time;
  return signal == SIGKILL || signal == SIGTERM ? by_others : nullptr;
}

}  // namespace

BuildResult result_of(CapturedProcess& process, const fs::path& folder, unsigned cpu_seconds) {
  using State = BuildResult::State;
  const Captured end = process.finish(most_clock_time * cpu_seconds, most_idle_time * cpu_seconds);
  if (end.wall_limit_hit && !end.idle_limit_hit && end.cpu_seconds < cpu_seconds) {
    throw TryAgain(
        fmt::format("the machine is too busy to compile: in {:.0f} s the compiler got {:.1f} s of "
                    "processor time",
                    end.wall_seconds, end.cpu_seconds),
        "end what else runs here, or grade with fewer --jobs");
  }
  BuildResult result{State::built, tidied_log(end.output, folder.string()), end.wall_seconds,
                     end.cpu_seconds};
  const bool linking = end.exit_code == link_failed;
  const int signal = end.exit_code > 128 ? end.exit_code - 128 : end.signal;
  const bool failed = end.exit_code == compile_failed || linking || signal != 0;
  const char* stop = failed ? stop_of(end, cpu_seconds, signal, linking) : nullptr;
  if (end.wall_limit_hit) stop = end.idle_limit_hit ? by_waiting : by_time;
  if (stop != nullptr) {
    result.state = State::limit;
    result.stopped = stop;
  } else if (failed) {
    result.state = linking ? State::link_failed : State::compile_failed;
  } else if (end.exit_code != 0) {
    const std::string what = "compiler and linker cannot be started: " + printable(end.output);
    if (end.output.find(std::strerror(EAGAIN)) != std::string::npos)
      throw TryAgain(what, "end what else runs here, or raise the limit on processes: ulimit -u");
    throw GraderFault(what, "./grade doctor");
  }
  return result;
}

namespace {

/// Runs a compiler or linker that makes `made` of the course's own code.
BuildResult run_alone(const Kit& kit, const fs::path& folder, const fs::path& made,
                      const Words& words) {
  const Isolation none;  // what it reads is ours
  const unsigned limit = scaled_timeout(own_code_seconds);
  CapturedProcess process(confined(build_walls(kit, none, folder, limit), kit, {}, words));
  const BuildResult result = result_of(process, folder, limit);
  if (result.state != BuildResult::State::limit) return result;
  const std::string stopped =
      fmt::format("{}: the compiler was stopped {}, after {:.1f} s of processor time",
                  made.filename().string(), result.stopped, result.cpu_seconds);
  if (2 * result.cpu_seconds >= limit)
    throw GraderFault(stopped, "take another compiler: ./grade --compiler gcc, or clang");
  throw TryAgain(stopped, "free some memory");
}

}  // namespace

void copy_headers(const std::set<fs::path>& headers, const fs::path& folder) {
  for (const fs::path& header : headers) copy_temporary(header, folder / header_name(header));
}

BuildResult compile_alone(const Kit& kit, const fs::path& source, const fs::path& object,
                          Words flags) {
  flags.emplace_back("-I.");
  const fs::path folder = source.parent_path(), compiled = folder / "sections.o";
  const BuildResult result =
      run_alone(kit, folder, source, compiler_words(kit, flags, source, compiled));
  if (result.state != BuildResult::State::built) return result;
  const fs::path script = fs::path(kit.tool) / "grader" / "runtime" / "kit" / "sections.ld";
  Words gather{kit.linker};
  append(gather, words_of("-r --force-group-allocation -x -T"));
  append(gather, {script.string(), compiled.string(), "-o", object.string()});
  if (run_alone(kit, folder, object, gather).state != BuildResult::State::built)
    fs::rename(compiled, object);
  return result;
}

BuildResult link_alone(const Kit& kit, const std::vector<fs::path>& objects,
                       const fs::path& program, const Words& flags) {
  Words names;
  for (const fs::path& object : objects) names.push_back(object.string());
  return run_alone(kit, program.parent_path(), program, linker_words(kit, names, program, flags));
}

}  // namespace grader
