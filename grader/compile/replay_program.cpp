#include "compile/replay_program.hpp"

#include "compile/part.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "course/mistakes.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <set>
#include <string>

namespace grader {
namespace {

namespace fs = std::filesystem;

std::string name_of_object(const Exercise& exercise) { return exercise.folder + "-replay"; }

/// Whether the line includes a header.
bool includes(const std::string& line) { return trimmed(line).starts_with("#include"); }

/// The definition of the function by which versions are called.
struct VersionsEntry {
  const char* before;  ///< the bodies
  const char* head;
  const char* version;  ///< the number of the one to call, in its body
};
constexpr VersionsEntry replay_entry{
    "#include \"harness/replay.hpp\"\n#define record replay_record\n",
    "extern \"C\" void softmark_replay(unsigned version, grader::harness::Call& call) {\n",
    "version"};
constexpr VersionsEntry call_entry{
    "#include \"harness/call.hpp\"\n",
    "extern \"C\" void softmark_call(grader::harness::Call& call) {\n"
    "  const double version = call.inputs.next(0).values[0];\n",
    "static_cast<unsigned>(version)"};

/// One source of all versions. Each has a namespace of its own, in which everything of the course
/// is in sight, too. What they include comes first.
std::string source_of(const Exercise& exercise, const std::vector<std::string>& texts,
                      const VersionsEntry& entry) {
  std::vector<std::string> headers;
  std::string bodies, names;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    bodies += fmt::format(
        "namespace version_{0} {{\nnamespace softmark {{\nusing namespace ::softmark;\n}}\n"
        "#line 1 \"version_{0}\"\n",
        i);
    for (const std::string& line : split_lines(texts[i])) {
      if (!includes(line)) {
        bodies += line + '\n';
      } else if (std::ranges::find(headers, line) == headers.end()) {
        headers.push_back(line);
      }
    }
    bodies += "}\n";
    names += fmt::format("      &version_{}::softmark::{},\n", i, exercise.function);
  }
  return fmt::format(
      "{}\n{}{}{}  static constexpr decltype(&version_0::softmark::{}) versions[] = {{\n{}  }};\n"
      "  if ({} < {}) grader::harness::invoke(versions[{}], call);\n}}\n",
      fmt::join(headers, "\n"), entry.before, bodies, entry.head, exercise.function, names,
      entry.version, texts.size(), entry.version);
}

std::vector<std::string> texts_of(const Course& course, const Exercise& exercise,
                                  const std::vector<Mistake>& mistakes) {
  std::vector<std::string> texts{read_file(course.solution(exercise))};
  for (const Mistake& mistake : mistakes) texts.push_back(apply_mistake(course, exercise, mistake));
  return texts;
}

fs::path object_in(const Kit& kit, const Course& course, const Exercise& exercise,
                   const std::vector<Mistake>& mistakes) {
  const fs::path source = course.solution(exercise);
  if (!fs::exists(source) || !fs::exists(course.mistakes(exercise)))
    return released_object(kit, exercise, name_of_object(exercise));
  return prepared(kit, {name_of_object(exercise),
                        source_of(exercise, texts_of(course, exercise, mistakes), replay_entry),
                        source, exercise.headers});
}

void link_with_references(const Kit& kit, const Exercise& exercise, const fs::path& object,
                          const fs::path& program) {
  std::vector<fs::path> objects{object};
  std::ranges::move(reference_objects(kit, exercise), std::back_inserter(objects));
  if (link_alone(kit, objects, program).state != BuildResult::State::built)
    throw GraderFault(fmt::format("{}: versions of it do not link", exercise.folder));
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
    std::size_t number = 0;
    const char* end = line.data() + line.size();
    if (!error || at == std::string::npos) continue;
    const auto [behind, failed] = std::from_chars(line.data() + at + name.size(), end, number);
    if (failed == std::errc() && behind != end && *behind == ':') found.insert(number);
  }
  return found;
}

}  // namespace

fs::path replay_program(const Kit& kit, const Course& course, const Exercise& exercise,
                        const std::vector<Mistake>& mistakes) {
  const fs::path object = object_in(kit, course, exercise, mistakes);
  if (object.empty()) return {};
  std::vector<fs::path> objects{object};
  std::ranges::move(reference_objects(kit, exercise), std::back_inserter(objects));
  return linked(kit, exercise, objects, name_of_object(exercise), course.solution(exercise));
}

std::optional<SourceObject> replay_object(const Kit& kit, const Course& course,
                                          const Exercise& exercise,
                                          const std::vector<Mistake>& mistakes) {
  if (exercise.measures) return std::nullopt;
  return SourceObject{name_of_object(exercise), object_in(kit, course, exercise, mistakes)};
}

void link_versions(const Kit& kit, const Exercise& exercise, const std::vector<std::string>& texts,
                   const fs::path& program) {
  const fs::path object = program.string() + ".o";
  compile_part(kit,
               {exercise.folder, source_of(exercise, texts, call_entry), exercise.contract(),
                exercise.headers},
               object);
  link_with_references(kit, exercise, object, program);
}

std::vector<bool> link_versions_that_compile(const Kit& kit, const Exercise& exercise,
                                             std::vector<std::string> texts,
                                             const fs::path& program) {
  std::vector<bool> compile(texts.size(), true);
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "versions.cpp", object = scratch.path() / "versions.o";
  copy_headers(exercise.headers, scratch.path());
  for (;;) {
    write_temporary(source, source_of(exercise, texts, call_entry));
    const BuildResult result =
        compile_alone(kit, source, object, {"-I" + kit.harness_include}, Optimise::no);
    if (result.state == BuildResult::State::built) break;
    const std::set<std::size_t> wrong = versions_with_errors(result.log);
    if (wrong.empty() || wrong.contains(0))
      throw GraderFault(fmt::format("{}: versions of it do not compile:\n{}", exercise.folder,
                                    result.log.substr(0, 2000)));
    for (const std::size_t version : wrong) {
      texts.at(version) = texts.front();
      compile.at(version) = false;
    }
  }
  link_with_references(kit, exercise, object, program);
  return compile;
}

}  // namespace grader
