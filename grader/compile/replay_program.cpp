#include "compile/replay_program.hpp"

#include "compile/prepared.hpp"
#include "compile/versions.hpp"
#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <string>

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string name_of_object(const Exercise& exercise) { return exercise.folder + "-replay"; }

/// Whether the line includes a header.
bool includes(const std::string& line) { return trimmed(line).starts_with("#include"); }

/// A version's text in a namespace of its own, in which everything of the course is in sight, too.
/// What it includes goes to `headers`.
std::string body_of(std::size_t version, const std::string& text,
                    std::vector<std::string>& headers) {
  std::string body = fmt::format(
      "namespace version_{} {{\nnamespace softmark {{\nusing namespace ::softmark;\n}}\n", version);
  for (const std::string& line : split_lines(text)) {
    if (!includes(line)) {
      body += line + '\n';
    } else if (std::ranges::find(headers, line) == headers.end()) {
      headers.push_back(line);
    }
  }
  return body + "}\n";
}

/// One source of all versions. What they include comes first, what has macros last.
std::string source_of(const Exercise& exercise, const std::vector<std::string>& texts) {
  std::vector<std::string> headers;
  std::string plain, others, names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    (can_follow_others(texts[i]) ? plain : others) += body_of(i, texts[i], headers);
    names += fmt::format("      &version_{}::softmark::{},\n", i, exercise.function);
  }
  return fmt::format(
      "{}\n#include \"harness/replay.hpp\"\n#define record replay_record\n{}{}"
      "extern \"C\" void softmark_replay(unsigned version, grader::harness::Call& call) {{\n"
      "  static constexpr decltype(&version_0::softmark::{}) versions[] = {{\n{}  }};\n"
      "  if (version < {}) grader::harness::invoke(versions[version], call);\n}}\n"
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  softmark_replay(static_cast<unsigned>(call.inputs.next(0).values[0]), call);\n}}\n",
      fmt::join(headers, "\n"), plain, others, exercise.function, names, texts.size());
}

std::string source_of(const Course& course, const Exercise& exercise,
                      const std::vector<Mistake>& mistakes) {
  std::vector<std::string> texts{read_file(course.solution(exercise))};
  for (const Mistake& mistake : mistakes) texts.push_back(apply_mistake(course, exercise, mistake));
  return source_of(exercise, texts);
}

/// What the source is made of: to make it takes longer than all else, once it is compiled.
std::string origin_of(const Course& course, const Exercise& exercise,
                      const std::vector<Mistake>& mistakes) {
  std::string origin = source_of(course, exercise, {});
  for (const Mistake& mistake : mistakes) {
    for (const Mistake::Patch& patch : mistake.patches) {
      origin += '\0';
      for (const Mistake::PatchLine& line : patch.lines)
        origin += std::to_string(static_cast<int>(line.change)) + line.text + '\n';
    }
    origin += '\1';
  }
  return origin;
}

fs::path object_in(const Workbench& bench, const Course& course, const Exercise& exercise,
                   const std::vector<Mistake>& mistakes) {
  const fs::path source = course.solution(exercise);
  if (!fs::exists(source) || !fs::exists(course.mistakes(exercise)))
    return released_object(bench.kit, exercise, name_of_object(exercise));
  return prepared(bench, {name_of_object(exercise), origin_of(course, exercise, mistakes), source,
                          exercise.headers, Optimise::no,
                          [&] { return source_of(course, exercise, mistakes); }});
}

}  // namespace

fs::path replay_program(const Workbench& bench, const Course& course, const Exercise& exercise,
                        const std::vector<Mistake>& mistakes) {
  const fs::path object = object_in(bench, course, exercise, mistakes);
  if (object.empty()) return {};
  return linked(bench.kit, exercise, with_references(bench, exercise, {object}),
                name_of_object(exercise), course.solution(exercise));
}

std::optional<SourceObject> replay_object(const Workbench& bench, const Course& course,
                                          const Exercise& exercise,
                                          const std::vector<Mistake>& mistakes) {
  if (exercise.measures) return std::nullopt;
  return SourceObject{name_of_object(exercise), object_in(bench, course, exercise, mistakes)};
}

}  // namespace grader
