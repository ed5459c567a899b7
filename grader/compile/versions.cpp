#include "compile/versions.hpp"

#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// Whether a text means the same behind others: a macro of one would be seen by all after it.
bool can_follow_others(const std::string& text) {
  return std::ranges::none_of(split_lines(text), [](std::string_view line) {
    line = trimmed(line);
    return line.starts_with("#") && !line.starts_with("#include");
  });
}

/// What the launcher calls in version `number`, before the linker gives it the name it looks for.
std::string call_name(std::size_t number) { return fmt::format("softmark_call_{}", number); }

/// One text with all of them. Each has a namespace of its own instead of softmark, in which it
/// finds what it does not define itself in softmark.
std::string joined(const Exercise& exercise, const std::vector<std::string>& texts) {
  std::string all = fmt::format("#include \"{}\"\n#include \"harness/call.hpp\"\n",
                                exercise.contract().filename().string());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all += fmt::format(
        "namespace softmark_{0} {{ using namespace softmark; }}\n"
        "#define softmark softmark_{0}\n{1}\n"
        "extern \"C\" void {2}(grader::harness::Call& call) {{\n"
        "  grader::harness::invoke(&softmark::{3}, call);\n}}\n"
        "#undef softmark\n",
        i, texts[i], call_name(i), exercise.function);
  }
  return all;
}

bool is_built(const BuildResult& result) { return result.state == BuildResult::State::built; }

/// A program of each text; none where they do not build together.
std::vector<Program> built_together(const Kit& kit, const Exercise& exercise,
                                    const std::vector<std::string>& texts) {
  if (!std::ranges::all_of(texts, can_follow_others)) return {};
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "versions.cpp", object = scratch.path() / "versions.o";
  write_temporary(source, joined(exercise, texts));
  copy_headers(exercise.headers, scratch.path());
  if (!is_built(compile_alone(kit, source, object, {"-I" + kit.harness_include}, Optimise::no)))
    return {};
  std::vector<fs::path> objects = reference_objects(kit, exercise);
  objects.insert(objects.begin(), object);
  std::vector<Program> programs;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const fs::path file = scratch.path() / fmt::format("program_{}.so", i);
    const std::string chosen = "--defsym=softmark_call=" + call_name(i);
    if (!is_built(link_alone(kit, objects, file, {chosen}))) return {};
    programs.emplace_back().file = opened_program(file);
  }
  return programs;
}

/// Beyond this many the compiler gains little, and others wait for it.
constexpr std::size_t together = 32;

}  // namespace

Versions::Versions(const Kit& kit, const Exercise& exercise, std::size_t count,
                   std::function<std::string(std::size_t)> text_of)
    : kit_(kit),
      exercise_(exercise),
      count_(count),
      text_of_(std::move(text_of)),
      groups_((count + together - 1) / together) {}

void Versions::build(std::size_t first, Group& group) const {
  try {
    std::vector<std::string> texts;
    for (std::size_t i = first; i < count_; i += groups_.size()) texts.push_back(text_of_(i));
    group.programs = built_together(kit_, exercise_, texts);
  } catch (const InputError&) {  // of a text; who takes that one will hear of it
  }
}

Program Versions::take(std::size_t i) {
  const std::size_t first = i % groups_.size();
  Group& group = groups_[first];
  std::call_once(group.built, [&] { build(first, group); });
  if (group.programs.empty()) return ProgramBuild(kit_, exercise_, text_of_(i)).finish();
  return std::move(group.programs[i / groups_.size()]);
}

}  // namespace grader
