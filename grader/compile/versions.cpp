#include "compile/versions.hpp"

#include "compile/prepared.hpp"
#include "core/error.hpp"
#include "core/text.hpp"
#include "system/files.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <set>

namespace grader {
namespace {

namespace fs = std::filesystem;

/// What the launcher calls in version `number`, before the linker gives it the name it looks for.
std::string call_name(std::size_t number) { return fmt::format("softmark_call_{}", number); }

/// One text with all of them. Each has a namespace of its own instead of softmark, in which it
/// finds what it does not define itself in softmark.
std::string joined(const ProgramSpec& spec, const std::vector<std::string>& texts) {
  std::string all = fmt::format("#include \"{}\"\n#include \"harness/call.hpp\"\n",
                                spec.contract().filename().string());
  for (std::size_t i = 0; i < texts.size(); ++i) {
    all += fmt::format(
        "namespace softmark_{0} {{ using namespace softmark; }}\n"
        "#define softmark softmark_{0}\n#line 1 \"version_{0}\"\n{1}\n"
        "extern \"C\" void {2}(grader::harness::Call& call) {{\n"
        "  grader::harness::invoke(&softmark::{3}, call);\n}}\n"
        "#undef softmark\n",
        i, texts[i], call_name(i), spec.function);
  }
  return all;
}

bool is_built(const BuildResult& result) { return result.state == BuildResult::State::built; }

BuildResult compile(const Workbench& bench, const ProgramSpec& spec, const std::string& text,
                    const fs::path& object) {
  const TemporaryFolder scratch;
  const fs::path source = scratch.path() / "versions.cpp";
  write_temporary(source, text);
  copy_headers(spec.headers, scratch.path());
  return compile_alone(bench.kit, source, object, {"-I" + bench.kit.harness_include}, Optimise::no);
}

/// A program of each text; none where they do not build together.
std::vector<Program> built_together(const Workbench& bench, const ProgramSpec& spec,
                                    const std::vector<std::string>& texts) {
  if (!std::ranges::all_of(texts, can_follow_others)) return {};
  const TemporaryFolder scratch;
  const fs::path object = scratch.path() / "versions.o";
  if (!is_built(compile(bench, spec, joined(spec, texts), object))) return {};
  const std::vector<fs::path> objects = with_references(bench, spec, {object});
  std::vector<Program> programs;
  for (std::size_t i = 0; i < texts.size(); ++i) {
    const fs::path file = scratch.path() / fmt::format("program_{}.so", i);
    const std::string chosen = "--defsym=softmark_call=" + call_name(i);
    if (!is_built(link_alone(bench.kit, objects, file, {chosen}))) return {};
    programs.emplace_back().file = opened_program(file);
  }
  return programs;
}

/// Beyond this many the compiler gains little, and others wait for it.
constexpr std::size_t together = 32;

}  // namespace

Versions::Versions(const Workbench& bench, const ProgramSpec& spec, std::size_t count,
                   std::function<std::string(std::size_t)> text_of)
    : bench_(bench),
      spec_(spec),
      count_(count),
      text_of_(std::move(text_of)),
      groups_((count + together - 1) / together) {}

void Versions::build(std::size_t first, Group& group) const {
  try {
    std::vector<std::string> texts;
    for (std::size_t i = first; i < count_; i += groups_.size()) texts.push_back(text_of_(i));
    group.programs = built_together(bench_, spec_, texts);
  } catch (const InputError&) {  // of a text; who takes that one will hear of it
  }
}

bool can_follow_others(const std::string& text) {
  return std::ranges::none_of(split_lines(text), [](std::string_view line) {
    line = trimmed(line);
    return line.starts_with("#") && !line.starts_with("#include");
  });
}

namespace {

/// What calls the version whose number comes first among the inputs.
std::string numbered_call(std::size_t count) {
  std::vector<std::string> names;
  for (std::size_t i = 0; i < count; ++i) names.push_back(call_name(i));
  return fmt::format(
      "extern \"C\" void softmark_call(grader::harness::Call& call) {{\n"
      "  static constexpr decltype(&softmark_call) versions[] = {{{}}};\n"
      "  const double version = call.inputs.next(0).values[0];\n"
      "  if (version < {}) versions[static_cast<unsigned>(version)](call);\n}}\n",
      fmt::join(names, ", "), count);
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

std::vector<bool> link_numbered(const Workbench& bench, const ProgramSpec& spec,
                                std::vector<std::string> texts, const fs::path& program) {
  std::vector<bool> compiles(texts.size(), true);
  const TemporaryFolder scratch;
  const fs::path object = scratch.path() / "versions.o";
  for (;;) {
    const BuildResult result =
        compile(bench, spec, joined(spec, texts) + numbered_call(texts.size()), object);
    if (is_built(result)) break;
    const std::set<std::size_t> wrong = versions_with_errors(result.log);
    if (wrong.empty() || wrong.contains(0))
      throw GraderFault(fmt::format("{}: versions of it do not compile:\n{}", spec.folder,
                                    result.log.substr(0, 2000)));
    for (const std::size_t version : wrong) {
      texts.at(version) = texts.front();
      compiles.at(version) = false;
    }
  }
  if (!is_built(link_alone(bench.kit, with_references(bench, spec, {object}), program)))
    throw GraderFault(fmt::format("{}: versions of it do not link", spec.folder));
  return compiles;
}

Program Versions::take(std::size_t i) {
  const std::size_t first = i % groups_.size();
  Group& group = groups_[first];
  std::call_once(group.built, [&] { build(first, group); });
  if (group.programs.empty()) return ProgramBuild(bench_, spec_, text_of_(i)).finish();
  return std::move(group.programs[i / groups_.size()]);
}

}  // namespace grader
