#include "compile/versions.hpp"

#include "core/error.hpp"
#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

bool has_macros(const std::string& text) {
  return std::ranges::any_of(split_lines(text), [](std::string_view line) {
    line = trimmed(line);
    return line.starts_with("#") && !line.starts_with("#include");
  });
}

/// One source of all versions, each in a namespace of its own, in which everything of the course is
/// in sight, too. What they include comes first, what has macros last.
std::string joined(const ProgramSpec& spec, const std::vector<std::string>& texts) {
  std::string headers, plain, others, names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    for (const std::string& line : split_lines(texts[i])) {
      if (trimmed(line).starts_with("#include")) headers += line + '\n';
    }
    (has_macros(texts[i]) ? others : plain) += fmt::format(
        "namespace version_{0} {{\nnamespace softmark {{\nusing namespace ::softmark;\n}}\n"
        "#line 1 \"version_{0}\"\n{1}\n}}\n",
        i, texts[i]);
    names +=
        fmt::format("#line 1 \"version_{0}\"\n      &version_{0}::softmark::{1},\n", i, spec.name);
  }
  return fmt::format(
      "{}\n#include \"harness/replay.hpp\"\n#define record replay_record\n{}{}"
      "extern \"C\" void softmark_replay(unsigned version, grader::harness::Call& call) {{\n"
      "  static constexpr decltype(&version_0::softmark::{}) versions[] = {{\n{}  }};\n"
      "  if (version < {}) grader::harness::invoke(versions[version], call);\n}}\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  softmark_replay(static_cast<unsigned>(call.inputs.next(0).values[0]), call);\n}}\n",
      headers, plain, others, spec.name, names, texts.size());
}

std::string source_of(const Course& course, const Exercise& exercise,
                      const std::vector<Mistake>& mistakes) {
  std::vector<std::string> texts{read_file(course.solution(exercise))};
  for (const Mistake& mistake : mistakes) texts.push_back(apply_mistake(course, exercise, mistake));
  return joined(exercise, texts);
}

/// The numbers of the versions that a compiler's errors, and the notes to them, speak of.
std::set<std::size_t> versions_with_errors(const std::string& log) {
  constexpr std::string_view name = "version_";
  std::set<std::size_t> found;
  bool error = false;
  for (const std::string& line : split_lines(log)) {
    if (line.find("error: ") != std::string::npos) error = true;
    if (line.find("warning: ") != std::string::npos) error = false;
    const std::size_t at = line.find(name);
    if (!error || at == std::string::npos) continue;
    std::string_view rest = std::string_view(line).substr(at + name.size());
    const std::optional<unsigned> number = take_number(rest);
    if (number && rest.starts_with(':')) found.insert(*number);
  }
  return found;
}

}  // namespace

SourceObject replay_object(const Toolchain& bench, const Course& course, const Exercise& exercise,
                           const std::vector<Mistake>& mistakes) {
  const std::string name = exercise.folder + "-replay";
  const fs::path source = course.solution(exercise);
  if (!fs::exists(source) || !fs::exists(course.mistakes(exercise)))
    return {name, released_object(bench.kit, exercise, name)};
  return {name,
          prepared(bench, {name, source_of(course, exercise, mistakes), source, exercise.headers})};
}

fs::path replay_program(const Toolchain& bench, const Course& course, const Exercise& exercise,
                        const std::vector<Mistake>& mistakes) {
  const auto [name, object] = replay_object(bench, course, exercise, mistakes);
  if (object.empty()) return {};
  return linked(bench.kit, exercise, with_references(bench, exercise, {object}), name,
                course.solution(exercise));
}

std::vector<bool> link_numbered(const Toolchain& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts, const fs::path& program) {
  std::vector<bool> compiles(texts.size(), true);
  const auto leave_out = [&](std::size_t version) {
    texts.at(version) = texts.front();
    compiles.at(version) = false;
  };
  for (std::size_t i = 1; i < texts.size(); ++i) {
    if (has_macros(texts[i])) leave_out(i);
  }
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "versions.cpp", object = scratch.path() / "versions.o";
  copy_headers(spec.headers, scratch.path());
  for (;;) {
    write_temporary(source, joined(spec, texts));
    const BuildResult result =
        compile_alone(bench.kit, source, object, bench.kit.runtime_flags(), false);
    if (result.state == BuildResult::State::built) break;
    const std::set<std::size_t> wrong = versions_with_errors(result.log);
    if (wrong.empty() || wrong.contains(0))
      throw GraderFault(fmt::format("{}: versions of it do not compile:\n{}", spec.folder,
                                    result.log.substr(0, 2000)));
    for (const std::size_t version : wrong) leave_out(version);
  }
  const BuildResult result = link_alone(bench.kit, with_references(bench, spec, {object}), program);
  if (result.state != BuildResult::State::built)
    throw GraderFault(fmt::format("{}: versions of it do not link", spec.folder));
  return compiles;
}

}  // namespace grader
