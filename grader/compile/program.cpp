#include "compile/program.hpp"

#include "compile/diagnostics.hpp"
#include "compile/prepared.hpp"
#include "compile/wording.hpp"
#include "core/error.hpp"
#include "core/text.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/stat.h>
#include <sys/statvfs.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>

namespace grader {
namespace {

std::vector<std::string> names_of(const std::vector<SourceText>& sources) {
  std::vector<std::string> names;
  for (const SourceText& source : sources) names.push_back(source.name);
  return names;
}

constexpr const char* program_name = "program.so";

Program failed(const BuildResult& result, std::string message, std::vector<std::string> details) {
  Program program;
  program.problem =
      result.state == BuildResult::State::limit ? Verdict::build_limit : Verdict::build_failed;
  program.message = std::move(message);
  program.details = std::move(details);
  program.log = result.log;
  program.seconds = result.seconds;
  return program;
}

/// What makes clang fill no local variables, and warn of a function that needs more than 1 MiB of
/// the stack.
const std::vector<std::string> filling_none{"-ftrivial-auto-var-init=uninitialized", "-Xclang",
                                            "-fno-validate-pch", "-Wframe-larger-than=1048576"};

/// Whether the compiler fills local arrays of any size that are not initialised, and needs a second
/// for each 20 MB: clang before 18.
bool fills_arrays_of_any_size(const Kit& kit) {
  const auto has = [&](std::string_view start) {
    return std::ranges::any_of(kit.flags,
                               [&](const std::string& flag) { return flag.starts_with(start); });
  };
  return kit.name == "clang" && has("-ftrivial-auto-var-init=pattern") &&
         !has("-ftrivial-auto-var-init-max-size=") && !has(filling_none.front());
}

/// Whether a text declares an array, or a std::array, and has a number of three digits: its arrays
/// may be larger than any stack. To find out takes a build.
bool may_have_large_array(const std::string& text) {
  static const Pattern array(R"(array<|\w[[:space:]]+\w+[[:space:]]*\[)");  // double large[
  static const Pattern number("[0-9]'*[0-9]'*[0-9]");
  return array.found_in(text) && number.found_in(text);
}

bool warns_of_large_frame(const std::string& log) {
  return std::ranges::any_of(split_lines(log), [](const std::string& line) {
    return line.find(": warning: ") != std::string::npos && line.ends_with("[-Wframe-larger-than]");
  });
}

}  // namespace

Descriptor opened_program(const std::filesystem::path& file) {
  // Compilers of untrusted code could have put anything there.
  Descriptor descriptor(open(file.c_str(), O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC));
  struct stat status {};
  if (!descriptor.open() || fstat(descriptor.get(), &status) != 0 || !S_ISREG(status.st_mode)) {
    throw GraderFault(fmt::format("{}: the linker left no program there", file.string()));
  }
  struct statvfs system {};
  if (fstatvfs(descriptor.get(), &system) == 0 && (system.f_flag & ST_NOEXEC) != 0) {
    throw TryAgain(fmt::format("{}: programs cannot run from there: it is mounted noexec",
                               file.parent_path().parent_path().string()),
                   "set TMPDIR to another folder");
  }
  return descriptor;
}

Descriptor opened_again(int program) {
  Descriptor opened(open(fmt::format("/proc/self/fd/{}", program).c_str(), O_RDONLY | O_CLOEXEC));
  if (!opened.open())
    throw TryAgain(fmt::format("a program cannot be opened again: {}", std::strerror(errno)));
  return opened;
}

namespace {

namespace fs = std::filesystem;

/// Stands beside them: a machine that lost its power can leave files with other bytes.
std::string sum_of(const Digest256& recipe, const std::string& program, const std::string& log) {
  return hex(sha256(hex(recipe) + program + log));
}

std::string program_bytes(const Descriptor& program) {
  return read_file(fmt::format("/proc/self/fd/{}", program.get()));
}

/// Where the last program of this kind is kept.
fs::path kept_folder(const Kit& kit, const ProgramSpec& spec) {
  return prepared_folder(kit) / "programs" /
         fmt::format("{}-{}-{:x}", spec.folder, kit.folder.filename().string(),
                     content_hash(fmt::format("{}", fmt::join(kit.flags, " "))));
}

}  // namespace

std::optional<Program> kept_program(const fs::path& folder, const Digest256& recipe) {
  try {
    Program kept;
    kept.file = Descriptor(open((folder / "program.so").c_str(), O_RDONLY | O_CLOEXEC));
    if (!kept.file.open()) return std::nullopt;
    kept.log = read_file(folder / "log");
    if (read_file(folder / "sum") == sum_of(recipe, program_bytes(kept.file), kept.log))
      return kept;
  } catch (const InputError&) {  // a file is missing
  }
  return std::nullopt;
}

void keep_program(const fs::path& folder, const Digest256& recipe, const Program& program) {
  try {
    const std::string bytes = program_bytes(program.file);
    fs::create_directories(folder);
    write_file(folder / "program.so", bytes);
    fs::permissions(folder / "program.so", fs::perms(0644));  // it may be run as another user
    write_file(folder / "log", program.log);
    write_file(folder / "sum", sum_of(recipe, bytes, program.log));
  } catch (const std::exception&) {  // the next one builds it again
  }
}

ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec)
    : bench_(bench),
      spec_(spec),
      sources_{{spec.name + ".cpp", ""}},
      build_(std::in_place, bench, spec, folder_.path(), names_of(sources_), program_name) {}

ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec,
                           std::vector<SourceText> sources)
    : bench_(bench),
      spec_(spec),
      sources_(std::move(sources)),
      build_(std::in_place, bench, spec, folder_.path(), names_of(sources_), program_name) {
  begin();
}

