#include "compile/program.hpp"

#include "compile/diagnostics.hpp"
#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/parallel.hpp"

#include <fmt/format.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include <cerrno>
#include <cstdint>
#include <cstring>
#include <exception>

namespace grader {
namespace {

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

namespace {

/// Changes with the content of `file`: its name, size and time.
std::string identity(const fs::path& file) {
  std::error_code missing;
  const std::uintmax_t size = fs::file_size(file, missing);
  return missing ? "" : fmt::format("{} {} {}\n", file.string(), size, change_time(file));
}

/// The same of what a kit consists of.
std::string identity(const Kit& kit) {
  std::set<std::string> files{identity(kit.compiler), identity(kit.linker), identity(kit.confine)};
  for (const auto& entry : fs::directory_iterator(kit.folder)) files.insert(identity(entry.path()));
  return fmt::format("{}\n{}", kit.compiler_version, fmt::join(files, ""));
}

/// The same of the walls, which tell what a compiler can see.
std::string identity(const Isolation& walls) {
  std::string text = fmt::format("{} {} {} {}\n", name_of(walls.tier), walls.landlock, walls.filter,
                                 walls.spare_user);
  for (const fs::path& folder : walls.system) text += folder.string() + "\n";
  return text;
}

/// Appends the bytes of `part` to a file in memory; returns how many they are.
std::size_t append_file(int memory, const fs::path& part) {
  const std::string bytes = read_file(part);
  if (write(memory, bytes.data(), bytes.size()) == static_cast<ssize_t>(bytes.size()))
    return bytes.size();
  throw TryAgain(fmt::format("no memory for {}: {}", part.string(), std::strerror(errno)),
                 "free some memory, or grade with fewer --jobs");
}

}  // namespace

ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec)
    : bench_(bench), spec_(spec), sources_{{spec.name + ".cpp", ""}} {
  put_up_walls();
}

ProgramBuild::ProgramBuild(const Toolchain& bench, const ProgramSpec& spec,
                           std::vector<SourceText> sources)
    : bench_(bench), spec_(spec), sources_(std::move(sources)) {
  put_up_walls();
  begin();
}

void ProgramBuild::put_up_walls() {
  const Kit& kit = bench_.kit;
  const fs::path& folder = folder_.path();
  const Descriptor late(memfd_create("parts", MFD_CLOEXEC));
  Command waiting =
      confined(build_walls(kit, bench_.isolation, folder, scaled_timeout(bench_.build_cpu_seconds)),
               kit, spec_.course, {});
  waiting.descriptor_3 = late.get();
  waiting.input = commands_.read_end.get();
  process_.emplace(std::move(waiting));  // the walls go up while the rest is read and written
  commands_.read_end.reset();
  std::vector<std::string> words, objects;
  const auto add = [&](const std::vector<std::string>& more) {
    words.insert(words.end(), more.begin(), more.end());
  };
  // Prepared objects come for the link alone: an assembler could copy them.
  Toolchain preparing = bench_;
  if (kit.parts) preparing.kit = *kit.parts;
  made_of_ = identity(kit) + identity(bench_.isolation);
  const bool counted = spec_.solution && !kit.sanitized;
  // Where accesses are seen, functions that both have are to be those of the student's.
  if (counted)
    for (const SourceText& source : sources_) objects.push_back(source.name + ".o");
  for (const fs::path& part : prepared_objects(preparing, spec_)) {
    made_of_ += identity(part);
    objects.push_back(fmt::format("part{}.o", objects.size()));
    add({objects.back(), std::to_string(append_file(late.get(), part))});
  }
  lseek(late.get(), 0, SEEK_SET);
  words.emplace_back("--");
  copy_headers(spec_.headers, folder);
  std::vector<std::string> flags = counted ? kit.counted_flags : kit.flags;
  flags.emplace_back("-I.");
  for (const SourceText& source : sources_) {
    if (!counted) objects.push_back(source.name + ".o");
    add(compiler_words(kit, flags, source.name, source.name + ".o"));
    words.emplace_back("--then");
  }
  add(linker_words(kit, objects, program_name,
                   counted ? kit.counted_link_flags : std::vector<std::string>{}));
  // Compilers and linker make no file of their own, so that what they may write has an end.
  objects.emplace_back(program_name);
  for (const std::string& output : objects) write_temporary(folder / output, "");
  for (const std::string& word : words) words_ += word + '\0';
  made_of_ += fmt::format("{}\n{}", bench_.build_cpu_seconds, words_);
  for (const fs::path& header : spec_.headers) made_of_ += read_file(header) + '\0';
}

void ProgramBuild::begin(const std::string& text) {
  sources_.front().text = text;
  begin();
}

void ProgramBuild::begin() {
  for (const SourceText& source : sources_) made_of_ += source.name + '\0' + source.text + '\0';
  recipe_ = sha256(made_of_);
  if (bench_.keeps_programs) kept_ = kept_program(kept_folder(bench_.kit, spec_), recipe_);
  if (kept_) {
    add_warnings(*kept_);
    return process_.reset();
  }
  for (const SourceText& source : sources_)
    write_temporary(folder_.path() / source.name, source.text);
  give_to_owner(folder_.path());
  process_->start_clock();
  // Where it does not take them it has ended, and says why.
  write_all(commands_.write_end.get(), words_);
  commands_.write_end.reset();
}

void ProgramBuild::add_warnings(Program& program) const {
  if (!sources_.empty()) program.details = digest_warnings(program.log, sources_[0].name);
}

Program ProgramBuild::finish() {
  if (kept_) return std::move(*kept_);
  const BuildResult built =
      result_of(*process_, folder_.path(), scaled_timeout(bench_.build_cpu_seconds));
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
  if (bench_.keeps_programs) keep_program(kept_folder(bench_.kit, spec_), recipe_, program);
  return program;
}

}  // namespace grader
