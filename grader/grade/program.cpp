#include "grade/program.hpp"

#include "build/diagnostics.hpp"
#include "core/error.hpp"
#include "data/files.hpp"

#include <fmt/format.h>

namespace grader {
namespace {

std::filesystem::path written(const std::filesystem::path& file, const std::string& text) {
  try {
    write_file(file, text);
  } catch (const InputError& error) {
    throw TryAgain(error.what(), "free some space there, or set TMPDIR to another folder");
  }
  return file;
}

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

ProgramBuild::ProgramBuild(const Kit& kit, const Exercise& exercise, const std::string& text,
                           const std::filesystem::path& folder, Templates templates)
    : kit_(kit),
      exercise_(exercise),
      folder_(folder),
      source_(written(folder / (exercise.name + ".cpp"), text)),
      text_(text),
      compilation_(kit, exercise, source_, folder / "stub.o", templates) {}

Program ProgramBuild::finish() {
  const std::string source = source_.filename().string();
  const BuildResult compiled = compilation_.finish();
  if (compiled.state == BuildResult::State::limit) {
    return failed(compiled, "the compiler needed more time or memory than it may have", {});
  }
  if (compiled.state == BuildResult::State::failed) {
    Digest digest = digest_errors(compiled.log, source, text_);
    return failed(compiled, "it does not compile: " + digest.headline, std::move(digest.lines));
  }
  Program program;
  program.file = folder_ / "program.so";
  const BuildResult linked =
      link_program(kit_, folder_ / "stub.o", binding_object(kit_, exercise_), program.file);
  if (linked.state != BuildResult::State::built) {
    return failed(linked, "it does not link: " + digest_link_errors(linked.log), {});
  }
  program.details = digest_warnings(compiled.log, source);
  program.log = compiled.log;
  program.seconds = compiled.seconds + linked.seconds;
  return program;
}

}  // namespace grader