void ProgramBuild::begin(const std::string& text) {
  sources_.front().text = text;
  begin();
}

void ProgramBuild::begin() {
  std::string recipe = build_->recipe();
  for (const SourceText& source : sources_) recipe += source.name + '\0' + source.text + '\0';
  recipe_ = sha256(recipe);
  if (bench_.keeps_programs) done_ = kept_program(kept_folder(bench_.kit, spec_), recipe_);
  if (done_) add_warnings(*done_);
  const bool large = !done_ && fills_arrays_of_any_size(bench_.kit) &&
                     std::ranges::any_of(sources_, [](const SourceText& source) {
                       return may_have_large_array(source.text);
                     });
  if (large) {
    Program unfilled = without_filling();
    if (!unfilled.problem && warns_of_large_frame(unfilled.log)) done_ = std::move(unfilled);
    if (done_) keep(*done_);
  }
  if (done_) return build_.reset();
  for (const SourceText& source : sources_)
    write_temporary(folder_.path() / source.name, source.text);
  give_to_owner(folder_.path());
  build_->begin();
}

void ProgramBuild::add_warnings(Program& program) const {
  if (!sources_.empty()) program.details = digest_warnings(program.log, sources_[0].name);
}

void ProgramBuild::keep(const Program& program) {
  if (bench_.keeps_programs) keep_program(kept_folder(bench_.kit, spec_), recipe_, program);
}

Program ProgramBuild::without_filling() const {
  Toolchain bench = bench_;
  if (!bench.kit.parts) bench.kit = with_parts_of(bench.kit);
  bench.kit.flags.insert(bench.kit.flags.end(), filling_none.begin(), filling_none.end());
  return ProgramBuild(bench, spec_, sources_).finish();
}

Program ProgramBuild::finish() {
  if (done_) return std::move(*done_);
  const BuildResult built = build_->finish();
  if (built.state == BuildResult::State::limit) {
    Program program = failed(built, "the compiler was stopped " + built.stopped, {});
    program.unexplained =
        built.stopped.starts_with("from outside") || built.stopped == "for want of memory";
    if (!program.unexplained)
      program.details = {"large tables, constexpr and nested templates take a compiler long"};
    return program;
  }
  // Without sources there is the link alone.
  if (built.state == BuildResult::State::compile_failed && !sources_.empty()) {
    const Digest digest = digest_errors(built.log, sources_[0].name, sources_[0].text);
    Program program = failed(built, "it does not compile: " + digest.headline(),
                             {digest.lines.begin() + 1, digest.lines.end()});
    program.place = digest.place;
    program.unexplained = !digest.place;
    return program;
  }
  if (built.state != BuildResult::State::built) {
    Program program = failed(built, "it does not link: " + digest_link_errors(built.log), {});
    program.unexplained = true;
    return program;
  }
  Program program;
  program.file = opened_program(folder_.path() / program_name);
  program.log = built.log;
  program.seconds = built.seconds;
  add_warnings(program);
  keep(program);
  return program;
}

}  // namespace grader
